"""What lies on a table as far as it was made out, and its position text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import DESERT, City, Colour, Kind, Player

UNREAD = "?"
_TEN = "A"


@dataclass(frozen=True, slots=True)
class SomeCity:
    """A city whose value nobody could read."""


@dataclass(frozen=True, eq=False)
class Landscape:
    """Fields and what lies on them.

    kinds: of each field that is there, None where nobody could tell. stones: on each landscape, None where nobody
    could tell. miners: where each player's stands, None where none does, UNREAD where that could not be told.
    connectors: by owner. unsure: whose connectors could not be read.
    """

    kinds: Mapping[Field, Kind | SomeCity | None]
    stones: Mapping[Field, int | None]
    miners: Mapping[Player, Field | str | None]
    connectors: Mapping[Player, frozenset[Connection]]

    @property
    def unread(self) -> tuple[Field, ...]:
        """Fields of which the kind, a city's value or the stones could not be read."""
        return tuple(field for field in self.kinds if UNREAD in self._token(field))

    def __str__(self) -> str:
        """BOARD MINERS STICKS; hands and turn are nowhere to be seen, nor is who takes part: all are named."""
        miners = ";".join(f"{player}{self.miners[player] or '-'}" for player in Player)
        sticks = "|".join(
            f"{player}{';'.join(sorted(map(str, self.connectors[player]))) or '-'}" for player in Player
        )
        return f"{self._board()} {miners} {sticks}"

    def _board(self) -> str:
        rows = sorted({field.r for field in self.kinds})
        texts = []
        for r in range(rows[0], rows[-1] + 1):
            qs = sorted(field.q for field in self.kinds if field.r == r)
            tokens = "".join(self._token(Field(q, r)) for q in range(qs[0], qs[-1] + 1)) if qs else ""
            texts.append(f"{qs[0] if qs else 0}:{tokens}")
        return f"{rows[0]}|{'/'.join(texts)}"

    def _token(self, field: Field) -> str:
        if field not in self.kinds:
            return ".."
        kind = self.kinds[field]
        if kind is None:
            return UNREAD * 2
        if isinstance(kind, SomeCity):
            return f"C{UNREAD}"
        if isinstance(kind, City):
            return f"C{_TEN if kind.value == 10 else kind.value}"
        if isinstance(kind, Colour):
            stones = self.stones[field]
            return f"{kind}{UNREAD if stones is None else stones}"
        return DESERT.value * 2
