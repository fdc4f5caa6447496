"""What can be built, and what is missing for it: compared with trying every set of connectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest

from engine.netzwerk.advice import can_do, lacks
from engine.netzwerk.board import Board
from engine.netzwerk.building import judge_build
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import NO_STONES, City, Colour, Kind, Player, Stones
from engine.netzwerk.options import Options
from engine.netzwerk.paying import missing, payments
from engine.netzwerk.planning import Plan, affordable, shortest_of
from engine.netzwerk.reach import may_afford
from engine.netzwerk.routes import routes
from engine.netzwerk.score import player_score
from engine.netzwerk.state import Phase, State, opening
from engine.netzwerk.text import parse_state
from engine.netzwerk.trees import Effort
from tests.engine.netzwerk.vectors import lines

WHITE, BLACK, GREY = Player.WHITE, Player.BLACK, Player.GREY
OPTIONS = {
    "book": Options(),
    "lines": Options(chain_rule=True),
    "cities": Options(city_city="any_one"),
    "both": Options(chain_rule=True, city_city="any_one"),
}
PLENTY: Stones = (9, 9, 9, 9, 9)
MOST_TRIED = 4  # connectors of a build
CITIES = {City(2): "2", City(5): "5", City(7): "7", City(10): "10"}


@cache
def small_table(seed: int) -> State:
    """Ten fields with four cities, what two players may have built there, and four stones in White's hand."""
    random = Random(seed)
    fields = [Field(0, 0)]
    while len(fields) < 10:
        beside = random.choice(list(random.choice(fields).neighbours()))
        if beside not in fields:
            fields.append(beside)
    kinds: dict[Field, Kind] = {field: random.choice(list(Colour)) for field in fields}
    kinds |= dict(zip(random.sample(fields, len(CITIES)), CITIES, strict=True))
    players = (WHITE, BLACK) if seed % 3 == 0 else (WHITE, BLACK, GREY)
    state = replace(opening(Board(kinds), players), phase=Phase.BUILD)
    for player in random.choices((WHITE, BLACK), k=seed % 4):
        builds = list(legal_builds(with_hand(state, player, PLENTY), player, Options(), most=3))
        if builds:
            laid = state.connectors[player] | set(random.choice(builds))
            state = replace(state, connectors={**state.connectors, player: laid})
    stones = random.choices(range(5), k=4)
    y, o, r, g, b = (stones.count(colour) for colour in range(5))
    return with_hand(state, WHITE, (y, o, r, g, b))


def with_hand(state: State, player: Player, hand: Stones) -> State:
    return replace(state, hands={**state.hands, player: hand})


def legal_builds(
    state: State, player: Player, options: Options, most: int = MOST_TRIED
) -> Iterator[tuple[Connection, ...]]:
    """Every set of connectors that may be laid, found by trying all."""
    fields = set(state.board)
    between = sorted({Connection.of(it, beside) for it in fields for beside in set(it.neighbours()) & fields})
    for count in range(1, most + 1):
        for build in combinations(between, count):
            if judge_build(state, player, build, options).legal:
                yield build


def cities_after(state: State, build: tuple[Connection, ...]) -> tuple[int, ...]:
    found = routes(state.board, state.connectors[WHITE] | set(build))
    (route,) = (route for route in found if route.connectors & set(build))
    return state.board.city_values(route.cities)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("seed", range(8))
def test_all_that_the_hand_can_pay_for_is_found_with_the_fewest_stones(seed: int, options: Options) -> None:
    state = small_table(seed)
    plans = affordable(state, WHITE, options, most=1000)
    assert _fewest_planned(plans) == _fewest_of_all(state, options)
    assert [plan.gain for plan in plans] == sorted((plan.gain for plan in plans), reverse=True)


@pytest.mark.parametrize("seed", range(8))
def test_what_was_left_standing_as_no_route_is_built_on_only_to_become_one(seed: int) -> None:
    state = small_table(seed)
    laid = {field for it in state.connectors[WHITE] for field in it.fields}
    free = {it for it, kind in state.board.kinds.items() if isinstance(kind, Colour)} - laid
    stumps = [
        {Connection.of(city, beside), Connection.of(beside, end)}
        for city in state.board
        if state.board.is_city(city)
        for beside in sorted(free.intersection(city.neighbours()))
        for end in sorted(free.intersection(beside.neighbours()))
    ]
    if stumps:
        left = state.connectors[WHITE] | Random(seed).choice(stumps)
        state = replace(state, connectors={**state.connectors, WHITE: left})
    found, tried = _fewest_planned(affordable(state, WHITE, most=1000)), _fewest_of_all(state, Options())
    assert found.keys() <= tried.keys()
    # Of two cities; more may be joined by branches on both sides of the loose end.
    assert [it for it in sorted(found.items()) if len(it[0][1]) == 2] == [
        it for it in sorted(tried.items()) if len(it[0][1]) == 2
    ]


