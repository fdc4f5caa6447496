"""What connectors cost, and the ways to pay for them (N-7)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

from engine.netzwerk.fields import Connection
from engine.netzwerk.material import CONNECTORS_EACH, NO_STONES, UNREAD, Colour, Player, Stones
from engine.netzwerk.state import State

PLENTY: Stones = (99, 99, 99, 99, 99)
"""A hand that pays for everything."""

BESIDE = 2
"""Stones for a connector beside another one, however many lie there (N-7.3)."""


def prices(state: State, connection: Connection) -> tuple[Stones, ...]:
    """The stones that a connector may cost there, each way once, sorted (N-7.1, N-7.3, N-7.4).

    Between two cities any colour will do, by the option that allows such connectors at all, and so it will where a
    field could not be read. Where another connector may lie unseen, it may cost one stone or two.
    """
    colours = {state.board.colour_of(field) for field in connection.fields} - {None} or set(Colour)
    if any(state.board[field] is UNREAD for field in connection.fields):
        colours = set(Colour)
    counts = {BESIDE if state.owners(connection) else 1}
    if any(state.unknown.may_lie(player, connection) for player in state.players):
        counts.add(BESIDE)
    known = [it for it in Colour if it in colours]
    choices = (choice for count in counts for choice in combinations_with_replacement(known, count))
    return tuple(sorted({_counted(choice) for choice in choices}))


def payments(state: State, connections: Iterable[Connection], hand: Stones) -> tuple[Stones, ...]:
    """Every total that pays for some connectors exactly and that a hand can give, sorted (N-7.2)."""
    totals = {NO_STONES}
    for connection in connections:
        options = prices(state, connection)
        sums = {_sum(total, price) for total in totals for price in options}
        totals = {total for total in sums if _covers(hand, total)}
    return tuple(sorted(totals))


def missing(state: State, connections: Iterable[Connection], hand: Stones) -> Stones | None:
    """The fewest stones that a hand lacks for some connectors; None when it lacks none."""
    totals = {NO_STONES}
    for connection in connections:
        options = prices(state, connection)
        totals = {_sum(total, price) for total in totals for price in options}
    least = min((lacking(hand, total) for total in totals), key=lambda it: (sum(it), it))
    return least if any(least) else None


def with_paid(
    state: State, player: Player, connections: Iterable[Connection], payment: Stones | None
) -> State:
    """The position when a player has paid for connectors that are still to be laid.

    payment: None where nobody saw it: then the hand may be whatever is left of any possible hand that can pay or, if
    none can, of any. After more connectors than anybody has, it may be anything.
    """
    possible, build = state.possible_hands(player), tuple(connections)
    if possible is None:
        return state
    if payment is not None:
        fitting = {hand for hand in possible if _covers(hand, payment)} or possible
        return state.with_hands(player, frozenset(less(hand, payment) for hand in fitting))
    if len(build) > CONNECTORS_EACH:
        return state.with_hands(player, None)
    left = {less(hand, paid) for hand in possible for paid in payments(state, build, hand)}
    if not left:
        left = {less(hand, paid) for hand in possible for paid in payments(state, build, PLENTY)}
    return state.with_hands(player, frozenset(left))


def lacking(hand: Stones, payment: Stones) -> Stones:
    """The stones of a payment that a hand does not have."""
    y, o, r, g, b = (max(due - have, 0) for have, due in zip(hand, payment, strict=True))
    return y, o, r, g, b


def less(hand: Stones, payment: Stones) -> Stones:
    """What is left of a hand; what it does not have cannot leave it."""
    y, o, r, g, b = (max(have - paid, 0) for have, paid in zip(hand, payment, strict=True))
    return y, o, r, g, b


def _counted(colours: Iterable[Colour]) -> Stones:
    given = list(colours)
    y, o, r, g, b = (given.count(colour) for colour in Colour)
    return y, o, r, g, b


def _sum(one: Stones, other: Stones) -> Stones:
    y, o, r, g, b = (a + c for a, c in zip(one, other, strict=True))
    return y, o, r, g, b


def _covers(hand: Stones, payment: Stones) -> bool:
    return all(have >= due for have, due in zip(hand, payment, strict=True))
