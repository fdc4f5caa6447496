"""Makes the pictures of docs/calibration.md anew: each step gone through on the simulated table.

Run `python -m scripts.calibration_pictures` after changing what calibration shows or leaves behind.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import cv2
import numpy as np
import pypdfium2

from firmware.cameras.sheet import SheetCamera
from firmware.cli import main
from firmware.games import set_learner, simulated_set
from vision.photo import Picture, encoded, load_photo

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZE = (1280, 960)
_WIDTH, _QUALITY = 560, 82
_LENS, _TABLE, _SET = 2, 3, 2
"""Numbers of the simulated cameras, tables and sets."""


def pictures(work: Path) -> dict[str, Picture]:
    """All pictures by their names, (H, W, 3) uint8 RGB; files are left in the folder `work`."""
    lens, mount, own = (work / name for name in ("lens.json", "mount.json", "own.json"))
    settings = work / "kibitz.toml"
    settings.write_text("[camera]\nfps = 1.0\n")
    for what, seed, path in (("lens", _LENS, lens), ("mount", _TABLE, mount), ("set", _SET, own)):
        camera = f"simulated:{seed}"
        if main(["calibrate", what, "--camera", camera, "--to", str(path), "--settings", str(settings)]):
            raise SystemExit(f"kibitz calibrate {what} did not come to an end")
    sheet = SheetCamera(_LENS, fps=1.0, size=SIZE)
    held = [frame.picture for _ in range(12) if (frame := sheet.next()) is not None]
    arranged = simulated_set(np.random.default_rng(_SET), SIZE, set_learner().arrangements)
    return {
        "lens-sheet": held[-1],
        "lens-map": load_photo(lens.with_suffix(".png")),
        "mount": load_photo(mount.with_suffix(".jpg")),
        "set-arrangement": next(arranged),
        "set-learnt": load_photo(own.with_suffix(".png")),
        "corners-sheet": _first_page("corners", work),
        "tiles-sheet": _first_page("tiles", work),
    }


def _first_page(what: str, work: Path) -> Picture:
    """What a printer makes of the first page of a sheet; its file is left in the folder `work`."""
    path = work / f"{what}.pdf"
    main(["print", what, "--to", str(path)])
    with pypdfium2.PdfDocument(path) as document:
        page = document[0]
        return np.asarray(page.render(scale=_WIDTH * 2 / page.get_width()).to_pil().convert("RGB"))


def write(name: str, picture: Picture) -> None:
    """Write a picture as a JPEG, small enough for a page."""
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (_WIDTH, round(height * _WIDTH / width)), interpolation=cv2.INTER_AREA)
    path = FOLDER / f"{name}.jpg"
    path.write_bytes(encoded(np.asarray(small, np.uint8), ".jpg", _QUALITY))
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for each, drawn in pictures(Path(folder)).items():
            write(each, drawn)
