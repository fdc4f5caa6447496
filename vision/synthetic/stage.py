"""What every drawing function needs: the picture so far, the camera, the light and what blocks it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.camera import View
from vision.synthetic.light import ambient_light, highlight, lamp_light, schlick
from vision.synthetic.setting import Light, Material

_CROWD = 0.3  # share of the light from all around that pieces keep from the foot of a wall among them
_THROWN_FROM = (0.9, 1.7, 3.9)
"""How far from a wall lies what lights a spot on it, by the spot's height above the board: of all that it gets from
the board a quarter comes from nearer than the first, a half and three quarters from nearer than the others."""
# How much of the board walls mirror, as traced light shows: all of it from this gloss on; and the share of that which
# is lost where they are roughest.
_GLOSSY, _LOST = 0.5, 0.8
_LEVEL = 0.1  # a ray that falls by less than this share of its length is taken for level
_COARSE = 4  # how many times smaller than the picture the copy is that is looked up for mirroring


@dataclass(frozen=True, eq=False)
class Blockers:
    """Pieces as blockers of light (n, 7): x, y, foot, half width, height in mm, round or not, density up to 1."""

    rows: Array

    def shade(self, points: Array, owner: Array, place: Array, soft: float) -> Array:
        """Share of a lamp's light (m,) that reaches points (m, 3); `owner` (m,): the row not to be counted."""
        if not len(self.rows) or not len(points):
            return np.ones(len(points), np.float32)
        rows = self.rows.astype(np.float32)
        top = rows[:, 2] + rows[:, 4]
        points = points.astype(np.float32)
        way = (place - points).astype(np.float32)
        passed = np.ones((len(points), len(rows)), np.float32)
        for step in (0.08, 0.25, 0.45, 0.7, 0.92):
            z = points[:, 2] + step * np.maximum(top.max() - points[:, 2], 0)
            t = (z - points[:, 2]) / np.maximum(way[:, 2], 1e-3)
            x = points[:, 0] + way[:, 0] * t
            y = points[:, 1] + way[:, 1] * t
            distance = np.hypot(x[:, None] - rows[:, 0], y[:, None] - rows[:, 1])
            share = (z[:, None] - rows[:, 2]) / np.maximum(rows[:, 4], 1)
            inside = (share >= 0) & (share < 1)
            narrow = np.where(rows[:, 5] > 0, np.sqrt(np.clip(1 - share * share, 0, 1)), 1 - share)
            half = rows[:, 3] * narrow * inside
            block = np.clip((half - distance) / soft + 0.5, 0, 1) * inside
            passed = np.minimum(passed, 1 - block * rows[:, 6])
        passed[owner[:, None] == np.arange(len(rows))] = 1
        return np.asarray(passed.prod(1), np.float32)


@dataclass(frozen=True, eq=False)
class Stage:
    """The picture being drawn (H, W, 3) in linear light, and what lights it."""

    picture: Array
    view: View
    light: Light
    blockers: Blockers
    fine: int = 4

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.view.size

    def lit(self, points: Array, normals: Array, owner: Array) -> Array:
        """Light (m, 3) on points (m, 3) with normals (m, 3), with the shadows of other pieces."""
        total = ambient_light(self.light, normals)
        wall = 1 - np.clip(normals[:, 2], 0, 1)  # what stands around blocks light to walls, hardly to tops
        near = np.clip(points[:, 2] / 30, 0, 1)
        total *= (1 - self.light.occlusion * (1 - near) * wall * _CROWD)[:, None]
        total += self._thrown_back(points, normals)
        for lamp in self.light.lamps:
            soft = 2.0 + lamp.size * 0.03
            total += (
                lamp_light(lamp, points, normals)
                * self.blockers.shade(points, owner, np.array(lamp.place), soft)[:, None]
            )
        return np.asarray(total, np.float32)

    def _thrown_back(self, points: Array, normals: Array) -> Array:
        """Light (m, 3) that what is drawn so far throws back from around the feet of points (m, 3)."""
        away = normals * (1, 1, 0)
        away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
        heights = np.maximum(points[:, 2:], 0)
        light = self._on_board(np.concatenate([points + away * heights * share for share in _THROWN_FROM]))
        light = light.reshape(len(_THROWN_FROM), -1, 3).mean(0)
        return np.asarray(light * ((1 - normals[:, 2:]) / 2), np.float32)

    def _on_board(self, points: Array) -> Array:
        """What is drawn so far (m, 3) of the board right below points (m, 3), a little blurred."""
        width, height = self.size
        picture = cv2.resize(
            self.picture, (width // _COARSE, height // _COARSE), interpolation=cv2.INTER_AREA
        )
        x, y = ((self.view.project(points * (1, 1, 0)) + 0.5) / _COARSE - 0.5).astype(np.float32).T
        seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen.reshape(-1, 3))

    def shine(self, points: Array, normals: Array, material: Material) -> Array:
        """Highlights (m, 3) towards the camera."""
        total = np.zeros((len(points), 3), np.float32)
        if material.gloss > 0.02:
            for lamp in self.light.lamps:
                total += highlight(lamp, points, normals, self.view.eye, material.rough)
        return total * np.float32(material.gloss)

    def room(self, points: Array, normals: Array, material: Material) -> Array:
        """What is mirrored of the room above (m, 3) towards the camera."""
        share, way = self._mirrored(points, normals)
        return np.asarray(
            share * material.gloss * (way[:, 2:] > 0) * np.array(self.light.ambient), np.float32
        )

    def mirrored_board(self, points: Array, normals: Array, material: Material) -> tuple[Array, Array]:
        """The share of what is seen at points that is the board mirrored (m, 1), and what is mirrored there (m, 3).

        From above, walls are seen at such grazing angles that even dull ones mirror what lies before them.
        """
        share, way = self._mirrored(points, normals)
        down = way[:, 2:] < -_LEVEL
        share = share * down * min(1.0, material.gloss / _GLOSSY) * (1 - _LOST * material.rough)
        ground = points - way * points[:, 2:] / np.minimum(way[:, 2:], -_LEVEL)
        return np.asarray(share, np.float32), self._on_board(ground)

    def _mirrored(self, points: Array, normals: Array) -> tuple[Array, Array]:
        """How much is mirrored into the camera at points (m, 1), and the direction it comes from (m, 3)."""
        sight = points - self.view.eye
        sight /= np.linalg.norm(sight, axis=1, keepdims=True)
        across = (sight * normals).sum(1, keepdims=True)
        return schlick(np.clip(-across, 0, 1)), sight - 2 * across * normals
