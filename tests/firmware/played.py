"""The events of games played at random, as the referee would give them out."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from engine.alien_city import AlienCity, State, format_tiles, legal_placements
from engine.alien_city.pieces import PIECES
from engine.alien_city.turns import Placement
from firmware.events import Event, What
from tests.engine.alien_city.play import random_turns

GAME = AlienCity()


def game_events(seed: int, most: int = 60) -> list[Event]:
    """A game from its set-up on, to its end or for so many turns, with an illegal placement taken back."""
    start, turns = random_turns(seed, most)
    stamps = count(100 * seed)

    def event(what: What, **facts: object) -> Event:
        second = next(stamps)
        return Event(what, second / 2, f"{second:06}.jpg", facts, GAME.format_state(start), tuple(done))

    done: list[str] = []
    events = [event(What.SETUP, tiles=format_tiles(start.city.tiles))]
    state = start
    for number, turn in enumerate(turns):
        player = str(turn.player)
        events.append(event(What.TURN, player=player))
        if turn.placement is None:
            done.append(str(turn))
            events.append(event(What.PASSED, player=player))
        else:
            if number == 3:
                wrong = _illegal(state)
                facts = {"lot": str(wrong.lot), "piece": str(wrong.piece), "player": player}
                events.append(event(What.ILLEGAL, **facts, rules=["R2"]))
                events.append(event(What.TAKEN_BACK, lot=str(wrong.lot)))
            done.append(str(replace(turn, cap=None)))
            lot, piece = str(turn.placement.lot), str(turn.placement.piece)
            events.append(event(What.PLACED, lot=lot, piece=piece, player=player))
        if turn.cap is not None:
            done[-1] = str(turn)
            events.append(event(What.CAPPED, lot=str(turn.cap.lot), player=player))
        state = state.played(turn)
    if GAME.end(state):
        totals = {str(player): points for player, points in GAME.score(state).totals.items()}
        events.append(event(What.OVER, score=totals))
    return events


def _illegal(state: State) -> Placement:
    legal = legal_placements(state)
    lot, _ = next(iter(state.city.structures()))
    return next(it for it in (Placement(piece, lot) for piece in PIECES) if it not in legal)
