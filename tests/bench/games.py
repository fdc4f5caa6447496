"""What benches draw of each game: scenes in the looks of its sets, pictures of them, and what labels say of these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.alien_city import LOTS
from engine.netzwerk.fields import Connection, Field
from vision.photo import Picture
from vision.synthetic import alien_city, netzwerk

HIDDEN_FROM = 0.4
"""Share of a place covered from which on labels say that it is hidden, if nothing else is asked for."""

_SEEN_AS_A_HAND = 0.02


@dataclass(frozen=True)
class Drawn:
    """How a game is drawn.

    styles: the looks of sets. scene: draws everything there is to a picture of some size, in a style or in any.
    picture: that of a scene, and what its label says besides the picture's name and the style; a place that something
    foreign covers by that share or more is said to be hidden.
    """

    styles: tuple[str, ...]
    scene: Callable[[np.random.Generator, tuple[int, int], str | None], Any]
    picture: Callable[[Any, float], tuple[Picture, dict[str, Any]]]


def _city(rng: np.random.Generator, size: tuple[int, int], style: str | None) -> alien_city.Scene:
    return alien_city.random_scene(rng, size=size, style=style)


def _city_seen(scene: alien_city.Scene, hidden_from: float) -> tuple[Picture, dict[str, Any]]:
    seen = alien_city.render(scene)
    return seen.image, {
        "position": seen.position,
        "hand": bool(seen.covered.max() > _SEEN_AS_A_HAND),
        "hidden": [str(lot) for lot in LOTS if seen.covered[lot] > hidden_from],
    }


def _landscape_seen(scene: netzwerk.LandscapeScene, hidden_from: float) -> tuple[Picture, dict[str, Any]]:
    seen = netzwerk.render_landscape(scene)
    connections = [
        str(Connection.of(Field(*one), Field(*other)))
        for (one, other), share in seen.connections_covered.items()
        if share > hidden_from
    ]
    return seen.image, {
        "position": seen.position,
        "hand": max(seen.covered.values()) > _SEEN_AS_A_HAND,
        "hidden": [str(Field(*at)) for at, share in seen.covered.items() if share > hidden_from],
        "hidden_connections": connections,
    }


DRAWN = {
    "alien-city": Drawn(alien_city.STYLES, _city, _city_seen),
    "netzwerk": Drawn(netzwerk.STYLES, netzwerk.random_landscape, _landscape_seen),
}
