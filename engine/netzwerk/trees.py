"""The cheapest trees of connectors between cities, priced in stones of five colours (Dreyfus and Wagner 1971).

Stones of different colours can't be exchanged, so that there is no cheapest tree but a front of them: those of which
none costs as little as another in every colour. A tree that joins several cities at a field is made of two that join
some of them there, or goes on from one that joins all of them at a neighbour. Where two such parts overlap, a part
of them costs less; so what stays on the front is a tree.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .fields import Connection, Field
from .material import Stones

Price: TypeAlias = int
"""Stones in the order of Colour and then connectors, a byte for each, so that one addition adds all; none exceeds
127."""
_SIGNS = 0x808080808080  # of the bytes of a difference


def price_of(stones: Stones, connectors: int) -> Price:
    """The price of connectors that cost these stones."""
    return int.from_bytes([*stones, connectors], "big")


def stones_in(price: Price) -> Stones:
    """The stones of a price."""
    y, o, r, g, b, _ = price.to_bytes(6, "big")
    return y, o, r, g, b


def connectors_in(price: Price) -> int:
    """The connectors of a price."""
    return price & 0xFF


def covers(price: Price, other: Price) -> bool:
    """Whether a price is at least as high in every way."""
    return (price | _SIGNS) - other & _SIGNS == _SIGNS


@dataclass(frozen=True, slots=True)
class Link:
    """A connector that may be laid from somewhere to a field, and what it may cost."""

    connection: Connection
    to: Field
    prices: tuple[Price, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """Connectors that hang together, and one price that they may be paid with."""

    price: Price
    connections: tuple[Connection, ...] = ()


class Trees:
    """The affordable trees of a board, worked out as they are asked for.

    A tree passes through the fields that are no `ends`; ends are cities, which it leaves once.
    """

    def __init__(
        self,
        links: Mapping[Field, Sequence[Link]],
        is_affordable: Callable[[Price], bool],
        *,
        branching: bool = True,
    ) -> None:
        """links: where connectors lead from each field; none leads into an end. branching: else trees are lines."""
        self._links = links
        self._is_affordable = is_affordable
        self._branching = branching
        self._fronts: dict[frozenset[Field], dict[Field, list[Tree]]] = {}

    def at(self, field: Field, ends: frozenset[Field]) -> Sequence[Tree]:
        """The front of trees that join some ends, at least one, at a field that trees pass through."""
        return self._front(ends).get(field, [])

    def between(self, ends: frozenset[Field]) -> list[Tree]:
        """The front of trees that join two or more ends, and nothing else."""
        first = min(ends)
        found: list[Tree] = []
        for link in self._links.get(first, ()):
            for tree in self.at(link.to, ends - {first}):
                for longer in self._with(tree, link):
                    _keep(found, longer)
        return found

    def _front(self, ends: frozenset[Field]) -> dict[Field, list[Tree]]:
        if ends not in self._fronts:
            begun = self._joined(ends) if len(ends) > 1 else [(next(iter(ends)), Tree(0))]
            self._fronts[ends] = self._spread(begun)
        return self._fronts[ends]

    def _joined(self, ends: frozenset[Field]) -> Iterator[tuple[Field, Tree]]:
        """Two trees that meet at a field, as one."""
        if not self._branching:
            return
        for some in _halves(ends):
            these, others = self._front(some), self._front(ends - some)
            for field in these.keys() & others.keys():
                for one in these[field]:
                    for other in others[field]:
                        price = one.price + other.price
                        if self._is_affordable(price):
                            yield field, Tree(price, one.connections + other.connections)

    def _spread(self, begun: Iterable[tuple[Field, Tree]]) -> dict[Field, list[Tree]]:
        """All that trees grow to, connector by connector, the cheapest first."""
        front: dict[Field, list[Tree]] = {}
        waiting: list[tuple[int, int, Field, Tree]] = []
        count = 0
        for field, tree in begun:
            if _keep(front.setdefault(field, []), tree):
                heapq.heappush(waiting, (tree.price, count := count + 1, field, tree))
        while waiting:
            _, _, field, tree = heapq.heappop(waiting)
            if tree not in front[field]:
                continue  # a cheaper one has come
            for link in self._links.get(field, ()):
                for longer in self._with(tree, link):
                    if _keep(front.setdefault(link.to, []), longer):
                        heapq.heappush(waiting, (longer.price, count := count + 1, link.to, longer))
        return front

    def _with(self, tree: Tree, link: Link) -> Iterator[Tree]:
        """A tree with one connector more, for each way to pay for it."""
        for price in link.prices:
            together = tree.price + price
            if self._is_affordable(together):
                yield Tree(together, (*tree.connections, link.connection))


def _keep(front: list[Tree], tree: Tree) -> bool:
    """Put a tree on a front, unless one there costs as little in every way; those that it undercuts go."""
    if any(covers(tree.price, it.price) for it in front):
        return False
    front[:] = [it for it in front if not covers(it.price, tree.price)]
    front.append(tree)
    return True


def _halves(ends: frozenset[Field]) -> Iterator[frozenset[Field]]:
    """Every way to divide ends in two, by the part that has the first of them."""
    first, *others = sorted(ends)
    for chosen in range(2 ** len(others) - 1):
        yield frozenset([first, *(it for at, it in enumerate(others) if chosen >> at & 1)])
