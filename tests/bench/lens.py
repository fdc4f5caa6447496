"""How near calibrated lenses come to the true ones, on simulated photos of the sheet.

`python -m tests.bench.lens --first FIRST --lenses N` goes through `kibitz calibrate lens` so often, each time before
another simulated camera, and prints how far each lens is off.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import cv2
import numpy as np

from calibration.lens.file import load_lens
from firmware.cameras.sheet import SheetCamera
from firmware.cli import main as kibitz
from vision.lens import Floats, Lens

SIZE = (1280, 960)  # that of the settings
SHARES = np.arange(1.0, 0.5, -0.02)  # of the way from the middle to a corner


def main() -> None:
    """Print how far focal length, principal point and the picture's corners are off."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--lenses", type=int, default=12)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    off = []
    for seed in range(args.first, args.first + args.lenses):
        true = SheetCamera(seed, fps=1.0, size=SIZE).lens
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "lens.json"
            with redirect_stdout(StringIO()):
                status = kibitz(["calibrate", "lens", "--camera", f"simulated:{seed}", "--to", str(path)])
            if status:
                print(f"lens {seed}: refused", flush=True)
                continue
            found = load_lens(path).lens
        focal = abs(found.focal / true.focal - 1)
        middle = float(np.linalg.norm(found.matrix[:2, 2] - true.matrix[:2, 2]))
        corners = float(_displaced(found, true).max())
        off.append((focal, middle, corners))
        print(
            f"lens {seed}: focal length {focal:.2%}, principal point {middle:.2f} px, corners {corners:.2f} px",
            flush=True,
        )
    focal, middle, corners = np.max(off, axis=0)
    print(f"at most: focal length {focal:.2%}, principal point {middle:.2f} px, corners {corners:.2f} px")


def _displaced(found: Lens, true: Lens) -> Floats:
    """How far the corners of the picture lie from where the true lens has them, in pixels, each as far out as that
    has any: the image of a strong barrel folds back before it reaches them."""
    middle = true.matrix[:2, 2]
    far = []
    for corner in np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * (np.array(SIZE) - 1.0):
        places = middle + SHARES[:, None] * (corner - middle)
        rays = cv2.undistortPointsIter(
            places[:, None], true.matrix, true.distortion, np.eye(3), np.eye(3), (3, 100, 1e-10)
        )
        rays = np.concatenate([rays, np.ones((len(rays), 1, 1))], axis=2)
        back, where = (
            cv2.projectPoints(rays, np.zeros(3), np.zeros(3), lens.matrix, lens.distortion)[0][:, 0]
            for lens in (true, found)
        )
        seen = int(np.argmax(np.linalg.norm(back - places, axis=1) < 0.01))
        far.append(np.linalg.norm(where[seen] - places[seen]))
    return np.array(far)


if __name__ == "__main__":
    main()
