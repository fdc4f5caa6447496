"""What the account of a game played through says in every game, whatever its turns are."""

from __future__ import annotations

from engine.messages import Message

TITLE = Message("Game {id}")
ILLEGAL = Message("Illegal: {sentence}")
ALL_LEGAL = Message("Every turn was legal.")
SOME_ILLEGAL = Message("{count} turn was illegal.", "{count} turns were illegal.")
NOT_OVER = Message("The game is not over.")
SCORE_SO_FAR = Message("Score if the game ended now")
