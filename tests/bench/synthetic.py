"""How many pictures a second the simulated table draws on one core: `python -m tests.bench.synthetic`."""

from __future__ import annotations

import time

import cv2
import numpy as np

from tests.bench.games import DRAWN, HIDDEN_FROM, Drawn

PICTURES = 60
WANTED = {(640, 480): 12.0, (1280, 960): 8.0}
"""Pictures a second."""


def draw(drawn: Drawn, seed: int, size: tuple[int, int]) -> None:
    """One picture of a game, in whatever style."""
    drawn.picture(drawn.scene(np.random.default_rng(seed), size, None), HIDDEN_FROM)


def main() -> None:
    """Print pictures a second of processor time for each game and size."""
    cv2.setNumThreads(1)
    for game, drawn in DRAWN.items():
        for size, wanted in WANTED.items():
            for seed in range(PICTURES):  # fills the store of noise, icons and figures
                draw(drawn, seed, size)
            start, began = time.process_time(), time.perf_counter()
            for seed in range(PICTURES):
                draw(drawn, 1000 + seed, size)
            rate = PICTURES / (time.process_time() - start)
            wall = PICTURES / (time.perf_counter() - began)
            print(
                f"{game} {size[0]}x{size[1]}: {rate:.1f} a second (by the clock {wall:.1f}), wanted {wanted}"
            )


if __name__ == "__main__":
    main()
