"""Other guesses at who built what, where several structures came between two looks.

Each player built some of them, and mostly several orders are legal. Which one is right may show later, when somebody
builds a piece that, by the guess, this player has used up (P3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.alien_city.conduct import judge
from engine.alien_city.difference import Difference
from engine.alien_city.house_rules import HouseRules
from engine.alien_city.orders import orders
from engine.alien_city.state import State
from engine.alien_city.turns import Turn

_Turns = tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """Turns that a game may have taken from its state number `begun` on, and the `state` they lead to."""

    begun: int
    turns: tuple[Turn, ...]
    state: State


def other_ways(states: Sequence[State], unseen: Collection[int], house_rules: HouseRules) -> Iterator[Way]:
    """The ways to the city of the last state that leave other hands, those that change the fewest turns first.

    None of them has a fault that the game as told lacks. unseen: numbers of the states that lay between two looks.
    """
    looks = [number for number in range(len(states)) if number not in unseen or number == len(states) - 1]
    guessed = [before for before, after in pairwise(looks) if after > before + 1]
    if not guessed or states[-1].hands is None:
        return
    begun = guessed[0]
    told = tuple(_turn_between(before, after) for before, after in pairwise(states[begun:]))
    if any(
        it.played(turn) != after
        for it, turn, after in zip(states[begun:-1], told, states[begun + 1 :], strict=True)
    ):
        return  # some turn doesn't show in the states, such as one against R1
    ways: dict[State, _Turns] = {states[begun]: ()}
    for before, after in pairwise(looks[looks.index(begun) :]):
        as_told = told[before - begun : after - begun]
        further: dict[State, _Turns] = {}
        for turns in _options(states[before], as_told, house_rules):
            for state, way in ways.items():
                reached = _reached(state, turns, states[before:after], as_told, house_rules)
                if reached is not None:
                    further.setdefault(reached, (*way, *turns))
        ways = further
    ways.pop(states[-1], None)
    for state, way in sorted(ways.items(), key=lambda it: _changed(it[1], told)):
        yield Way(begun, way, state)


def _turn_between(before: State, after: State) -> Turn:
    """The turn that led from one state to the next."""
    difference = Difference.between(before.city, after.city)
    placement = next(iter(difference.placements), None)
    cap = next(iter(difference.caps), None)
    # After a cap alone the same player still has to build.
    is_over = before.to_move is not after.to_move or placement is not None
    player = after.to_move.opponent if is_over and after.to_move else before.to_move
    return Turn(player, placement, cap)


def _options(state: State, told: _Turns, house_rules: HouseRules) -> list[_Turns]:
    """The turns as told, and every other legal order of what was built in them, hands left aside."""
    if len(told) == 1 or any(turn.placement is None for turn in told):
        return [told]
    placements = tuple(turn.placement for turn in told if turn.placement is not None)
    caps = tuple(turn.cap for turn in told if turn.cap is not None)
    others = orders(State(state.city, None, state.to_move), placements, caps, 0, house_rules)
    legal = [tuple(turn for turn, _ in way) for way in others if all(verdict.legal for _, verdict in way)]
    return [told, *(turns for turns in legal if turns != told)]


def _reached(
    state: State, turns: _Turns, as_told: Sequence[State], told: _Turns, house_rules: HouseRules
) -> State | None:
    """The state after the turns; None where one of them is odd that isn't so in the game as told.

    Odd is a turn that builds a piece the player doesn't have, or passes although the player could build.
    """
    for turn, before, turn_told in zip(turns, as_told, told, strict=True):
        is_odd = _is_odd(state, turn, house_rules)
        if is_odd and not (turn == turn_told and _is_odd(before, turn, house_rules)):
            return None
        state = state.played(turn)
    return state


def _is_odd(state: State, turn: Turn, house_rules: HouseRules) -> bool:
    """Whether a turn is not what a player with that hand would do."""
    if turn.placement is None:
        return turn.is_pass and not judge(state, turn, house_rules).legal
    return turn.placement.piece not in state.pieces_of(turn.player)


def _changed(way: _Turns, told: _Turns) -> int:
    return sum(turn != other for turn, other in zip(way, told, strict=True))
