"""What the lot reader is shown in training: looks at simulated boards through poses that are not quite right."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.alien_city import board
from vision.alien_city.reading import LOT_STATES, TURNED_MARKS
from vision.alien_city.sheets import Blob, at_scale, board_colours, cut, lean_of, normalised
from vision.lens import Floats
from vision.pose import Pose, fit_pose
from vision.training.alien_city.pictures import MANY_HARD, Drawing, Sample
from vision.training.colouring import Colouring, recoloured
from vision.training.hidden import hidden_share

DRAWING = Drawing((800, 600), hands=0.2, hard=MANY_HARD)
"""Lots are about as many pixels wide as in a photo of 1280x960 halved; the scenes have hands of their own, too."""

HIDDEN = len(LOT_STATES)

# A tile no farther than this from its place, in lots, is still the one that is meant there.
_SAME_TILE, _SAME_TILE_ASTRAY = 1.2, 0.5
_ALIGNED_LOTS, _ALIGNED_DEGREES = 0.6, 20.0


@dataclass(frozen=True, eq=False)
class LotExample:
    """One training example of the lot reader: its inputs and what it should say.

    states: (15, 80) soft targets, all 0 for "no opinion"; marks: (20,), -1 for "no opinion";
    shifts: (20, 2) lots, NaN for "no opinion"; tile: (20,) 1, 0 or -1 for "no opinion".
    """

    colours: Blob
    lean: Blob
    light: Blob
    states: Blob
    marks: npt.NDArray[np.int64]
    shifts: Blob
    tile: npt.NDArray[np.int64]

    def mirrored(self) -> LotExample:
        """The same board seen in a mirror beside it: pieces look the same, icons hardly less like themselves."""
        lots, tiles = (board.ROWS, board.COLUMNS), (board.TILE_ROWS, board.TILE_COLUMNS)
        states = self.states.reshape(-1, *lots)[..., ::-1].reshape(len(self.states), -1)
        # The corners ^ > v < of MARKS change places in pairs.
        marks = np.where(self.marks < 0, self.marks, self.marks ^ 1)
        shifts = self.shifts.reshape(*tiles, 2)[:, ::-1].reshape(-1, 2) * np.array([-1, 1], np.float32)
        return LotExample(
            self.colours[..., ::-1].copy(),
            self.lean[..., ::-1] * np.array([-1, 1], np.float32)[:, None, None],
            self.light,
            states,
            marks.reshape(tiles)[:, ::-1].ravel(),
            shifts,
            self.tile.reshape(tiles)[:, ::-1].ravel(),
        )


def lot_example(sample: Sample, rng: np.random.Generator) -> LotExample:
    """Look at a sample through a wrong pose, in other light; mostly slightly wrong, sometimes far astray."""
    kind = rng.random()
    astray = kind < 0.1
    if astray:
        pose = _astray(sample.pose, rng)
    else:
        pose = slightly_wrong(sample.pose, 0.02 if kind < 0.47 else 0.2 if kind < 0.77 else 0.5, rng)
    states, covered, marks = sample.states, sample.covered, sample.marks
    true_centres = sample.pose.project(board.tile_centres())
    turned = rng.random() < 0.5
    if turned:
        pose = board.turned(pose)
        states, covered = states[::-1], covered[::-1]
        marks = np.array(TURNED_MARKS)[marks[::-1]]
        true_centres = true_centres[::-1]
    shifts = (on_table(true_centres, pose) - board.tile_centres()[:, :2]) / board.LOT
    there = np.abs(shifts).max(axis=1) < (_SAME_TILE_ASTRAY if astray else _SAME_TILE)
    tile_covered = covered.reshape(5, 2, 4, 2).mean(axis=(1, 3)).ravel()
    tile = np.where(there & (tile_covered <= 0.5), 1, -1)
    targets = _targets(states, covered)
    if astray:
        nothing = ~there & ~_like_a_tile(pose, sample.pose)
        tile[nothing] = 0
        targets[:, _lots_of(~there)] = 0
        # What is not board is not a hand either.
        targets[:HIDDEN, _lots_of(nothing)] = 1 / HIDDEN
        marks = np.where(there, marks, -1)
        shifts[~there] = np.nan
    colouring = Colouring.draw(rng)
    scaled = at_scale(sample.picture(), pose)
    sheets = normalised(
        [recoloured(it, colouring) for it in cut(*scaled)],
        lean_of(pose),
        recoloured(board_colours(*scaled), colouring),
    )
    example = LotExample(
        sheets.colours, sheets.lean, sheets.light, targets, marks, shifts.astype(np.float32), tile
    )
    return example.mirrored() if rng.random() < 0.5 else example


def _lots_of(tiles: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The lots (80,) of chosen tiles (20,)."""
    rows = tiles.reshape(board.TILE_ROWS, board.TILE_COLUMNS)
    return rows.repeat(2, axis=0).repeat(2, axis=1).ravel()


