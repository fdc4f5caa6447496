"""Whose turn it is (N-3.7), even where it was not said who plays in which order: that shows in who acts when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.netzwerk.material import FEWEST_PLAYERS, FIELDS_WITH_TWO, Player
from engine.netzwerk.state import FINISHED, Phase, State


def seated(state: State, player: Player, *, together: bool = False) -> State:
    """The position with all that is known of the seats, now that it is this player who acts.

    Whoever acts first sits first, and so on. When the first one acts again, nobody else plays. together: whether it
    is not known in which order miners were put on the board, or moved; then their next moves tell.
    """
    unseated = state.unknown.seats
    if not unseated or player not in state.players:
        return state
    if together and state.phase is Phase.MOVE and state.miners[player] is not None:
        # The seats known so far begin with somebody whose turn it need not be.
        return replace(state, player=player, unknown=replace(state.unknown, seats=frozenset(state.players)))
    if state.phase is not Phase.MOVE and (together or came_together(state)):
        if state.phase is Phase.BUILD:
            return state  # a stone may still be taken where the last one came
        if state.miners[player] is None:
            return _come(state, player)
        state = replace(state, phase=Phase.MOVE)
    order = [it for it in state.players if it not in unseated]
    if player in unseated:
        return _in_order(state, [*order, player])
    absent = frozenset(it for it in unseated if is_absent(state, it))
    if player is order[0] and len(order) >= FEWEST_PLAYERS and absent == unseated:
        state = _without(state, absent)
        phase = Phase.MOVE if state.phase is Phase.PLACE else state.phase
        return (
            replace(state, phase=phase)
            if state.phase is Phase.BUILD
            else replace(state, phase=phase, player=player)
        )
    if state.phase is Phase.BUILD:
        return state
    return replace(state, player=next(it for it in state.players if it in unseated))


def came_together(state: State) -> bool:
    """Whether there are miners on the board, but no player's seat is known."""
    return bool(state.occupied) and state.unknown.seats.issuperset(state.players)


def next_after(state: State) -> Player:
    """The player after the one to act; the first of all where the seats are not all known."""
    return state.players[0] if state.unknown.seats else state.next_player


def is_absent(state: State, player: Player) -> bool:
    """Whether nothing of a player is on the board."""
    unknown = state.unknown
    is_seen = state.miners[player] is not None or bool(state.connectors[player])
    return not is_seen and player not in unknown.miners | unknown.networks


def playing(state: State) -> tuple[Player, ...]:
    """The players as far as they are known: those who have come, or all who may play while nobody has."""
    here = (it for it in state.players if it not in state.unknown.seats or not is_absent(state, it))
    return tuple(here) or state.players


def ended(state: State) -> State:
    """The position when the turn is over: the next player's turn, perhaps with miners still to place; or the end."""
    if state.colours_gone:
        return replace(state, phase=Phase.OVER, begun=FINISHED)
    are_placed = all(
        state.miners[player] is not None or player in state.unknown.miners for player in state.players
    )
    phase = Phase.MOVE if are_placed else Phase.PLACE
    return replace(state, phase=phase, player=next_after(state), begun=FINISHED)


def _come(state: State, player: Player) -> State:
    """The position in which this player puts a miner on the board, and nobody knows any seats."""
    here = {it for it in state.players if state.miners[it] is not None} | {player}
    rest = frozenset(state.players) - here
    if len(here) == FEWEST_PLAYERS and len(state.board.kinds) <= FIELDS_WITH_TWO:
        state, rest = _without(state, rest), frozenset()
    players = (*(it for it in state.players if it in here), *(it for it in state.players if it in rest))
    unknown = replace(state.unknown, seats=frozenset(players))
    return replace(state, players=players, player=player, unknown=unknown)


def _in_order(state: State, order: Sequence[Player]) -> State:
    """The position with these players in order; the last one acts, and is seated unless another's turn goes on."""
    rest = [it for it in state.players if it not in order]
    absent: list[Player] = []
    # Miners are still being placed, too, while the player before has yet to take the stone.
    is_placing = state.phase is Phase.PLACE or is_absent(state, order[-1])
    if not is_placing:
        absent = [it for it in rest if is_absent(state, it)]
        if len(state.players) - len(absent) < FEWEST_PLAYERS:
            absent = []  # somebody else must be playing, wherever the miner is
    elif len(order) == FEWEST_PLAYERS and len(state.board.kinds) <= FIELDS_WITH_TWO:
        absent = rest
    state = _without(replace(state, players=(*order, *rest)), frozenset(absent))
    # As long as another's turn goes on, it is not known that this player's comes next.
    acting = state.player if state.phase is Phase.BUILD else order[-1]
    left = state.unknown.seats - {acting}
    # A single player left has the last seat; but while miners are placed, a third player need not exist.
    if len(left) == 1 and (not is_placing or len(order) < FEWEST_PLAYERS):
        left = frozenset()
    return replace(state, player=acting, unknown=replace(state.unknown, seats=left))


def _without(state: State, absent: frozenset[Player]) -> State:
    if not absent:
        return state
    return replace(
        state,
        players=tuple(it for it in state.players if it not in absent),
        miners={it: at for it, at in state.miners.items() if it not in absent},
        connectors={it: laid for it, laid in state.connectors.items() if it not in absent},
        hands={it: hand for it, hand in state.hands.items() if it not in absent},
        unknown=state.unknown.without(absent),
    )
