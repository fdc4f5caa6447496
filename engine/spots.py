"""A board as spots of a map: where its places are, and signs for what stands there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Hue(StrEnum):
    """Colours that can be told apart on a small map."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    ORANGE = "orange"
    BROWN = "brown"
    BLACK = "black"
    GREY = "grey"
    WHITE = "white"


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands on a place.

    width: in widths of a place, from 0 to 1; is_round: else it is square. On a display of one colour these alone tell
    signs apart. core: the colour of its middle, where that differs. text: what is written on it where there is room,
    as players find a place by what is written near it.
    """

    hue: Hue
    width: float
    is_round: bool = False
    core: Hue | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the board on a map of it, and what stands there.

    x, y: its middle in widths of a place, y upwards, from an origin that the game chooses. sign: None where nothing
    stands, or nobody could tell what. is_read: whether all is known of what is there. ends: for a connection, the
    names of the two places it joins; it has no sign, as a map is too small for what lies there.
    """

    place: str
    x: float
    y: float
    sign: Sign | None = None
    is_read: bool = True
    ends: tuple[str, ...] = ()
