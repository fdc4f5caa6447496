"""What a player can build, or what is missing for it, in words."""

from __future__ import annotations

from collections.abc import Iterable

from engine.messages import ENGLISH, Language, Message
from engine.netzwerk.fields import Field
from engine.netzwerk.material import CITY_VALUES, Player
from engine.netzwerk.miners import Moved, moved, moves
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.planning import Plan, affordable, are_joined, shortest_of
from engine.netzwerk.state import Phase, State
from engine.netzwerk.trees import Effort, TooMuchError
from engine.netzwerk.words import COLOURS, PLAYERS, stones_named

NOTHING = Message("{player} can't build anything with the stones in hand.")
PLAN = Message(
    "{player} can build for {count} point: cities {cities} joined by {connections}, paid with {stones}",
    "{player} can build for {count} points: cities {cities} joined by {connections}, paid with {stones}",
)
MISSING = Message("to join cities {cities}, {player} builds {connections} and lacks: {stones}")
NOTHING_MISSING = Message("to join cities {cities}, {player} builds {connections} and lacks nothing")
CANNOT = Message("{player} can't join cities {cities} by one build.")
JOINED = Message("{player} has joined cities {cities} already.")
GO = Message("miner to {field}")
GO_AND_TAKE = Message("miner to {field}, taking {stone}")
STAY = Message("the miner can't move")

NONE_FOUND = Message("With so many stones in hand there is too much to search through.")
NOT_ALL = Message(
    "With so many stones in hand not all could be searched through; there may be better builds."
)
TOO_MUCH = Message(
    "What {player} lacks to join cities {cities} is too much to search through; name fewer cities."
)

_MOST = 5  # lines
_MOST_TREES = 300_000
"""The most trees grown for an answer: some seconds' work. The hardest position of recorded games takes 40,000, of
them 13,000 for one set of cities; hands of twenty stones take millions."""
_SHARE, _SHARE_OF_A_MOVE = 1 / 10, 1 / 3
"""The share of the trees left that one set of cities may take; before a move, of those left for that move."""


def can_do(state: State, options: Options = BOOK, language: Language = ENGLISH) -> list[str]:
    """The best that the player to act can build, one on each line; before the miner has moved, with a move first.

    Of a hand that isn't known for certain, only what is surely in it counts. With a hand of very many stones not
    everything is searched, and a last line says so. A landscape with more cities than the box has gets no lines.
    """
    player = state.player
    if sum(map(state.board.is_city, state.board)) > len(CITY_VALUES):
        return []  # no landscape of the game; and each further city doubles the search
    if state.unknown.seats or state.possible_hands(player) is None:
        return []
    if state.phase is Phase.BUILD:
        efforts = [Effort(_MOST_TREES, _SHARE)]
        lines = [
            _plan_line(player, plan, language)
            for plan in affordable(state, player, options, effort=efforts[0])
        ]
    elif state.phase is Phase.MOVE:
        targets: list[Field | None] = [*moves(state, player)] or [None]
        efforts = [Effort(_MOST_TREES / len(targets), _SHARE_OF_A_MOVE) for _ in targets]
        ways = [(to, moved(state, to), effort) for to, effort in zip(targets, efforts, strict=True)]
        plans = [
            (plan, to, done)
            for to, done, effort in ways
            for plan in affordable(done.state, player, options, effort=effort)
        ]
        plans.sort(key=lambda it: (-it[0].gain, sum(it[0].payment)))
        lines = [
            f"{_move_line(to, done, language)}: {_plan_line(player, plan, language)}"
            for plan, to, done in plans[:_MOST]
        ]
    else:
        return []
    if any(effort.was_too_little for effort in efforts):
        return [*lines, language.say(NOT_ALL if lines else NONE_FOUND)]
    if not lines and player in state.unknown.hands:
        return []
    return lines or [language.say(NOTHING, {"player": PLAYERS[player]})]


def _move_line(to: Field | None, done: Moved, language: Language) -> str:
    if to is None:
        return language.say(STAY)
    if done.took is None:
        return language.say(GO, {"field": str(to)})
    return language.say(GO_AND_TAKE, {"field": str(to), "stone": COLOURS[done.took]})


def _plan_line(player: Player, plan: Plan, language: Language) -> str:
    return language.say(PLAN, {**_facts(player, plan), "count": plan.gain})


def lacks(
    state: State, cities: Iterable[Field], options: Options = BOOK, language: Language = ENGLISH
) -> str:
    """What is missing for the player to act to join some cities."""
    wanted = tuple(cities)
    named = _named(state.board.city_values(wanted))
    try:
        plan = shortest_of(state, state.player, wanted, options, Effort(_MOST_TREES))
    except TooMuchError:
        return language.say(TOO_MUCH, {"player": PLAYERS[state.player], "cities": named})
    if plan is None:
        joined = are_joined(state, state.player, wanted)
        return language.say(JOINED if joined else CANNOT, {"player": PLAYERS[state.player], "cities": named})
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
