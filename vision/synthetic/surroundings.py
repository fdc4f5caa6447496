"""What any game's picture is drawn around: table, light and shadows below, hands above."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.canvas import box_of, coverage, to_linear
from vision.synthetic.clutter import draw_flat
from vision.synthetic.glare import draw_glare
from vision.synthetic.hands import draw_hand, hand_casters
from vision.synthetic.setting import Setting
from vision.synthetic.shadows import Caster, ground_light
from vision.synthetic.stage import Blockers, Stage
from vision.synthetic.tables import draw_table
from vision.synthetic.things import FLAT, casters


def laid_out(
    setting: Setting, blockers: Blockers, shadows: Sequence[Caster], draw_board: Callable[[Stage], None]
) -> Stage:
    """Table, flat things and board in their light, under the shadows of what stands there; nothing stands yet.

    shadows: of the game's pieces. draw_board: lays what the board reflects into the picture.
    """
    view, board = setting.view, setting.board
    stage = Stage(
        to_linear(draw_table(view, setting.table, board.thickness)),
        view,
        setting.light,
        blockers,
        fine=4 if view.size[0] < 1000 else 3,
    )
    for thing in setting.things:
        if thing.kind in FLAT:
            draw_flat(stage, thing, setting.ground(thing))
    draw_board(stage)
    everything = list(shadows)
    for thing in setting.things:
        everything += casters(thing, setting.ground(thing))
    for hand in setting.hands:
        everything += hand_casters(hand)
    stage.picture[:] *= ground_light(view, setting.light, everything, board, setting.seed)
    draw_glare(stage, setting)
    return stage


def draw_hands(stage: Stage, setting: Setting, held: Sequence[Array]) -> Array:
    """Draw the hands over all; returns the share of each pixel (H, W) float32 that hands and foreign things hide.

    held: corners (n, 3) of the convex bodies in hands, which are drawn already.
    """
    mask = np.zeros((stage.size[1], stage.size[0]), np.float32)
    for hand in setting.hands:
        mask = np.maximum(mask, draw_hand(stage, hand))
    for thing in setting.things:
        if thing.on_board:
            for caster in casters(thing, 0.0):
                _silhouette(stage, caster.corners, mask)
    for corners in held:
        _silhouette(stage, corners, mask)
    return mask


def _silhouette(stage: Stage, corners: Array, mask: Array) -> None:
    """Mark in a mask (H, W) what a convex body with corners (n, 3) hides."""
    hull = cv2.convexHull(stage.view.project(corners).astype(np.float32))[:, 0]
    box = box_of(hull, stage.size) if np.abs(hull).max() < 6000 else None
    if box is not None:
        part = mask[box[1] : box[3], box[0] : box[2]]
        np.maximum(part, coverage(hull, box), out=part)
