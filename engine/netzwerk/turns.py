"""A turn as it was played, with a text form that goes there and back (N-4, N-5, N-8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.illegible import ILLEGAL_TURN, WRITTEN_LIKE, IllegibleError, why
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import NO_STONES, UNREAD, Colour, Player, Stones, Unread

_NONE = "-"
_EXAMPLE = "w 1,0 YY 0,0E;1,0E 1,0,0,1,0"
_MOST_SURPLUS = 1  # of the two stones that may lie on a field


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player did: the miner put or moved to a field (None where it stayed), the stone taken, what was built
    and what it was paid with.

    took: UNREAD where nobody saw whether a stone was taken, or which. surplus: stones taken from the field besides.
    payment: None for a turn that was seen from outside: it doesn't show what was paid nor, as long as nothing is
    built, whether the turn is over. together: whether nobody saw in which order this miner and others were put on the
    board.

    >>> str(Turn.parse("w 1,0 Y 0,0E;1,0E 1,0,0,1,0")), str(Turn.parse("k? 2,0 RR - ?"))
    ('w 1,0 Y 0,0E;1,0E 1,0,0,1,0', 'k? 2,0 RR - ?')
    """

    player: Player
    to: Field | None
    took: Colour | Unread | None
    build: tuple[Connection, ...] = ()
    payment: Stones | None = NO_STONES
    surplus: int = 0
    together: bool = False

    @classmethod
    def parse(cls, text: str) -> Turn:
        """The turn of a text: the player, with `?` for one of several who came together, the field or `-`, the
        stones or `-`, and perhaps connectors or `-` and what they were paid with or `?`. IllegibleError for
        anything else."""
        words = text.split()
        try:
            if len(words) not in (3, 5):
                raise IllegibleError(WRITTEN_LIKE, example=_EXAMPLE)
            took = None if words[2] == _NONE else UNREAD if words[2] == UNREAD else Colour(words[2][:1])
            turn = cls(
                Player(words[0].removesuffix(UNREAD)),
                None if words[1] == _NONE else Field.parse(words[1]),
                took,
                surplus=len(words[2]) - 1,
                together=words[0].endswith(UNREAD),
            )
            if turn.surplus > _MOST_SURPLUS or set(words[2]) != {words[2][0]}:
                raise IllegibleError(WRITTEN_LIKE, example=_EXAMPLE)
            if len(words) == 3:
                return turn
            build = () if words[3] == _NONE else tuple(map(Connection.parse, words[3].split(";")))
            if words[4] == UNREAD:
                return replace(turn, build=build, payment=None)
            y, o, r, g, b = (_count(word) for word in words[4].split(","))
        except ValueError as error:
            raise IllegibleError(ILLEGAL_TURN, text=text, reason=why(error)) from None
        return replace(turn, build=build, payment=(y, o, r, g, b))

    @property
    def taken(self) -> int:
        """How many stones were taken, as far as that was seen."""
        return 0 if self.took is None else 1 + self.surplus

    def __str__(self) -> str:
        """The text that `parse` reads back."""
        player = f"{self.player}{UNREAD if self.together else ''}"
        words = [player, str(self.to or _NONE), str(self.took or _NONE) * (1 + self.surplus)]
        if self.build or self.payment != NO_STONES:
            words.append(";".join(map(str, self.build)) or _NONE)
            words.append(UNREAD.value if self.payment is None else ",".join(map(str, self.payment)))
        return " ".join(words)


def _count(word: str) -> int:
    if not (word.isascii() and word.isdecimal()):
        raise IllegibleError(WRITTEN_LIKE, example=_EXAMPLE)
    return int(word)
