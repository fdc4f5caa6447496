"""Draw a folder of labelled simulated photos for `kibitz evaluate`: `python -m tests.bench.simulated FOLDER`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from engine.alien_city import LOTS
from vision.synthetic.alien_city import STYLES, random_scene, render


def main() -> None:
    """Draw pictures of every style in turn and write them with a labels.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--hidden-from", type=float, default=0.4, help="share covered that hides a lot")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for number in range(args.count):
        style = STYLES[number % len(STYLES)]
        seen = render(random_scene(np.random.default_rng((args.seed, number)), style=style))
        name = f"{number:04d}.jpg"
        bgr = cv2.cvtColor(seen.image, cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(args.folder / name), bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])
        hidden = [str(lot) for lot in LOTS if seen.covered[lot] > args.hidden_from]
        labels.append(
            {
                "image": name,
                "position": seen.position,
                "style": style,
                "hand": bool(seen.covered.max() > 0.02),
                "hidden": hidden,
            }
        )
    (args.folder / "labels.json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main()
