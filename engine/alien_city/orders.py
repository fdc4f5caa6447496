"""The orders in which structures and caps may have come onto the table, judged, with the passes forced (T4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from engine.alien_city.conduct import end, judge, legal_placements
from engine.alien_city.house_rules import HouseRules
from engine.alien_city.pieces import Player
from engine.alien_city.state import State
from engine.alien_city.turns import Cap, Placement, Turn
from engine.game import Verdict

Judged = tuple[tuple[Turn, Verdict], ...]
"""Turns one after the other, with what the rules say to each."""

_T = TypeVar("_T")


def likeliest(
    state: State,
    placements: tuple[Placement, ...],
    caps: tuple[Cap, ...],
    known: int,
    house_rules: HouseRules,
) -> Judged:
    """The order with the fewest faults, and with these as late as possible: after a warning, nobody plays on."""

    def against(turns: Judged) -> tuple[int, list[bool]]:
        return sum(len(verdict.faults) for _, verdict in turns), [not verdict.legal for _, verdict in turns]

    return min(orders(state, placements, caps, known, house_rules), key=against)


def orders(
    state: State,
    placements: tuple[Placement, ...],
    caps: tuple[Cap, ...],
    known: int,
    house_rules: HouseRules,
) -> Iterator[Judged]:
    """Every order in which the structures and caps may have come, judged turn by turn, with the passes forced.

    The first `known` structures came first and in that order.
    """
    if not placements and not caps:
        yield _forced_passes(state, house_rules)
        return
    passed = _forced_passes(state, house_rules)
    for turn, _ in passed:
        state = state.played(turn)
    for turn, rest, caps_left in _next_turns(state, placements, caps, known):
        verdict = judge(state, turn, house_rules)
        for later in orders(state.played(turn), rest, caps_left, max(0, known - 1), house_rules):
            yield (*passed, (turn, verdict), *later)


def judged(state: State, turns: Sequence[Turn], house_rules: HouseRules) -> Judged:
    """Turns one after the other, judged."""
    result = []
    for turn in turns:
        result.append((turn, judge(state, turn, house_rules)))
        state = state.played(turn)
    return tuple(result)


def _next_turns(
    state: State, placements: tuple[Placement, ...], caps: tuple[Cap, ...], known: int
) -> Iterator[tuple[Turn, tuple[Placement, ...], tuple[Cap, ...]]]:
    """The turns that may come next, each with what is left for later ones."""
    if not placements:
        for cap in caps:
            yield Turn(state.to_move or cap.owner, None, cap), (), _without(caps, cap)
        return
    for placement in placements[:1] if known else placements:
        player = builder(state, placement)
        rest = _without(placements, placement)
        open_lots = {it.lot for it in rest}
        fitting = [cap for cap in caps if cap.lot not in open_lots]
        own = [cap for cap in fitting if player in (None, cap.owner)]
        for cap in own:
            # A cap tells who built where nothing else does (C1, C3).
            yield Turn(player or cap.owner, placement, cap), rest, _without(caps, cap)
        if rest or not caps:
            yield Turn(player, placement), rest, caps
        elif not own:
            yield Turn(player, placement, fitting[0]), rest, _without(caps, fitting[0])


def builder(state: State, placement: Placement) -> Player | None:
    """Who built: the player to move, or the other one when only that one has such a piece."""
    player = state.to_move
    if player is None or state.hands is None or placement.piece in state.pieces_of(player):
        return player
    return player.opponent if placement.piece in state.pieces_of(player.opponent) else player


def _forced_passes(state: State, house_rules: HouseRules) -> Judged:
    """The pass of a player who cannot build while the other one can (T4)."""
    if state.to_move is None or state.hands is None or not state.city.is_known:
        return ()
    if end(state, house_rules) is not None or legal_placements(state, None, house_rules):
        return ()
    return ((Turn(state.to_move), Verdict()),)


def _without(things: tuple[_T, ...], one: _T) -> tuple[_T, ...]:
    return tuple(it for it in things if it is not one)
