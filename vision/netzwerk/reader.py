"""From a picture to a reading: find the fields, fit the lattice, look at every field and connection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.netzwerk.fields import Field
from vision.lens import Floats, Lens
from vision.network import Network, softmax
from vision.netzwerk import words
from vision.netzwerk.board import centres, connections_of
from vision.netzwerk.cuts import CLOSER, Cuts, connection_cuts, field_cuts, scene
from vision.netzwerk.find import Finder, NoLandscapeError
from vision.netzwerk.lattice import lattice_of, lattice_of_pose
from vision.netzwerk.memory import looks_of
from vision.netzwerk.reading import KINDS, Reading, together
from vision.photo import Picture
from vision.pose import Pose, fit_pose

_BLACK = 12  # of 255: less than this everywhere is no picture of anything
_FEWEST = 12  # fields: fewer are no landscape, or too much of it is hidden to tell
_FIELDS = 39
_MOST_PLACES = 60  # that are looked at, the surest: fields are among them, cloth as well
_RATHER = 0.5
_NO_FIELD = KINDS.index(None)
_LEAST = 1e-3
_DOT_MM = 3.0  # what a dot is usually off
_STEEPEST_DEGREES = 45.0


class LandscapeReader:
    """Reads photos of Netzwerk. Keeps the networks, and nothing of any picture."""

    def __init__(self) -> None:
        """Networks are loaded when first needed."""
        self._finder = Finder()
        models = Path(__file__).parent / "models"
        self._field_network = Network(models / "fields.onnx", ["kinds"])
        self._closer_network = Network(models / "closer.onnx", ["kinds", "stones", "miners", "unseen"])
        self._connection_network = Network(models / "connections.onnx", ["sticks", "hidden"])

    def read(self, picture: Picture, lens: Lens | None = None) -> Reading:
        """Find and read the landscape in a picture (H, W, 3) uint8 RGB.

        The finder marks some places too many, as a checked cloth goes on as hexagons do; a coarse look at all of them
        tells the fields, and a closer one, by their own light and perspective, what lies on those.
        Raises NoLandscapeError, with what was seen instead, when there is none in view.
        """
        if float(picture.max()) < _BLACK:
            raise NoLandscapeError(words.BLACK_PICTURE)
        points, scores = self._finder(picture)
        lattice = lattice_of(points, scores)
        if len(lattice) < _FEWEST:
            raise NoLandscapeError(words.NO_LANDSCAPE)
        pose = _pose_of(picture, lattice, points, scores, lens)
        places = tuple(sorted(lattice, key=lambda field: -float(scores[lattice[field]]))[:_MOST_PLACES])
        (said,) = _said(self._field_network, field_cuts(scene(picture, pose, places[:_FIELDS]), places))
        kinds = softmax(said)
        # Both networks have a say: the one that saw a dot there, and the one that saw the place from nearby.
        absent, marked = kinds[:, _NO_FIELD], scores[[lattice[field] for field in places]]
        absent = absent * (1 - marked) / (absent * (1 - marked) + (1 - absent) * marked)
        is_field = absent < _RATHER
        fields = tuple(field for field, stays in zip(places, is_field, strict=True) if stays)
        if len(fields) < _FEWEST:
            raise NoLandscapeError(words.NO_LANDSCAPE)
        pose = _pose_of(picture, {field: lattice[field] for field in fields}, points, scores, lens, pose)
        reading = self._looked_at(picture, pose, fields, absent[is_field])
        pooled = together([reading.kinds, kinds[is_field]])
        return replace(reading, kinds=_fields_or_not(pooled, absent[is_field]))

    def follow(
        self, picture: Picture, before: Reading, lens: Lens | None = None, *, turned: bool = False
    ) -> Reading:
        """Read the landscape where it was `before`, or close to that, its fields named as they were.

        Fields that do not show now are looked at as well: something may lie on them.
        turned: look at it as from the other side of the table. Raises NoLandscapeError when it is not there.
        """
        points, scores = self._finder(picture)
        lattice = lattice_of_pose(points, before.pose)
        known = {field: dot for field, dot in lattice.items() if field in before.fields}
        if len(known) < _FEWEST:
            raise NoLandscapeError(words.NOT_THERE)
        pose = _pose_of(picture, known, points, scores, lens, before.pose)
        seen = self._looked_at(picture, pose, before.fields, before.kinds[:, _NO_FIELD], turned=turned)
        # A camera that was bumped by a field sees the lattice where it was, and other fields on it.
        same = seen.kinds.argmax(axis=1) == before.kinds.argmax(axis=1)
        if np.average(same, weights=1 - seen.unseen + _LEAST) < _RATHER:
            raise NoLandscapeError(words.NOT_THERE)
        return seen

    def _looked_at(
        self,
        picture: Picture,
        pose: Pose,
        fields: tuple[Field, ...],
        absent: Floats,
        *,
        turned: bool = False,
    ) -> Reading:
        """What the networks say of fields, of what lies on them, and of the connections between them.

        absent: (N,) how likely none of them is a field at all; that is not found out from so near.
        """
        shown = scene(picture, pose, fields, CLOSER)
        pairs = connections_of(fields)
        places, ways = field_cuts(shown, fields, sheet=CLOSER), connection_cuts(shown, pairs)
        looks = looks_of(places), looks_of(ways)
        if turned:
            places, ways = places.turned(), ways.turned()
        kinds, stones, miners, unseen = _said(self._closer_network, places)
        sticks, hidden = _said(self._connection_network, ways)
        return Reading(
            fields,
            pairs,
            _fields_or_not(softmax(kinds), absent),
            softmax(stones),
            softmax(miners),
            _chance(unseen).ravel(),
            _chance(sticks),
            _chance(hidden).ravel(),
            pose,
            looks,
        )


def _pose_of(
    picture: Picture,
    lattice: Mapping[Field, int],
    points: Floats,
    scores: Floats,
    lens: Lens | None,
    start: Pose | None = None,
) -> Pose:
    """The camera that sees the fields of a lattice where their dots are."""
    dots = list(lattice.values())
    size = (picture.shape[1], picture.shape[0])
    try:
        pose = fit_pose(
            centres(tuple(lattice)),
            points[dots],
            scores[dots],
            size,
            lens=lens,
            start=start,
            spread_mm=_DOT_MM,
        )
    except (ValueError, np.linalg.LinAlgError) as error:
        raise NoLandscapeError(words.NO_LANDSCAPE) from error
    if pose.tilt_degrees > _STEEPEST_DEGREES:
        raise NoLandscapeError(words.NO_LANDSCAPE)
    return pose


def _said(network: Network, cuts: Cuts) -> list[Floats]:
    return [np.asarray(it, np.float64) for it in network(colours=cuts.colours, about=cuts.about)]


def _fields_or_not(kinds: Floats, absent: Floats) -> Floats:
    """Probabilities of KINDS (N, 16) with that of no field as given (N,), the others in proportion."""
    kinds = kinds.copy()
    kinds[:, _NO_FIELD] = 0
    kinds *= ((1 - absent) / kinds.sum(axis=1))[:, None]
    kinds[:, _NO_FIELD] = absent
    return kinds


def _chance(logits: Floats) -> Floats:
    """Probabilities of log odds."""
    return np.asarray(1 / (1 + np.exp(-logits)))
