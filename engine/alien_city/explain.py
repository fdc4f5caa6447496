"""What must have been played for the city to look as it does, given the game so far.

Somebody who looks at the table now and then sees cities, not turns. Between two looks a structure may have been
built, a cap laid, the last turn taken back or changed, or several turns played; who did what follows from whose
turn it was, as far as the rules allow to tell (T1, C1, C3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.alien_city.city import UNKNOWN, City
from engine.alien_city.conduct import end, judge, legal_placements
from engine.alien_city.house_rules import BOOK, HouseRules
from engine.alien_city.lots import LOTS
from engine.alien_city.pieces import Piece, Player, Structure
from engine.alien_city.state import State
from engine.alien_city.turns import Cap, Placement, Turn
from engine.game import Account, Verdict

MOST_UNDONE = 4
"""So many turns may have been taken back or changed between two looks."""

MOST_BUILT = 3
"""So many structures may have been built between two looks; with more, nobody can tell who built what."""


_Judged = tuple[tuple[Turn, Verdict], ...]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _Difference:
    """What a later look at the table shows that an earlier city lacks, and the other way round."""

    placements: tuple[Placement, ...]
    caps: tuple[Cap, ...]
    gone: tuple[str, ...]

    @classmethod
    def between(cls, city: City, table: City) -> _Difference:
        """The difference; lots that are unknown in either do not differ."""
        placements, caps, gone = [], [], []
        for lot, before, now in zip(LOTS, city.lots, table.lots, strict=True):
            if before == now or before is UNKNOWN or now is UNKNOWN:
                continue
            if before is not None and (now is None or before.piece != now.piece or before.cap is not None):
                gone.append(str(lot))
                continue
            assert isinstance(now, Structure)
            if before is None:
                placements.append(Placement(Piece(now.kind, now.colour), lot))
            if now.cap is not None:
                caps.append(Cap(now.cap, lot))
        return cls(tuple(placements), tuple(caps), tuple(gone))


def explain(
    states: Sequence[State], table: City, house_rules: HouseRules = BOOK, first: Collection[str] = ()
) -> list[Account[Turn]]:
    """The ways in which the game may have come to the city on the table, few for each number of turns undone.

    states: all states of the game so far, the first one included. Each account tells the turns with the fewest
    faults; lots that it cannot explain are named in it. first: lots on which, of all that is new, something may have
    been built before the rest.
    """
    accounts: list[Account[Turn]] = []
    last = len(states) - 1
    for kept in range(last, max(-1, last - MOST_UNDONE - 1), -1):
        if kept < last and states[kept].city == states[kept + 1].city:
            continue  # only a pass would be undone
        difference = _Difference.between(states[kept].city, table)
        if kept < last and difference.gone:
            continue  # what lies on the table was there before as well
        if len(difference.placements) > MOST_BUILT:
            places = (*(str(it.lot) for it in difference.placements), *difference.gone)
            accounts.append(Account(kept, unexplained=places))
            continue
        seen_before = {
            it: number
            for number in range(kept, last)
            for it in _Difference.between(states[number].city, states[number + 1].city).placements
        }
        # What was seen to be built stays in its order; what is new came later.
        placements = sorted(
            difference.placements, key=lambda it: (seen_before.get(it, last), str(it.lot) not in first)
        )
        known = sum(it in seen_before for it in placements)
        missing = [it for it in list(seen_before)[:known] if it not in placements]
        if any(_was_legal(states[seen_before[it]], it, house_rules) for it in missing):
            continue  # an earlier legal turn can't be taken back while a later one stands
        in_order = known + sum(it not in seen_before and str(it.lot) in first for it in placements)
        turns = _likeliest(states[kept], tuple(placements), difference.caps, in_order, house_rules)
        if kept < last and known == 1 and len(placements) == 2 and not difference.caps:
            # What is new may have been built before the last turn, and only come to light now.
            earlier = _likeliest(states[kept], tuple(reversed(placements)), (), 2, house_rules)
            accounts.append(_account(kept, earlier, late=(str(placements[1].lot),)))
        if kept < last and turns and states[kept].played(turns[0][0]) == states[kept + 1]:
            continue  # the turn would be undone and done again
        # A cap in a turn that others have followed was laid then, and only seen now.
        late = (turn.cap for turn, _ in turns[: max(0, known - 1)] if turn.cap in difference.caps)
        places = tuple(str(cap.lot) for cap in late if states[last].city[cap.lot] != table[cap.lot])
        accounts.append(_account(kept, turns, difference.gone, places))
    return accounts


def _account(
    kept: int, turns: _Judged, unexplained: tuple[str, ...] = (), late: tuple[str, ...] = ()
) -> Account[Turn]:
    return Account(
        kept, tuple(turn for turn, _ in turns), tuple(verdict for _, verdict in turns), unexplained, late
    )


def _likeliest(
    state: State,
    placements: tuple[Placement, ...],
    caps: tuple[Cap, ...],
    known: int,
    house_rules: HouseRules,
) -> _Judged:
    """The order with the fewest faults, and with those as late as may be: after a warning, nobody plays on."""

    def against(judged: _Judged) -> tuple[int, list[bool]]:
        return sum(len(verdict.faults) for _, verdict in judged), [not verdict.legal for _, verdict in judged]

    return min(_orders(state, placements, caps, known, house_rules), key=against)


def _was_legal(state: State, placement: Placement, house_rules: HouseRules) -> bool:
    return judge(state, Turn(_builder(state, placement), placement), house_rules).legal


def _orders(
    state: State,
    placements: tuple[Placement, ...],
    caps: tuple[Cap, ...],
    known: int,
    house_rules: HouseRules,
) -> Iterator[_Judged]:
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
        judged = (turn, judge(state, turn, house_rules))
        for later in _orders(state.played(turn), rest, caps_left, max(0, known - 1), house_rules):
            yield (*passed, judged, *later)


def _next_turns(
    state: State, placements: tuple[Placement, ...], caps: tuple[Cap, ...], known: int
) -> Iterator[tuple[Turn, tuple[Placement, ...], tuple[Cap, ...]]]:
    """The turns that may come next, each with what is left for later ones."""
    if not placements:
        for cap in caps:
            yield Turn(state.to_move or cap.owner, None, cap), (), _without(caps, cap)
        return
    for placement in placements[:1] if known else placements:
        builder = _builder(state, placement)
        rest = _without(placements, placement)
        open_lots = {it.lot for it in rest}
        fitting = [cap for cap in caps if cap.lot not in open_lots]
        own = [cap for cap in fitting if builder in (None, cap.owner)]
        for cap in own:
            # A cap tells who built where nothing else does (C1, C3).
            yield Turn(builder or cap.owner, placement, cap), rest, _without(caps, cap)
        if rest or not caps:
            yield Turn(builder, placement), rest, caps
        elif not own:
            yield Turn(builder, placement, fitting[0]), rest, _without(caps, fitting[0])


def _builder(state: State, placement: Placement) -> Player | None:
    """Who built: the player to move, or the other one when only that one has such a piece."""
    player = state.to_move
    if player is None or state.hands is None or placement.piece in state.pieces_of(player):
        return player
    return player.opponent if placement.piece in state.pieces_of(player.opponent) else player


def _forced_passes(state: State, house_rules: HouseRules) -> _Judged:
    """The pass of a player who cannot build while the other one can (T4)."""
    if state.to_move is None or state.hands is None or not state.city.is_known:
        return ()
    if end(state, house_rules) is not None or legal_placements(state, None, house_rules):
        return ()
    return ((Turn(state.to_move), Verdict()),)


def _without(things: tuple[_T, ...], one: _T) -> tuple[_T, ...]:
    return tuple(it for it in things if it is not one)
