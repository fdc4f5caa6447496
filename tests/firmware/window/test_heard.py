"""What a page says of a game, over a few moments of it: each thing once, and where it is heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.alien_city import AlienCity, State
from engine.messages import ENGLISH
from firmware.events import Event, Standing, Status, What
from firmware.window.heard import ENDED, Heard
from firmware.window.said import Line, Said
from tests.engine.alien_city.cities import OTHER_TILES

TOTALS = {"white": 3, "black": 5}
MOVE = Standing(
    Status.TO_MOVE,
    "white",
    last="C7 red dome",
    totals=TOTALS,
    state=AlienCity().format_state(State.start(OTHER_TILES)),
)
ILLEGAL = replace(MOVE, status=Status.ILLEGAL, because="R3: C7 is built on.")
QUESTION = replace(MOVE, status=Status.UNSURE, because="C7 can't be made out for certain")


def event(what: What, says: str, **facts: object) -> Event:
    return Event(what, 0.0, "picture", {"says": says, **facts})


PLACED = event(What.PLACED, "Black: C7 red dome", lot="C7")
TURN = event(What.TURN, "White to move")


@pytest.fixture
def heard() -> Heard:
    return Heard(ENGLISH)


def now(said: Said) -> list[str]:
    """How it stands, but for the lights."""
    return [it for it in said.state[1:] if it]


def test_whose_turn_it_is_is_said_beside_a_question_that_holds_nothing_up(heard: Heard) -> None:
    said = heard.said(replace(QUESTION, goes_on=True), [])
    assert said.alert == QUESTION.because
    assert now(said) == ["White to move"]
    assert said.state[0].startswith("green, ")


def unseen(said: Said) -> Said:
    """What is not for eyes alone."""
    return replace(said, seen="")


@pytest.mark.parametrize(
    ("before", "told"),
    [
        (ILLEGAL, [TURN]),
        (ILLEGAL, []),
        (replace(MOVE, status=Status.OVER), [TURN]),
        (replace(MOVE, status=Status.OVER, is_ended_by_hand=True), []),
        (QUESTION, [TURN]),
        (replace(QUESTION, player="black"), []),
    ],
    ids=["a warning", "a warning unsaid", "the end", "the end unsaid", "a question", "whose turn it is"],
)
def test_what_a_press_has_settled_under_a_hand_is_not_said_any_more(
    heard: Heard, before: Standing, told: Sequence[Event]
) -> None:
    heard.said(before, [])
    said = heard.said(replace(MOVE, status=Status.HAND), told)
    assert said.alert == ""
    assert now(said)[-1] == "White to move"
    assert said.state[0] == "green, steady: all is well, play on"
    assert unseen(heard.said(replace(MOVE, status=Status.HAND), [])) == unseen(said)


def texts(said: Said) -> list[str]:
    return [it.text for it in said.lines]


@pytest.mark.parametrize(
    ("standing", "said"),
    [
        (MOVE, ["White to move"]),
        (replace(MOVE, player=""), ["Play on"]),
        (replace(MOVE, score_asked=True), ["White 3, Black 5", "White to move"]),
        (Standing(Status.LOOKING, because="no board", score_asked=True), ["No score yet", "no board"]),
        (replace(MOVE, status=Status.OVER), []),
        (replace(MOVE, status=Status.CANT_SEE, because="it is too dark"), ["it is too dark"]),
        (Standing(Status.SETTING_UP, told="A new game"), ["A new game"]),
        (ILLEGAL, []),
    ],
)
def test_how_it_stands_is_said_in_words(heard: Heard, standing: Standing, said: list[str]) -> None:
    heard_of_it = heard.said(standing, [])
    assert now(heard_of_it) == said
    assert bool(heard_of_it.alert) == (standing is ILLEGAL), "what can only be waited for interrupts nobody"


def test_all_that_happens_is_told_and_nothing_of_it_again(heard: Heard) -> None:
    first = heard.said(MOVE, [PLACED, event(What.CAPPED, "Black: cap on D4"), TURN])
    assert texts(first) == ["Black: C7 red dome", "Black: cap on D4", "White to move"]
    assert heard.said(MOVE, []) == first
    then = heard.said(MOVE, [event(What.UNSURE, "E5 is blue")])
    assert (then.first, texts(then)) == (0, [*texts(first), "E5 is blue"])


def test_of_a_long_game_the_latest_is_kept_with_its_number(heard: Heard) -> None:
    for number in range(100):
        said = heard.said(MOVE, [event(What.PLACED, f"move {number}")])
    assert texts(said) == [f"move {number}" for number in range(80, 100)]
    assert said.first == 80


def test_a_hand_over_the_board_is_not_spoken_of(heard: Heard) -> None:
    hand = replace(MOVE, status=Status.HAND)
    at_start = heard.said(hand, [])
    assert at_start.seen == "amber, one dim flash: a hand is over the board"
    assert unseen(at_start) == unseen(heard.said(MOVE, [])), "whose turn it is stays said"
    asked = heard.said(QUESTION, [])
    assert unseen(heard.said(hand, [])) == unseen(asked), "and so does what is asked"
    under_it = heard.said(replace(hand, score_asked=True, told="not saved"), [])
    assert under_it.alert == asked.alert
    assert now(under_it)[0] == "not saved"
    assert heard.said(QUESTION, []) == asked
    played_on = replace(MOVE, status=Status.HAND, player="black")
    said = heard.said(played_on, [event(What.TURN, "Black to move")])
    assert (now(said), said.alert) == (["Black to move"], ""), "unless a button has answered it meanwhile"


def test_whose_turn_it_is_is_read_out_from_one_place_alone(heard: Heard) -> None:
    assert heard.said(MOVE, [PLACED, TURN]).lines == (
        Line("Black: C7 red dome"),
        Line("White to move", is_quiet=True),
    )
    # Where it is told anew, as after a press, the state has not changed.
    assert heard.said(MOVE, [TURN]).lines[-1] == Line("White to move")


@pytest.mark.parametrize(
    ("standing", "told", "alert"),
    [
        (
            ILLEGAL,
            event(What.ILLEGAL, "against the rules: C7 red dome", sentences=["R3: C7 is built on."]),
            "C7 red dome\nR3: C7 is built on.",
        ),
        (QUESTION, event(What.UNSURE, QUESTION.because), QUESTION.because),
    ],
)
def test_warnings_and_questions_interrupt_once(
    heard: Heard, standing: Standing, told: Event, alert: str
) -> None:
    said = heard.said(standing, [PLACED, told])
    assert said.alert == alert
    assert [it.is_quiet for it in said.lines] == [False, True], (
        "what interrupts is not read out from the list too"
    )
    assert heard.said(standing, []) == said
    again = heard.said(standing, [told])
    assert again.alert == said.alert
    assert not again.lines[-1].is_quiet, "an alert that stays as it is would not be read out again"
    assert heard.said(MOVE, []).alert == ""


def test_what_is_set_right_is_no_question(heard: Heard) -> None:
    heard.said(QUESTION, [event(What.UNSURE, QUESTION.because)])
    said = heard.said(QUESTION, [event(What.UNSURE, "C7 is blue after all", mended=True)])
    assert said.lines[-1] == Line("C7 is blue after all")


def over(because: str = "no legal move", *working: str) -> Sequence[Event]:
    return [event(What.OVER, "White 3, Black 5", because=because, working=list(working))]


def test_at_the_end_the_score_its_working_who_wins_and_the_match_are_read_out(heard: Heard) -> None:
    said = heard.said(
        replace(MOVE, status=Status.OVER), over("stock", "White: 3", "Black wins.", "Match: Black 105")
    )
    assert said.lines[-1] == Line("White 3, Black 5\nWhite: 3\nBlack wins.\nMatch: Black 105")
    assert now(said) == []


def test_whoever_has_ended_a_game_by_the_button_is_told_the_way_back(heard: Heard) -> None:
    ended = replace(MOVE, status=Status.OVER, is_ended_by_hand=True)
    assert now(heard.said(ended, over("ended"))) == [ENDED.text]
    assert now(Heard(ENGLISH).said(ended, [])) == [ENDED.text], "also after a power cut"
    assert now(heard.said(MOVE, [TURN])) == ["White to move"]
    assert now(heard.said(replace(ended, is_ended_by_hand=False), over())) == []


def test_after_a_power_cut_what_was_known_last_is_there(heard: Heard) -> None:
    ended = replace(MOVE, status=Status.OVER, working=("White: 3", "Black wins."))
    assert texts(heard.said(ended, [])) == ["C7 red dome", "White 3, Black 5\nWhite: 3\nBlack wins."]
    assert texts(Heard(ENGLISH).said(MOVE, [])) == ["C7 red dome"]
