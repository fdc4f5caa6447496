"""The referee and the buttons: what players set right by hand."""

from __future__ import annotations

import pytest

from engine.alien_city import AlienCity, City
from firmware.events import Event, Status, What
from firmware.referee.referee import Referee
from tests.engine.alien_city.play import random_turns
from tests.firmware.refereed import EMPTY, Table, built, facts
from tests.vision.alien_city.tables import seen
from vision.alien_city.eyes import SeenCity


def gone_on_from(event: Event) -> Table:
    """A table whose referee was away since that event."""
    referee = Referee(AlienCity())
    referee.go_on(Event.from_json(event.to_json()))
    return Table(referee)


def test_a_button_lets_an_illegal_placement_stand() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, H9="g"))
    (event,) = table.referee.confirm(table.seconds, "picture")
    assert (event.what, event.facts["player"]) == (What.TURN, "white")
    assert table.referee.standing.status is Status.TO_MOVE
    assert facts(table.play(built(EMPTY, H9="g", D2="b"))) == [("placed", "D2"), ("turn", None)]


def test_a_button_sets_the_turn_right() -> None:
    table = Table()
    table.show(EMPTY)
    assert table.referee.is_settled, "whose turn it is is all that there is to set right"
    assert table.referee.take_back(table.seconds, "picture") == []
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
    assert question.facts["says"].endswith("; or take it away")
    assert table.play(built(EMPTY, D2="b")) == [], "though a hand has come and gone, it is the same piece"
    assert table.play(EMPTY) == []
    assert facts(table.play(built(EMPTY, D2="b")), What.PLACED) == [("placed", "D2")]


def test_back_takes_back_what_is_warned_of_and_answers_no_question_that_waits_behind_the_warning() -> None:
    table = Table()
    table.show(EMPTY)
    dome = built(EMPTY, H9="g")
    table.play(dome)
    doubtful = seen(dome, doubts={"D2": ("b", 0.5)})
    (question,) = table.play(doubtful) + table.show(doubtful, 5.0)
    assert (question.what, question.facts["places"]) == (What.UNSURE, ["D2"])
    assert table.referee.standing.status is Status.ILLEGAL, "a display shows the warning alone"
    events = table.referee.take_back(table.seconds, "picture")
    assert facts(events, What.TAKEN_BACK) == [("taken back", "H9")]
    assert table.referee.standing.status is Status.TO_MOVE
    table.show(doubtful, 5.0)
    assert table.referee.standing.status is Status.UNSURE, "what is open is asked once it can be answered"


def test_what_was_taken_for_another_piece_is_named_rightly_by_two_presses() -> None:
    table, blue = Table(), built(EMPTY, D2="b")

    def view(city: City) -> SeenCity:
        """Blue domes look like green ones in that light, on this lot at least."""
        return seen(city, misread={"D2": ("g", 0.999)})

    table.show(EMPTY)
    (placed, *_) = table.play(view(blue))
    assert placed.facts["says"] == "D2 green dome: against the rules"
    table.referee.take_back(table.seconds, "picture")
    (question,) = table.show(view(blue), 5.0)
    assert question.what is What.UNSURE
    assert (
        question.facts["says"] == 'D2 blue dome, then? Press "confirm" if so, "back" if not; or take it away'
    )
    assert table.referee.standing.brief == "D2 blue dome?"
    (placed, turn) = table.referee.confirm(table.seconds, "picture")
    assert (placed.what, placed.facts["says"]) == (What.PLACED, "D2 blue dome")
    assert turn.turns == ("black Bd@D2",)
    for going_on in (table, gone_on_from(turn)):
        assert going_on.show(view(blue), 20.0) == [], "what it looks like does not matter any more"
        further = built(blue, D10="g")
        (placed, _) = going_on.play(view(further))
        assert (placed.what, placed.facts["lot"], placed.vouched) == (What.PLACED, "D10", ("D2",))
        assert going_on.show(view(further), 20.0) == []
        assert facts(going_on.play(view(blue))) == [("taken back", "D10"), ("turn", None)]
        (gone, _) = going_on.play(EMPTY)
        assert (gone.what, gone.facts["lot"], gone.vouched) == (What.TAKEN_BACK, "D2", ())


@pytest.mark.parametrize(("certainty", "is_asked"), [(0.8, True), (0.97, False)])
def test_a_piece_that_may_as_well_be_another_one_is_asked_about_and_named_by_one_press(
    certainty: float, *, is_asked: bool
) -> None:
    table, red = Table(), built(EMPTY, E1="R")
    view = seen(red, misread={"E1": ("B", certainty)})
    table.show(EMPTY)
    events = table.play(view)
    (placed,) = (it for it in events if it.what is What.PLACED)
    asked = [it.facts["says"] for it in events if it.what is What.UNSURE]
    assert placed.facts["says"] == "E1 blue tower"
    assert asked == (['E1 blue tower? Press "back" if it was: E1 red tower'] if is_asked else [])
    if is_asked:
        assert table.referee.standing.brief == "E1 blue tower?"
        (_, right) = table.referee.take_back(table.seconds, "picture")
        assert (right.what, right.facts["piece"], right.vouched) == (What.PLACED, "red tower", ("E1",))
        assert table.show(view, 20.0) == [], "what it looks like does not matter any more"


