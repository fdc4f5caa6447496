"""Views of which eyes say that they may show something else as well."""

from __future__ import annotations

from typing import Any

from engine.play import Play
from tests.firmware.refereed import built
from tests.vision.alien_city.tables import seen
from vision.alien_city.eyes import SeenCity
from vision.game import Alternative, Memory


class Ambiguous(SeenCity):
    """A view of a table that may also be other ones, by so many nats."""

    others: tuple[Alternative, ...]

    @classmethod
    def of(cls, play: Play[Any, Any], nats: float, **lots: str) -> Ambiguous:
        return cls.among(play, (nats, lots))

    @classmethod
    def among(cls, play: Play[Any, Any], *others: tuple[float, dict[str, str]]) -> Ambiguous:
        view, city = cls(seen(play.state.city).reading), play.state.city
        told = tuple(Alternative(str(built(city, **lots)), nats, lots) for nats, lots in others)
        object.__setattr__(view, "others", told)
        return view

    def against(self, state: str, memory: Memory = None) -> list[Alternative]:  # noqa: ARG002 - as eyes have it
        same = Alternative(state, 0.0, {})
        return sorted([same, *self.others], key=lambda it: -it.nats)
