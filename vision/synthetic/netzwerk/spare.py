"""What lies beside the landscape: connectors in heaps, bundles and stacks, stones, miners not yet put."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.synthetic.board import Board
from vision.synthetic.camera import View
from vision.synthetic.chance import one_of
from vision.synthetic.netzwerk.arrange import shade
from vision.synthetic.netzwerk.miners import SHAPES
from vision.synthetic.netzwerk.scene import Piece, ThingLook
from vision.synthetic.netzwerk.settle import Bars

_CLEAR_MM = 7.0  # between a heap and the board, at least


def spare_pieces(
    rng: np.random.Generator,
    view: View,
    board: Board,
    look: ThingLook,
    sticks: Mapping[int, int],
    stones: Sequence[int],
    miners: Sequence[int],
) -> tuple[Piece, ...]:
    """So many sticks of each player, stones of these colours and miners of these players, where there is room."""
    places: list[tuple[float, float, float]] = []
    pieces: list[Piece] = []
    for player, count in sticks.items():
        if count and (at := _room(rng, view, board, places, 42.0)):
            pieces += _sticks(rng, at, player, count, look, board.thickness)
    colours = [int(c) for c in rng.permutation(np.array(stones, np.int64))]
    wide = look.stone_mm[0]
    while colours:
        share = int(rng.integers(1, 1 + min(len(colours), 24)))
        heap, colours = colours[:share], colours[share:]
        if at := _room(rng, view, board, places, wide * (0.8 + 0.75 * share**0.5)):
            pieces += _heap(rng, at, heap, wide, board.thickness)
    for player in miners:
        if at := _room(rng, view, board, places, 14.0):
            lies = not SHAPES[look.miner].head and bool(rng.random() < 0.3)
            turn = float(rng.uniform(0, 6.28))
            pieces.append(Piece("miner", player, (*at, -board.thickness), turn, lies=lies, shade=shade(rng)))
    return tuple(pieces)


def _room(
    rng: np.random.Generator,
    view: View,
    board: Board,
    places: list[tuple[float, float, float]],
    reach: float,
) -> tuple[float, float] | None:
    """A free place of a radius on the table, within the picture or a little outside; None if there is none."""
    for _ in range(24):
        pixel = rng.uniform((-0.04, -0.04), (1.04, 1.04)) * np.array(view.size)
        x, y = (float(v) for v in view.on_plane(pixel[None], 0.0)[0])
        if -board.depth(x, y) > reach + _CLEAR_MM and all(
            np.hypot(x - a, y - b) > reach + r + 4 for a, b, r in places
        ):
            places.append((x, y, reach))
            return x, y
    return None


def _sticks(
    rng: np.random.Generator,
    at: tuple[float, float],
    player: int,
    count: int,
    look: ThingLook,
    thickness: float,
) -> list[Piece]:
    """A player's sticks: jumbled, side by side in layers, or stacked crosswise."""
    long, wide, high = look.stick_mm
    way = one_of(rng, ["jumble", "bundle", "stack"], [0.55, 0.3, 0.15])
    turn = float(rng.uniform(0, 2 * np.pi))
    spots: list[tuple[float, float, float, float]] = []  # x, y, level, turn
    if way == "jumble":
        spots = _jumble(rng, count, long, wide, float(rng.uniform(8, 20)))
    else:
        row = int(rng.integers(3, 7))
        for k in range(count):
            layer, place = divmod(k, row)
            gap = wide * 1.04 if way == "bundle" else (long - wide) / max(row - 1, 1)
            aside = (place - (row - 1) / 2) * gap + float(rng.normal(0, 0.3))
            around = turn + (np.pi / 2 * (layer % 2) if way == "stack" else 0.0)
            slip = float(rng.normal(0, 1.0))
            x = slip * np.cos(around) - aside * np.sin(around)
            y = slip * np.sin(around) + aside * np.cos(around)
            spots.append((float(x), float(y), layer, around + float(rng.normal(0, 0.03))))
    return [
        Piece("stick", player, (at[0] + x, at[1] + y, level * high - thickness), around, shade=shade(rng))
        for x, y, level, around in spots
    ]


def _jumble(
    rng: np.random.Generator, count: int, long: float, wide: float, spread: float
) -> list[tuple[float, float, float, float]]:
    """Sticks dropped one after the other: each lies on the highest that it meets."""
    at, turn = rng.normal(0, spread, (count, 2)), rng.uniform(0, np.pi, count)
    bars = Bars(at, turn, np.full(count, (long - wide) / 2), np.full(count, wide / 2))
    levels = np.zeros(count)
    for k in range(1, count):
        pairs = np.column_stack([np.full(k, k), np.arange(k)])
        below = levels[:k][bars.nearest(pairs)[3] > 0]
        levels[k] = min(below.max() + 1, 5) if len(below) else 0
    return [(float(x), float(y), float(z), float(t)) for (x, y), z, t in zip(at, levels, turn, strict=True)]


def _heap(
    rng: np.random.Generator, at: tuple[float, float], colours: Sequence[int], wide: float, thickness: float
) -> list[Piece]:
    """Stones thrown together, or set in rows."""
    neat = rng.random() < 0.25
    turn = float(rng.uniform(0, 2 * np.pi))
    side = int(np.ceil(len(colours) ** 0.5))
    pieces = []
    for k, colour in enumerate(colours):
        if neat:
            spot = np.array([k % side - (side - 1) / 2, k // side - (side - 1) / 2]) * wide * 1.08
            around = turn + float(rng.normal(0, 0.05))
        else:
            out, way = wide * 0.72 * (k + 0.3) ** 0.5 * float(rng.uniform(0.95, 1.1)), 2.39996 * k
            spot, around = np.array([np.cos(way), np.sin(way)]) * out, float(rng.uniform(0, 2 * np.pi))
        c, s = np.cos(turn), np.sin(turn)
        x, y = at[0] + spot[0] * c - spot[1] * s, at[1] + spot[0] * s + spot[1] * c
        pieces.append(Piece("stone", colour, (float(x), float(y), -thickness), around, shade=shade(rng)))
    return pieces
