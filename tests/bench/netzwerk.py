"""How fast the rules of Netzwerk are, against a plain implementation: `python -m tests.bench.netzwerk`.

Both judge the same proposed builds, and both look for the build that gains most; their answers are compared first.
The plain implementation asks networkx for trees and components, tries every way to pay, and searches by growing every
set of connectors that hangs together, one connector at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

import networkx as nx

from engine.netzwerk.building import judge_build
from engine.netzwerk.fields import Connection
from engine.netzwerk.material import CONNECTORS_EACH, City, Colour, Player
from engine.netzwerk.planning import affordable
from engine.netzwerk.questions import connection_of
from engine.netzwerk.setup import random_board
from engine.netzwerk.state import Phase, State, opening
from engine.netzwerk.text import parse_state
from tests.engine.netzwerk.vectors import lines

Build: TypeAlias = tuple[Connection, ...]
MOST_STONES = 5
"""In a hand that the plain search still gets through: it grows all sets of as many connectors."""


def plain_routes(state: State, laid: frozenset[Connection]) -> list[nx.Graph]:
    """The connectors cut apart at cities: a graph for each part, its cities being nodes of their own (N-6.6)."""
    graph = nx.Graph()
    for connector in laid:
        ends = [(it, connector) if state.board.is_city(it) else (it, None) for it in connector.fields]
        graph.add_edge(*ends, connector=connector)
    return [graph.subgraph(part) for part in nx.connected_components(graph)]


def plain_is_route(state: State, part: nx.Graph) -> bool:
    """N-A.1: a tree whose ends are its cities, each of them once, and at least two."""
    cities = [field for field, _ in part if state.board.is_city(field)]
    ends = [field for (field, _), degree in part.degree if degree == 1]
    return nx.is_tree(part) and len(cities) == len(set(cities)) > 1 and sorted(ends) == sorted(cities)


def plain_is_legal(state: State, build: Build) -> bool:
    """Whether the player to act may lay these connectors, by the rules as written."""
    player, before, laid = state.player, state.connectors[state.player], frozenset(build)
    if not build or len(laid) < len(build) or laid & before or len(before | laid) > CONNECTORS_EACH:
        return False
    for connector in build:
        if not connector.joins_neighbours or not all(map(state.board.can_be_entered, connector.fields)):
            return False
        if all(map(state.board.is_city, connector.fields)):
            return False
        if len(state.players) == 2 and state.owners(connector):
            return False
    parts = plain_routes(state, before | laid)
    if not all(plain_is_route(state, part) for part in parts):
        return False
    touched = [part for part in parts if laid & {it for *_, it in part.edges(data="connector")}]
    if len(touched) > 1:
        return False
    joined = before & {it for *_, it in touched[0].edges(data="connector")}
    return len(plain_routes(state, joined)) <= 2 and plain_can_pay(state, build, state.hands[player])


def plain_can_pay(state: State, build: Build, hand: Sequence[int]) -> bool:
    """Whether one of all ways to choose colours for the stones is in hand (N-7)."""
    stones = [
        [colour for field in connector.fields if (colour := state.board.colour_of(field))]
        for connector in build
        for _ in range(2 if state.owners(connector) else 1)
    ]
    paid = ([list(way).count(colour) for colour in Colour] for way in product(*stones))
    return any(all(due <= have for due, have in zip(way, hand, strict=True)) for way in paid)


def plain_points(state: State, laid: frozenset[Connection]) -> int:
    """What connectors are worth (N-10)."""
    parts = plain_routes(state, laid)
    cities = [{field for field, _ in part if state.board.is_city(field)} for part in parts]
    kinds = [state.board[field] for field in set().union(*cities)]
    values = sum(kind.value for kind in kinds if isinstance(kind, City))
    return values + sum(len(them) * (len(them) - 1) for them in cities)


def plain_best_gain(state: State) -> int:
    """The most points that one build brings, found by trying all that hang together."""
    before = state.connectors[state.player]
    now = plain_points(state, before)
    legal = (build for build in plain_builds(state) if plain_is_legal(state, build))
    return max((plain_points(state, before | frozenset(build)) - now for build in legal), default=0)


def plain_builds(state: State) -> Iterator[Build]:
    """Every set of new connectors, as many as there are stones, that hangs together, perhaps over old ones."""
    old = state.connectors[state.player]
    board = nx.Graph(
        (one, other)
        for one in state.board
        for other in one.neighbours()
        if state.board.can_be_entered(one) and state.board.can_be_entered(other)
    )
    new = {Connection.of(*edge) for edge in board.edges} - old
    groups = {field: {field} for field in board}
    for part in plain_routes(state, old):
        fields = {field for field, city in part if city is None}
        groups |= dict.fromkeys(fields, fields)

    def beside(connector: Connection) -> set[Connection]:
        fields = set().union(*(groups[field] for field in connector.fields))
        return {Connection.of(field, near) for field in fields for near in board[field]} & new

    layer = {frozenset([connector]) for connector in new}
    for _ in range(sum(state.hands[state.player])):
        yield from (tuple(build) for build in layer)
        layer = {build | {it} for build in layer for one in build for it in beside(one) - build}


def proposals() -> list[tuple[State, Build]]:
    """The builds of the shared positions that are played by the book."""
    found = []
    for position in lines("positions.jsonl"):
        options: dict[str, Any] = position["options"]
        if (options["build_limit"], options["chain_rule"], options["city_city"]) == (
            "one",
            False,
            "forbidden",
        ):
            state = parse_state(position["position"])
            for proposal in position["proposals"]:
                build = tuple(map(connection_of, proposal["build"]))
                if all(field in state.board for connector in build for field in connector.fields):
                    found.append((state, build))
    return found


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The time of the fastest of some runs."""
    times = []
    for _ in range(repeats):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times)


