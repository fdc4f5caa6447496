"""Alien City's side of the contract `vision.game`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from engine.alien_city import UNKNOWN, City, Lot
from vision.alien_city.annotate import annotated
from vision.alien_city.board import CORNERS
from vision.alien_city.decode import decode
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import LOT_STATES, Reading
from vision.lens import Lens
from vision.photo import Picture


@dataclass(frozen=True, eq=False)
class SeenCity:
    """A reading with the city it comes to."""

    reading: Reading
    city: City

    @property
    def position(self) -> str:
        """The position text, with `?` for what could not be read."""
        return str(self.city)

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Pixel positions of the outer corners at A1, H1, H10 and A10."""
        return tuple((float(x), float(y)) for x, y in self.reading.pose.project(CORNERS))

    @property
    def unread(self) -> tuple[str, ...]:
        """The lots that could not be read."""
        return tuple(map(str, self.city.unknown_lots()))

    @property
    def confidence(self) -> float:
        """The probability that all lots that are no `?` are right, taken as independent of each other."""
        read = [
            self.reading.lots[lot, LOT_STATES.index(content)]
            for lot, content in enumerate(self.city.lots)
            if content is not UNKNOWN
        ]
        return float(np.prod(read)) if read else 0.0

    def annotated(self, picture: Picture, faulty: Collection[str]) -> Picture:
        """The picture with lattice, readings and faulty lots drawn on it."""
        return annotated(picture, self.reading.pose, self.city, [Lot.parse(name) for name in faulty])


class AlienCityEyes:
    """Reads pictures of Alien City."""

    def __init__(self) -> None:
        """Networks are loaded when the first picture comes."""
        self._reader = CityReader()

    def read(self, picture: Picture, lens: Lens | None = None) -> SeenCity:
        """Find and read the city in a picture (H, W, 3) uint8 RGB."""
        reading = self._reader.read(picture, lens)
        return SeenCity(reading, decode(reading))
