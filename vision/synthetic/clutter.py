"""Drawing things that lie about on a table: sheets before any light falls on them, the rest already lit."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic.arrays import Array, linear
from vision.synthetic.camera import View
from vision.synthetic.canvas import box_of, coverage, lay, stroke, to_linear
from vision.synthetic.colours import mixed
from vision.synthetic.domes import Print, draw_disc
from vision.synthetic.printed_things import printed_on
from vision.synthetic.pyramids import draw_solid
from vision.synthetic.setting import Material, Thing
from vision.synthetic.solids import box, circle
from vision.synthetic.stage import Stage


def _flat_sheet(stage: Stage, thing: Thing, ground: float, picture: Array) -> None:
    """A printed rectangle lying on the table; picture (h, w, 3) uint8 sRGB."""
    corners = box((*thing.size, thing.height), (*thing.at, ground), thing.turn).corners[4:]
    draw_print(stage, corners, picture)


def draw_print(stage: Stage, corners: Array, picture: Array, light: Array | None = None) -> None:
    """A picture (h, w, 3) uint8 sRGB on a flat quadrilateral (4, 3) mm, from its lower left corner anticlockwise.

    light: (3,) on it, where it is not part of what shadows fall on later.
    """
    pixels = stage.view.project(corners)
    area = box_of(pixels, stage.size)
    if area is None or np.abs(pixels).max() > 6000:
        return
    h, w = picture.shape[:2]
    longest = max(float(np.abs(pixels.max(0) - pixels.min(0)).max()), 4)
    if longest < 0.6 * max(h, w):
        picture = cv2.resize(
            picture, None, fx=longest / max(h, w), fy=longest / max(h, w), interpolation=cv2.INTER_AREA
        )
        h, w = picture.shape[:2]
    source = np.array([[0, h], [w, h], [w, 0], [0, 0]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (pixels - area[:2]).astype(np.float32))
    size = (area[2] - area[0], area[3] - area[1])
    warp = cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    colour = to_linear(warp)
    if light is not None:
        colour = colour * light
    lay(stage.picture, area, coverage(pixels, area, fine=stage.fine), colour)


def draw_flat(stage: Stage, thing: Thing, ground: float) -> None:
    """Draw what lies flat, before any light falls on it."""
    at = np.array([*thing.at, ground])
    if thing.kind == "coaster":
        one = np.ones(3)
        colour, ring = (linear(np.array(c)) for c in thing.colours)
        rim = 4.0 if thing.number % 2 else 0.0
        matt = Material(gloss=0)
        draw_disc(
            stage, at, thing.size[0], 2.0, colour, matt, (one, np.tile(one * 0.7, (4, 1))), Print(ring, rim)
        )
    elif thing.kind == "cable":
        rng = np.random.default_rng(thing.number)
        knots = np.cumsum(rng.normal(0, 1, (7, 2)), 0)
        knots = knots / np.abs(knots).max() * np.array(thing.size) / 2
        t = np.linspace(0, 6, 60)
        path = np.column_stack([np.interp(t, range(7), knots[:, k]) for k in (0, 1)])
        path = cv2.blur(path, (1, 15), borderType=cv2.BORDER_REPLICATE) + thing.at
        line = stage.view.project(np.column_stack([path, np.full(60, ground + 2)]))
        area = box_of(line, stage.size, 12)
        if area is not None and np.abs(line).max() < 6000:
            width = thing.height * stage.view.px_per_mm
            lay(stage.picture, area, stroke(line, area, width, fine=2), linear(np.array(thing.colours[0])))
    else:
        _flat_sheet(stage, thing, ground, printed_on(thing))


def draw_thing(stage: Stage, thing: Thing, ground: float) -> None:
    """Draw what stands up from the table."""
    at = np.array([*thing.at, ground])
    albedo = linear(np.array(thing.colours[0]))
    if thing.kind in ("mug", "glass", "bowl"):
        _vessel(stage, thing, at, albedo)
        return
    if thing.kind == "coin":
        up = stage.lit(at[None], np.array([[0.0, 0, 1]]), np.array([-1]))[0]
        metal = Material(gloss=0.8, rough=0.4)
        rim = Print(albedo * 0.6, rim_mm=1.0)
        draw_disc(stage, at, thing.size[0], thing.height, albedo, metal, (up, np.tile(up * 0.6, (4, 1))), rim)
        return
    if thing.kind == "spectacles":
        _spectacles(stage, thing, at, albedo)
        return
    body = box((*thing.size, thing.height), (*thing.at, ground), thing.turn)
    if np.abs(stage.view.project(body.corners)).max() > 5000:
        return
    points, normals, numbers = body.samples
    light = stage.lit(points, normals, np.full(len(points), -1))
    if thing.kind == "pencil":
        draw_solid(stage, body, albedo, Material(gloss=0.2), light)
        c, s = np.cos(thing.turn), np.sin(thing.turn)
        reach = thing.size[0] / 2 + 8
        end = (thing.at[0] + c * reach, thing.at[1] + s * reach, ground)
        tip = box((18, thing.size[1] * 0.7, thing.height * 0.8), end, thing.turn)
        draw_solid(stage, tip, linear(np.array([0.85, 0.68, 0.45])), Material(gloss=0), light)
        return
    draw_solid(stage, body, albedo * (0.7 if thing.kind == "book" else 1), Material(gloss=0.2), light)
    top = light[numbers == 0].mean(0)
    if thing.kind in ("book", "phone"):
        draw_print(stage, body.corners[4:], printed_on(thing), top)
    elif thing.kind == "die":
        _pips(stage, thing, at, top)


def _pips(stage: Stage, thing: Thing, at: Array, light: Array) -> None:
    """Dots on a die's upper face."""
    spots = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
        5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
        6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
    }[thing.number % 6 + 1]
    c, s = np.cos(thing.turn), np.sin(thing.turn)
    colour = linear(np.array((0.05, 0.05, 0.05) if sum(thing.colours[0]) > 1.2 else (0.95, 0.95, 0.95)))
    for x, y in spots:
        d = np.array([x * c - y * s, x * s + y * c]) * thing.size[0] * 0.26
        ring = circle(12) * thing.size[0] * 0.1 + at
        ring[:, :2] += d
        ring[:, 2] += thing.height
        polygon = stage.view.project(ring)
        area = box_of(polygon, stage.size)
        if area is not None:
            lay(stage.picture, area, coverage(polygon, area), (colour * light).astype(np.float32))


