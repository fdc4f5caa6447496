"""Placements, caps and turns, with text forms that go there and back (T2, C1)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.alien_city.lots import LOTS, Lot
from engine.alien_city.pieces import CAP_MARKS, PIECES, Piece, Player, Structure
from engine.illegible import ILLEGAL_TURN, WRITTEN_LIKE, IllegibleError
from engine.messages import Message

ILLEGAL_PLACEMENT = Message("illegal placement: {text!r} ({reason})")
ILLEGAL_CAP = Message("illegal cap: {text!r} (a cap is written x@E6 for Black, o@E6 for White)")
NOTHING_FOLLOWS = Message("nothing follows a pass or a lone cap")


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece put on a lot, written `Rt@C7` (red tower) or `Kd@A10` (black dome).

    >>> Placement.parse("Rt@C7").lot.tile
    13
    """

    piece: Piece
    lot: Lot

    @classmethod
    def parse(cls, text: str) -> Placement:
        """The placement of a text; IllegibleError for anything else."""
        piece, at, lot = text.partition("@")
        try:
            if not at:
                raise IllegibleError(WRITTEN_LIKE, example="Rt@C7")
            return cls(Piece.parse(piece), Lot.parse(lot))
        except IllegibleError as error:
            raise IllegibleError(ILLEGAL_PLACEMENT, text=text, reason=error) from None

    @property
    def structure(self) -> Structure:
        """What then stands on the lot."""
        return Structure(self.piece.kind, self.piece.colour)

    def turned(self) -> Placement:
        """The same placement in the city turned by 180 degrees."""
        return Placement(self.piece, self.lot.turned())

    def __str__(self) -> str:
        """The short form."""
        return f"{self.piece}@{self.lot}"

    def __repr__(self) -> str:
        """An expression that makes it again."""
        return f"Placement.parse({str(self)!r})"


PLACEMENTS: dict[Piece, tuple[Placement, ...]] = {
    piece: tuple(Placement(piece, lot) for lot in LOTS) for piece in PIECES
}
"""Every placement there is, by piece and lot."""


@dataclass(frozen=True, slots=True)
class Cap:
    """A cap laid on a lot, written `x@E6` (a black cap) or `o@E6` (a white one)."""

    owner: Player
    lot: Lot

    @classmethod
    def parse(cls, text: str) -> Cap:
        """The cap of a text; IllegibleError for anything else."""
        mark, at, lot = text.partition("@")
        for owner, own_mark in CAP_MARKS.items():
            if at and mark == own_mark:
                return cls(owner, Lot.parse(lot))
        raise IllegibleError(ILLEGAL_CAP, text=text)

    def __str__(self) -> str:
        """The short form."""
        return f"{CAP_MARKS[self.owner]}@{self.lot}"

    def __repr__(self) -> str:
        """An expression that makes it again."""
        return f"Cap.parse({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player did in a turn: a placement, perhaps a cap; neither of them is a pass.

    `player` is None where it is not known who did it. A cap without a placement is against C1, but
    can happen on a table.

    >>> str(Turn.parse("black Bt@E6 x@E6")), str(Turn(Player.WHITE))
    ('black Bt@E6 x@E6', 'white pass')
    """

    player: Player | None
    placement: Placement | None = None
    cap: Cap | None = None

    @classmethod
    def parse(cls, text: str) -> Turn:
        """The turn of a text; IllegibleError for anything else."""
        words = text.split()
        try:
            if len(words) not in (2, 3):
                raise IllegibleError(WRITTEN_LIKE, example=("'black Bt@E6 x@E6'", "'white pass'"))
            player = None if words[0] == "?" else Player(words[0])
            if words[1] == "pass":
                if len(words) == 3:
                    raise IllegibleError(NOTHING_FOLLOWS)
                return cls(player)
            if words[1][0] in "xo":
                if len(words) == 3:
                    raise IllegibleError(NOTHING_FOLLOWS)
                return cls(player, None, Cap.parse(words[1]))
            cap = Cap.parse(words[2]) if len(words) == 3 else None
            return cls(player, Placement.parse(words[1]), cap)
        except IllegibleError as error:
            raise IllegibleError(ILLEGAL_TURN, text=text, reason=error) from None

    @property
    def is_pass(self) -> bool:
        """Whether nothing was done."""
        return self.placement is None and self.cap is None

    def turned(self) -> Turn:
        """The same turn in the city turned by 180 degrees."""
        placement = self.placement.turned() if self.placement else None
        cap = Cap(self.cap.owner, self.cap.lot.turned()) if self.cap else None
        return Turn(self.player, placement, cap)

    def __str__(self) -> str:
        """The text form."""
        done = [str(part) for part in (self.placement, self.cap) if part is not None]
        return " ".join([self.player or "?", *(done or ["pass"])])

    def __repr__(self) -> str:
        """An expression that makes it again."""
        return f"Turn.parse({str(self)!r})"
