"""Random scenes of Netzwerk: every landscape, set, table, camera and lamp that could be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from engine.netzwerk.board import Board as Fields
from engine.netzwerk.fields import Field
from engine.netzwerk.material import CONNECTORS_EACH, Player
from engine.netzwerk.state import State
from vision.synthetic.board import Board
from vision.synthetic.camera import View
from vision.synthetic.chance import one_of
from vision.synthetic.hands import random_hand
from vision.synthetic.lamps import balanced, random_light
from vision.synthetic.netzwerk.arrange import arranged, random_habits
from vision.synthetic.netzwerk.labels import true_centres
from vision.synthetic.netzwerk.landscapes import Placed, random_pieces
from vision.synthetic.netzwerk.looks import STYLES, random_looks
from vision.synthetic.netzwerk.positions import random_crowd, random_state
from vision.synthetic.netzwerk.render import KINDS_HELD
from vision.synthetic.netzwerk.scene import (
    PLAYERS,
    Laid,
    LandscapeScene,
    Piece,
    PrintLook,
    ThingLook,
    landscape_board,
    origin_of,
)
from vision.synthetic.netzwerk.spare import spare_pieces
from vision.synthetic.sensor import random_sensor
from vision.synthetic.tables import random_table
from vision.synthetic.things import apart, random_things
from vision.synthetic.views import random_view

_HANDS = 1 / 6
_STACKING = 0.85  # how often two stones are stacked where most landscapes' stones are hard to count
_MOST_OFF_MM = 1.0
_MOST_TURNED = 1.0  # degrees


def random_landscape(
    rng: np.random.Generator,
    size: tuple[int, int] = (1280, 960),
    style: str | None = None,
    *,
    stony: bool = False,
    crowded: bool = False,
) -> LandscapeScene:
    """Draw a scene; style is one of STYLES. Raises ValueError for an unknown style.

    stony: on most landscapes one stone, or two stacked ones: these are hardest to tell apart. crowded: miners of any
    colours stand on the board, beside those of the position.
    """
    players = int(rng.choice([2, 3, 4], p=[0.3, 0.3, 0.4]))
    placed = random_pieces(rng, players)
    fields = Fields({f: kind for piece in placed for f, kind in zip(*piece, strict=True)})
    state = random_state(rng, fields, players, stony=stony)
    hand = bool(rng.random() < _HANDS)
    return scene_of(
        rng,
        size,
        placed,
        state,
        style,
        hand=hand,
        stacking=_STACKING if stony else None,
        crowd=random_crowd(rng, state) if crowded else None,
    )


def scene_of(
    rng: np.random.Generator,
    size: tuple[int, int],
    placed: Sequence[Placed],
    state: State,
    style: str | None = None,
    *,
    hand: bool = False,
    stacking: float | None = None,
    crowd: Mapping[Field, Player] | None = None,
    looks: tuple[PrintLook, ThingLook] | None = None,
) -> LandscapeScene:
    """A scene in which a landscape of pieces and a position on it are seen, all else random.

    stacking: how often two stones are stacked; None for as often as these players like. crowd: whose miners stand
    where, beside those of the position. looks: those of the set; None for any of the style.
    """
    style = style or one_of(rng, STYLES, [0.22, 0.38, 0.4])
    if style not in STYLES:
        raise ValueError(f"unknown style {style!r}: one of {', '.join(STYLES)}")
    print_look, thing_look = looks or random_looks(rng, style)
    laid = _laid(rng, placed, print_look)
    fields = tuple(state.board)
    board = landscape_board(fields, print_look.thickness)
    view = random_view(rng, size, board)
    centres = true_centres(laid, origin_of(fields))
    habits = random_habits(rng, thing_look)
    if stacking is not None:
        habits = replace(habits, stacking=stacking)
    pieces = arranged(rng, state, thing_look, centres, habits, crowd)
    spare = _ready(rng, view, board, state, thing_look)
    things = random_things(rng, view, board, [p.at[:2] for p in spare])
    spare = tuple(p for p in spare if all(apart(p.at[:2], thing) for thing in things))
    two = rng.random() < 0.12
    hands = tuple(random_hand(rng, board, len(KINDS_HELD)) for _ in range(2 if two else 1)) if hand else ()
    dim = float(rng.beta(2, 4)) if rng.random() < 0.3 else 0.0
    light = random_light(rng)
    return LandscapeScene(
        view=view,
        table=random_table(rng),
        light=light,
        things=things,
        hands=hands,
        sensor=balanced(rng, random_sensor(rng, dim=dim), light),
        seed=int(rng.integers(0, 2**31)),
        state=state,
        style=style,
        laid=laid,
        pieces=(*pieces, *spare),
        print_look=print_look,
        thing_look=thing_look,
    )


def _laid(rng: np.random.Generator, placed: Sequence[Placed], look: PrintLook) -> tuple[Laid, ...]:
    """The pieces of the landscape as hands lay them."""
    care, uneven = float(rng.uniform(0.1, 1.0)), float(rng.random() ** 2 * 0.06)
    turns = {"six": 6, "any": 0, "upright": 1}[look.numerals.turn]
    tilted = 0.06 if rng.random() < 0.5 else 0.0

    def print_turn() -> float:
        base = rng.integers(turns) * np.pi / 3 if turns else rng.uniform(0, 2 * np.pi)
        return float(base + rng.normal(0, tilted))

    laid = []
    for fields, kinds in placed:
        dx, dy = np.clip(rng.normal(0, 0.45 * _MOST_OFF_MM, 2), -_MOST_OFF_MM, _MOST_OFF_MM) * care
        turn = np.deg2rad(np.clip(rng.normal(0, 0.5), -1, 1) * _MOST_TURNED) * care
        off = rng.normal(0, look.off_mm / 2, (len(fields), 2))
        together = print_turn()  # the numbers of a piece mostly stand the same way
        prints = tuple(
            (float(x), float(y), together if turns and rng.random() < 0.5 else print_turn()) for x, y in off
        )
        laid.append(
            Laid(fields, kinds, (float(dx), float(dy)), float(turn), float(1 + rng.normal(0, uneven)), prints)
        )
    return tuple(laid)


def _ready(
    rng: np.random.Generator, view: View, board: Board, state: State, look: ThingLook
) -> tuple[Piece, ...]:
    """What is not on the board: every player's connectors and stones, and the stones paid."""
    if rng.random() < 0.1:
        return ()
    left = {PLAYERS.index(p): CONNECTORS_EACH - len(laid) for p, laid in state.connectors.items()}
    gone = [
        "YORGB".index(kind.value)
        for field, count in state.stones.items()
        if (kind := state.board.colour_of(field)) is not None
        for _ in range(2 - count)
    ]
    waiting = [PLAYERS.index(p) for p, at in state.miners.items() if at is None]
    return spare_pieces(rng, view, board, look, left, gone, waiting)
