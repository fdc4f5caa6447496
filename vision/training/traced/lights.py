"""Lamps as bodies that shine, and the room around them as it is mirrored by what is glossy."""

from __future__ import annotations

from typing import Any

import mitsuba as mi
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.setting import Lamp, Light
from vision.training.traced.surfaces import rgb

_LEAST_LAMP_MM = 12.0  # smaller ones are hit by so few rays that pictures get specks
_ROWS, _COLUMNS = 128, 256


def lit(light: Light, rng: np.random.Generator) -> dict[str, Any]:
    """The parts of a scene that shine. A shelf's or a window bar's shadow is left out."""
    parts: dict[str, Any] = {f"lamp{k}": _lamp(lamp) for k, lamp in enumerate(light.lamps)}
    room = mi.Bitmap(_room(light, rng).astype(np.float32))
    upright = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
    parts["room"] = {"type": "envmap", "bitmap": room, "to_world": upright}
    return parts


def _lamp(lamp: Lamp) -> dict[str, Any]:
    """A ball that sheds on the board's middle what is asked for."""
    place = np.array(lamp.place)
    away = place - CENTRE_MM
    far = float(np.linalg.norm(away))
    radius = max(lamp.size, _LEAST_LAMP_MM) / 2
    steep = max(float(away[2]) / far, 0.25)
    radiance = np.array(lamp.colour) * far**2 / (radius**2 * steep)
    emitter = {"type": "area", "radiance": rgb(radiance)}
    return {"type": "sphere", "center": list(lamp.place), "radius": radius, "emitter": emitter}


def _room(light: Light, rng: np.random.Generator) -> Array:
    """Light from all around (h, w, 3): ceiling, walls, what hangs on them, now and then a window."""
    rise = ((0.5 - (np.arange(_ROWS) + 0.5) / _ROWS) * np.pi)[:, None]
    turn = ((np.arange(_COLUMNS) + 0.5) / _COLUMNS * 2 * np.pi)[None]
    room = np.where(rise > rng.uniform(0.6, 1.1), rng.uniform(0.8, 1.6), np.where(rise > 0, 1.0, 0.35))
    room = room * np.ones((_ROWS, _COLUMNS))
    lean = min(float(np.hypot(*light.lean)) * 1.5, 0.9)
    room *= 1 + lean * np.cos(turn - rng.uniform(0, 2 * np.pi)) * np.cos(rise)

    def patch(high: float, width: float, height: float) -> Array:
        beside = (turn - rng.uniform(0, 2 * np.pi) + np.pi) % (2 * np.pi) - np.pi
        return np.asarray((np.abs(beside) < width) & (np.abs(rise - high) < height))

    for _ in range(int(rng.integers(1, 6))):
        room[patch(rng.uniform(0, 0.8), rng.uniform(0.1, 0.5), rng.uniform(0.1, 0.3))] *= rng.uniform(
            0.25, 1.8
        )
    if rng.random() < 0.4:
        window = patch(rng.uniform(0.3, 0.9), rng.uniform(0.1, 0.45), rng.uniform(0.1, 0.35))
        room[window] = rng.uniform(3, 14)
    falls = np.clip(np.sin(rise), 0, None) * np.cos(rise) * np.ones((1, _COLUMNS))
    return np.asarray((room * falls.sum() / (room * falls).sum())[..., None] * np.array(light.ambient))
