"""The referee in doubt: what it asks, whom it does not warn, and what comes to light later."""

from __future__ import annotations

import pytest

from engine.alien_city import AlienCity
from engine.alien_city.state import State
from engine.game import Account
from engine.messages import ENGLISH
from engine.play import Play
from firmware.events import Status, What
from firmware.referee.conclusion import Conclusion
from firmware.referee.doubts import Doubts
from firmware.referee.weights import Weights
from tests.firmware.referee.ambiguous import Ambiguous
from tests.firmware.refereed import EMPTY, Table, built, facts
from tests.vision.alien_city.tables import seen


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
    assert table.referee.standing.status is Status.TO_MOVE


def test_what_can_be_read_either_way_is_asked_about_not_guessed() -> None:
    table = Table()
    table.show(EMPTY)
    table.show(None, 1.0)
    doubtful = seen(EMPTY, doubts={"D2": ("b", 0.3)})
    assert [event.what for event in table.show(doubtful, 8.0)] == [What.UNSURE]
    assert facts(table.show(built(EMPTY, D2="b"))) == [("placed", "D2"), ("turn", None)]


@pytest.mark.parametrize("was_away", [False, True])
@pytest.mark.parametrize(("nats", "is_built"), [(0.3, False), (1.0, True)])
def test_a_press_takes_what_is_likelier_and_be_it_that_nothing_was_done(
    nats: float, *, is_built: bool, was_away: bool
) -> None:
    table = Table()
    *_, last = table.show(EMPTY)
    if was_away:
        table = Table()
        table.referee.go_on(last)
        nats -= Weights().for_show  # a hand may have come
    doubtful = Ambiguous.of(Play(AlienCity(), AlienCity().opening(State(EMPTY))), nats, D2="b")
    (question,) = table.show(doubtful, 8.0)
    says = 'D2 blue dome? Press "confirm" if so, "back" if not'
    if not is_built:
        says = (
            "D2 can't be made out for certain; "
            'press "confirm" if nothing was done there, "back" if something was'
        )
    assert question.facts["says"] == says
    events = table.referee.confirm(table.seconds, "picture")
    assert facts(events) == ([("placed", "D2")] if is_built else []) + [("turn", None)]
    assert events[-1].vouched == (() if is_built else ("D2",))
    assert table.referee.standing.status is Status.TO_MOVE


def test_who_says_no_when_asked_whether_it_is_what_it_looks_like_takes_back_nothing() -> None:
    table, city = Table(), built(EMPTY, E4="r")
    table.show(EMPTY)
    table.play(city)
    play = Play(AlienCity(), AlienCity().parse_state(table.referee.standing.state))
    doubtful = Ambiguous.of(play, 1.0, D2="b")
    (question,) = table.show(doubtful, 8.0)
    assert (question.facts["places"], question.facts["asks"]["piece"]) == (["D2"], "blue dome")
    assert table.referee.take_back(table.seconds, "picture") == []
    assert not any("E4" in event.facts.get("places", ()) for event in table.show(doubtful, 8.0))
    table.referee.take_back(table.seconds, "picture")
    assert table.referee.standing.state.startswith(str(city))


def test_who_says_no_when_asked_whether_nothing_was_done_takes_back_nothing() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, E4="r"))
    play = Play(AlienCity(), AlienCity().parse_state(table.referee.standing.state))
    (question,) = table.show(Ambiguous.of(play, 0.3, D2="b"), 8.0)
    assert question.facts["says"].endswith('if nothing was done there, "back" if something was')
    assert facts(table.referee.take_back(table.seconds, "picture")) == [("placed", "D2"), ("turn", None)]


def test_when_a_hand_came_twice_the_piece_in_doubt_is_the_first_players() -> None:
    table = Table()
    table.show(EMPTY)
    table.show(None, 1.0)
    assert facts(table.show(seen(EMPTY, doubts={"D2": ("b", 0.3)}), 1.5)) == []
    table.show(None, 1.0)
    events = table.show(seen(built(EMPTY, E4="r"), doubts={"D2": ("b", 0.8)}), 1.5)
    assert facts(events) == [("placed", "D2"), ("placed", "E4")]
    assert events[-1].turns == ("black Bd@D2", "white Rd@E4")


