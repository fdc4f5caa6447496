"""How much light falls where."""

from __future__ import annotations

import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.setting import Lamp, Light


def gobo(lamp: Lamp, at: Array) -> Array:
    """Share of a lamp's light (...) that no shelf, head or window bar keeps from points (..., 2), mm."""
    if lamp.gobo is None:
        return np.ones(at.shape[:-1], np.float32)
    nx, ny, offset, soft = lamp.gobo
    along = at[..., 0] * nx + at[..., 1] * ny - offset
    if lamp.bars:
        wave = np.abs((along / 150) % 1.0 - 0.5) * 150 - 14
        return np.asarray(1 / (1 + np.exp(-np.clip(wave / soft * 4, -30, 30))), np.float32)
    return np.asarray(1 / (1 + np.exp(-np.clip(along / soft * 4, -30, 30))), np.float32)


def lamp_light(lamp: Lamp, points: Array, normals: Array) -> Array:
    """Light (..., 3) of one lamp on points (..., 3) of a surface with normals (..., 3), shadows left out."""
    place = np.array(lamp.place)
    middle = place - CENTRE_MM
    away = place - points
    d2 = (away * away).sum(-1)
    cosine = (away * normals).sum(-1) / np.sqrt(d2)
    wrap = min(0.25, lamp.size / 1500)  # a wide lamp also reaches what is turned away from its middle
    cosine = np.clip((cosine + wrap) / (1 + wrap), 0, None)
    m2 = float(middle @ middle)
    straight = float(middle[2]) / np.sqrt(m2)
    strength = cosine * (m2 / d2) / max(straight, 0.25) * gobo(lamp, points[..., :2])
    return np.asarray(strength[..., None] * np.array(lamp.colour), np.float32)


def ambient_light(light: Light, normals: Array) -> Array:
    """Light (..., 3) from all around on surfaces with normals (..., 3)."""
    lean = normals[..., 0] * light.lean[0] + normals[..., 1] * light.lean[1]
    strength = 0.5 + 0.5 * np.clip(normals[..., 2], -1, 1) + lean
    return np.asarray(np.clip(strength, 0.05, None)[..., None] * np.array(light.ambient), np.float32)


def highlight(lamp: Lamp, points: Array, normals: Array, eye: Array, rough: float) -> Array:
    """Mirror-like light (..., 3) of a lamp towards the eye, for a gloss of 1 (Blinn's half vector)."""
    place = np.array(lamp.place)
    to_lamp = place - points
    distance = np.linalg.norm(to_lamp, axis=-1, keepdims=True)
    to_eye = eye - points
    half = to_lamp / distance + to_eye / np.linalg.norm(to_eye, axis=-1, keepdims=True)
    half /= np.linalg.norm(half, axis=-1, keepdims=True)
    cosine = np.clip((half * normals).sum(-1), 0, 1)
    width = rough * 0.55 + 0.03 + 0.35 * lamp.size / (distance[..., 0] + lamp.size)
    lobe = np.exp(-((np.arccos(cosine) / width) ** 2))
    return np.asarray((lobe * 0.16 / (width + 0.05))[..., None] * np.array(lamp.colour), np.float32)


def schlick(cosine: Array) -> Array:
    """The share of light (...) that paint, plastic or varnish mirrors; cosine: of the angle to its normal, 0 to 1.

    Schlick (1994), "An inexpensive BRDF model for physically-based rendering".
    """
    return np.asarray(0.04 + 0.96 * (1 - cosine) ** 5)
