"""The set-up: what is wrong with a landscape by the material, and landscapes laid at random (N-2, N-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from engine.game import Fault
from engine.messages import Message
from engine.netzwerk.board import Board
from engine.netzwerk.fields import DIRECTIONS, Field, parts
from engine.netzwerk.material import (
    CITY_VALUES,
    DESERT,
    DESERTS,
    FIELDS_OF_A_PIECE,
    LANDSCAPES_EACH,
    LEFT_OUT,
    SMALL_CITY,
    STONES_ON_A_LANDSCAPE,
    City,
    Colour,
    Kind,
    Player,
)
from engine.netzwerk.overlooked import overlooked
from engine.netzwerk.pieces import left_over, sort_of
from engine.netzwerk.state import State, opening
from engine.netzwerk.words import COLOURS

LANDSCAPES = Message(
    "there is {count} {colour} field where {due} belong.",
    "there are {count} {colour} fields where {due} belong.",
)
DESERT_COUNT = Message(
    "there is {count} desert where {due} belong.", "there are {count} deserts where {due} belong."
)
NO_CITY = Message("the city with {value} is missing.")
CITY_TWICE = Message("{count} city has the value {value}.", "{count} cities have the value {value}.")
NOT_WITH_TWO = Message("with two players the city with {value} stays in the box.")
IN_PARTS = Message(
    "the landscape lies in {count} part.",
    "the landscape lies in {count} parts; every piece has to touch another.",
)
NO_PIECES = Message(
    "the landscape can't be cut into pieces of three fields of different kinds: {fields} is left over.",
    "the landscape can't be cut into pieces of three fields of different kinds: {fields} are left over.",
)
WRONG_STONES = Message("two stones belong on each coloured field, and {field} has {count}.")


def setup_faults(state: State) -> tuple[Fault, ...]:
    """All that is wrong with the set-up of a game that is about to begin, by what is in the box."""
    faults = list(landscape_faults(state))
    for field, count in sorted(state.stones.items()):
        if count != STONES_ON_A_LANDSCAPE:
            facts = {"field": str(field), "count": count}
            faults.append(Fault("stones", "N-3.5", WRONG_STONES, facts, (str(field),)))
    return tuple(faults)


def faults_at_start(state: State) -> tuple[Fault, ...]:
    """What is wrong with a landscape on which a game begins, or was joined in the middle."""
    is_begun = bool(state.occupied) or any(state.connectors.values())
    return landscape_faults(state) if is_begun else setup_faults(state)


def landscape_faults(state: State) -> tuple[Fault, ...]:
    """All that is wrong with the fields for so many players, by what is in the box, whatever the unseen ones are."""
    board = state.board
    unseen = overlooked(state)
    faults = list(_wrong_counts(board, unseen, is_small=state.is_small and not unseen))
    if not unseen and (count := len(parts(board))) > 1:
        faults.append(Fault("parts", "N-3.2", IN_PARTS, {"count": count}))
    # With a field too many it goes without saying that they can't be cut into pieces.
    if not unseen and not faults and (left := tuple(map(str, left_over(board)))):
        faults.append(Fault("pieces", "N-2.1", NO_PIECES, {"count": len(left), "fields": left}, left))
    return tuple(faults)


def _wrong_counts(board: Board, unseen: int, *, is_small: bool) -> Iterator[Fault]:
    """What is wrong, whatever the unread and unseen fields are."""
    kinds = Counter(board.kinds.values())
    due, unread = LANDSCAPES_EACH - is_small, len(board.unread) + unseen
    for colour in Colour:
        if not due - unread <= kinds[colour] <= due:
            facts = {"count": kinds[colour], "colour": COLOURS[colour], "due": due}
            yield Fault("landscapes", "N-2.2", LANDSCAPES, facts, _where(board, colour))
    if not DESERTS - unread <= kinds[DESERT] <= DESERTS:
        yield Fault(
            "deserts", "N-2.2", DESERT_COUNT, {"count": kinds[DESERT], "due": DESERTS}, _where(board, DESERT)
        )
    for value in CITY_VALUES:
        count, places = kinds[City(value)], _where(board, City(value))
        if is_small and value == SMALL_CITY:
            if count:
                yield Fault("cities", "N-3.3", NOT_WITH_TWO, {"value": value}, places)
        elif not count and not unread:
            yield Fault("cities", "N-2.3", NO_CITY, {"value": value})
        elif count > 1:
            yield Fault("cities", "N-2.3", CITY_TWICE, {"count": count, "value": value}, places)


def _where(board: Board, kind: Kind) -> tuple[str, ...]:
    return tuple(str(field) for field in sorted(board) if board[field] == kind)


def random_opening(players: int, seed: int) -> State:
    """The start of a game on a landscape laid at random for 2 to 4 players; the same seed lays the same."""
    return opening(random_board(Random(seed), players), tuple(Player)[:players])


def random_board(random: Random, players: int) -> Board:
    """A landscape of triangular pieces laid at random, fair to the material: three kinds on each piece (N-2.1, R1).

    For two players two pieces stay in the box (N-3.3).
    """
    pieces = _dealt(random, is_small=players == 2)
    kinds: dict[Field, Kind] = {}
    for piece in pieces:
        places = random.choice(_free_triangles(kinds))
        kinds.update(zip(places, random.sample(piece, len(piece)), strict=True))
    return Board(kinds)


def _dealt(random: Random, *, is_small: bool) -> list[list[Kind]]:
    """The fields in threes, drawn again until no two of a piece are of the same kind.

    Only of two pieces is the print known: those that two players leave in the box.
    """
    bag: list[Kind] = [colour for colour in Colour for _ in range(LANDSCAPES_EACH - 1)]
    bag += [City(value) for value in CITY_VALUES if value != SMALL_CITY]
    bag += [DESERT] * DESERTS
    while True:
        random.shuffle(bag)
        pieces = [bag[at : at + FIELDS_OF_A_PIECE] for at in range(0, len(bag), FIELDS_OF_A_PIECE)]
        if all(len({sort_of(kind) for kind in piece}) == FIELDS_OF_A_PIECE for piece in pieces):
            break
    if not is_small:
        pieces += map(list, LEFT_OUT)
        random.shuffle(pieces)
    return pieces


def _free_triangles(taken: dict[Field, Kind]) -> list[tuple[Field, Field, Field]]:
    """Where a triangular piece fits beside those that lie there, touching as many fields as possible."""
    if not taken:
        return [(Field(0, 0), Field(1, 0), Field(0, 1))]
    names = list(DIRECTIONS)
    beside = sorted({near for field in taken for near in field.neighbours()} - set(taken))
    found = []
    for first in beside:
        for turn, name in enumerate(names):
            second, third = first.beside(name), first.beside(names[(turn + 1) % len(names)])
            if second not in taken and third not in taken:
                found.append((first, second, third))
    # Landscapes are laid fairly round: the best places touch most of what lies there.
    touching = [sum(near in taken for field in place for near in field.neighbours()) for place in found]
    return [place for place, count in zip(found, touching, strict=True) if count >= max(touching) - 1]
