"""How many pictures a second the simulated table draws on one core: `python -m tests.bench.synthetic`."""

from __future__ import annotations

import time
from collections.abc import Callable

import cv2
import numpy as np

from vision.synthetic.alien_city import random_scene, render
from vision.synthetic.netzwerk import random_landscape, render_landscape

PICTURES = 60
WANTED = {(640, 480): 12.0, (1280, 960): 8.0}
"""Pictures a second."""


def _city(seed: int, size: tuple[int, int]) -> None:
    render(random_scene(np.random.default_rng(seed), size=size))


def _landscape(seed: int, size: tuple[int, int]) -> None:
    render_landscape(random_landscape(np.random.default_rng(seed), size))


GAMES: dict[str, Callable[[int, tuple[int, int]], None]] = {"alien-city": _city, "netzwerk": _landscape}


def main() -> None:
    """Print pictures a second of processor time for each game and size."""
    cv2.setNumThreads(1)
    for game, draw in GAMES.items():
        for size, wanted in WANTED.items():
            for seed in range(PICTURES):  # fills the store of noise, icons and figures
                draw(seed, size)
            start, began = time.process_time(), time.perf_counter()
            for seed in range(PICTURES):
                draw(1000 + seed, size)
            rate = PICTURES / (time.process_time() - start)
            wall = PICTURES / (time.perf_counter() - began)
            print(
                f"{game} {size[0]}x{size[1]}: {rate:.1f} a second (by the clock {wall:.1f}), wanted {wanted}"
            )


if __name__ == "__main__":
    main()
