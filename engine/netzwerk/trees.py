"""The cheapest trees of connectors between cities, priced in stones of five colours (Dreyfus and Wagner 1971).

A tree that joins several cities at a field consists of two that each join some of them there, or extends one that
joins all of them at a neighbour. Stones of different colours can't be exchanged, so there is no cheapest tree but a
Pareto front: the trees that no other undercuts in every colour. Where two joined parts overlap, one without the
overlap costs less; so what stays on the front is a tree. A lower bound on the stones, of whatever colour, that the
rest of a tree takes lets nearly all of them be given up early.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Stones

Price: TypeAlias = int
"""Stones in the order of Colour, stones that the hand lacks, connectors: a byte for each, so that one addition adds
all. None comes near 128."""
Ends: TypeAlias = frozenset[Field]

_BYTES = 7
_SIGNS = 0x80808080808080  # the sign bits of the bytes of a difference


@dataclass(frozen=True, slots=True)
class Link:
    """A connector that may be laid from somewhere to a field, and what it may cost."""

    connection: Connection
    to: Field
    prices: tuple[Stones, ...]

    @property
    def stones(self) -> int:
        """How many stones it costs."""
        return sum(self.prices[0])


@dataclass(frozen=True, slots=True)
class Tree:
    """Connected connectors, and one price that they may be paid with."""

    price: Price
    connections: tuple[Connection, ...] = ()


@dataclass(frozen=True, slots=True)
class Purse:
    """What may be spent: the stones in hand, so many stones beyond them, and connectors."""

    hand: Stones
    lacking: int
    connectors: int

    @property
    def stones(self) -> int:
        """All stones that may be spent."""
        return sum(self.hand) + self.lacking

    def spent(self, price: Price, more: Stones, connectors: int) -> Price | None:
        """A price with more stones and connectors, what the hand lacks counted apart; None when that is too much."""
        return self._within(price + int.from_bytes([*more, 0, connectors], "big"))

    def together(self, one: Price, other: Price) -> Price | None:
        """Two prices as one; None when it is too much."""
        return self._within(one + other)

    def _within(self, price: Price) -> Price | None:
        *stones, lacking, connectors = price.to_bytes(_BYTES, "big")
        if any(due > have for due, have in zip(stones, self.hand, strict=True)):
            kept = [min(due, have) for due, have in zip(stones, self.hand, strict=True)]
            lacking += sum(stones) - sum(kept)
            price = int.from_bytes([*kept, min(lacking, 127), connectors], "big")
        return price if lacking <= self.lacking and connectors <= self.connectors else None


def stones_in(price: Price) -> int:
    """How many stones there are in a price, of whatever colour, in hand or lacking."""
    return sum(price.to_bytes(_BYTES, "big")[:-1])


class Bound:
    """The fewest stones, of whatever colour, that a tree takes; keeps what was worked out for a board's links."""

    def __init__(self, links: Mapping[Field, Sequence[Link]], most: int) -> None:
        """most: trees that take more stones are out of reach."""
        self._links, self._most = links, most
        self._known: dict[Ends, dict[Field, int]] = {}

    def stones(self, field: Field, ends: Ends) -> float:
        """For a tree that joins some ends, perhaps none, to a field; infinite where it is out of reach."""
        if not ends:
            return 0
        least = self._at(ends)
        if field in least:
            return least[field]
        # No tree passes through an end, but it may begin there.
        ways = (link.stones + least.get(link.to, inf) for link in self._links.get(field, ()))
        stones = min(ways, default=inf)
        return stones if stones <= self._most else inf

    def _at(self, ends: Ends) -> dict[Field, int]:
        if ends not in self._known:
            begun: dict[Field, int] = {next(iter(ends)): 0} if len(ends) == 1 else {}
            for some in _halves(ends) if len(ends) > 1 else ():
                these, others = self._at(some), self._at(ends - some)
                for field in these.keys() & others.keys():
                    begun[field] = min(begun.get(field, self._most + 1), these[field] + others[field])
            self._known[ends] = self._spread(begun)
        return self._known[ends]

    def _spread(self, begun: Mapping[Field, int]) -> dict[Field, int]:
        waiting = [(stones, field) for field, stones in begun.items() if stones <= self._most]
        heapq.heapify(waiting)
        least: dict[Field, int] = {}
        while waiting:
            stones, field = heapq.heappop(waiting)
            if field in least:
                continue
            least[field] = stones
            for link in self._links.get(field, ()):
                if link.to not in least and stones + link.stones <= self._most:
                    heapq.heappush(waiting, (stones + link.stones, link.to))
        return least


class TooMuchError(Exception):
    """More trees would have to be looked at than the effort allows."""


