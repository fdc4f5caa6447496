"""Every game's sides beside the contracts they keep: nothing runs here, but mypy says what one of them lacks.

The firmware and the engine find them by their names, so that mypy would see them nowhere else.
"""

from __future__ import annotations

from typing import Any

from engine.alien_city import recording as alien_city
from engine.alien_city.game import AlienCity
from engine.game import WatchedGame
from engine.netzwerk import recording as netzwerk
from engine.netzwerk.game import Netzwerk
from engine.recorded import Side
from vision.alien_city.evaluate import CityLabel
from vision.alien_city.eyes import AlienCityEyes, SeenCity
from vision.alien_city.own_set import AlienCitySet
from vision.evaluation import Label
from vision.game import Eyes, OwnSet, Seen
from vision.netzwerk.evaluate import LandscapeLabel
from vision.netzwerk.eyes import NetzwerkEyes, SeenLandscape
from vision.synthetic.alien_city.play import CityTable
from vision.synthetic.netzwerk.play import LandscapeTable
from vision.table import Table


def rules() -> list[WatchedGame[Any, Any]]:
    """The rules of each game."""
    return [AlienCity(), Netzwerk()]


def records() -> list[Side]:
    """Their records."""
    return [alien_city, netzwerk]


def eyes() -> list[Eyes]:
    """Their eyes."""
    return [AlienCityEyes(), NetzwerkEyes()]


def seen(city: SeenCity, landscape: SeenLandscape) -> list[Seen]:
    """What these see."""
    return [city, landscape]


def labels(city: CityLabel, landscape: LandscapeLabel) -> list[Label]:
    """What is true of their photos."""
    return [city, landscape]


def tables(city: CityTable, landscape: LandscapeTable) -> list[Table]:
    """Their simulated tables."""
    return [city, landscape]


def own_sets() -> list[OwnSet[Any]]:
    """Those that learn sets."""
    return [AlienCitySet()]
