"""What is not known of a position: what a camera did not see, and what no camera sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player, Stones


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is not known. In its place a position has only what is sure: no stone, no miner, no connector.

    Fields whose kind or value is not known are kept by the board. stones: landscapes on which they could not be
    counted. miners: players whose miner may stand anywhere. networks: players of whose connectors none was seen;
    connections: where a player may have one. hands: the possible hands of a player, where there are several; None
    where it may be anything. seats: players of whom it isn't known when it is their turn, nor, while miners are put
    on the board, whether they play.
    """

    stones: frozenset[Field] = frozenset()
    miners: frozenset[Player] = frozenset()
    networks: frozenset[Player] = frozenset()
    connections: frozenset[tuple[Player, Connection]] = frozenset()
    hands: Mapping[Player, frozenset[Stones] | None] = field(default_factory=dict)
    seats: frozenset[Player] = frozenset()

    def may_lie(self, player: Player, connection: Connection) -> bool:
        """Whether a player may have a connector there that nobody saw."""
        return player in self.networks or (player, connection) in self.connections

    def turned(self) -> Unknown:
        """The same when the table is turned by 60 degrees about the origin."""
        return replace(
            self,
            stones=frozenset(it.turned() for it in self.stones),
            connections=frozenset((player, it.turned()) for player, it in self.connections),
        )

    def without(self, players: frozenset[Player]) -> Unknown:
        """The same without some players."""
        return replace(
            self,
            miners=self.miners - players,
            networks=self.networks - players,
            connections=frozenset(it for it in self.connections if it[0] not in players),
            hands={player: hands for player, hands in self.hands.items() if player not in players},
            seats=self.seats - players,
        )


NOTHING = Unknown()
"""Everything is known."""