class Effort:
    """How much may be searched for a question, and whether that was too little.

    Counted in trees and not in seconds, so that a question gets the same answer on every machine.
    """

    def __init__(self, most: float = inf, share: float = 1.0) -> None:
        """most: trees in all. share: what each set of cities may take of those left, so that all get a turn."""
        self._left, self._share, self._here = most, share, most
        self.was_too_little = False

    def begin(self) -> None:
        """Go on to another set of cities."""
        self._here = self._left * self._share

    def spend(self) -> None:
        """Count one more tree; TooMuchError where that is one too many."""
        if self._here < 1:
            self.was_too_little = True
            raise TooMuchError
        self._here -= 1
        self._left -= 1


class Trees:
    """The trees that join the ends of a goal, that a purse can pay for, and that take at most so many stones.

    A tree passes through landscapes only; cities are its ends, which it leaves once. Looking for trees raises
    TooMuchError where that takes more than the effort allows.
    """

    def __init__(
        self,
        links: Mapping[Field, Sequence[Link]],
        bound: Bound,
        purse: Purse,
        goal: Ends,
        most: int,
        effort: Effort,
        *,
        branching: bool = True,
    ) -> None:
        """links: where connectors lead from each field, never into a city. branching: whether trees may branch."""
        self._effort = effort
        self._links, self._bound, self._purse, self._branching = links, bound, purse, branching
        self._goal, self._most = goal, most
        self._fronts: dict[Ends, dict[Field, list[Tree]]] = {}

    def from_landscape(self, field: Field) -> list[Tree]:
        """The front of trees that join the goal, of which this field is one that trees pass through."""
        return self._front(self._goal - {field}).get(field, [])

    def from_city(self, city: Field) -> list[Tree]:
        """The front of trees that join the goal, of which this city is one."""
        found: list[Tree] = []
        for link in self._links.get(city, ()):
            for tree in self._front(self._goal - {city}).get(link.to, []):
                for longer in self._with(tree, link):
                    _keep(found, longer)
        return found

    def _front(self, ends: Ends) -> dict[Field, list[Tree]]:
        if ends not in self._fronts:
            begun = self._joined(ends) if len(ends) > 1 else [(next(iter(ends)), Tree(0))]
            self._fronts[ends] = self._spread(begun, self._goal - ends)
        return self._fronts[ends]

    def _joined(self, ends: Ends) -> Iterator[tuple[Field, Tree]]:
        """Two trees that meet at a field, as one."""
        if not self._branching:
            return
        for some in _halves(ends):
            these, others = self._front(some), self._front(ends - some)
            for field in these.keys() & others.keys():
                for one in these[field]:
                    for other in others[field]:
                        price = self._purse.together(one.price, other.price)
                        if price is not None:
                            yield field, Tree(price, one.connections + other.connections)

    def _spread(self, begun: Iterable[tuple[Field, Tree]], rest: Ends) -> dict[Field, list[Tree]]:
        """All that trees grow to, connector by connector, as long as they may still reach the rest of the goal."""
        front: dict[Field, list[Tree]] = {}
        waiting: list[tuple[Price, int, Field, Tree]] = []
        count = 0

        def keep(field: Field, tree: Tree) -> None:
            nonlocal count
            self._effort.spend()
            if stones_in(tree.price) + self._bound.stones(field, rest) > self._most:
                return
            if _keep(front.setdefault(field, []), tree):
                count += 1
                heapq.heappush(waiting, (tree.price, count, field, tree))

        for field, tree in begun:
            keep(field, tree)
        while waiting:
            _, _, field, tree = heapq.heappop(waiting)
            if tree in front[field]:  # unless a cheaper one has come since
                for link in self._links.get(field, ()):
                    for longer in self._with(tree, link):
                        keep(link.to, longer)
        return front

    def _with(self, tree: Tree, link: Link) -> Iterator[Tree]:
        """A tree with one connector more, for each way to pay for it."""
        for stones in link.prices:
            price = self._purse.spent(tree.price, stones, 1)
            if price is not None:
                yield Tree(price, (*tree.connections, link.connection))


def _keep(front: list[Tree], tree: Tree) -> bool:
    """Put a tree on a front, unless one there costs no more in any way; those that it undercuts go."""
    if any(_covers(tree.price, it.price) for it in front):
        return False
    front[:] = [it for it in front if not _covers(it.price, tree.price)]
    front.append(tree)
    return True


def _covers(price: Price, other: Price) -> bool:
    """Whether a price is at least as high as another in every byte."""
    return (price | _SIGNS) - other & _SIGNS == _SIGNS


def _halves(ends: Ends) -> Iterator[Ends]:
    """Every way to divide ends in two, by the part that has the first of them."""
    first, *others = sorted(ends)
    for chosen in range(2 ** len(others) - 1):
        yield frozenset([first, *(it for at, it in enumerate(others) if chosen >> at & 1)])
