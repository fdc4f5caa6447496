"""The referee on readings: what it makes of what is seen, and when it keeps silent."""

from __future__ import annotations

from typing import Any

import pytest

from engine.alien_city import AlienCity, City, Lot, State, Structure
from engine.messages import Message
from firmware.events import Event, Status, What
from firmware.gaze import Look
from firmware.referee import Referee
from tests.engine.play import random_turns
from tests.firmware.tables import camera, seen
from vision.alien_city.eyes import SeenCity
from vision.game import NotSeenError

TILES = "K^GvBvB^/BvR<BvR^/K^G<KvGv/R^K<R<Gv/G^BvK>R>"
EMPTY = City.empty(TILES)
TICK_S = 0.2


class Table:
    """A table and its referee: things happen one after the other, in camera time."""

    def __init__(self, referee: Referee | None = None) -> None:
        self.referee = referee or Referee(AlienCity())
        self.seconds = 0.0

    def show(
        self, view: City | SeenCity | None, seconds: float = 2.0, trouble: NotSeenError | None = None
    ) -> list[Event]:
        """Keep one view before the camera: a city, a reading, or None while hands move."""
        view = seen(view) if isinstance(view, City) else view
        events = []
        for _ in range(round(seconds / TICK_S)):
            events += self.referee.look(Look(self.seconds, "picture", view, trouble))
            self.seconds += TICK_S
        return events

    def play(self, city: City) -> list[Event]:
        """A hand comes and goes, and then the city looks like this."""
        self.show(None, 1.0)
        return self.show(city)


def built(city: City, **lots: str) -> City:
    for name, content in lots.items():
        city = city.with_lot(Lot.parse(name), Structure.parse(content) if content else None)
    return city