def _vessel(stage: Stage, thing: Thing, at: Array, albedo: Array) -> None:
    """A mug with something in it, a glass, a bowl of nibbles."""
    view: View = stage.view
    ring = circle(40)
    r, h = thing.size[0] / 2, thing.height
    foot = view.project(ring * r * (0.6 if thing.kind == "bowl" else 0.92) + at)
    lip = view.project(ring * r + at + (0, 0, h))
    hull = cv2.convexHull(np.vstack([foot, lip]).astype(np.float32))[:, 0]
    if np.abs(hull).max() > 5000:
        return
    area = box_of(hull, stage.size)
    if area is None:
        return
    clear = thing.kind == "glass"
    sides = np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1]])
    light = stage.lit(np.tile(at + np.array([0, 0, h * 0.7]), (5, 1)), sides, np.full(5, -1))
    has_handle, is_behind = thing.kind == "mug", _turned_away(thing, view)
    if has_handle and is_behind:
        _handle(stage, thing, at, albedo * light[4] * 0.8)
    cover = coverage(hull, area, fine=2)
    xs = (np.arange(area[0], area[2]) - lip.mean(0)[0])[None, :, None]
    ys = (np.arange(area[1], area[3]) - lip.mean(0)[1])[:, None, None]
    across = view.rotation[:2, :2] @ np.array([light[0] - light[1], light[2] - light[3]]).reshape(2, 3)
    span = max(float(np.ptp(lip[:, 0])), 4.0)
    body = light[:4].mean(0) + (xs * across[0] + ys * across[1]) / span
    lay(
        stage.picture,
        area,
        cover * (0.25 if clear else 1.0),
        (albedo * np.clip(body, 0.02, None)).astype(np.float32),
    )
    rim = coverage(lip, area, fine=2)
    lay(stage.picture, area, rim * (0.2 if clear else 1.0), (albedo * light[4]).astype(np.float32))
    inner = view.project(ring * (r - 3) + at + (0, 0, h))
    lay(
        stage.picture,
        area,
        coverage(inner, area, fine=2) * (0.15 if clear else 1.0),
        (albedo * light[4] * 0.35).astype(np.float32),
    )
    level = h * (0.75 if thing.number % 3 else 0.45)
    inside = view.project(ring * (r - 4) * (0.95 if thing.kind == "bowl" else 0.97) + at + (0, 0, level))
    drink = linear(np.array(((0.09, 0.05, 0.03), (0.5, 0.25, 0.08), thing.colours[1])[thing.number % 3]))
    both = coverage(inside, area, fine=2) * coverage(inner, area, fine=2)
    lay(stage.picture, area, both * (0.5 if clear else 1.0), (drink * light[4]).astype(np.float32))
    if thing.kind == "bowl":
        _nibbles(stage, thing, at, level, light[4])
    edge = stroke(lip, area, max(1.0, 1.2 * view.px_per_mm), closed=True, fine=2)
    lay(stage.picture, area, edge * 0.5, (np.clip(albedo * 1.3 + 0.08, 0, 1) * light[4]).astype(np.float32))
    if has_handle and not is_behind:
        _handle(stage, thing, at, albedo * light[4] * 0.8)