def test_what_was_in_doubt_before_the_second_hand_came_was_built_before_what_that_one_built() -> None:
    table = Table()
    table.show(EMPTY)
    table.show(None, 1.0)
    assert facts(table.show(seen(EMPTY, doubts={"E4": ("r", 0.3)}), 1.5)) == []
    table.show(None, 1.0)
    events = table.show(seen(built(EMPTY, D2="b"), doubts={"E4": ("r", 0.8)}), 1.5)
    assert events[-1].turns == ("black Rd@E4", "white Bd@D2")


def test_a_piece_of_which_only_the_colour_is_in_doubt_was_built_before_what_a_second_hand_built() -> None:
    table = Table()
    table.show(EMPTY)
    table.show(None, 1.0)
    # A red dome would be legal on E4, a blue one not.
    rather_blue = seen(built(EMPTY, E4="r"), doubts={"E4": ("b", 0.98)})
    assert facts(table.show(rather_blue, 1.5)) == []
    table.show(None, 1.0)
    events = table.show(seen(built(EMPTY, E4="r", D2="b"), doubts={"E4": ("b", 0.9)}), 1.5)
    assert events[-1].turns == ("black Rd@E4", "white Bd@D2")


def test_where_a_piece_might_be_legal_or_not_nobody_is_warned() -> None:
    table = Table()
    table.show(EMPTY)
    table.show(None, 1.0)
    # A blue dome would be legal on B9, a green one not.
    blue_or_green = seen(built(EMPTY, D2="b"), doubts={"D2": ("g", 0.75)})
    assert What.ILLEGAL not in [event.what for event in table.show(blue_or_green, 8.0)]


def test_who_was_warned_is_not_warned_again_of_what_comes_and_goes_while_nothing_moves() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    table.play(built(EMPTY, D2="b", D10="g"))
    before, against = built(EMPTY, D2="b", D10="g"), built(EMPTY, D2="b", D10="g", H9="k")
    assert facts(table.play(against)) == [("illegal", "H9")]
    assert facts(table.show(before, 2.0)) == [("taken back", "H9")]
    events = table.show(against, 8.0)
    assert [event.what for event in events] == [What.UNSURE]
    assert events[0].facts["places"] == ["H9"]
    assert facts(table.show(before, 2.0)) == []
    assert facts(table.play(against)) == [("illegal", "H9")]


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


def test_what_only_shows_to_be_illegal_when_it_is_set_right_is_not_worth_a_warning() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    assert facts(table.play(built(EMPTY, D2="b", E4="r"))) == [("placed", "E4"), ("turn", None)]
    *_, mended = table.show(built(EMPTY, D2="b", E4="g"), 15.0)
    assert mended.turns == ("black Bd@D2", "white Gd@E4")
    assert mended.let_stand
    assert table.referee.standing.status is Status.TO_MOVE


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


def test_a_piece_that_was_taken_for_another_is_set_right_though_the_players_play_on() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    table.play(built(EMPTY, D2="b", H1="r"))
    city = built(EMPTY, D2="b", H1="Rx", D10="g")
    told = table.play(city)
    for name, content in (("F1", "k"), ("E4", "r"), ("D6", "g")):
        city = built(city, **{name: content})
        told += table.play(city)
    (mended,) = [event for event in told if event.facts.get("mended")]
    assert mended.facts["places"] == ["H1"]
    assert told[-1].turns[1] == "white Rt@H1"
    assert sum(turn.startswith("black") and turn.endswith("x@H1") for turn in told[-1].turns) == 1


@pytest.mark.parametrize("is_by_itself", [True, False])
def test_what_comes_to_light_by_itself_was_built_in_the_turn_that_was_passed_on(is_by_itself: bool) -> None:
    table = Table()
    table.show(EMPTY)
    table.play(EMPTY)
    table.referee.confirm(table.seconds, "")
    assert table.play(built(EMPTY, D10="g"))[-1].turns == ("black pass", "white Gd@D10")
    both = built(EMPTY, D10="g", D2="b")
    events = table.show(both, 8.0) if is_by_itself else table.play(both)
    first = "black Bd@D2" if is_by_itself else "black pass"
    assert events[-1].turns[:2] == (first, "white Gd@D10")
    assert table.referee.standing.player == ("black" if is_by_itself else "white")


