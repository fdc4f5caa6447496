"""What is seen of every lot: shares hidden by hands and by other pieces."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic.alien_city.grid import LOT_MM
from vision.synthetic.alien_city.scene import Piece, PieceLook
from vision.synthetic.arrays import Array
from vision.synthetic.camera import View
from vision.synthetic.shares import share_where
from vision.synthetic.solids import pyramid

_N = 9
_SQUARE = np.stack(np.meshgrid((np.arange(_N) + 0.5) / _N, (np.arange(_N) + 0.5) / _N), -1).reshape(-1, 2)


def ground_points() -> Array:
    """Points (80, 81, 3) spread evenly over the lots' squares, millimetres."""
    lots = np.arange(80)
    corner = np.column_stack([lots % 8, lots // 8]) * LOT_MM
    flat = corner[:, None] + _SQUARE[None] * LOT_MM
    return np.concatenate([flat, np.zeros((*flat.shape[:2], 1))], -1)


def tower_points(piece: Piece, look: PieceLook, eye: Array) -> Array:
    """Points (n, 3) spread over the sides of a standing tower that face the camera."""
    body = pyramid(look.tower_base, look.tower_height, piece.at, piece.turn, lean=piece.lean)
    facing = (body.normals * (eye - body.middles)).sum(1) > 0
    a = np.array([(i, j, 5 - i - j) for i in range(6) for j in range(6 - i)]) + 1 / 3
    a = a / a.sum(1, keepdims=True)
    parts = [
        a @ body.corners[list(face)] for face, seen in zip(body.faces[:4], facing[:4], strict=True) if seen
    ]
    return np.vstack(parts)


def dome_points(piece: Piece, look: PieceLook) -> Array:
    """Points (n, 3) spread over the upper side of a dome or coin."""
    t = np.arange(40) * 2.39996
    r = np.sqrt((np.arange(40) + 0.5) / 40) * look.dome_width / 2
    z = look.dome_height * np.sqrt(np.clip(1 - (2 * r / look.dome_width) ** 2, 0, 1))
    if look.dome_shape != "bead":
        z = np.full(40, look.dome_height)
    return np.asarray(np.column_stack([r * np.cos(t), r * np.sin(t), z]) + np.array(piece.at))


def covered_lots(view: View, mask: Array, pieces: tuple[Piece, ...], look: PieceLook) -> Array:
    """Share of each lot (80,) that a mask (H, W) of shares hides: of its ground or its piece, whichever is more."""
    covered = share_where(view, mask, ground_points())
    for piece in pieces:
        if piece.lot is not None and piece.kind in ("tower", "dome"):
            points = (
                tower_points(piece, look, view.eye) if piece.kind == "tower" else dome_points(piece, look)
            )
            covered[piece.lot] = max(covered[piece.lot], float(share_where(view, mask, points)))
    return covered


def seen_lots(view: View, pieces: tuple[Piece, ...], look: PieceLook, bodies: list[Array]) -> Array:
    """Share of each lot (80,) that other pieces leave in view: of its piece, or of its ground if it is empty.

    bodies: corners (n, 3) of each piece's convex hull, in the order of `pieces`.
    """
    shrink = 2
    owner = np.full((-(-view.size[1] // shrink), -(-view.size[0] // shrink)), 255, np.uint8)
    eye = view.eye
    on_board = [i for i, p in enumerate(pieces) if p.lot is not None]
    for i in sorted(
        on_board, key=lambda i: -float(np.hypot(pieces[i].at[0] - eye[0], pieces[i].at[1] - eye[1]))
    ):
        pixels = np.clip((view.project(bodies[i]) + 0.5) / shrink - 0.5, -4000, 4000)
        hull = cv2.convexHull(np.rint(pixels * 16).astype(np.int32))
        cv2.fillConvexPoly(owner, hull, (pieces[i].lot or 0,), cv2.LINE_8, 4)

    def owners(points: Array) -> Array:
        pixels = np.rint((view.project(points) + 0.5) / shrink - 0.5).astype(np.int64)
        x, y = pixels[..., 0], pixels[..., 1]
        inside = (x >= 0) & (x < owner.shape[1]) & (y >= 0) & (y < owner.shape[0])
        return np.where(inside, owner[y.clip(0, owner.shape[0] - 1), x.clip(0, owner.shape[1] - 1)], 254)

    seen = (owners(ground_points()) == 255).mean(1).astype(np.float32)
    for i in on_board:
        piece, lot = pieces[i], pieces[i].lot
        if piece.kind != "cap" and lot is not None:
            points = tower_points(piece, look, eye) if piece.kind == "tower" else dome_points(piece, look)
            seen[lot] = (owners(points) == lot).mean()
    return np.asarray(seen, np.float32)
