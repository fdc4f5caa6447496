"""Tables as the reader would see them, without pictures: readings made from cities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from engine.alien_city import LOTS, UNKNOWN, City, Lot, Structure
from vision.alien_city.eyes import SeenCity
from vision.alien_city.reading import LOT_STATES, MARKS, Reading
from vision.lens import Floats, Lens
from vision.pose import Pose

SURE, SURE_OF_TILES = 0.993, 0.9999
"""How sure the reader usually is of lots that it sees well, and is of tiles that are beyond doubt."""


_TONES = np.random.default_rng(0).normal(0, 0.5, (len(LOT_STATES), 9))


def camera(shift: float = 0.0) -> Pose:
    """A camera above the table, moved by some millimetres."""
    lens = Lens.pinhole(1000.0, (1280, 960), 0.0)
    return Pose(np.array([np.pi, 0.0, 0.0]), np.array([-100.0 + shift, 127.0, 500.0]), lens)


def seen(
    city: City,
    *,
    hidden: Iterable[str] = (),
    doubts: Mapping[str, tuple[str, float]] | None = None,
    misread: Mapping[str, tuple[str, float]] | None = None,
    light: Floats | None = None,
    pose: Pose | None = None,
) -> SeenCity:
    """The city as read: places `hidden` by something, and `doubts`: what else a lot looks like, how probably.

    `misread` is the same of lots whose looks give themselves away by not changing. `light`: (80,)
    logarithms by which a lamp makes lots brighter.
    """
    lots = np.full((80, len(LOT_STATES)), (1 - SURE) / (len(LOT_STATES) - 1))
    for lot in LOTS:
        content = city[lot]
        assert content is not UNKNOWN
        lots[lot, LOT_STATES.index(content)] = SURE
    for name, (other, probability) in {**(doubts or {}), **(misread or {})}.items():
        row = lots[Lot.parse(name)]
        row *= 1 - probability
        row[LOT_STATES.index(Structure.parse(other) if other else None)] += probability
    tiles = np.full((20, len(MARKS)), (1 - SURE_OF_TILES) / (len(MARKS) - 1))
    for number, tile in enumerate(city.tiles):
        if tile in MARKS:
            tiles[number, MARKS.index(tile)] = SURE_OF_TILES
    unseen = np.full(80, 0.01)
    for name in hidden:
        unseen[Lot.parse(name)] = 0.95
    looks = [LOT_STATES.index(it) for it in city.lots if it is not UNKNOWN]
    tones = _TONES[looks]
    tones[[Lot.parse(name) for name in doubts or ()]] = np.nan
    if light is not None:
        tones += light[:, None]
    reading = Reading(lots, unseen, tiles / tiles.sum(axis=1, keepdims=True), tones, pose or camera())
    return SeenCity(reading)
