"""Draw a folder of labelled simulated photos for `kibitz evaluate`: `python -m tests.bench.simulated FOLDER`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.alien_city import LOTS
from engine.netzwerk.fields import Connection, Field
from firmware.games import DEFAULT, NAMES
from vision.photo import Picture
from vision.synthetic import alien_city, netzwerk

SEEN_AS_A_HAND = 0.02


def city(rng: np.random.Generator, number: int, hidden_from: float) -> tuple[Picture, dict[str, Any]]:
    """A picture of Alien City, and what its label says."""
    style = alien_city.STYLES[number % len(alien_city.STYLES)]
    seen = alien_city.render(alien_city.random_scene(rng, style=style))
    hidden = [str(lot) for lot in LOTS if seen.covered[lot] > hidden_from]
    return seen.image, {
        "position": seen.position,
        "style": style,
        "hand": bool(seen.covered.max() > SEEN_AS_A_HAND),
        "hidden": hidden,
    }


def landscape(rng: np.random.Generator, number: int, hidden_from: float) -> tuple[Picture, dict[str, Any]]:
    """The same of Netzwerk."""
    style = netzwerk.STYLES[number % len(netzwerk.STYLES)]
    seen = netzwerk.render_landscape(netzwerk.random_landscape(rng, style=style))
    hidden = [str(Field(*at)) for at, share in seen.covered.items() if share > hidden_from]
    connections = [
        str(Connection.of(Field(*one), Field(*other)))
        for (one, other), share in seen.connections_covered.items()
        if share > hidden_from
    ]
    return seen.image, {
        "position": seen.position,
        "style": style,
        "hand": max(seen.covered.values()) > SEEN_AS_A_HAND,
        "hidden": hidden,
        "hidden_connections": connections,
    }


DRAWN = {"alien-city": city, "netzwerk": landscape}


def main() -> None:
    """Draw pictures of every style in turn and write them with a labels.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=NAMES, default=DEFAULT)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--hidden-from", type=float, default=0.4, help="share covered that hides a place")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for number in range(args.count):
        rng = np.random.default_rng((args.seed, number))
        picture, label = DRAWN[args.game](rng, number, args.hidden_from)
        name = f"{number:04d}.jpg"
        bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(args.folder / name), bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])
        labels.append({"image": name, **label})
    (args.folder / "labels.json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main()
