"""A miner may have been taken for another player's when it came; the next one that comes often shows it.

White and grey are told apart best side by side. As long as somebody has nothing on the board but a miner that may as
well be another's, who has nothing there, that one is thought of under both names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from engine.netzwerk.fields import Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from vision.game import HIDDEN
from vision.netzwerk.owners import Sayings, for_another
from vision.netzwerk.reading import Reading

_LEAST_NATS = -3.5  # for the other name: what is less likely than that is not thought of
_RARE_NATS = -1.0  # mistakes are rare, and nobody is to be asked about each name that is not quite certain
_BARE = 0.99  # where so surely nobody stands, nothing is said of whose miner it was


@dataclass(frozen=True, slots=True)
class Mistake:
    """A player's miner on a field that may be another player's. nats: what there is to say for that."""

    player: Player
    other: Player
    field: Field
    nats: float

    def righted(self, table: State) -> State:
        """A table that was named wrongly by its right names."""
        named = {it: self.renamed(it) for it in table.players}
        return replace(
            table,
            miners={it: table.miners[named[it]] for it in table.players},
            connectors={it: table.connectors[named[it]] for it in table.players},
        )

    def renamed(self, player: Player) -> Player:
        """The right name of whom a wrong one names, and the other way round."""
        return {self.player: self.other, self.other: self.player}.get(player, player)


def mistakes(
    reading: Reading, before: State, sayings: Sayings, named: Collection[Player] = ()
) -> Iterator[Mistake]:
    """The miners of a state that may have been taken for another player's.

    sayings: what was known of this game before it began. named: players of whom it is sure who they are.
    """
    absent = [it for it in before.players if _has_nothing(before, it)]
    row = {field: n for n, field in enumerate(reading.fields)}
    for player, at in before.miners.items():
        if at not in row or before.connectors[player] or player in named:
            continue
        if reading.unseen[row[at]] > HIDDEN or reading.miners[row[at], 0] > _BARE:
            continue
        for other in absent:
            nats = for_another(reading, before, player, other, sayings)
            if nats > _LEAST_NATS:
                yield Mistake(player, other, at, nats + _RARE_NATS)


def _has_nothing(state: State, player: Player) -> bool:
    unknown = state.unknown
    return not (state.miners[player] or state.connectors[player] or player in unknown.miners)
