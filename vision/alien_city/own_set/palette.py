"""The colours of one owner's set, with which what was learnt can be shown.

A colour here is the logarithm of the brightness of its three channels over the light on the board, so that it is the
same under any lamp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from engine.alien_city import PIECES, Kind
from vision.alien_city.board import COLUMNS, ROWS
from vision.alien_city.reading import LOT_STATES, STREET
from vision.alien_city.sheets import LOT_PIXELS, MARGIN, at_scale, board_colours, cut
from vision.lens import Floats
from vision.photo import Picture
from vision.pose import Pose

FAR = 0.35
"""So far apart are colours (`apart`) that are surely not the same."""

_DARK = 0.03
_LARGEST = 1e3  # no colour has larger numbers
_LIGHT_PERCENTILE = 75  # of the board: bright, but no highlight
_LIGHT_STEPS, _LIKE_STOCK = 4, 0.8
_INNER = 0.25  # of a lot at each side is left out
_CAPS = 2  # the sheet on which caps are seen; domes and towers are on those before
_FEWEST = 8  # pixels of a lot that are of a piece
HUES = np.array([[0.8 / 3, 0.8 / 3, 0.8 / 3], [1.0, -1.0, 0.0], [-0.5, -0.5, 1.0]])
"""Of a colour: lightness, which differs with the slope of a face and with shadows, and two hues, which do not."""


@dataclass(frozen=True, eq=False)
class Palette:
    """How the pieces of a set look.

    pieces: (7, 3) colours, in the order of PIECES, NaN for one that was not seen; grounds: (N, 3) colours of what is
    no piece, the tiles' stock first, then prints and lines.
    """

    pieces: Floats
    grounds: Floats

    def __post_init__(self) -> None:
        """Refuse arrays of the wrong shape, and numbers that are none of colours."""
        if (self.pieces.shape, self.grounds.shape[1:]) != ((len(PIECES), 3), (3,)) or not len(self.grounds):
            raise ValueError("no palette: colours of seven pieces, and those of the ground")
        if not (np.abs(self.grounds) < _LARGEST).all():
            raise ValueError("no palette: its numbers are not those of colours")

    @property
    def stock(self) -> Floats:
        """The colour (3,) of what the tiles are made of."""
        return np.asarray(self.grounds[0])

    def to_json(self) -> dict[str, Any]:
        """As plain numbers; null for a colour that is not known."""
        pieces = [None if np.isnan(colour).any() else colour.round(4).tolist() for colour in self.pieces]
        return {
            "pieces": dict(zip(map(str, PIECES), pieces, strict=True)),
            "grounds": self.grounds.round(4).tolist(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Palette:
        """The palette of such numbers. Raises ValueError, KeyError or TypeError for anything else."""
        pieces = [data["pieces"][str(piece)] or [np.nan] * 3 for piece in PIECES]
        return cls(np.array(pieces, np.float64), np.array(data["grounds"], np.float64))


def states_of(number: int) -> list[int]:
    """The LOT_STATES of a piece, capped or not."""
    piece = PIECES[number]
    return [at for at, it in enumerate(LOT_STATES) if it is not None and it.piece == piece]


def _rough_light(spots: Picture) -> Floats:
    """The light on a board (3,), from 0 to 1, by spots of it (N, M, 3) uint8, whatever lies there."""
    return np.asarray(np.percentile(spots.reshape(-1, 3), _LIGHT_PERCENTILE, axis=0) / 255)


def _light_by_stock(spots: Picture, stock: Floats) -> Floats:
    """The same, chosen so that tiles have the colour of their stock, of which a board shows more than of all else."""
    light = _rough_light(spots)
    brightness = spots.reshape(-1, 3) / 255
    for _ in range(_LIGHT_STEPS):
        off = colour_of(brightness, light) - stock
        near = off[np.linalg.norm(off, axis=1) < _LIKE_STOCK]
        if len(near) < _FEWEST:
            break
        light = np.clip(light * np.exp(np.median(near, axis=0)), 0.01, 4.0)
    return np.asarray(light)


def colour_of(brightness: Floats, light: Floats) -> Floats:
    """The colours (..., 3) of brightnesses from 0 to 1 under a light (3,)."""
    return np.asarray(np.log(brightness + _DARK) - np.log(light + _DARK))


def brightness_of(colours: Floats, light: Floats) -> Floats:
    """The brightnesses from 0 on (..., 3) that colours have under a light (3,)."""
    return np.asarray(np.exp(colours) * (light + _DARK) - _DARK)


def apart(colours: Floats, others: Floats) -> Floats:
    """How far colours (N, 3) are from others (M, 3), (N, M): hue and saturation count for more than lightness."""
    steps = (colours @ HUES.T)[:, None] - (others @ HUES.T)[None]
    return np.asarray(np.sqrt((steps**2).sum(axis=2)))


def pixels_of_lots(picture: Picture, pose: Pose, stock: Floats | None = None) -> Floats:
    """The colours of the inner pixels of each lot on each of the sheets, (3, 80, 12, 12, 3), lots as in the engine.

    stock: the colour (3,) that tiles have, by which the light on them is known.
    """
    scaled = at_scale(picture, pose)
    spots = board_colours(*scaled)
    light = _rough_light(spots) if stock is None else _light_by_stock(spots, stock)
    inner = slice(int(LOT_PIXELS * _INNER), LOT_PIXELS - int(LOT_PIXELS * _INNER))
    found = []
    for sheet in cut(*scaled):
        board = sheet[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(ROWS, LOT_PIXELS, COLUMNS, LOT_PIXELS, 3)
        lots = board[::-1, inner, :, inner].transpose(0, 2, 1, 3, 4)
        found.append(colour_of(lots.reshape(ROWS * COLUMNS, *lots.shape[2:]) / 255, light))
    return np.stack(found)


def colours_of_lots(picture: Picture, pose: Pose, grounds: Floats) -> Floats:
    """The colour of each lot that is not the ground's, (2, 80, 3): taken as a dome's, and as a tower's."""
    pixels = pixels_of_lots(picture, pose, grounds[0])[:_CAPS]
    pixels = pixels.reshape(*pixels.shape[:2], -1, 3)
    flat = pixels.reshape(-1, 3)
    is_far = (apart(flat, grounds).min(axis=1) > FAR).reshape(pixels.shape[:3])
    shown = np.where(is_far[..., None], pixels, np.nan)
    enough = is_far.sum(axis=2) >= _FEWEST
    chosen = np.where(enough[..., None, None], shown, pixels)
    return np.asarray(np.nanmedian(chosen, axis=2))


