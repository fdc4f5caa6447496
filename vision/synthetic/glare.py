"""Lamps and windows mirrored by tiles and table."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic.camera import CORNERS_MM
from vision.synthetic.light import highlight
from vision.synthetic.scene import Scene
from vision.synthetic.stage import Stage

_STEP = 16
_STRENGTH = 2.2


def draw_glare(stage: Stage, scene: Scene) -> None:
    """Add what glossy ground mirrors of the lamps to a picture (H, W, 3) of linear light."""
    tiles, table = scene.tile_look.gloss, scene.table.gloss
    if max(tiles, table) < 0.06:
        return
    view = stage.view
    spots = view.on_plane(view.grid(_STEP), 0.0)
    points = np.concatenate([spots, np.zeros((*spots.shape[:2], 1))], -1)
    up = np.broadcast_to(np.array([0.0, 0.0, 1.0]), points.shape)
    inside = np.zeros((view.size[1], view.size[0]), np.uint8)
    outline = np.rint(np.clip(view.project(CORNERS_MM), -6000, 9000) * 16).astype(np.int32)
    cv2.fillConvexPoly(inside, outline, (255,), cv2.LINE_AA, 4)
    for gloss, mask in ((tiles, inside), (table, 255 - inside)):
        if gloss < 0.06:
            continue
        rough = 0.12 + 0.5 * (1 - gloss)
        shine = np.zeros(points.shape, np.float32)
        for lamp in scene.light.lamps:
            shine += highlight(lamp, points, up, view.eye, rough)
        if shine.max() * gloss * _STRENGTH < 0.004:
            continue
        spread = view.spread(shine * np.float32(gloss * _STRENGTH / 255), _STEP)
        stage.picture[:] += spread * mask[..., None]
