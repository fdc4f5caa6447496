"""How long and how much memory a reading takes, against decoding the same JPEG: `python -m tests.bench.reader`."""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from engine.alien_city import Lot
from firmware.games import DEFAULT, NAMES, table_game
from tests.places import SAMPLES
from vision.alien_city.eyes import SeenCity
from vision.alien_city.reader import CityReader
from vision.game import Eyes, Seen
from vision.photo import Picture, decode_photo


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median of several runs after one that does not count: processor time, as other programs run too."""
    work()
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - began))
    return median(taken)


def first_look(eyes: Eyes, data: bytes) -> str:
    """The position on a photo, from its file on."""
    return eyes.read(decode_photo(data)).position


def next_look(eyes: Eyes, picture: Picture, seen: Seen) -> str:
    """The position in a picture from where the last one was taken."""
    return eyes.follow(picture, seen).position


def main() -> None:
    """Print a line a photo: milliseconds to decode, and the ratios of the other tasks to that."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", nargs="*", type=Path)
    parser.add_argument("--game", choices=NAMES, default=DEFAULT)
    parser.add_argument("--times", type=int, default=15)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    eyes = table_game(args.game).eyes
    print(
        "photo: imdecode ms; as multiples of it: first look from the file, pose known, three lots of Alien City"
    )
    folder = SAMPLES if args.game == DEFAULT else SAMPLES / args.game
    for path in args.photos or sorted(folder.glob("*.jpg")):
        data = path.read_bytes()
        picture = decode_photo(data)
        seen = eyes.read(picture)
        buffer = np.frombuffer(data, np.uint8)
        unit = milliseconds(partial(cv2.imdecode, buffer, cv2.IMREAD_COLOR), args.times)
        tasks: list[Callable[[], object]] = [
            partial(first_look, eyes, data),
            partial(next_look, eyes, picture, seen),
        ]
        if isinstance(seen, SeenCity):
            reader, lots = CityReader(), [Lot.parse(name) for name in ("C4", "D4", "D5")]
            tasks.append(partial(reader.read_lots, picture, seen.pose, lots))
        ratios = (milliseconds(work, args.times) / unit for work in tasks)
        print(f"{path.name}: {unit:.1f}; " + ", ".join(f"{ratio:.2f}" for ratio in ratios))
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
