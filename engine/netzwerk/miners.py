"""Where miners may go, and what they gather (N-4, N-5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.netzwerk.fields import DIRECTIONS, Field
from engine.netzwerk.material import Colour, Player, Stones
from engine.netzwerk.seats import ended
from engine.netzwerk.state import Phase, State

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


def moved(state: State, target: Field | None, taken: int | None = None) -> Moved:
    """The miner of the player to act put or moved to a field, legally or not, and stones gathered there (N-5.5).

    Without a target it stays and takes nothing, as when it is blocked (N-5.6); the same for a place off the board.
    taken: how many stones, if not as many as by the rules. After a first placing the turn is over (N-4.3); after a
    move the player may build.
    """
    player = state.player
    is_placing = state.phase is Phase.PLACE
    if target is not None and target in state.board:
        state = replace(
            state,
            miners={**state.miners, player: target},
            unknown=replace(state.unknown, miners=state.unknown.miners - {player}),
        )
        there = state.stones.get(target, 0)
        count = min(there, 1) if taken is None else taken
        if target not in state.unknown.stones:
            count = min(count, there)
            state = replace(state, stones={**state.stones, target: there - count}) if count else state
        colour = state.board.colour_of(target) if count else None
    else:
        colour, count = None, 0
    if colour is not None:
        state = _gathered(state, player, (colour,) * count)
    return Moved(ended(state) if is_placing else replace(state, phase=Phase.BUILD), colour)


def perhaps_took(state: State, player: Player, colour: Colour | None) -> State:
    """The position when a player may or may not have taken one more stone, of a colour or, with None, of any."""
    possible = state.possible_hands(player)
    if possible is None:
        return state
    colours = tuple(Colour) if colour is None else (colour,)
    return state.with_hands(player, possible | {_with(hand, (it,)) for hand in possible for it in colours})


def _gathered(state: State, player: Player, colours: Iterable[Colour]) -> State:
    possible, taken = state.possible_hands(player), tuple(colours)
    if possible is None:
        return state
    return state.with_hands(player, frozenset(_with(hand, taken) for hand in possible))


def _with(hand: Stones, taken: tuple[Colour, ...]) -> Stones:
    y, o, r, g, b = (count + taken.count(colour) for count, colour in zip(hand, Colour, strict=True))
    return y, o, r, g, b
