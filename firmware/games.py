"""Games as they are played on a table: the rules in the engine's registry, joined with the eyes of each game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engine.illegible import ILLEGIBLE, IllegibleError, why
from engine.messages import Message, Sentence, ToldError
from engine.registry import entry_of

if TYPE_CHECKING:
    import numpy as np

    from calibration.own_set.file import SetProfile
    from engine.game import OwnNames, WatchedGame
    from vision.evaluation import Label
    from vision.game import Eyes, OwnSet
    from vision.photo import Picture
    from vision.table import Table

Part = TypeVar("Part")

DEFAULT = "alien-city"
NO_SETS = Message("Kibitz learns no sets of {game}")
SET_OF = Message("set of {date}")
OTHER_SET = Message("it is a set of {game}")


class NoSetsError(ToldError, ValueError):
    """A game whose sets are not learnt."""


@dataclass(frozen=True)
class _Sides:
    """What a game has beside its rules: functions, each of which imports what it needs only when it is called.

    eyes: from the players who may be playing; with none, anybody. table: from a random generator, the pictures' size
    and a style or None. label: from a folder and an object of the list in its `labels.json`. own_set: makes what
    learns how sets of the game look, where that can be learnt; arranged: yields pictures of a set that nobody has
    seen before, from a random generator, their size and the positions in which the set lies.
    """

    eyes: Callable[[Sequence[str]], Eyes]
    table: Callable[[np.random.Generator, tuple[int, int], str | None], Table]
    label: Callable[[Path, dict[str, Any]], Label]
    own_set: Callable[[], OwnSet[Any]] | None = None
    arranged: Callable[[np.random.Generator, tuple[int, int], Sequence[str]], Iterator[Picture]] | None = None


def _city_eyes(_players: Sequence[str]) -> Eyes:
    from vision.alien_city.eyes import AlienCityEyes

    return AlienCityEyes()


def _city_table(rng: np.random.Generator, size: tuple[int, int], style: str | None) -> Table:
    from vision.synthetic.alien_city.play import CityTable

    return CityTable(rng, size, style)


def _city_label(folder: Path, given: dict[str, Any]) -> Label:
    from vision.alien_city.evaluate import CityLabel

    return CityLabel.parse(folder, given)


def _city_set() -> OwnSet[Any]:
    from vision.alien_city.own_set.learner import AlienCitySet

    return AlienCitySet()


def _arranged_city(
    rng: np.random.Generator, size: tuple[int, int], positions: Sequence[str]
) -> Iterator[Picture]:
    from vision.synthetic.alien_city.own_set import arranged

    return arranged(rng, size, positions)


def _landscape_eyes(players: Sequence[str]) -> Eyes:
    from vision.netzwerk.eyes import NetzwerkEyes

    return NetzwerkEyes(players)


def _landscape_table(rng: np.random.Generator, size: tuple[int, int], style: str | None) -> Table:
    from vision.synthetic.netzwerk.play import LandscapeTable

    return LandscapeTable(rng, size, style)


def _landscape_label(folder: Path, given: dict[str, Any]) -> Label:
    from vision.netzwerk.evaluate import LandscapeLabel

    return LandscapeLabel.parse(folder, given)


_REGISTRY = {
    "alien-city": _Sides(_city_eyes, _city_table, _city_label, _city_set, _arranged_city),
    "netzwerk": _Sides(_landscape_eyes, _landscape_table, _landscape_label),
}
"""In the order in which they are asked whether the board in a picture is theirs."""

NAMES = tuple(_REGISTRY)
"""The games there are."""


@dataclass(frozen=True)
class TableGame:
    """A game as the companion plays it; own_words: what its owner calls things, by the messages they stand for."""

    rules: WatchedGame[Any, Any]
    eyes: Eyes
    own_words: Mapping[Message, Sentence] = field(default_factory=dict)


def table_game(
    name: str = DEFAULT,
    house_rules: Iterable[str] = (),
    own_set: SetProfile | None = None,
    players: Sequence[str] = (),
) -> TableGame:
    """The game of that name under these house rules; ValueError for one that it doesn't have.

    own_set: how the set looks that it is played with. Raises SetFileError where that is none of the game.
    players: who may be playing, where not the same always do; with none, anybody.
    """
    rules = table_rules(name, house_rules)
    if own_set is None:
        return TableGame(rules, _REGISTRY[name].eyes(players))
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
    """What learns how an owner's set of that game looks; NoSetsError for a game whose sets are not learnt."""
    return _of_sets(_REGISTRY[name].own_set, name)()


def own_names(names: str | Mapping[str, str], name: str = DEFAULT) -> OwnNames:
    """What an owner calls the things of that game, from a text or a profile.

    Raises IllegibleError for what cannot be names, NoSetsError as `set_learner` does.
    """
    return _of_sets(entry_of(name).own_names if name in NAMES else None, name)(names)


def learns_sets(name: str) -> bool:
    """Whether owners' own sets of that game are learnt."""
    return _REGISTRY[name].own_set is not None


def simulated_set(
    rng: np.random.Generator, size: tuple[int, int], positions: Sequence[str], name: str = DEFAULT
) -> Iterator[Picture]:
    """Pictures of `size` of a set that nobody has seen before, in these positions; NoSetsError as `set_learner`."""
    return _of_sets(_REGISTRY[name].arranged, name)(rng, size, positions)


def table_rules(name: str = DEFAULT, house_rules: Iterable[str] = ()) -> WatchedGame[Any, Any]:
    """The rules alone of the game of that name, without its eyes, which need OpenCV."""
    return entry_of(name).rules(house_rules)


def simulated_table(
    rng: np.random.Generator, size: tuple[int, int], style: str | None = None, name: str = DEFAULT
) -> Table:
    """A simulated table on which the game of that name is about to begin, seen in pictures of `size`."""
    return _REGISTRY[name].table(rng, size, style)


def labelled(folder: Path, name: str = DEFAULT) -> list[Label]:
    """What photos of that game in a folder truly show, by its `labels.json`; LabelsError where that can't be read."""
    from vision.evaluation import load_labels

    return load_labels(folder, _REGISTRY[name].label)


def check_house_rules(name: str, house_rules: Iterable[str]) -> None:
    """Refuse house rules that the game doesn't have: ValueError naming those it has."""
    table_rules(name, house_rules)


def check_players(name: str, named: Collection[str]) -> None:
    """Refuse names, if there are any, by which nobody plays that game: IllegibleError saying why.

    Where the same players always play, it does not matter who is named.
    """
    check = entry_of(name).check_players
    if named and check is not None:
        check(named)


def players_vary(name: str) -> bool:
    """Whether the players of that game vary, so that it helps to know who is playing."""
    return entry_of(name).check_players is not None


def _of_sets(part: Part | None, name: str) -> Part:
    if part is None:
        raise NoSetsError(NO_SETS, game=name)
    return part
