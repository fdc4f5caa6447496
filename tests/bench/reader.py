"""How long and how much memory a reading takes, against decoding the same JPEG: `python -m tests.bench.reader`."""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from engine.alien_city import Lot
from vision.alien_city.decode import decode
from vision.alien_city.reader import CityReader
from vision.photo import decode_photo

SAMPLES = Path(__file__).parents[2] / "vision" / "samples"


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median of several runs after one that does not count: processor time, as other programs run too."""
    work()
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - began))
    return median(taken)


def main() -> None:
    """Print a line a photo: milliseconds to decode, and the ratios of the other tasks to that."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", nargs="*", type=Path, default=sorted(SAMPLES.glob("*.jpg")))
    parser.add_argument("--times", type=int, default=15)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = CityReader()
    print("photo: imdecode ms; as multiples of it: first look from the file, pose known, three lots")
    for path in args.photos:
        data = np.frombuffer(path.read_bytes(), np.uint8)
        picture = decode_photo(data.tobytes())
        pose = reader.read(picture).pose
        lots = [Lot.parse(name) for name in ("C4", "D4", "D5")]
        unit = milliseconds(lambda data=data: cv2.imdecode(data, cv2.IMREAD_COLOR), args.times)
        ratios = [
            milliseconds(work, args.times) / unit
            for work in (
                lambda data=data: decode(reader.read(decode_photo(data.tobytes()))),
                lambda picture=picture, pose=pose: decode(reader.read_at(picture, pose)),
                lambda picture=picture, pose=pose, lots=lots: reader.read_lots(picture, pose, lots),
            )
        ]
        print(f"{path.name}: {unit:.1f}; " + ", ".join(f"{ratio:.2f}" for ratio in ratios))
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
