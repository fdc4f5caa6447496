"""Netzwerk in the registry of games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from engine.entry import Entry
from engine.illegible import IllegibleError
from engine.messages import Language, Message
from engine.netzwerk import recording
from engine.netzwerk.advice import lacks
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import FEWEST_PLAYERS, UNREAD_VALUE, City
from engine.netzwerk.options import Options
from engine.netzwerk.questions import answers
from engine.netzwerk.records import is_format, is_record
from engine.netzwerk.replay import summed_up
from engine.netzwerk.setup import random_opening
from engine.netzwerk.state import State
from engine.netzwerk.text import is_position
from engine.netzwerk.words import NAMES

NO_CITY = Message("no such city: {values}")
NO_PLAYERS = Message("no such players: {names} (there are: {known})")
TOO_FEW = Message("at least two play")


def _rules(house_rules: Iterable[str]) -> Netzwerk:
    return Netzwerk(Options.named(house_rules))


def _check_players(named: Collection[str]) -> None:
    known = tuple(NAMES.values())
    if unknown := tuple(it for it in named if it not in known):
        raise IllegibleError(NO_PLAYERS, names=unknown, known=known)
    if len(set(named)) < FEWEST_PLAYERS:
        raise IllegibleError(TOO_FEW)


def _is_question(asked: Mapping[str, Any]) -> bool:
    return is_format(asked.get("format"))


def _lacking(game: Netzwerk, state: State, cities: Sequence[int], language: Language) -> str:
    kinds = state.board.kinds.items()
    fields = {it.value: field for field, it in kinds if isinstance(it, City) and it.value != UNREAD_VALUE}
    if unknown := sorted(set(cities) - set(fields)):
        raise IllegibleError(NO_CITY, values=tuple(unknown))
    return lacks(state, [fields[value] for value in cities], game.options, language)


ENTRY = Entry(
    rules=_rules,
    is_position=is_position,
    is_question=_is_question,
    answers=answers,
    is_record=is_record,
    records=recording,
    random_opening=random_opening,
    lacking=_lacking,
    summed_up=summed_up,
    check_players=_check_players,
)
