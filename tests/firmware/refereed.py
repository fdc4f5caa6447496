"""A table and its referee, without pictures: things happen there one after the other."""

from __future__ import annotations

from typing import Any

from engine.alien_city import AlienCity, City, Lot, Structure
from firmware.events import Event, What
from firmware.looking.gaze import Look
from firmware.referee.referee import Referee
from tests.engine.alien_city.cities import OTHER_TILES
from tests.vision.alien_city.tables import seen
from vision.alien_city.eyes import SeenCity
from vision.game import NotSeenError

EMPTY = City.empty(OTHER_TILES)
TICK_S = 0.2


class Table:
    """A table and its referee: things happen one after the other, in camera time."""

    def __init__(self, referee: Referee | None = None) -> None:
        self.referee = referee or Referee(AlienCity())
        self.seconds = 0.0

    def show(
        self,
        view: City | SeenCity | None,
        seconds: float = 2.0,
        trouble: NotSeenError | None = None,
        *,
        relit: bool = False,
    ) -> list[Event]:
        """Keep one view before the camera: a city, a reading, or None while hands move.

        relit: the light changes as it comes into view, and nothing moves.
        """
        view = seen(view) if isinstance(view, City) else view
        events = []
        for _ in range(round(seconds / TICK_S)):
            events += self.referee.look(Look(self.seconds, "picture", view, trouble, relit=relit))
            self.seconds += TICK_S
        return events

    def play(self, view: City | SeenCity) -> list[Event]:
        """A hand comes and goes, and then the city looks like this."""
        self.show(None, 1.0)
        return self.show(view)


def built(city: City, **lots: str) -> City:
    for name, content in lots.items():
        city = city.with_lot(Lot.parse(name), Structure.parse(content) if content else None)
    return city


def facts(events: list[Event], *kinds: What) -> list[tuple[str, Any]]:
    return [
        (event.what.value, event.facts.get("lot")) for event in events if not kinds or event.what in kinds
    ]
