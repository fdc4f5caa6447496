"""Draw a folder of labelled simulated photos for `kibitz evaluate`: `python -m tests.bench.simulated FOLDER`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from firmware.games import DEFAULT
from tests.bench.games import DRAWN, HIDDEN_FROM
from vision.photo import encoded

SIZE = (1280, 960)


def main() -> None:
    """Draw pictures of every style in turn and write them with a labels.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=DRAWN, default=DEFAULT)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument(
        "--hidden-from", type=float, default=HIDDEN_FROM, help="share covered that hides a place"
    )
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    drawn, labels = DRAWN[args.game], []
    for number in range(args.count):
        style = drawn.styles[number % len(drawn.styles)]
        scene = drawn.scene(np.random.default_rng((args.seed, number)), SIZE, style)
        picture, label = drawn.picture(scene, args.hidden_from)
        name = f"{number:04d}.jpg"
        (args.folder / name).write_bytes(encoded(picture, ".jpg", 92))
        labels.append({"image": name, "style": style, **label})
    (args.folder / "labels.json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main()