def test_a_cap_sets_right_whose_turn_it_is_when_a_turn_was_missed() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="B"))
    table.play(built(EMPTY, D2="B", D10="g"))
    table.play(built(EMPTY, D2="B", D10="g"))  # a hand of which nothing is seen
    table.play(built(EMPTY, D2="B", D10="g", F1="k"))  # White's in truth: Black's before it was overlooked
    events = table.play(built(EMPTY, D2="Bo", D10="g", F1="k"))
    assert facts(events) == [("capped", "D2"), ("unsure", None), ("turn", None)]
    assert events[1].facts["mended"]
    assert events[1].facts["says"] == "F1: counted for the other player now, as an earlier turn was missed"
    assert events[-1].turns == ("black Bt@D2", "white Gd@D10", "white Kd@F1 o@D2")
    assert table.referee.standing.player == "black"
    assert table.referee.standing.status is Status.TO_MOVE
    more = built(EMPTY, D2="Bo", D10="g", F1="k", H1="R")
    assert facts(table.play(more)) == [("placed", "H1"), ("turn", None)]


def test_a_cap_that_was_forgotten_is_no_missed_turn_where_all_hands_left_something() -> None:
    table, city = Table(), EMPTY
    table.show(EMPTY)
    for laid in ({"D2": "B"}, {"D10": "g"}, {"F1": "k"}):
        city = built(city, **laid)
        table.play(city)
    assert facts(table.play(built(city, D2="Bo"))) == [("illegal", "D2")]
    assert table.referee.standing.rules == ("C1",)
    assert facts(table.play(city)) == [("taken back", "D2")]
    assert table.referee.standing.player == "white"


@pytest.mark.parametrize(("turns_since", "is_missed_turn"), [(3, True), (7, False)])
def test_a_cap_sets_no_turn_right_that_was_missed_long_ago(turns_since: int, *, is_missed_turn: bool) -> None:
    table, city = Table(), EMPTY
    table.show(EMPTY)
    turns = [{"E4": "r"}, {"C2": "b"}, {"F4": "r"}, {"E9": "b"}, {"D2": "B"}, {"D10": "g"}, {"F1": "k"}]
    for number, laid in enumerate(turns):
        if number == len(turns) - turns_since:
            assert table.play(city) == [], "a hand of which nothing is seen"
        city = built(city, **laid)
        assert facts(table.play(city), What.ILLEGAL) == []
    events = table.play(built(city, D2="Bo"))
    assert facts(events)[0] == ("capped" if is_missed_turn else "illegal", "D2")


def test_a_warning_stays_when_an_earlier_piece_is_set_right() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    table.play(built(EMPTY, D2="b", D10="g"))
    assert facts(table.play(built(EMPTY, D2="b", D10="g", H9="k"))) == [("illegal", "H9")]
    table.show(None, 1.0)
    *_, mended = table.show(built(EMPTY, D2="g", D10="g", H9="k"), 15.0)
    assert mended.facts["mended"]
    assert table.referee.standing.status is Status.ILLEGAL
    assert not mended.let_stand


@pytest.mark.parametrize("is_so", [True, False])
def test_a_piece_only_the_other_player_has_is_a_question_about_the_turn_and_no_warning(is_so: bool) -> None:
    table = Table()
    table.show(EMPTY)
    city = EMPTY
    # Black has three red domes.
    for name, content in (("D2", "b"), ("E4", "r"), ("C2", "b"), ("F4", "r"), ("E9", "b"), ("A3", "r")):
        city = built(city, **{name: content})
        table.play(city)
    assert table.referee.standing.player == "black"
    city = built(city, D10="g")
    table.play(city)
    state = AlienCity().parse_state(table.referee.standing.state)
    assert table.referee.standing.player == "white"
    (question,) = table.show(built(city, B4="r"), 8.0)[-1:]
    assert question.what is What.UNSURE
    assert state.hands is not None
    assert table.referee.standing.status is Status.UNSURE
    assert not table.referee.standing.goes_on
    if not is_so:
        assert table.referee.take_back(table.seconds, "picture") == []
        (question,) = table.show(built(city, B4="r"), 8.0)
        assert question.facts["says"].startswith("B4 red tower, then?")
        return
    events = table.referee.confirm(table.seconds, "picture")
    assert facts(events) == [("turn", None), ("placed", "B4"), ("turn", None)]
    assert events[-1].turns[-2:] == ("white pass", "black Rd@B4")
    assert table.referee.standing.player == "white"
    assert table.show(built(city, B4="r"), 8.0) == []


