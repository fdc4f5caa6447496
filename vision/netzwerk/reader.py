"""From a picture to a reading: find the fields, fit the lattice, look at every field and connection."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from engine.netzwerk.fields import Field
from vision.lens import Floats, Lens
from vision.network import Network, softmax
from vision.netzwerk import words
from vision.netzwerk.board import centres, connections_of
from vision.netzwerk.cuts import Cuts, connection_cuts, field_cuts, scene
from vision.netzwerk.find import Finder, NoLandscapeError
from vision.netzwerk.lattice import lattice_of, lattice_of_pose
from vision.netzwerk.reading import Reading, pooled
from vision.photo import Picture
from vision.pose import Pose, fit_pose

_BLACK = 12  # of 255: less than this everywhere is no picture of anything
_FEWEST = 12  # fields: fewer are no landscape, or too much of it is hidden to tell
_MOST_ASTRAY = 0.15  # of the dots may be on no field of before: more, and the camera was bumped by a field
_DOT_MM = 3.0  # what a dot is usually off
_STEEPEST_DEGREES = 45.0


class LandscapeReader:
    """Reads photos of Netzwerk. Keeps the networks, and nothing of any picture."""

    def __init__(self) -> None:
        """Networks are loaded when first needed."""
        self._finder = Finder()
        models = Path(__file__).parent / "models"
        self._fields = Network(models / "fields.onnx", ["kinds", "stones", "miners", "unseen"])
        self._connections = Network(models / "connections.onnx", ["sticks", "hidden"])

    def read(self, picture: Picture, lens: Lens | None = None) -> Reading:
        """Find and read the landscape in a picture (H, W, 3) uint8 RGB.

        It is looked at from both sides of the table, as the networks err differently on a thing that is turned.
        Raises NoLandscapeError, with what was seen instead, when there is none in view.
        """
        if float(picture.max()) < _BLACK:
            raise NoLandscapeError(words.BLACK_PICTURE)
        points, scores = self._finder(picture)
        lattice = lattice_of(points, scores)
        if len(lattice) < _FEWEST:
            raise NoLandscapeError(words.NO_LANDSCAPE)
        pose = _pose_of(picture, lattice, points, scores, lens)
        fields = tuple(lattice)
        return pooled([self._looked_at(picture, pose, fields, turned=turned) for turned in (False, True)])

    def follow(
        self, picture: Picture, before: Reading, lens: Lens | None = None, *, turned: bool = False
    ) -> Reading:
        """Read the landscape where it was `before`, or close to that, its fields named as they were.

        Fields that do not show now are looked at as well: something may lie on them.
        turned: look at it as from the other side of the table. Raises NoLandscapeError when it is not there.
        """
        points, scores = self._finder(picture)
        lattice = lattice_of_pose(points, before.pose)
        astray = set(lattice) - set(before.fields)
        if len(lattice) < _FEWEST or len(astray) > _MOST_ASTRAY * len(lattice):
            raise NoLandscapeError(words.NOT_THERE)
        known = {field: dot for field, dot in lattice.items() if field not in astray}
        pose = _pose_of(picture, known, points, scores, lens, before.pose)
        return self._looked_at(picture, pose, before.fields, turned=turned)

    def _looked_at(self, picture: Picture, pose: Pose, fields: tuple[Field, ...], *, turned: bool) -> Reading:
        """What the networks say of fields and of the connections between them."""
        shown = scene(picture, pose, fields)
        pairs = connections_of(fields)
        cuts = field_cuts(shown, fields), connection_cuts(shown, pairs)
        of_fields, of_pairs = (it.turned() for it in cuts) if turned else cuts
        kinds, stones, miners, unseen = _said(self._fields, of_fields)
        sticks, hidden = _said(self._connections, of_pairs)
        return Reading(
            fields,
            pairs,
            softmax(kinds),
            softmax(stones),
            softmax(miners),
            _chance(unseen).ravel(),
            _chance(sticks),
            _chance(hidden).ravel(),
            pose,
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


def _chance(logits: Floats) -> Floats:
    """Probabilities of log odds."""
    return np.asarray(1 / (1 + np.exp(-logits)))
