"""The referee on readings: what it makes of what is seen, and when it keeps silent."""

from __future__ import annotations

import numpy as np
import pytest

from engine.alien_city import AlienCity, State
from engine.game import Account
from engine.messages import ENGLISH, Message
from firmware.events import Status, What
from firmware.looking.gaze import COVERED, CoveredError, Look
from firmware.referee.course import Course
from tests.engine.alien_city.play import random_turns
from tests.firmware.refereed import EMPTY, TICK_S, Table, built, facts
from tests.vision.alien_city.tables import camera, seen
from vision.game import NotSeenError


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_is_told_turn_by_turn_up_to_its_score(seed: int) -> None:
    start, turns = random_turns(seed)
    table, state = Table(), start
    events = table.show(start.city)
    assert events[0].facts["tiles"] == str(start.city).split()[0]
    expected: list[tuple[str, str | None, str]] = []
    told = []
    for turn in turns:
        state = state.played(turn)
        if turn.is_pass:
            expected.append(("passed", None, str(turn.player)))
            continue
        assert turn.placement is not None
        expected.append(("placed", str(turn.placement.lot), str(turn.player)))
        if turn.cap is not None:
            expected.append(("capped", str(turn.cap.lot), str(turn.player)))
        events = table.play(state.city)
        told += [
            (event.what.value, event.facts.get("lot"), event.facts["player"])
            for event in events
            if event.what in (What.PLACED, What.CAPPED, What.PASSED, What.ILLEGAL)
        ]
    assert told == expected
    assert events[-1].what is What.OVER
    assert events[-1].facts["score"] == dict(AlienCity().score(state).totals)
    assert table.referee.standing.status is Status.OVER


def test_an_illegal_placement_is_warned_about_with_its_rule_and_forgotten_when_taken_back() -> None:
    table = Table()
    table.show(EMPTY)
    (warning,) = table.play(built(EMPTY, H9="g"))
    assert (warning.what, warning.facts["rules"], warning.facts["player"]) == (What.ILLEGAL, ["R2"], "black")
    standing = table.referee.standing
    assert (standing.status, standing.rules) == (Status.ILLEGAL, ("R2",))
    assert "H9" in standing.places
    assert table.show(built(EMPTY, H9="g"), 60) == []
    assert facts(table.play(EMPTY)) == [("taken back", "H9")]
    assert table.referee.standing.status is Status.TO_MOVE
    assert table.referee.standing.player == "black"
    assert facts(table.play(built(EMPTY, D2="b"))) == [("placed", "D2"), ("turn", None)]


@pytest.mark.parametrize(("first", "then"), [("G", "G"), ("G", "g"), ("g", "k"), ("R", "G")])
def test_who_is_warned_and_builds_just_beside_is_warned_again_and_nothing_is_left_of_it(
    first: str, then: str
) -> None:
    table = Table()
    table.show(EMPTY)
    assert facts(table.play(built(EMPTY, H9=first))) == [("illegal", "H9")]
    beside = built(EMPTY, H8=then)
    events = table.play(beside) + table.show(beside, 3.0)
    assert facts(events) == [("taken back", "H9"), ("illegal", "H8")]
    assert table.referee.standing.status is Status.ILLEGAL
    assert facts(table.play(EMPTY) + table.show(EMPTY, 10.0)) == [("taken back", "H8")]
    assert table.referee.standing.status is Status.TO_MOVE


def test_a_verdict_comes_within_a_second_after_the_hand_has_left() -> None:
    table = Table()
    table.show(EMPTY)
    for city in (built(EMPTY, D2="b"), built(EMPTY, D2="b", H9="g")):
        table.show(None, 3.0)
        left = table.seconds
        events = table.show(city)
        assert events[0].seconds - left <= 1.0


