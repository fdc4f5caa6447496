"""Hands over the board: fingers, palm and arm as one rounded body, lit and casting a shadow."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic import noise
from vision.synthetic.arrays import Array, linear
from vision.synthetic.board import Board
from vision.synthetic.camera import View
from vision.synthetic.canvas import Box, box_of
from vision.synthetic.colours import any_colour
from vision.synthetic.light import ambient_light, lamp_light
from vision.synthetic.setting import Hand
from vision.synthetic.shadows import Caster
from vision.synthetic.solids import circle
from vision.synthetic.stage import Stage

# Root of each finger from the palm's middle (across, along), its direction in degrees, lengths of its bones and
# its radius; millimetres of a grown-up's right hand seen from above, fingers pointing along.
_FINGERS = (
    ((-34.0, -14.0), 46.0, (40.0, 31.0, 25.0), 11.0),
    ((-26.0, 43.0), 7.0, (43.0, 26.0, 21.0), 9.3),
    ((-8.5, 48.0), 1.0, (47.0, 29.0, 22.0), 9.7),
    ((9.5, 45.0), -4.0, (43.0, 27.0, 21.0), 9.1),
    ((26.0, 36.0), -12.0, (34.0, 21.0, 19.0), 8.0),
)
_PER_FINGER = 3
_RING = circle(10)  # around the ends of bones
_FAR = -1e3
_SHRINK = 2  # how much coarser than the picture hands are drawn


def random_hand(rng: np.random.Generator, board: Board, kinds: int) -> Hand:
    """A hand that reaches over the board from somewhere; it may hold a thing of one of `kinds` kinds."""
    turn = float(rng.uniform(0, 2 * np.pi))
    reach = np.array([np.cos(turn), np.sin(turn)])
    target = board.low + (board.high - board.low) * rng.uniform(0.08, 0.92, 2)
    size = float(rng.uniform(0.78, 1.12))
    middle = target - reach * float(rng.uniform(60, 125)) * size
    hue, value = float(rng.uniform(0.025, 0.085)), float(rng.uniform(0.2, 0.95))
    skin = colorsys.hsv_to_rgb(hue, float(rng.uniform(0.3, 0.6)) * (1.2 - 0.45 * value), value)
    pose = rng.random()
    holds = -1
    if pose < 0.3:  # pointing
        curl = np.array([0.5, 0.05, 0.85, 0.95, 0.95]) + rng.normal(0, 0.1, 5)
    elif pose < 0.75:  # holding something between thumb and fingers
        curl = np.array([0.3, 0.5, 0.55, 0.6, 0.65]) + rng.normal(0, 0.1, 5)
        holds = int(rng.integers(0, kinds)) if rng.random() < 0.7 else -1
    else:
        curl = rng.uniform(0, 0.5) + rng.normal(0, 0.08, 5)
    curl = np.clip(curl, 0, 1)
    return Hand(
        (float(middle[0]), float(middle[1])),
        float(rng.uniform(35, 80)),
        turn,
        skin,
        any_colour(rng, 0.9),
        float(rng.choice([25, 60, 400])) + float(rng.uniform(0, 40)),
        size,
        bool(rng.random() < 0.4),
        float(rng.uniform(0.2, 1.3)),
        (float(curl[0]), float(curl[1]), float(curl[2]), float(curl[3]), float(curl[4])),
        int(rng.integers(0, 10_000)),
        holds,
    )


def bones(hand: Hand) -> tuple[Array, Array]:
    """Rounded bones of a hand: ends and radii (n, 2, 4) in millimetres, and whether each is sleeve (n,).

    The first fifteen are the fingers', thumb first, three each from the root to the tip.
    """
    side = -1.0 if hand.left else 1.0
    rows: list[tuple[tuple[float, ...], tuple[float, ...]]] = []
    for (root, aim, lengths, radius), curl in zip(_FINGERS, hand.curl, strict=True):
        spread = np.deg2rad(aim * hand.spread if root[1] > 0 else aim * (0.5 + 0.4 * hand.spread))
        at = np.array([root[0], root[1], -2.0])
        bend = 0.12 + 0.2 * curl
        for k, length in enumerate(lengths):
            step = np.array([-np.sin(spread) * np.cos(bend), np.cos(spread) * np.cos(bend), -np.sin(bend)])
            end = at + step * length
            rows.append(((*at, radius * (1.1 - 0.08 * k)), (*end, radius * (1.0 - 0.09 * k))))
            at = end
            bend += (0.25 + 1.25 * curl) * (0.9 if k == 0 else 0.6)
    for x, r in ((-24, 13), (-8, 14.5), (9, 14), (24, 12)):
        rows.append(((x * 0.55, -42, -1, r + 4.5), (x, 40, 0, r)))
    rows.append(((-16, -30, -4, 17), (-33, -6, -5, 13.5)))
    start, bare = -55.0, min(hand.sleeve_mm, 260.0)
    rows.append(((0, start, -3, 24), (0, start - bare, 4, 27 + bare * 0.05)))
    if hand.sleeve_mm < 260:
        cuff = max(33.0, 27 + bare * 0.05 + 6)
        rows.append(((0, start - bare + 4, 5, cuff), (0, start - 900, 60, cuff + 30)))
    b = np.array(rows, np.float64)
    b[..., 0] *= side
    b *= hand.size
    low = float((b[:15, :, 2] - b[:15, :, 3]).min())
    b[..., 2] += max(hand.height, 8 - low)
    # "Along" becomes the direction in which the hand reaches.
    c, s = np.cos(hand.turn - np.pi / 2), np.sin(hand.turn - np.pi / 2)
    across, along = b[..., 0].copy(), b[..., 1].copy()
    b[..., 0] = across * c - along * s + hand.at[0]
    b[..., 1] = across * s + along * c + hand.at[1]
    sleeve = np.zeros(len(b))
    sleeve[-1] = float(hand.sleeve_mm < 260)
    return b, sleeve


def grip(hand: Hand) -> Array:
    """Where a hand holds something (3,): between the tips of thumb and first finger, millimetres."""
    rows = bones(hand)[0]
    return np.asarray((rows[2, 1, :3] + rows[5, 1, :3]) / 2)


def hand_casters(hand: Hand) -> list[Caster]:
    """What a hand throws shadows with."""
    return [
        Caster(np.vstack([_RING * row[0, 3] + row[0, :3], _RING * row[1, 3] + row[1, :3]]))
        for row in bones(hand)[0]
    ]


def outlines(view: View, hand: Hand) -> list[npt.NDArray[np.float32]]:
    """Convex outlines (n, 2), in pixels, of a hand's bones as a camera sees them."""
    rows, _ = _in_sight(view, *bones(hand))
    ends = rows[:, :, None, :3] + rows[:, :, None, 3:] * _RING
    seen = view.project(ends.reshape(-1, 3)).reshape(len(rows), -1, 2).astype(np.float32)
    return [np.asarray(cv2.convexHull(points), np.float32)[:, 0] for points in seen]


