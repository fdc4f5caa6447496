"""What is seen of everything on a landscape: shares that neither other things nor hands hide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import DESERT
from engine.netzwerk.state import State
from vision.pose import Pose
from vision.synthetic.arrays import Array
from vision.synthetic.camera import View
from vision.synthetic.netzwerk.bodies import Body
from vision.synthetic.netzwerk.grid import centre
from vision.synthetic.netzwerk.prints import drawn_centres, print_centres
from vision.synthetic.netzwerk.scene import PLAYERS, Laid, PrintLook
from vision.synthetic.shares import share_where

_NOBODY = -1
_SPIRAL = np.sqrt((np.arange(60) + 0.5) / 60)[:, None] * np.column_stack(
    [np.cos(np.arange(60) * 2.39996), np.sin(np.arange(60) * 2.39996)]
)

# Shares of four corners that make points spread over a face.
_GRID = np.array([
    ((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v)
    for u in np.linspace(0.06, 0.94, 8) for v in np.linspace(0.06, 0.94, 8)
])  # fmt: skip


@dataclass(frozen=True, eq=False)
class Sight:
    """Which body is seen in each pixel of the picture at half size, and how much hands hide (H, W), 0 to 1."""

    view: View
    owner: Array
    hidden: Array

    def shares(self, points: Sequence[Array], owners: Sequence[int]) -> list[float]:
        """For each set of points (n, 3), the share at which its owner, a body or none, is seen."""
        if not points:
            return []
        lengths = np.array([len(each) for each in points])
        pixels = self.view.project(np.vstack(points))
        own = self._at(self.owner, (pixels + 0.5) / 2 - 0.5, -2) == np.repeat(owners, lengths)
        seen = own * (1 - self._at(self.hidden, pixels, 1.0))
        return [float(s) for s in np.add.reduceat(seen, np.cumsum(lengths) - lengths) / lengths]

    @staticmethod
    def _at(values: Array, pixels: Array, outside: float) -> Array:
        x, y = np.rint(pixels).astype(np.int64).T
        h, w = values.shape
        inside = (x >= 0) & (x < w) & (y >= 0) & (y < h)
        return np.where(inside, values[y.clip(0, h - 1), x.clip(0, w - 1)], outside)


def sight(view: View, bodies: Sequence[Body], order: Sequence[int], hidden: Array) -> Sight:
    """What a camera sees of bodies drawn in an order, the last in front."""
    owner = np.full((-(-view.size[1] // 2), -(-view.size[0] // 2)), _NOBODY, np.int16)
    for k in order:
        for solid in bodies[k].solids:
            pixels = np.clip((view.project(solid.corners) + 0.5) / 2 - 0.5, -2000, 2000)
            hull = cv2.convexHull(np.rint(pixels * 16).astype(np.int32))
            cv2.fillConvexPoly(owner, hull, (k,), cv2.LINE_8, 4)
    return Sight(view, owner, hidden)


def points_on(body: Body, eye: Array) -> Array:
    """Points (n, 3) spread over what a camera may see of a body, most of them on top."""
    if body.piece.kind == "stick":
        return np.asarray(_GRID @ body.hull[4:])
    points = []
    for solid in body.solids:
        facing = (solid.normals * (eye - solid.middles)).sum(1) > 0
        for number in np.flatnonzero(facing & (solid.normals[:, 2] > -0.1)):
            corners = solid.corners[list(solid.faces[number])]
            points.append(_inwards(corners, 6 if solid.normals[number, 2] > 0.9 else 2))
    return np.vstack(points)


def _inwards(corners: Array, rounds: int) -> Array:
    """A face's corners (n, 3) on so many smaller rings (n * rounds, 3)."""
    shares = np.linspace(0.2, 0.85, rounds)[:, None, None]
    middle = corners.mean(0)
    return np.asarray((middle + shares * (corners - middle)).reshape(-1, 3))


