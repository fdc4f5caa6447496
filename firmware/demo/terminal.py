"""The demonstration in a terminal: the camera's view, the lights, what has happened, and how far the game is."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import TextIO

from engine.messages import Language
from firmware.demo import blocks, dots, lamps
from firmware.events import Event, Standing, Status
from firmware.frame import Frame
from firmware.panel.display import Pages
from firmware.panel.lights import Lights
from firmware.panel.screen import Screen
from firmware.panel.signals import signal_of
from firmware.terminal.printed import sentences
from vision.photo import Picture

_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
_CLEAR, _HIDE_CURSOR, _SHOW_CURSOR = "\x1b[2J", "\x1b[?25l", "\x1b[?25h"
_MOST_SAID = 8  # rows
_INDENT = " " * 11  # of what a sentence's second row begins with
_SMALLEST = 20  # columns of a camera's view worth showing
_BESIDE = 66  # columns for the display beside the camera's view
_NARROWEST = 40  # columns of the camera's view worth showing beside it
_ASKING = (Status.UNSURE, Status.ILLEGAL)
"""What a press answers."""
_INSTEAD_S = 4.0  # how long after an event the display is shown instead, where there is no room for both


class Terminal:
    """Draws over the whole terminal, frame by frame.

    shows_display: whether the display has room beside the camera's view.
    """

    def __init__(
        self,
        out: TextIO,
        lights: Lights,
        screen: Screen,
        language: Language,
        lasts_s: Callable[[], float | None],
        headline: str = "",
        keys: str = "",
    ) -> None:
        """`close` gives the terminal back. headline: stays in view above all else. lasts_s: tells how long the game
        lasts, None as long as that is not known. keys: what keys do, shown while waiting for a press."""
        self._headline, self._keys, self._lasts_s = headline, keys, lasts_s
        self._out, self._lights, self._screen, self._language = out, lights, screen, language
        self._pages = Pages()
        self._said: deque[str] = deque(maxlen=_MOST_SAID)
        self._latest: list[str] = []
        self._told_at = float("-inf")
        self._frame: Frame | None = None
        self._is_cut = False
        self.shows_display = False
        self._has_begun = False

    def see(self, frame: Frame) -> None:
        """Take in the frame that is about to be judged."""
        self._frame = frame

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Draw the table as it was last seen and all that is said of it; before it was seen, nothing."""
        if self._frame is None:
            return
        if events:
            self._latest = [line for event in events for line in sentences(event)]
            self._said.extend(self._latest)
            self._told_at = now
        size = shutil.get_terminal_size()
        headline, status = wrap(self._headline, size.columns), self._status(standing, size.columns)
        # Two more rows are for the bar below the view and for the cursor.
        rows = max(0, size.lines - len(headline) - len(status) - 2)
        keys = wrap(self._keys, size.columns) if standing.status in _ASKING else []
        if keys and rows - len(keys) >= _MOST_SAID:  # what was said takes precedence over the keys
            rows -= len(keys)
            status += keys
        page = self._pages.page(standing, events, now)
        panel = dots.lines(self._screen.picture(standing, page, now))
        self.shows_display = size.columns - _BESIDE >= _NARROWEST and rows - _MOST_SAID >= len(panel)
        told_just_now = now - self._told_at < _INSTEAD_S
        if told_just_now and not self.shows_display and self._has_room_for(panel, size.columns, rows):
            view, columns, rows = panel, _BESIDE, rows - len(panel)
        else:
            view, columns = self._view(self._frame.picture, panel, size.columns, rows - _MOST_SAID)
        said, room = self._rows(self._said, size.columns), min(rows, _MOST_SAID)
        self._is_cut = len(self._rows(self._latest, size.columns)) > room
        lines = [
            *headline,
            *view,
            *status,
            self._bar(now, columns),
            *said[max(0, len(said) - room) :],
        ]
        if not self._has_begun:  # until there is something to see, what was said before stays in view
            self._has_begun = True
            self._out.write(_CLEAR + _HIDE_CURSOR)
        self._out.write(_HOME + "".join(f"{line}{_CLEAR_LINE}\n" for line in lines) + _CLEAR_BELOW)
        self._out.flush()

    def _bar(self, now: float, columns: int) -> str:
        """How much of the game is over, once it is known how long it lasts."""
        lasts_s = self._lasts_s()
        if lasts_s is None:
            return ""
        done = round(min(1.0, now / lasts_s) * (columns - 2))
        return f"[{'#' * done}{' ' * (columns - 2 - done)}]"

    def _has_room_for(self, panel: Sequence[str], columns: int, rows: int) -> bool:
        """Whether the display fits above what was said last."""
        return columns >= _BESIDE and rows >= len(panel) + len(self._rows(self._latest, columns))

    def _view(self, picture: Picture, panel: Sequence[str], columns: int, rows: int) -> tuple[list[str], int]:
        """The camera's view, with the display beside it where that has room, and the columns it takes; where these
        are too few, no view, and all columns."""
        height, width = picture.shape[:2]
        widest = columns - _BESIDE if self.shows_display else columns
        wide = min(widest, round(2 * rows * width / height))
        if wide < _SMALLEST:
            return [], columns
        view = blocks.lines(picture, wide)
        if not self.shows_display:
            return view, wide
        beside = (f"{left}  {right}" for left, right in zip_longest(view, panel, fillvalue=""))
        return [line if line.startswith("\x1b") else " " * wide + line for line in beside], wide

    @staticmethod
    def _rows(said: Iterable[str], columns: int) -> list[str]:
        """What was said, as rows of so many columns."""
        return [row for line in said for row in wrap(line, columns, subsequent_indent=_INDENT)]

    def _status(self, standing: Standing, columns: int) -> list[str]:
        """The lights and what they mean, side by side where there is room."""
        glow, legend = self._lights.glow, self._language.say(signal_of(standing).legend)
        lights = lamps.line(glow, language=self._language)
        if len(f"{lamps.line(glow, colour=False, language=self._language)}  {legend}") <= columns:
            return [f"{lights}  {legend}"]
        return [lights, *wrap(legend, columns)]

    def close(self) -> None:
        """Leave the last view standing, and below it what was said last, where not all of that had room."""
        below = self._latest if self._is_cut else []
        self._out.write("".join(f"{line}\n" for line in below) + _SHOW_CURSOR)
        self._out.flush()