def draw_hand(stage: Stage, hand: Hand) -> Array:
    """Draw a hand over the picture; returns how much of each pixel it covers (H, W) float32."""
    view = stage.view
    rows, sleeve = _in_sight(view, *bones(hand))
    covered = np.zeros((view.size[1], view.size[0]), np.float32)
    reach = rows[..., 3:].max() * view.focal_px / 300
    pixels = view.project(rows[..., :3].reshape(-1, 3))
    area = box_of(np.clip(np.vstack([pixels - reach, pixels + reach]), -9000, 9000), view.size, 4)
    if area is None:
        return covered
    area = (area[0] // _SHRINK * _SHRINK, area[1] // _SHRINK * _SHRINK, area[2], area[3])
    w, h = -(-(area[2] - area[0]) // _SHRINK), -(-(area[3] - area[1]) // _SHRINK)
    top = np.full((h, w), _FAR, np.float32)
    cloth, alpha = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)
    for row, is_sleeve in zip(rows, sleeve, strict=True):
        _bone(view, row, float(is_sleeve), area, top, cloth, alpha)
    if not alpha.any():
        return covered
    px_mm = view.px_per_mm / _SHRINK * 1.1
    base = np.where(top > _FAR / 2, top, float(top[top > _FAR / 2].min()))
    smooth = cv2.GaussianBlur(base, (0, 0), max(0.6, 1.5 * px_mm))
    slope = np.dstack([cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)]) * (
        -px_mm / 8
    )
    # Picture axes to world axes, through the camera's turn.
    slope = slope @ view.rotation[:2, :2].astype(np.float32)
    normal = np.dstack([slope, np.ones((h, w), np.float32)])
    normal /= np.sqrt((normal * normal).sum(2, keepdims=True))
    shade = ambient_light(stage.light, normal)
    middle = np.broadcast_to(np.array([*hand.at, hand.height]), normal.shape)
    for lamp in stage.light.lamps:
        shade += lamp_light(lamp, middle, normal)
    albedo = _skin(hand, rows, view, area, (h, w))
    fine = _cut(noise.rough(hand.number % 4), hand.number, (h, w))
    coat = linear(np.array(hand.sleeve)) * (1 + fine[..., None] * 0.22)
    albedo = np.where(cloth[..., None] > 0.5, coat, albedo)
    hollow = np.clip(smooth - base, 0, 4)[..., None]
    gloss = (np.clip(normal[..., 2:] - 0.86, 0, 1) * 0.22 * (cloth[..., None] < 0.5)) * shade * 0.3
    colour = (albedo * shade * (1 - 0.06 * hollow) + gloss).astype(np.float32)
    wide, high = w * _SHRINK, h * _SHRINK
    cover = cv2.resize(alpha, (wide, high), interpolation=cv2.INTER_LINEAR)
    painted = cv2.resize(colour, (wide, high), interpolation=cv2.INTER_LINEAR)
    part = stage.picture[area[1] : area[3], area[0] : area[2]]
    cover = np.clip(cover[: part.shape[0], : part.shape[1]], 0, 1)
    part += cover[..., None] * (painted[: part.shape[0], : part.shape[1]] - part)
    covered[area[1] : area[3], area[0] : area[2]] = cover
    return covered


