"""What the reading networks are shown of a picture: a cut of each field and of each connection, their light and lean.

The same few numbers describe the networks' input in training and at the table, so they stand in one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Connection, Field
from vision.cuts import as_planes, quadrilaterals, resampled_for, sampled
from vision.lens import Floats
from vision.light import LIGHT_NUMBERS, Light, light_of
from vision.netzwerk.board import HEX, STICK_HEIGHT, centres
from vision.photo import Picture
from vision.pose import Pose


@dataclass(frozen=True, slots=True)
class Sheet:
    """What all cuts of a kind have in common: (width, height) in pixels, and the scale."""

    size: tuple[int, int]
    pixels_per_mm: float


FIELD = Sheet((48, 48), 48 / 56)
"""Enough to tell a field from a cloth."""

CONNECTION = Sheet((64, 32), 64 / 56)
"""Connections lie along the width."""

CLOSER = Sheet((72, 72), 1.6)
"""About as fine as the picture itself: a stone is a few pixels of its field's own colour."""

SPOT = Sheet((64, 64), 2.0)
"""A spot of a field, as fine as most pictures: the sides of a stone are a few pixels high."""

VALUE = Sheet((48, 48), 1.5)
"""A city's number and the line that tells 6 from 9."""

VALUE_TURNS = 12

ABOUT_NUMBERS = 2 + LIGHT_NUMBERS
_TALL_MM = 20.0
"""About a miner: how far its top is displaced tells which way things lean."""

