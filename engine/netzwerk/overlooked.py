"""How many fields may lie on the table that nobody saw: under a hand, or where the landscape was not made out."""

from __future__ import annotations

from engine.netzwerk.board import Board
from engine.netzwerk.fields import parts
from engine.netzwerk.material import FIELDS, FIELDS_WITH_TWO, LANDSCAPES_EACH, SMALL_CITY, City, Colour
from engine.netzwerk.state import State


def overlooked(state: State) -> int:
    """How many fields may be missing from a position that was seen, so that it is not known who plays.

    Fewer than 39 may be 39 with some unseen. 33 are a whole landscape for two players (N-3.3), unless they fall apart
    and contain something that two players leave in the box.
    """
    count = len(state.board.kinds)
    is_whole = count == FIELDS_WITH_TWO and not _is_broken_and_large(state.board)
    return 0 if is_whole or not state.unknown.seats else max(FIELDS - count, 0)


def _is_broken_and_large(board: Board) -> bool:
    kinds = list(board.kinds.values())
    is_large = City(SMALL_CITY) in kinds or any(kinds.count(it) >= LANDSCAPES_EACH for it in Colour)
    return is_large and len(parts(board)) > 1
