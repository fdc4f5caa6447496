"""What a later look at the table shows that an earlier position lacks, and the other way round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between a position and a table; what is unknown in either does not differ.

    went: where miners now stand that stood elsewhere, or nowhere. fewer: how many stones are gone, by field. laid:
    new connectors, by players who have any. gone: places that no turn changes so: a miner left the board, a connector
    is gone, a stone was put back, or something came of a player who isn't in the game.
    """

    went: Mapping[Player, Field]
    fewer: Mapping[Field, int]
    laid: Mapping[Player, frozenset[Connection]]
    gone: tuple[str, ...]

    @classmethod
    def between(cls, state: State, table: State) -> Difference:
        """The difference; players whom the table does not name were not seen."""
        went: dict[Player, Field] = {}
        laid: dict[Player, frozenset[Connection]] = {}
        gone: list[str] = []
        for player in table.players:
            if player not in state.players:
                gone += _of_a_stranger(table, player)
                continue
            before, now = state.miners[player], table.miners[player]
            if before != now and player not in state.unknown.miners | table.unknown.miners:
                if now is None:
                    gone.append(str(before))
                else:
                    went[player] = now
            had, has = state.connectors[player], table.connectors[player]
            if fresh := frozenset(it for it in has - had if not state.unknown.may_lie(player, it)):
                laid[player] = fresh
            gone += (str(it) for it in sorted(had - has) if not table.unknown.may_lie(player, it))
        fewer = {}
        for field in sorted(state.stones.keys() & table.stones.keys()):
            if count := state.stones[field] - table.stones[field]:
                fewer[field] = count
        gone += (str(field) for field, count in fewer.items() if count < 0)
        return cls(went, {field: count for field, count in fewer.items() if count > 0}, laid, tuple(gone))

    @property
    def is_nothing(self) -> bool:
        """Whether nothing differs."""
        return not (self.went or self.fewer or self.laid or self.gone)


def _of_a_stranger(table: State, player: Player) -> list[str]:
    at = table.miners[player]
    return [*([str(at)] if at else []), *map(str, sorted(table.connectors[player]))]
