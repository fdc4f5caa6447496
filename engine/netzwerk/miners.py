"""Where miners may go, and what they gather (N-4, N-5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .fields import DIRECTIONS, Field
from .material import Colour, Player, Stones
from .state import Phase, State

MOST_JUMPED = 3


def places(state: State) -> tuple[Field, ...]:
    """The fields on which a miner may be put in the first turn, sorted (N-4.1)."""
    return tuple(
        sorted(it for it in state.board if state.board.can_be_entered(it) and it not in state.occupied)
    )


def moves(state: State, player: Player) -> Mapping[Field, int]:
    """Where a player's miner may go, and over how many others it jumps to get there, sorted by field (N-5.2, N-5.3).

    Empty when it is blocked, or not on the board.
    """
    start = state.miners[player]
    if start is None:
        return {}
    found: dict[Field, int] = {}
    for direction in DIRECTIONS:
        target, jumped = start.beside(direction), 0
        while target in state.occupied and jumped < MOST_JUMPED:
            target, jumped = target.beside(direction), jumped + 1
        if target not in state.occupied and state.board.can_be_entered(target):
            found[target] = jumped
    return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Moved:
    """A miner's move done: the position after it, and the colour of the stone taken, if any."""

    state: State
    took: Colour | None


def moved(state: State, target: Field | None) -> Moved:
    """The miner of the player to act put or moved to a field, legally or not, and a stone gathered there (N-5.5).

    None leaves it where it is and takes nothing, as when it is blocked (N-5.6), and so does a place where no miner
    can stand. After a first placing the turn is over (N-4.3); after a move the player may build.
    """
    player = state.player
    if state.phase is Phase.PLACE:
        after = replace(state, player=state.next_player)
        if all(state.miners[other] is not None for other in state.players if other is not player):
            after = replace(after, phase=Phase.MOVE)
    else:
        after = replace(state, phase=Phase.BUILD)
    if target is None or not state.board.can_be_entered(target):
        return Moved(after, None)
    after = replace(after, miners={**state.miners, player: target})
    if not state.stones.get(target, 0):
        return Moved(after, None)
    colour = state.board.colour_of(target)
    assert colour is not None, "stones lie on landscapes only"
    after = replace(
        after,
        stones={**state.stones, target: state.stones[target] - 1},
        hands={**state.hands, player: _with_one(state.hands[player], colour)},
    )
    return Moved(after, colour)


def _with_one(hand: Stones, colour: Colour) -> Stones:
    y, o, r, g, b = (count + (colour is each) for count, each in zip(hand, Colour, strict=True))
    return y, o, r, g, b