def _in_sight(view: View, rows: Array, sleeve: Array) -> tuple[Array, Array]:
    """The bones, the arm cut off where the lens's formula fails: far outside the picture it folds back in."""
    k1, k2 = view.dist[:2]
    arm = rows[-1]
    steps = arm[0] + np.linspace(0, 1, 33)[:, None] * (arm[1] - arm[0])
    p = steps[:, :3] @ view.rotation.T + np.array(view.tvec)
    r2 = (p[:, :2] ** 2).sum(1) / np.maximum(p[:, 2], 1.0) ** 2
    fine = (p[:, 2] > 1.0) & (1 + r2 * (3 * k1 + 5 * k2 * r2) > 0.1)
    reach = int(np.argmin(fine)) if not fine.all() else len(fine)
    if reach < 2:
        return rows[:-1], sleeve[:-1]
    return np.concatenate([rows[:-1], [np.stack([arm[0], steps[reach - 1]])]]), sleeve


def _cut(field: Array, number: int, shape: tuple[int, int]) -> Array:
    """A part of a noise field (h, w) float32 around 0."""
    y, x = number * 13 % 300, number * 29 % 300
    big = cv2.resize(field[y : y + 700, x : x + 700], shape[::-1], interpolation=cv2.INTER_LINEAR)
    return (big.astype(np.float32) - 128) * np.float32(1 / 64)


