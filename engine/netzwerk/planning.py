"""What a player can build now, and what is missing for more: an exact search among the routes of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from .fields import Connection, Field
from .material import Player, Stones
from .options import BOOK, Options
from .paying import lacking, prices
from .routes import routes
from .score import player_score
from .state import State
from .trees import Link, Price, Tree, Trees, connectors_in, covers, price_of, stones_in

_MOST_LACKING = 20  # stones; whoever lacks more had better think of something else


@dataclass(frozen=True, slots=True)
class Plan:
    """A build of one route, the cheapest that joins these cities.

    payment: what to pay with, where the hand can. lacking: the stones it lacks, in the order of Colour. kind: "new",
    "extend" or "join". cities: values of all cities of the route then. gain: points more than now.
    """

    build: tuple[Connection, ...]
    payment: Stones
    lacking: Stones
    kind: str
    cities: tuple[int, ...]
    gain: int


def affordable(state: State, player: Player, options: Options = BOOK, most: int = 5) -> tuple[Plan, ...]:
    """The best builds of one route that the hand can pay for, the most points first, then the fewest stones.

    For each set of cities that can be joined there is one; that so many stones of so many colours suffice is proved,
    not guessed (`trees`).
    """
    limit = price_of(state.hands[player], state.connectors_left(player))

    def is_affordable(price: Price) -> bool:
        return covers(limit, price)

    found = []
    for base in _bases(state, player):
        search = _Search(state, player, base, options, is_affordable)
        found += [_plan(state, player, base, tree) for tree in search.all_cheapest()]
    found.sort(key=lambda plan: (-plan.gain, sum(plan.payment), len(plan.build), plan.build))
    return tuple(found[:most])


def shortest_of(
    state: State, player: Player, cities: Iterable[Field], options: Options = BOOK
) -> Plan | None:
    """The build that joins some cities in one route and for which the fewest stones are missing, perhaps none.

    cities: the fields, at least one. None where no build can do it, whatever is in hand, or they are joined already.
    """
    wanted, hand, left = frozenset(cities), state.hands[player], state.connectors_left(player)
    if any(wanted <= set(route.cities) for route in routes(state.board, state.connectors[player])):
        return None
    for most in range(_MOST_LACKING + 1):

        def is_near(price: Price, most: int = most) -> bool:
            return sum(lacking(hand, stones_in(price))) <= most and connectors_in(price) <= left

        plans = []
        for base in _bases(state, player):
            beyond = wanted - {city for route in base for city in route.cities}
            tree = _Search(state, player, base, options, is_near).cheapest(beyond)
            if tree is not None:
                plans.append(_plan(state, player, base, tree))
        if plans:
            return min(plans, key=lambda plan: (sum(plan.lacking), len(plan.build), -plan.gain, plan.build))
    return None


class _Search:
    """The trees that make one route of a base and cities beyond it.

    base: old routes that go into it, two at most. Each is like one field from which connectors lead away.
    """

    def __init__(
        self,
        state: State,
        player: Player,
        base: Sequence[_Old],
        options: Options,
        is_affordable: Callable[[Price], bool],
    ) -> None:
        joined = {city for route in base for city in route.cities}
        self._cities = sorted(it for it in state.board if state.board.is_city(it) and it not in joined)
        self._roots = [route.root for route in base]
        self._is_line = options.chain_rule
        self._trees = Trees(_links(state, player, base), is_affordable, branching=not self._is_line)
        self._across = _across(state, player, is_affordable) if options.city_city == "any_one" else {}

    def all_cheapest(self) -> Iterator[Tree]:
        """The cheapest tree for each set of cities that can be joined; sets grow from smaller ones that can be."""
        sets = [frozenset(chosen) for chosen in combinations(self._cities, 2 - len(self._roots))]
        while sets:
            joined = {cities: tree for cities in sets if (tree := self.cheapest(cities)) is not None}
            yield from joined.values()
            if self._is_line:
                return
            sets = [
                cities | {city}
                for cities in joined
                for city in self._cities
                if not cities or city > max(cities)
            ]

    def cheapest(self, cities: frozenset[Field]) -> Tree | None:
        """The tree with the fewest stones that joins the base and these cities; None where none can."""
        if self._roots:
            first, *others = self._roots
            found = [*self._trees.at(first, cities | set(others))]
        elif len(cities) > 1:
            found = [*self._trees.between(cities), *self._across.get(cities, ())]
        else:
            # A new route leads to some other city as well.
            further = (self.cheapest(cities | {city}) for city in self._cities if city not in cities)
            found = [tree for tree in further if tree is not None]
        return min(found, key=lambda it: (sum(stones_in(it.price)), it.price, it.connections), default=None)


@dataclass(frozen=True, slots=True)
class _Old:
    """A route that lies on the board, by its fields; one between two neighbouring cities has no landscapes."""

    cities: frozenset[Field]
    landscapes: frozenset[Field]

    @property
    def root(self) -> Field:
        """The field that stands for all its landscapes."""
        return min(self.landscapes)


def _old_routes(state: State, player: Player) -> list[_Old]:
    found = []
    for route in routes(state.board, state.connectors[player]):
        fields = {field for connector in route.connectors for field in connector.fields}
        cities = frozenset(route.cities)
        found.append(_Old(cities, frozenset(fields) - cities))
    return found


def _bases(state: State, player: Player) -> Iterator[tuple[_Old, ...]]:
    """What a build may begin from: nothing, an old route, or two that share no city (N-6.2, N-6.12)."""
    old = [route for route in _old_routes(state, player) if route.landscapes]
    yield ()
    for route in old:
        yield (route,)
    for one, other in combinations(old, 2):
        if not one.cities & other.cities:
            yield one, other


def _links(state: State, player: Player, base: Sequence[_Old]) -> dict[Field, list[Link]]:
    """Where new connectors may lead, without touching the base's cities, or routes beside it (N-6.7, N-6.11)."""
    old = _old_routes(state, player)
    closed = {field for route in old if route not in base for field in route.landscapes}
    closed |= {city for route in base for city in route.cities}
    stands_for = {field: route.root for route in base for field in route.landscapes}
    links: dict[Field, list[Link]] = {}
    for field in state.board:
        for beside in field.neighbours():
            start, end = stands_for.get(field, field), stands_for.get(beside, beside)
            if closed & {field, beside} or state.board.is_city(end) or start == end:
                continue
            connection = Connection.of(field, beside)
            if _may_lie(state, player, connection):
                links.setdefault(start, []).append(Link(connection, end, _prices(state, connection)))
    return links