Shown: TypeAlias = tuple[Picture, Pose, npt.NDArray[np.intp]]
"""A picture, its pose, and what stands on the lots (80,), by LOT_STATES."""


def palette_of(pictures: Sequence[Shown]) -> Palette:
    """The palette of a set by pictures of it. Raises ValueError when no lot is bare."""
    if not any((states == STREET).any() for _, _, states in pictures):
        raise ValueError("no lot is bare")
    roughly, shares = _clusters(_bare(pictures, None))
    centres, shares = _clusters(_bare(pictures, roughly[shares.argmax()]))
    common = centres[np.argsort(-shares)][: max(1, int((shares > _COMMON).sum()))]
    pieces = _pieces(pictures, common)
    own = pieces[~np.isnan(pieces).any(axis=1)]
    others = centres[apart(centres, own).min(axis=1, initial=np.inf) > FAR]
    return Palette(pieces, np.vstack([common, others]))


def _pieces(pictures: Sequence[Shown], grounds: Floats) -> Floats:
    """The colours of pieces, as in a Palette."""
    states = np.concatenate([standing for _, _, standing in pictures])
    colours = np.concatenate(
        [colours_of_lots(picture, pose, grounds) for picture, pose, _ in pictures], axis=1
    )
    pieces = []
    for number, piece in enumerate(PIECES):
        seen = colours[int(piece.kind is Kind.TOWER), np.isin(states, states_of(number))]
        pieces.append(np.median(seen, axis=0) if len(seen) else np.full(3, np.nan))
    return np.array(pieces)


def _bare(pictures: Sequence[Shown], stock: Floats | None) -> Floats:
    """The colours of all pixels (N, 3) of lots on which nothing stands."""
    lots = [pixels_of_lots(picture, pose, stock)[0, states == STREET] for picture, pose, states in pictures]
    return np.concatenate([pixels.reshape(-1, 3) for pixels in lots])


_COMMON = 0.04  # share of all bare pixels: what covers that much is no print
_CLUSTERS, _SAMPLED = 12, 4000


def _clusters(colours: Floats) -> tuple[Floats, Floats]:
    """Twelve colours (12, 3) that stand for many, and the share of each."""
    sample = colours[:: max(1, len(colours) // _SAMPLED)].astype(np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    cv2.setRNGSeed(1)
    count = min(_CLUSTERS, len(sample))
    none = np.empty((0, 1), np.int32)
    _, labels, centres = cv2.kmeans(sample, count, none, criteria, 1, cv2.KMEANS_PP_CENTERS)
    return centres.astype(np.float64), np.bincount(labels.ravel(), minlength=count) / len(sample)
