"""The referee and the buttons: what players set right by hand."""

from __future__ import annotations

from firmware.events import Status, What
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
