"""From a picture to a reading: find the fields, fit the lattice, look at every field and connection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from vision.lens import Floats, Lens
from vision.network import Network, softmax
from vision.netzwerk import words
from vision.netzwerk.board import centres, connections_of
from vision.netzwerk.cuts import Cuts, Scene, connection_cuts, field_cuts, scene
from vision.netzwerk.find import Finder, NoLandscapeError
from vision.netzwerk.lattice import lattice_of, lattice_of_pose
from vision.netzwerk.reading import KINDS, Reading
from vision.photo import Picture
from vision.pose import Pose, fit_pose

_BLACK = 12  # of 255: less than this everywhere is no picture of anything
_FEWEST = 12  # fields: fewer are no landscape, or too much of it is hidden to tell
_FIELDS = 39
_MOST_PLACES = 60  # that are looked at, the surest: fields are among them, cloth as well
_RATHER = 0.5
_LEAST = 1e-3
_NEARLY_ALL = 0.8
_DOT_MM = 3.0  # what a dot is usually off
_STEEPEST_DEGREES = 45.0


class LandscapeReader:
    """Reads photos of Netzwerk. Keeps the networks, and nothing of any picture."""

    def __init__(self) -> None:
        """Networks are loaded when first needed."""
        self._finder = Finder()
        models = Path(__file__).parent / "models"
        self._field_network = Network(models / "fields.onnx", ["kinds", "stones", "miners", "unseen"])
        self._connection_network = Network(models / "connections.onnx", ["sticks", "hidden"])

    def read(self, picture: Picture, lens: Lens | None = None) -> Reading:
        """Find and read the landscape in a picture (H, W, 3) uint8 RGB.

        The finder marks some places too many, as a checked cloth goes on as hexagons do; a look at all of them tells
        the fields, and where those are much fewer, they are looked at again by their own light and perspective.
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
        first = self._fields_seen(scene(picture, pose, places[:_FIELDS]), places)
        # Both networks have a say: the one that saw a dot there, and the one that saw the place from nearby.
        absent, marked = first.kinds[:, KINDS.index(None)], scores[[lattice[field] for field in places]]
        is_field = absent * (1 - marked) < (1 - absent) * marked
        fields = tuple(field for field, stays in zip(places, is_field, strict=True) if stays)
        if len(fields) < _FEWEST:
            raise NoLandscapeError(words.NO_LANDSCAPE)
        pose = _pose_of(picture, {field: lattice[field] for field in fields}, points, scores, lens, pose)
        shown = scene(picture, pose, fields)
        clean = len(fields) > _NEARLY_ALL * len(places)
        seen = first.only(is_field) if clean else self._fields_seen(shown, fields)
        return self._reading(shown, pose, fields, seen)

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
        shown = scene(picture, pose, before.fields)
        seen = self._fields_seen(shown, before.fields, turned=turned)
        # A camera that was bumped by a field sees the lattice where it was, and other fields on it.
        same = seen.kinds.argmax(axis=1) == before.kinds.argmax(axis=1)
        if np.average(same, weights=1 - seen.unseen + _LEAST) < _RATHER:
            raise NoLandscapeError(words.NOT_THERE)
        return self._reading(shown, pose, before.fields, seen, turned=turned)

    def _fields_seen(self, shown: Scene, fields: tuple[Field, ...], *, turned: bool = False) -> _FieldsSeen:
        cuts = field_cuts(shown, fields)
        kinds, stones, miners, unseen = _said(self._field_network, cuts.turned() if turned else cuts)
        return _FieldsSeen(softmax(kinds), softmax(stones), softmax(miners), _chance(unseen).ravel())

    def _reading(
        self, shown: Scene, pose: Pose, fields: tuple[Field, ...], seen: _FieldsSeen, *, turned: bool = False
    ) -> Reading:
        """What was seen of fields, and what the network says of the connections between them."""
        pairs = connections_of(fields)
        cuts = connection_cuts(shown, pairs)
        sticks, hidden = _said(self._connection_network, cuts.turned() if turned else cuts)
        return Reading(
            fields,
            pairs,
            seen.kinds,
            seen.stones,
            seen.miners,
            seen.unseen,
            _chance(sticks),
            _chance(hidden).ravel(),
            pose,
        )


@dataclass(frozen=True, eq=False)
class _FieldsSeen:
    """What a network says of some fields, as in a Reading."""

    kinds: Floats
    stones: Floats
    miners: Floats
    unseen: Floats

    def only(self, which: npt.NDArray[np.bool_]) -> _FieldsSeen:
        """What it says of some of them."""
        return _FieldsSeen(self.kinds[which], self.stones[which], self.miners[which], self.unseen[which])


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


def _chance(logits: Floats) -> Floats:
    """Probabilities of log odds."""
    return np.asarray(1 / (1 + np.exp(-logits)))
