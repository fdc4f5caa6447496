"""Lamps and windows mirrored by tiles and table."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic.light import highlight
from vision.synthetic.setting import Setting
from vision.synthetic.shadows import board_mask
from vision.synthetic.stage import Stage

_STEP = 16
_STRENGTH = 1.8
_MOST = 0.55  # of white; more would leave nothing to read


def draw_glare(stage: Stage, setting: Setting) -> None:
    """Add what glossy ground mirrors of the lamps to a picture (H, W, 3) of linear light."""
    board, table = setting.board_gloss, setting.table.gloss
    if max(board, table) < 0.06:
        return
    view = stage.view
    spots = view.on_plane(view.grid(_STEP), 0.0)
    points = np.concatenate([spots, np.zeros((*spots.shape[:2], 1))], -1)
    up = np.broadcast_to(np.array([0.0, 0.0, 1.0]), points.shape)
    half = (-(-view.size[0] // 2), -(-view.size[1] // 2))
    inside = board_mask(view, setting.board, 2)
    total = np.zeros((*half[::-1], 3), np.float32)
    for gloss, mask in ((board, inside), (table, 255 - inside)):
        if gloss < 0.06:
            continue
        rough = 0.12 + 0.5 * (1 - gloss)
        shine = np.zeros(points.shape, np.float32)
        for lamp in setting.light.lamps:
            shine += highlight(lamp, points, up, view.eye, rough)
        if shine.max() * gloss * _STRENGTH > 0.006:
            share = cv2.merge([mask, mask, mask]).astype(np.float32)
            total += cv2.multiply(view.spread(shine * np.float32(gloss * _STRENGTH / 255), _STEP, 2), share)
    if total.any():
        np.minimum(total, _MOST, out=total)
        cv2.accumulate(cv2.resize(total, view.size, interpolation=cv2.INTER_LINEAR), stage.picture)
