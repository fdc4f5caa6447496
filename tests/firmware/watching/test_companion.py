"""What the companion does when something beside the game fails: the camera, the disk, a game it can't go on with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.alien_city import AlienCity
from engine.messages import Language
from firmware.events import Event, Standing, Status, What
from firmware.frame import Frame
from firmware.journal import Journal, past_games, words
from firmware.looking.attention import Attention
from firmware.presses import Press
from firmware.referee.referee import Referee
from firmware.watching.companion import TRY_AGAIN_S, Companion
from tests.firmware.played import game_events
from tests.firmware.refereed import EMPTY, Table, built
from vision.alien_city.eyes import AlienCityEyes


class Shown:
    """Keeps how things were last shown to stand, and the events that were shown."""

    standing: Standing | None = None

    def __init__(self) -> None:
        self.events: list[Event] = []

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:  # noqa: ARG002
        self.standing = standing
        self.events += events


def companion(shown: Shown, journal: Journal | None = None, language: str = "en") -> Companion:
    referee = Referee(AlienCity(), Language.of(language))
    return Companion(Attention(AlienCityEyes()), referee, [shown], journal)


def dark(seconds: float) -> Frame:
    return Frame(np.zeros((480, 640, 3), np.uint8), seconds, "dark")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "games.sqlite3"


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "the camera gives no pictures"), ("sk", "kamera nedáva obraz")],
)
def test_a_camera_without_pictures_is_shown_and_so_is_the_next_one(language: str, says: str) -> None:
    shown = Shown()
    table = companion(shown, language=language)
    table.blind(7.0)
    assert shown.standing is not None
    assert (shown.standing.status, shown.standing.because) == (Status.CANT_SEE, says)
    table.tick(dark(8.0))
    assert shown.standing.because != says


def test_the_final_score_stays_without_pictures_and_is_shown_when_asked_for(path: Path) -> None:
    with Journal(path, "alien-city", lambda: 0.0) as journal:
        start, working = game_events(1, 5)[0].start, ["of the whole evening"]
        journal.append(Event(What.OVER, 1.0, "1.jpg", {"working": working}, start))
        shown = Shown()
        table = companion(shown, journal)
        table.blind(7.0, [Press.NEW_GAME, Press.BACK])
        assert shown.standing is not None
        assert (shown.standing.status, shown.standing.because) == (Status.OVER, "")
        assert shown.standing.working == ("of the whole evening",)
        table.blind(8.0, [Press.CONFIRM])
        assert shown.standing.score_asked
        assert shown.events == []


def test_a_warning_stays_without_pictures_until_it_is_let_stand() -> None:
    shown, referee = Shown(), Referee(AlienCity())
    table = Table(referee)
    table.show(EMPTY)
    table.play(built(EMPTY, A1="R"))
    watching = Companion(Attention(AlienCityEyes()), referee, [shown])
    watching.blind(table.seconds, [Press.BACK])
    assert shown.standing == referee.standing
    assert shown.standing.status is Status.ILLEGAL
    watching.blind(table.seconds, [Press.CONFIRM, Press.CONFIRM])
    assert [event.what for event in shown.events] == [What.TURN]
    assert shown.standing.status is Status.CANT_SEE
    assert not shown.standing.score_asked, "what the second press was about, nobody saw"


@pytest.mark.parametrize("is_blind", [False, True])
def test_what_waits_for_the_disk_is_written_though_nothing_new_happens(path: Path, is_blind: bool) -> None:
    path.parent.write_text("a file where the folder should be")
    with Journal(path, "alien-city", lambda: 0.0) as journal:
        table = companion(Shown(), journal)
        (event, *_) = game_events(1, 5)
        journal.append(event)
        path.parent.unlink()
        for seconds, is_written in ((0.2, False), (TRY_AGAIN_S + 0.2, True)):  # not with every frame
            if is_blind:
                table.blind(seconds)
            else:
                table.tick(dark(seconds))
            assert (journal.trouble is None) == is_written
    assert len(past_games(path)) == 1


def test_a_game_that_cannot_be_gone_on_with_is_said_and_left_in_the_journal(path: Path) -> None:
    with Journal(path, "alien-city", lambda: 0.0) as journal:
        journal.append(Event(What.TURN, 1.0, "1.jpg", {}, "a start of some later Kibitz", ("a turn",)))
    shown = Shown()
    with Journal(path, "alien-city", lambda: 0.0) as journal:
        companion(shown, journal).tick(dark(0.0))
        (remark,) = journal.remarks()
        assert remark.message == words.NOT_GONE_ON_WITH
        assert "(v pozícii sa 'a start of some later Kibitz' nedá prečítať (" in remark.sentence(
            Language.of("sk")
        )
        assert journal.latest() is None
    assert shown.standing is not None
    assert shown.standing.status is not Status.OVER
    assert len(past_games(path)) == 1


def test_a_game_ended_and_another_begun_between_two_pictures_are_two_games(path: Path) -> None:
    referee = Referee(AlienCity())
    with Journal(path, "alien-city", lambda: 0.0) as journal:
        table = Table(referee)
        for event in table.show(EMPTY) + table.play(built(EMPTY, D2="b")):
            journal.append(event)
        watching = Companion(Attention(AlienCityEyes()), referee, [], journal)
        told = watching.tick(dark(table.seconds), [Press.END, Press.NEW_GAME])
        assert [event.what for event in told] == [What.OVER]
        assert journal.latest() is None, "nothing is there yet to go on from"
    (game,) = past_games(path)
    assert (game.is_over, game.turns) == (True, ("black Bd@D2",))
