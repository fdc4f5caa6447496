"""A landscape before and after hands were there: miners come and go, stones are taken, connectors are laid and some
are taken away; more of it at once than in any turn, so that there is much to learn from two pictures. Deserts, which
the rules forbid, are visited as well: that is what a warning is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from vision.synthetic import noise
from vision.synthetic.arrays import Array
from vision.synthetic.netzwerk.arrange import (
    Habits,
    fitted,
    free_lane,
    miner_on,
    random_habits,
    stick_on,
)
from vision.synthetic.netzwerk.labels import true_centres
from vision.synthetic.netzwerk.scene import PLAYERS, LandscapeScene, Piece

_VISITED, _PASSED = 0.6, 0.2  # of the landscapes that bear stones, and of other fields
_COMES, _LEAVES = 0.75, 0.5  # how often a miner does, where nobody stands and where somebody does
_TAKEN = (0.45, 0.42, 0.13)  # how often no stone is taken, one, and both
_BUILDS = 0.15  # how often somebody builds from there
_LENGTHS = (0.35, 0.3, 0.2, 0.15)  # how often one connector is laid, two, three, and four
_ALONG = 0.25  # how often one may be laid beside another player's
_UNBUILT = 0.03  # share of the connectors that lay there and are taken away
_TOUCHED, _TOUCHED_MM = 0.3, 0.7  # how often, and how far, stones are pushed that stay
_FLICKER = 0.04  # of a lamp, in logarithms


def after_hands(rng: np.random.Generator, scene: LandscapeScene) -> LandscapeScene:
    """The landscape of a scene as hands leave it; nothing else changes but the sensor's noise."""
    centres = true_centres(scene.laid, scene.origin)
    habits = random_habits(rng, scene.thing_look)
    state, gone = _less_built(rng, scene.state)
    pieces = [it for it in scene.pieces if it.on and (it.kind, it.colour, it.on) not in gone]
    new: list[Piece] = []
    for field in sorted(state.board):
        if rng.random() < (_VISITED if state.stones.get(field) else _PASSED):
            if state.stones.get(field):
                pieces = _with_stones_taken(rng, pieces, field, int(rng.choice(3, p=_TAKEN)))
            pieces, come = _with_miner_gone_or_come(rng, pieces, field, centres[field], habits)
            new += come
            if rng.random() < _BUILDS:
                player = state.players[int(rng.integers(len(state.players)))]
                for way in _ways(rng, state, player, field):
                    aside = free_lane((*pieces, *new), way, centres, scene.thing_look)
                    new.append(stick_on(rng, PLAYERS.index(player), way, aside, centres, habits))
                    state = _with_connectors(state, player, state.connectors[player] | {way})
    loose = frozenset(range(len(pieces), len(pieces) + len(new)))
    placed = fitted(rng, (*pieces, *new), scene.thing_look, habits, loose)
    beside = (it for it in scene.pieces if not it.on)
    left = {it: sum(_is_stone_of(piece, it) for piece in placed) for it in state.stones}
    noise_at = noise.anywhere(rng)
    exposure = scene.sensor.exposure * float(np.exp(rng.normal(0, _FLICKER)))
    return replace(
        scene,
        pieces=(*placed, *beside),
        state=replace(state, stones=left),
        sensor=replace(scene.sensor, noise_at=noise_at, exposure=exposure),
    )


def _less_built(
    rng: np.random.Generator, state: State
) -> tuple[State, set[tuple[str, int, tuple[Field, Field]]]]:
    """The state without some connectors, and what is gone: kind, colour and fields of each."""
    gone = set()
    for player in state.players:
        for way in sorted(state.connectors[player]):
            if rng.random() < _UNBUILT:
                state = _with_connectors(state, player, state.connectors[player] - {way})
                gone.add(("stick", PLAYERS.index(player), way.fields))
    return state, gone


def _with_connectors(state: State, player: Player, laid: frozenset[Connection]) -> State:
    return replace(state, connectors={**state.connectors, player: laid})


def _ways(rng: np.random.Generator, state: State, player: Player, field: Field) -> Iterator[Connection]:
    """The connectors that a player lays from a field on, one to four, one after the other."""
    been = {field}
    for _ in range(1 + int(rng.choice(len(_LENGTHS), p=_LENGTHS))):
        ways = {it: Connection.of(field, it) for it in field.neighbours() if it not in been}
        free = [to for to, way in ways.items() if to in state.board and _is_free(rng, state, player, way)]
        if not free:
            return
        to = free[int(rng.integers(len(free)))]
        yield ways[to]
        been.add(to)
        field = to


def _is_free(rng: np.random.Generator, state: State, player: Player, way: Connection) -> bool:
    owners = state.owners(way)
    return not owners or (player not in owners and bool(rng.random() < _ALONG))


def _is_stone_of(piece: Piece, field: Field) -> bool:
    return piece.kind == "stone" and piece.on == (field,)


def _with_stones_taken(
    rng: np.random.Generator, pieces: list[Piece], field: Field, count: int
) -> list[Piece]:
    """The pieces without `count` stones of a field, the uppermost first; those that stay may be pushed."""
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
