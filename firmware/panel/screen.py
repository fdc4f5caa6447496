"""What the display shows: pages drawn as pictures of any size, in letters that are read from a metre away."""

from __future__ import annotations

from typing import Any

from PIL import Image, ImageDraw

from engine.game import WatchedGame
from engine.messages import Language, Message
from firmware.events import Standing, Status
from firmware.match import ANYONE, POINTS, TO_BUILD, player_name
from firmware.panel.lettering import Box, write
from firmware.panel.map import WHITE, Ink, draw_map
from firmware.panel.signals import Page

NOTICES: dict[Status, Message] = {
    Status.LOOKING: Message("Looking for the board"),
    Status.SETTING_UP: Message("Set up the board"),
    Status.CANT_SEE: Message("I can't see the board"),
    Status.CAMERA_MOVED: Message("The camera has moved"),
}
UNCOUNTED = Message("No score yet")

_BLACK: Ink = (0, 0, 0)
_RED: Ink = (200, 30, 30)
_WORKING_S = 4.0


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

    def picture(self, standing: Standing, page: Page, now: float) -> Image.Image:
        """A page as an RGB picture; for a display without colours, in black and white."""
        picture = Image.new("RGB", self.size)
        draw = ImageDraw.Draw(picture)
        draw.fontmode = "L" if self.colour else "1"
        match page:
            case Page.TURN:
                self._turn(draw, standing, now)
            case Page.WARNING:
                self._warning(draw, standing, now)
            case Page.QUESTION:
                self._question(draw, standing, now)
            case Page.NOTICE:
                self._notice(draw, standing)
            case Page.SCORE:
                self._score(draw, standing, now)
        return (
            picture
            if self.colour
            else picture.convert("L").point(lambda level: 255 * (level > 0)).convert("RGB")
        )

    def _box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """A box given for a display of 128 by 64."""
        x, y = self.size[0] / 128, self.size[1] / 64
        return Box(round(left * x), round(top * y), round(right * x), round(bottom * y))

    def _turn(self, draw: ImageDraw.ImageDraw, standing: Standing, now: float) -> None:
        text = TO_BUILD if standing.player else ANYONE
        self._map(draw, standing, now)
        said = self._language.say(text, {"player": player_name(standing.player)})
        write(draw, self._box(0, 0, 84, 46), said, WHITE)
        write(draw, self._box(0, 50, 128, 64), standing.last, WHITE)

    def _warning(self, draw: ImageDraw.ImageDraw, standing: Standing, now: float) -> None:
        self._map(draw, standing, now)
        top = self._box(0, 0, 84, 25)
        draw.rectangle(
            (top.left, top.top, top.right - 1, top.bottom - 1), fill=_RED if self.colour else WHITE
        )
        inside = Box(top.left + 2, top.top, top.right - 2, top.bottom)
        write(
            draw, inside, f"{' '.join(standing.rules[:2])} {standing.where}", WHITE if self.colour else _BLACK
        )
        write(draw, self._box(0, 27, 84, 64), standing.brief, WHITE)

    def _question(self, draw: ImageDraw.ImageDraw, standing: Standing, now: float) -> None:
        self._map(draw, standing, now)
        write(draw, self._box(0, 0, 84, 22), f"? {' '.join(standing.places[:2])}", WHITE)
        write(draw, self._box(0, 23, 84, 64), standing.brief or standing.because, WHITE)

    def _notice(self, draw: ImageDraw.ImageDraw, standing: Standing) -> None:
        said = self._language.say(NOTICES[standing.status])
        split = 34 if standing.because else 64
        write(draw, self._box(0, 0, 128, split), said, WHITE)
        if standing.because:
            write(draw, self._box(0, 35, 128, 64), standing.because, WHITE)

    def _score(self, draw: ImageDraw.ImageDraw, standing: Standing, now: float) -> None:
        """The totals; once the game is over, each line of the working in its turn as well."""
        shown = int(now / _WORKING_S) % (len(standing.working) + 1) if standing.status is Status.OVER else 0
        if shown:
            write(draw, self._box(0, 0, 128, 64), standing.working[shown - 1], WHITE)
            return
        if not standing.totals:
            write(draw, self._box(0, 0, 128, 64), self._language.say(UNCOUNTED), WHITE)
        height = 64 / max(1, len(standing.totals))
        for number, (player, points) in enumerate(standing.totals.items()):
            said = self._language.say(POINTS, {"player": player_name(player), "points": points})
            write(draw, self._box(0, number * height, 128, (number + 1) * height), said, WHITE)

    def _map(self, draw: ImageDraw.ImageDraw, standing: Standing, now: float) -> None:
        if standing.state:
            spots = self._rules.chart(self._rules.parse_state(standing.state))
            draw_map(draw, self._box(87, 0, 128, 51), spots, standing.places, now)
