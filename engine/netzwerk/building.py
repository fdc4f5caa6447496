"""May a player lay these connectors now? All that speaks against it, and the ways to pay (N-6, N-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.game import Fault
from engine.messages import Message
from engine.netzwerk.faults import faults_of_routes
from engine.netzwerk.fields import Connection
from engine.netzwerk.material import CONNECTORS_EACH, UNREAD, Player, Stones
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.paying import PLENTY, missing, payments, with_paid
from engine.netzwerk.routes import SUPERFLUOUS, TOO_FEW_CITIES, Route, can_grow, hangs_together, routes
from engine.netzwerk.seats import ended
from engine.netzwerk.state import State
from engine.netzwerk.words import stones_named

EMPTY = Message("no connector is laid.")
OFF_BOARD = Message("{connection} leads off the board.")
NOT_ADJACENT = Message("{connection} does not join neighbours.")
ON_DESERT = Message("{connection} would end on a desert.")
TWICE = Message("a connector of the same player lies on {connection} already.")
NAMED_TWICE = Message("{connection} is named twice.")
BETWEEN_CITIES = Message("{connection} would lie between two cities, where no stone can pay for it.")
BESIDE_THE_OTHER = Message("with two players nobody builds beside the other, as on {connection}.")
SUPPLY = Message("connectors to be laid: {needed}, left: {left}.")
SEVERAL = Message(
    "the new connectors belong to {count} route.",
    "the new connectors belong to {count} routes; a turn builds one.",
)
JOINS_MORE = Message(
    "{count} old route would become one.", "{count} old routes would become one; a turn joins two at most."
)
NO_LINE = Message("the new connectors are not one line from a city or an own connector to the next.")
TOO_DEAR = Message("the stones in hand do not pay for it: {stones} missing.")
WRONG_PAYMENT = Message("these stones do not pay for it exactly.")

_KINDS = ("off_board", "not_adjacent", "desert", "duplicate", "city_city", "parallel_2p")
"""The order in which the rules look at connectors."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say to a build.

    faults: in the order in which the rules are looked at; none for a legal build. payments: every total that pays for
    it and that the hand can give; None when the connectors are impossible, or more than anybody has. kind: "new",
    "extend", "join", "join3" …, or "several"; None unless the build is legal. can_grow: whether these are no valid
    routes yet, but more connectors may make them so.
    """

    faults: tuple[Fault, ...]
    payments: tuple[Stones, ...] | None = None
    kind: str | None = None
    can_grow: bool = False

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    @property
    def so_far(self) -> tuple[Fault, ...]:
        """The faults that more connectors would not cure."""
        curable = {SUPERFLUOUS, TOO_FEW_CITIES} if self.can_grow else set()
        return tuple(fault for fault in self.faults if fault.code not in curable)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The codes of the faults, each once."""
        return tuple(dict.fromkeys(fault.code for fault in self.faults))


def judge_build(
    state: State,
    player: Player,
    build: Sequence[Connection],
    options: Options = BOOK,
    payment: Stones | None = None,
) -> Ruling:
    """What the rules say when a player lays some connectors; with a payment, also whether that is right."""
    if impossible := tuple(_impossible(state, player, build, options)):
        return Ruling(impossible)
    faults = _beyond_supply(state, player, build)
    if len(build) > CONNECTORS_EACH:
        return Ruling(tuple(faults))  # there may be millions of ways to pay for so many
    before, laid = state.connectors[player], frozenset(build)
    touched = [route for route in routes(state.board, before | laid) if route.connectors & laid]
    old = [_old_routes(state, before, route) for route in touched]
    wrong = faults_of_routes(state.board, player, touched)
    if _is_in_doubt(state, player, touched):
        pass  # what could not be read may be what is missing, or belong to another route
    elif wrong:
        faults += wrong
    else:
        faults += _against_the_limit(touched, old, laid, options)
        if options.chain_rule and not _is_line(state, before, laid):
            faults.append(Fault("not_chain", "N-6.4", NO_LINE, {}, _names(build)))
    hands = state.possible_hands(player) or {PLENTY}
    possible = tuple(sorted({it for hand in hands for it in payments(state, build, hand)}))
    if not possible:
        short = (it for it in (missing(state, build, hand) for hand in sorted(hands)) if it is not None)
        lacking = stones_named(min(short, key=sum))
        faults.append(Fault("cost", "N-7.5", TOO_DEAR, {"stones": lacking}, _names(build)))
    elif payment is not None and payment not in possible:
        faults.append(Fault("payment_wrong", "N-7.2", WRONG_PAYMENT, {}, _names(build)))
    may_grow = bool(wrong) and all(can_grow(route) for route in touched)
    kind = build_kind(*old) if not faults else None
    return Ruling(tuple(faults), possible, kind, may_grow)


def build_kind(*old: int) -> str:
    """The kind of a legal build, as in a Ruling, by how many old routes each resulting route holds (N-6.2)."""
    if len(old) > 1:
        return "several"
    return {0: "new", 1: "extend", 2: "join"}.get(old[0], f"join{old[0]}")


