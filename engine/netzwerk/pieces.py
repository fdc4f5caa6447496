"""How a landscape can be cut into the pieces of the box: three connected fields of different kinds (N-2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.netzwerk.board import Board
from engine.netzwerk.fields import Field
from engine.netzwerk.material import FIELDS_OF_A_PIECE, UNREAD, City, Desert, Kind


def sort_of(kind: Kind) -> object:
    """What counts as one kind on a piece: all cities do, and all deserts."""
    return type(kind) if isinstance(kind, City | Desert) else kind


@lru_cache(maxsize=32)
def left_over(board: Board) -> tuple[Field, ...]:
    """The fields that are left over where a landscape cannot be cut into pieces, sorted; none where it can.

    Pieces may have any shape. Fields that fit into no piece at all are given alone; without any, the fewest possible.
    """
    order = sorted(board, key=lambda field: (field.r, field.q))
    bits = {field: 1 << number for number, field in enumerate(order)}
    pieces = [_masks(board, field, bits) for field in order]
    alone = [field for field, masks in zip(order, pieces, strict=True) if not masks]
    if alone:
        return tuple(sorted(alone))
    hopeless: dict[int, int] = {}
    # Pieces have three fields, so the number left over can only grow in threes.
    for most in range(len(order) % FIELDS_OF_A_PIECE, len(order) + 1, FIELDS_OF_A_PIECE):
        spare = _spare((1 << len(order)) - 1, most, pieces, hopeless)
        if spare is not None:
            return tuple(sorted(field for field in order if bits[field] & spare))
    return tuple(sorted(order))


def _spare(left: int, most: int, pieces: Sequence[tuple[int, ...]], hopeless: dict[int, int]) -> int | None:
    """Which of the fields left stay uncovered when at most so many may; None if there is no such way.

    left: a bit for each field; pieces: those that each field may be part of. hopeless: for sets of fields left, the
    number that did not suffice. As fields are covered row by row, many ways lead to the same set.
    """
    if not left:
        return 0
    if hopeless.get(left, -1) >= most:
        return None
    first = left & -left
    for mask in pieces[first.bit_length() - 1]:
        if mask & left == mask and (spare := _spare(left ^ mask, most, pieces, hopeless)) is not None:
            return spare
    if most and (spare := _spare(left ^ first, most - 1, pieces, hopeless)) is not None:
        return spare | first
    hopeless[left] = most
    return None


def _masks(board: Board, field: Field, bits: dict[Field, int]) -> tuple[int, ...]:
    """The pieces that a field may be part of, each once."""
    found = {
        sum(bits[it] for it in piece)
        for piece in _triples(board, field)
        if _are_unlike([board[it] for it in piece])
    }
    return tuple(sorted(found))


def _are_unlike(kinds: Sequence[Kind]) -> bool:
    """Whether these kinds may make one piece; an unread one may be any."""
    read = [sort_of(kind) for kind in kinds if kind is not UNREAD]
    return len(set(read)) == len(read)


def _triples(board: Board, field: Field) -> Iterator[frozenset[Field]]:
    """Every three connected fields with this field among them."""
    for near in field.neighbours():
        for end in (*near.neighbours(), *field.neighbours()):
            if near in board and end in board and end not in (field, near):
                yield frozenset((field, near, end))
