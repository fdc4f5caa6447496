"""Where the parts of a page with a map are: the map beside the words, or below them where it comes out larger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.spots import Spot
from firmware.panel.lettering import Box
from firmware.panel.map import values_shown, width_of_places

_CLEARLY_LARGER = 1.15
"""Places have to be so many times as wide for the map to go below: in a column of their own letters are larger."""
_CLEAR = 10.0
"""Pixels of a place that is easily found on a map."""
_WORTH_WAITING_FOR = 1.3
"""Places have to be so many times as wide for a map by itself to take turns with words."""
_MOST = 2.0
"""A display of more than so many times 128 by 64 pixels is larger as well, and needs not all of them for letters."""

Size = tuple[int, int]
"""Width and height of a display in pixels."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of pages with a map.

    turn, last: whose turn it is, and what was last read. head, body: which rule is broken or which places are
    unclear, and what there is to say of it. map: the same on all pages.
    """

    turn: Box
    last: Box
    head: Box
    body: Box
    map: Box


def layout(size: Size, spots: Sequence[Spot]) -> Layout:
    """The layout of a display for a map of these spots; without any there is no map."""
    beside, below = _beside(size), _below(size)
    if not spots:
        return beside
    wide, wider = (width_of_places(it.map, spots) for it in (beside, below))
    return below if wider >= _CLEARLY_LARGER * wide else beside


def is_better_by_itself(size: Size, spots: Sequence[Spot]) -> bool:
    """Whether places are hard to find on the map beside words, and easier on one that fills the display: there they
    are clearly larger, or more signs have room for what is written on them."""
    beside, alone = (width_of_places(it, spots) for it in (layout(size, spots).map, Box(0, 0, *size)))
    is_larger = alone >= _WORTH_WAITING_FOR * beside
    return beside < _CLEAR and (is_larger or values_shown(alone, spots) > values_shown(beside, spots))


def scale(size: Size) -> float:
    """How many times as large letters have to be as on a display of 128 by 64."""
    return min(size[0] / 128, size[1] / 64, _MOST)


def stretched(size: Size, left: float, top: float, right: float, bottom: float) -> Box:
    """A box of a display of 128 by 64, scaled in both directions to one of another size."""
    x, y = size[0] / 128, size[1] / 64
    return Box(round(left * x), round(top * y), round(right * x), round(bottom * y))


def _beside(size: Size) -> Layout:
    # The body has room for three lines of 13 pixels; with FreeType before 2.14, accents reach a pixel higher.
    return Layout(
        turn=stretched(size, 0, 0, 84, 46),
        last=stretched(size, 0, 50, 128, 64),
        head=stretched(size, 0, 0, 84, 17),
        body=stretched(size, 0, 18, 85, 64),
        map=stretched(size, 87, 0, 128, 50),
    )


def _below(size: Size) -> Layout:
    """Words as high as on 128 by 64, and what is left of the height for the map."""

    def strip(top: float, bottom: float) -> Box:
        return Box(0, round(top * scale(size)), size[0], round(bottom * scale(size)))

    body = strip(18, 49)
    return Layout(
        turn=strip(0, 33),
        last=strip(35, 49),
        head=strip(0, 17),
        body=body,
        map=Box(0, body.bottom + 2, size[0], size[1]),
    )
