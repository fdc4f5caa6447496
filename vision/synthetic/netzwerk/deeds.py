"""A landscape before and after hands were there: miners come and go, stones are taken, a connector is laid here and
there; more of it at once than in any turn, so that there is much to learn from two pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.state import State
from vision.synthetic.arrays import Array
from vision.synthetic.netzwerk.arrange import Habits, fitted, miner_on, random_habits, stick_on
from vision.synthetic.netzwerk.labels import true_centres
from vision.synthetic.netzwerk.scene import PLAYERS, LandscapeScene, Piece

_VISITED = 0.6  # of the landscapes that bear stones
_COMES, _LEAVES = 0.75, 0.5  # how often a miner does, where nobody stands and where somebody does
_TAKEN = (0.45, 0.42, 0.13)  # how often no stone is taken, one, and both
_LAID = 0.15  # how often a connector is laid that ends there
_TOUCHED, _TOUCHED_MM = 0.3, 0.7  # how often, and how far, stones are pushed that stay
_FLICKER = 0.04  # of a lamp, in logarithms


def after_hands(rng: np.random.Generator, scene: LandscapeScene) -> LandscapeScene:
    """The landscape of a scene as hands leave it; nothing else changes but the sensor's noise."""
    centres = true_centres(scene.laid, scene.origin)
    habits = random_habits(rng, scene.thing_look)
    pieces, new = [it for it in scene.pieces if it.on], []
    state = scene.state
    for field in sorted(it for it, count in state.stones.items() if count):
        if rng.random() < _VISITED:
            pieces = _with_stones_taken(rng, pieces, field, int(rng.choice(3, p=_TAKEN)))
            pieces, come = _with_miner_gone_or_come(rng, pieces, field, centres[field], habits)
            new += come
            if rng.random() < _LAID:
                new += _laid(rng, state, (*pieces, *new), field, centres, habits)
    loose = frozenset(range(len(pieces), len(pieces) + len(new)))
    placed = fitted(rng, (*pieces, *new), scene.thing_look, habits, loose)
    beside = (it for it in scene.pieces if not it.on)
    left = {it: sum(_is_stone_of(piece, it) for piece in placed) for it in state.stones}
    noise_at = int(rng.integers(0, 1056)), int(rng.integers(0, 1408))
    exposure = scene.sensor.exposure * float(np.exp(rng.normal(0, _FLICKER)))
    return replace(
        scene,
        pieces=(*placed, *beside),
        state=replace(state, stones=left),
        sensor=replace(scene.sensor, noise_at=noise_at, exposure=exposure),
    )


def _is_stone_of(piece: Piece, field: Field) -> bool:
    return piece.kind == "stone" and piece.on == (field,)


def _with_stones_taken(
    rng: np.random.Generator, pieces: list[Piece], field: Field, count: int
) -> list[Piece]:
    """The pieces less so many stones of a field, the uppermost first; those that stay may be pushed."""
    here = [it for it in pieces if _is_stone_of(it, field)]
    taken = sorted(here, key=lambda it: (it.at[2], rng.random()))[len(here) - count :] if count else []
    push = rng.normal(0, _TOUCHED_MM, 2) if rng.random() < _TOUCHED else np.zeros(2)

    def pushed(piece: Piece) -> Piece:
        x, y, z = piece.at
        return replace(piece, at=(x + float(push[0]), y + float(push[1]), z))

    return [pushed(it) if it in here else it for it in pieces if it not in taken]


def _with_miner_gone_or_come(
    rng: np.random.Generator, pieces: list[Piece], field: Field, centre: Array, habits: Habits
) -> tuple[list[Piece], list[Piece]]:
    """The pieces without the miner of a field, if it goes, and a new one, if one comes."""
    standing = [it for it in pieces if it.kind == "miner" and it.on == (field,)]
    if standing and rng.random() < _LEAVES:
        return [it for it in pieces if it not in standing], []
    if not standing and rng.random() < _COMES:
        return pieces, [miner_on(rng, int(rng.integers(len(PLAYERS))), field, centre, habits)]
    return pieces, []


def _laid(
    rng: np.random.Generator,
    state: State,
    pieces: tuple[Piece, ...],
    field: Field,
    centres: Mapping[Field, Array],
    habits: Habits,
) -> list[Piece]:
    """A connector of anybody's from a field to one beside it, where none lies."""
    taken = {frozenset(it.on) for it in pieces if it.kind == "stick"}
    free = [near for near in field.neighbours() if near in state.board and {field, near} not in taken]
    if not free:
        return []
    way = Connection.of(field, free[int(rng.integers(len(free)))])
    return [stick_on(rng, int(rng.integers(len(PLAYERS))), way, 0.0, centres, habits)]
