"""What a player can build now, and what is missing for more: an exact search among the routes of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from math import inf

from engine.netzwerk.building import build_kind
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import CONNECTORS_EACH, NO_STONES, Player, Stones
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.paying import missing, payments, prices
from engine.netzwerk.routes import Route, can_grow, routes
from engine.netzwerk.score import player_score
from engine.netzwerk.state import State
from engine.netzwerk.trees import Bound, Effort, Ends, Link, Purse, TooMuchError, Tree, Trees

_MOST_STONES = 2 * CONNECTORS_EACH  # the most that all connectors of a player can cost


@dataclass(frozen=True, slots=True)
class Plan:
    """A build of one route, the cheapest that joins these cities.

    payment: what to pay with, as far as the hand can; lacking: the stones it lacks, in the order of Colour. kind:
    "new", "extend", "join", "join3" and so on. cities: values of all cities of the route afterwards. gain: points
    more than before.
    """

    build: tuple[Connection, ...]
    payment: Stones
    lacking: Stones
    kind: str
    cities: tuple[int, ...]
    gain: int


def affordable(
    state: State, player: Player, options: Options = BOOK, most: int = 5, effort: Effort | None = None
) -> tuple[Plan, ...]:
    """The best builds of one route that the hand can pay for, the most points first, then the fewest stones.

    There is at most one for each set of cities. That nothing better can be paid for is proved, not guessed: sets are
    tried in the order of what they gain, except those that take too many stones of whatever colour. Where the
    `effort` is too little, as with a hand of very many stones, it says so, and sets are left out.
    """
    effort = effort or Effort()
    purse = _purse(state, player, 0)
    chances = []
    for base in _bases(state, player, options):
        search = _Search(state, player, base, options, purse.stones)
        chances += [(search.gain(cities), search, cities) for cities in search.within_reach()]
    chances.sort(key=lambda chance: -chance[0])
    found: list[Plan] = []
    for gain, search, cities in chances:
        if len(found) >= most and gain < found[most - 1].gain:
            break
        with suppress(TooMuchError):
            if (tree := search.cheapest(cities, purse, effort)) is not None:
                found.append(search.plan(tree))
    found.sort(key=lambda plan: (-plan.gain, sum(plan.payment), len(plan.build), plan.build))
    return tuple(found[:most])


def shortest_of(
    state: State,
    player: Player,
    cities: Iterable[Field],
    options: Options = BOOK,
    effort: Effort | None = None,
) -> Plan | None:
    """The build that joins some cities in one route and lacks the fewest stones, perhaps none.

    cities: the fields, at least one. None where no build can do it, whatever is in hand, or they are joined already.
    Raises TooMuchError where finding that out takes more than the effort allows.
    """
    effort = effort or Effort()
    wanted = frozenset(cities)
    if are_joined(state, player, wanted):
        return None
    ways = []
    for base in _bases(state, player, options):
        search = _Search(state, player, base, options, _MOST_STONES)
        beyond = wanted - {city for route in base for city in route.cities}
        ways += [(search, ends) for ends in search.goals(beyond)]
    least = min((search.fewest(ends) for search, ends in ways), default=inf)
    if least == inf:
        return None
    first = max(0, int(least) - sum(state.hands[player]))
    for short in range(first, _MOST_STONES + 1):
        purse = _purse(state, player, short)
        trees = ((search, search.cheapest(ends, purse, effort)) for search, ends in ways)
        plans = [search.plan(tree) for search, tree in trees if tree is not None]
        if plans:
            return min(plans, key=lambda plan: (len(plan.build), -plan.gain, plan.build))
    return None


def are_joined(state: State, player: Player, cities: Iterable[Field]) -> bool:
    """Whether a route of the player joins these cities."""
    wanted = set(cities)
    return any(wanted <= set(route.cities) for route in routes(state.board, state.connectors[player]))


def _purse(state: State, player: Player, short: int) -> Purse:
    y, o, r, g, b = (min(count, _MOST_STONES) for count in state.hands[player])
    return Purse((y, o, r, g, b), short, max(0, state.connectors_left(player)))


class _Search:
    """The trees that make one route of a base and cities beyond it.

    base: the old routes that become part of it. Each is treated as one field from which connectors lead away.
    """

    def __init__(
        self, state: State, player: Player, base: Sequence[_Old], options: Options, most: int
    ) -> None:
        self._state, self._player, self._base = state, player, base
        joined = {city for route in base for city in route.cities}
        self._cities = sorted(it for it in state.board if state.board.is_city(it) and it not in joined)
        self._roots = [route.root for route in base]
        self._is_line = options.chain_rule
        self._links = _links(state, player, base)
        self._bound = Bound(self._links, most)
        self._across = _across(state, player) if options.city_city == "any_one" and not base else {}

    def within_reach(self) -> Iterator[Ends]:
        """The sets of cities beyond the base within reach of the stones, each grown from a smaller such set."""
        fewest = max(0, 2 - len(self._roots))
        sets = [frozenset(chosen) for chosen in combinations(self._cities, fewest)]
        while sets:
            sets = [cities for cities in sets if self.fewest(cities) < inf]
            yield from sets
            if self._is_line:
                return
            sets = [
                cities | {city}
                for cities in sets
                for city in self._cities
                if not cities or city > max(cities)
            ]

    def goals(self, cities: Ends) -> Iterator[Ends]:
        """The sets of cities to join with the base; a new route to a single city needs a second one."""
        if self._roots or len(cities) > 1:
            yield cities
        else:
            yield from (cities | {city} for city in self._cities if city not in cities)

    def fewest(self, cities: Ends) -> float:
        """A lower bound of the stones for a tree that joins the base and these cities."""
        if self._is_line and len(cities) + len(self._roots) > 2:
            return inf
        if self._roots:
            first, *others = self._roots
            return self._bound.stones(first, cities | set(others))
        across = self._across.get(cities)
        first = min(cities)
        return min(self._bound.stones(first, cities - {first}), across.stones if across else inf)

    def cheapest(self, cities: Ends, purse: Purse, effort: Effort) -> Tree | None:
        """The tree with the fewest stones that joins the base and these cities; None where none can be paid for.

        Raises TooMuchError.
        """
        effort.begin()
        fewest = self.fewest(cities)
        if fewest > purse.stones:
            return None
        if (link := self._across.get(cities)) is not None:
            paid = (purse.spent(0, stones, 1) for stones in link.prices)
            return next((Tree(price, (link.connection,)) for price in paid if price is not None), None)
        # Starting near the lower bound, hardly any trees have to be considered.
        goal = cities | set(self._roots)
        for most in range(int(fewest), purse.stones + 1):
            trees = Trees(self._links, self._bound, purse, goal, most, effort, branching=not self._is_line)
            found = trees.from_landscape(self._roots[0]) if self._roots else trees.from_city(min(goal))
            if found:
                return min(found, key=lambda tree: (tree.price, tree.connections))
        return None

    def gain(self, cities: Ends) -> int:
        """The points gained by a tree that joins the base and these cities (N-10.1, N-10.2)."""
        parts = [len(route.cities) for route in self._base]
        count = sum(parts) + len(cities)
        old = routes(self._state.board, self._state.connectors[self._player])
        counted = {city for route in old if len(route.cities) > 1 for city in route.cities}
        joined = cities.union(*(route.cities for route in self._base))
        values = sum(self._state.board.city_values(joined - counted))
        return count * (count - 1) - sum(part * (part - 1) for part in parts) + values

    def plan(self, tree: Tree) -> Plan:
        """A tree as a build, and how it is paid for."""
        board, hand = self._state.board, self._state.hands[self._player]
        before = self._state.connectors[self._player]
        build = tuple(sorted(tree.connections))
        (route,) = (it for it in routes(board, before | set(build)) if it.connectors & set(build))
        points = [player_score(board, laid).total for laid in (before, before | set(build))]
        short = missing(self._state, build, hand)
        paid = payments(self._state, build, hand)
        return Plan(
            build=build,
            payment=paid[0] if paid else NO_STONES,
            lacking=short or NO_STONES,
            kind=build_kind(len(self._base)),
            cities=board.city_values(route.cities),
            gain=points[1] - points[0],
        )


@dataclass(frozen=True, slots=True)
class _Old:
    """A route that lies on the board, by its fields; one between two neighbouring cities has no landscapes.

    grows_from: the landscapes from which it can be built on.
    """

    cities: Ends
    landscapes: frozenset[Field]
    grows_from: frozenset[Field]

    @property
    def root(self) -> Field:
        """The field that stands for all those from which it can be built on."""
        return min(self.grows_from)


def _old_routes(state: State, player: Player) -> list[_Old]:
    found = []
    for route in routes(state.board, state.connectors[player]):
        fields = {field for connector in route.connectors for field in connector.fields}
        landscapes = frozenset(fields.difference(route.cities))
        found.append(_Old(frozenset(route.cities), landscapes, _grows_from(route, landscapes)))
    return found


def _grows_from(route: Route, landscapes: frozenset[Field]) -> frozenset[Field]:
    """The landscapes from which a route can be built on: all of them, or, of an unfinished route that was left
    standing, its loose end; none if it has several, as it would take more than one tree."""
    if not route.faults:
        return landscapes
    touching = Counter(field for connector in route.connectors for field in connector.fields)
    loose = frozenset(field for field in landscapes if touching[field] == 1)
    return loose if can_grow(route) and len(loose) == 1 else frozenset()


def _bases(state: State, player: Player, options: Options) -> Iterator[tuple[_Old, ...]]:
    """What a build may start from: nothing, or old routes that share no city, by the book two (N-6.2, N-6.12)."""
    old = [route for route in _old_routes(state, player) if route.grows_from]
    most = len(old) if options.build_limit == "free" and not options.chain_rule else 2
    for count in range(most + 1):
        for base in combinations(old, count):
            if sum(len(route.cities) for route in base) == len({city for it in base for city in it.cities}):
                yield base


def _links(state: State, player: Player, base: Sequence[_Old]) -> dict[Field, list[Link]]:
    """Where new connectors may lead, without touching the base's cities, or routes beside it (N-6.7, N-6.11)."""
    stands_for = {field: route.root for route in base for field in route.grows_from}
    closed = {field for route in _old_routes(state, player) for field in route.landscapes} - stands_for.keys()
    closed |= {city for route in base for city in route.cities}
    links: dict[Field, list[Link]] = {}
    for field in state.board:
        for beside in field.neighbours():
            start, end = stands_for.get(field, field), stands_for.get(beside, beside)
            if closed & {field, beside} or state.board.is_city(end) or start == end:
                continue
            connection = Connection.of(field, beside)
            if _may_lie(state, player, connection):
                links.setdefault(start, []).append(Link(connection, end, prices(state, connection)))
    return links


def _across(state: State, player: Player) -> dict[Ends, Link]:
    """Connectors between neighbouring cities, each a route of its own (N-7.4)."""
    cities = [field for field in state.board if state.board.is_city(field)]
    between = [Connection.of(*two) for two in combinations(cities, 2)]
    return {
        frozenset(it.fields): Link(it, it.second, prices(state, it))
        for it in between
        if it.joins_neighbours and _may_lie(state, player, it)
    }


def _may_lie(state: State, player: Player, connection: Connection) -> bool:
    """Whether a connector may be laid there at all: not on a desert, and with room beside what lies there."""
    can_be_entered = all(state.board.can_be_entered(field) for field in connection.fields)
    return can_be_entered and state.has_room(connection, player)
