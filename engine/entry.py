"""What a game brings to the engine's registry: its rules, and how its texts are told from those of other games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.game import OwnNames, WatchedGame
from engine.messages import ENGLISH, Language


class Replayed(Protocol):
    """A recorded game played through and judged."""

    @property
    def game(self) -> str:
        """The name of the game that it is one of."""

    def account(self, language: Language = ENGLISH) -> list[str]:
        """Turns, faults, the end and the score, line by line, as a person reads them."""

    def to_json(self) -> dict[str, Any]:
        """The same as plain values for a JSON document."""


class Records(Protocol):
    """What a game does with records and with games played: a module with the functions of `engine.recorded`.

    FORMATS: those of `engine.recorded` that a game can be written in, the usual one first.
    """

    FORMATS: tuple[str, ...]

    def replays(self, text: str, house_rules: Sequence[str] | None) -> Sequence[Replayed]:
        """Every game of a file played through, by these house rules, or by its own where they are None.

        Raises AskedRuleError for a rule that the game doesn't have, ValueError for a text that cannot be read.
        """

    def replayed(self, name: str, start: str, turns: Sequence[str], house_rules: Sequence[str]) -> Replayed:
        """A game played through."""

    def written(
        self, name: str, start: str, turns: Sequence[str], form: str, house_rules: Sequence[str], /
    ) -> str:
        """The text of a file in one of its FORMATS; UnwritableError for what cannot be said in that."""


@dataclass(frozen=True)
class Entry:
    """A game in the registry; what not every game has is None.

    rules: makes the game from the names of house rules; for an unknown one, a ToldError names those that there are.
    is_position, is_question, is_record: whether a text, a JSON object or a file is this game's.
    answers: to a question in JSON; ValueError, KeyError or TypeError for what is no question.
    own_names: an owner's words, from a text or a profile; IllegibleError for what cannot be names.
    random_opening: the start of a game laid at random, by the number of players and a seed; only one game has it.
    lacking: what the player to act lacks to join the cities of some values; ValueError where there is no such city.
    summed_up: what replays come to as one match; ValueError where they don't make one.
    check_players: refuses names by which nobody can play, IllegibleError saying why; of a game whose players vary.
    """

    rules: Callable[[Iterable[str]], WatchedGame[Any, Any]]
    is_position: Callable[[str], bool]
    is_question: Callable[[Mapping[str, Any]], bool]
    answers: Callable[[Mapping[str, Any]], dict[str, Any]]
    is_record: Callable[[str], bool]
    records: Records
    own_names: Callable[[str | Mapping[str, str]], OwnNames] | None = None
    random_opening: Callable[[int, int], Any] | None = None
    lacking: Callable[[Any, Any, Sequence[int], Language], str] | None = None
    summed_up: Callable[[Sequence[Any], Language], list[str]] | None = None
    check_players: Callable[[Collection[str]], None] | None = None
