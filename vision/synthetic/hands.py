"""Hands over the board: fingers, palm and arm as one rounded body, lit and casting a shadow."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np

from vision.synthetic import noise
from vision.synthetic.arrays import Array, linear
from vision.synthetic.camera import BOARD_MM, View
from vision.synthetic.colours import any_colour
from vision.synthetic.light import ambient_light, lamp_light
from vision.synthetic.scene import Hand
from vision.synthetic.shadows import Caster
from vision.synthetic.stage import Stage

# Root of each finger from the palm's middle (across, along), its direction in degrees, lengths of its bones and
# its radius; millimetres of a grown-up's right hand seen from above, fingers pointing along.
_FINGERS = (
    ((-38.0, -12.0), 48.0, (40.0, 32.0, 26.0), 11.0),
    ((-27.0, 45.0), 7.0, (44.0, 26.0, 21.0), 9.2),
    ((-8.0, 49.0), 1.0, (48.0, 29.0, 22.0), 9.6),
    ((11.0, 45.0), -4.0, (44.0, 27.0, 21.0), 9.0),
    ((27.0, 36.0), -12.0, (35.0, 21.0, 19.0), 7.9),
)


def random_hand(rng: np.random.Generator) -> Hand:
    """A hand that reaches over the board from somewhere."""
    turn = float(rng.uniform(0, 2 * np.pi))
    reach = np.array([np.cos(turn), np.sin(turn)])
    target = np.array(BOARD_MM) * rng.uniform(0.08, 0.92, 2)
    size = float(rng.uniform(0.78, 1.1))
    middle = target - reach * float(rng.uniform(60, 125)) * size
    hue, value = float(rng.uniform(0.025, 0.085)), float(rng.uniform(0.22, 0.96))
    skin = colorsys.hsv_to_rgb(hue, float(rng.uniform(0.28, 0.62)) * (1.2 - 0.45 * value), value)
    pose = rng.random()
    if pose < 0.35:  # pointing
        curl = np.array([0.5, 0.05, 0.85, 0.95, 0.95]) + rng.normal(0, 0.1, 5)
    elif pose < 0.75:  # holding something between thumb and fingers
        curl = np.array([0.35, 0.45, 0.5, 0.55, 0.6]) + rng.normal(0, 0.1, 5)
    else:
        curl = rng.uniform(0, 0.5) + rng.normal(0, 0.08, 5)
    curl = np.clip(curl, 0, 1)
    return Hand(
        (float(middle[0]), float(middle[1])),
        float(rng.uniform(30, 75)),
        turn,
        skin,
        any_colour(rng, 0.9),
        float(rng.choice([25, 60, 400])) + float(rng.uniform(0, 40)),
        size,
        bool(rng.random() < 0.4),
        float(rng.uniform(0.3, 1.5)),
        (float(curl[0]), float(curl[1]), float(curl[2]), float(curl[3]), float(curl[4])),
        int(rng.integers(0, 10_000)),
    )


def bones(hand: Hand) -> tuple[Array, Array]:
    """Rounded bones of a hand: ends and radii (n, 2, 4) in millimetres, and whether each is sleeve (n,)."""
    side = -1.0 if hand.left else 1.0
    rows: list[tuple[tuple[float, ...], tuple[float, ...]]] = []
    sleeve: list[bool] = []
    lift = 0.0
    for (root, aim, lengths, radius), curl in zip(_FINGERS, hand.curl, strict=True):
        spread = np.deg2rad(aim * hand.spread if root[1] > 0 else aim * (0.5 + 0.4 * hand.spread))
        at = np.array([root[0], root[1], lift - 2])
        bend = 0.12 + 0.2 * curl
        for k, length in enumerate(lengths):
            step = np.array([-np.sin(spread) * np.cos(bend), np.cos(spread) * np.cos(bend), -np.sin(bend)])
            end = at + step * length
            r0, r1 = radius * (1.08 - 0.08 * k), radius * (1.0 - 0.09 * k)
            rows.append(((*at, r0), (*end, r1)))
            sleeve.append(False)
            at = end
            bend += (0.25 + 1.25 * curl) * (0.9 if k == 0 else 0.6)
    for x, r in ((-24, 13), (-8, 14), (9, 13.5), (24, 12)):
        rows.append(((x * 0.55, -42, -1, r + 4.5), (x, 42, 0, r)))
        sleeve.append(False)
    rows.append(((-16, -30, -4, 17), (-34, -2, -6, 13)))
    sleeve.append(False)
    start = -55.0
    bare = min(hand.sleeve_mm, 260.0)
    rows.append(((0, start, -3, 24), (0, start - bare, 4, 27 + bare * 0.05)))
    sleeve.append(False)
    if hand.sleeve_mm < 260:
        rows.append(((0, start - bare + 4, 0, 34), (0, start - 420, 25, 50)))
        sleeve.append(True)
    b = np.array(rows, np.float64)
    b[..., 0] *= side
    b *= hand.size
    low = float((b[:15, :, 2] - b[:15, :, 3]).min())
    b[..., 2] += hand.height
    if low + hand.height < 8:
        b[..., 2] += 8 - (low + hand.height)
    # "Along" becomes the direction in which the hand reaches.
    c, s = np.cos(hand.turn - np.pi / 2), np.sin(hand.turn - np.pi / 2)
    x, y = b[..., 0].copy(), b[..., 1].copy()
    b[..., 0], b[..., 1] = x * c - y * s + hand.at[0], x * s + y * c + hand.at[1]
    return b, np.array(sleeve)


def hand_casters(hand: Hand) -> list[Caster]:
    """What a hand throws shadows with."""
    t = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    ring = np.column_stack([np.cos(t), np.sin(t), np.zeros(8)])
    return [
        Caster(np.vstack([ring * row[0, 3] + row[0, :3], ring * row[1, 3] + row[1, :3]]))
        for row in bones(hand)[0]
    ]


def draw_hand(stage: Stage, hand: Hand, shrink: int = 2) -> Array:
    """Draw a hand over the picture; returns how much of each pixel it covers (H, W) float32."""
    rows, sleeve = bones(hand)
    view = stage.view
    w, h = (-(-n // shrink) for n in stage.size)
    top = np.full((h, w), -1e3, np.float32)
    cloth = np.zeros((h, w), np.float32)
    for row, is_sleeve in zip(rows, sleeve, strict=True):
        _bone(view, row, float(is_sleeve), top, cloth, shrink)
    mask = (top > -500).astype(np.float32)
    base = np.where(top > -500, top, top[top > -500].min() if (top > -500).any() else 0)
    mm = 1 / (view.px_per_mm / shrink)
    smooth = cv2.GaussianBlur(base, (0, 0), 1.6 / mm)
    normal = np.dstack(
        [
            -cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8 / mm,
            -cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8 / mm,
            np.ones_like(base),
        ]
    )
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    # Picture axes to world axes: x right and y down on the chip seen through the camera's turn.
    turn = view.rotation[:2, :2]
    flat = normal[..., :2] @ turn
    normal = np.dstack([flat, normal[..., 2:]]).astype(np.float32)
    middle = np.array([[[*hand.at, hand.height]]])
    light = stage.light
    shade = ambient_light(light, normal)
    for lamp in light.lamps:
        shade += lamp_light(lamp, np.broadcast_to(middle, normal.shape), normal)
    field = noise.rough(hand.number % 4)[: h * 1, : w * 1].astype(np.float32)
    field = np.asarray(cv2.resize(field, (w, h)))
    blotch = cv2.resize(noise.cloud(hand.number % 6)[:512, :512], (w, h)).astype(np.float32)
    skin = linear(np.array(hand.skin))
    albedo = skin * (1 + (field[..., None] - 128) * 0.0012 + (blotch[..., None] - 128) * 0.0016)
    red = np.clip((blotch - 128) / 250, -0.2, 0.3)[..., None] * np.array([0.15, -0.25, -0.25], np.float32)
    albedo = albedo * (1 + red)
    coat = linear(np.array(hand.sleeve)) * (1 + (field[..., None] - 128) * 0.003)
    albedo = np.where(cloth[..., None] > 0.5, coat, albedo)
    gloss = np.clip(normal[..., 2:] - 0.9, 0, 1) * 0.1 * (cloth[..., None] < 0.5)
    crease = np.clip(smooth - base, -4, 4)[..., None]
    colour = albedo * shade * (1 - 0.05 * np.clip(crease, 0, 4)) + gloss * shade * 0.25
    cover = cv2.resize(mask, view.size, interpolation=cv2.INTER_LINEAR)
    cover = np.clip(cover, 0, 1)
    painted = cv2.resize(colour.astype(np.float32), view.size, interpolation=cv2.INTER_LINEAR)
    stage.picture[:] += cover[..., None] * (painted - stage.picture)
    return np.asarray(cover, np.float32)


def _bone(view: View, row: Array, is_sleeve: float, top: Array, cloth: Array, shrink: int) -> None:
    """Raise the height field by one rounded bone."""
    ends = (view.project(row[:, :3]) + 0.5) / shrink - 0.5
    depth = np.linalg.norm(view.eye - row[:, :3], axis=1)
    radius = row[:, 3] * view.focal_px / depth / shrink
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
    length = float(d @ d) + 1e-3
    t = np.clip((xs * d[0] + ys * d[1]) / length, 0, 1)
    away = np.hypot(xs - t * d[0], ys - t * d[1])
    r = radius[0] + t * (radius[1] - radius[0])
    inside = away < r
    height = row[0, 2] + t * (row[1, 2] - row[0, 2])
    rise = height + (row[0, 3] + t * (row[1, 3] - row[0, 3])) * np.sqrt(np.maximum(1 - (away / r) ** 2, 0))
    part, mark = top[y0:y1, x0:x1], cloth[y0:y1, x0:x1]
    win = inside & (rise > part)
    part[win] = rise[win]
    mark[win] = is_sleeve