def test_what_is_against_the_rules_has_to_last_longer_than_what_is_not() -> None:
    table, dome = Table(), built(EMPTY, D2="b")
    table.show(EMPTY)
    table.show(None, 1.0)
    assert facts(table.show(dome, 0.6)) == [("placed", "D2"), ("turn", None)]
    table.show(None, 1.0)
    assert table.show(built(dome, H9="g"), 0.6) == []
    assert facts(table.show(built(dome, H9="g"), 0.6)) == [("illegal", "H9")]


def test_what_comes_without_a_hand_is_told_once_it_has_lasted() -> None:
    table, dome = Table(), built(EMPTY, D2="b")
    table.show(EMPTY)
    table.play(dome)
    both = built(dome, D10="g")
    assert table.show(both, 2.4) == []
    assert facts(table.show(both, 1.0)) == [("placed", "D10"), ("turn", None)]


def test_nothing_is_said_while_a_hand_is_over_the_board() -> None:
    table = Table()
    table.show(EMPTY)
    assert table.show(seen(built(EMPTY, D2="b"), hidden=["E9", "E10"]), 8.0) == []
    assert table.referee.standing.status is Status.HAND
    assert facts(table.show(built(EMPTY, D2="b"))) == [("placed", "D2"), ("turn", None)]


def test_a_finger_that_only_every_other_look_sees_is_none() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    events = table.show(None, 1.0)
    for _ in range(4):
        events += table.show(seen(city), TICK_S)
        events += table.show(seen(city, hidden=["E10"]), TICK_S)
    assert facts(events, What.PLACED) == [("placed", "D2")]


def test_what_seems_to_come_without_a_hand_is_not_told() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    assert facts(table.play(city), What.PLACED) == [("placed", "D2")]
    looks_built = seen(city, doubts={"D10": ("g", 0.97)})
    assert facts(table.show(looks_built, 2.0), What.PLACED) == []
    table.show(None, 1.0)
    assert facts(table.show(looks_built, 2.0), What.PLACED) == [("placed", "D10")]


def test_a_lamp_that_lights_each_place_otherwise_does_nothing_to_the_game() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    table.play(city)
    glare = np.where(np.arange(80) % 8 < 5, np.linspace(0.0, 0.4, 80), 1.2)
    fooled = {"E5": ("g", 0.97), "H8": ("g", 0.9), "B3": ("r", 0.98)}
    assert table.show(seen(city, misread=fooled, light=glare), 15.0, relit=True) == []
    later = seen(built(city, D10="g"), misread=fooled, light=glare)
    assert facts(table.play(later)) == [("placed", "D10"), ("turn", None)]


def test_two_turns_that_nobody_saw_are_worked_out() -> None:
    table = Table()
    table.show(EMPTY)
    events = table.play(built(EMPTY, D2="b", D10="g"))
    assert facts(events, What.PLACED) == [("placed", "D2"), ("placed", "D10")] or facts(
        events, What.PLACED
    ) == [("placed", "D10"), ("placed", "D2")]
    assert [event.facts["player"] for event in events if event.what is What.PLACED] == ["black", "white"]


def test_the_board_may_be_read_the_other_way_round_after_the_camera_was_bumped() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    table.play(city)
    later = seen(built(city, D10="g").turned(), pose=camera(shift=40))
    table.show(None, 1.0)
    assert facts(table.show(later)) == [("placed", "D10"), ("turn", None)]


def test_a_bumped_camera_is_said_and_changes_nothing() -> None:
    table = Table()
    table.show(EMPTY)
    view = seen(EMPTY, pose=camera(shift=40))
    assert table.show(view, TICK_S) == []
    assert table.referee.standing.status is Status.CAMERA_MOVED
    assert table.show(view) == []
    assert table.referee.standing.status is Status.TO_MOVE


def test_out_of_sight_is_said_with_its_reason_and_loses_nothing() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    assert table.show(None, 4.0, trouble=NotSeenError(Message("the picture is black"))) == []
    standing = table.referee.standing
    assert (standing.status, standing.because) == (Status.CANT_SEE, "the picture is black")
    assert table.show(built(EMPTY, D2="b")) == []
    assert table.referee.standing.player == "white"


