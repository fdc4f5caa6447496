"""What the lot reader is shown in training: looks at simulated boards through poses that are not quite right."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.alien_city import board
from vision.alien_city.reading import LOT_STATES, MARKS
from vision.alien_city.sheets import Blob, at_scale, board_colours, cut, lean_of, look, normalised
from vision.lens import Floats
from vision.photo import Picture
from vision.pose import Pose, fit_pose
from vision.training.colouring import Colouring, recoloured
from vision.training.pictures import Drawing, Sample

DRAWING = Drawing((800, 600), hands=0.0)
"""Lots are about as many pixels wide as in a photo of 1280x960 halved; the scenes' own share of hands is enough."""

# A lot that a hand covers by this much turns from "readable" to "cannot be seen".
_COVERED_FROM, _COVERED_TO = 0.25, 0.55
HIDDEN = len(LOT_STATES)


@dataclass(frozen=True, eq=False)
class LotExample:
    """One training example of the lot reader: its inputs and what it should say.

    states: (15, 80) soft targets; marks: (20,); shifts: (20, 2) lots; tile: (20,) 1, 0 or -1 for "no opinion".
    """

    colours: Blob
    lean: Blob
    light: Blob
    states: Blob
    marks: Floats
    shifts: Blob
    tile: Floats


def lot_example(sample: Sample, rng: np.random.Generator) -> LotExample:
    """Look at a sample through a slightly wrong pose, in other light; sometimes where no board is at all."""
    picture = sample.picture()
    kind = rng.random()
    if kind < 0.06:
        return _astray(sample, picture, rng)
    spread_lots = 0.02 if kind < 0.45 else 0.2 if kind < 0.75 else 0.5
    pose = _slightly_wrong(sample.pose, spread_lots, rng)
    states, covered, marks = sample.states, sample.covered, sample.marks
    true_centres = sample.pose.project(board.tile_centres())
    if rng.random() < 0.5:
        pose = board.turned(pose)
        states, covered = states[::-1], covered[::-1]
        marks = np.array([MARKS.index(MARKS[mark].turned()) for mark in marks[::-1]])
        true_centres = true_centres[::-1]
    shifts = (on_table(true_centres, pose) - board.tile_centres()[:, :2]) / board.LOT
    hidden = np.clip((covered - _COVERED_FROM) / (_COVERED_TO - _COVERED_FROM), 0, 1)
    targets = np.zeros((HIDDEN + 1, 80), np.float32)
    targets[states, np.arange(80)] = 1 - hidden
    targets[HIDDEN] = hidden
    tile_covered = covered.reshape(5, 2, 4, 2).mean(axis=(1, 3)).ravel()
    colouring = Colouring.draw(rng)
    scaled = at_scale(picture, pose)
    sheets = normalised(
        [recoloured(it, colouring) for it in cut(*scaled)],
        lean_of(pose),
        recoloured(board_colours(*scaled), colouring),
    )
    return LotExample(
        sheets.colours,
        sheets.lean,
        sheets.light,
        targets,
        marks,
        shifts.astype(np.float32),
        np.where(tile_covered > 0.5, -1, 1),
    )


def _astray(sample: Sample, picture: Picture, rng: np.random.Generator) -> LotExample:
    """A look at something that is not the board as the pose says: the network must not see tiles there."""
    pose = sample.pose
    world = board.CORNERS.copy()
    if rng.random() < 0.4:
        # The long side taken for the short one.
        world = np.roll(world, 1, axis=0)
    else:
        turn = rng.uniform(0, 2 * np.pi)
        world[:, :2] += np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(3, 7) * board.LOT
    pose = fit_pose(board.CORNERS, pose.project(world), np.ones(4), pose.lens.size)
    sheets = look(picture, pose)
    nothing = np.full((HIDDEN + 1, 80), 1 / (HIDDEN + 1), np.float32)
    return LotExample(
        sheets.colours,
        sheets.lean,
        sheets.light,
        nothing,
        np.full(20, -1),
        np.zeros((20, 2), np.float32),
        np.zeros(20, np.int64),
    )


def _slightly_wrong(pose: Pose, spread_lots: float, rng: np.random.Generator) -> Pose:
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