def facts(events: list[Event], *kinds: What) -> list[tuple[str, Any]]:
    return [
        (event.what.value, event.facts.get("lot")) for event in events if not kinds or event.what in kinds
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_is_told_turn_by_turn_up_to_its_score(seed: int) -> None:
    start, turns = random_turns(seed)
    table, state, events = Table(), start, Table().show(start.city)
    events = table.show(start.city)
    assert events[0].facts["tiles"] == str(start.city).split()[0]
    expected, told = [], []
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
    assert table.referee.standing.status is Status.TO_BUILD
    assert table.referee.standing.player == "black"
    assert facts(table.play(built(EMPTY, D2="b"))) == [("placed", "D2"), ("turn", None)]


def test_a_verdict_comes_within_a_second_after_the_hand_has_left() -> None:
    table = Table()
    table.show(EMPTY)
    table.show(None, 3.0)
    left = table.seconds
    for city in (built(EMPTY, D2="b"), built(EMPTY, D2="b", H9="g")):
        table.show(None, 3.0)
        left = table.seconds
        events = table.show(city)
        assert events[0].seconds - left <= 1.0


def test_nothing_is_said_while_a_hand_is_over_the_board() -> None:
    table = Table()
    table.show(EMPTY)
    assert table.show(seen(built(EMPTY, D2="b"), hidden=["E5", "E6"]), 8.0) == []
    assert table.referee.standing.status is Status.HAND
    assert facts(table.show(built(EMPTY, D2="b"))) == [("placed", "D2"), ("turn", None)]


def test_a_finger_that_only_every_other_look_sees_is_none() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    events = table.show(None, 1.0)
    for _ in range(4):
        events += table.show(seen(city), TICK_S)
        events += table.show(seen(city, hidden=["E5"]), TICK_S)
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
    assert table.referee.standing.status is Status.TO_BUILD


def test_a_structure_that_vanishes_later_is_asked_about_once_and_the_game_goes_on() -> None:
    table = Table()
    table.show(EMPTY)
    city = EMPTY
    for name, content in (("D2", "b"), ("D10", "g"), ("E4", "r"), ("F1", "k")):
        city = built(city, **{name: content})
        table.play(city)
    gone = built(city, D2="")
    events = table.show(gone, 30)
    assert [event.what for event in events] == [What.UNSURE]
    assert events[0].facts["places"] == ["D2"]
    assert table.referee.standing.status is Status.UNSURE
    assert facts(table.play(built(gone, D6="g"))) == [("placed", "D6"), ("turn", None)]
    assert table.play(built(city, D6="g")) == []
    assert table.referee.standing.status is Status.TO_BUILD


def test_what_can_be_read_either_way_is_asked_about_not_guessed() -> None:
    table = Table()
    table.show(EMPTY)
    table.show(None, 1.0)
    doubtful = seen(EMPTY, doubts={"D2": ("b", 0.3)})
    assert [event.what for event in table.show(doubtful, 8.0)] == [What.UNSURE]
    assert facts(table.show(built(EMPTY, D2="b"))) == [("placed", "D2"), ("turn", None)]


def test_when_a_hand_came_twice_the_piece_in_doubt_is_the_first_players() -> None:
    table = Table()
    table.show(EMPTY)
    table.show(None, 1.0)
    assert facts(table.show(seen(EMPTY, doubts={"D2": ("b", 0.3)}), 1.5)) == []
    table.show(None, 1.0)
    events = table.show(seen(built(EMPTY, E4="r"), doubts={"D2": ("b", 0.8)}), 1.5)
    assert facts(events) == [("placed", "D2"), ("placed", "E4")]
    assert events[-1].turns == ("black Bd@D2", "white Rd@E4")


def test_where_a_piece_might_be_legal_or_not_nobody_is_warned() -> None:
    table = Table()
    table.show(EMPTY)
    table.show(None, 1.0)
    # A blue dome would be legal on B9, a green one not.
    blue_or_green = seen(built(EMPTY, D2="b"), doubts={"D2": ("g", 0.75)})
    assert What.ILLEGAL not in [event.what for event in table.show(blue_or_green, 8.0)]


def test_a_game_may_be_joined_in_the_middle_and_what_is_not_known_is_said() -> None:
    start, turns = random_turns(1, most=14)
    state = start
    for turn in turns:
        state = state.played(turn)
    table = Table()
    (setup,) = table.show(state.city, 4.0)
    assert setup.what is What.SETUP
    assert setup.facts["joined"] == str(state.city)
    assert table.referee.standing.player == ""


def test_when_the_board_is_cleared_a_new_game_is_set_up() -> None:
    start, turns = random_turns(1, most=10)
    state = start
    table = Table()
    table.show(start.city)
    for turn in turns:
        state = state.played(turn)
        table.play(state.city)
    table.show(None, 5.0)
    events = table.show(EMPTY, 8.0)
    assert [event.what for event in events] == [What.SETUP, What.TURN]
    assert events[0].facts["tiles"] == TILES


def test_the_game_goes_on_from_any_event_that_was_kept() -> None:
    start, turns = random_turns(6, most=9)
    state, table = start, Table()
    events = table.show(start.city)
    for turn in turns:
        state = state.played(turn)
        events += table.play(state.city)
    kept = Event.from_json(events[-1].to_json())
    again = Referee(AlienCity())
    again.go_on(kept)
    assert again.standing.state == table.referee.standing.state
    last = turns[-1].placement
    assert last is not None
    resumed = Table(again)
    before = AlienCity().parse_state(kept.start)
    for turn in turns[:-1]:
        before = before.played(turn)
    assert ("taken back", str(last.lot)) in facts(resumed.show(before.city))


def test_out_of_sight_is_said_with_its_reason_and_loses_nothing() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    assert table.show(None, 4.0, trouble=NotSeenError(Message("the picture is black"))) == []
    standing = table.referee.standing
    assert (standing.status, standing.because) == (Status.CANT_SEE, "the picture is black")
    assert table.show(built(EMPTY, D2="b")) == []
    assert table.referee.standing.player == "white"


def test_what_lies_on_the_board_for_long_does_not_stop_the_game() -> None:
    table = Table()
    table.show(EMPTY)
    mug = ["G9", "H9", "G10", "H10"]
    table.show(seen(EMPTY, hidden=mug), 12.0)
    assert facts(table.show(seen(built(EMPTY, D2="b"), hidden=mug), 3.0)) == [
        ("placed", "D2"),
        ("turn", None),
    ]


def test_a_tile_that_cannot_be_made_out_is_named_and_does_not_stop_the_game() -> None:
    tiles = "?" + TILES[1:]
    events = Table().show(City.empty(tiles), 8.0)
    assert [event.what for event in events] == [What.SETUP, What.TURN, What.UNSURE]
    assert events[2].facts["places"] == ["A9"]


def test_rules_state_keeps_the_players_pieces() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    state = AlienCity().parse_state(table.referee.standing.state)
    assert isinstance(state, State)
    assert state.hands is not None
    assert sum(map(sum, state.hands)) == 37


def test_a_button_lets_an_illegal_placement_stand() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, H9="g"))
    (event,) = table.referee.confirm(table.seconds, "picture")
    assert (event.what, event.facts["player"]) == (What.TURN, "white")
    assert table.referee.standing.status is Status.TO_BUILD
    assert facts(table.play(built(EMPTY, H9="g", D2="b"))) == [("placed", "D2"), ("turn", None)]