@pytest.mark.parametrize(
    ("left", "planned"),
    [("0,0E;1,0E;1,0SW", 0), ("0,1E;0,1SE;1,1SW", 4), ("1,0E", 1)],
    ids=["ends", "ring", "no city"],
)
def test_no_build_is_planned_from_what_no_single_tree_makes_a_route(left: str, planned: int) -> None:
    state = parse_state(
        f"0|0:C2Y2R2C4/0:Y2Y2C3/0:Y2R2 w0,0;k3,0 w{left}|k- w4,0,4,0,0|k0,0,0,0,0 w.b",
    )
    plans = affordable(state, WHITE, most=1000)
    assert len(plans) == planned
    assert all(judge_build(state, WHITE, plan.build, payment=plan.payment).legal for plan in plans)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("seed", range(4))
def test_no_turn_is_thought_to_be_over_whose_player_can_still_build(seed: int, options: Options) -> None:
    state = small_table(seed)
    y, o, r, g, b = (int(number == seed) for number in range(5))
    for hand in ((y, o, r, g, b), state.hands[WHITE]):
        holding = with_hand(state, WHITE, hand)
        assert may_afford(holding, WHITE, options) >= any(legal_builds(holding, WHITE, options, most=2))


def test_a_turn_is_over_where_no_hand_pays_for_a_way_to_another_city() -> None:
    text = "0|0:C2Y2R2C4 w1,0;k2,0;g3,0 w-|k{laid}|g- w{hand}|k0,0,0,0,0|g0,0,0,0,0 w.b"
    for laid, hand, expected in (
        ("-", "2,0,1,0,0", True),
        ("-", "3,0,0,0,0", False),
        ("-", "0,5,0,5,0", False),
        ("0,0E;1,0E;2,0E", "2,0,1,0,0", False),  # beside others it costs twice as much
        ("0,0E;1,0E;2,0E", "4,0,2,0,0", True),
    ):
        assert may_afford(parse_state(text.format(laid=laid, hand=hand)), WHITE) == expected
    joined = text.replace("w-|", "w0,0E;1,0E;2,0E|").format(laid="-", hand="5,0,5,0,0")
    assert not may_afford(parse_state(joined), WHITE)


def _fewest_of_all(state: State, options: Options) -> dict[tuple[str, tuple[int, ...]], int]:
    """The stones that builds of each kind to the same cities take, found by trying all."""
    cheapest: dict[tuple[str, tuple[int, ...]], int] = {}
    for build in legal_builds(state, WHITE, options):
        key = str(judge_build(state, WHITE, build, options).kind), cities_after(state, build)
        stones = min(map(sum, payments(state, build, state.hands[WHITE])))
        cheapest[key] = min(stones, cheapest.get(key, stones))
    return cheapest


def _fewest_planned(plans: Iterable[Plan]) -> dict[tuple[str, tuple[int, ...]], int]:
    found: dict[tuple[str, tuple[int, ...]], int] = {}
    for plan in plans:
        key = plan.kind, plan.cities
        found[key] = min(sum(plan.payment), found.get(key, 99))
    return found


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_missing_for_cities_is_as_little_as_can_be(seed: int, options: Options) -> None:
    state = small_table(seed)
    rich = with_hand(state, WHITE, PLENTY)
    builds = list(legal_builds(rich, WHITE, options))
    cities = [field for field in state.board if state.board.is_city(field)]
    for wanted in (*combinations(cities, 2), *combinations(cities, 1)):
        values = set(state.board.city_values(wanted))
        lacking = [
            sum(missing(state, build, state.hands[WHITE]) or NO_STONES)
            for build in builds
            if values <= set(cities_after(state, build))
        ]
        plan = shortest_of(state, WHITE, wanted, options)
        are_joined = any(
            set(wanted) <= set(route.cities) for route in routes(state.board, state.connectors[WHITE])
        )
        if plan is None:
            assert are_joined or not lacking
        else:
            assert not are_joined
            assert values <= set(plan.cities)
            least = min(lacking, default=99)
            assert sum(plan.lacking) == least or (sum(plan.lacking) < least and len(plan.build) > MOST_TRIED)


