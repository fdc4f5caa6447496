"""What a player can build, or what is missing for it, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ..messages import ENGLISH, Language, Message
from .fields import Field
from .material import Player
from .options import BOOK, Options
from .planning import Plan, affordable, shortest_of
from .state import State
from .words import PLAYERS, stones_named

NOTHING = Message("{player} can't build anything with the stones in hand.")
PLAN = Message(
    "{player} can build for {count} point: cities {cities} joined by {connections}, paid with {stones}",
    "{player} can build for {count} points: cities {cities} joined by {connections}, paid with {stones}",
)
MISSING = Message("to join cities {cities}, {player} builds {connections} and lacks: {stones}")
NOTHING_MISSING = Message("to join cities {cities}, {player} builds {connections} and lacks nothing")
CANNOT = Message("{player} can't join cities {cities} by one build, or has joined them already.")


def can_build(state: State, options: Options = BOOK, language: Language = ENGLISH) -> list[str]:
    """The best builds that the player to act can pay for, one on each line."""
    plans = affordable(state, state.player, options)
    lines = [language.say(PLAN, {**_facts(state.player, plan), "count": plan.gain}) for plan in plans]
    return lines or [language.say(NOTHING, {"player": PLAYERS[state.player]})]


def lacks(
    state: State, cities: Iterable[Field], options: Options = BOOK, language: Language = ENGLISH
) -> str:
    """What is missing for the player to act to join some cities."""
    wanted = tuple(cities)
    plan = shortest_of(state, state.player, wanted, options)
    if plan is None:
        named = _named(state.board.city_values(wanted))
        return language.say(CANNOT, {"player": PLAYERS[state.player], "cities": named})
    facts = _facts(state.player, plan) | {"stones": stones_named(plan.lacking)}
    return language.say(MISSING if any(plan.lacking) else NOTHING_MISSING, facts)


def _facts(player: Player, plan: Plan) -> dict[str, object]:
    return {
        "player": PLAYERS[player],
        "cities": _named(plan.cities),
        "connections": tuple(map(str, plan.build)),
        "stones": stones_named(plan.payment),
    }


def _named(values: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, values))