def test_what_is_wrong_has_to_last_from_the_last_movement_on_until_it_is_said() -> None:
    table, trouble = Table(), NotSeenError(Message("the board runs out of the picture"))
    table.show(EMPTY)
    table.show(None, 3.0)
    for _ in range(3):
        table.show(None, 0.8, trouble=trouble)
        assert table.referee.standing.status is Status.HAND
        table.show(None, 0.4)
    table.show(None, 1.4, trouble=trouble)
    assert table.referee.standing.status is Status.CANT_SEE


def test_a_hand_that_rests_on_the_board_is_a_hand_and_what_stays_there_is_said() -> None:
    table, covered = Table(), CoveredError(COVERED)
    table.show(EMPTY)
    table.show(None, 9.0, trouble=covered)
    assert table.referee.standing.status is Status.HAND
    table.show(None, 2.0, trouble=covered)
    standing = table.referee.standing
    assert (standing.status, standing.because) == (Status.CANT_SEE, "something lies over the board")
    table.show(EMPTY)
    assert table.referee.standing.status is Status.TO_MOVE


def test_while_hands_lay_the_board_out_it_is_set_up() -> None:
    table = Table()
    table.show(None, 2.0)
    assert table.referee.standing.status is Status.SETTING_UP


def test_what_lies_on_the_board_for_long_does_not_stop_the_game() -> None:
    table = Table()
    table.show(EMPTY)
    mug = ["G9", "H9", "G10", "H10"]
    table.show(seen(EMPTY, hidden=mug), 12.0)
    assert facts(table.show(seen(built(EMPTY, D2="b"), hidden=mug), 3.0)) == [
        ("placed", "D2"),
        ("turn", None),
    ]


def test_what_lies_on_the_board_makes_nobody_wait_again_after_the_next_hand() -> None:
    table, mug = Table(), ["G9", "H9", "G10", "H10"]
    table.show(EMPTY, 2.0)
    table.show(None, 1.0)
    table.show(seen(EMPTY, hidden=mug), 12.0)
    assert facts(table.play(seen(built(EMPTY, D2="b"), hidden=mug))) == [("placed", "D2"), ("turn", None)]


def test_a_print_that_looks_like_a_finger_now_and_then_holds_the_game_up_once() -> None:
    table, odd = Table(), ["H10"]
    table.show(seen(EMPTY, hidden=odd), 4.0)
    table.show(seen(EMPTY), 4.0)
    table.show(None, 1.0)
    left = table.seconds
    (placed, _) = table.show(seen(built(EMPTY, D2="b"), hidden=odd), 1.0)
    assert placed.seconds - left < 0.8


def test_a_place_at_the_brink_of_being_hidden_does_not_keep_the_game_waiting() -> None:
    table, city = Table(), built(EMPTY, D2="b")
    mug = ["G10", "H10"]
    table.show(EMPTY)
    table.show(None, 1.0)
    events = []
    for _ in range(20):
        events += table.show(seen(city, hidden=mug), 0.4)
        events += table.show(seen(city, hidden=[*mug, "H9"]), 0.4)
    events += table.show(seen(city, hidden=mug), 0.8)
    assert facts(events) == [("placed", "D2"), ("turn", None)]


def test_what_looked_like_a_finger_is_forgotten_with_the_game() -> None:
    table = Table()
    table.show(EMPTY)
    table.show(None, 1.0)
    table.show(seen(EMPTY, hidden=["A1"]), 3.0)
    table.referee.new_game()
    table.show(EMPTY, 3.0)
    table.show(None, 1.0)
    assert table.show(seen(built(EMPTY, D2="b"), hidden=["A1"]), 0.8) == []
    assert table.referee.standing.status is Status.HAND


def test_what_hides_places_that_no_hand_could_have_reached_stops_nothing() -> None:
    table = Table()
    table.show(EMPTY)
    assert facts(table.play(seen(built(EMPTY, D2="b"), hidden=["E5", "E6"]))) == [
        ("placed", "D2"),
        ("turn", None),
    ]
    assert table.show(seen(built(EMPTY, D2="b", G10="g"), hidden=["E5", "E6", "E9", "E10"]), 8.0) == []
    assert table.referee.standing.status is Status.HAND


