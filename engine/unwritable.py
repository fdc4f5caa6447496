"""Why a game that was watched cannot be written as a file, said once for all games."""

from __future__ import annotations

from engine.messages import Message, ToldError

START_UNSEEN = Message("the beginning of the game was not seen")
FAULTY_TURN = Message("turn {number} is against the rules")


class UnwritableError(ToldError, ValueError):
    """A format cannot say what happened in a game, or it needs what nobody saw."""
