"""Games that were seen, turned into games in which every payment is known, by choosing payments that fit."""

from __future__ import annotations

from dataclasses import replace

from engine.messages import Message
from engine.netzwerk.material import NO_STONES, UNREAD, Colour, Player, Stones
from engine.netzwerk.paying import less, payments
from engine.netzwerk.records import Record
from engine.netzwerk.replay import Replay
from engine.netzwerk.state import Phase, State, opening
from engine.netzwerk.turns import Turn
from engine.unwritable import FAULTY_TURN, START_UNSEEN, UnwritableError

TAKING_UNSEEN = Message("nobody saw what was taken on {field}")
NO_HAND_PAYS = Message("no hand pays for '{turn}' and leaves what was paid with later")


def settled(played: Replay) -> Record:
    """The record with its players in their seats, and with a payment for each build that nobody saw paid.

    Turns that only end another are left out. Raises UnwritableError for a game whose beginning, or a stone taken in
    it, was not seen, that has a turn against the rules, or whose payments no hands explain.
    """
    before = played.states
    if before[0].occupied or any(before[0].connectors.values()) or before[0].unknown.hands:
        raise UnwritableError(START_UNSEEN)
    for number, it in enumerate(played.turns, start=1):
        if not it.verdict.legal:
            raise UnwritableError(FAULTY_TURN, number=number)
    players = before[-1].players
    held = {player: _any(before[-1], player) for player in players}
    turns: list[Turn] = []
    for state, it in zip(reversed(before[:-1]), reversed(played.turns), strict=True):
        turn = it.turn
        if state.phase is Phase.BUILD and turn.to is None and not turn.build:
            continue
        if turn.payment is None:
            payment, held[turn.player] = _paid(state, turn, held[turn.player])
            turn = replace(turn, payment=payment)
        turns.append(replace(turn, together=False))
    turns.reverse()
    # Players whose miners came together may be noted in the wrong order.
    placed, later = turns[: len(players)], turns[len(players) :]
    placed.sort(key=lambda it: players.index(it.player))
    start = opening(before[0].board, players)
    return replace(played.record, start=start, turns=(*placed, *later))


def _any(state: State, player: Player) -> Stones:
    return min(state.possible_hands(player) or {NO_STONES})


def _paid(state: State, turn: Turn, left: Stones) -> tuple[Stones, Stones]:
    """A payment for a turn's build, and the hand before that turn, given the hand left after it."""
    if turn.took is UNREAD:
        raise UnwritableError(TAKING_UNSEEN, field=turn.to)
    gained = tuple(int(turn.took is colour) for colour in Colour)
    for hand in sorted(state.possible_hands(turn.player) or ()):
        y, o, r, g, b = (count + more for count, more in zip(hand, gained, strict=True))
        full = (y, o, r, g, b)
        ways = payments(state, turn.build, full) if turn.build else (NO_STONES,)
        for payment in ways:
            if less(full, payment) == left:
                return payment, hand
    raise UnwritableError(NO_HAND_PAYS, turn=turn)
