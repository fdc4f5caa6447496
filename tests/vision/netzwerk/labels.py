"""A folder of one labelled photo of Netzwerk."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.places import DATA, SAMPLES

TRUTH: dict[str, str] = json.loads((DATA / "netzwerk" / "samples.json").read_text())
NAME = "printed.jpg"


def labels(folder: Path, *positions: str, hidden: tuple[str, ...] = ()) -> Path:
    """The folder with the photo in it, and these positions as its labels."""
    shutil.copy(SAMPLES / "netzwerk" / NAME, folder)
    told = [{"image": NAME, "position": it, "style": "printed", "hidden": hidden} for it in positions]
    (folder / "labels.json").write_text(json.dumps(told))
    return folder
