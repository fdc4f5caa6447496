"""In which order bodies are drawn so that what is in front comes last."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import cv2
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.camera import View


def back_to_front(view: View, hulls: Sequence[Array]) -> list[int]:
    """The numbers of convex bodies, given as corners (n, 3), those first that others may hide.

    Where two overlap in the picture, one is before the other when a plane parts them with the camera on its side
    (Newell, Newell and Sancha 1972).
    """
    if not hulls:
        return []
    lengths = [len(h) for h in hulls]
    pixels = np.split(view.project(np.vstack(hulls)), np.cumsum(lengths)[:-1])
    low, high = np.array([p.min(0) for p in pixels]), np.array([p.max(0) for p in pixels])
    bottom, top = np.array([h[:, 2].min() for h in hulls]), np.array([h[:, 2].max() for h in hulls])
    away = np.array([np.hypot(*(h[:, :2].mean(0) - view.eye[:2])) for h in hulls])
    feet = [cv2.convexHull(h[:, :2].astype(np.float32))[:, 0] for h in hulls]
    meet = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(2)
    after: list[list[int]] = [[] for _ in hulls]
    waits = np.zeros(len(hulls), np.int64)
    for i, j in np.argwhere(np.triu(meet, 1)):
        behind, before = (i, j) if _hides(j, i, feet, bottom, top, away, view.eye) else (j, i)
        after[behind].append(int(before))
        waits[before] += 1
    ready = [(-away[k], k) for k in range(len(hulls)) if waits[k] == 0]
    heapq.heapify(ready)
    order, left = [], set(range(len(hulls)))
    while left:
        # In a ring of bodies that hide each other none is ready, and the farthest is taken.
        k = heapq.heappop(ready)[1] if ready else max(left, key=lambda k: away[k])
        if k not in left:
            continue
        left.remove(k)
        order.append(k)
        for other in after[k]:
            waits[other] -= 1
            if waits[other] == 0:
                heapq.heappush(ready, (-away[other], other))
    return order


def _hides(
    one: int, other: int, feet: list[Array], bottom: Array, top: Array, away: Array, eye: Array
) -> bool:
    """Whether one body may hide the other, and not the other it."""
    if bottom[one] >= top[other] - 0.1:
        return True
    if bottom[other] >= top[one] - 0.1:
        return False
    for a, b, answer in ((one, other, True), (other, one, False)):
        side = _parting(feet[a], feet[b], eye[:2])
        if side is not None:
            return answer if side else not answer
    if abs(bottom[one] + top[one] - bottom[other] - top[other]) > 1.0:
        return bool(bottom[one] + top[one] > bottom[other] + top[other])
    return bool(away[one] < away[other])


def _parting(foot: Array, far: Array, eye: Array) -> bool | None:
    """Whether the eye is on a foot's side of one of its edges that parts it from another foot; None if none does."""
    along = np.roll(foot, -1, 0) - foot
    normal = np.column_stack([along[:, 1], -along[:, 0]])
    middle = foot.mean(0)
    normal *= np.sign(((foot - middle) * normal).sum(1))[:, None]
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9
    reach = (foot * normal).sum(1)
    gaps = (far @ normal.T).min(0) - reach
    best = int(np.argmax(gaps))
    if gaps[best] < -0.3:
        return None
    return bool(eye @ normal[best] < reach[best])
