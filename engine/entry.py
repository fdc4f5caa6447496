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
    """What a game does with records and with games played: a module of functions, as `engine.recorded` has them.

    FORMATS: what a game can be written as, of those of `engine.recorded`; the first is the usual one.
    """

    FORMATS: tuple[str, ...]

    def replays(self, text: str, house_rules: Sequence[str] | None) -> Sequence[Replayed]:
        """Every game of a file of this game's played through, by its own house rules where None are named.

        Raises AskedRuleError for a rule named that there is not, ValueError for a text that cannot be read.
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

    rules: by the names of house rules, a ToldError naming those there are where there is none such.
    is_position, is_question, is_record: whether a text, a JSON object or a file is this game's.
    answers: to a question in JSON; ValueError, KeyError or TypeError for what is none.
    own_names: an owner's words, of a text or a profile; IllegibleError for what can be none.
    random_opening: the start of a game laid for so many players, by a seed; one game alone has it.
    lacking: what the player to act lacks to join the cities of some values; ValueError where there is no such city.
    summed_up: what replays come to as one match; ValueError where they are none.
    check_players: refuses what those who are said to play can't go by, IllegibleError saying why; of a game in which
    not the same players always play.
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
