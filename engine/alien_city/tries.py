"""What players may try in a turn of Alien City, legal or not."""

from __future__ import annotations

from collections.abc import Iterator

from engine.alien_city.lots import LOTS
from engine.alien_city.state import State
from engine.alien_city.turns import Placement, Turn
from engine.chance import Chance, one_of


def tries(state: State, chance: Chance) -> Iterator[Turn]:
    """Turns of the player to move, without end: any piece of the player's on any lot where nothing stands."""
    pieces, free = state.pieces_of(state.to_move), [lot for lot in LOTS if state.city[lot] is None]
    while pieces and free:
        piece = one_of(chance, pieces)
        yield Turn(state.to_move, Placement(piece, one_of(chance, free)))
