"""From dots in a picture to a lattice: which of them are centres of fields, and how these lie beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from vision.lens import Floats, Lens
from vision.netzwerk.board import centres
from vision.pose import Pose

_SEEDS = 8  # dots that are tried as the first field of a lattice
_NEAR = 1.5  # times the distance to the nearest dot: as far may a neighbour be, at the steepest view
_LEAST_SINE, _MOST_COSINE = 0.6, 0.8  # of the angle between neighbours, 60 degrees seen from the side
_ASIDE = 0.3  # of the distance between neighbours: so far from where it is expected a dot may lie
_WELL_GROWN = 12  # fields: so many dots do not lie like that by chance
_PLAIN = 20  # dots: hardly any picture of a landscape has fewer that are plain to see
_FAINTER = (0.5, 0.3, 0.0)  # of the score of the faintest of those: what a lattice grows from, if need be
_NEARLY_ALL = 0.9  # of the dots it grows from are its fields: nothing is left to explain
_TIMES = 2  # so often it is fitted to what lies where it goes on
_FEWEST_FOR_VIEW = 8  # dots to which a perspective can be fitted; fewer follow a flat lattice
_TURN = np.array([[0, 1], [-1, 1]])  # what a row of q and r is multiplied by to be turned by 60 degrees


@dataclass(frozen=True, eq=False)
class _Fields:
    """Fields as rows of numbers, as there are many to go through: places (M, 2), q and r; dots (M,) of each."""

    places: npt.NDArray[np.int64]
    dots: npt.NDArray[np.intp]

    @classmethod
    def of(cls, places: Floats, dots: npt.NDArray[Any]) -> _Fields:
        """Of whole numbers."""
        return cls(places.astype(np.int64), dots.astype(np.intp))

    def __len__(self) -> int:
        return len(self.dots)

    def only(self, which: npt.NDArray[np.bool_]) -> _Fields:
        """Some of them."""
        return _Fields(self.places[which], self.dots[which])

    def among(self, dots: npt.NDArray[np.intp]) -> _Fields:
        """The same fields, where their dots are some of others."""
        return _Fields(self.places, dots[self.dots])

    def only_first(self, which: npt.NDArray[np.bool_]) -> _Fields:
        """Some of them, and of several at a place the first."""
        some = self.only(which)
        # The order is stable: of the same places the first comes first. `np.unique` of rows takes five times as long.
        order = np.lexsort(some.places.T[::-1])
        places = some.places[order]
        is_first = np.ones(len(order), np.bool_)
        is_first[1:] = (places[1:] != places[:-1]).any(axis=1)
        return _Fields(places[is_first], some.dots[order[is_first]])

    def steps_from(self, others: _Fields) -> npt.NDArray[np.int64]:
        """How many fields each is away from the nearest of others, (M,)."""
        q, r = np.moveaxis(self.places[:, None] - others.places, -1, 0)
        return np.asarray(np.maximum(np.maximum(abs(q), abs(r)), abs(q + r)).min(axis=1))

    @property
    def named(self) -> dict[Field, int]:
        """By field, the number of its dot."""
        return {Field(int(q), int(r)): int(dot) for (q, r), dot in zip(self.places, self.dots, strict=True)}


_NONE = _Fields.of(np.zeros((0, 2)), np.zeros(0))


def lattice_of(points: Floats, scores: Floats) -> dict[Field, int]:
    """The fields that dots (N, 2) in a picture are centres of, with the number of each one's dot.

    scores: (N,) how sure each dot is; the lattice is the one with most of it. Which field is 0,0 and which way is
    east is nowhere to be seen: the one is chosen as it comes, the other as far to the right as can be, so that a
    landscape that is found anew is mostly named the same way round.
    """
    best = _NONE
    # Faint dots around a landscape would bend it while it grows, so that it misses plain ones farther on.
    sure_score = np.sort(scores)[-_PLAIN:][:1]
    for share in _FAINTER:
        plain = np.flatnonzero(scores >= share * sure_score)
        grown = _continued(_best_grown(points[plain], scores[plain]).among(plain), points)
        if scores[grown.dots].sum() > scores[best.dots].sum():
            best = grown
        if scores[np.intersect1d(best.dots, plain)].sum() >= _NEARLY_ALL * scores[plain].sum():
            break
    return _eastwards(best, points).named


def _eastwards(fields: _Fields, points: Floats) -> _Fields:
    """The same, turned so that east is as far to the right in the picture as can be."""
    if len(fields) < _FEWEST_FOR_VIEW:
        return fields
    to_picture, *_ = np.linalg.lstsq(
        np.column_stack([fields.places, np.ones(len(fields))]), points[fields.dots], rcond=None
    )
    turns = [np.linalg.matrix_power(_TURN, sixths) for sixths in range(6)]
    easts = np.array([turns[-sixths % 6][0] for sixths in range(6)]) @ to_picture[:2]
    sixths = int((easts[:, 0] / np.hypot(*easts.T)).argmax())
    return _Fields(fields.places @ turns[sixths], fields.dots)


def lattice_of_pose(points: Floats, pose: Pose) -> dict[Field, int]:
    """The fields that dots (N, 2) are centres of, as the lattice lies that a camera at about that pose sees."""
    if not len(points):
        return {}
    corners = [Field(0, 0), Field(1, 0), Field(1, 1), Field(0, 1)]
    places = np.array([(it.q, it.r) for it in corners], np.float32)
    undistorted = cv2.undistortPoints(
        points.reshape(-1, 1, 2), pose.lens.matrix, pose.lens.distortion, P=pose.lens.matrix
    )
    straight = Pose(pose.rotation, pose.translation, Lens(pose.lens.matrix, np.zeros(5), pose.lens.size))
    view = cv2.getPerspectiveTransform(places, straight.project(centres(corners)).astype(np.float32))
    return _nearest(np.asarray(undistorted, np.float64).reshape(-1, 2), np.asarray(view, np.float64)).named


def _best_grown(points: Floats, scores: Floats) -> _Fields:
    """The lattice that explains most of the scores of dots."""
    best = _NONE
    for seed in np.argsort(-scores)[:_SEEDS]:
        if seed in best.dots:
            continue  # it would grow into the same lattice
        for east, south_east in _bases(points, int(seed)):
            grown = _grown(points, int(seed), east, south_east)
            if scores[grown.dots].sum() > scores[best.dots].sum():
                best = grown
            if len(grown) >= _WELL_GROWN:
                break  # its other neighbours lead to the same, turned
        if scores[best.dots].sum() > scores.sum() / 2:
            break  # what is left over makes none that has more
    return best


def _bases(points: Floats, seed: int) -> Iterator[tuple[Floats, Floats]]:
    """Pairs of steps from a dot to two of its neighbours, that follow each other clockwise."""
    steps = points - points[seed]
    distances = np.hypot(*steps.T)
    distances[seed] = np.inf
    near = np.flatnonzero(distances < _NEAR * distances.min(initial=np.inf))
    for one in near:
        for other in near:
            size = distances[one] * distances[other]
            sine = (steps[one, 0] * steps[other, 1] - steps[one, 1] * steps[other, 0]) / size
            if sine > _LEAST_SINE and 0 < steps[one] @ steps[other] / size < _MOST_COSINE:
                yield steps[one], steps[other]


def _grown(points: Floats, seed: int, east: Floats, south_east: Floats) -> _Fields:
    """The lattice that begins with a dot and two steps, as far as dots continue it."""
    view = np.column_stack([np.append(east, 0), np.append(south_east, 0), np.append(points[seed], 1)])
    grown = _Fields(np.zeros((1, 2), np.int64), np.array([seed]))
    while True:
        # Known so well that a field that was missed can be passed over, or not yet.
        reach = 2 if len(grown) >= _FEWEST_FOR_VIEW else 1
        nearest = _nearest(points, view)
        fields = nearest.only(nearest.steps_from(grown) <= reach)
        if len(fields) <= len(grown):
            return grown
        grown = fields
        fitted = _fitted(grown, points)
        view = view if fitted is None else fitted


def _continued(fields: _Fields, points: Floats) -> _Fields:
    """A lattice of some dots, with all those that lie where it goes on."""
    if len(fields) < _FEWEST_FOR_VIEW:
        return fields
    for _ in range(_TIMES):
        view = _fitted(fields, points)
        if view is None:
            break
        fields = _nearest(points, view)
    return fields


def _nearest(points: Floats, view: Floats) -> _Fields:
    """By the map from fields to the picture, the field that each dot may be the centre of, if any."""
    places = np.column_stack([points, np.ones(len(points))]) @ np.linalg.inv(view).T
    places = places[:, :2] / places[:, 2:]
    q, r = (places - np.rint(places)).T
    aside = np.sqrt(q * q + r * r + q * r)  # the steps q and r are 60 degrees apart
    dots = np.argsort(aside)
    return _Fields.of(np.rint(places)[dots], dots).only_first(aside[dots] < _ASIDE)


def _fitted(fields: _Fields, points: Floats) -> Floats | None:
    """The map that explains best where fields are seen; None where they tell of none, as a single row does."""
    places = fields.places.astype(np.float64)
    seen = points[fields.dots]
    if len(fields) >= _FEWEST_FOR_VIEW:
        found, _ = cv2.findHomography(places, seen, 0)
        return None if found is None or np.linalg.matrix_rank(found) < 3 else np.asarray(found, np.float64)
    if np.linalg.matrix_rank(places - places.mean(axis=0)) < 2:
        return None
    affine, *_ = np.linalg.lstsq(np.column_stack([places, np.ones(len(places))]), seen, rcond=None)
    return np.vstack([affine.T, [0.0, 0.0, 1.0]])
