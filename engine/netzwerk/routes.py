"""Into which routes a player's connectors fall, and what is wrong with them (N-6.5, N-6.6, N-A.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass

from engine.netzwerk.board import Board
from engine.netzwerk.fields import Connection, Field

TOO_FEW_CITIES, TWICE_IN_A_CITY, SUPERFLUOUS = "route_a", "route_b", "route_c"
"""The codes of what may be wrong with a route, by the letters of N-6.5."""


@dataclass(frozen=True, slots=True)
class Route:
    """Connectors that hang together, cut apart from the player's others at every city.

    cities: the fields, sorted. faults: codes, empty for a valid route; blamed: the connectors that prove them.
    """

    connectors: frozenset[Connection]
    cities: tuple[Field, ...]
    faults: tuple[str, ...] = ()
    blamed: frozenset[Connection] = frozenset()


def routes(board: Board, connectors: Iterable[Connection]) -> tuple[Route, ...]:
    """The routes of one player, in the order of their smallest connectors; the division is forced (N-6.6)."""
    left = set(connectors)
    at: dict[Field, list[Connection]] = {}
    for connector in left:
        for field in connector.fields:
            at.setdefault(field, []).append(connector)
    found = []
    for first in sorted(left):
        if first not in left:
            continue
        part, waiting = {first}, [first]
        while waiting:
            # A city cuts: two connectors that meet in one belong together only if they are connected elsewhere.
            for field in (it for it in waiting.pop().fields if not board.is_city(it)):
                fresh = [it for it in at[field] if it not in part]
                part.update(fresh)
                waiting += fresh
        left -= part
        found.append(_judged(board, frozenset(part)))
    return tuple(found)


def _judged(board: Board, part: frozenset[Connection]) -> Route:
    """A part of a player's connectors, and what speaks against its being a route.

    By N-A.1 a part has no superfluous connectors exactly if it is a tree whose ends are its cities.
    """
    leaving = Counter(field for connector in part for field in connector.fields)
    cities = tuple(sorted(field for field in leaving if board.is_city(field)))
    faults: list[str] = []
    blamed: set[Connection] = set()
    if len(cities) < 2:
        return Route(part, cities, (TOO_FEW_CITIES, *_twice(leaving, cities)), part)
    if twice := _twice(leaving, cities):
        faults += twice
        blamed |= {it for it in part if any(leaving[field] > 1 for field in it.fields if field in cities)}
    spare = _superfluous(part, leaving, frozenset(cities))
    if spare or twice:
        faults.append(SUPERFLUOUS)
        blamed |= spare
    return Route(part, cities, tuple(faults), frozenset(blamed))


def _twice(leaving: Counter[Field], cities: Iterable[Field]) -> tuple[str, ...]:
    return (TWICE_IN_A_CITY,) if any(leaving[city] > 1 for city in cities) else ()


def _superfluous(
    part: frozenset[Connection], leaving: Counter[Field], cities: frozenset[Field]
) -> frozenset[Connection]:
    """The connectors that lead nowhere, and those in rings, any one of which could go without the rest falling
    apart."""
    left, counts = set(part), Counter(leaving)
    dead: set[Connection] = set()
    while ends := {
        it for it in left if any(counts[field] == 1 and field not in cities for field in it.fields)
    }:
        left -= ends
        dead |= ends
        counts = Counter(field for connector in left for field in connector.fields)
    return frozenset(dead | {it for it in left if hangs_together(left - {it}, it.fields)})


def can_grow(route: Route) -> bool:
    """Whether an invalid route may become valid by more connectors: if it is a tree that leaves no city twice."""
    leaving = Counter(field for connector in route.connectors for field in connector.fields)
    is_tree = len(route.connectors) == len(leaving) - 1
    return is_tree and all(leaving[city] == 1 for city in route.cities)


def pieces(connectors: Set[Connection]) -> list[set[Connection]]:
    """The connectors in groups that touch, even if only in cities."""
    left, found = set(connectors), []
    while left:
        piece = {left.pop()}
        reached = {field for it in piece for field in it.fields}
        while fresh := {it for it in left if reached & set(it.fields)}:
            left -= fresh
            piece |= fresh
            reached.update(field for it in fresh for field in it.fields)
        found.append(piece)
    return found


def hangs_together(connectors: Set[Connection], fields: Iterable[Field] = ()) -> bool:
    """Whether connectors are one piece, and reach all of these fields."""
    reached = {field for it in connectors for field in it.fields}
    return len(pieces(connectors)) <= 1 and reached.issuperset(fields)
