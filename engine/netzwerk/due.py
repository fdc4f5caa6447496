"""What players are to do next, in words for a display: a turn of Netzwerk has parts, and begins with the miners."""

from __future__ import annotations

from engine.messages import Message
from engine.netzwerk.material import FEWEST_PLAYERS
from engine.netzwerk.state import Phase, State

PUT_MINERS = Message("Put a miner each")
PUT_A_MINER = Message("{player} puts a miner")
TAKE_A_STONE = Message("{player} takes a stone")
MAY_BUILD = Message("{player} may build")


def due(state: State, *, is_known: bool) -> Message | None:
    """What the player to act has to do, or all of them while it is not known who acts; None for a mere move (N-4 to
    N-6)."""
    if state.phase is Phase.PLACE and is_known:
        return PUT_A_MINER
    if state.phase is Phase.PLACE:
        # Once two players have come, they may be all.
        return PUT_MINERS if len(state.occupied) < FEWEST_PLAYERS else None
    if state.phase is Phase.BUILD:
        return TAKE_A_STONE if state.begun.stone else MAY_BUILD
    return None
