"""Pages are legible: letters are large, nothing is cut off, in any of the languages."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engine.alien_city import AlienCity
from engine.messages import ENGLISH, Language
from engine.netzwerk.due import MAY_BUILD, PUT_A_MINER, PUT_MINERS, TAKE_A_STONE
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.words import PLAYERS
from engine.positions import random_opening
from firmware.events import Standing, Status
from firmware.panel.layout import is_better_by_itself, layout
from firmware.panel.lettering import Box, set_in, write
from firmware.panel.map import draw_map, values_shown, width_of_places
from firmware.panel.screen import BLINK_S, PAGE_S, Screen
from firmware.panel.signals import SIGNALS, Page, signal_of
from firmware.sayings import POINTS, TO_MOVE
from tests.firmware.panel.boards import STATE, WIDE
from vision.alien_city.words import RUNS_OUT

GAME = AlienCity()
LANGUAGES = ["en", "sk", "cs"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_whose_turn_it_is_can_be_read_from_a_metre_away(code: str) -> None:
    language = Language.of(code)
    for name in PLAYERS.values():
        for due in (TO_MOVE, PUT_MINERS, PUT_A_MINER, TAKE_A_STONE, MAY_BUILD):
            turn = set_in(language.say(due, {"player": name}), 84, 46)
            assert turn.fits
            assert turn.size >= 13
        points = set_in(language.say(POINTS, {"player": name, "points": 128}), 128, 32)
        assert points.fits
        assert points.size >= 18


def test_letters_are_as_large_as_their_room() -> None:
    assert set_in("R2 H9", 80, 25).size > set_in("R2 H9 and more", 80, 25).size
    assert set_in("Black to move", 84, 46).lines == ("Black to", "move")
    assert not set_in("never ending " * 40, 84, 46).fits


def test_what_has_no_room_is_read_page_by_page_from_the_first_on() -> None:
    screen = Screen(GAME, Language())
    usual = Standing(Status.CANT_SEE, because="no board in view")
    long = Standing(Status.CANT_SEE, because=ENGLISH.say(RUNS_OUT, {"sides": ("left", "above")}))

    def shown(standing: Standing, now: float) -> bytes:
        return screen.picture(standing, Page.NOTICE, now).tobytes()

    assert shown(usual, 0.0) == shown(usual, PAGE_S), "both have room"
    first = shown(long, 5.9)
    later = [shown(long, 5.9 + pages * PAGE_S + 0.1) for pages in range(4)]
    assert first == later[0]
    assert len({*later[:3]}) == 3, "that the board can't be seen, why, and what to do"
    assert later[3] == first


@pytest.mark.parametrize("mode", ["1", "L"])
@pytest.mark.parametrize(("width", "height"), [(128, 14), (84, 25), (84, 46), (128, 64), (240, 52)])
def test_no_letter_reaches_out_of_its_box(width: int, height: int, mode: str) -> None:
    for text in (
        "C7 green dome",
        "ČŠŽÁÍÔ",
        "gjpqy, (Q;)",
        "je to Jana? " * 3,
        "Čierny: ťah na {C7} " * 3,
        "never ending " * 40,
    ):
        canvas = Image.new("L", (width + 100, height + 100))
        draw = ImageDraw.Draw(canvas)
        draw.fontmode = mode
        write(draw, Box(50, 50, 50 + width, 50 + height), text, 255)
        left, top, right, bottom = canvas.getbbox() or (0, 0, 0, 0)
        assert 50 <= left < right <= 50 + width, text
        assert 50 <= top < bottom <= 50 + height, text


def test_accents_are_drawn() -> None:
    def lit(text: str) -> int:
        standing = Standing(Status.CANT_SEE, because=text)
        return int((np.asarray(Screen(GAME, Language()).picture(standing, Page.NOTICE, 0.0)) > 0).sum())

    assert lit("ČŠŽ ýáíéúô") > lit("CSZ yaieuo")


@pytest.mark.parametrize("size", [(128, 64), (240, 240), (320, 240)])
@pytest.mark.parametrize("status", list(Status))
def test_every_status_has_a_page_at_every_size(status: Status, size: tuple[int, int]) -> None:
    standing = Standing(
        status,
        player="white",
        rules=("R4",),
        places=("C7",),
        because="look",
        brief="cuts the streets",
        last="C7 red dome",
        totals={"black": 60, "white": 39},
        working=("a line",),
        state=STATE,
    )
    colour = size[1] > 64
    picture = Screen(GAME, Language(), size, colour=colour).picture(standing, SIGNALS[status].page, 0.0)
    pixels = np.asarray(picture)
    assert picture.size == size
    assert 0.02 < (pixels.max(axis=2) > 0).mean() < 0.7
    if not colour:
        assert set(np.unique(pixels)) == {0, 255}


def test_the_place_to_look_at_blinks_on_the_map() -> None:
    standing = Standing(
        Status.ILLEGAL, rules=("R2",), places=("D5",), brief="", last="D5 red dome", state=STATE
    )
    screen = Screen(GAME, Language())
    lit, dark = (np.asarray(screen.picture(standing, Page.WARNING, now)) for now in (0.0, BLINK_S))
    rows, columns = np.nonzero((lit != dark).any(axis=2))
    # D5: fourth of eight columns, sixth row from above, on the map at the right.
    assert 87 + 3 * 5 <= columns.min() <= columns.max() < 87 + 4 * 5 + 1
    assert 5 * 5 <= rows.min() <= rows.max() < 6 * 5 + 1


def test_the_sums_are_shown_when_the_game_is_over() -> None:
    standing = Standing(
        Status.OVER, totals={"black": 4, "white": 2}, working=("one sum", "another sum"), state=STATE
    )
    screen = Screen(GAME, Language())
    pages = {
        screen.picture(standing, Page.SCORE, now).tobytes() for now in (0.0, PAGE_S, 2 * PAGE_S, 3 * PAGE_S)
    }
    assert len(pages) == 3


def test_a_connection_of_netzwerk_blinks_on_the_map() -> None:
    game, state = random_opening(3, seed=3)
    for connection in state.board.connections:
        standing = Standing(
            Status.ILLEGAL, rules=("N-6.7",), where=str(connection), state=game.format_state(state)
        )
        for size, colour in (((128, 64), False), ((320, 240), True)):
            screen = Screen(Netzwerk(), ENGLISH, size, colour=colour)
            lit, dark = (screen.picture(standing, Page.WARNING, now).tobytes() for now in (0.0, BLINK_S))
            assert lit != dark


@pytest.mark.parametrize("fps", [0.5, 1.0, 1.25, 2.5, 5.0, 12.0, 30.0])
def test_places_blink_however_many_pictures_a_second_come(fps: float) -> None:
    standing = Standing(Status.ILLEGAL, rules=("R2",), places=("D5",), state=STATE)
    screen = Screen(GAME, Language())
    pictures = [
        screen.picture(standing, Page.WARNING, 100.0 + number / fps).tobytes() for number in range(300)
    ]
    lit = [picture == pictures[0] for picture in pictures]
    lasts = [len(list(moment)) / fps for _, moment in groupby(lit)][:-1]
    assert len(lasts) > 20
    assert all(BLINK_S - 0.01 <= each <= BLINK_S + 1 / fps for each in lasts)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_map_that_shows_more_values_of_cities_by_itself_takes_turns_with_the_words(players: int) -> None:
    game, size, turns = Netzwerk(), (128, 64), 0
    for seed in range(20):
        _, state = random_opening(players, seed)
        spots = game.chart(state)
        beside, alone = (width_of_places(it, spots) for it in (layout(size, spots).map, Box(0, 0, *size)))
        shows_more = values_shown(alone, spots) > values_shown(beside, spots)
        assert is_better_by_itself(size, spots) >= shows_more
        turns += shows_more
    assert turns >= 15


def by_itself(game: Netzwerk, state: str, marked: set[str], size: tuple[int, int], *, lit: bool) -> bytes:
    """A map that fills a display."""
    picture = Image.new("RGB", size)
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "1"
    draw_map(draw, Box(0, 0, *size), game.chart(game.parse_state(state)), marked, lit=lit)
    return picture.convert("L").point(lambda level: 255 * (level > 0)).convert("RGB").tobytes()


@pytest.mark.parametrize(("status", "page"), [(Status.ILLEGAL, Page.WARNING), (Status.UNSURE, Page.QUESTION)])
@pytest.mark.parametrize("place", ["3,1SW", "2,2", "4,3SE"])
def test_a_landscape_too_small_beside_words_takes_turns_with_them(
    status: Status, page: Page, place: str
) -> None:
    standing = Standing(status, rules=("N-6.7",), places=(place,), brief="nothing may lie there", state=WIDE)
    screen, game = Screen(Netzwerk(), ENGLISH), Netzwerk()
    words = screen.picture(standing, page, 0.0).tobytes()
    map_ = [screen.picture(standing, page, PAGE_S + n * BLINK_S).tobytes() for n in range(2)]
    assert {*map_} == {by_itself(game, WIDE, {place}, (128, 64), lit=lit) for lit in (True, False)}
    again = [screen.picture(standing, page, 2 * PAGE_S + n * BLINK_S).tobytes() for n in range(2)]
    assert words in again


def test_what_is_asked_beside_the_game_takes_turns_with_whose_turn_it_is() -> None:
    asked = Standing(
        Status.UNSURE, player="black", places=("D5",), brief="D5 blue dome?", goes_on=True, state=STATE
    )
    beside, alone = Screen(GAME, ENGLISH), Screen(GAME, ENGLISH)
    page = signal_of(asked).page
    for at, other in ((0.0, Page.QUESTION), (PAGE_S, Page.TURN), (2 * PAGE_S, Page.QUESTION)):
        assert beside.picture(asked, page, at).tobytes() in {
            alone.picture(asked, other, at + blink).tobytes() for blink in (0.0, BLINK_S)
        }


def test_words_about_nowhere_stay() -> None:
    standing = Standing(Status.ILLEGAL, rules=("N-2.4",), brief="too many stones", state=WIDE)
    screen = Screen(Netzwerk(), ENGLISH)
    assert len({screen.picture(standing, Page.WARNING, n * PAGE_S).tobytes() for n in range(4)}) == 1


def test_words_stay_where_the_map_beside_them_is_clear() -> None:
    city = Standing(Status.ILLEGAL, rules=("R2",), places=("D5",), brief="dome", state=STATE)
    land = Standing(Status.ILLEGAL, rules=("N-6.7",), places=("2,2",), brief="there", state=WIDE)
    for standing, game, size in (
        (city, GAME, (128, 64)),
        (city, GAME, (320, 240)),
        (land, Netzwerk(), (240, 240)),
        (land, Netzwerk(), (320, 240)),
    ):
        screen = Screen(game, ENGLISH, size, colour=size[1] > 64)
        pictures = {screen.picture(standing, Page.WARNING, n * PAGE_S).tobytes() for n in range(8)}
        assert len(pictures) == 2, "lit and dark"