def test_a_print_that_always_looks_like_a_finger_holds_the_game_up_once_and_shortly() -> None:
    table, odd = Table(), ["H10"]
    (setup, _) = table.show(seen(EMPTY, hidden=odd), 4.0)
    assert setup.what is What.SETUP
    assert facts(table.play(seen(built(EMPTY, D2="b"), hidden=odd))) == [("placed", "D2"), ("turn", None)]


def test_rules_state_keeps_the_players_pieces() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    state = AlienCity().parse_state(table.referee.standing.state)
    assert isinstance(state, State)
    assert state.hands is not None
    assert sum(map(sum, state.hands)) == 37


def test_a_cap_laid_a_turn_too_late_is_against_the_rules() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    table.play(city)
    city = built(city, H1="R")
    table.play(city)
    city = built(city, D10="g")
    table.play(city)
    (warning,) = table.play(built(city, H1="Ro"))
    assert (warning.what, warning.facts["rules"]) == (What.ILLEGAL, ["C1"])


def test_two_caps_of_one_turn_are_against_the_rules_though_one_may_have_been_laid_a_turn_ago() -> None:
    table, city = Table(), EMPTY
    table.show(EMPTY)
    for laid in ({"H1": "R"}, {"D2": "b"}, {"D10": "g"}, {"E4": "r"}):
        city = built(city, **laid)
        table.play(city)
    two = built(city, B5="Bx", H1="Rx")
    events = table.play(two)
    assert facts(events, What.PLACED) == [("placed", "B5")]
    (capped,) = facts(events, What.CAPPED)
    (warning,) = (event for event in events if event.what is What.ILLEGAL)
    assert {capped[1], warning.facts["lot"]} == {"B5", "H1"}
    assert warning.facts["rules"][0] == "C1"
    taken_off = {"B5": "B"} if warning.facts["lot"] == "B5" else {"H1": "R"}
    assert facts(table.play(built(two, **taken_off)))[-1] == ("turn", None)
    assert table.referee.standing.player == "white"


def test_a_cap_laid_with_the_last_structure_of_all_is_warned_of_and_not_counted() -> None:
    start, turns = random_turns(3)
    table, state = Table(), start
    table.show(start.city)
    for turn in turns[:-1]:
        state = state.played(turn)
        table.play(state.city)
    last = state.played(turns[-1]).city
    tower = next(lot for lot, it in last.structures() if it.is_tower and it.cap is None)
    capped = built(last, **{str(tower): f"{last[tower]}{'x' if turns[-1].player == 'black' else 'o'}"})
    events = table.play(capped)
    assert [it.facts["rules"] for it in events if it.what is What.ILLEGAL] == [["C4"]]
    assert facts(events, What.OVER) == []
    assert facts(table.play(last), What.OVER) == [("over", None)]


def test_two_pieces_that_were_lifted_and_put_back_together_are_whose_they_were() -> None:
    table = Table()
    table.show(EMPTY)
    both = built(EMPTY, H1="R", D2="b")
    for city in (built(EMPTY, D2="b"), both):
        table.play(city)
    before = table.referee.standing
    assert facts(table.play(EMPTY), What.TAKEN_BACK) == [("taken back", "H1"), ("taken back", "D2")]
    assert facts(table.play(both), What.PLACED) == [("placed", "D2"), ("placed", "H1")]
    assert (table.referee.standing.state, table.referee.standing.player) == (before.state, before.player)


def test_what_was_taken_back_says_nothing_any_more_once_something_else_was_built() -> None:
    rules, look = AlienCity(), Look(0.0, "picture")
    course = Course(rules, rules.opening(State(EMPTY)), ENGLISH)

    def build(text: str) -> None:
        turn = rules.parse_change(text)
        verdict = rules.judge(course.play.state, turn)
        course.carry_out(Account(len(course.play.changes), (turn,), (verdict,)), look)

    build("black Bd@D2")
    build("white Rt@H1")
    course.take_back(look)
    course.take_back(look)
    assert course.taken_back == {"D2": 0, "H1": 1}
    build("black Gd@D10")
    assert course.taken_back == {}


