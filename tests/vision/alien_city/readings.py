"""Readings of a city, as sure as a test wants them."""

from __future__ import annotations

import numpy as np

from engine.alien_city import City
from tests.vision.poses import pose_above
from vision.alien_city.reading import LOT_STATES, MARKS, Reading


def reading_of(city: City, sure: float = 0.99) -> Reading:
    """A reading that gives the city's content that probability everywhere."""
    lots = np.full((80, len(LOT_STATES)), (1 - sure) / (len(LOT_STATES) - 1))
    tiles = np.full((20, len(MARKS)), (1 - sure) / (len(MARKS) - 1))
    for lot, content in enumerate(city.lots):
        lots[lot, LOT_STATES.index(content)] = sure
    for number, tile in enumerate(city.tiles):
        tiles[number, MARKS.index(tile)] = sure
    return Reading(lots, np.zeros(80), tiles, np.zeros((80, 9)), pose_above(500, 5))
