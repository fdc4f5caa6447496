"""Whether a player could build at all: a quick look that errs on the side of yes."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import UNREAD, Colour, Player, Stones
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.paying import BESIDE
from engine.netzwerk.routes import routes
from engine.netzwerk.state import State

_SHORTEST = 2  # stones for a route from a city over a landscape to another


def may_afford(state: State, player: Player, options: Options = BOOK) -> bool:
    """Whether a player could perhaps build something with what may be in the hand; where not, that is certain.

    Any build contains a way from a city or an own route to another one (N-6.5). All that is checked is whether some
    way takes no more stones than there may be, over connections that the hand could pay for one by one.
    """
    possible = state.possible_hands(player)
    if possible is None:
        return True
    most = max(map(sum, possible))
    laid = state.connectors[player]
    if most < (1 if laid or options.city_city != "forbidden" else _SHORTEST):
        return False
    y, o, r, g, b = map(max, zip(*possible, strict=True))
    search = _Search(state, player, options, (y, o, r, g, b), most)
    parts = [
        frozenset(field for connector in route.connectors for field in connector.fields)
        for route in routes(state.board, laid)
    ]
    cities = [frozenset((field,)) for field in state.board if state.board.is_city(field)]
    return any(search.leads_on(part, parts) for part in (*parts, *cities))


@dataclass(frozen=True, slots=True)
class _Search:
    """hand: the most stones there may be of each colour; most: of all colours together."""

    state: State
    player: Player
    options: Options
    hand: Stones
    most: int

    def leads_on(self, part: frozenset[Field], parts: Iterable[frozenset[Field]]) -> bool:
        """Whether a way within the stones leads from a route or a city to another city or route."""
        board = self.state.board
        # A route that goes on to one of its own cities would leave it twice.
        goals = {field for field in board if board.is_city(field)}.union(*parts) - part
        waiting = [(0, field) for field in sorted(part) if len(part) == 1 or not board.is_city(field)]
        reached = set(part)
        while waiting:
            spent, field = heapq.heappop(waiting)
            if field in goals:
                return True
            if spent and field in reached:
                continue
            reached.add(field)
            for beside, stones in self._ways(field):
                if beside not in reached and spent + stones <= self.most:
                    heapq.heappush(waiting, (spent + stones, beside))
        return False

    def _ways(self, field: Field) -> Iterator[tuple[Field, int]]:
        """Where the player may lay a connector from a field and pay for it, and for how many stones (N-6.7, N-7)."""
        board, state = self.state.board, self.state
        for beside in field.neighbours():
            if not board.can_be_entered(beside):
                continue
            kinds = (board[field], board[beside])
            if all(map(board.is_city, (field, beside))) and self.options.city_city == "forbidden":
                continue
            connection = Connection.of(field, beside)
            if not state.has_room(connection, self.player):
                continue
            colours = [it for it in kinds if isinstance(it, Colour)]
            is_any = not colours or UNREAD in kinds
            have = sum(
                count for count, colour in zip(self.hand, Colour, strict=True) if is_any or colour in colours
            )
            stones = BESIDE if state.owners(connection) else 1
            if have >= stones:
                yield beside, stones
