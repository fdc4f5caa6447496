"""What the rules say to a position that lies there or was given, and what it scores, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.game import Fault, Game, Score
from engine.messages import Language, Message

AGAINST_THE_RULES = Message("Against the rules: {sentence}")
SCORE_SO_FAR = Message("If the game ended now:")
NOT_COUNTED = Message("The score is not counted while anything that counts is unread.")


def fault_lines(faults: Iterable[Fault], language: Language) -> list[str]:
    """What is wrong, a line each."""
    return [language.say(AGAINST_THE_RULES, {"sentence": fault.sentence(language)}) for fault in faults]


def score_if_read(game: Game[Any, Any], state: Any) -> Score | None:
    """The score if the game ended now; None where something that it depends on is unread."""
    try:
        return game.score(state)
    except ValueError:
        return None


def score_lines(score: Score | None, language: Language) -> list[str]:
    """The score with its working if the game ended now; for None, that it cannot be counted."""
    if score is None:
        return [language.say(NOT_COUNTED)]
    return [language.say(SCORE_SO_FAR), *(f"  {line}" for line in score.lines(language))]
