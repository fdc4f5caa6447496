"""How a landscape can be cut into the pieces of the box: three fields that hang together, all unlike (N-2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from .board import Board
from .fields import Field
from .material import UNREAD, City, Desert, Kind

FIELDS_OF_A_PIECE = 3


def sort_of(kind: Kind) -> object:
    """What counts as one kind on a piece: all cities do, and all deserts."""
    return type(kind) if isinstance(kind, City | Desert) else kind


@lru_cache(maxsize=32)
def left_over(board: Board) -> tuple[Field, ...]:
    """The fields that are left over where a landscape cannot be cut into pieces, sorted; none where it can.

    Pieces of any shape will do. Where no field is left over by itself, they are those that the best attempt found
    leaves.
    """
    order = sorted(board, key=lambda field: (field.r, field.q))
    bits = {field: 1 << number for number, field in enumerate(order)}
    pieces = [_masks(board, field, bits) for field in order]
    alone = [field for field, masks in zip(order, pieces, strict=True) if not masks]
    if alone:
        return tuple(sorted(alone))
    fewest = left = (1 << len(order)) - 1
    failed: set[int] = set()
    # Row by row, so that what is left depends on a few fields beside those that are covered.
    waiting = [(left, iter(pieces[0]))] if order else []
    while waiting:
        left, masks = waiting[-1]
        mask = next((mask for mask in masks if mask & left == mask and left ^ mask not in failed), None)
        if mask is None:
            failed.add(left)
            waiting.pop()
            continue
        left ^= mask
        if not left:
            return ()
        fewest = min(fewest, left, key=int.bit_count)
        waiting.append((left, iter(pieces[(left & -left).bit_length() - 1])))
    return tuple(sorted(field for field in order if bits[field] & fewest))


def _masks(board: Board, field: Field, bits: dict[Field, int]) -> tuple[int, ...]:
    """The pieces that a field may be part of, each once."""
    found = {
        sum(bits[it] for it in piece)
        for piece in _triples(board, field)
        if _are_unlike([board[it] for it in piece])
    }
    return tuple(sorted(found))


def _are_unlike(kinds: Sequence[Kind]) -> bool:
    """Whether kinds may be those of one piece; an unread one may be any."""
    read = [sort_of(kind) for kind in kinds if kind is not UNREAD]
    return len(set(read)) == len(read)


def _triples(board: Board, field: Field) -> Iterator[frozenset[Field]]:
    """Every three fields that hang together and have a field among them."""
    for near in field.neighbours():
        for end in (*near.neighbours(), *field.neighbours()):
            if near in board and end in board and end not in (field, near):
                yield frozenset((field, near, end))
