"""A closer look at tiles whose guild or corner the look at the whole board leaves in doubt, at twice its resolution.

Thin lines, small icons and rings that alone bear a guild's colour are hardly a shade on the sheets of the board.
Lots with pieces are blanked: what stands on a tile says nothing of its guild, least of all when it stands there
against the rules. Tiles in doubt are compared with each other: all of a guild look alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.alien_city import Colour, Corner
from vision.alien_city.board import LOT, lot_centres, squares, tile_centres
from vision.alien_city.reading import ICON_LOTS, MARKS, STREET, Reading
from vision.alien_city.second_look import looked_at_again
from vision.alien_city.sheets import Blob, board_colours
from vision.company import clearest
from vision.cuts import as_planes, quadrilaterals, resampled_for
from vision.lens import Floats
from vision.light import LIGHT_NUMBERS, light_of
from vision.network import Network
from vision.photo import Picture

SIDE = 96
"""Pixels of a tile across."""
ABOUT_NUMBERS = LIGHT_NUMBERS + len(Corner) + len(MARKS)

_CERTAIN = 0.99  # tiles of which the look at the whole board is as sure as that are not looked at again
_IN_VIEW = 0.5
_LEAST = 1e-4  # no probability is taken to be smaller
_OF_EACH = 2  # clear tiles shown of each guild

_IN_THE_MIRROR = [1, 0, 3, 2]  # corners ^ > v <


@dataclass(frozen=True, eq=False)
class TileCuts:
    """What a network is shown of N tiles.

    pictures: (N, 96, 96, 3) uint8 RGB, as they lie on the table, lots with pieces on them black; gain: the factor
    that scales them to the board's own brightness. about: (N, 41) float32: the board's light, how likely the lots at
    the corners ^ > v < are bare, and the logarithms of the probabilities of MARKS so far.
    """

    pictures: npt.NDArray[np.uint8]
    gain: float
    about: Blob

    @property
    def colours(self) -> Blob:
        """The pictures as the network takes them, (N, 3, 96, 96) float32."""
        return as_planes(self.pictures, self.gain)

    def turned(self, quarters: int) -> TileCuts:
        """The same tiles turned to the left: what was seen at a corner is seen at the one before it."""
        pictures = np.rot90(self.pictures, quarters, axes=(1, 2))
        return replace(self, pictures=pictures, about=_at_corners(self.about, np.roll(range(4), -quarters)))

    def mirrored(self) -> TileCuts:
        """The same tiles with left and right changed."""
        return replace(
            self, pictures=self.pictures[:, :, ::-1], about=_at_corners(self.about, _IN_THE_MIRROR)
        )


def _at_corners(about: Blob, corners: Sequence[int] | npt.NDArray[np.intp]) -> Blob:
    """What is said about tiles (N, 41) with their corners in another order."""
    light, bare, thought = np.split(about, [LIGHT_NUMBERS, LIGHT_NUMBERS + len(Corner)], axis=1)
    marks = thought.reshape(-1, len(Colour), len(Corner))[..., corners]
    return np.hstack([light, bare[:, corners], marks.reshape(thought.shape)])


def doubtful(reading: Reading) -> npt.NDArray[np.intp]:
    """Which tiles, by number, are less than certain although their icon is probably in view."""
    return np.flatnonzero(_is_doubtful(reading) & _is_in_view(reading))


def clear_ones(reading: Reading) -> npt.NDArray[np.intp]:
    """Which tiles, by number, show what those of a guild look like: the clearest two of each, with icons in view."""
    clear = np.flatnonzero(~_is_doubtful(reading) & _is_in_view(reading))
    guilds = reading.tiles.reshape(-1, len(Colour), len(Corner)).sum(axis=2)
    return clear[clearest(guilds[clear], range(len(Colour)), _OF_EACH)]


def _is_doubtful(reading: Reading) -> npt.NDArray[np.bool_]:
    return np.asarray(reading.tiles.max(axis=1) < _CERTAIN)


def _is_in_view(reading: Reading) -> npt.NDArray[np.bool_]:
    return np.asarray((reading.tiles * np.tile(_bare(reading), len(Colour))).sum(axis=1) > _IN_VIEW)


def cuts(picture: Picture, reading: Reading, tiles: npt.NDArray[np.intp]) -> TileCuts:
    """Cut tiles, at least one, out of the picture (H, W, 3) uint8 RGB of a reading."""
    scaled, pose = resampled_for(picture, reading.pose, SIDE / (2 * LOT), lot_centres())
    outlines = pose.outlines(squares(tile_centres()[tiles], 2 * LOT))
    pictures = quadrilaterals(scaled, outlines, (SIDE, SIDE))
    bare = _bare(reading)[tiles]
    half = SIDE // 2
    for corner, (rows, columns) in enumerate(((0, 0), (0, half), (half, half), (half, 0))):
        pictures[bare[:, corner] < _IN_VIEW, rows : rows + half, columns : columns + half] = 0
    gain, light = light_of(board_colours(scaled, pose))
    thought = np.log(np.maximum(reading.tiles[tiles], _LEAST))
    about = np.hstack([np.tile(light, (len(tiles), 1)), bare, thought])
    return TileCuts(pictures, gain, about.astype(np.float32))


def _bare(reading: Reading) -> Floats:
    """How likely the lots of each tile at its corners ^ > v < are bare and in view, (20, 4)."""
    return np.asarray((reading.lots[:, STREET] * (1 - reading.unseen))[ICON_LOTS])


class Emblems:
    """Reads doubtful tiles again. Keeps the network, and nothing of any picture."""

    def __init__(self) -> None:
        """The network is loaded when first needed."""
        self._network = Network(
            Path(__file__).parent / "models" / "emblems.onnx.xz", ["marks"], together=True
        )

    def __call__(self, picture: Picture, reading: Reading) -> Reading:
        """The reading of a picture, with doubtful tiles as they look from close up."""
        chosen = doubtful(reading)
        if not len(chosen):
            return reading
        shown = np.concatenate([chosen, clear_ones(reading)])
        seen = cuts(picture, reading, shown)
        return replace(reading, tiles=looked_at_again(self._network, reading.tiles, chosen, seen))