def test_what_players_said_of_a_piece_hides_nothing_that_was_built_while_the_power_was_out() -> None:
    table, blue = Table(), built(EMPTY, D2="b")
    misread = {"D2": ("g", 0.999)}
    table.show(EMPTY)
    table.play(seen(blue, misread=misread))
    table.referee.take_back(table.seconds, "picture")
    table.show(seen(blue, misread=misread), 5.0)
    (*_, turn) = table.referee.confirm(table.seconds, "picture")
    away = gone_on_from(turn)
    (placed, _) = away.show(seen(built(blue, D10="g"), misread=misread), 4.0)
    assert (placed.facts["lot"], placed.facts["says"]) == ("D10", "while I was away: D10 green dome")
    assert away.show(seen(built(blue, D10="g"), misread=misread), 20.0) == []


def test_what_is_not_there_at_all_is_not_told_again_once_players_have_said_so_of_all_that_it_might_be() -> (
    None
):
    table = Table()

    def view(city: City) -> SeenCity:
        return seen(city, doubts={"D2": ("b", 0.999)})

    table.show(EMPTY)
    assert facts(table.play(view(EMPTY)), What.PLACED) == [("placed", "D2")]
    table.referee.take_back(table.seconds, "picture")
    asked, answered = [], []
    for _ in range(3):
        (question,) = table.show(view(EMPTY), 5.0)
        asked.append(question.facts["says"])
        answered += table.referee.take_back(table.seconds, "picture")
    assert len(set(asked)) == 3
    (turn,) = answered
    assert (turn.what, turn.facts["player"], turn.turns) == (What.TURN, "black", ())
    assert "blue dome" not in asked[0] + asked[1]
    assert asked[2] == (
        'take back what was done at D2, please; press "back" if nothing was, "confirm" if it stays'
    )
    for going_on in (table, gone_on_from(turn)):
        assert going_on.show(view(EMPTY), 20.0) == []
        assert going_on.referee.standing.status is Status.TO_MOVE
        assert facts(going_on.play(view(built(EMPTY, D10="g")))) == [("placed", "D10"), ("turn", None)]


def test_what_looks_otherwise_now_so_now_so_once_it_was_refused_costs_no_turn_that_was_played() -> None:
    table, one = Table(), built(EMPTY, D10="g")
    both = built(one, D2="b")
    table.show(EMPTY)
    table.play(one)
    (placed, *_) = table.play(seen(both, misread={"D2": ("k", 0.999)}))
    assert placed.facts["says"] == "D2 black dome: against the rules"
    table.referee.take_back(table.seconds, "picture")
    view = seen(both, misread={"D2": ("k", 0.75)})
    asked, answered = [], []
    for _ in range(3):
        (question,) = table.show(view, 5.0)
        asked.append(question.facts["says"].split(",")[0])
        answered += table.referee.take_back(table.seconds, "picture")
    assert asked[0] == "D2 blue dome"
    assert asked[-1] == "take back what was done at D2"
    (turn,) = answered
    assert (turn.what, turn.turns, turn.vouched) == (What.TURN, ("black Gd@D10",), ("D2",))
    assert table.show(view, 20.0) == []


@pytest.mark.parametrize("asked_before", [True, False], ids=["once asked", "at once"])
def test_what_players_have_said_was_not_done_is_not_told_after_a_power_cut_either(asked_before: bool) -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D10="g", D2="b")
    for view in (built(EMPTY, D10="g"), city):
        table.play(view)
    told = table.referee.take_back(table.seconds, "picture")
    if asked_before:
        told += table.show(city, 5.0)
        assert told[-1].what is What.UNSURE
    table = gone_on_from(told[-1])
    events = table.show(city, 6.0)
    assert [event.what for event in events if event.what is not What.UNSURE] == []
    assert table.referee.standing.status is Status.UNSURE
    (turn,) = [*table.play(built(EMPTY, D10="g")), *table.play(built(EMPTY, D10="g", E4="r"))][:1]
    assert turn.facts.get("lot") == "E4"
    assert turn.refused == ()


