"""What the display shows: pages drawn as pictures of any size, in letters that are read from a metre away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PIL import Image, ImageDraw

from engine.game import WatchedGame
from engine.messages import Language, Message
from engine.spots import Spot
from firmware.events import WAITED_FOR, Standing, Status
from firmware.panel.layout import Layout, is_better_by_itself, layout, scale, stretched
from firmware.panel.lettering import Box, Ink, Setting, pages, write_set
from firmware.panel.map import WHITE, draw_map
from firmware.panel.signals import Page
from firmware.sayings import points_of_each, whose_turn

UNCOUNTED = Message("No score yet")
AGAIN = Message("again: pass the turn")

READABLE = 13
"""Pixels of letter height that are read from a metre away, on a display of 128 by 64."""
LEGIBLE = 11
"""The same for what was last read, which whoever wants to know it may step nearer for."""
PAGE_S = 4.0
"""So long each page of a text stays that has room on several only."""
BLINK_S = 0.4
"""So long at least a place to look at is lit, and then dark: from picture to picture, where these are slower."""

_MOMENT_S = 0.01  # tolerance for the times of pictures
_BLACK: Ink = (0, 0, 0)
_RED: Ink = (200, 30, 30)


class Screen:
    """Draws pages for one display and one game.

    size: (width, height) in pixels. colour: whether the display has any; else all that isn't black is lit.
    """

    def __init__(
        self,
        rules: WatchedGame[Any, Any],
        language: Language,
        size: tuple[int, int] = (128, 64),
        *,
        colour: bool = False,
    ) -> None:
        """Draw at that size."""
        self._rules, self._language = rules, language
        self.size, self.colour = size, colour
        self._scale, self._whole = scale(size), Box(0, 0, *size)
        self._shown: object = None
        self._since = self._blinked = 0.0
        self._lit = True
        self._charted = ""
        self._chart: Sequence[Spot] = ()

    def picture(self, standing: Standing, page: Page, now: float) -> Image.Image:
        """A page as an RGB picture; for a display without colours, in black and white."""
        picture = Image.new("RGB", self.size)
        draw = ImageDraw.Draw(picture)
        draw.fontmode = "L" if self.colour else "1"
        shown = page, replace(standing, state="")
        if shown != self._shown:  # something else is shown, and is to be read from its first page on
            self._shown, self._since = shown, now
            self._lit, self._blinked = True, now
        elif now - self._blinked >= BLINK_S - _MOMENT_S:
            self._lit, self._blinked = not self._lit, now
        turned = int((now - self._since) / PAGE_S)
        match page:
            case Page.TURN:
                self._turn(draw, standing, turned)
            case Page.WARNING | Page.QUESTION:
                self._in_question(draw, standing, page, turned)
            case Page.BESIDE:
                turned, is_turn_next = divmod(turned, 2)
                if is_turn_next:
                    self._turn(draw, standing, turned)
                else:
                    self._in_question(draw, standing, page, turned)
            case Page.NOTICE:
                self._notice(draw, standing, turned)
            case Page.TOLD:
                self._write(draw, self._whole, standing.told, turned)
            case Page.SCORE:
                self._score(draw, standing, turned)
        return (
            picture
            if self.colour
            else picture.convert("L").point(lambda level: 255 * (level > 0)).convert("RGB")
        )

    def _box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """A box given for a display of 128 by 64."""
        return stretched(self.size, left, top, right, bottom)

    def _pages(self, box: Box, text: str, least: int = READABLE) -> tuple[Setting, ...]:
        return pages(text, box.width, box.height, "L" if self.colour else "1", round(least * self._scale))

    def _write(
        self,
        draw: ImageDraw.ImageDraw,
        box: Box,
        text: str,
        turned: int = 0,
        *,
        ink: Ink = WHITE,
        least: int = READABLE,
    ) -> None:
        """Write a text into a box; turned: how often its page has been turned, if it has several."""
        settings = self._pages(box, text, least)
        write_set(draw, box, settings[turned % len(settings)], ink)

    def _turn(self, draw: ImageDraw.ImageDraw, standing: Standing, turned: int) -> None:
        boxes = self._map(draw, standing)
        self._write(draw, boxes.turn, whose_turn(standing.player, standing.due, self._language))
        self._write(draw, boxes.last, standing.last, turned, least=LEGIBLE)

    def _in_question(self, draw: ImageDraw.ImageDraw, standing: Standing, page: Page, turned: int) -> None:
        """What is wrong or unclear, in turn with a larger map where the one beside it is too small for its places."""
        spots, marked = self._spots(standing.state), self._marked(standing)
        is_on_map = any(spot.place in marked for spot in spots)
        if is_on_map and is_better_by_itself(self.size, spots):
            turned, is_map_next = divmod(turned, 2)
            if is_map_next:
                draw_map(draw, self._whole, spots, marked, lit=self._lit)
                return
        if page is Page.WARNING:
            self._warning(draw, standing, turned)
        else:
            self._question(draw, standing, turned)

    def _warning(self, draw: ImageDraw.ImageDraw, standing: Standing, turned: int) -> None:
        boxes = self._map(draw, standing)
        top = boxes.head
        draw.rectangle(
            (top.left, top.top, top.right - 1, top.bottom - 1), fill=_RED if self.colour else WHITE
        )
        inside = Box(top.left + 2, top.top, top.right - 2, top.bottom)
        ink = WHITE if self.colour else _BLACK
        self._write(draw, inside, f"{' '.join(standing.rules)} {standing.where}", turned, ink=ink)
        self._write(draw, boxes.body, standing.brief, turned)

    def _question(self, draw: ImageDraw.ImageDraw, standing: Standing, turned: int) -> None:
        boxes = self._map(draw, standing)
        self._write(draw, boxes.head, f"? {' '.join(standing.places)}", turned)
        self._write(draw, boxes.body, standing.brief, turned)

    def _notice(self, draw: ImageDraw.ImageDraw, standing: Standing, turned: int) -> None:
        """What is waited for and why, on one page if both have room."""
        said = self._language.say(WAITED_FOR[standing.status])
        upper, lower = self._box(0, 0, 128, 32), self._box(0, 33, 128, 64)
        if not standing.because:
            self._write(draw, self._whole, said)
        elif len(self._pages(upper, said)) == len(self._pages(lower, standing.because)) == 1:
            self._write(draw, upper, said)
            self._write(draw, lower, standing.because)
        else:
            self._write_in_turn(draw, (said, standing.because), turned)

    def _write_in_turn(self, draw: ImageDraw.ImageDraw, texts: Sequence[str], turned: int) -> None:
        """Write the pages of texts one after the other, each on the whole display."""
        settings = [setting for text in texts for setting in self._pages(self._whole, text)]
        write_set(draw, self._whole, settings[turned % len(settings)], WHITE)

    def score_lasts_s(self, standing: Standing) -> float:
        """Seconds that it takes to show each line of a final score's working, and then the totals."""
        sums = self._sums(standing)
        return PAGE_S * (len(sums) + 1) if sums else 0.0

    def _sums(self, standing: Standing) -> list[Setting]:
        """The pages of the working of a score that is final."""
        working = standing.working if standing.status is Status.OVER else ()
        return [each for line in working for each in self._pages(self._whole, line)]

    def _score(self, draw: ImageDraw.ImageDraw, standing: Standing, turned: int) -> None:
        """The totals; once the game is over, the lines of the working too, in turn.

        Whoever asked for them with the button is near enough for smaller letters, and is told what it does next.
        """
        settings = self._sums(standing)
        shown = turned % (len(settings) + 1)
        if shown:
            write_set(draw, self._whole, settings[shown - 1], WHITE)
            return
        bottom = 48 if standing.passes_next else 64
        if standing.passes_next:
            self._write(draw, self._box(0, 50, 128, 64), self._language.say(AGAIN), least=LEGIBLE)
        if not standing.totals:
            self._write(draw, self._box(0, 0, 128, bottom), self._language.say(UNCOUNTED))
        height = bottom / max(1, len(standing.totals))
        for number, said in enumerate(points_of_each(standing.totals, self._language)):
            self._write(draw, self._box(0, number * height, 128, (number + 1) * height), said, least=LEGIBLE)

    def _map(self, draw: ImageDraw.ImageDraw, standing: Standing) -> Layout:
        """Draw the map, and say where there is room for what belongs to it."""
        spots = self._spots(standing.state)
        boxes = layout(self.size, spots)
        if spots:
            draw_map(draw, boxes.map, spots, self._marked(standing), lit=self._lit)
        return boxes

    @staticmethod
    def _marked(standing: Standing) -> set[str]:
        return {standing.where, *standing.places}

    def _spots(self, state: str) -> Sequence[Spot]:
        """The chart of a state, made anew only when it changes: doing so for every picture is too much for a Pi."""
        if self._charted != state:
            self._charted, self._chart = (
                state,
                self._rules.chart(self._rules.parse_state(state)) if state else (),
            )
        return self._chart
