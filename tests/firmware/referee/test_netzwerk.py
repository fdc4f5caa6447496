"""The referee at a landscape: what it makes of miners and stones that it sees, and of turns that it doesn't."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.messages import ENGLISH
from engine.netzwerk.conduct import play, targets
from engine.netzwerk.due import MAY_BUILD, PUT_A_MINER, PUT_MINERS
from engine.netzwerk.fields import Field
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import DESERT, NO_STONES, Colour
from engine.netzwerk.score import score
from engine.netzwerk.state import Phase
from engine.netzwerk.text import parse_seen
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import NAMES
from firmware.events import Event, Status, What
from firmware.referee.referee import Referee
from firmware.sayings import whose_turn
from tests.engine.netzwerk.vectors import game
from tests.firmware.landscapes import SeenLandscape, sight
from tests.firmware.referee.landscape_table import TOLD, Table, begun, told


@pytest.mark.parametrize(("number", "turns"), [(0, 6), (6, 6), (12, 8)])
def test_a_turn_is_not_begun_by_what_the_other_player_has_done_in_one_go(number: int, turns: int) -> None:
    # The one to move had not built; by moving and laying connectors at once the other one ended that turn.
    truth = game(number)
    assert truth.record.turns[turns - 1].build
    assert not truth.record.turns[turns - 2].build
    table, state = begun(truth, turns)
    assert table.referee.standing.player == NAMES[state.player]
    assert table.referee.is_settled, "a press is for the score"
    table.play(replace(truth.states[turns + 1], connectors=state.connectors))
    assert not table.referee.is_settled, "now it may end the turn"


@pytest.mark.parametrize("number", [24])
def test_a_whole_game_is_told_turn_by_turn_up_to_its_score(number: int) -> None:
    truth = game(number)
    rules = Netzwerk(truth.record.options)
    table, events = Table(rules), []
    (setup,) = table.show(truth.states[0])
    assert setup.facts["says"] == "The landscape is laid out."
    names = dict(zip(truth.record.start.players, rules.players(truth.record.start), strict=True))
    expected = []
    for turn, before, after in zip(truth.record.turns, truth.states, truth.states[1:], strict=False):
        is_first = before.miners[turn.player] is None
        expected.append(("placed" if is_first else "moved", names[turn.player]))
        events += table.play(replace(after, connectors=before.connectors))
        if turn.build:
            expected.append(("built", names[turn.player]))
            events += table.play(after)
    assert told(events) == expected
    if table.referee.standing.status is not Status.OVER:
        assert not table.referee.is_settled
        events += table.referee.confirm(table.seconds, "picture")
    assert events[-1].what is What.OVER
    totals = score(truth.states[-1]).totals
    assert events[-1].facts["score"] == totals
    ended_by_button = events[-1].turns[len(truth.record.turns) :]
    assert len(events[-1].turns) >= len(truth.record.turns)
    assert all(turn.endswith(" - -") for turn in ended_by_button)
    resumed = Referee(rules)
    resumed.go_on(Event.from_json(events[-1].to_json()))
    assert resumed.standing.totals == totals


def test_a_stone_too_many_is_warned_about_with_its_rule_and_forgotten_when_put_back() -> None:
    truth = game(4)
    turns = enumerate(truth.record.turns)
    at = next(
        n
        for n, it in turns
        if n > 3 and it.took and it.to and not it.build and truth.states[n + 1].stones[it.to] == 1
    )
    table, state = begun(truth, at)
    turn, after = truth.record.turns[at], truth.states[at + 1]
    assert turn.to is not None
    (warning,) = table.play(replace(after, stones={**after.stones, turn.to: 0}))
    assert (warning.what, warning.facts["rules"]) == (What.ILLEGAL, ["N-5.5"])
    assert table.referee.standing.status is Status.ILLEGAL
    assert table.referee.standing.brief == "take one stone"
    assert told(table.play(after)) == [("moved", warning.facts["player"])]
    assert table.referee.standing.status is Status.TO_MOVE
    assert told(table.play(state)) == [("taken back", warning.facts["player"])]


@pytest.mark.parametrize(("doubt", "is_taken"), [(3.0, True), (8.0, False)])
def test_a_stone_that_seems_to_be_left_is_rather_taken_as_long_as_that_is_in_doubt(
    doubt: float, is_taken: bool
) -> None:
    truth = game(4)
    at = next(n for n, it in enumerate(truth.record.turns) if n > 3 and it.took and not it.build)
    table, _ = begun(truth, at)
    field, after = truth.record.turns[at].to, truth.states[at + 1]
    assert field is not None
    left = replace(after, stones={**after.stones, field: after.stones[field] + 1})
    seen = SeenLandscape.of(sight(left))
    table.show(None, 0.8)
    events = table.show(replace(seen, or_else=sight(after), less_likely=doubt))
    (moved,) = [event for event in events if event.what is What.MOVED]
    assert ("stone" in moved.facts) is is_taken


def test_a_jump_too_far_is_no_miner_put_elsewhere_after_others_have_come() -> None:
    truth = game(1)
    count = len(truth.record.start.players)
    table, state = begun(truth, count)
    player = truth.record.turns[0].player
    assert state.player is player
    far = next(
        at
        for at, stones in state.stones.items()
        if stones == 2 and at not in {*targets(state), *state.occupied}
    )
    jumped = replace(
        state, miners={**state.miners, player: far}, stones={**state.stones, far: state.stones[far] - 1}
    )
    (warning,) = table.play(jumped)
    assert (warning.what, warning.facts["rules"]) == (What.ILLEGAL, ["N-5.2"])
    (back,) = (event for event in table.play(state) if event.what in TOLD)
    assert back.what is What.TAKEN_BACK


def test_a_miner_on_a_desert_is_warned_about_and_forgotten_when_taken_back() -> None:
    truth = game(1)
    table, state = begun(truth, len(truth.record.start.players))
    desert = next(at for at in state.board if state.board[at] is DESERT)
    (warning,) = table.play(replace(state, miners={**state.miners, state.player: desert}))
    assert warning.what is What.ILLEGAL
    assert warning.facts["rules"] in (["N-5.2"], ["N-5.3"])
    assert warning.facts["field"] == str(desert)
    assert told(table.play(state)) == [("taken back", warning.facts["player"])]


@pytest.mark.parametrize("is_one_before", [False, True])
def test_whose_turn_was_missed_is_passed_by_the_press_that_says_so(is_one_before: bool) -> None:
    truth = game(1)
    table, state = begun(truth, 12)
    grey, brown, white = truth.record.start.players
    turn = truth.record.turns[14]
    assert (state.player, turn.player) == (grey, white)
    if is_one_before:
        state = truth.states[13]
    now = play(replace(state, player=white), turn, truth.record.options).after
    (question,) = table.play(now) + table.show(now, 4.0)
    assert question.facts["says"].startswith("whose turn is it?")
    events = table.referee.confirm(table.seconds, "picture")
    assert told(events) == [("moved", NAMES[grey])] * is_one_before + [("moved", NAMES[white])]
    assert [Turn.parse(it).player for it in events[-1].turns[-3:]] == [grey, brown, white]
    assert not any(event.let_stand for event in events if event.what is What.MOVED)
    assert table.referee.standing.status is Status.TO_MOVE


@pytest.mark.parametrize(("number", "turns"), [(1, 9), (2, 22)])
def test_whose_turn_was_missed_is_passed_by_one_press_though_the_last_turn_has_gone_on(
    number: int, turns: int
) -> None:
    truth = game(number)
    table, state = begun(truth, turns)
    last, missed, next_one = truth.record.turns[turns : turns + 3]
    table.play(play(state, replace(last, build=(), payment=NO_STONES), truth.record.options).after)
    table.show(None, 0.8)
    built = truth.states[turns + 1]
    now = play(replace(built, player=next_one.player), next_one, truth.record.options).after
    (question,) = table.show(now, 4.0)
    assert question.facts["says"].startswith("whose turn is it?")
    events = table.referee.confirm(table.seconds, "picture")
    assert What.ILLEGAL not in [event.what for event in events]
    assert told(events)[:2] == [("built", NAMES[last.player]), ("moved", NAMES[next_one.player])]
    players = [Turn.parse(it).player for it in events[-1].turns[-3:]]
    assert players == [last.player, missed.player, next_one.player]
    assert table.referee.standing.status is Status.TO_MOVE


def test_what_is_to_be_done_now_is_said_of_each_part_of_a_turn() -> None:
    truth = game(4)
    rules, players = Netzwerk(truth.record.options), len(truth.record.start.players)
    table, _ = begun(truth, 0)
    assert table.referee.standing.due is PUT_MINERS
    table, placed = begun(truth, players)
    assert table.referee.standing.due is None
    to = next(at for at in targets(placed) if placed.stones.get(at))
    stands = replace(placed, miners={**placed.miners, placed.player: to})
    table.play(stands)
    assert whose_turn("grey", table.referee.standing.due, ENGLISH) == "Grey takes a stone"
    table.play(replace(stands, stones={**stands.stones, to: stands.stones[to] - 1}))
    assert table.referee.standing.due in (None, MAY_BUILD)
    rich = replace(placed, phase=Phase.BUILD)
    assert rules.due(rich) is MAY_BUILD
    assert rules.due(truth.record.start) is PUT_A_MINER
    assert rules.due(truth.states[-1]) is None


def test_a_stone_that_was_let_stand_is_not_warned_about_again_when_the_next_turn_goes_on() -> None:
    truth = game(4)
    turns = truth.record.turns
    at = next(n for n in range(4, len(turns)) if turns[n].took and not turns[n].build and turns[n + 1].build)
    table, _ = begun(truth, at)
    field = turns[at].to
    assert field is not None
    after, following = (
        replace(it, stones={**it.stones, field: it.stones[field] + 1}) for it in truth.states[at + 1 : at + 3]
    )
    table.play(after)
    warning = table.play(replace(following, connectors=after.connectors))[0]
    assert (warning.what, warning.facts["rules"]) == (What.ILLEGAL, ["N-5.5"])
    table.referee.confirm(table.seconds, "picture")
    assert table.referee.standing.status is Status.TO_MOVE
    assert [it.what for it in table.play(following)][:1] == [What.BUILT]
    assert table.referee.standing.status is Status.TO_MOVE


def test_what_ends_the_game_is_taken_back_by_a_press_though_it_may_be_anothers() -> None:
    truth = game(3)
    at = len(truth.record.turns) - 1
    turn, before, after = truth.record.turns[at], truth.states[at], truth.states[at + 1]
    table, _ = begun(truth, at)
    table.play(replace(after, connectors=before.connectors))
    table.show(None, 0.8)
    other = next(it for it in truth.record.start.players if it is not turn.player)
    laid = {**before.connectors, other: before.connectors[other] | {*turn.build}}
    or_else = sight(replace(after, connectors=laid))
    *_, last = table.show(replace(SeenLandscape.of(sight(after)), or_else=or_else, less_likely=-7.0))
    assert last.what is What.OVER
    assert told(table.referee.take_back(table.seconds, "picture")) == [("taken back", NAMES[turn.player])]
    assert table.referee.standing.status is not Status.OVER


def test_a_button_ends_a_turn_in_which_nothing_more_is_built() -> None:
    truth = game(4)
    players = Netzwerk().players(truth.record.start)
    table, _ = begun(truth, 12)
    standing = table.referee.standing
    if standing.player == players[11 % 3]:
        assert not table.referee.is_settled
        table.referee.confirm(table.seconds, "picture")
    assert table.referee.standing.player == players[12 % 3]
    assert table.referee.is_settled, "that turn has not begun"


def test_what_buttons_do_to_turns_is_kept_whether_or_not_there_is_anything_to_tell() -> None:
    table, _ = begun(game(4), 3)
    referee = table.referee
    for press in (referee.confirm, referee.confirm, referee.take_back, referee.take_back):
        *_, event = press(table.seconds, "picture")
        again = Referee(Netzwerk())
        again.go_on(Event.from_json(event.to_json()))
        assert again.standing.state == referee.standing.state


def test_a_cleared_landscape_is_a_new_game() -> None:
    truth = game(4)
    table, _ = begun(truth, 6)
    events = table.show(truth.states[0], 8.0)
    assert [event.what for event in events] == [What.SETUP]


def test_a_landscape_on_which_no_miner_can_be_made_out_is_no_new_game() -> None:
    table, state = begun(game(24), 8)
    assert len(state.stones) > sum(state.stones.values()) / 2, "stones were taken"
    open_places = Netzwerk().unread(state, map(str, state.occupied))
    table.show(None, 0.8)
    events = table.show(sight(open_places), 8.0)
    assert What.SETUP not in [event.what for event in events]


def test_a_landscape_that_no_box_makes_up_is_told_at_once() -> None:
    truth = game(4)
    board, *rest = sight(truth.states[0]).split()
    cities = [board[at : at + 2] for at, letter in enumerate(board) if letter == "C"]
    twice = " ".join((board.replace(cities[0], cities[1]), *rest))
    setup, doubt = Table().show(twice)
    assert (setup.what, doubt.what) == (What.SETUP, What.UNSURE)
    assert "N-2.3" in doubt.facts["rules"]
    assert len(doubt.facts["places"]) >= 2
    assert doubt.facts["says"].startswith("N-")
    assert Table().show(truth.states[0])[1:] == []


@pytest.mark.parametrize("number", [24])
def test_a_new_game_begun_by_mistake_is_given_up_for_the_one_before(number: int) -> None:
    table, state = begun(game(number), 6)
    before = table.referee.standing
    table.referee.new_game()
    (setup, *_) = table.show(state, 10.0)
    assert setup.what is What.SETUP
    (turn,) = table.referee.take_back(table.seconds, "picture")
    assert (turn.what, len(turn.turns)) == (What.TURN, 6)
    assert table.show(state, 12.0) == []
    assert table.referee.standing == before


def test_where_no_miner_went_it_still_stands_where_it_seems_to_have_left() -> None:
    truth = game(4)
    table, state = begun(truth, 5)
    player, home = state.player, state.miners[state.player]
    away = next(it for it in targets(state) if not state.stones.get(it))
    view = replace(state, miners={**state.miners, player: away})
    assert told(table.play(view)), "it looks as if it had gone"
    table.referee.take_back(table.seconds, "picture")
    answered: list[Event] = []
    while not answered:
        (question,) = table.show(view, 5.0)
        assert question.what is What.UNSURE
        answered = table.referee.take_back(table.seconds, "picture")
    (turn,) = answered
    assert {str(home), str(away)} <= set(turn.vouched)
    assert table.show(view, 20.0) == []


def test_who_cannot_move_stays_and_ends_the_turn_of_who_might_still_have_built() -> None:
    board = (
        "-6|4:G2/2:B2O2R2/1:C6Y2C2R2/0:C9G2####G2/-2:G2Y2B2C4C5##CA/-3:O2R2B2Y2B2G2/-3:O2C7C3Y2##/-3:R2C8Y2O2/"
        "-4:O2##R2/-4:B2"
    )
    goals = ("4,-3", "-2,-1", "-4,2", "-3,1", "4,-4", "-2,-2", "-4,3", "-4,2", "4,-3", "-3,-1", "-", "-3,1")
    state = parse_seen(f"{board} g-;w-;n-;k- g-|w-|n-|k- g0,0,0,0,0|w0,0,0,0,0|n0,0,0,0,0|k0,0,0,0,0 g.p")
    table, seats = Table(), state.players
    table.show(sight(state))
    events: list[Event] = []
    for number, goal in enumerate(goals):
        player = seats[number % len(seats)]
        to = None if goal == "-" else Field.parse(goal)
        if to is None:
            assert not targets(state), "Brown is blocked"
        took = None if to is None else state.board.kinds[to] if state.stones.get(to) else None
        turn = Turn(player, to, took if isinstance(took, Colour) else None, (), NO_STONES)
        played = play(state, turn)
        assert played.verdict.legal
        state = played.after
        if to is not None:
            events = table.play(state)
    assert told(events) == [("passed", "brown"), ("moved", "black")]
