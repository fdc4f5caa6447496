"""What cannot be right about a position, however it came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.game import Fault
from engine.messages import Message
from engine.netzwerk.board import Board
from engine.netzwerk.material import (
    CONNECTORS_EACH,
    DESERT,
    LANDSCAPES_EACH,
    STONES_EACH,
    STONES_ON_A_LANDSCAPE,
    Colour,
    Player,
)
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.overlooked import overlooked
from engine.netzwerk.routes import SUPERFLUOUS, TOO_FEW_CITIES, TWICE_IN_A_CITY, Route, routes
from engine.netzwerk.state import State
from engine.netzwerk.words import COLOURS, PLAYERS

ON_ONE_FIELD = Message("{count} miner stands on {field}.", "{count} miners stand on {field}.")
ON_DESERT = Message("{player}'s miner stands on a desert, on {field}.")
LIES_ON_DESERT = Message("{player}'s connector {connection} ends on a desert.")
TOO_MANY = Message("{player} has laid {count} connectors, and there are {due}.")
STONES = Message(
    "there is {count} {colour} stone on the board and in hands, and the box has {due}.",
    "there are {count} {colour} stones on the board and in hands, and the box has {due}.",
)
STONES_WITH_TWO = Message(
    "there is {count} {colour} stone on the board and in hands, and with two players {due} are laid out.",
    "there are {count} {colour} stones on the board and in hands, and with two players {due} are laid out.",
)
BETWEEN_CITIES = Message(
    "{player}'s connector {connection} lies between two cities, where no stone can pay for it."
)
ONE_CITY = Message("a route has to connect two cities at least, and {player}'s with {connection} does not.")
LEAVES_TWICE = Message(
    "a route may leave a city once only, and {player}'s with {connection} leaves city {city} twice."
)
TOO_MUCH = Message(
    "{player}'s cities stay connected without {connection}; nothing of a route may be superfluous."
)
BOTH = Message("with two players only one may have a connector on {connection}.")

_OF_ROUTES = {
    TOO_FEW_CITIES: ("N-6.5a", ONE_CITY),
    TWICE_IN_A_CITY: ("N-6.5b", LEAVES_TWICE),
    SUPERFLUOUS: ("N-6.5c", TOO_MUCH),
}


def position_faults(state: State, options: Options = BOOK) -> tuple[Fault, ...]:
    """All that is wrong with stones, miners, connectors and routes (N-2.4, N-2.8, N-3.5, N-5.2, N-6, N-7)."""
    return tuple(_faults(state, options))


def _faults(state: State, options: Options) -> Iterator[Fault]:
    yield from _too_many_stones(state)
    standing = Counter(field for field in state.miners.values() if field is not None)
    for field, count in sorted(standing.items()):
        if count > 1:
            yield Fault("miners", "N-5.2", ON_ONE_FIELD, {"count": count, "field": str(field)}, (str(field),))
    yield from _on_deserts(state)
    if options.city_city == "forbidden":
        yield from _between_cities(state)
    if len(state.players) == 2:
        one, other = (state.connectors[player] for player in state.players)
        for connection in sorted(one & other):
            yield Fault("parallel", "N-7.3", BOTH, {"connection": str(connection)}, (str(connection),))
    for player in state.players:
        laid = state.connectors[player]
        if len(laid) > CONNECTORS_EACH:
            facts = {"player": PLAYERS[player], "count": len(laid), "due": CONNECTORS_EACH}
            yield Fault("supply", "N-6.8", TOO_MANY, facts)
        wrong = faults_of_routes(state.board, player, routes(state.board, laid))
        # A route may go on to a city over a field that nobody saw.
        yield from (it for it in wrong if it.code == TWICE_IN_A_CITY or not overlooked(state))


def _too_many_stones(state: State) -> Iterator[Fault]:
    """Colours with more stones than the box has (N-2.4), or than are laid out for two players (N-3.5)."""
    is_small = state.is_small and not overlooked(state)
    laid_out = (LANDSCAPES_EACH - is_small) * STONES_ON_A_LANDSCAPE
    for place, colour in enumerate(Colour):
        count = state.on_board(colour) + sum(hand[place] for hand in state.hands.values())
        facts = {"count": count, "colour": COLOURS[colour]}
        if count > STONES_EACH:
            yield Fault("stones", "N-2.4", STONES, facts | {"due": STONES_EACH})
        elif count > laid_out:
            yield Fault("stones", "N-3.5", STONES_WITH_TWO, facts | {"due": laid_out})


def _between_cities(state: State) -> Iterator[Fault]:
    """Connectors that nobody can have paid for (N-7.4)."""
    for player, laid in state.connectors.items():
        for connection in sorted(it for it in laid if all(map(state.board.is_city, it.fields))):
            facts = {"player": PLAYERS[player], "connection": str(connection)}
            yield Fault("city_city", "N-7.4", BETWEEN_CITIES, facts, (str(connection),))


def _on_deserts(state: State) -> Iterator[Fault]:
    """Miners and connectors where nothing may be (N-2.8, N-6.7)."""
    for player, at in state.miners.items():
        if at is not None and state.board.kinds.get(at) is DESERT:
            facts = {"player": PLAYERS[player], "field": str(at)}
            yield Fault("desert", "N-2.8", ON_DESERT, facts, (str(at),))
    for player, laid in state.connectors.items():
        for connection in sorted(filter(state.board.is_on_desert, laid)):
            facts = {"player": PLAYERS[player], "connection": str(connection)}
            yield Fault("desert", "N-6.7", LIES_ON_DESERT, facts, (str(connection),))


def faults_of_routes(board: Board, player: Player, found: Sequence[Route]) -> list[Fault]:
    """What is wrong with the routes of a player (N-6.5), by the letters of the rule."""
    faults = []
    for code, (rule, message) in _OF_ROUTES.items():
        for route in found:
            if code in route.faults:
                blamed = sorted(route.blamed or route.connectors)
                facts = {
                    "player": PLAYERS[player],
                    "connection": str(blamed[0]),
                    "city": _left_twice(board, route),
                }
                faults.append(Fault(code, rule, message, facts, tuple(map(str, blamed))))
    return faults


def _left_twice(board: Board, route: Route) -> str:
    """The value of a city that a route leaves more than once; nothing where there is none."""
    leaving = Counter(field for it in route.connectors for field in it.fields)
    twice = [city for city in route.cities if leaving[city] > 1]
    return str(*board.city_values(twice[:1]))
