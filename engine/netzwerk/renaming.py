"""Players who were taken for others, under their right names from the beginning; nothing else changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import NAMES


def renamed(start: State, turns: Sequence[Turn], names: Mapping[str, str]) -> tuple[State, tuple[Turn, ...]]:
    """The first position and the turns of a game, with players renamed; names: the right ones, by the wrong ones.

    A player whose own name goes to another gets one that becomes free: that player may turn out to play as well.
    """
    to = _all_names(names)
    return _called(start, to), tuple(replace(turn, player=to[turn.player]) for turn in turns)


def _all_names(names: Mapping[str, str]) -> dict[Player, Player]:
    """What each player is called, no two of them alike."""
    players = {name: player for player, name in NAMES.items()}
    to = {players[was]: players[now] for was, now in names.items()}
    free = iter([it for it in Player if it in to and it not in to.values()])
    return {it: to[it] if it in to else next(free) if it in to.values() else it for it in Player}


def _called(state: State, to: Mapping[Player, Player]) -> State:
    players, unknown = tuple(to[it] for it in state.players), state.unknown
    if unknown.seats.issuperset(state.players):
        players = tuple(sorted(players, key=[*Player].index))  # the order of all while nobody is seated
    return replace(
        state,
        players=players,
        miners={to[it]: at for it, at in state.miners.items()},
        connectors={to[it]: laid for it, laid in state.connectors.items()},
        hands={to[it]: hand for it, hand in state.hands.items()},
        player=to[state.player],
        unknown=replace(
            unknown,
            miners=frozenset(to[it] for it in unknown.miners),
            networks=frozenset(to[it] for it in unknown.networks),
            connections=frozenset((to[it], place) for it, place in unknown.connections),
            hands={to[it]: hands for it, hands in unknown.hands.items()},
            seats=frozenset(to[it] for it in unknown.seats),
        ),
    )
