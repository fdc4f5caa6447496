"""How stones, sticks and miners come to lie and stand on the landscape when hands put them there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from vision.synthetic.arrays import Array, Rgb
from vision.synthetic.netzwerk.scene import COLOURS, PLAYERS, Piece, ThingLook
from vision.synthetic.netzwerk.settle import Bars, settled

_LANE = 1.15  # of a connector's width: what one takes beside others
_UNMOVED = 0.4  # share of the stones where connectors came that still lie as before
_SOFT = 0.53  # of a square's side: the radius of the disc that stands for it when things are pushed aside


@dataclass(frozen=True)
class Habits:
    """How people lay things: how far off (mm), how often stones are stacked and sticks laid over others."""

    off_mm: float
    stacking: float
    crossing: float
    stones_mm: float  # from the field's middle


def random_habits(rng: np.random.Generator, look: ThingLook) -> Habits:
    """Habits of a table's players."""
    wide = look.stone_mm[0]
    return Habits(
        off_mm=float(rng.uniform(0.3, 1.8)),
        stacking=float(rng.choice([0.0, 0.15, 0.5, 1.0], p=[0.4, 0.3, 0.15, 0.15])),
        crossing=float(rng.choice([0.0, 0.1, 0.4], p=[0.4, 0.4, 0.2])),
        stones_mm=float(rng.uniform(0.8 * wide, 17.0 - wide * 0.3)),
    )


def shade(rng: np.random.Generator) -> Rgb:
    """How a piece differs from others of its kind."""
    v = float(np.exp(rng.normal(0, 0.05)))
    return v * float(np.exp(rng.normal(0, 0.02))), v, v * float(np.exp(rng.normal(0, 0.02)))


def arranged(
    rng: np.random.Generator,
    state: State,
    look: ThingLook,
    centres: Mapping[Field, Array],
    habits: Habits,
    crowd: Mapping[Field, Player] | None = None,
) -> tuple[Piece, ...]:
    """All that a position has on the board, and the miners of `crowd`.

    centres: where the middles of the prints are (2,).
    """
    pieces = []
    for connection in sorted({it for laid in state.connectors.values() for it in laid}):
        pieces += sticks_on(rng, state, connection, centres, habits, look)
    for field in sorted(state.stones):
        pieces += stones_on(rng, state, field, centres[field], habits, look)
    standing = {at: player for player, at in state.miners.items() if at is not None} | dict(crowd or {})
    for at, player in standing.items():
        pieces.append(miner_on(rng, PLAYERS.index(player), at, centres[at], habits))
    return fitted(rng, pieces, look, habits, frozenset(range(len(pieces))))


def sticks_on(
    rng: np.random.Generator,
    state: State,
    connection: Connection,
    centres: Mapping[Field, Array],
    habits: Habits,
    look: ThingLook,
) -> list[Piece]:
    """The connectors on one connection, side by side."""
    owners = [PLAYERS.index(player) for player in state.owners(connection)]
    rng.shuffle(owners)
    lane = look.stick_mm[1] * float(rng.uniform(1.05, 1.5))
    return [
        stick_on(rng, player, connection, (k - (len(owners) - 1) / 2) * lane, centres, habits)
        for k, player in enumerate(owners)
    ]


def stick_on(
    rng: np.random.Generator,
    player: int,
    connection: Connection,
    aside: float,
    centres: Mapping[Field, Array],
    habits: Habits,
) -> Piece:
    """A connector as a hand lays it, `aside` millimetres to the left of the line between its fields."""
    a, b = (centres[field] for field in connection.fields)
    along = (b - a) / np.linalg.norm(b - a)
    across = np.array([-along[1], along[0]])
    slip, drift = rng.normal(0, habits.off_mm, 2)
    x, y = (a + b) / 2 + along * slip + across * (aside + 0.6 * drift)
    turn = float(np.arctan2(along[1], along[0]) + rng.normal(0, 0.02 * habits.off_mm))
    return Piece("stick", player, (float(x), float(y), 0.0), turn, on=connection.fields, shade=shade(rng))


def free_lane(
    pieces: Sequence[Piece], way: Connection, centres: Mapping[Field, Array], look: ThingLook
) -> float:
    """How far to the left of the line between two fields there is room for one more connector, millimetres."""
    a, b = (centres[field] for field in way.fields)
    across = np.array([a[1] - b[1], b[0] - a[0]]) / np.linalg.norm(b - a)
    there = [float((np.array(p.at[:2]) - (a + b) / 2) @ across) for p in pieces if p.on == way.fields]
    wide = look.stick_mm[1] * _LANE
    lanes = (k * wide / 2 for k in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6))
    return next((lane for lane in lanes if all(abs(lane - at) >= wide * 0.95 for at in there)), 0.0)


