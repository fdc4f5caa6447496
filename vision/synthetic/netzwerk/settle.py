"""Small things pushed aside until they fit beside each other, each seen from above as a rounded bar."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.synthetic.arrays import Array

_ROUNDS = 12
_FARTHEST_MM = 8.0
_MOST_TURNED = 0.22  # radians
_TOUCHING_MM = 0.2


@dataclass(frozen=True, eq=False)
class Bars:
    """Bars lying flat: middles (n, 2), turns (n,) in radians, half lengths and radii (n,), millimetres."""

    at: Array
    turn: Array
    half: Array
    radius: Array

    def nearest(self, pairs: Array) -> tuple[Array, Array, Array, Array]:
        """For pairs (m, 2): how far from its middle each one's nearest point is (m,), (m,), the direction from the
        second to the first (m, 2), and how deep they overlap (m,), less than 0 if apart."""
        i, j = pairs.T
        along = np.column_stack([np.cos(self.turn), np.sin(self.turn)])
        u, v = along[i], along[j]
        w = self.at[i] - self.at[j]
        b, d, e = (u * v).sum(1), (u * w).sum(1), (v * w).sum(1)
        s = np.clip((b * e - d) / np.maximum(1 - b * b, 1e-3), -self.half[i], self.half[i])
        t = np.clip(e + s * b, -self.half[j], self.half[j])
        s = np.clip(t * b - d, -self.half[i], self.half[i])
        way = w + s[:, None] * u - t[:, None] * v
        return s, t, way, self.radius[i] + self.radius[j] - np.linalg.norm(way, axis=1)


def settled(bars: Bars, pairs: Array, loose: Array) -> Bars:
    """The bars after loose ones (n,) have made way, as far as they can, wherever a pair (m, 2) would overlap."""
    if not len(pairs) or not loose.any():
        return bars
    at, turn = bars.at.copy(), bars.turn.copy()
    free = loose.astype(np.float64)
    i, j = pairs.T
    share = free[i] / np.maximum(free[i] + free[j], 1)
    for _ in range(_ROUNDS):
        now = Bars(at, turn, bars.half, bars.radius)
        s, t, way, deep = now.nearest(pairs)
        push = np.clip(deep + _TOUCHING_MM, 0, 3.0)
        if push.max() <= 0:
            break
        far = np.linalg.norm(way, axis=1, keepdims=True)
        apart = now.at[i] - now.at[j]
        way = np.where(far > 0.3, way, apart + 1e-6)
        way /= np.linalg.norm(way, axis=1, keepdims=True)
        for one, arm, sign, part in ((i, s, 1.0, share), (j, t, -1.0, (1 - share) * (free[i] + free[j] > 0))):
            by = (push * part * sign)[:, None] * way
            np.add.at(at, one, by * 0.8)
            c, n = np.cos(turn[one]), np.sin(turn[one])
            lever = arm * (c * by[:, 1] - n * by[:, 0])
            np.add.at(turn, one, 0.6 * lever / (bars.half[one] ** 2 + 30.0))
        moved = at - bars.at
        long = np.maximum(np.linalg.norm(moved, axis=1, keepdims=True) / _FARTHEST_MM, 1)
        at = bars.at + moved / long
        turn = bars.turn + np.clip(turn - bars.turn, -_MOST_TURNED, _MOST_TURNED)
    return Bars(at, turn, bars.half, bars.radius)
