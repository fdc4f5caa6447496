"""A set-up is checked against the box, and landscapes laid at random are right."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from engine.game import Fault
from engine.netzwerk.board import Board
from engine.netzwerk.faults import position_faults
from engine.netzwerk.fields import Field, parts
from engine.netzwerk.material import DESERT, City, Colour, Player, kind_of
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.pieces import left_over
from engine.netzwerk.records import read_records
from engine.netzwerk.setup import landscape_faults, random_board, setup_faults
from engine.netzwerk.state import State, opening, seen
from engine.netzwerk.text import format_state, parse_seen, parse_state
from tests.engine.netzwerk.vectors import lines

PLAYERS = tuple(Player)


def laid(seed: int = 1, players: int = 3) -> State:
    return opening(random_board(Random(seed), players), PLAYERS[:players])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_a_random_landscape_is_right_and_goes_to_text_and_back(seed: int, players: int) -> None:
    state = laid(seed, players)
    assert setup_faults(state) == ()
    assert len(list(state.board)) == (33 if players == 2 else 39)
    assert sum(state.stones.values()) == (40 if players == 2 else 50)
    again = parse_state(format_state(state))
    assert (again.board, again.stones) == (state.board, state.stones)


@pytest.mark.parametrize("seed", range(8))
def test_no_piece_has_two_fields_of_a_kind_and_the_two_known_pieces_are_there(seed: int) -> None:
    fields = list(random_board(Random(seed), 3).kinds.values())
    pieces = [fields[at : at + 3] for at in range(0, len(fields), 3)]
    kinds = [{"city" if isinstance(it, City) else it for it in piece} for piece in pieces]
    assert all(len(piece) == 3 for piece in kinds)
    for known in ({Colour.YELLOW, Colour.BLUE, City(6)}, {Colour.ORANGE, Colour.RED, Colour.GREEN}):
        assert known in [set(piece) for piece in pieces]


def test_the_same_seed_lays_the_same_landscape() -> None:
    assert random_board(Random(4), 4) == random_board(Random(4), 4)
    assert random_board(Random(4), 4) != random_board(Random(5), 4)


def test_every_fault_of_a_set_up_is_named_with_its_places() -> None:
    state = laid()
    kinds = dict(state.board.kinds)
    red = [field for field in sorted(kinds) if kinds[field] is Colour.RED]
    seven = next(field for field in kinds if kinds[field] == City(7))
    desert = next(field for field in kinds if kinds[field] is DESERT)
    kinds |= {red[0]: City(8), seven: City(8), desert: Colour.BLUE}
    said: dict[str, list[Fault]] = {}
    for fault in setup_faults(opening(Board(kinds), state.players)):
        said.setdefault(fault.code, []).append(fault)
    assert sorted(str(it) for it in said["landscapes"]) == [
        "N-2.2: there are 4 red fields where 5 belong.",
        "N-2.2: there are 6 blue fields where 5 belong.",
    ]
    assert [str(it) for it in said["deserts"]] == ["N-2.2: there are 4 deserts where 5 belong."]
    missing, twice = said["cities"]
    assert str(missing) == "N-2.3: the city with 7 is missing."
    assert str(twice) == "N-2.3: 3 cities have the value 8."
    assert set(twice.places) >= {str(red[0]), str(seven)}


def test_with_two_players_the_city_with_six_stays_in_the_box() -> None:
    state = laid(players=2)
    kinds = dict(state.board.kinds)
    five = next(field for field in kinds if kinds[field] == City(5))
    faults = setup_faults(opening(Board(kinds | {five: City(6)}), state.players))
    assert [str(it) for it in faults] == [
        "N-2.3: the city with 5 is missing.",
        "N-3.3: with two players the city with 6 stays in the box.",
    ]


def test_a_landscape_in_two_parts_and_a_stone_too_few_are_seen() -> None:
    state = laid()
    moved = {Field(it.q + (60 if it.q > 2 else 0), it.r): kind for it, kind in state.board.kinds.items()}
    codes = [fault.code for fault in setup_faults(opening(Board(moved), state.players))]
    assert codes == ["parts"]
    bare = next(iter(sorted(state.stones)))
    (fault,) = setup_faults(replace(state, stones={**state.stones, bare: 1}))
    assert str(fault) == f"N-3.5: two stones belong on each coloured field, and {bare} has 1."


def lying(board: Board) -> State:
    """A landscape as somebody sees it who does not know who plays."""
    return seen(board, {}, dict.fromkeys(PLAYERS), dict.fromkeys(PLAYERS, frozenset()))


def without(board: Board, *fields: Field) -> Board:
    return Board({field: kind for field, kind in board.kinds.items() if field not in fields})


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("hidden", [1, 2, 4, 5, 12])
def test_nothing_is_wrong_with_a_landscape_some_fields_of_which_nobody_saw(players: int, hidden: int) -> None:
    board = random_board(Random(3), players)
    for seed in range(8):
        away = Random(seed).sample(sorted(board), hidden)
        assert landscape_faults(lying(without(board, *away))) == ()


def test_where_fields_are_hidden_that_cut_others_off_nobody_has_laid_the_landscape_for_two() -> None:
    board = random_board(Random(1), 3)
    six = next(it for it in board if board[it] == City(6))
    cut_off = min(board, key=lambda it: (len(set(it.neighbours()) & {*board}), it))
    around = {*cut_off.neighbours()} & {*board}
    others = [it for it in sorted(board) if it not in {cut_off, six, *around}]
    rest = lying(without(board, *around, *others[: 6 - len(around)]))
    assert (len(rest.board.kinds), len(parts(rest.board)), six in rest.board) == (33, 2, True)
    assert landscape_faults(rest) == ()


def test_what_is_too_many_is_wrong_whatever_fields_nobody_saw() -> None:
    board = random_board(Random(3), 3)
    blue, green = (next(it for it in board if board[it] is kind) for kind in (Colour.BLUE, Colour.GREEN))
    rest = without(Board({**board.kinds, blue: Colour.RED}), green)
    assert [str(it) for it in landscape_faults(lying(rest))] == [
        "N-2.2: there are 6 red fields where 5 belong."
    ]


def test_a_field_too_many_is_told_with_its_places() -> None:
    board = random_board(Random(3), 3)
    beside = next(near for near in min(board).neighbours() if near not in board)
    (fault,) = landscape_faults(lying(Board({**board.kinds, beside: Colour.RED})))
    assert str(fault) == "N-2.2: there are 6 red fields where 5 belong."
    assert str(beside) in fault.places


def test_a_smaller_landscape_with_the_wrong_piece_is_told_of() -> None:
    board = random_board(Random(3), 2)
    five = next(it for it in board if board[it] == City(5))
    assert [str(it) for it in landscape_faults(lying(Board({**board.kinds, five: City(6)})))] == [
        "N-2.3: the city with 5 is missing.",
        "N-3.3: with two players the city with 6 stays in the box.",
    ]


@pytest.mark.parametrize(("hidden", "told"), [(0, ["route_a"]), (1, [])])
def test_a_route_may_go_on_over_a_field_that_nobody_saw(hidden: int, told: list[str]) -> None:
    board = random_board(Random(3), 3)
    one = next(it for it in board.connections if all(isinstance(board[end], Colour) for end in it.fields))
    far = [it for it in board if it not in one.fields][:hidden]
    state = lying(without(board, *far))
    state = replace(state, connectors={**state.connectors, Player.WHITE: frozenset((one,))})
    assert [it.code for it in position_faults(state)] == told


def told(state: State, options: Options = BOOK) -> list[str]:
    """What is wrong with all that lies there."""
    return list(map(str, position_faults(state, options)))


def test_with_two_players_eight_stones_of_a_colour_are_in_the_game() -> None:
    two, four = (opening(random_board(Random(1), players), PLAYERS[:players]) for players in (2, 4))
    assert (told(two), told(four)) == ([], [])
    assert told(two.with_hands(Player.WHITE, frozenset([(0, 0, 1, 0, 0)]))) == [
        "N-3.5: there are 9 red stones on the board and in hands, and with two players 8 are laid out."
    ]
    assert told(four.with_hands(Player.WHITE, frozenset([(0, 0, 1, 0, 0)]))) == [
        "N-2.4: there are 11 red stones on the board and in hands, and the box has 10."
    ]


def test_a_connector_between_two_cities_can_only_lie_there_by_the_house_rule() -> None:
    state = parse_state("0|0:C2C4Y2 w2,0;k- w0,0E|k- w0,0,0,0,0|k0,0,0,0,0 w.m")
    assert told(state) == [
        "N-7.4: White's connector 0,0E lies between two cities, where no stone can pay for it."
    ]
    assert told(state, Options(city_city="any_one")) == []


def test_every_recorded_landscape_can_be_cut_into_pieces_whatever_their_shape() -> None:
    for game in lines("games.jsonl"):
        (record,) = read_records(json.dumps(game))
        assert record.pieces is not None
        assert left_over(record.start.board) == ()


def test_a_field_among_its_like_belongs_to_no_piece() -> None:
    state = laid()
    kinds = dict(state.board.kinds)
    corner = min(kinds, key=lambda it: sum(near in kinds for near in it.neighbours()))
    beside = [near for near in corner.neighbours() if near in kinds]
    red = [field for field in kinds if kinds[field] is Colour.RED]
    for place in (corner, *beside):
        other = next(field for field in red if field not in (corner, *beside) or field == place)
        red.remove(other)
        kinds[place], kinds[other] = kinds[other], kinds[place]
    (fault,) = setup_faults(opening(Board(kinds), state.players))
    assert (fault.code, fault.rule, fault.places) == ("pieces", "N-2.1", (str(corner),))
    assert str(fault).endswith(f"pieces of three fields of different kinds: {corner} is left over.")


def test_pieces_that_only_fit_one_by_one_leave_fields_over() -> None:
    # Either end belongs to a piece with the middle, and not both do.
    row = Board(dict(zip((Field(q, 0) for q in range(6)), map(kind_of, "YRRGBY"), strict=True)))
    assert left_over(row) != ()
    assert left_over(Board(dict(row.kinds) | {Field(2, 0): Colour.ORANGE})) == ()


@pytest.mark.parametrize(("laid_by", "moved_by"), [(18, 18001), (22, 22007), (22, 22011), (2, 2), (3, 3)])
def test_of_a_landscape_with_one_field_moved_hardly_any_are_left_over(laid_by: int, moved_by: int) -> None:
    random = Random(moved_by)
    kinds = dict(laid(laid_by).board.kinds)
    kind = kinds.pop(gone := random.choice(sorted(kinds)))
    beside = {near for field in kinds for near in field.neighbours()} - {*kinds, gone}
    kinds[random.choice(sorted(beside))] = kind
    # All pieces but one lie as they did.
    assert len(left_over(Board(kinds))) <= 3


def test_as_few_fields_as_can_be_are_left_over() -> None:
    random = Random(1)
    found = set()
    for _ in range(200):
        board = Board({Field(n % 4, n // 4): random.choice([*Colour]) for n in range(8)})
        pieces = [set(it) for it in combinations(board, 3) if is_a_piece(board, it)]
        if set(board).difference(*pieces):
            continue  # only those that belong to no piece are named
        most = 2 if any(not one & other for one, other in combinations(pieces, 2)) else 1
        assert len(left_over(board)) == 8 - 3 * most
        found.add(most)
    assert found == {1, 2}


def is_a_piece(board: Board, fields: tuple[Field, ...]) -> bool:
    """Whether three fields hang together and differ in kind."""
    touching = sum(other in set(one.neighbours()) for one, other in combinations(fields, 2))
    return touching >= 2 and len({board[it] for it in fields}) == 3


def test_a_board_beyond_all_measure_is_refused_before_it_is_worked_through() -> None:
    seen = "0|{} w-;k- w-|k-"
    assert len(parse_seen(seen.format("0:" + "??" * 117)).board.kinds) == 117
    with pytest.raises(ValueError, match="the board has 118 fields, and at most 117 are read"):
        parse_seen(seen.format("0:" + "??" * 117 + "/0:??"))
