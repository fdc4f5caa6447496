"""All that the display can say has room on 128 by 64 pixels, in letters for a metre's distance, in any language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from string import Formatter
from typing import Any

import pytest
from PIL import Image

import engine.alien_city.retell
import engine.alien_city.score
import engine.alien_city.words
import engine.netzwerk.retell
import engine.netzwerk.score
import engine.netzwerk.words
import firmware.journal.words
import firmware.panel.screen
import firmware.referee.course
import firmware.referee.doubts
import firmware.watching.companion
import vision.alien_city.words
import vision.netzwerk.words
from engine.alien_city import AlienCity
from engine.game import WatchedGame
from engine.messages import Language, Message, Sentence
from engine.netzwerk.game import Netzwerk
from engine.registry import entries
from firmware.events import WAITED_FOR, Standing, Status
from firmware.panel import screen as screens
from firmware.panel.layout import Size, scale
from firmware.panel.lettering import GOES_ON, Box, Setting, font, write_set
from firmware.panel.screen import LEGIBLE, PAGE_S, READABLE, Screen
from firmware.panel.signals import SIGNALS, Page
from firmware.sayings import who_is_who
from scripts.languages import languages
from tests.firmware.panel.boards import STATE, WIDE

LANGUAGES = ["en", *languages()]
PLAYERS = engine.netzwerk.words.PLAYERS.values()
PLACES = tuple(f"-{column},-12SE" for column in range(8))

LONGEST: dict[str, object] = {
    **dict.fromkeys(("lot", "green", "before"), "C10"),
    **dict.fromkeys(("places", "connections"), PLACES),
    **dict.fromkeys(("customers", "nearest", "walk"), tuple(f"{column}10" for column in "ABCDEFGH")),
    **dict.fromkeys(("points", "total", "distance", "fewer"), 128),
    "cities": ("1", "2", "3", "4", "5"),
    "field": "-12,-13",
    "sum": "10 + 20 + 30 + 40 + 50",
    "competitors": Message("left"),
    "players": Message("Black"),
}
"""What may stand at each placeholder. Those that are words are tried word by word."""

NAMED_ANEW = tuple(
    Sentence(engine.netzwerk.retell.NOT_ANOTHER, {"player": player, "other": other})
    for player, other in zip(PLAYERS, reversed(PLAYERS), strict=True)
)
WORDS: dict[str, tuple[object, ...]] = {
    **dict.fromkeys(("owner", "other"), tuple(PLAYERS)),
    "player": (*PLAYERS, *NAMED_ANEW),
    **dict.fromkeys(("piece", "tower"), tuple(engine.alien_city.words.PIECE_NAMES.values())),
    "stone": tuple(engine.netzwerk.words.COLOURS.values()),
    "sides": tuple(getattr(vision.alien_city.words, side) for side in ("LEFT", "RIGHT", "ABOVE", "BELOW")),
}


def messages(*modules: object) -> Iterator[Message]:
    """Every message that stands in these modules, by itself or in a table."""
    for module in modules:
        for value in vars(module).values():
            for each in value.values() if isinstance(value, dict) else [value]:
                if isinstance(each, Message):
                    yield each


def said(language: Language, *of: Message) -> Iterator[str]:
    """The messages with the longest that may stand in them, and with all words."""
    for message in of:
        names = {name for _, name, _, _ in Formatter().parse(message.text + (message.plural or "")) if name}
        counts = (1, 3, 12) if message.plural else (12,)
        spoken = [name for name in names if name in WORDS]
        for row in range(max((len(WORDS[name]) for name in spoken), default=1)):
            words = {name: WORDS[name][row % len(WORDS[name])] for name in spoken}
            for count in counts:
                facts = {**LONGEST, **words, "count": count}
                yield language.say(message, facts)


class Set(list[tuple[Box, Setting]]):
    """What a screen has written, and where."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Set:
    """All that is written on displays from now on."""
    found = Set()

    def write(draw: Any, box: Box, setting: Setting, ink: Any) -> None:
        found.append((box, setting))
        write_set(draw, box, setting, ink)

    monkeypatch.setattr(screens, "write_set", write)
    return found


