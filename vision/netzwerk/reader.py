"""From a picture to a reading: find the fields, fit the lattice, look at every field and connection."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from engine.netzwerk.material import CITY_VALUES, DESERT, UNREAD_VALUE, City
from vision.company import company
from vision.lens import Floats, Lens
from vision.light import has_colour
from vision.network import Network, sigmoid, softmax
from vision.netzwerk import words
from vision.netzwerk.board import centres, connections_of
from vision.netzwerk.cuts import CLOSER, SPOT, Scene, connection_cuts, field_cuts, scene, upright
from vision.netzwerk.extent import (
    FIELD_COUNTS,
    OUT_OF_SIGHT,
    bordering,
    completing,
    in_whole_pieces,
    out_of_sight,
    rather_there,
    touching,
)
from vision.netzwerk.find import Finder, NoLandscapeError
from vision.netzwerk.lattice import lattice_of, lattice_of_pose
from vision.netzwerk.memory import looks_of
from vision.netzwerk.players import players_looks
from vision.netzwerk.reading import CITIES, GROUNDS, GROUNDS_OR_NONE, NO_FIELD, RATHER, Reading
from vision.netzwerk.refusals import (
    FEWEST,
    refuse_apart,
    refuse_black,
    refuse_other_things,
    refuse_poor_light,
    refuse_running_out,
    refuse_too_few,
    refuse_too_few_dots,
    refuse_too_many,
)
from vision.netzwerk.small_things import Nearby, SmallThings, said, said_both_ways
from vision.netzwerk.values import FEWEST_TO_TELL, Numbers, all_plain, is_mirrored, values_of
from vision.photo import Picture
from vision.pose import Pose, fit_pose

_MOST_PLACES = 60  # that are looked at, the surest: fields are among them, cloth as well
_UNMARKED = 0.02  # how likely a field is that no dot marks, beside others
# How often the network was shown no, one and two stones on a landscape; on a table, nobody knows how often they lie.
_STONES_LEARNT = np.array([0.22, 0.16, 0.62])
_CITY, _DESERT = GROUNDS.index(City(UNREAD_VALUE)), GROUNDS.index(DESERT)
_NONE = GROUNDS_OR_NONE.index(None)
_PERHAPS = 0.02  # a city, or a landscape: its value is read, or its stones are counted
_PLAIN = 0.97  # a value that is not read again
_ASIDE = 0.3  # radians: another side, for whom things still lean about upwards
_LEAST = 1e-3
_DOT_MM = 3.0  # what a dot is usually off
_STEEPEST_DEGREES = 45.0


class LandscapeReader:
    """Reads photos of Netzwerk. Keeps the networks, and nothing of any picture."""

    def __init__(self) -> None:
        """Networks are loaded when first needed."""
        self._finder = Finder()
        models = Path(__file__).parent / "models"
        self._field_network = Network(models / "fields.onnx.xz", ["grounds"], together=True)
        self._closer_network = Network(
            models / "closer.onnx.xz", ["grounds", "stones", "miners", "unseen", "places"], together=True
        )
        self._connection_network = Network(
            models / "connections.onnx.xz", ["sticks", "hidden", "looks"], together=True
        )
        self._small_things = SmallThings()
        self._numbers = Numbers()

    def read(self, picture: Picture, lens: Lens | None = None) -> Reading:
        """Find and read the landscape in a picture (H, W, 3) uint8 RGB.

        The finder marks some places too many, as a checked cloth goes on as hexagons do; a coarse look at all of them
        tells the fields, and a closer one, by their own light and perspective, what lies on those.
        Raises NoLandscapeError, with what was seen instead, when there is none in view.
        """
        refuse_black(picture)
        absent, pose = self._found(_Dots(*self._finder(picture), picture, lens))
        there = rather_there(absent)
        outside = out_of_sight(there, pose)
        absent = in_whole_pieces(touching(absent) | dict.fromkeys(outside, OUT_OF_SIGHT))
        there = rather_there(absent)
        whole = {*there, *completing(there, absent)}
        fields = tuple(sorted(whole - outside))
        refuse_apart(fields)
        unread = np.full((len(fields), len(CITY_VALUES)), 1 / len(CITY_VALUES))
        seen, numbers = self._looked_at(
            picture, pose, fields, np.array([absent[field] for field in fields]), unread
        )
        refuse_other_things(seen)
        refuse_running_out(seen, outside, whole)
        if self._is_mirrored(picture, seen, numbers):
            raise NoLandscapeError(words.MIRRORED)
        return seen

    def _found(self, dots: _Dots) -> tuple[dict[Field, float], Pose]:
        """How likely each place that was looked at is no field, and where the camera stands by those that rather are.

        Raises NoLandscapeError where these are too few or too many, or the light on them does not do.
        """
        picture, lattice = dots.picture, lattice_of(dots.points, dots.scores)
        refuse_too_few_dots(lattice, picture)
        pose = dots.pose(lattice)
        scores = {field: float(dots.scores[dot]) for field, dot in lattice.items()}
        places = tuple(sorted(lattice, key=lambda field: -scores[field])[:_MOST_PLACES])
        shown = scene(picture, pose, places[: FIELD_COUNTS[-1]])
        marked = {field: scores[field] for field in places}
        absent = self._absent(shown, marked)
        there = rather_there(absent)
        refuse_too_few(there)
        pose = dots.pose({field: lattice[field] for field in there}, pose)
        while len(there) not in FIELD_COUNTS:
            # By the fields there are it is known better where others would be, whether a dot marks them or not.
            lattice = lattice_of_pose(dots.points, pose)
            beside = bordering(there) - set(marked)
            if not beside:
                break
            marked |= {
                it: float(dots.scores[lattice[it]]) if it in lattice else _UNMARKED for it in sorted(beside)
            }
            absent = self._absent(scene(picture, pose, there), marked)
            there = rather_there(absent)
            refuse_too_many(there)
            pose = dots.pose({it: lattice[it] for it in there if it in lattice}, pose)
        refuse_poor_light(shown.spots)
        return absent, pose

    def _is_mirrored(self, picture: Picture, seen: Reading, numbers: Mapping[Field, Floats]) -> bool:
        """Whether the numbers of cities say that left and right of a picture are exchanged.

        numbers: logits (12, 9) of cities as they were seen, those that rather are some among them.
        """
        rather = np.flatnonzero(seen.kinds[:, CITIES].sum(axis=1) > RATHER)
        if len(rather) < FEWEST_TO_TELL:
            return False
        cities = [seen.fields[n] for n in rather]
        as_seen = np.array([numbers[it] for it in cities])
        if all_plain(as_seen):
            return False
        shown = scene(picture, seen.pose, seen.fields, CLOSER)
        return is_mirrored(as_seen, self._numbers(shown, cities, in_a_mirror=True))

    def _absent(self, shown: Scene, marked: Mapping[Field, float]) -> dict[Field, float]:
        """How likely places are no fields. marked: how likely each is one by the score of its dot.

        Both networks have a say: the one that saw a dot there, and the one that sees all the places from nearby, and
        compares them with each other, as they are and in the mirror.
        """
        cuts = field_cuts(shown, [*marked])
        grounds = softmax(said_both_ways(self._field_network, cuts, company=company(len(marked))))
        absent = grounds[:, _NONE]
        marks = np.array([*marked.values()])
        absent = absent * (1 - marks) / (absent * (1 - marks) + (1 - absent) * marks)
        return dict(zip(marked, map(float, absent), strict=True))

    def follow(
        self,
        picture: Picture,
        before: Reading,
        lens: Lens | None = None,
        *,
        turned: bool = False,
        missed: Collection[Field] = (),
    ) -> Reading:
        """Read the landscape where it was `before`, or close to that, its fields named as they were.

        Fields that do not show now are looked at as well: something may lie on them. missed: further ones that are
        known to belong to it.
        turned: look at it from another side, for a second opinion. Raises NoLandscapeError when it is not there, or
        the light does not do.
        """
        if picture.shape[1::-1] != before.pose.lens.size:
            raise NoLandscapeError(words.NOT_THERE)
        refuse_poor_light(scene(picture, before.pose, before.fields).spots, watched=True)
        dots = _Dots(*self._finder(picture), picture, lens)
        lattice = lattice_of_pose(dots.points, before.pose)
        known = {field: dot for field, dot in lattice.items() if field in before.fields}
        if len(known) < FEWEST:
            raise NoLandscapeError(words.NOT_THERE)
        pose = dots.pose(known, before.pose)
        fields = (*before.fields, *sorted(missed))
        cities = np.ones((len(fields), len(CITY_VALUES)))
        cities[: len(before.fields)] = before.kinds[:, CITIES] + _LEAST
        absent = np.append(before.kinds[:, NO_FIELD], np.ones(len(missed)))
        # A field that was covered when the landscape was searched for is rather none, until it shows.
        perhaps = absent > RATHER
        if perhaps.any():
            now = self._absent(scene(picture, pose, fields), dict.fromkeys(fields, RATHER))
            absent[perhaps] = np.array([*now.values()])[perhaps]
        values = cities / cities.sum(axis=1, keepdims=True)
        seen, _ = self._looked_at(picture, pose, fields, absent, values, turned=turned)
        # A camera that was bumped by a field sees the lattice where it was, and other fields on it.
        as_before = slice(len(before.fields))
        same = seen.kinds[as_before].argmax(axis=1) == before.kinds.argmax(axis=1)
        if np.average(same, weights=1 - seen.unseen[as_before] + _LEAST) < RATHER:
            raise NoLandscapeError(words.NOT_THERE)
        return seen

    def _looked_at(
        self,
        picture: Picture,
        pose: Pose,
        fields: tuple[Field, ...],
        absent: Floats,
        values: Floats,
        *,
        turned: bool = False,
    ) -> tuple[Reading, dict[Field, Floats]]:
        """What the networks say of fields, of what lies on them, and of the connections between them.

        absent: (N,) how likely none of them is a field at all; that is not found out from so near. values: (N, 9)
        what is known of the value of each, if it is a city; where that is plain, it is not read again. Besides the
        reading, the logits (12, 9) of the numbers of cities whose values were read.
        """
        shown = scene(picture, pose, fields, CLOSER)
        pairs = connections_of(fields)
        ways = connection_cuts(shown, pairs)
        looks = looks_of(field_cuts(shown, fields, sheet=CLOSER)), looks_of(ways)
        turns = upright(pose, fields) + (_ASIDE if turned else 0.0)
        ground, stones, miners, unseen, places = said(
            self._closer_network, field_cuts(shown, fields, turns, CLOSER), company=company(len(fields))
        )
        grounds = softmax(ground)
        numbers = self._numbers_of(
            shown, fields, (grounds[:, _CITY] > _PERHAPS) & (values.max(axis=1) < _PLAIN)
        )
        near = Nearby(scene(picture, pose, fields, SPOT), fields, turns, places)
        landscapes = np.flatnonzero(grounds[:, :_DESERT].sum(axis=1) > _PERHAPS)
        deserts = np.flatnonzero(grounds[:, _DESERT] > RATHER)
        stick, hidden, look = said(
            self._connection_network, ways.turned() if turned else ways, company=company(len(pairs))
        )
        sticks = sigmoid(stick)
        reading = Reading(
            fields,
            pairs,
            _kinds(grounds, absent, _with_numbers(values, fields, numbers)),
            self._small_things.stones(near, softmax(stones - np.log(_STONES_LEARNT)), landscapes),
            self._small_things.miners(near, softmax(miners), players_looks(look, sticks), deserts),
            sigmoid(unseen).ravel(),
            sticks,
            sigmoid(hidden).ravel(),
            pose,
            looks,
        )
        return reading if has_colour(shown.spots) else reading.without_colour(), numbers

    def _numbers_of(
        self, shown: Scene, fields: tuple[Field, ...], which: npt.NDArray[np.bool_]
    ) -> dict[Field, Floats]:
        """Logits (12, 9) of the numbers of some fields."""
        cities = [fields[n] for n in np.flatnonzero(which)]
        return dict(zip(cities, self._numbers(shown, cities), strict=True)) if cities else {}


@dataclass(frozen=True, eq=False)
class _Dots:
    """Dots (N, 2) pixels that are seen in a picture, and how surely each of them is one (N,). lens: None for any."""

    points: Floats
    scores: Floats
    picture: Picture
    lens: Lens | None

    def pose(self, lattice: Mapping[Field, int], start: Pose | None = None) -> Pose:
        """The camera that sees the fields of a lattice where their dots are; NoLandscapeError where there is none."""
        dots = list(lattice.values())
        try:
            pose = fit_pose(
                centres(tuple(lattice)),
                self.points[dots],
                self.scores[dots],
                (self.picture.shape[1], self.picture.shape[0]),
                lens=self.lens,
                start=start,
                spread_mm=_DOT_MM,
            )
        except (ValueError, np.linalg.LinAlgError) as error:
            raise NoLandscapeError(words.NO_LANDSCAPE) from error
        if pose.tilt_degrees > _STEEPEST_DEGREES:
            raise NoLandscapeError(words.NO_LANDSCAPE)
        return pose


def _with_numbers(values: Floats, fields: tuple[Field, ...], numbers: Mapping[Field, Floats]) -> Floats:
    """Probabilities of CITY_VALUES (N, 9), those of some fields told by logits (12, 9) of their numbers."""
    if not numbers:
        return values
    told = values.copy()
    told[[fields.index(it) for it in numbers]] = values_of(np.array([*numbers.values()]))
    return told


def _kinds(grounds: Floats, absent: Floats, values: Floats) -> Floats:
    """Probabilities of KINDS (N, 16) from those of GROUNDS (N, 7), of no field (N,), and of values (N, 9)."""
    kinds = np.column_stack([grounds[:, :_CITY], grounds[:, _CITY, None] * values])
    return np.column_stack([absent, kinds * (1 - absent)[:, None]])
