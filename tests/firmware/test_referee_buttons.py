"""The referee and the buttons: what players set right by hand."""

from __future__ import annotations

from engine.alien_city import AlienCity
from firmware.events import Event, Status, What
from firmware.referee import Referee
from tests.firmware.refereed import EMPTY, Table, built, facts


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


def test_what_is_let_stand_says_nothing_about_the_next_fault_once_it_is_taken_away() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, H9="g"))
    table.referee.confirm(table.seconds, "picture")
    table.play(EMPTY)
    assert ("illegal", "H10") in facts(table.play(built(EMPTY, H10="g")))
    assert table.referee.standing.status is Status.ILLEGAL
    assert table.referee.standing.where == "H10"


def test_what_was_let_stand_stays_so_over_a_power_cut() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, H9="g"))
    (event,) = table.referee.confirm(table.seconds, "picture")
    again = Referee(AlienCity())
    again.go_on(Event.from_json(event.to_json()))
    later = Table(again)
    assert later.show(built(EMPTY, H9="g")) == []
    assert again.standing.status is Status.TO_BUILD
    assert again.standing.last == table.referee.standing.last == "H9 green dome"
