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

    width: in widths of a place, from 0 to 1; is_round: else it is square. A display of one colour tells signs apart
    by these alone. core: the colour of its middle, if that is another. text: what is written on it where there is
    room, as players look for a place by such beside it.
    """

    hue: Hue
    width: float
    is_round: bool = False
    core: Hue | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the board on a map of it, and what stands there.

    x, y: its middle in widths of a place, y upwards, from wherever the game likes. sign: None where nothing stands,
    or nobody could tell what. is_read: whether all is known of what is there. ends: the names of the two places that
    a connection lies between; it has no sign, as a map is too small for what lies there.
    """

    place: str
    x: float
    y: float
    sign: Sign | None = None
    is_read: bool = True
    ends: tuple[str, ...] = ()
