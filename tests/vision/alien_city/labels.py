"""A folder of labelled photos of Alien City."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from engine.alien_city import City
from tests.places import DATA, SAMPLES

TRUTH = json.loads((DATA / "samples.json").read_text())


def labelled_samples(folder: Path) -> Path:
    """The folder with a photo in it, the same with its label turned and a lot wrong, and a file that is no photo."""
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(SAMPLES / "wooden_tiles.jpg", folder / name)
    (folder / "c.jpg").write_bytes(b"nothing")
    true = City.parse(TRUTH["wooden_tiles.jpg"]["position"])
    street = next(lot for lot in range(80) if true.lots[lot] is None)
    wrong = true.with_lot(type(true.structures()[0][0])(street), true.structures()[0][1]).turned()
    labels = [
        {"image": "a.jpg", "position": str(true), "style": "wood", "notes": {"light": "lamp"}},
        {"image": "b.jpg", "position": str(wrong), "style": "wood", "hand": False, "hidden": []},
        {"image": "c.jpg", "position": str(true), "style": "none"},
    ]
    (folder / "labels.json").write_text(json.dumps(labels))
    return folder
