"""Simulated games whose light is followed ray by ray: for `python -m tests.bench.referee --traced`.

The networks of Alien City have never learnt from such light, so that it says more of a real table than drawing
does. Hands are drawn as ever, with their shadows, and laid over what is traced. Needs the extra `trace`, and LLVM;
a table takes some twenty seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from firmware.cameras.film import Take
from vision.photo import Picture
from vision.synthetic.shots import TableShot

_REMEMBERED = 4  # tables
_CHANGED = 14  # levels, of 255, by which a hand changes what is behind it, or in its shadow
_CLOSED_PX, _OPENED_PX = 9, 3
_SOFT_PX = 1.2


def traced(takes: Iterable[Take], game: str) -> Iterator[Take]:
    """The same, with every table traced."""
    tables = _Tables(_TRACE[game])
    for take in takes:
        assert isinstance(take.shot, TableShot), "that is what is played with"
        paint = _Painter(take.shot.paint, tables)
        yield replace(take, shot=replace(take.shot, paint=paint))


class _Tables:
    """Pictures of tables without hands, the latest being remembered: a hand comes several times over each."""

    def __init__(self, trace: Callable[[Any], Picture]) -> None:
        self._trace = trace
        self._lately: deque[tuple[Any, Picture]] = deque(maxlen=_REMEMBERED)

    def __call__(self, scene: Any) -> Picture:
        picture = next((it for known, it in self._lately if known == scene), None)
        if picture is None:
            picture = self._trace(scene)
            self._lately.append((scene, picture))
        return picture


@dataclass(frozen=True)
class _Painter:
    """Pictures of scenes, of which the table is traced and hands are drawn."""

    draw: Callable[[Any], Picture]
    tables: _Tables

    def __call__(self, scene: Any) -> Picture:
        bare = replace(scene, hands=())
        table = self.tables(bare)
        if not scene.hands:
            return table
        drawn = self.draw(scene)
        shares = _hands_in(drawn, self.draw(bare))
        return np.asarray(table + shares * (drawn.astype(np.float32) - table), np.uint8)


def _hands_in(drawn: Picture, without: Picture) -> np.ndarray[Any, np.dtype[np.float32]]:
    """The share (H, W, 1) of each pixel that hands and their shadows have, by what a picture is like without."""
    changed = np.abs(drawn.astype(np.int16) - without).max(axis=2) > _CHANGED
    closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_CLOSED_PX, _CLOSED_PX)))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((_OPENED_PX, _OPENED_PX)))
    return np.asarray(cv2.GaussianBlur(opened.astype(np.float32), (0, 0), _SOFT_PX)[..., None], np.float32)


def _traced_city(scene: Any) -> Picture:
    from vision.training.alien_city.traced import trace  # takes the extra

    return trace(scene).image


def _traced_landscape(scene: Any) -> Picture:
    from vision.training.netzwerk.traced import trace_landscape  # takes the extra

    return trace_landscape(scene).image


_TRACE = {"alien-city": _traced_city, "netzwerk": _traced_landscape}
