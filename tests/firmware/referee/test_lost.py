"""When more has changed than any turns explain, the game goes on from what lies there instead of asking for ever."""

from __future__ import annotations

from engine.messages import ENGLISH
from firmware.events import Status, What
from firmware.looking.patience import PATIENCE
from firmware.referee.doubts import LOST
from tests.firmware.refereed import EMPTY, Table, built, facts

MISSED = built(EMPTY, D2="b", H1="R", E3="R", D10="g", A3="R")  # more than anybody can put into turns
LATER = [built(MISSED, C10="g"), built(MISSED, C10="g", C1="b"), built(MISSED, C10="g", C1="b", D8="R")]
FOR_LONG_S = PATIENCE.lost_s + 2


def lost() -> Table:
    """A table on which five pieces have come at once: no turn explains them, and that is asked about."""
    table = Table()
    table.seconds = 1000.0
    table.show(EMPTY)
    table.play(MISSED)
    table.show(MISSED, 4.0)
    assert table.referee.standing.status is Status.UNSURE
    return table


def test_players_who_play_on_are_followed_again() -> None:
    table = lost()
    told = [event for city in LATER for event in table.play(city)]
    assert ENGLISH.say(LOST) not in [event.facts.get("says") for event in told], "turns may yet explain it"
    told += table.show(LATER[-1], FOR_LONG_S)
    says = [event.facts.get("says") for event in told]
    assert ENGLISH.say(LOST) in says
    assert (What.SETUP.value, None) in facts(told)[says.index(ENGLISH.say(LOST)) :]
    assert facts(table.play(built(LATER[-1], E9="b")))[:1] == [("placed", "E9")]


def test_a_board_before_which_nobody_plays_is_waited_for() -> None:
    table = lost()
    assert facts(table.show(MISSED, FOR_LONG_S)) == []
    assert table.referee.standing.status is Status.UNSURE


def test_confirm_takes_the_table_as_it_lies_and_back_the_game_as_it_was() -> None:
    table = lost()
    (told,) = table.referee.confirm(table.seconds, "")
    assert told.facts["says"] == ENGLISH.say(LOST)
    assert facts(table.show(MISSED, 4.0))[:1] == [("setup", None)]
    assert facts(table.referee.take_back(table.seconds, ""))
    assert table.referee.standing.status is not Status.SETTING_UP
