"""A folder of one labelled photo of Netzwerk."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[3]
TRUTH: dict[str, str] = json.loads((ROOT / "tests" / "data" / "netzwerk" / "samples.json").read_text())
NAME = "printed.jpg"


def labels(folder: Path, *positions: str, hidden: tuple[str, ...] = ()) -> Path:
    """The folder with the photo in it, and these positions as its labels."""
    shutil.copy(ROOT / "vision" / "samples" / "netzwerk" / NAME, folder)
    told = [{"image": NAME, "position": it, "style": "printed", "hidden": hidden} for it in positions]
    (folder / "labels.json").write_text(json.dumps(told))
    return folder