@pytest.mark.parametrize("is_so", [True, False])
def test_a_press_answers_what_was_asked_though_the_table_looks_otherwise_for_a_moment(is_so: bool) -> None:
    table = Table()
    table.show(EMPTY)
    city = EMPTY
    lots = {"D2": "b", "E4": "r", "C2": "b", "F4": "r", "E9": "b", "A3": "r", "D10": "g"}
    for name, content in lots.items():
        city = built(city, **{name: content})
        table.play(city)
    (question,) = table.show(built(city, B4="r"), 8.0)
    assert question.facts["says"].startswith("whose turn is it? B4")
    assert table.show(built(city, D2="r"), 0.8) == []
    assert table.referee.standing.because == question.facts["says"]
    press = table.referee.confirm if is_so else table.referee.take_back
    events = press(table.seconds, "picture")
    assert facts(events) == ([("turn", None), ("placed", "B4"), ("turn", None)] if is_so else [])
    assert table.referee.standing.player == "white"


@pytest.mark.parametrize(("text", "asks"), [("white Kd@B6 x@E4", True), ("white Gd@D2 x@E4", False)])
def test_a_cap_of_who_is_not_to_move_is_part_of_the_question_about_the_turn(text: str, asks: bool) -> None:
    """Rather a turn was missed, unless more is wrong with it than whose turn it is."""
    rules = AlienCity()
    play = Play(rules, rules.opening(State(EMPTY)))
    for laid in ("D2 b", "E4 R", "C2 b", "F4 r", "E9 b", "A3 r", "D10 g", "H9 r"):
        lot, piece = laid.split()
        table = State(built(play.state.city, **{lot: piece}))
        (change,) = rules.explain(play.states, table)[0].changes
        play.play(change)
    turn = rules.parse_change(text)
    account = Account(len(play.changes), (turn,), (rules.judge(play.state, turn),))
    concluded = Conclusion(account, tuple(rules.retell(play.state, (), account)), "")
    assert concluded.fault_codes >= {"turn", "not-yours"}
    doubt = Doubts(rules, ENGLISH).about_change(play, concluded, ())
    assert (doubt is not None) is asks
    assert doubt is None or doubt.says == (
        "whose turn is it? B6, E4 looks like another player's; "
        'press "confirm" if so, "back" if not; or take it away'
    )


@pytest.mark.parametrize("hand_s", [1.0, 0.2], ids=["hands", "hands that are hardly noticed"])
def test_a_piece_in_doubt_that_comes_to_light_after_the_next_turn_was_built_before_it(hand_s: float) -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    table.play(city)
    table.show(None, hand_s)
    table.show(seen(city, doubts={"D10": ("g", 0.3)}), 2.0)
    table.show(None, hand_s)
    city = built(city, E4="r")
    table.show(seen(city, doubts={"D10": ("g", 0.3)}), 2.0)
    table.show(None, hand_s)
    events = table.show(built(city, D10="g"))
    assert facts(events, What.PLACED, What.TAKEN_BACK, What.ILLEGAL) == [("placed", "D10")]
    assert [event.turns for event in events][-1] == ("black Bd@D2", "white Gd@D10", "black Rd@E4")
    assert table.referee.standing.player == "white"


def test_what_a_single_hand_left_half_to_be_seen_is_told() -> None:
    """Pointing at something leaves nothing that looks even half like a piece."""
    table = Table()
    table.show(EMPTY)
    table.show(None, 1.0)
    likelier_than_not = seen(EMPTY, doubts={"D2": ("b", 0.8)})
    assert facts(table.show(likelier_than_not, 2.0)) == [("placed", "D2"), ("turn", None)]


def test_a_tower_that_may_have_been_capped_is_not_told_to_be_taken_back() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    city = built(EMPTY, D2="b", H1="R")
    table.play(city)
    table.show(None, 1.0)
    hardly_seen = seen(built(EMPTY, D2="b"), doubts={"H1": ("Ro", 0.05)})
    events = table.show(hardly_seen, 4.0)
    assert [event.what for event in events] == [What.UNSURE]
    assert facts(table.show(built(city, H1="Ro"))) == [("capped", "H1")]


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
