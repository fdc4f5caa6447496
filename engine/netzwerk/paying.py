"""What connectors cost, and the ways to pay for them (N-7)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

from .fields import Connection
from .material import NO_STONES, Colour, Stones
from .state import State

_BESIDE = 2  # stones for a connector beside another one, however many lie there (N-7.3)


def prices(state: State, connection: Connection) -> tuple[Stones, ...]:
    """The stones that a connector may cost there, each way once, sorted (N-7.1, N-7.3, N-7.4).

    Between two cities any colour will do, as the option has it that allows such connectors at all.
    """
    colours = {state.board.colour_of(field) for field in connection.fields} - {None} or set(Colour)
    count = _BESIDE if state.owners(connection) else 1
    choices = combinations_with_replacement([it for it in Colour if it in colours], count)
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