def _turned_away(thing: Thing, view: View) -> bool:
    """Whether what a thing has on its right side is behind it."""
    x, y = thing.at - view.eye[:2]
    return bool(x * np.cos(thing.turn) + y * np.sin(thing.turn) > 0)


def _handle(stage: Stage, thing: Thing, at: Array, colour: Array) -> None:
    """The handle on the right side of a mug, in one colour (3,)."""
    c, s = np.cos(thing.turn), np.sin(thing.turn)
    u = np.linspace(-1.2, 1.2, 14)
    out, up = thing.size[0] / 2 * 0.93 + 24 * np.cos(u) - 8, thing.height * 0.5 + 26 * np.sin(u)
    line = stage.view.project(np.column_stack([out * c, out * s, up]) + at)
    area = box_of(line, stage.size, 14)
    if area is not None:
        width = 9 * stage.view.px_per_mm
        lay(stage.picture, area, stroke(line, area, width, fine=2), colour.astype(np.float32))


def _nibbles(stage: Stage, thing: Thing, at: Array, level: float, light: Array) -> None:
    """What lies in a bowl that stands at `at` (3,), `level` millimetres above that, in some light (3,)."""
    rng, radius = np.random.default_rng(thing.number), thing.size[0] / 2
    ring = circle(10)
    for _ in range(40):
        x, y = rng.normal(0, 0.3, 2) * radius
        if np.hypot(x, y) > radius * 0.75:
            continue
        blob = stage.view.project(ring * rng.uniform(4, 8) * (1, rng.uniform(0.5, 1), 1) + at + (x, y, level))
        area = box_of(blob, stage.size)
        if area is not None:
            tone = linear(np.array(mixed(thing.colours[1], (0.9, 0.7, 0.3), float(rng.random() * 0.6))))
            colour = (tone * light * rng.uniform(0.6, 1.1)).astype(np.float32)
            lay(stage.picture, area, coverage(blob, area, fine=2), colour)


def _spectacles(stage: Stage, thing: Thing, at: Array, albedo: Array) -> None:
    """Two lenses and their arms."""
    c, s = np.cos(thing.turn), np.sin(thing.turn)
    t = np.linspace(0, 2 * np.pi, 30)
    up = stage.lit(at[None] + (0, 0, 10), np.array([[0.0, 0, 1]]), np.array([-1]))[0]
    for side in (-1, 1):
        rim = np.column_stack([side * 34 + 25 * np.cos(t), np.zeros(30), 20 + 19 * np.sin(t)])
        arm = np.array([[side * 60, 0, 24], [side * 62, 70, 22], [side * 55, 130, 4]])
        for part in (rim, arm):
            world = (
                np.column_stack(
                    [part[:, 0] * c - part[:, 1] * s, part[:, 0] * s + part[:, 1] * c, part[:, 2]]
                )
                + at
            )
            line = stage.view.project(world)
            area = box_of(line, stage.size, 8)
            if area is not None and np.abs(line).max() < 5000:
                lay(
                    stage.picture,
                    area,
                    stroke(line, area, 3.2 * stage.view.px_per_mm, fine=2),
                    (albedo * up).astype(np.float32),
                )