def seen_pieces(
    sight_: Sight, bodies: Sequence[Body]
) -> tuple[dict[Field, float], dict[Field, float], dict[tuple[str, Connection], float]]:
    """Shares seen of the stones and of the miner by field, of the connectors by player and connection."""
    stones: dict[Field, list[float]] = {}
    miners: dict[Field, float] = {}
    connectors: dict[tuple[str, Connection], float] = {}
    numbers = [k for k, body in enumerate(bodies) if body.piece.on]
    points = [points_on(bodies[k], sight_.view.eye) for k in numbers]
    for k, share in zip(numbers, sight_.shares(points, numbers), strict=True):
        piece = bodies[k].piece
        if piece.kind == "stone":
            stones.setdefault(piece.on[0], []).append(share)
        elif piece.kind == "miner":
            miners[piece.on[0]] = share
        else:
            connectors[PLAYERS[piece.colour], piece.connection] = share
    return {field: float(np.mean(shares)) for field, shares in stones.items()}, miners, connectors


def places_of_things(
    view: View, bodies: Sequence[Body]
) -> tuple[dict[Field, list[Array]], dict[Field, tuple[str, Array]]]:
    """By field: pixels (2,) of the middles of the stones; whose miner stands there and the pixel of its middle."""
    stones: dict[Field, list[Array]] = {}
    miners: dict[Field, tuple[str, Array]] = {}
    things = [body for body in bodies if body.piece.on and body.piece.kind != "stick"]
    if not things:
        return stones, miners
    middles = view.project(np.array([(body.hull.min(0) + body.hull.max(0)) / 2 for body in things]))
    for body, middle in zip(things, middles, strict=True):
        if body.piece.kind == "stone":
            stones.setdefault(body.piece.on[0], []).append(middle)
        else:
            miners[body.piece.on[0]] = PLAYERS[body.piece.colour], middle
    return stones, miners


def seen_values(
    sight_: Sight, state: State, centres: dict[Field, Array], look: PrintLook
) -> dict[Field, float]:
    """Share of each city's number that is seen."""
    reach = look.numerals.size_mm * 0.5
    cities = [field for field in centres if state.board.is_city(field)]
    points = [_flat(centres[field] + _SPIRAL * reach) for field in cities]
    return dict(zip(cities, sight_.shares(points, [_NOBODY] * len(cities)), strict=True))


def covered_fields(
    view: View, mask: Array, centres: dict[Field, Array], look: PrintLook
) -> dict[Field, float]:
    """Share of each field's disc that a mask (H, W) of shares hides."""
    points = np.array([_flat(at + _SPIRAL * look.disc_mm / 2) for at in centres.values()])
    return dict(zip(centres, map(float, share_where(view, mask, points)), strict=True))


def covered_connections(
    view: View, mask: Array, state: State, centres: dict[Field, Array]
) -> dict[Connection, float]:
    """Share of each place for connectors that a mask (H, W) of shares hides."""
    fields = [field for field in centres if state.board[field] is not DESERT]
    places = sorted({Connection.of(a, b) for a in fields for b in a.neighbours() if b in fields})
    along = np.linspace(0.1, 0.9, 12)[:, None]
    points = np.array([_flat(centres[p.first] * (1 - along) + centres[p.second] * along) for p in places])
    return dict(zip(places, map(float, share_where(view, mask, points)), strict=True)) if places else {}


def _flat(points: Array) -> Array:
    return np.column_stack([points, np.zeros(len(points))])


def true_centres(laid: Sequence[Laid], origin: Array) -> dict[Field, Array]:
    """Where the middles of the prints are meant to be (2,), by field: players put pieces on these."""
    return {
        field: at
        for piece in laid
        for field, at in zip(piece.fields, print_centres(piece, origin), strict=True)
    }


def seen_centres(laid: Sequence[Laid], origin: Array, view: View) -> dict[Field, Array]:
    """Where they really are as drawn for a view (2,), by field, up to a pixel off."""
    return {
        field: at
        for piece in laid
        for field, at in zip(piece.fields, drawn_centres(piece, origin, view), strict=True)
    }


def grid_pose(view: View, centres: dict[Field, Array]) -> Pose:
    """Where the camera stands, seen from the perfect grid that fits the true centres best."""
    ideal = np.array([centre(field) for field in centres])
    true = np.array(list(centres.values()))
    a, b = ideal - ideal.mean(0), true - true.mean(0)
    turn = float(np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum()))
    c, s = np.cos(turn), np.sin(turn)
    back = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    shift = np.array([*(true.mean(0) - back[:2, :2] @ ideal.mean(0)), 0.0])
    rvec = cv2.Rodrigues(view.rotation @ back)[0].ravel()
    tvec = view.rotation @ shift + np.array(view.tvec)
    return Pose(np.asarray(rvec, np.float64), np.asarray(tvec, np.float64), view.pose.lens)
