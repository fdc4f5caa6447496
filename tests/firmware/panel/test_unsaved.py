"""That games are not being saved is said where players see it: on the display of a device without a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.messages import ENGLISH
from firmware.journal import Journal, words
from firmware.panel.signals import Page
from firmware.watching.asides import TOLD_S
from firmware.watching.companion import TRY_AGAIN_S
from tests.firmware.conftest import fill
from tests.firmware.panel.conftest import Header
from tests.firmware.panel.device import TICK_S, Device
from tests.firmware.refereed import EMPTY, built

DOME = built(EMPTY, D2="b")
FULL = ENGLISH.say(words.BRIEF[words.FULL])
SAVED = ENGLISH.say(words.SAVED_BRIEF)


@pytest.fixture
def journal(disk: Path) -> Journal:
    return Journal(disk / "games.sqlite3", "alien-city", lambda: 0.0)


def test_a_disk_that_fills_up_in_mid_game_and_is_cleared_again(
    header: Header, disk: Path, journal: Journal
) -> None:
    with journal:
        device = Device(header, journal)
        device.watch(4.0)
        filler = fill(disk)
        while journal.trouble is None:  # the log has some room left
            device.play(DOME)
            device.play(EMPTY)
        assert device.shows(Page.TOLD, told=FULL)
        device.watch(TOLD_S)
        assert device.shows(Page.TURN)
        filler.unlink()
        waited = 0.0
        while journal.trouble is not None:
            device.watch(TICK_S)
            waited += TICK_S
        assert waited <= TRY_AGAIN_S + TICK_S
        assert device.shows(Page.TOLD, told=SAVED)
        device.watch(TOLD_S + TICK_S)
        assert device.shows(Page.TURN)


def test_as_long_as_it_lasts_it_is_said_at_each_set_up(header: Header, disk: Path, journal: Journal) -> None:
    journal.close()
    filler = fill(disk)
    with Journal(disk / "games.sqlite3", "alien-city", lambda: 0.0) as full:
        device = Device(header, full)
        device.eyes.view = None
        device.watch(TICK_S)
        assert device.shows(Page.TOLD, told=FULL), "at once"
        device.watch(TOLD_S)
        device.eyes.view = EMPTY
        device.watch(3.0)
        assert device.shows(Page.TOLD, told=FULL)
        device.watch(TOLD_S)
        device.play(DOME)
        assert device.shows(Page.TURN)
        device.press(2.0)
        assert device.play(EMPTY)
        assert device.shows(Page.TOLD, told=FULL)
        filler.unlink()


def test_a_warning_comes_first_and_does_not_swallow_it(header: Header, disk: Path, journal: Journal) -> None:
    with journal:
        device = Device(header, journal)
        device.watch(4.0)
        device.play(built(EMPTY, H9="g"))
        filler = fill(disk)
        while journal.trouble is None:
            journal.append(journal.latest() or pytest.fail("nothing is kept"))
        device.watch(2 * TOLD_S)
        assert device.shows(Page.WARNING)
        device.play(EMPTY)
        assert device.shows(Page.TOLD, told=FULL)
        filler.unlink()