def _targets(states: npt.NDArray[np.int64], covered: Floats) -> Blob:
    """What the network should say of each lot, (15, 80): its state, as far as it can be seen."""
    unseen = hidden_share(covered)
    targets = np.zeros((HIDDEN + 1, len(states)), np.float32)
    targets[states, np.arange(len(states))] = 1 - unseen
    targets[HIDDEN] = unseen
    return targets


def _astray(pose: Pose, rng: np.random.Generator) -> Pose:
    """A pose as it results from a wrongly found board: a side missed, the long side mistaken, or no board at all."""
    world = board.CORNERS.copy()
    kind = rng.random()
    if kind < 0.4:
        side = int(rng.integers(4))
        outwards = np.array([[0, -1, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0]])[side]
        by = rng.uniform(0.8, 3.0, 2) if rng.random() < 0.5 else np.full(2, rng.uniform(0.8, 3.0))
        world[[side, (side + 1) % 4]] += outwards * by[:, None] * float(rng.choice([-1, 1])) * board.LOT
    elif kind < 0.6:
        world = np.roll(world, 1, axis=0)
    elif kind < 0.8:
        turn = rng.uniform(0, 2 * np.pi)
        world[:, :2] += np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(1, 7) * board.LOT
    else:
        turn = float(np.deg2rad(rng.uniform(20, 70)))
        middle = world.mean(axis=0)
        c, s = np.cos(turn), np.sin(turn)
        world[:, :2] = (world - middle)[:, :2] @ np.array([[c, s], [-s, c]]) + middle[:2]
    corners = pose.project(world)
    return fit_pose(board.CORNERS, corners, np.ones(4), pose.lens.size)


def _like_a_tile(pose: Pose, true: Pose) -> npt.NDArray[np.bool_]:
    """Whether each tile's place by a wrong pose, (20,), happens to be on and along some tile: it can't be judged."""
    centres = board.tile_centres()
    beside = centres + np.array([board.LOT, 0, 0])
    at, aside = (on_table(pose.project(points), true) for points in (centres, beside))
    place = at / (2 * board.LOT) - 0.5
    nearest = np.clip(np.round(place), 0, np.array([board.COLUMNS, board.ROWS]) // 2 - 1)
    near = np.abs(place - nearest).max(axis=1) * 2 < _ALIGNED_LOTS
    angle = np.degrees(np.arctan2(*(aside - at).T[::-1]))
    off = np.abs((angle + 45) % 90 - 45)
    return np.asarray(near & (off < _ALIGNED_DEGREES))


def slightly_wrong(pose: Pose, spread_lots: float, rng: np.random.Generator) -> Pose:
    """The pose one would find with the corners seen off by `spread_lots` and a guessed focal length."""
    corners = pose.project(board.CORNERS)
    lot = float(np.linalg.norm(corners[1] - corners[0])) / board.COLUMNS
    common = rng.normal(0, spread_lots * 0.6, 2)
    off = np.clip(rng.normal(0, spread_lots, (4, 2)) + common, -1.2, 1.2) * lot
    lens = None if rng.random() < 0.7 else pose.lens
    return fit_pose(board.CORNERS, corners + off, np.ones(4), pose.lens.size, lens=lens)


def on_table(pixels: Floats, pose: Pose) -> Floats:
    """Where on the table, (N, 2) millimetres, pixels (N, 2) lie."""
    rays = cv2.undistortPoints(pixels.reshape(-1, 1, 2), pose.lens.matrix, pose.lens.distortion).reshape(
        -1, 2
    )
    matrix, _ = cv2.Rodrigues(pose.rotation)
    directions = np.hstack([rays, np.ones((len(rays), 1))]) @ matrix
    centre = pose.centre
    reach = -centre[2] / directions[:, 2]
    return np.asarray(centre[:2] + directions[:, :2] * reach[:, None])