def test_a_button_sets_the_turn_right() -> None:
    table = Table()
    table.show(EMPTY)
    (event,) = table.referee.confirm(table.seconds, "picture")
    assert (event.what, event.facts["player"]) == (What.TURN, "white")
    (placed, *_) = table.play(built(EMPTY, D2="b"))
    assert placed.facts["player"] == "white"


def test_a_button_takes_the_last_turn_back_and_asks_for_the_piece_to_be_removed() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    events = table.referee.take_back(table.seconds, "picture")
    assert facts(events) == [("taken back", "D2"), ("turn", None)]
    (question,) = table.show(built(EMPTY, D2="b"), 10)
    assert (question.what, question.facts["places"]) == (What.UNSURE, ["D2"])
    assert table.play(EMPTY) == []
    assert facts(table.play(built(EMPTY, D2="b")), What.PLACED) == [("placed", "D2")]


def test_a_button_ends_the_game_and_counts_it() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    (event,) = table.referee.end_game(table.seconds, "picture")
    assert (event.what, event.facts["score"]) == (What.OVER, {"black": 0, "white": 0})


def test_what_was_built_while_nobody_watched_is_told_as_that() -> None:
    table = Table()
    kept = table.show(EMPTY)[-1]
    again = Referee(AlienCity())
    again.go_on(kept)
    (placed, turn) = Table(again).show(built(EMPTY, D2="b"))
    assert (placed.what, placed.facts["lot"], placed.facts["away"]) == (What.PLACED, "D2", True)
    assert placed.facts["says"] == "while I was away: D2 blue dome"
    assert turn.facts["says"] == "White to build"


def test_a_doubtful_cap_does_not_hold_up_the_game_and_is_told_when_it_comes_to_light() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    table.play(city)
    city = built(city, H1="R")
    table.play(city)
    table.show(None, 1.0)
    assert table.show(seen(city, doubts={"H1": ("Ro", 0.3)}), 2.0) == []
    table.show(None, 1.0)
    city = built(city, D10="g")
    assert facts(table.show(seen(city, doubts={"H1": ("Ro", 0.3)}))) == [("placed", "D10"), ("turn", None)]
    assert facts(table.play(built(city, H1="Ro"))) == [("capped", "H1")]
    assert table.referee.standing.player == "white"


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


