"""The one registry of games: the rules and the eyes of each, imported only when it is played."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.illegible import ILLEGIBLE, IllegibleError, why
from engine.messages import Message, Sentence, ToldError

if TYPE_CHECKING:
    import numpy as np

    from calibration.own_set.file import SetProfile
    from engine.game import OwnNames, WatchedGame
    from vision.evaluation import Label
    from vision.game import Eyes, OwnSet
    from vision.photo import Picture
    from vision.table import Table

DEFAULT = "alien-city"
NO_SETS = Message("Kibitz learns no sets of {game}")
SET_OF = Message("set of {date}")
OTHER_SET = Message("it is a set of {game}")


class NoSetsError(ToldError, ValueError):
    """How sets of this game look is not learnt."""


@dataclass(frozen=True)
class _Places:
    """Where a game's sides of `engine.game`, `vision.game`, `vision.table` and `vision.evaluation` are, its house
    rules, and, of a game that learns sets, how it does, simulated pictures of one, and owners' own words for it.

    Each is "module:name". rules: called with the house rules; house_rules: its `named` makes them of names, none of
    them for the rules as written, and raises a ToldError naming those there are. eyes: called with nothing. table:
    called with a random generator, the size of pictures and a style or None. label: its `parse` is called with a
    folder and an object of the list in `labels.json`.
    """

    rules: str
    house_rules: str
    eyes: str
    table: str
    label: str
    own_set: str | None = None
    arranged: str | None = None
    names: str | None = None


_REGISTRY = {
    "alien-city": _Places(
        "engine.alien_city.game:AlienCity",
        "engine.alien_city.house_rules:HouseRules",
        "vision.alien_city.eyes:AlienCityEyes",
        "vision.synthetic.alien_city.play:CityTable",
        "vision.alien_city.evaluate:CityLabel",
        "vision.alien_city.own_set:AlienCitySet",
        "vision.synthetic.alien_city.own_set:arranged",
        "engine.alien_city.names:OwnNames",
    ),
    "netzwerk": _Places(
        "engine.netzwerk.game:Netzwerk",
        "engine.netzwerk.options:Options",
        "vision.netzwerk.eyes:NetzwerkEyes",
        "vision.synthetic.netzwerk.play:LandscapeTable",
        "vision.netzwerk.evaluate:LandscapeLabel",
    ),
}

NAMES = tuple(_REGISTRY)
"""The games there are."""


@dataclass(frozen=True)
class TableGame:
    """A game as the companion plays it; own_words: what its owner calls things, by the messages they stand for."""

    rules: WatchedGame[Any, Any]
    eyes: Eyes
    own_words: Mapping[Message, Sentence] = field(default_factory=dict)


def table_game(
    name: str = DEFAULT, house_rules: Iterable[str] = (), own_set: SetProfile | None = None
) -> TableGame:
    """The game of that name under these house rules; ValueError for one that it doesn't have.

    own_set: how the set looks that it is played with. Raises SetFileError where that is none of the game.
    """
    rules = table_rules(name, house_rules)
    if own_set is None:
        return TableGame(rules, _found(_REGISTRY[name].eyes)())
    from calibration.own_set.file import NO_SET, SetFileError

    try:
        if own_set.game != name:
            raise IllegibleError(OTHER_SET, game=own_set.game)
        eyes = set_learner(name).eyes(own_set.learnt)
        return TableGame(rules, eyes, own_names(own_set.names, name).words)
    except ILLEGIBLE as error:
        of = Sentence(SET_OF, {"date": own_set.made[:10]})
        raise SetFileError(NO_SET, file=own_set.file or of, reason=why(error)) from error


def set_learner(name: str = DEFAULT) -> OwnSet[Any]:
    """Who learns how an owner's set of that game looks; NoSetsError for a game of which none are learnt."""
    learner: OwnSet[Any] = _found(_of_sets(_REGISTRY[name].own_set, name))()
    return learner


def own_names(names: str | Mapping[str, str], name: str = DEFAULT) -> OwnNames:
    """What an owner calls the things of that game, of a text or a profile.

    Raises IllegibleError for what can be no names, NoSetsError as above.
    """
    kind = _found(_of_sets(_REGISTRY[name].names if name in _REGISTRY else None, name))
    named: OwnNames = kind.parse(names) if isinstance(names, str) else kind(names)
    return named


def learns_sets(name: str) -> bool:
    """Whether it is learnt how owners' own sets of that game look."""
    return _REGISTRY[name].own_set is not None


def simulated_set(
    rng: np.random.Generator, size: tuple[int, int], positions: Sequence[str], name: str = DEFAULT
) -> Iterator[Picture]:
    """Pictures of `size` of a set that nobody has seen before, in these positions; NoSetsError as above."""
    pictures: Iterator[Picture] = _found(_of_sets(_REGISTRY[name].arranged, name))(rng, size, positions)
    return pictures


def table_rules(name: str = DEFAULT, house_rules: Iterable[str] = ()) -> WatchedGame[Any, Any]:
    """The rules alone of the game of that name, without its eyes, which take OpenCV to open."""
    places = _REGISTRY[name]
    rules: WatchedGame[Any, Any] = _found(places.rules)(_found(places.house_rules).named(house_rules))
    return rules


def simulated_table(
    rng: np.random.Generator, size: tuple[int, int], style: str | None = None, name: str = DEFAULT
) -> Table:
    """A simulated table on which the game of that name is about to begin, seen in pictures of `size`."""
    table: Table = _found(_REGISTRY[name].table)(rng, size, style)
    return table


def labelled(folder: Path, name: str = DEFAULT) -> list[Label]:
    """What photos of that game in a folder truly show, by its `labels.json`; LabelsError where that can't be read."""
    from vision.evaluation import load_labels

    return load_labels(folder, _found(_REGISTRY[name].label).parse)


def check_house_rules(name: str, house_rules: Iterable[str]) -> None:
    """Refuse house rules that the game doesn't have: ValueError naming those it has."""
    _found(_REGISTRY[name].house_rules).named(house_rules)


def _of_sets(place: str | None, name: str) -> str:
    if place is None:
        raise NoSetsError(NO_SETS, game=name)
    return place


def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
