"""Lamps and windows as rooms have them, and what a camera makes of their colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.synthetic.board import CENTRE_MM
from vision.synthetic.setting import Lamp, Light, Sensor


def _warmth(rng: np.random.Generator, spread: float) -> np.ndarray:
    """The colour of a light from candle to sky, mean 1 (3,)."""
    t = float(rng.normal(0, spread))
    c = np.exp(np.array([0.55, 0.05, -0.75]) * t) * (1, float(np.exp(rng.normal(0, 0.04))), 1)
    return np.asarray(c / c.mean())


def random_light(rng: np.random.Generator) -> Light:
    """One to three lamps and the light from all around."""
    base = _warmth(rng, 0.32)
    share = float(rng.beta(2.0, 2.8))
    count = int(rng.choice([1, 2, 3], p=[0.6, 0.28, 0.12]))
    parts = rng.dirichlet(np.full(count, 1.2)) * (1 - share)
    lamps = []
    for part in parts:
        azimuth = float(rng.uniform(0, 2 * np.pi))
        low = rng.random() < 0.3
        height = float(rng.uniform(350, 700)) if low else float(rng.uniform(600, 2200))
        out = float(rng.uniform(0.15, 1.5)) * height
        place = (CENTRE_MM[0] + out * np.cos(azimuth), CENTRE_MM[1] + out * np.sin(azimuth), height)
        size = float(rng.choice([10, 60, 200, 600])) * float(rng.uniform(0.5, 1.5)) * height / 1000
        colour = base * _warmth(rng, 0.15 if count == 1 else 0.4) * part * 1.05
        gobo = None
        bars = False
        if rng.random() < 0.14:
            turn = float(rng.uniform(0, 2 * np.pi))
            normal = np.array([np.cos(turn), np.sin(turn)])
            offset = float(normal @ (CENTRE_MM[:2])) + float(rng.uniform(-220, 60))
            gobo = (float(normal[0]), float(normal[1]), offset, float(rng.uniform(3, 60)))
            bars = bool(rng.random() < 0.3)
        lamps.append(
            Lamp(
                (float(place[0]), float(place[1]), height),
                size,
                (float(colour[0]), float(colour[1]), float(colour[2])),
                1 if size < 15 else 5 if size < 120 else 7,
                gobo,
                bars,
            )
        )
    around = base * _warmth(rng, 0.15) * share
    return Light(
        tuple(lamps),
        (float(around[0]), float(around[1]), float(around[2])),
        (float(rng.normal(0, 0.28)), float(rng.normal(0, 0.28))),
        float(rng.uniform(0.05, 0.8)),
    )


def balanced(rng: np.random.Generator, sensor: Sensor, light: Light) -> Sensor:
    """The sensor with its white balance drawn towards the light's colour, as far as cameras manage."""
    total = np.array(light.ambient) + sum(np.array(lamp.colour) for lamp in light.lamps)
    gain = (total / total.mean()) ** -float(rng.uniform(0.2, 1.0)) * np.array(sensor.balance)
    return replace(sensor, balance=(float(gain[0]), float(gain[1]), float(gain[2])))
