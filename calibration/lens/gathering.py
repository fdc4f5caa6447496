"""Gathering pictures of the sheet: which are taken, which are refused and why, and what to show next.

It knows no camera and no clock: somebody shows it one picture after the other. What it has gathered can be kept in a
file, to be broken off and taken up again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.lens.coverage import Coverage, coverage
from calibration.lens.view import FEWEST_CORNERS, BadViewError, View, find_view, lies_somehow
from calibration.sheets.lens_sheet import COLUMNS, ROWS
from calibration.store import read_json, write_json
from engine.illegible import ILLEGIBLE, why
from engine.messages import Message, ToldError
from vision.photo import Picture

FORMAT = "kibitz-lens-views/2"

SAME = Message("much the same as before")
MOVE_IT = Message("much the same as before: move it")
HOLD_STILL = Message("hold it still")
NO_VIEWS = Message(
    "{file}: holds no pictures to go on with: {reason}. Delete it if it is of no use to you; --to FILE keeps this "
    "elsewhere"
)
OTHER_SIZE = Message("of another size than the pictures before")
OTHER_SIZE_NOW = Message("of another size than the pictures before; --anew begins anew")

_STILL = 0.002  # of the picture's width, from picture to picture
_SAME = 0.035  # of it: nearer to a view that was taken, and it tells nothing that is new


class Gathering:
    """The views gathered so far.

    waits: whether a view counts only when the sheet is held still, as before a camera, or each does, as of a folder.
    """

    def __init__(self, views: Iterable[View] = (), *, wait_for_stillness: bool) -> None:
        """Go on from views gathered before."""
        self.views = list(views)
        self.waits = wait_for_stillness
        self._before: View | None = None

    @property
    def coverage(self) -> Coverage:
        """What has been shown so far."""
        return coverage(self.views)

    def look(self, picture: Picture, name: str) -> None:
        """Take a picture (H, W, 3) uint8 RGB. Raises BadViewError when it is of no use, with the reason."""
        before, self._before = self._before, None
        view = find_view(picture, name)
        self._before = view
        if self.views and view.size != self.views[0].size:
            raise BadViewError(OTHER_SIZE_NOW if self.waits else OTHER_SIZE)
        if any(view.moved_from(other) < _SAME for other in self.views):
            raise BadViewError(MOVE_IT if self.waits else SAME)
        if self.waits and (before is None or view.moved_from(before) > _STILL):
            raise BadViewError(HOLD_STILL)
        self.views.append(view)

    def keep(self, path: Path, camera: str) -> None:
        """Keep the views in a file, with the source of the camera they are from. Raises OSError."""
        views = [
            {
                "name": view.name,
                "size": list(view.size),
                "numbers": view.numbers.astype(int).tolist(),
                "pixels": np.round(view.pixels, 4).tolist(),
            }
            for view in self.views
        ]
        write_json(path, {"format": FORMAT, "camera": camera, "views": views})


@dataclass(frozen=True)
class Kept:
    """Views that were kept, and the source of the camera they are from."""

    camera: str
    views: tuple[View, ...]


class ViewsFileError(ToldError, ValueError):
    """A file in which no views were kept, or damaged ones; the text says why."""


def kept_views(path: Path) -> Kept:
    """What was kept in a file; nothing where there is none. Raises ViewsFileError for anything else."""
    try:
        data = read_json(path, FORMAT)
        views = tuple(map(_view, data["views"]))
        if len({view.size for view in views}) > 1:
            raise ValueError("views of pictures of several sizes")
        return Kept(str(data["camera"]), views)
    except FileNotFoundError:
        return Kept("", ())
    except (OSError, *ILLEGIBLE) as error:
        raise ViewsFileError(NO_VIEWS, file=path, reason=why(error)) from error


def _view(data: Mapping[str, Any]) -> View:
    view = View(
        str(data["name"]),
        np.array(data["numbers"], np.float64),
        np.array(data["pixels"], np.float64).reshape(-1, 2),
        (int(data["size"][0]), int(data["size"][1])),
    )
    if not (_is_of_sheet(view) and lies_somehow(view)):
        raise ValueError(f"no view of the sheet: {view.name}")
    return view


def _is_of_sheet(view: View) -> bool:
    """Whether a view has enough corners of the sheet, each once and within the picture."""
    numbers, pixels = view.numbers, view.pixels
    are_corners = (
        np.isin(numbers, np.arange((COLUMNS - 1) * (ROWS - 1))).all()
        and len(np.unique(numbers)) == numbers.size
    )
    is_within = ((pixels > -1) & (pixels < view.size)).all()
    return bool(
        FEWEST_CORNERS <= numbers.size == len(pixels) and numbers.ndim == 1 and are_corners and is_within
    )