def _skin(hand: Hand, rows: Array, view: View, area: Box, shape: tuple[int, int]) -> Array:
    """What skin reflects (h, w, 3): blotches, redder knuckles and tips, creases at the joints, nails."""
    skin = linear(np.array(hand.skin))
    blotch = _cut(noise.cloud(hand.number % 6), hand.number, shape)
    pores = _cut(noise.rough(hand.number % 4), hand.number + 1, shape)
    warm, crease, nail = (np.zeros(shape, np.uint8) for _ in range(3))
    flat = (view.project(rows[:15, :, :3]) - area[:2] + 0.5) / _SHRINK - 0.5
    scale = view.px_per_mm / _SHRINK * 1.1

    def at(point: Array) -> tuple[int, int]:
        x, y = (int(v) for v in np.rint(np.clip(point, -3000, 6000) * 16))
        return x, y

    for i in range(15):
        start, end = flat[i]
        along = end - start
        length = float(np.hypot(*along)) + 1e-3
        across = np.array([-along[1], along[0]]) / length
        r = rows[i, 0, 3] * scale
        for d in (-0.12, 0.0, 0.12):
            a, b = start + along * d + across * r * 0.6, start + along * d - across * r * 0.6
            cv2.line(crease, at(a), at(b), (110,), max(1, round(0.7 * scale)), cv2.LINE_AA, 4)
        cv2.circle(warm, at(start), max(1, round(r * 0.9 * 16)), (160,), -1, cv2.LINE_AA, 4)
        if i % _PER_FINGER == 2:
            cv2.circle(warm, at(end), max(1, round(r * 0.8 * 16)), (200,), -1, cv2.LINE_AA, 4)
            if length > 1.2 * r:
                turn = float(np.rad2deg(np.arctan2(along[1], along[0])))
                axes = (max(1, round(r * 0.62 * 16)), max(1, round(r * 0.5 * 16)))
                cv2.ellipse(nail, at(start + along * 0.85), axes, turn, 0, 360, (255,), -1, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(warm, (0, 0), max(0.6, 3 * scale)).astype(np.float32) / 255
    red = (0.12 * blotch + 0.35 * soft)[..., None] * np.array([0.12, -0.28, -0.25], np.float32)
    lines = cv2.GaussianBlur(crease, (0, 0), max(0.5, 0.5 * scale)).astype(np.float32)[..., None] / 255
    albedo = skin * (1 + 0.1 * blotch + 0.06 * pores)[..., None] * (1 + red) * (1 - 0.4 * lines)
    nails = nail[..., None].astype(np.float32) / 255
    pale = skin * 0.75 + np.array([0.22, 0.13, 0.11])
    return np.asarray(np.clip(albedo + 0.6 * nails * (pale - albedo), 0, 1), np.float32)


def _bone(
    view: View, row: Array, is_sleeve: float, area: Box, top: Array, cloth: Array, alpha: Array
) -> None:
    """Raise the height field by one rounded bone, millimetres, and widen what the hand covers."""
    ends = (view.project(row[:, :3]) - area[:2] + 0.5) / _SHRINK - 0.5
    depth = np.linalg.norm(view.eye - row[:, :3], axis=1)
    radius = row[:, 3] * view.focal_px / depth / _SHRINK
    h, w = top.shape
    x0 = int(max(0, np.floor((ends[:, 0] - radius).min()) - 1))
    x1 = int(min(w, np.ceil((ends[:, 0] + radius).max()) + 2))
    y0 = int(max(0, np.floor((ends[:, 1] - radius).min()) - 1))
    y1 = int(min(h, np.ceil((ends[:, 1] + radius).max()) + 2))
    if x1 <= x0 or y1 <= y0:
        return
    xs = np.arange(x0, x1, dtype=np.float32)[None] - np.float32(ends[0, 0])
    ys = np.arange(y0, y1, dtype=np.float32)[:, None] - np.float32(ends[0, 1])
    d = (ends[1] - ends[0]).astype(np.float32)
    t = np.clip((xs * d[0] + ys * d[1]) / (float(d @ d) + 1e-3), 0, 1)
    away = np.hypot(xs - t * d[0], ys - t * d[1])
    r = radius[0] + t * np.float32(radius[1] - radius[0])
    edge = np.clip(r - away + 0.5, 0, 1)
    rise = row[0, 2] + t * (row[1, 2] - row[0, 2])
    rise = rise + (row[0, 3] + t * (row[1, 3] - row[0, 3])) * np.sqrt(np.maximum(1 - (away / r) ** 2, 0))
    part, mark = top[y0:y1, x0:x1], cloth[y0:y1, x0:x1]
    win = (away < r + 1.5) & (rise > part)
    part[win] = rise[win]
    mark[win] = is_sleeve
    np.maximum(alpha[y0:y1, x0:x1], edge, out=alpha[y0:y1, x0:x1])