def built(state: State, build: Sequence[Connection], payment: Stones | None) -> State:
    """The position after the player to act has built, legally or not, and paid what the hand has of it.

    Connectors that no table can have are left out. payment: None where nobody saw it. The game is over when some
    colour is gone (N-9.1).
    """
    laid = possible_connectors(state, build)
    paid = with_paid(state, state.player, laid if payment is None else build, payment)
    return ended(with_connectors(paid, state.player, laid))


def possible_connectors(state: State, build: Sequence[Connection]) -> frozenset[Connection]:
    """Those that a table can have, even on deserts, where none may lie."""
    return frozenset(
        it for it in build if it.joins_neighbours and all(field in state.board for field in it.fields)
    )


def with_connectors(state: State, player: Player, laid: frozenset[Connection]) -> State:
    """The position with connectors of a player laid on top of those that lie there; where they lie is known then."""
    return replace(
        state,
        connectors={**state.connectors, player: state.connectors[player] | laid},
        unknown=replace(
            state.unknown,
            connections=state.unknown.connections - {(player, connection) for connection in laid},
        ),
    )


def _is_in_doubt(state: State, player: Player, touched: Sequence[Route]) -> bool:
    """Whether something unread may make these routes other ones."""
    if player in state.unknown.networks:
        return True
    reached = {field for route in touched for connector in route.connectors for field in connector.fields}
    if any(state.board[field] is UNREAD for field in reached):
        return True
    unseen = (connection for owner, connection in state.unknown.connections if owner is player)
    return any(reached & set(connection.fields) for connection in unseen)


def _impossible(
    state: State, player: Player, build: Sequence[Connection], options: Options
) -> Iterator[Fault]:
    """What makes connectors impossible by themselves, by kinds of faults (N-6.1, N-6.7, N-7.3, N-7.4)."""
    if not build:
        yield Fault("empty", "N-6.1", EMPTY)
    faults = [
        Fault(code, rule, message, {"connection": str(connection)}, (str(connection),))
        for connection in sorted(set(build))
        for code, rule, message in _against(state, player, connection, build.count(connection), options)
    ]
    yield from sorted(faults, key=lambda fault: _KINDS.index(fault.code))


def _against(
    state: State, player: Player, connection: Connection, times: int, options: Options
) -> Iterator[tuple[str, str, Message]]:
    """What speaks against a connector that is named so many times; if it is no connection, only that."""
    board, owners = state.board, state.owners(connection)
    if any(field not in board for field in connection.fields):
        yield "off_board", "N-6.7", OFF_BOARD
        return
    if not connection.joins_neighbours:
        yield "not_adjacent", "N-6.7", NOT_ADJACENT
        return
    if board.is_on_desert(connection):
        yield "desert", "N-6.7", ON_DESERT
        return
    if player in owners:
        yield "duplicate", "N-6.7", TWICE
    elif times > 1:
        yield "duplicate", "N-6.7", NAMED_TWICE
    if options.city_city == "forbidden" and all(map(board.is_city, connection.fields)):
        yield "city_city", "N-7.4", BETWEEN_CITIES
    if len(state.players) == 2 and set(owners) - {player}:
        yield "parallel_2p", "N-7.3", BESIDE_THE_OTHER


def _beyond_supply(state: State, player: Player, build: Sequence[Connection]) -> list[Fault]:
    """The fault that a player has too few connectors left, if so (N-6.8)."""
    left = state.connectors_left(player)
    if len(build) <= left:
        return []
    return [Fault("supply", "N-6.8", SUPPLY, {"needed": len(build), "left": left}, _names(build))]


def _against_the_limit(
    touched: Sequence[Route], old: Sequence[int], laid: frozenset[Connection], options: Options
) -> Iterator[Fault]:
    """Faults against what one turn may build (N-6.2); none where the option lifts the limit (N-6.3)."""
    if options.build_limit == "free":
        return
    if len(touched) > 1:
        yield Fault("several_routes", "N-6.2", SEVERAL, {"count": len(touched)}, _names(laid))
    for route, count in zip(touched, old, strict=True):
        if count > 2:
            yield Fault("joins_three", "N-6.2", JOINS_MORE, {"count": count}, _names(route.connectors & laid))


def _old_routes(state: State, before: frozenset[Connection], route: Route) -> int:
    """How many of the player's old routes a route after the build holds."""
    return len(routes(state.board, before & route.connectors))


def _is_line(state: State, before: frozenset[Connection], laid: frozenset[Connection]) -> bool:
    """Whether new connectors are one line between cities or own connectors that touches neither between (N-6.4)."""
    leaving = Counter(field for connector in laid for field in connector.fields)
    ends = [field for field, count in leaving.items() if count == 1]
    if len(ends) != 2 or max(leaving.values()) > 2 or not hangs_together(laid):
        return False
    own = {field for connector in before for field in connector.fields}
    return all((field in own or state.board.is_city(field)) == (field in ends) for field in leaving)


def _names(connections: Sequence[Connection] | frozenset[Connection]) -> tuple[str, ...]:
    return tuple(map(str, sorted(connections)))
