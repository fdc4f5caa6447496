"""Which things lie about on a table: cups, dice, pencils, telephones, paper, cards, books, bowls, cables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.synthetic.board import Board
from vision.synthetic.camera import View
from vision.synthetic.chance import named, one_of
from vision.synthetic.colours import any_colour, mixed, wood_colour
from vision.synthetic.setting import Thing
from vision.synthetic.shadows import Caster
from vision.synthetic.solids import box, circle

FLAT = ("paper", "card", "coaster", "cable", "cloth")
KINDS = {
    "mug": 0.14,
    "glass": 0.06,
    "die": 0.13,
    "pencil": 0.12,
    "phone": 0.08,
    "card": 0.1,
    "paper": 0.12,
    "book": 0.08,
    "coaster": 0.06,
    "cable": 0.04,
    "spectacles": 0.03,
    "bowl": 0.05,
    "cloth": 0.04,
}


def random_thing(rng: np.random.Generator, at: tuple[float, float]) -> Thing:
    """Anything, at a place in millimetres."""
    kind = named(rng, KINDS)
    low, high = {
        "mug": ((70, 70, 70), (95, 95, 110)),
        "glass": ((58, 58, 90), (85, 85, 140)),
        "die": ((12, 12, 12), (17, 17, 17)),
        "pencil": ((110, 6, 6), (180, 8, 8)),
        "phone": ((66, 135, 7), (80, 165, 10)),
        "card": ((55, 85, 0.4), (65, 92, 0.6)),
        "paper": ((100, 140, 0.2), (210, 297, 0.3)),
        "book": ((100, 140, 12), (260, 300, 70)),
        "coaster": ((85, 85, 2), (110, 110, 6)),
        "cable": ((150, 60, 3), (320, 140, 6)),
        "spectacles": ((135, 45, 20), (145, 55, 35)),
        "bowl": ((100, 100, 35), (170, 170, 60)),
        "cloth": ((90, 90, 0.5), (190, 190, 2)),
    }[kind]
    w, d, h = (float(v) for v in rng.uniform(low, high))
    if kind in ("mug", "glass", "die", "coaster", "bowl"):
        d = w
    if kind == "die":
        h = w
    first = any_colour(rng)
    if kind in ("paper", "card") or (kind in ("mug", "die") and rng.random() < 0.4):
        v = float(rng.uniform(0.82, 0.98))
        first = (v, v, v * float(rng.uniform(0.88, 1)))
    elif kind == "phone":
        first = (0.03, 0.03, 0.04)
    elif kind in ("cable", "spectacles") and rng.random() < 0.7:
        v = float(rng.choice([0.05, 0.9]))
        first = (v, v, v)
    second = any_colour(rng) if rng.random() < 0.6 else wood_colour(rng)
    return Thing(
        kind,
        at,
        (w, d),
        h,
        float(rng.uniform(0, 2 * np.pi)),
        (first, second),
        int(rng.integers(0, 10_000)),
    )


def random_stray(rng: np.random.Generator, board: Board) -> Thing:
    """A small foreign thing that somebody has put down on the board."""
    (x0, y0), (x1, y1) = board.low, board.high
    at = (float(rng.uniform(x0 + 5, x1 - 5)), float(rng.uniform(y0 + 5, y1 - 5)))
    kind = one_of(rng, ["die", "pencil", "coin", "die"])
    size = {"die": (14.0, 14.0, 14.0), "pencil": (130.0, 7.0, 7.0), "coin": (22.0, 22.0, 2.0)}[kind]
    scale = float(rng.uniform(0.8, 1.25))
    metal = mixed((0.75, 0.7, 0.62), (0.75, 0.5, 0.3), float(rng.random()))
    colour = metal if kind == "coin" else any_colour(rng)
    turn, number = float(rng.uniform(0, 2 * np.pi)), int(rng.integers(0, 10_000))
    return Thing(
        kind,
        at,
        (size[0] * scale, size[1] * scale),
        size[2] * scale,
        turn,
        (colour, colour),
        number,
        on_board=True,
    )


def random_things(
    rng: np.random.Generator, view: View, board: Board, spare: Sequence[tuple[float, float]]
) -> tuple[Thing, ...]:
    """Clutter around the board, on it only a rare small thing, and none amid what lies ready at `spare`."""
    things: list[Thing] = []
    for _ in range(int(rng.poisson(2.0))):
        for _ in range(6):
            pixel = rng.uniform((-0.1, -0.1), (1.1, 1.1)) * np.array(view.size)
            x, y = (float(v) for v in view.on_plane(pixel[None], 0.0)[0])
            thing = random_thing(rng, (x, y))
            r = radius(thing)
            if thing.kind in ("paper", "card", "phone", "book", "pencil", "cloth", "cable"):
                r *= 0.95
            crowd = sum(not apart(at, thing) for at in spare) > 4
            if (
                -board.depth(x, y) > r + 6
                and not crowd
                and all(np.hypot(x - t.at[0], y - t.at[1]) > r + radius(t) for t in things)
            ):
                things.append(thing)
                break
    return tuple(things)


def apart(at: tuple[float, float], thing: Thing) -> bool:
    """Whether a piece beside the board at a place is clear of a thing."""
    if thing.kind in FLAT:
        return True
    return float(np.hypot(at[0] - thing.at[0], at[1] - thing.at[1])) > radius(thing) + 16


def radius(thing: Thing) -> float:
    """The radius of the circle around a thing's middle that holds it, millimetres."""
    return float(np.hypot(*thing.size)) / 2


def casters(thing: Thing, ground: float) -> list[Caster]:
    """What a thing throws shadows with."""
    at = (*thing.at, ground)
    if thing.kind in ("mug", "glass", "bowl", "coaster", "coin"):
        ring = circle(20) * thing.size[0] / 2
        through = (0.6, 0.6, 0.6) if thing.kind == "glass" else (0.0, 0.0, 0.0)
        foot = ring * (0.6 if thing.kind == "bowl" else 0.92)
        return [Caster(np.vstack([foot + at, ring + at + (0, 0, thing.height)]), through)]
    if thing.kind in ("die", "pencil", "phone", "book", "card", "paper"):
        return [Caster(box((*thing.size, thing.height), at, thing.turn).corners)]
    return []
