"""What is in the box: landscapes and their stones, cities, deserts, and what each player has (N-2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Never, TypeAlias

from engine.illegible import IllegibleError
from engine.messages import Message
from engine.netzwerk.fields import NO_FIELD

NO_PLAYER = Message("no such player: {text!r} (the players are w, k, g and n)")
OTHER_STONES = Message("no such stones: {text!r} (there are Y, O, R, G and B)")
FEWER_THAN_NONE = Message("fewer stones than none")
MORE_THAN_ALL = Message("more stones of a colour than there are: {most}")

CONNECTORS_EACH = 20
STONES_ON_A_LANDSCAPE = 2
STONES_EACH = 10
"""Of each colour in the box (N-2.4)."""
CITY_VALUES = tuple(range(2, 11))
UNREAD_VALUE = 0
DESERTS = 5
LANDSCAPES_EACH = 5
FIELDS_OF_A_PIECE = 3
FIELDS = 39
"""All that are in the box (N-2.2)."""
MOST_FIELDS = 3 * FIELDS
"""A board of more fields is no wrongly laid landscape but a damaged text, which would take minutes to go through."""
FEWEST_PLAYERS = 2
FIELDS_WITH_TWO = 33
"""A landscape of so many fields is one for two players (N-3.3)."""
SMALL_CITY = 6
"""With two players, this city stays in the box, as does one field of each colour (N-3.3)."""


class Colour(StrEnum):
    """A landscape, and the stones that lie on it; in the order in which five numbers stand for them."""

    YELLOW = "Y"
    ORANGE = "O"
    RED = "R"
    GREEN = "G"
    BLUE = "B"

    @classmethod
    def _missing_(cls, value: object) -> Never:
        raise IllegibleError(OTHER_STONES, text=value)


class Player(StrEnum):
    """A player, by the colour of connectors and miner."""

    WHITE = "w"
    BLACK = "k"
    GREY = "g"
    BROWN = "n"

    @classmethod
    def _missing_(cls, value: object) -> Never:
        raise IllegibleError(NO_PLAYER, text=value)


@dataclass(frozen=True, slots=True, order=True)
class City:
    """A city by its value, 2 to 10; UNREAD_VALUE where that could not be read."""

    value: int

    def __str__(self) -> str:
        """As in JSON."""
        return f"C{self.value}"


class Desert(StrEnum):
    """A hole in the board (N-2.8)."""

    DESERT = "#"


class Unread(StrEnum):
    """What could not be read: a field, or the colour of a stone."""

    UNREAD = "?"


DESERT = Desert.DESERT
UNREAD = Unread.UNREAD
Kind: TypeAlias = Colour | City | Desert | Unread
"""What a field is."""

LEFT_OUT: tuple[tuple[Kind, ...], ...] = (
    (City(SMALL_CITY), Colour.YELLOW, Colour.BLUE),
    (Colour.ORANGE, Colour.RED, Colour.GREEN),
)
"""With two players, these two pieces stay in the box (N-3.3, R22)."""

Stones: TypeAlias = tuple[int, int, int, int, int]
"""Numbers of stones in the order of Colour."""

NO_STONES: Stones = (0, 0, 0, 0, 0)


def kind_of(text: str) -> Kind:
    """The kind by its name in JSON: a colour, `C2` to `C10`, `#`; IllegibleError for anything else."""
    if text == DESERT.value:
        return DESERT
    if text.startswith("C") and text[1:].isdecimal() and int(text[1:]) in CITY_VALUES:
        return City(int(text[1:]))
    try:
        return Colour(text)
    except ValueError:
        raise IllegibleError(NO_FIELD, text=text, example=("Y", "C7", "#")) from None


def stones_of(counts: Mapping[str, int]) -> Stones:
    """Numbers of stones by the letters of colours, those left out being none.

    IllegibleError for another letter, or an impossible number (sentences name stones one by one); TypeError for what
    is no whole number.
    """
    if not all(type(count) is int for count in counts.values()):
        raise TypeError("stones are counted by whole numbers")
    if unknown := set(counts) - {colour.value for colour in Colour}:
        raise IllegibleError(OTHER_STONES, text=tuple(sorted(unknown)))
    if any(count < 0 for count in counts.values()):
        raise IllegibleError(FEWER_THAN_NONE)
    if any(count > STONES_EACH for count in counts.values()):
        raise IllegibleError(MORE_THAN_ALL, most=STONES_EACH)
    y, o, r, g, b = (counts.get(colour.value, 0) for colour in Colour)
    return y, o, r, g, b