# Spots by which the light of a cut is judged, 8 by 8 of them: the shares of its four corners in each, (64, 4).
_SPOTS = np.array([
    ((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v)
    for v in (np.arange(8) + 1 / 16) / 8 for u in (np.arange(8) + 1 / 16) / 8
])  # fmt: skip


@dataclass(frozen=True, eq=False)
class Cuts:
    """What a network is shown of some places.

    pictures: (N, h, w, 3) uint8 RGB, or 3 channels for each of several heights. gain: what brightens them to the
    landscape's own brightness.
    about: (N, 23) float32: how far, in fields, tall things lean to the right and upwards; the landscape's light.
    Where there is more to say of cuts, as of those along shadows, it stands between these.
    """

    pictures: npt.NDArray[np.uint8]
    gain: float
    about: npt.NDArray[np.float32]

    @property
    def colours(self) -> npt.NDArray[np.float32]:
        """The pictures as a network takes them, (N, 3 or 3 for each height, h, w) float32."""
        return as_planes(self.pictures, self.gain)

    def of(self, chosen: npt.NDArray[np.intp]) -> Cuts:
        """Some of the places."""
        return Cuts(self.pictures[chosen], self.gain, self.about[chosen])

    def turned(self) -> Cuts:
        """The same places as from the other side of the table."""
        about = self.about.copy()
        about[:, :2] *= -1
        height, width = self.pictures.shape[1:3]
        return Cuts(_backwards(self.pictures, height * width), self.gain, about)

    def mirrored(self) -> Cuts:
        """The same places with left and right exchanged."""
        about = self.about.copy()
        about[:, 0] *= -1
        return Cuts(_backwards(self.pictures, self.pictures.shape[2]), self.gain, about)


def _backwards(pictures: npt.NDArray[np.uint8], pixels: int) -> npt.NDArray[np.uint8]:
    """Pictures (N, h, w, C), at least one, with every run of so many pixels, a row or a whole picture, in reverse.

    By OpenCV: numpy, which copies each pixel by itself, takes ten times as long.
    """
    reversed_rows = cv2.flip(pictures.reshape(-1, pixels, pictures.shape[-1]), 1)
    return np.asarray(reversed_rows, np.uint8).reshape(pictures.shape)


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture at the scale of the cuts, its pose, and spots of its fields by which the light is judged."""

    picture: Picture
    pose: Pose
    spots: Picture

    @cached_property
    def light(self) -> Light:
        """The landscape's light, by which all of its cuts are judged."""
        return light_of(self.spots)


def scene(picture: Picture, pose: Pose, fields: Sequence[Field], sheet: Sheet = FIELD) -> Scene:
    """A picture (H, W, 3) uint8 RGB of some fields, at least one, seen with a pose, for cuts as fine as `sheet`."""
    picture, pose = resampled_for(picture, pose, sheet.pixels_per_mm, centres(fields))
    outlines = frames(pose, centres(fields), 0.0, FIELD)
    spots = sampled(
        picture, np.einsum("sc,ncx->nsx", _SPOTS, outlines).astype(np.float32), cv2.BORDER_CONSTANT
    )
    return Scene(picture, pose, np.asarray(spots, np.uint8))


def field_cuts(
    scene: Scene,
    fields: Sequence[Field],
    turns: Floats | float = 0.0,
    sheet: Sheet = FIELD,
    aside: Floats | None = None,
    heights: Sequence[float] = (0.0,),
) -> Cuts:
    """Cuts of fields, turned to the left by `turns` (N,) radians against the lattice.

    aside: (N, 2) mm, how far to the right and upwards, so turned, their middles are from those of the fields.
    heights: mm above the board, at each of which there is a cut: what is as high lies in it where it stands, however
    it leans.
    """
    middles = centres(fields) if aside is None else places_beside(fields, turns, aside)
    raised = (middles + np.array([0.0, 0.0, height]) for height in heights)
    pictures = [
        quadrilaterals(scene.picture, frames(scene.pose, it, turns, sheet), sheet.size) for it in raised
    ]
    return in_light(_side_by_side(pictures), lean_at(scene.pose, middles, turns), scene.light)


def _side_by_side(pictures: Sequence[npt.NDArray[np.uint8]]) -> npt.NDArray[np.uint8]:
    """The channels of several pictures (N, h, w, 3) each after the other, (N, h, w, 3 for each)."""
    count, height, width = pictures[0].shape[:3]
    # By OpenCV, as one picture that is so high: numpy takes six times as long.
    merged = cv2.merge([it.reshape(count * height, width, 3) for it in pictures])
    return np.asarray(merged, np.uint8).reshape(count, height, width, -1)


def places_beside(fields: Sequence[Field], turns: Floats | float, aside: Floats) -> Floats:
    """Places (N, 3) of the board, mm, that are `aside` (N, 2) mm to the right and upwards of the middles of fields,
    as cuts turned by `turns` (N,) show them."""
    places = centres(fields)
    cos, sin = np.cos(turns), np.sin(turns)
    places[:, 0] += aside[:, 0] * cos - aside[:, 1] * sin
    places[:, 1] += aside[:, 0] * sin + aside[:, 1] * cos
    return places


def value_cuts(scene: Scene, cities: Sequence[Field], start: float = 0.0) -> Cuts:
    """Cuts of cities, each in VALUE_TURNS turns, one after the other, the first of them `start` radians."""
    around = start + np.arange(VALUE_TURNS) * (2 * np.pi / VALUE_TURNS)
    each = [city for city in cities for _ in around]
    return field_cuts(scene, each, np.tile(around, len(cities)), VALUE)


def upright(pose: Pose, fields: Sequence[Field]) -> Floats:
    """How cuts of fields are to be turned, (N,) radians, for tall things to lean upwards in all of them."""
    lean = lean_at(pose, centres(fields), 0.0)
    return np.asarray(np.arctan2(lean[:, 1], lean[:, 0]) - np.pi / 2, np.float64)


def connection_cuts(scene: Scene, connections: Sequence[Connection]) -> Cuts:
    """Cuts of connections, each from its first field on the left to its second on the right."""
    middles, turns = _middles_and_turns(connections)
    pictures = quadrilaterals(scene.picture, frames(scene.pose, middles, turns, CONNECTION), CONNECTION.size)
    return in_light(pictures, lean_at(scene.pose, middles, turns), scene.light)


def lean_along(pose: Pose, connections: Sequence[Connection]) -> npt.NDArray[np.float32]:
    """How far tall things lean in cuts of connections, (N, 2), as `lean_at` has it."""
    return lean_at(pose, *_middles_and_turns(connections))


def _middles_and_turns(connections: Sequence[Connection]) -> tuple[Floats, Floats]:
    """The middles (N, 3) of connectors on connections, and by how many radians (N,) these are turned to the left."""
    first, second = (centres([it.fields[end] for it in connections], STICK_HEIGHT / 2) for end in (0, 1))
    along = second - first
    return (first + second) / 2, np.arctan2(along[:, 1], along[:, 0])


def in_light(pictures: npt.NDArray[np.uint8], seen: npt.NDArray[np.float32], light: Light) -> Cuts:
    """Cuts of pictures (N, h, w, 3), in the landscape's light.

    seen: (N, K) what else is said of each, first of all how far tall things lean in it.
    """
    gain, numbers = light
    return Cuts(pictures, gain, np.hstack([seen, np.tile(numbers, (len(seen), 1))]).astype(np.float32))


def frames(pose: Pose, middles: Floats, turns: Floats | float, sheet: Sheet) -> npt.NDArray[np.float32]:
    """Where the corners of cuts are in the picture, (N, 4, 2) pixels, from the upper left one clockwise.

    middles: (N, 3) points of the world; turns: (N,) radians by which cuts are turned to the left around these.
    """
    x, y = (side / sheet.pixels_per_mm / 2 for side in sheet.size)
    return rectangles(pose, middles, turns, x, y)


def rectangles(
    pose: Pose, middles: Floats, turns: Floats | float, x: Floats | float, y: Floats | float
) -> npt.NDArray[np.float32]:
    """The same of rectangles that reach `x` (N,) mm to the right and left, and `y` (N,) mm upwards and downwards."""
    turns, x, y = (np.broadcast_to(it, len(middles)) for it in (turns, x, y))
    flat = np.zeros(len(middles))
    right = np.stack([np.cos(turns), np.sin(turns), flat], axis=1) * x[:, None]
    up = np.stack([-np.sin(turns), np.cos(turns), flat], axis=1) * y[:, None]
    corners = np.stack([up - right, up + right, right - up, -right - up], axis=1) + middles[:, None]
    return pose.outlines(corners)


def lean_at(pose: Pose, middles: Floats, turns: Floats | float) -> npt.NDArray[np.float32]:
    """How far tall things lean at places (N, 3), in fields, to the right and upwards of cuts turned so (N,)."""
    eye = pose.centre
    lean = (middles[:, :2] - eye[:2]) * (_TALL_MM / max(eye[2] - _TALL_MM, 1.0) / HEX)
    cos, sin = np.cos(turns), np.sin(turns)
    return np.stack(
        [lean[:, 0] * cos + lean[:, 1] * sin, lean[:, 1] * cos - lean[:, 0] * sin], axis=1
    ).astype(np.float32)
