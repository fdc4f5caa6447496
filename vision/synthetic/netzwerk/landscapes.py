"""Landscapes laid at random: pieces of three fields, round or straggling, with holes."""

from __future__ import annotations

import numpy as np

from engine.netzwerk.fields import DIRECTIONS, Field
from engine.netzwerk.material import (
    CITY_VALUES,
    DESERT,
    DESERTS,
    FIELDS_OF_A_PIECE,
    LANDSCAPES_EACH,
    LEFT_OUT,
    City,
    Colour,
    Kind,
)
from vision.synthetic.chance import different_of, one_of, shuffled

Placed = tuple[tuple[Field, ...], tuple[Kind, ...]]
_SHAPES = {
    "triangle": (Field(0, 0), Field(1, 0), Field(0, 1)),
    "bent": (Field(0, 0), Field(1, 0), Field(1, 1)),
    "straight": (Field(0, 0), Field(1, 0), Field(2, 0)),
}


def _turns(fields: tuple[Field, ...]) -> set[frozenset[Field]]:
    """A shape in all its turns, each with every field of it at 0,0 once."""
    found = set()
    for _ in range(6):
        fields = tuple(field.turned() for field in fields)
        for at in fields:
            found.add(frozenset(Field(f.q - at.q, f.r - at.r) for f in fields))
    return found


# While pieces are laid, a field is one number, 100 q + r: thousands of places are tried.
_WIDE = 100
_STEPS = tuple(_WIDE * q + r for q, r in DIRECTIONS.values())
_TURNS = {
    name: sorted(sorted(_WIDE * f.q + f.r for f in turn) for turn in _turns(fields))
    for name, fields in _SHAPES.items()
}


def random_pieces(rng: np.random.Generator, players: int) -> tuple[Placed, ...]:
    """Fields and kinds of the pieces of a landscape for so many players, three kinds on each (N-2, N-3.3)."""
    shape = one_of(rng, ["triangle", "mixed", "bent", "straight"], [0.7, 0.18, 0.08, 0.04])
    closeness = float(rng.uniform(-0.05, 1.4))  # at 0 it straggles, at 1 it is round
    taken: set[int] = set()
    placed = []
    for kinds in _dealt(rng, is_small=players == 2):
        name = one_of(rng, list(_SHAPES), [0.5, 0.3, 0.2]) if shape == "mixed" else shape
        place = _beside(rng, taken, name, closeness)
        taken.update(place)
        placed.append((tuple(map(_field, place)), kinds))
    return tuple(placed)


def _field(number: int) -> Field:
    q = (number + _WIDE // 2) // _WIDE
    return Field(q, number - _WIDE * q)


def _beside(rng: np.random.Generator, taken: set[int], shape: str, closeness: float) -> tuple[int, ...]:
    """A free place for a piece that touches those that lie there."""
    if not taken:
        return tuple(_TURNS[shape][0])
    reach: dict[int, int] = {}  # how many fields that lie there each free place touches
    for at in taken:
        for step in _STEPS:
            if at + step not in taken:
                reach[at + step] = reach.get(at + step, 0) + 1
    found = {
        tuple(place)
        for at in reach
        for turn in _TURNS[shape]
        if taken.isdisjoint(place := [at + f for f in turn])
    }
    places = sorted(found)
    touching = np.array([sum(reach.get(at, 0) for at in place) for place in places])
    return one_of(rng, places, np.exp(closeness * (touching - touching.max())))


def _dealt(rng: np.random.Generator, *, is_small: bool) -> list[tuple[Kind, ...]]:
    """What is printed on the pieces; two of them are known, and stay in the box with two players (N-3.3)."""
    small = LEFT_OUT[0][0]
    while True:
        left: dict[str, list[Kind]] = {c.value: [c] * (LANDSCAPES_EACH - 1) for c in Colour}
        left["city"] = [City(value) for value in CITY_VALUES if City(value) != small]
        left["desert"] = [DESERT] * DESERTS
        rng.shuffle(left["city"])
        pieces = []
        while len(sorts := [name for name, kinds in left.items() if kinds]) >= FIELDS_OF_A_PIECE:
            chosen = different_of(rng, sorts, FIELDS_OF_A_PIECE, [len(left[name]) for name in sorts])
            pieces.append(tuple(left[name].pop() for name in chosen))
        if not any(left.values()):
            break
    if not is_small:
        pieces += [tuple(shuffled(rng, piece)) for piece in LEFT_OUT]
    return shuffled(rng, pieces)