def stones_on(
    rng: np.random.Generator, state: State, field: Field, centre: Array, habits: Habits, look: ThingLook
) -> list[Piece]:
    """The stones on a landscape: beside its middle, most of them away from the sticks there."""
    count, kind = state.stones[field], state.board.colour_of(field)
    if not count or kind is None:
        return []
    colour, wide, high = COLOURS.index(kind.value), *look.stone_mm
    taken = [
        np.arctan2(-1.5 * (far.r - field.r), 3**0.5 * (far.q - field.q + (far.r - field.r) / 2))
        for laid in state.connectors.values()
        for it in laid
        if field in it.fields
        for far in it.fields
        if far != field
    ]
    ways = rng.uniform(0, 2 * np.pi, 5)
    free = [min((abs((way - t + np.pi) % (2 * np.pi) - np.pi) for t in taken), default=np.pi) for way in ways]
    is_unmoved = bool(taken) and rng.random() < _UNMOVED
    way = float(ways[0 if is_unmoved else int(np.argmax(free))])
    out = habits.stones_mm * float(rng.uniform(0.8, 1.2))
    x, y = centre + np.array([np.cos(way), np.sin(way)]) * out + rng.normal(0, 1.0, 2)
    turn = float(rng.uniform(0, 2 * np.pi))
    first = Piece("stone", colour, (float(x), float(y), 0.0), turn, on=(field,), shade=shade(rng))
    if count == 1:
        return [first]
    if rng.random() < habits.stacking:
        # Half of all stacks are so neat that no seam shows between the two; others are awry.
        dx, dy = np.clip(rng.normal(0, 1, 2) ** 3 * 0.05, -0.35, 0.35) * wide
        at = (float(x + dx), float(y + dy), high)
        awry = float(np.clip(rng.normal(0, 1) ** 3 * 0.2, -0.8, 0.8))
        return [first, replace(first, at=at, turn=turn + awry, shade=shade(rng))]
    side = way + np.pi / 2 * (1 if rng.random() < 0.5 else -1) + float(rng.normal(0, 0.4))
    gap = wide * (1.06 + abs(float(rng.normal(0, 0.2))))
    at = (float(x + np.cos(side) * gap), float(y + np.sin(side) * gap), 0.0)
    neat = rng.random() < 0.4
    return [
        first,
        replace(first, at=at, turn=side if neat else float(rng.uniform(0, 6.28)), shade=shade(rng)),
    ]


def miner_on(rng: np.random.Generator, player: int, field: Field, centre: Array, habits: Habits) -> Piece:
    """A miner put on a field: on its middle, more or less."""
    x, y = centre + np.clip(rng.normal(0, 1.2 + 2 * habits.off_mm, 2), -9, 9)
    turn = float(rng.uniform(0, 2 * np.pi))
    return Piece("miner", player, (float(x), float(y), 0.0), turn, on=(field,), shade=shade(rng))


def fitted(
    rng: np.random.Generator,
    pieces: Sequence[Piece],
    look: ThingLook,
    habits: Habits,
    loose: frozenset[int],
) -> tuple[Piece, ...]:
    """The pieces on the board with the loose ones pushed aside where they meet, or laid over the others."""
    pairs = [
        (a, b)
        for field in sorted({field for piece in pieces for field in piece.on})
        for here in [[k for k, piece in enumerate(pieces) if field in piece.on]]
        for n, a in enumerate(here)
        for b in here[n + 1 :]
    ]
    pairs = [(a, b) for a, b in sorted(set(pairs)) if not _is_stack(pieces[a], pieces[b])]
    bars = _bars(pieces, look)
    both = np.array(pairs, np.int64).reshape(-1, 2)
    crossing = np.array(
        [_may_cross(pieces[a], pieces[b]) and rng.random() < habits.crossing for a, b in pairs], bool
    )
    bars = settled(bars, both[~crossing], np.array([k in loose for k in range(len(pieces))], bool))
    placed = [
        replace(piece, at=(float(x), float(y), piece.at[2]), turn=float(turn))
        for piece, (x, y), turn in zip(pieces, bars.at, bars.turn, strict=True)
    ]
    return tuple(_raised(placed, bars, both, look, loose))


def _bars(pieces: Sequence[Piece], look: ThingLook) -> Bars:
    long, wide, _ = look.stick_mm
    radius = {"stick": wide / 2, "stone": look.stone_mm[0] * _SOFT, "miner": look.miner_mm[0] / 2}
    return Bars(
        np.array([piece.at[:2] for piece in pieces]).reshape(-1, 2),
        np.array([piece.turn for piece in pieces]),
        np.array([(long - wide) / 2 if piece.kind == "stick" else 0.0 for piece in pieces]),
        np.array([radius[piece.kind] for piece in pieces]),
    )


def _is_stack(one: Piece, other: Piece) -> bool:
    return one.at[2] != other.at[2] and one.kind == other.kind == "stone"


def _may_cross(one: Piece, other: Piece) -> bool:
    return one.kind == other.kind == "stick" and set(one.on) != set(other.on)


def _raised(
    pieces: list[Piece], bars: Bars, pairs: Array, look: ThingLook, loose: frozenset[int]
) -> list[Piece]:
    """Sticks that still overlap others lie over them: one of their ends is raised."""
    if not len(pairs):
        return pieces
    s, t, _, deep = bars.nearest(pairs)
    ends = {
        k: [p.at[2] - p.rise / 2, p.at[2] + p.rise / 2] for k, p in enumerate(pieces) if p.kind == "stick"
    }
    lifted: set[int] = set()
    for n in np.flatnonzero(deep > 0.8):
        low, high = (int(k) for k in pairs[n])
        arm, under = float(t[n]), float(s[n])
        if not (low in ends and high in ends and {low, high} & loose):
            continue
        if high not in loose:
            low, high, arm, under = high, low, under, arm
        half = look.stick_mm[0] / 2
        below = float(np.interp(under, (-half, half), ends[low]))
        end = int(arm > 0)
        level = (below + look.stick_mm[2]) * min(2 * half / (half + abs(arm)), 1.5)
        ends[high][end] = max(ends[high][end], level)
        lifted.add(high)
    return [
        replace(piece, at=(*piece.at[:2], sum(ends[k]) / 2), rise=ends[k][1] - ends[k][0])
        if k in lifted
        else piece
        for k, piece in enumerate(pieces)
    ]