@pytest.mark.parametrize("position", lines("positions.jsonl")[::4], ids=lambda it: str(it["id"]))
def test_each_plan_is_legal_and_worth_what_it_says(position: dict[str, str]) -> None:
    state = parse_state(position["position"])
    player = state.player
    plans = affordable(state, player)
    for plan in plans:
        ruling = judge_build(state, player, plan.build, payment=plan.payment)
        assert (ruling.legal, ruling.kind) == (True, plan.kind)
        laid = state.connectors[player]
        before, after = (player_score(state.board, it).total for it in (laid, laid | set(plan.build)))
        assert plan.gain == after - before
        assert plan.lacking == NO_STONES


RICH = (
    "-3|-1:R0C7G1/-1:##C5##C4/-1:CAY1O0G0/-4:C9R1C3B0O0G1B1/-4:Y2##B1R1R1O1##/-4:Y1O2B0O0Y1B1/-4:G2R2Y1C8C6/"
    "-4:##C2G2 g-1,2;k-2,2;w-2,3 g-1,3SW;-2,3E;-2,3SW;-3,0E;-3,4E;-4,0E|k-|w-1,2SE;-2,0SE;-2,1SE;-2,2E;0,-1E;"
    "0,-2SE;0,2E;0,2SW;1,2SW;2,-2SW g{hand}|k0,0,0,0,4|w2,4,0,3,0 g.{phase}"
)
"""Far in a game, with a hand to be filled in."""


@pytest.mark.parametrize(("hand", "phase"), [("2,3,12,0,3", "b"), ("4,4,4,4,4", "m")])
def test_what_a_hand_of_very_many_stones_can_build_is_not_searched_for_without_end(
    hand: str, phase: str
) -> None:
    lines = can_do(parse_state(RICH.format(hand=hand, phase=phase)))
    assert lines[-1].startswith("With so many stones in hand ")


def test_what_a_hand_of_usual_size_can_build_is_searched_for_to_the_end() -> None:
    assert can_do(parse_state(RICH.format(hand="2,3,3,0,3", phase="b")))[-1].startswith("Grey can build for ")


def test_what_is_missing_is_not_searched_for_without_end() -> None:
    state = parse_state(RICH.format(hand="2,3,12,0,3", phase="b"))
    cities = {kind.value: field for field, kind in state.board.kinds.items() if isinstance(kind, City)}
    said = "What Grey lacks to join cities 3, 4, 5, 8, 9 is too much to search through; name fewer cities."
    assert lacks(state, [cities[value] for value in (3, 4, 5, 8, 9)]) == said


def test_a_search_that_gives_sets_of_cities_up_says_so_and_goes_on_to_others() -> None:
    state = parse_state(RICH.format(hand="2,3,3,0,3", phase="b"))
    plenty, little = Effort(), Effort(8000, 0.2)
    all_plans, some = affordable(state, GREY, effort=plenty), affordable(state, GREY, effort=little)
    assert (plenty.was_too_little, little.was_too_little) == (False, True)
    gains = [[plan.gain for plan in plans] for plans in (all_plans, some)]
    assert gains == [[48, 42, 38, 37, 36], [48, 38, 37, 36, 34]]


def test_who_can_pay_for_nothing_is_offered_nothing_and_told_what_is_missing() -> None:
    state = parse_state("0|0:C2Y2R2C4 w1,0;k- w-|k- w1,0,0,0,0|k0,0,0,0,0 w.b")
    assert affordable(state, WHITE) == ()
    plan = shortest_of(state, WHITE, [Field(0, 0), Field(3, 0)])
    assert isinstance(plan, Plan)
    # Three connectors, one stone that fits.
    assert (sum(plan.lacking), plan.kind, plan.cities, plan.gain) == (2, "new", (2, 4), 8)


def test_of_a_landscape_with_more_cities_than_there_are_nothing_is_searched_for() -> None:
    rows = "/".join(f"0:{'C2Y2' * 5}" if r % 2 == 0 else f"0:{'R2G2' * 5}" for r in range(8))
    state = parse_state(f"0|{rows} w1,0;k3,0 w-|k- w5,5,5,5,5|k0,0,0,0,0 w.b")
    assert can_do(state) == []