def test_a_piece_that_was_taken_for_another_is_set_right_in_time() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    table.play(built(EMPTY, D2="b", H1="R"))
    table.play(built(EMPTY, D2="b", H1="R", D10="g"))
    really = built(EMPTY, D2="b", H1="B", D10="g")
    events = table.show(really, 20.0)
    assert [event.what for event in events] == [What.UNSURE, What.UNSURE]
    assert events[-1].facts["mended"]
    assert events[-1].turns == ("black Bd@D2", "white Bt@H1", "black Gd@D10")
    assert table.referee.standing.player == "white"
    assert facts(table.play(built(really, F1="k"))) == [("placed", "F1"), ("turn", None)]


def test_a_piece_only_the_other_player_has_is_a_question_about_the_turn_and_no_warning() -> None:
    table = Table()
    table.show(EMPTY)
    city = EMPTY
    # Black has three red domes.
    for name, content in (("D2", "b"), ("E4", "r"), ("C2", "b"), ("F4", "r"), ("E9", "b"), ("A3", "r")):
        city = built(city, **{name: content})
        table.play(city)
    assert table.referee.standing.player == "black"
    state = AlienCity().parse_state(table.referee.standing.state)
    table.referee.confirm(table.seconds, "picture")
    assert table.referee.standing.player == "white"
    (question,) = table.show(built(city, B4="r"), 8.0)[-1:]
    assert question.what is What.UNSURE
    assert state.hands is not None
    assert table.referee.standing.status is Status.UNSURE
    events = table.referee.confirm(table.seconds, "picture")
    assert facts(events)[0][1] == "B4"


def test_a_piece_in_doubt_that_comes_to_light_after_the_next_turn_was_built_before_it() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    table.play(city)
    table.show(None, 1.0)
    table.show(seen(city, doubts={"D10": ("g", 0.5)}), 2.0)
    table.show(None, 1.0)
    city = built(city, E4="r")
    table.show(seen(city, doubts={"D10": ("g", 0.5)}), 2.0)
    events = table.play(built(city, D10="g"))
    assert facts(events, What.PLACED, What.TAKEN_BACK, What.ILLEGAL) == [("placed", "D10")]
    assert [event.turns for event in events][-1] == ("black Bd@D2", "white Gd@D10", "black Rd@E4")
    assert table.referee.standing.player == "white"


def test_nobody_is_warned_when_a_place_in_doubt_would_make_it_legal() -> None:
    table = Table()
    table.show(EMPTY)
    city = EMPTY
    for name, content in (("E4", "r"), ("D2", "b")):
        city = built(city, **{name: content})
        table.play(city)
    # A foreign tower needs two structures on the red tile E3: one stands, the other cannot be made out.
    table.show(seen(city, doubts={"F4": ("r", 0.2)}), 2.0)
    table.show(None, 1.0)
    with_tower = seen(built(city, F3="B"), doubts={"F4": ("r", 0.2)})
    assert What.ILLEGAL not in [event.what for event in table.show(with_tower, 6.0)]
    assert table.referee.standing.status is Status.UNSURE


def test_a_tile_that_could_not_be_made_out_at_first_is_learnt_later() -> None:
    table = Table()
    unclear = City.empty(f"?{TILES[1:]}")
    events = table.show(unclear)
    assert facts(events)[-1] == ("unsure", None)
    assert events[0].facts["tiles"] == f"K?{TILES[2:]}", "the guild follows from the others"
    city = built(EMPTY, D2="b")
    events = table.play(city)
    assert facts(events) == [("placed", "D2"), ("turn", None)]
    assert events[-1].start.startswith(TILES)
    assert facts(table.play(built(city, A1="r")))[0] == ("illegal", "A1")


def test_other_tiles_on_the_table_are_another_game() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    other = City.empty(TILES[::-1].translate(str.maketrans("KGBR^v<>", "RBGKv^<>"))[::-1])
    assert facts(table.show(built(other, D2="g"), 8.0))[0] == ("setup", None)
    assert str(table.referee.standing.state).startswith(str(other).split()[0])