def read(
    standing: Standing,
    page: Page,
    language: Language,
    written: Set,
    least: int = READABLE,
    screen: Screen | None = None,
) -> str:
    """All that is read of a standing while its pages turn; each of them is whole, and large enough."""
    screen = screen or Screen(AlienCity(), language)
    written.clear()
    screen.picture(standing, page, 0.0)
    first, now = [*written], 0.0
    while now == 0.0 or written[-len(first) :] != first:
        now += PAGE_S
        screen.picture(standing, page, now)
    read: dict[Box, list[str]] = {}
    for box, setting in written:
        assert setting.fits, setting
        assert max(font(setting.size).getlength(line) for line in setting.lines) <= box.width, setting
        is_beside_the_point = page is Page.TURN and box.top > 0
        assert setting.size >= scale(screen.size) * (LEGIBLE if is_beside_the_point else least) - 0.5, setting
        read.setdefault(box, []).append(" ".join(setting.lines).removesuffix(GOES_ON))
    return "; ".join(" ".join(parts) for parts in read.values())


REASONS = (vision.alien_city.words, vision.netzwerk.words, firmware.watching.companion)
LAST = (engine.alien_city.retell, engine.netzwerk.retell)
BRIEF: tuple[Mapping[Any, Message], ...] = (
    *(entry.rules(()).briefs for entry in entries()),
    firmware.referee.doubts.BRIEF,
)
WORKING = (engine.alien_city.score, engine.netzwerk.score)


@pytest.mark.parametrize("code", LANGUAGES)
def test_why_the_board_cannot_be_seen_and_what_helps_is_read_to_its_end(code: str, written: Set) -> None:
    language = Language.of(code)
    for status in (status for status, signal in SIGNALS.items() if signal.page is Page.NOTICE):
        head = language.say(WAITED_FOR[status])
        assert head in read(Standing(status), Page.NOTICE, language, written)
        for because in said(language, *messages(*REASONS)):
            told = read(Standing(status, because=because), Page.NOTICE, language, written)
            assert head in told
            assert because in told


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_wrong_and_what_is_asked_is_read_at_one_look(code: str, written: Set) -> None:
    language = Language.of(code)
    for brief in (message for table in BRIEF for message in table.values()):
        standing = Standing(
            Status.ILLEGAL, rules=("N-6.5a", "N-6.10"), where="-12,-13SE", places=PLACES, state=STATE
        )
        standing = replace(standing, brief=language.say(brief))
        for page in (Page.WARNING, Page.QUESTION):
            told = read(standing, page, language, written)
            assert all(place in told for place in ([standing.where] if page is Page.WARNING else PLACES))
            assert {" ".join(it.lines) for box, it in written if box.top > 0} == {standing.brief}


@pytest.mark.parametrize("code", LANGUAGES)
def test_by_whom_it_was_is_asked_with_the_other_and_the_button_for_them_at_one_look(
    code: str, written: Set
) -> None:
    language = Language.of(code)
    for player, other in permutations(engine.netzwerk.words.PLAYERS.values(), 2):
        brief = language.say(firmware.referee.doubts.BY_WHOM_BRIEF, {"player": player, "other": other})
        read(
            Standing(Status.UNSURE, places=("3,1",), brief=brief, state=STATE),
            Page.QUESTION,
            language,
            written,
        )
        assert {" ".join(it.lines) for box, it in written if box.top > 0} == {brief}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [(240, 240), (320, 240)])