def main() -> None:
    """Compare the answers, then the times."""
    asked = proposals()
    for state, build in asked:
        if plain_is_legal(state, build) != judge_build(state, state.player, build).legal:
            raise SystemExit(f"the verdicts differ: {build}")
    slow = seconds(lambda: [plain_is_legal(*it) for it in asked], 2) / len(asked)
    fast = seconds(lambda: [judge_build(it, it.player, build) for it, build in asked], 5) / len(asked)
    verdict = fast
    print(f"{len(asked)} proposed builds, same verdicts: plain {slow * 1e6:.0f} us, ", end="")
    print(f"engine with all its reasons {fast * 1e6:.0f} us, {slow / fast:.1f} times faster")
    states = [parse_state(position["position"]) for position in lines("positions.jsonl")]
    for stones in range(1, MOST_STONES + 1):
        with_so_many = [it for it in states if sum(it.hands[it.player]) == stones][:3]
        if not with_so_many:
            continue
        for state in with_so_many:
            plans = affordable(state, state.player, most=1)
            if plain_best_gain(state) != (plans[0].gain if plans else 0):
                raise SystemExit(f"the best builds differ: {state}")
        slow = sum(seconds(partial(plain_best_gain, it), 1) for it in with_so_many)
        fast = sum(seconds(partial(affordable, it, it.player), 3) for it in with_so_many)
        print(f"best build with {stones} stones: {slow / fast:.0f} times faster")
    print(f"for hands that the plain search does not get through, in verdicts of {verdict * 1e6:.0f} us:")
    landscape = replace(opening(random_board(Random(3), 3), tuple(Player)[:3]), phase=Phase.BUILD)
    for each in (1, 2, 3, 4, 5):
        hand = (each, each, each, each, each)
        state = replace(landscape, hands={**landscape.hands, Player.WHITE: hand})
        took = seconds(partial(affordable, state, Player.WHITE), 2)
        print(f"best builds with {len(Colour) * each} stones: {took / verdict:.0f}")


if __name__ == "__main__":
    main()
