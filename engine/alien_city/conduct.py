"""Turns judged: hands, passes, caps and the end of the game (T, C, E)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from engine.alien_city import faults
from engine.alien_city.house_rules import BOOK, HouseRules
from engine.alien_city.lots import Lot
from engine.alien_city.pieces import Player
from engine.alien_city.state import State
from engine.alien_city.survey import Survey
from engine.alien_city.turns import Cap, Placement, Turn
from engine.game import Fault, Verdict


class End(StrEnum):
    """Why a game is over (E1)."""

    ALL_BUILT = "all-built"
    NO_LOT = "no-lot"
    NO_FIT = "no-fit"


def legal_placements(
    state: State, player: Player | None = None, house_rules: HouseRules = BOOK
) -> list[Placement]:
    """All legal placements of the player, or of the player to move.

    Where it is not known who moves or what a player holds, the pieces of both count. Lots that could
    not be read are left out.
    """
    return Survey(state.city, house_rules).legal(state.pieces_of(player or state.to_move))


def end(state: State, house_rules: HouseRules = BOOK) -> End | None:
    """Why the game is over, None while somebody can build, if only perhaps on an unread lot (E1)."""
    pieces = state.pieces_left()
    if not pieces:
        return End.ALL_BUILT
    survey = Survey(state.city, house_rules)
    open_lots = survey.passing & ~survey.closed
    if any(open_lots & survey.fitting(piece) for piece in pieces):
        return None
    return End.NO_FIT if survey.passing else End.NO_LOT


def legal_caps(state: State, player: Player, house_rules: HouseRules = BOOK) -> list[Lot]:
    """Where the player may lay a cap, in the state just after building (C2-C4)."""
    if state.caps_left(player) <= 0 or end(state, house_rules) is not None:
        return []
    return [lot for lot, structure in state.city.structures() if structure.is_tower and structure.cap is None]


def legal_turns(state: State, house_rules: HouseRules = BOOK) -> Iterator[Turn]:
    """Every legal turn, with and without a cap; the pass where it is forced (T4), nothing after the end.

    Where it is not known who moves, the caps of both players count.
    """
    player = state.to_move
    owners = tuple(Player) if player is None else (player,)
    placements = legal_placements(state, player, house_rules)
    if not placements and player is not None and end(state, house_rules) is None:
        yield Turn(player)
    for placement in placements:
        yield Turn(player, placement)
        after = state.played(Turn(player, placement))
        for owner in owners:
            for lot in legal_caps(after, owner, house_rules):
                yield Turn(player, placement, Cap(owner, lot))


def judge(state: State, turn: Turn, house_rules: HouseRules = BOOK) -> Verdict:
    """All faults of a turn, and under which house rules it would have none."""
    found = _faults(state, turn, house_rules)
    if found:
        for other in house_rules.relaxations():
            if not _faults(state, turn, other):
                agreed = tuple(name for name in other.names if name not in house_rules.names)
                return Verdict(tuple(found), agreed)
    return Verdict(tuple(found))


def _faults(state: State, turn: Turn, house_rules: HouseRules) -> list[Fault]:
    player = turn.player or state.to_move
    if turn.is_pass:
        return _pass_faults(state, player, house_rules)
    found = []
    placement = turn.placement
    if placement is not None:
        found += faults.placement_faults(Survey(state.city, house_rules), placement)
        if placement.piece not in state.pieces_of(player):
            known = None if state.hands is None else player
            found.append(faults.none_left(known, placement))
    found += _turn_faults(state, turn)
    if turn.cap is not None:
        found += _cap_faults(state, Turn(player, placement, turn.cap), house_rules)
    return found


def _turn_faults(state: State, turn: Turn) -> list[Fault]:
    """T1; a turn whose player is not known counts as one of the player to move."""
    if state.to_move is None or turn.player in (None, state.to_move):
        return []
    return [faults.not_their_turn(state.to_move, turn.placement)]


def _pass_faults(state: State, player: Player | None, house_rules: HouseRules) -> list[Fault]:
    found = []
    if end(state, house_rules) is not None:
        found.append(faults.game_over())
    elif player is not None and _can_surely_build(state, player, house_rules):
        found.append(faults.must_build(player))
    return found + _turn_faults(state, Turn(player))


def _can_surely_build(state: State, player: Player, house_rules: HouseRules) -> bool:
    """Whether nothing unknown could have forced the player to pass."""
    is_known = state.hands is not None and state.city.is_known
    return is_known and bool(legal_placements(state, player, house_rules))


def _cap_faults(state: State, turn: Turn, house_rules: HouseRules) -> list[Fault]:
    cap = turn.cap
    if cap is None:
        return []
    if turn.placement is None:
        # Such a cap belongs to no turn, so it is judged as its owner's, whoever is to move.
        found = [faults.cap_without_building(cap)]
        return found + faults.cap_faults(state.city, cap, cap.owner, state.caps_left(cap.owner), False)
    after = state.played(Turn(turn.player, turn.placement))
    is_last_action = end(after, house_rules) is not None
    return faults.cap_faults(after.city, cap, turn.player, after.caps_left(cap.owner), is_last_action)