@pytest.mark.parametrize("game", [AlienCity(), Netzwerk()], ids=lambda game: game.name)
def test_so_it_is_where_the_map_is_below_the_words(
    game: WatchedGame[Any, Any], size: Size, code: str, written: Set
) -> None:
    language, state = Language.of(code), STATE if game.name == "alien-city" else WIDE
    screen = Screen(game, language, size, colour=True)
    for brief in (message for table in BRIEF for message in table.values()):
        said = language.say(brief)
        standing = Standing(Status.ILLEGAL, rules=("N-6.5a",), where="-12,-13SE", brief=said, state=state)
        told = read(standing, Page.WARNING, language, written, screen=screen)
        assert "N-6.5a -12,-13SE" in told
        assert {" ".join(it.lines) for box, it in written if box.top > 0} == {said}
    standing = Standing(Status.TO_MOVE, player="white", last=said, state=state)
    assert said in read(standing, Page.TURN, language, written, screen=screen)


@pytest.mark.parametrize("code", LANGUAGES)
def test_whose_turn_it_is_and_what_was_last_read_is_read_to_its_end(code: str, written: Set) -> None:
    language = Language.of(code)
    for last in said(language, *messages(*LAST)):
        standing = Standing(Status.TO_MOVE, player="white", last=last, state=STATE)
        assert last in read(standing, Page.TURN, language, written)


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_everybody_really_is_is_read_to_its_end(code: str, written: Set) -> None:
    language, names = Language.of(code), engine.netzwerk.words.NAMES.values()
    what = who_is_who(zip(names, reversed(names), strict=True), language)
    last = language.say(firmware.referee.course.RENAMED, {"what": what})
    standing = Standing(Status.TO_MOVE, player="white", last=last, state=STATE)
    assert last in read(standing, Page.TURN, language, written)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_score_and_its_sums_are_read_to_their_end(code: str, written: Set) -> None:
    language = Language.of(code)
    totals = dict.fromkeys(engine.netzwerk.words.NAMES.values(), 128)
    for line in said(language, *messages(*WORKING)):
        standing = Standing(Status.OVER, totals=totals, working=(line, "the end"))
        assert line in read(standing, Page.SCORE, language, written)


TOLD = (
    *firmware.journal.words.BRIEF.values(),
    firmware.journal.words.SAVED_BRIEF,
    firmware.watching.companion.NEW_GAME,
    firmware.watching.companion.GONE_BACK,
    firmware.referee.doubts.LOST,
)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_told_beside_the_game_is_read_at_one_look(code: str, written: Set) -> None:
    language = Language.of(code)
    for message in TOLD:
        told = language.say(message)
        assert read(Standing(Status.TO_MOVE, told=told), Page.TOLD, language, written) == f"{told} {told}"


@pytest.mark.parametrize("totals", [dict.fromkeys(engine.netzwerk.words.NAMES.values(), 128), {}])
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_score_that_was_asked_for_says_what_the_button_does_next(
    code: str, totals: dict[str, int], written: Set
) -> None:
    language = Language.of(code)
    standing = Standing(Status.TO_MOVE, totals=totals, score_asked=True, can_pass=True, state=STATE)
    told = read(standing, Page.SCORE, language, written, least=LEGIBLE)
    assert language.say(screens.AGAIN) in told


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("status", Status)
def test_no_ink_is_lost_at_the_edges_of_the_panel(
    code: str, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    language = Language.of(code)
    blank = Image.new
    monkeypatch.setattr(Image, "new", lambda mode, size: blank(mode, (size[0] + 60, size[1] + 60)))
    standing = Standing(
        status,
        player="white",
        rules=("R4",),
        where="C10",
        places=("C10", "D10"),
        because=next(said(language, vision.alien_city.words.RUNS_OUT)),
        brief=language.say(engine.alien_city.words.BRIEF["R2"]),
        last=f"C7 {language.say(Message('green dome'))}",
        totals=dict.fromkeys(engine.netzwerk.words.NAMES.values(), 128),
        state=STATE,
        told=next(said(language, vision.alien_city.words.NO_TILES)),
    )
    for page in Page:
        if page is Page.NOTICE and status not in WAITED_FOR:
            continue
        screen = Screen(AlienCity(), language)
        for turned in range(6):
            right, bottom = screen.picture(standing, page, turned * PAGE_S).getbbox()[2:]  # type: ignore[index]
            assert right <= 128
            assert bottom <= 64
