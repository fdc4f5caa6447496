"""A position of the game: the board with what lies on it, the hands, and whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.netzwerk.board import Board
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import (
    CONNECTORS_EACH,
    FIELDS_WITH_TWO,
    LANDSCAPES_EACH,
    NO_STONES,
    STONES_ON_A_LANDSCAPE,
    UNREAD,
    Colour,
    Player,
    Stones,
)
from engine.netzwerk.unknown import NOTHING, Unknown


class Phase(StrEnum):
    """What the player to act does next."""

    PLACE = "p"
    MOVE = "m"
    BUILD = "b"
    OVER = "x"


@dataclass(frozen=True, slots=True)
class Begun:
    """What a player still has to finish in a turn that goes on, as an onlooker sees it.

    laid: connectors of this turn that are no valid routes yet, and not paid for. stone: whether the stone on the
    miner's field still has to be taken.
    """

    laid: frozenset[Connection] = frozenset()
    stone: bool = False


FINISHED = Begun()


@dataclass(frozen=True, slots=True)
class State:
    """A position; immutable, and mappings in it are never changed.

    players: in seat order. stones: left on each landscape. miners: None where one is not on the board yet.
    connectors: laid, by owner. hands: stones in hand, only what is surely there where they are not known. player: to
    act, or who ended the game. begun: what that player has begun. unknown: what is not known of all this.
    """

    board: Board
    players: tuple[Player, ...]
    stones: Mapping[Field, int]
    miners: Mapping[Player, Field | None]
    connectors: Mapping[Player, frozenset[Connection]]
    hands: Mapping[Player, Stones]
    player: Player
    phase: Phase
    begun: Begun = FINISHED
    unknown: Unknown = NOTHING

    @property
    def is_known(self) -> bool:
        """Whether nothing is unknown, and no turn is seen only in part."""
        return self.unknown == NOTHING and self.begun == FINISHED and not self.board.unread

    @property
    def is_small(self) -> bool:
        """Whether the landscape is one for two players (N-3.3); while it is not known who plays, a small one is."""
        return len(self.board.kinds) <= FIELDS_WITH_TWO if self.unknown.seats else len(self.players) == 2

    @property
    def next_player(self) -> Player:
        """Whose turn comes after this one: the next clockwise."""
        return self.players[(self.players.index(self.player) + 1) % len(self.players)]

    @property
    def occupied(self) -> frozenset[Field]:
        """The fields on which miners stand."""
        return frozenset(field for field in self.miners.values() if field is not None)

    def possible_hands(self, player: Player) -> frozenset[Stones] | None:
        """All that may be in a player's hand; None where it may be anything."""
        return self.unknown.hands.get(player, frozenset((self.hands[player],)))

    def with_hands(self, player: Player, possible: frozenset[Stones] | None) -> State:
        """The same, with one of these in a player's hand, or, for None, anything."""
        sure = tuple(map(min, zip(*possible, strict=True))) if possible else NO_STONES
        y, o, r, g, b = sure
        others = {other: hands for other, hands in self.unknown.hands.items() if other is not player}
        open_hands = others if possible is not None and len(possible) == 1 else {**others, player: possible}
        return replace(
            self,
            hands={**self.hands, player: (y, o, r, g, b)},
            unknown=replace(self.unknown, hands=open_hands),
        )

    def connectors_left(self, player: Player) -> int:
        """How many connectors a player has not laid yet (N-6.8)."""
        return max(0, CONNECTORS_EACH - len(self.connectors[player]))

    def owners(self, connection: Connection) -> tuple[Player, ...]:
        """Whose connectors lie on a connection, in seat order."""
        return tuple(player for player in self.players if connection in self.connectors[player])

    def has_room(self, connection: Connection, player: Player) -> bool:
        """Whether a player may lay a connector beside what lies there: not beside an own one (N-6.7), nor, in a game
        of two, beside the other's (N-7.3)."""
        owners = self.owners(connection)
        return player not in owners and not (owners and len(self.players) == 2)

    def on_board(self, colour: Colour) -> int:
        """How many stones of a colour lie on the board."""
        return sum(count for field, count in self.stones.items() if self.board[field] is colour)

    @property
    def colours_gone(self) -> tuple[Colour, ...]:
        """The colours of the landscape of which surely no stone is left on it; one of them ends the game (N-9.1).

        A field that could not be read may be of any colour that still lacks known fields (N-2.2, N-3.3).
        """
        here = Counter(self.board.kinds.values())
        least = LANDSCAPES_EACH - self.is_small if here[UNREAD] else 1
        uncounted = {self.board[field] for field in self.unknown.stones}
        known = (it for it in Colour if here[it] >= least and it not in uncounted)
        return tuple(it for it in known if not self.on_board(it))

    def turned(self) -> State:
        """The same table turned by 60 degrees about the origin."""
        return replace(
            self,
            board=self.board.turned(),
            stones={field.turned(): count for field, count in self.stones.items()},
            miners={player: at and at.turned() for player, at in self.miners.items()},
            connectors={
                player: frozenset(it.turned() for it in laid) for player, laid in self.connectors.items()
            },
            begun=replace(self.begun, laid=frozenset(it.turned() for it in self.begun.laid)),
            unknown=self.unknown.turned(),
        )


def seen(
    board: Board,
    stones: Mapping[Field, int],
    miners: Mapping[Player, Field | None],
    connectors: Mapping[Player, frozenset[Connection]],
    unknown: Unknown = NOTHING,
) -> State:
    """A table as an onlooker sees it: of the players only what they have on it, neither hands nor turn.

    unknown: what could not be made out on the table.
    """
    players = tuple(miners)
    return State(
        board,
        players,
        stones,
        miners,
        connectors,
        dict.fromkeys(players, NO_STONES),
        players[0],
        Phase.MOVE,
        unknown=replace(unknown, hands=dict.fromkeys(players), seats=frozenset(players)),
    )


def opening(board: Board, players: tuple[Player, ...], *, seated: bool = True) -> State:
    """The position before the first turn: two stones on every landscape, nothing else on the board (N-3.5).

    seated: whether it is known who plays, and in which order.
    """
    landscapes = (field for field in board if board.colour_of(field) is not None)
    return State(
        board,
        players,
        dict.fromkeys(landscapes, STONES_ON_A_LANDSCAPE),
        dict.fromkeys(players),
        dict.fromkeys(players, frozenset()),
        dict.fromkeys(players, NO_STONES),
        players[0],
        Phase.PLACE,
        unknown=NOTHING if seated else Unknown(seats=frozenset(players)),
    )
