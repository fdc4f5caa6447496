"""Do confidences mean what they say, subject by subject? `python -m tests.bench.reliability FOLDER [--plot DIR]`."""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from firmware.games import DEFAULT, NAMES, labelled, table_game
from vision.evaluation import calibration_error, evaluate, reliability

SIDE, EDGE = 480, 50


def main() -> None:
    """Print said against right for bins of confidence, the expected calibration error, and perhaps plot it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="labelled photos, as for `kibitz evaluate`")
    parser.add_argument("--game", choices=NAMES, default=DEFAULT)
    parser.add_argument("--plot", type=Path, help="write the curves as pictures into this folder")
    args = parser.parse_args()
    if args.plot:
        args.plot.mkdir(parents=True, exist_ok=True)
    outcomes = evaluate(labelled(args.folder, args.game), table_game(args.game).eyes)
    for subject, rows in reliability(outcomes, bins=20).items():
        for said, right, count in rows:
            print(f"{subject}: said {said:.3f}, right {right:.3f}, {count} times")
        total = sum(count for *_, count in rows)
        print(f"{subject}: expected calibration error {100 * calibration_error(rows):.2f} % over {total}")
        if args.plot:
            cv2.imwrite(str(args.plot / f"{subject}.png"), plotted(rows))


def plotted(rows: list[tuple[float, float, int]]) -> np.ndarray:
    """The curve, (H, W, 3) uint8: said to the right, right upwards, the diagonal is honesty."""
    canvas = np.full((SIDE + 2 * EDGE, SIDE + 2 * EDGE, 3), 255, np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return round(EDGE + x * SIDE), round(EDGE + (1 - y) * SIDE)

    cv2.rectangle(canvas, at(0, 0), at(1, 1), (160, 160, 160), 1)
    cv2.line(canvas, at(0, 0), at(1, 1), (160, 160, 160), 1, cv2.LINE_AA)
    for (a, b, _), (c, d, _) in pairwise(rows):
        cv2.line(canvas, at(a, b), at(c, d), (200, 90, 20), 2, cv2.LINE_AA)
    for said, right, count in rows:
        cv2.circle(
            canvas, at(said, right), 3 + round(np.log10(count)), (200, 90, 20), cv2.FILLED, cv2.LINE_AA
        )
    marks = [(f"{it}", at(it - 0.03, -0.06)) for it in (0.0, 0.5, 1.0)]
    marks += [(f"{it}", at(-0.09, it - 0.01)) for it in (0.0, 0.5, 1.0)]
    for text, place in (("said", at(0.7, -0.06)), ("right", at(-0.1, 1.06)), *marks):
        cv2.putText(canvas, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (60, 60, 60), 1, cv2.LINE_AA)
    return canvas


if __name__ == "__main__":
    main()
