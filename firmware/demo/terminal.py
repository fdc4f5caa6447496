"""The demonstration in a terminal: the camera's view, the lights, what has happened, and how far the game is."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Sequence
from typing import TextIO

from engine.messages import Language
from firmware.demo import blocks
from firmware.events import Event, Standing
from firmware.frame import Frame
from firmware.panel.lights import Lights
from firmware.printed import sentences

_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
_CLEAR, _HIDE_CURSOR, _SHOW_CURSOR = "\x1b[2J", "\x1b[?25l", "\x1b[?25h"
_WIDEST = 100
_MOST_SAID = 8


class Terminal:
    """Draws over the whole terminal, frame by frame."""

    def __init__(self, out: TextIO, lights: Lights, language: Language) -> None:
        """Clear the screen; `close` gives it back."""
        self._out, self._lights, self._language = out, lights, language
        self._said: deque[str] = deque(maxlen=_MOST_SAID)
        out.write(_CLEAR + _HIDE_CURSOR)

    def show(self, frame: Frame, standing: Standing, events: Sequence[Event], progress: float) -> None:
        """Draw the table and all that is said of it; progress: share of the game that has been played."""
        size = shutil.get_terminal_size()
        said = _MOST_SAID + 4
        shape = frame.picture.shape
        columns = min(size.columns, _WIDEST, round(2 * (size.lines - said) * shape[1] / shape[0]))
        for event in events:
            self._said.extend(sentences(event))
        done = round(progress * (columns - 2))
        lines = [
            *blocks.lines(frame.picture, max(20, columns)),
            self._lights.glow.line(language=self._language),
            f"{standing.status}  {standing.player}  {standing.last}",
            f"[{'#' * done}{' ' * (columns - 2 - done)}]",
            *(line[: size.columns] for line in self._said),
        ]
        self._out.write(_HOME + "".join(f"{line}{_CLEAR_LINE}\n" for line in lines) + _CLEAR_BELOW)
        self._out.flush()

    def close(self) -> None:
        """Leave the last view standing."""
        self._out.write(_SHOW_CURSOR)
        self._out.flush()