@pytest.mark.parametrize("is_there", [True, False], ids=["it stays", "nothing was"])
def test_what_is_built_while_something_is_asked_to_be_taken_back_is_not_meant_by_the_answer(
    *, is_there: bool
) -> None:
    table, further = Table(), built(EMPTY, D10="g")

    def view(city: City) -> SeenCity:
        return seen(city, doubts={"D2": ("b", 0.999)})

    table.show(EMPTY)
    table.play(view(EMPTY))
    table.referee.take_back(table.seconds, "picture")
    for _ in range(2):
        table.show(view(EMPTY), 5.0)
        table.referee.take_back(table.seconds, "picture")
    table.show(view(EMPTY), 5.0)
    table.play(view(further))
    table.show(view(further), 4.0)
    assert (table.referee.standing.brief, table.referee.standing.places) == ("take it back, please", ("D2",))
    answer = table.referee.confirm if is_there else table.referee.take_back
    events = answer(table.seconds, "picture") + table.show(view(further), 10.0)
    assert facts(events, What.PLACED) == [*([("placed", "D2")] if is_there else []), ("placed", "D10")]
    assert table.referee.standing.status is Status.TO_MOVE


def test_no_other_question_is_taken_for_the_one_about_what_was_taken_back() -> None:
    table, two = Table(), built(EMPTY, D10="g", D2="b")
    table.show(EMPTY)
    table.play(built(EMPTY, D10="g"))
    table.play(two)
    table.play(built(two, E1="k"))
    table.referee.take_back(table.seconds, "picture")
    table.show(built(two, E1="k"), 5.0)
    table.show(None, 1.0)
    (question,) = table.show(built(EMPTY, D10="r", D2="b"), 4.0)
    assert question.facts["says"].startswith("D10 changed in a way no turn explains")
    assert facts(table.referee.take_back(table.seconds, "picture"), What.TAKEN_BACK) == [("taken back", "D2")]


def test_what_lies_there_though_two_turns_were_taken_back_is_seen_when_one_of_them_is_confirmed() -> None:
    table, city = Table(), EMPTY
    table.show(EMPTY)
    for laid in ({"D10": "g"}, {"E9": "b"}, {"B6": "k"}, {"E4": "r"}):
        city = built(city, **laid)
        table.play(city)
    for _ in range(2):
        table.referee.take_back(table.seconds, "picture")
    assert facts(table.show(city, 5.0)) == [("unsure", None)]
    assert facts(table.referee.confirm(table.seconds, "picture"), What.PLACED) == [("placed", "E4")]
    assert facts(table.show(city, 5.0) + table.play(city), What.PLACED) == [("placed", "B6")]


def test_a_button_ends_the_game_and_counts_it() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    (event,) = table.referee.end_game(table.seconds, "picture")
    assert (event.what, event.facts["score"]) == (What.OVER, {"black": 0, "white": 0})
    assert table.referee.standing.is_ended_by_hand
    assert gone_on_from(event).referee.standing.is_ended_by_hand, "after a power cut, too"


def test_an_end_by_mistake_is_taken_back_and_no_turn_with_it() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    table.play(city)
    table.referee.end_game(table.seconds, "picture")
    (turn,) = table.referee.take_back(table.seconds, "picture")
    assert (turn.what, turn.facts["player"], turn.turns) == (What.TURN, "white", ("black Bd@D2",))
    for going_on in (table, gone_on_from(turn)):
        assert going_on.show(city, 10) == []
        assert facts(going_on.play(built(city, D10="g"))) == [("placed", "D10"), ("turn", None)]


@pytest.mark.parametrize("refusals", [0, 2], ids=["what it is, then", "take it back"])
def test_an_end_by_mistake_is_taken_back_whatever_was_asked_before_it(refusals: int) -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D10="g", D2="b")
    for view in (built(EMPTY, D10="g"), city):
        table.play(view)
    table.referee.take_back(table.seconds, "picture")
    for _ in range(refusals):
        table.show(city, 5.0)
        table.referee.take_back(table.seconds, "picture")
    table.show(city, 5.0)
    assert table.referee.standing.status is Status.UNSURE
    table.referee.end_game(table.seconds, "picture")
    (turn,) = table.referee.take_back(table.seconds, "picture")
    assert (turn.what, turn.facts["player"]) == (What.TURN, "white")
    assert table.referee.standing.status is not Status.OVER
    assert gone_on_from(turn).referee.standing.state == table.referee.standing.state


def test_before_the_first_turn_there_is_nothing_to_end() -> None:
    table = Table()
    table.show(EMPTY)
    assert table.referee.end_game(table.seconds, "picture") == []
    assert table.referee.standing.status is Status.TO_MOVE
    assert facts(table.play(built(EMPTY, D2="b"))) == [("placed", "D2"), ("turn", None)]


def test_a_game_that_was_joined_is_ended_before_the_first_turn_and_the_end_taken_back() -> None:
    start, turns = random_turns(1, most=14)
    state, table = start, Table()
    for turn in turns:
        state = state.played(turn)
    table.show(state.city, 4.0)
    (end,) = table.referee.end_game(table.seconds, "picture")
    assert (end.what, end.turns) == (What.OVER, ())
    assert facts(table.referee.take_back(table.seconds, "picture")) == [("turn", None)]
    assert table.referee.standing.status is Status.TO_MOVE


