"""What telling stillness costs, as ratios to decoding the same JPEG: `python -m tests.bench.motion [PICTURE ...]`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2

from tests.places import SAMPLES
from vision.motion import Motion
from vision.photo import decode_photo

ROUNDS = 100


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time of one round, after one to warm up."""
    work()
    began = time.process_time()
    for _ in range(ROUNDS):
        work()
    return 1000 * (time.process_time() - began) / ROUNDS


def main() -> None:
    """Print the shares for a still picture, for one that changes each time, and for the same array."""
    cv2.setNumThreads(1)
    paths = [Path(name) for name in sys.argv[1:]] or sorted(SAMPLES.glob("*.jpg"))
    data = [path.read_bytes() for path in paths[:2]]
    one, other = decode_photo(data[0]), decode_photo(data[-1])
    decoding = milliseconds(lambda: decode_photo(data[0]))
    again = one.copy()
    motion, changing = Motion(), Motion()
    still = milliseconds(lambda: (motion.seen(one, 0), motion.seen(again, 0))) / 2
    moving = milliseconds(lambda: (changing.seen(one, 0), changing.seen(other, 0))) / 2
    same = milliseconds(lambda: motion.seen(again, 0))
    print(f"decoding {one.shape[1]}x{one.shape[0]}: {decoding:.2f} ms, and as shares of that")
    print(
        f"still {still / decoding:.3f}, all changed {moving / decoding:.3f}, same array {same / decoding:.5f}"
    )


if __name__ == "__main__":
    main()
