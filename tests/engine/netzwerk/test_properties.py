"""What must hold whatever is played: turning the table changes nothing, routes split one way, stones don't appear."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine.netzwerk.board import Board
from engine.netzwerk.building import judge_build
from engine.netzwerk.fields import Connection
from engine.netzwerk.material import Colour, Player, Stones
from engine.netzwerk.miners import moves
from engine.netzwerk.questions import connection_of
from engine.netzwerk.routes import SUPERFLUOUS, TOO_FEW_CITIES, TWICE_IN_A_CITY, routes
from engine.netzwerk.score import score
from engine.netzwerk.state import State
from engine.netzwerk.text import canonical, format_state, parse_state
from tests.engine.netzwerk.vectors import game, lines

POSITIONS = lines("positions.jsonl")[::6]


def turned(state: State, sixths: int) -> State:
    for _ in range(sixths):
        state = state.turned()
    return state


def connection_turned(it: Connection, sixths: int) -> Connection:
    for _ in range(sixths):
        it = it.turned()
    return it


@pytest.mark.parametrize("position", POSITIONS, ids=lambda it: str(it["id"]))
@pytest.mark.parametrize("sixths", range(1, 7))
def test_a_turned_table_is_judged_the_same(position: dict[str, Any], sixths: int) -> None:
    state = parse_state(position["position"])
    other = turned(state, sixths)
    assert canonical(other) == canonical(state)
    assert score(other).to_json() == score(state).to_json()
    for player in state.players:
        ways, other_ways = moves(state, player), moves(other, player)
        assert sorted(ways.values()) == sorted(other_ways.values())
    for proposal in position["proposals"]:
        build = [connection_of(it) for it in proposal["build"]]
        one = judge_build(state, state.player, build)
        two = judge_build(other, state.player, [connection_turned(it, sixths) for it in build])
        assert (one.reasons, one.payments, one.kind) == (two.reasons, two.payments, two.kind)
    if sixths == 6:
        assert format_state(other) == format_state(state)


def test_a_mirror_image_is_another_position() -> None:
    state = parse_state(POSITIONS[0]["position"])
    mirrored = Board({replace(it, q=-it.q - it.r): kind for it, kind in state.board.kinds.items()})
    stones = {replace(it, q=-it.q - it.r): count for it, count in state.stones.items()}
    bare = replace(
        state, miners=dict.fromkeys(state.players), connectors=dict.fromkeys(state.players, frozenset())
    )
    assert canonical(replace(bare, board=mirrored, stones=stones)) != canonical(bare)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda it: str(it["id"]))
def test_other_colours_change_nothing_but_their_names(position: dict[str, Any]) -> None:
    state = parse_state(position["position"])
    order = list(Colour)
    swapped = {colour: order[(number + 2) % len(order)] for number, colour in enumerate(order)}
    kinds = {
        it: swapped[kind] if isinstance(kind, Colour) else kind for it, kind in state.board.kinds.items()
    }
    hands: dict[Player, Stones] = {player: (*hand[-2:], *hand[:-2]) for player, hand in state.hands.items()}
    other = replace(state, board=Board(kinds), hands=hands)
    for proposal in position["proposals"]:
        build = [connection_of(it) for it in proposal["build"]]
        one, two = (judge_build(it, state.player, build) for it in (state, other))
        assert (one.reasons, one.kind) == (two.reasons, two.kind)
        assert len(one.payments or ()) == len(two.payments or ())


@pytest.mark.parametrize("number", range(0, 40, 5))
def test_stones_are_on_the_board_in_hands_or_paid(number: int) -> None:
    played = game(number)
    for colour, letter in enumerate(Colour):
        paid = 0
        begun = played.record.start.on_board(letter)
        for turn in played.turns:
            assert turn.turn.payment is not None
            paid += turn.turn.payment[colour]
            held = sum(hand[colour] for hand in turn.after.hands.values())
            assert turn.after.on_board(letter) + held + paid == begun


def small_parts(state: State, random: Random, size: int) -> frozenset[Connection]:
    """A few connectors that hang together somehow, cities and rings among them."""
    ways = sorted(
        {
            Connection.of(field, near)
            for field in state.board
            for near in field.neighbours()
            if state.board.can_be_entered(field) and state.board.can_be_entered(near)
        }
    )
    grown = {random.choice(ways)}
    while len(grown) < size:
        touching = [
            it for it in ways if it not in grown and any(set(it.fields) & set(to.fields) for to in grown)
        ]
        grown.add(random.choice(touching))
    return frozenset(grown)


@pytest.mark.parametrize("seed", range(12))
def test_nothing_of_a_valid_route_can_be_taken_away_and_of_others_something_can(seed: int) -> None:
    """N-A.1 against N-6.5 as it is written, all remainders tried."""
    random = Random(seed)
    board = parse_state(POSITIONS[seed % len(POSITIONS)]["position"]).board
    state = parse_state(POSITIONS[seed % len(POSITIONS)]["position"])
    for size in (3, 5, 7):
        for route in routes(board, small_parts(state, random, size)):
            cities = set(route.cities)
            remainders = (
                frozenset(rest)
                for count in range(1, len(route.connectors))
                for rest in combinations(sorted(route.connectors), count)
            )
            can_spare = any(_is_tidy(board, rest, cities) for rest in remainders)
            assert (SUPERFLUOUS in route.faults) == (len(cities) >= 2 and can_spare)
            leaving = [sum(city in it.fields for it in route.connectors) for city in cities]
            assert (TWICE_IN_A_CITY in route.faults) == any(count > 1 for count in leaving)
            assert (TOO_FEW_CITIES in route.faults) == (len(cities) < 2)


def _is_tidy(board: Board, rest: frozenset[Connection], cities: AbstractSet[object]) -> bool:
    """Whether what is left hangs together, connects the same cities, and leaves each once."""
    parts = routes(board, rest)
    if len(parts) != 1 or set(parts[0].cities) != cities:
        return False
    return all(sum(city in it.fields for it in rest) == 1 for city in parts[0].cities)
