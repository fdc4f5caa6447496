"""Colours, players, structures and what is in the box (P2-P4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Never

from engine.illegible import IllegibleError
from engine.messages import Message

NO_PLAYER = Message("no such player: {text!r} (the players are black and white)")
NO_PIECE = Message("unknown piece: {text!r} (a piece is a colour R B G K and t or d, as in 'Rt')")
NO_BLACK_TOWERS = Message("P3: there are no black towers")
NO_CAP_ON_A_DOME = Message("C2: a cap stands on a dome; only towers bear caps")
NO_STRUCTURE = Message("no such structure: {text!r} ({reason})")
STRUCTURES = Message("domes are r b g k, towers R B G, capped Rx or Ro")


class Colour(StrEnum):
    """The four colours, of guilds and of pieces alike (P1, P3)."""

    RED = "R"
    BLUE = "B"
    GREEN = "G"
    BLACK = "K"


class Kind(StrEnum):
    """The two kinds of structure (P3)."""

    TOWER = "tower"
    DOME = "dome"


class Player(StrEnum):
    """A player, named by the colour of the caps (P3)."""

    BLACK = "black"
    WHITE = "white"

    @classmethod
    def _missing_(cls, value: object) -> Never:
        raise IllegibleError(NO_PLAYER, text=value)

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player.WHITE if self is Player.BLACK else Player.BLACK


CAP_MARKS: Mapping[Player, str] = MappingProxyType({Player.BLACK: "x", Player.WHITE: "o"})
"""How a cap is written behind its tower in position text."""

_PLAYER_OF_MARK = {mark: player for player, mark in CAP_MARKS.items()}


@dataclass(frozen=True, slots=True)
class Piece:
    """A structure in the hand: a tower or a dome of a colour, written `Rt` or `Kd`.

    >>> Piece.parse("Rt")
    Piece.parse('Rt')
    """

    kind: Kind
    colour: Colour

    @classmethod
    def parse(cls, text: str) -> Piece:
        """The piece that `text` names; IllegibleError for anything else, a black tower included (P3)."""
        piece = _PIECE_OF_TEXT.get(text[:1].upper() + text[1:].lower())
        if piece is None:
            raise IllegibleError(NO_PIECE, text=text)
        return piece

    def __str__(self) -> str:
        """Its text form."""
        return f"{self.colour}{self.kind[0]}"

    def __repr__(self) -> str:
        """An expression that makes it again."""
        return f"Piece.parse({str(self)!r})"


PIECES: tuple[Piece, ...] = (
    *(Piece(Kind.TOWER, colour) for colour in (Colour.RED, Colour.BLUE, Colour.GREEN)),
    *(Piece(Kind.DOME, colour) for colour in Colour),
)
"""The seven pieces there are: no black towers (P3)."""

_PIECE_OF_TEXT = {str(piece): piece for piece in PIECES}

CAPS_EACH = 3
"""Caps of each player (P3, C3)."""

DOMES_EACH = 3
"""Domes of each colour that each player has (P3)."""

_TOWERS = {
    Player.BLACK: {Colour.RED: 2, Colour.BLUE: 3, Colour.GREEN: 2},
    Player.WHITE: {Colour.RED: 3, Colour.BLUE: 2, Colour.GREEN: 2},
}

SUPPLIES: Mapping[Player, Mapping[Piece, int]] = MappingProxyType(
    {
        player: MappingProxyType(
            {
                piece: _TOWERS[player][piece.colour] if piece.kind is Kind.TOWER else DOMES_EACH
                for piece in PIECES
            }
        )
        for player in Player
    }
)
"""Structures of each player at the start, 19 each (P3)."""

BOX: Mapping[Piece, int] = MappingProxyType(
    {piece: sum(SUPPLIES[player][piece] for player in Player) for piece in PIECES}
)
"""Structures of both players together, 38 in all (P3)."""


@dataclass(frozen=True, slots=True)
class Structure:
    """A tower or dome that stands on a lot, and the owner of the cap on it.

    The text is that of a position: `r b g k` domes, `R B G` towers, `Ro` capped white, `Rx`
    capped black.

    >>> str(Structure(Kind.TOWER, Colour.RED, Player.WHITE)), str(Structure(Kind.DOME, Colour.BLACK))
    ('Ro', 'k')

    Raises IllegibleError for a black tower (P3) and for a cap on a dome (C2).
    """

    kind: Kind
    colour: Colour
    cap: Player | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.kind is Kind.TOWER and self.colour is Colour.BLACK:
            raise IllegibleError(NO_BLACK_TOWERS)
        if self.kind is Kind.DOME and self.cap is not None:
            raise IllegibleError(NO_CAP_ON_A_DOME)

    @classmethod
    def parse(cls, text: str) -> Structure:
        """The structure that `text` stands for; IllegibleError for anything else."""
        colour, mark = text[:1].upper(), text[1:]
        if colour in ("R", "B", "G", "K") and (not mark or mark in _PLAYER_OF_MARK):
            kind = Kind.DOME if text[0].islower() else Kind.TOWER
            try:
                return cls(kind, Colour(colour), _PLAYER_OF_MARK.get(mark))
            except IllegibleError as error:
                raise IllegibleError(NO_STRUCTURE, text=text, reason=error) from None
        raise IllegibleError(NO_STRUCTURE, text=text, reason=STRUCTURES)

    @property
    def piece(self) -> Piece:
        """What it was before it was built and capped."""
        return Piece(self.kind, self.colour)

    @property
    def is_tower(self) -> bool:
        """Whether it is a tower."""
        return self.kind is Kind.TOWER

    def capped(self, player: Player) -> Structure:
        """The same tower bearing the player's cap."""
        return Structure(self.kind, self.colour, player)

    def __str__(self) -> str:
        """Its text form."""
        if self.kind is Kind.DOME:
            return self.colour.lower()
        return self.colour + (CAP_MARKS[self.cap] if self.cap else "")

    def __repr__(self) -> str:
        """An expression that makes it again."""
        return f"Structure.parse({str(self)!r})"
