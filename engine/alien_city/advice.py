"""Where each piece may be built, in words."""

from __future__ import annotations

from engine.alien_city.conduct import end, legal_placements
from engine.alien_city.house_rules import BOOK, HouseRules
from engine.alien_city.pieces import PIECES
from engine.alien_city.state import State
from engine.alien_city.words import PIECE_NAMES
from engine.messages import ENGLISH, Language, Message

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