def test_what_is_let_stand_says_nothing_about_the_next_fault_once_it_is_taken_away() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, H9="g"))
    table.referee.confirm(table.seconds, "picture")
    table.play(EMPTY)
    assert ("illegal", "H10") in facts(table.play(built(EMPTY, H10="g")))
    assert table.referee.standing.status is Status.ILLEGAL
    assert table.referee.standing.where == "H10"


@pytest.mark.parametrize("later", ["b", "r"])
def test_what_was_let_stand_stays_so_when_the_turn_after_it_is_taken_back(later: str) -> None:
    table = Table()
    table.show(EMPTY)
    dome = built(EMPTY, H9="g")
    table.play(dome)
    table.referee.confirm(table.seconds, "picture")
    table.play(built(dome, D2=later))
    if table.referee.standing.status is Status.ILLEGAL:
        table.referee.confirm(table.seconds, "picture")
    assert facts(table.referee.take_back(table.seconds, "picture"), What.TAKEN_BACK) == [("taken back", "D2")]
    assert table.referee.standing.status is Status.TO_MOVE
    assert facts(table.play(dome)) == []
    assert table.referee.standing.status is Status.TO_MOVE


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_fault_that_was_played_on_after_is_told_again_when_it_is_the_last_one_again(
    by_hand: bool,
) -> None:
    table = Table()
    table.show(EMPTY)
    dome = built(EMPTY, H9="g")
    table.play(dome)
    table.play(built(dome, D2="b"))
    said = table.play(dome) if by_hand else table.referee.take_back(table.seconds, "picture")
    assert facts(said) == [("taken back", "D2"), ("turn", None)]
    assert said[-1].facts["says"] == "H9 green dome: against the rules"
    assert said[-1].facts["sentences"][0].startswith("R2: ")
    table.referee.end_game(table.seconds, "picture")
    (again,) = table.referee.take_back(table.seconds, "picture")
    assert again.facts["says"] == "H9 green dome: against the rules"


def test_what_was_let_stand_stays_so_over_a_power_cut() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, H9="g"))
    (event,) = table.referee.confirm(table.seconds, "picture")
    later = gone_on_from(event)
    assert later.show(built(EMPTY, H9="g")) == []
    assert later.referee.standing.status is Status.TO_MOVE
    assert later.referee.standing.last == table.referee.standing.last == "H9 green dome"


def test_what_was_let_stand_stays_so_when_the_turn_after_it_is_taken_back_after_a_power_cut() -> None:
    table = Table()
    table.show(EMPTY)
    dome = built(EMPTY, H9="g")
    table.play(dome)
    table.referee.confirm(table.seconds, "picture")
    *_, turn = table.play(built(dome, D2="b"))
    later = gone_on_from(turn)
    later.show(built(dome, D2="b"))
    assert facts(later.play(dome)) == [("taken back", "D2"), ("turn", None)]
    assert later.referee.standing.status is Status.TO_MOVE


def test_what_is_let_stand_after_a_power_cut_stays_so_over_the_next_one() -> None:
    table = Table()
    table.show(EMPTY)
    *_, illegal = table.play(built(EMPTY, H9="g"))
    again = gone_on_from(illegal)
    assert again.show(built(EMPTY, H9="g")) == []
    (turn,) = again.referee.confirm(again.seconds, "picture")
    assert (turn.what, turn.facts["player"]) == (What.TURN, "white")
    later = gone_on_from(turn)
    assert later.show(built(EMPTY, H9="g")) == []
    assert later.referee.standing.status is Status.TO_MOVE


def test_an_illegal_piece_that_is_taken_away_after_a_power_cut_leaves_the_turn_where_it_was() -> None:
    table = Table()
    table.show(EMPTY)
    *_, illegal = table.play(built(EMPTY, H9="g"))
    again = gone_on_from(illegal)
    assert facts(again.play(EMPTY)) == [("taken back", "H9")]
    assert again.referee.standing.player == "black"


def test_where_nobody_knows_whose_turn_it_is_nobody_passes_and_nothing_waits_for_confirm() -> None:
    start, turns = random_turns(1, most=14)
    state = start
    for turn in turns:
        state = state.played(turn)
    table = Table()
    table.show(state.city, 4.0)
    assert table.referee.is_settled
    assert not table.referee.standing.can_pass
    (event,) = table.referee.confirm(table.seconds, "picture")
    assert (event.what, event.facts, event.turns) == (What.TURN, {"says": "Play on"}, ())
    assert gone_on_from(event).referee.standing.state == table.referee.standing.state
