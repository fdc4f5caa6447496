"""Laying shapes with clean edges into a picture of linear light."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic.arrays import Array

Box = tuple[int, int, int, int]  # x0, y0, x1, y1, pixels, end excluded
_LINEAR = np.power(np.arange(256, dtype=np.float32) / 255, 2.2).astype(np.float32)


def to_linear(picture: Array) -> Array:
    """Linear light float32 of sRGB uint8, by the usual power of 2.2."""
    return np.asarray(cv2.LUT(picture, _LINEAR), np.float32)


def box_of(points: Array, size: tuple[int, int], margin: int = 1) -> Box | None:
    """The pixels that hold points (n, 2), cut to a picture of size (width, height); None if outside."""
    low, high = points.min(0), points.max(0)
    x0, y0 = max(int(low[0]) - margin, 0), max(int(low[1]) - margin, 0)
    x1, y1 = min(int(high[0]) + margin + 2, size[0]), min(int(high[1]) + margin + 2, size[1])
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def coverage(polygon: Array, box: Box, *, convex: bool = True, fine: int = 4) -> Array:
    """Share of each pixel of a box inside a polygon (n, 2), float32 (h, w) from 0 to 1."""
    x0, y0, x1, y1 = box
    mask = np.zeros(((y1 - y0) * fine, (x1 - x0) * fine), np.uint8)
    points = np.rint((((polygon - (x0, y0)) + 0.5) * fine - 0.5) * 16).astype(np.int32)
    if convex:
        cv2.fillConvexPoly(mask, points, (255,), cv2.LINE_8, 4)
    else:
        cv2.fillPoly(mask, [points], (255,), cv2.LINE_8, 4)
    small = cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) * np.float32(1 / 255)


def stroke(line: Array, box: Box, width_px: float, *, closed: bool = False, fine: int = 4) -> Array:
    """Share of each pixel of a box under a line (n, 2) of a width, float32 (h, w)."""
    x0, y0, x1, y1 = box
    mask = np.zeros(((y1 - y0) * fine, (x1 - x0) * fine), np.uint8)
    points = np.rint((((line - (x0, y0)) + 0.5) * fine - 0.5) * 16).astype(np.int32)
    thick = max(1, round(width_px * fine))
    cv2.polylines(mask, [points], closed, (255,), thick, cv2.LINE_8, 4)
    small = cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    faint = min(1.0, width_px * fine)
    return small.astype(np.float32) * np.float32(faint / 255)


def lay(picture: Array, box: Box, alpha: Array, colour: Array) -> None:
    """Lay colour (3,) or (h, w, 3) over a part of a picture (H, W, 3) with alpha (h, w)."""
    part = picture[box[1] : box[3], box[0] : box[2]]
    a = alpha[..., None]
    part += a * (colour - part)


def blend(picture: Array, box: Box, keep: Array, add: Array) -> None:
    """picture = picture * keep + add inside a box; keep and add (h, w, 3) or (h, w, 1)."""
    part = picture[box[1] : box[3], box[0] : box[2]]
    part *= keep
    part += add


def ramp(polygon: Array, values: Array, box: Box) -> Array:
    """Values (n, 3) at a polygon's corners (n, 2) carried linearly over a box, float32 (h, w, 3)."""
    centre = polygon.mean(0)
    a = np.column_stack([polygon - centre, np.ones(len(polygon))])
    gram = a.T @ a
    gram[0, 0] += 0.3
    gram[1, 1] += 0.3
    slope = np.linalg.solve(gram, a.T @ values)
    gx, gy, g0 = slope.astype(np.float32)
    xs = (np.arange(box[0], box[2], dtype=np.float32) - np.float32(centre[0]))[None, :, None] * gx
    ys = (np.arange(box[1], box[3], dtype=np.float32) - np.float32(centre[1]))[:, None, None] * gy + g0
    plane = xs + ys
    np.maximum(plane, values.min(0).astype(np.float32), out=plane)
    np.minimum(plane, values.max(0).astype(np.float32), out=plane)
    return np.asarray(plane, np.float32)


def inside(outer: Box, inner: Box) -> tuple[slice, slice]:
    """Rows and columns of a box within an array that covers another."""
    return slice(inner[1] - outer[1], inner[3] - outer[1]), slice(inner[0] - outer[0], inner[2] - outer[0])


def cut(box: Box, points: Array) -> Box | None:
    """The part of a box that points (n, 2) may touch."""
    low, high = points.min(0), points.max(0)
    x0, y0 = max(box[0], int(low[0]) - 1), max(box[1], int(low[1]) - 1)
    x1, y1 = min(box[2], int(high[0]) + 3), min(box[3], int(high[1]) + 3)
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None
