"""Where each piece may be built, in words."""

from __future__ import annotations

from ..messages import ENGLISH, Language, Message
from .conduct import end, legal_placements
from .house_rules import BOOK, HouseRules
from .pieces import PIECES
from .state import State
from .words import PIECE_NAMES

LOTS = Message("{piece}: {lots}")


def may_build(state: State, house_rules: HouseRules = BOOK, language: Language = ENGLISH) -> list[str]:
    """A line for each piece that the player to move may build, with the lots; nothing when the game is over."""
    if end(state, house_rules) is not None:
        return []
    legal = legal_placements(state, state.to_move, house_rules)
    lots = {piece: tuple(str(it.lot) for it in legal if it.piece == piece) for piece in PIECES}
    return [
        language.say(LOTS, {"piece": PIECE_NAMES[piece], "lots": where})
        for piece, where in lots.items()
        if where
    ]
