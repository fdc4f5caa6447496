"""Who built what between two looks is a guess: nobody is warned of, or asked, what only follows from it."""

from __future__ import annotations

from firmware.events import Event, Status, What
from tests.firmware.refereed import EMPTY, Table, built, facts

UNTIL_ASKED_S = 4.0


def played(table: Table, *looks: dict[str, str]) -> list[Event]:
    """What is told of the last look, after a hand for each."""
    events, city = table.show(EMPTY), EMPTY
    for look in looks:
        city = built(city, **look)
        events = table.play(city)
    return events + table.show(city, UNTIL_ASKED_S)


def test_a_piece_that_a_player_has_only_by_another_guess_is_no_question() -> None:
    table = Table()
    # The blue dome is Black's, which does not show until Black builds the second red tower of two after it.
    told = played(table, {"D2": "b", "H1": "R"}, {"E3": "R"}, {"D10": "g"}, {"A3": "R"})
    assert facts(told) == [("placed", "A3"), ("turn", None)]
    assert told[0].facts["player"] == "black"
    assert told[0].turns[:2] == ("black Bd@D2", "white Rt@H1")
    assert table.referee.standing.player == "white"


def test_what_no_other_guess_explains_is_asked() -> None:
    for seen in ([{"H1": "R"}, {"D2": "b"}], [{"H1": "R", "G2": "R"}]):
        told = played(Table(), *seen, {"E3": "R"}, {"D10": "g"}, {"A3": "R"})
        assert facts(told) == [("unsure", None)]
        assert "whose turn" in told[0].facts["says"]


def test_what_is_against_other_rules_is_warned_of_with_these_alone() -> None:
    (told,) = played(Table(), {"D2": "b", "H1": "R"}, {"E3": "R"}, {"D10": "g"}, {"B9": "R"}, {"G9": "R"})[
        -1:
    ]
    assert (told.what, told.facts["rules"]) == (What.ILLEGAL, ["R3"])


def test_a_cap_that_another_player_laid_by_another_guess_is_not_told_again() -> None:
    looks = [{"D10": "g"}, {"D2": "b", "H1": "Rx"}, {"E3": "R"}, {"C1": "b"}, {"A3": "R"}, {"E9": "b"}]
    told = played(Table(), *looks, {"D8": "R"})
    assert facts(told) == [("placed", "D8"), ("turn", None)]
    assert told[0].turns[1:3] == ("white Bd@D2", "black Rt@H1 x@H1")


def test_what_was_let_stand_stays_so_when_something_before_it_is_guessed_otherwise() -> None:
    table = Table()
    played(table, {"D2": "b", "H1": "R"}, {"E3": "R"}, {"H9": "g"})
    table.referee.confirm(table.seconds, "")
    city = built(EMPTY, D2="b", H1="R", E3="R", H9="g", A3="R")
    assert facts(table.play(city)) == [("placed", "A3"), ("turn", None)]
    table.referee.take_back(table.seconds, "")
    assert table.referee.standing.status is Status.TO_MOVE