def test_a_cap_that_was_off_for_long_and_is_put_back_was_laid_when_it_was() -> None:
    table, city = Table(), EMPTY
    table.show(city)
    for laid in ({"D2": "R"}, {"D10": "g"}, {"E9": "b", "D2": "Rx"}, {"B6": "k"}):
        city = built(city, **laid)
        table.play(city)
    before = table.referee.standing
    off = built(city, D2="R")
    *_, mended = table.play(off) + table.show(off, 13.0)
    assert mended.facts["mended"]
    back = table.play(city) + table.show(city, 4.0)
    assert [event.facts.get("mended") for event in back if event.what is What.UNSURE] == [True]
    assert facts(back, What.CAPPED, What.PLACED) == []
    assert (table.referee.standing.state, table.referee.standing.player) == (before.state, before.player)


@pytest.mark.parametrize("is_taken_one_by_one", [False, True])
def test_pieces_that_were_knocked_off_are_whose_they_were_in_whichever_order_they_are_put_back(
    *, is_taken_one_by_one: bool
) -> None:
    table, first, both = Table(), built(EMPTY, D2="b"), built(EMPTY, D2="b", H1="R")
    for city in (EMPTY, first, both):
        table.show(None, 1.0)
        table.show(city)
    before = table.referee.standing
    for city in [first, EMPTY] if is_taken_one_by_one else [EMPTY]:
        table.play(city)
    table.play(built(EMPTY, H1="R"))
    assert table.referee.standing.state != before.state, "by itself it is the first player's"
    assert facts(table.play(both), What.PLACED) == [("placed", "D2")]
    assert (table.referee.standing.state, table.referee.standing.player) == (before.state, before.player)


def test_what_is_played_instead_of_what_was_taken_back_stays_so() -> None:
    table = Table()
    table.show(EMPTY)
    for city in (built(EMPTY, D2="b"), built(EMPTY, D2="b", H1="R"), EMPTY, built(EMPTY, H1="R", E4="g")):
        table.play(city)
    state = table.referee.standing.state
    assert facts(table.play(built(EMPTY, H1="R", E4="g", D2="b")), What.PLACED) == [("placed", "D2")]
    assert table.referee.standing.state != state
    assert [
        it for it in table.show(built(EMPTY, H1="R", E4="g", D2="b"), 12.0) if it.what is not What.TURN
    ] == []


def test_what_is_played_after_pieces_were_put_back_is_taken_back_by_itself() -> None:
    table, city = Table(), EMPTY
    table.show(EMPTY)
    for laid in ({"D2": "b"}, {"H1": "R"}):
        city = built(city, **laid)
        table.play(city)
    table.play(built(EMPTY, D2="b"))
    table.play(city)
    before = table.referee.standing.state
    table.play(built(city, E4="g"))
    assert facts(table.play(city), What.TAKEN_BACK, What.PLACED) == [("taken back", "E4")]
    assert table.referee.standing.state == before


def test_what_was_taken_back_as_it_was_out_of_turn_is_no_fault_once_the_turn_has_come() -> None:
    table, first = Table(), built(EMPTY, D2="B")
    table.show(EMPTY)
    table.play(first)
    capped = built(first, H1="Rx")
    events = table.play(capped)
    assert table.referee.standing.status is Status.ILLEGAL, "it is White's turn"
    assert What.ILLEGAL in {it.what for it in events}
    table.play(first)
    table.referee.confirm(table.seconds, "picture")  # White passes, which no table shows
    assert table.referee.standing.player == "black"
    assert facts(table.play(capped), What.PLACED, What.CAPPED, What.ILLEGAL) == [
        ("placed", "H1"),
        ("capped", "H1"),
    ]