def _across(
    state: State, player: Player, is_affordable: Callable[[Price], bool]
) -> dict[frozenset[Field], list[Tree]]:
    """Connectors between neighbouring cities, each a route of its own (N-7.4)."""
    cities = [field for field in state.board if state.board.is_city(field)]
    between = [Connection.of(*two) for two in combinations(cities, 2)]
    return {
        frozenset(it.fields): [Tree(price, (it,)) for price in _prices(state, it) if is_affordable(price)]
        for it in between
        if it.joins_neighbours and _may_lie(state, player, it)
    }


def _may_lie(state: State, player: Player, connection: Connection) -> bool:
    """Whether a connector may be laid there at all: on no desert, none of one's own, none beside with two players."""
    if not all(state.board.can_be_entered(field) for field in connection.fields):
        return False
    owners = state.owners(connection)
    return player not in owners and not (owners and len(state.players) == 2)


def _prices(state: State, connection: Connection) -> tuple[Price, ...]:
    return tuple(price_of(stones, 1) for stones in prices(state, connection))


def _plan(state: State, player: Player, base: Sequence[_Old], tree: Tree) -> Plan:
    before = state.connectors[player]
    after = before | set(tree.connections)
    (route,) = (it for it in routes(state.board, after) if it.connectors & set(tree.connections))
    points = [player_score(state.board, laid).total for laid in (before, after)]
    return Plan(
        build=tuple(sorted(tree.connections)),
        payment=stones_in(tree.price),
        lacking=lacking(state.hands[player], stones_in(tree.price)),
        kind=("new", "extend", "join")[len(base)],
        cities=state.board.city_values(route.cities),
        gain=points[1] - points[0],
    )
