"""From a picture to a reading: find the fields, fit the lattice, look at every field and connection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from engine.netzwerk.material import CITY_VALUES, DESERT, UNREAD_VALUE, City
from engine.netzwerk.overlooked import parts
from vision.lens import Floats, Lens
from vision.light import BLACK_PICTURE, TOO_BRIGHT, is_black, is_washed_out, too_faint_or_bright
from vision.network import Network, sigmoid, softmax
from vision.netzwerk import words
from vision.netzwerk.board import centres, connections_of
from vision.netzwerk.cuts import (
    CLOSER,
    SPOT,
    Cuts,
    Scene,
    connection_cuts,
    field_cuts,
    places_beside,
    scene,
    upright,
    value_cuts,
)
from vision.netzwerk.extent import (
    FIELD_COUNTS,
    OUT_OF_SIGHT,
    bordering,
    completing,
    in_whole_pieces,
    is_of_too_few_kinds,
    may_go_on,
    out_of_sight,
    rather_there,
)
from vision.netzwerk.find import Finder, NoLandscapeError
from vision.netzwerk.lattice import lattice_of, lattice_of_pose
from vision.netzwerk.memory import CONNECTION_CELL, FIELD_CELL, looks_of
from vision.netzwerk.reading import GROUNDS, KINDS, Reading, together
from vision.netzwerk.shadows import Shadows, along, around, shadows_by
from vision.netzwerk.spots import (
    MINER_HEIGHTS_MM,
    OF_MINERS,
    OF_STONES,
    STONE_HEIGHTS_MM,
    STONE_SPOTS,
    likeliest,
    spot_cuts,
    spots,
)
from vision.netzwerk.stones import beside_shadows, company, counted, counted_at_all
from vision.netzwerk.values import FEWEST_TO_TELL, is_mirrored, values_of
from vision.photo import Picture
from vision.pose import Pose, fit_pose

MOST_MINERS = 12
"""So many fields are looked at again for a miner: on all but one of 134 that stood on photos it is among them."""

_FEWEST = 12  # fields: fewer are no landscape, or too much of it is hidden to tell
_MOST_PLACES = 60  # that are looked at, the surest: fields are among them, cloth as well
_RATHER = 0.5
_UNMARKED = 0.02  # how likely a field is that no dot marks, beside others
# How often the network was shown no, one and two stones on a landscape; on a table, nobody knows how often they lie.
_STONES_LEARNT = np.array([0.22, 0.16, 0.62])
# How often the network for miners was shown nobody's and each player's at the spots it looks at, in crowds too, and
# how often they stand there in games.
_MINERS_SHOWN, _MINERS_THERE = np.array([0.502, *[0.1245] * 4]), np.array([0.76, *[0.06] * 4])
_RARER_MINERS = np.log(_MINERS_THERE / _MINERS_SHOWN)
_NO_FIELD = KINDS.index(None)
_CITY, _DESERT = GROUNDS.index(City(UNREAD_VALUE)), GROUNDS.index(DESERT)
_CITIES = [n for n, kind in enumerate(KINDS) if isinstance(kind, City)]
_PERHAPS = 0.02  # a city, or a landscape: its value is read, or its stones are counted
_PLAIN = 0.97  # a value that is not read again
_SAY_OF_SPOTS = 0.8  # when the closer look has told the same: what fits pictures best that were not learnt
_HARDLY = 0.02  # likely to be bare: then the next spots of a field are looked at, too
_ASIDE = 0.3  # radians: another side, for whom things still lean about upwards
_LEAST = 1e-3
_DOT_MM = 3.0  # what a dot is usually off
_STEEPEST_DEGREES = 45.0


@dataclass(frozen=True, eq=False)
class _Nearby:
    """Fields as the closer look saw them: their turns (N,), and the logits (N, 6, h, w) of where things are."""

    scene: Scene
    fields: tuple[Field, ...]
    turns: Floats
    places: Floats

    def cuts(self, chosen: npt.NDArray[np.intp], where: Floats, heights: Sequence[float]) -> Cuts:
        """Some of them around spots (n, 2), mm from their middles, at some heights."""
        return spot_cuts(self.scene, [self.fields[n] for n in chosen], self.turns[chosen], where, heights)

    def on_board(self, chosen: npt.NDArray[np.intp], where: Floats) -> Floats:
        """The same spots as places (n, 3) of the board."""
        return places_beside([self.fields[n] for n in chosen], self.turns[chosen], where)


class LandscapeReader:
    """Reads photos of Netzwerk. Keeps the networks, and nothing of any picture."""

    def __init__(self) -> None:
        """Networks are loaded when first needed."""
        self._finder = Finder()
        models = Path(__file__).parent / "models"
        self._field_network = Network(models / "fields.onnx.xz", ["there"])
        self._closer_network = Network(
            models / "closer.onnx.xz", ["grounds", "stones", "miners", "unseen", "places"]
        )
        self._stone_network = Network(models / "stones.onnx.xz", ["alone", "piles"])
        self._lamp_network = Network(models / "lamp.onnx.xz", ["votes"])
        self._shadow_network = Network(models / "shadows.onnx.xz", ["alone", "piles"])
        self._miner_network = Network(models / "miners.onnx.xz", ["owners"])
        self._value_network = Network(models / "values.onnx.xz", ["values"])
        self._connection_network = Network(models / "connections.onnx.xz", ["sticks", "hidden"])

    def read(self, picture: Picture, lens: Lens | None = None) -> Reading:
        """Find and read the landscape in a picture (H, W, 3) uint8 RGB.

        The finder marks some places too many, as a checked cloth goes on as hexagons do; a coarse look at all of them
        tells the fields, and a closer one, by their own light and perspective, what lies on those.
        Raises NoLandscapeError, with what was seen instead, when there is none in view.
        """
        if is_black(picture):
            raise NoLandscapeError(BLACK_PICTURE)
        points, scores = self._finder(picture)
        lattice = lattice_of(points, scores)
        if len(lattice) < _FEWEST:
            raise NoLandscapeError(TOO_BRIGHT if is_washed_out(picture) else words.NO_LANDSCAPE)
        pose = _pose_of(picture, lattice, points, scores, lens)
        places = tuple(sorted(lattice, key=lambda field: -float(scores[lattice[field]]))[:_MOST_PLACES])
        shown = scene(picture, pose, places[: FIELD_COUNTS[-1]])
        absent = self._absent(shown, {field: float(scores[lattice[field]]) for field in places})
        there = rather_there(absent)
        if len(there) < _FEWEST:
            raise NoLandscapeError(words.NO_LANDSCAPE)
        pose = _pose_of(picture, {field: lattice[field] for field in there}, points, scores, lens, pose)
        while len(there) not in FIELD_COUNTS:
            # By the fields there are it is known better where others would be, whether a dot marks them or not.
            dots = lattice_of_pose(points, pose)
            beside = bordering(there) - set(absent)
            if not beside:
                break
            marked = {it: float(scores[dots[it]]) if it in dots else _UNMARKED for it in sorted(beside)}
            absent |= self._absent(scene(picture, pose, there), marked)
            there = rather_there(absent)
            pose = _pose_of(picture, {it: dots[it] for it in there if it in dots}, points, scores, lens, pose)
        _refuse_poor_light(shown)
        outside = out_of_sight(there, pose)
        absent = in_whole_pieces(absent | dict.fromkeys(outside, OUT_OF_SIGHT))
        there = rather_there(absent)
        whole = {*there, *completing(there, absent)}
        fields = tuple(sorted(whole - outside))
        unread = np.full((len(fields), len(CITY_VALUES)), 1 / len(CITY_VALUES))
        seen = self._looked_at(picture, pose, fields, np.array([absent[field] for field in fields]), unread)
        if is_of_too_few_kinds(seen.kinds) or max(map(len, parts(fields))) < _FEWEST:
            raise NoLandscapeError(words.NO_LANDSCAPE)
        if outside and (whole & outside or may_go_on(len(fields), seen.kinds)):
            raise NoLandscapeError(words.RUNS_OUT)
        if self._is_mirrored(picture, seen):
            raise NoLandscapeError(words.MIRRORED)
        return seen

    def _is_mirrored(self, picture: Picture, seen: Reading) -> bool:
        """Whether the numbers of cities say that left and right of a picture are exchanged."""
        cities = [seen.fields[n] for n in np.flatnonzero(seen.kinds[:, _CITIES].sum(axis=1) > _RATHER)]
        if len(cities) < FEWEST_TO_TELL:
            return False
        cuts = value_cuts(scene(picture, seen.pose, seen.fields, CLOSER), cities)
        return is_mirrored(self._numbers(cuts), self._numbers(cuts.mirrored()))

    def _absent(self, shown: Scene, marked: Mapping[Field, float]) -> dict[Field, float]:
        """How likely places are no fields that are some by a dot's score.

        Both networks have a say: the one that saw a dot there, and the one that sees the place from nearby.
        """
        (there,) = _said(self._field_network, field_cuts(shown, [*marked]))
        absent, marks = 1 - sigmoid(there).ravel(), np.array([*marked.values()])
        absent = absent * (1 - marks) / (absent * (1 - marks) + (1 - absent) * marks)
        return dict(zip(marked, map(float, absent), strict=True))

    def follow(
        self, picture: Picture, before: Reading, lens: Lens | None = None, *, turned: bool = False
    ) -> Reading:
        """Read the landscape where it was `before`, or close to that, its fields named as they were.

        Fields that do not show now are looked at as well: something may lie on them.
        turned: look at it from another side, for a second opinion. Raises NoLandscapeError when it is not there, or
        the light does not do.
        """
        if picture.shape[1::-1] != before.pose.lens.size:
            raise NoLandscapeError(words.NOT_THERE)
        _refuse_poor_light(scene(picture, before.pose, before.fields))
        points, scores = self._finder(picture)
        lattice = lattice_of_pose(points, before.pose)
        known = {field: dot for field, dot in lattice.items() if field in before.fields}
        if len(known) < _FEWEST:
            raise NoLandscapeError(words.NOT_THERE)
        pose = _pose_of(picture, known, points, scores, lens, before.pose)
        cities = before.kinds[:, _CITIES] + _LEAST
        values = cities / cities.sum(axis=1, keepdims=True)
        absent = before.kinds[:, _NO_FIELD]
        seen = self._looked_at(picture, pose, before.fields, absent, values, turned=turned)
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
        values: Floats,
        *,
        turned: bool = False,
    ) -> Reading:
        """What the networks say of fields, of what lies on them, and of the connections between them.

        absent: (N,) how likely none of them is a field at all; that is not found out from so near. values: (N, 9)
        what is known of the value of each, if it is a city; where that is plain, it is not read again.
        """
        shown = scene(picture, pose, fields, CLOSER)
        pairs = connections_of(fields)
        ways = connection_cuts(shown, pairs)
        looks = looks_of(field_cuts(shown, fields, sheet=CLOSER), FIELD_CELL), looks_of(ways, CONNECTION_CELL)
        turns = upright(pose, fields) + (_ASIDE if turned else 0.0)
        said, stones, miners, unseen, places = _said(
            self._closer_network, field_cuts(shown, fields, turns, CLOSER)
        )
        grounds = softmax(said)
        near = _Nearby(scene(picture, pose, fields, SPOT), fields, turns, places)
        landscapes = np.flatnonzero(grounds[:, :_DESERT].sum(axis=1) > _PERHAPS)
        sticks, hidden = _said(self._connection_network, ways.turned() if turned else ways)
        return Reading(
            fields,
            pairs,
            self._kinds(shown, fields, grounds, absent, values),
            self._stones(near, softmax(stones - np.log(_STONES_LEARNT)), landscapes),
            self._miners(near, softmax(miners)),
            sigmoid(unseen).ravel(),
            sigmoid(sticks),
            sigmoid(hidden).ravel(),
            pose,
            looks,
        )

    def _stones(self, near: _Nearby, chances: Floats, landscapes: npt.NDArray[np.intp]) -> Floats:
        """Probabilities of STONES (N, 3), where the closer look alone gave `chances`, from a look at their spots."""
        if not len(landscapes):
            return chances
        where = spots(near.places[landscapes, OF_STONES], STONE_SPOTS)
        shadows = self._shadows(near.scene, near.on_board(landscapes, where[:, 0]))
        _, piles = self._piles(near, landscapes, where[:, 0], shadows)
        told = counted(piles)
        hardly = np.flatnonzero(told[:, 0] > _HARDLY)
        if len(hardly):
            bare = landscapes[hardly]
            alone = [self._piles(near, bare, it, shadows)[0] for it in where[hardly, 1:].swapaxes(0, 1)]
            told[hardly] = counted_at_all(piles[hardly], alone)
        return _told_again(chances, landscapes, told)

    def _shadows(self, scene: Scene, places: Floats) -> Shadows:
        """The shadows that stones, as they seem to be, throw at places (N, 3)."""
        seen = around(scene, places)
        (votes,) = self._lamp_network(colours=seen.colours, about=seen.about)
        return shadows_by(votes, places)

    def _piles(
        self, near: _Nearby, chosen: npt.NDArray[np.intp], where: Floats, shadows: Shadows
    ) -> tuple[Floats, Floats]:
        """Logits of PILES (N, 4) at spots (N, 2) of some fields, of each by itself and beside the others."""
        cuts, others = near.cuts(chosen, where, STONE_HEIGHTS_MM), company(len(chosen))
        # In a mirror stones look the same, and two looks see more than one.
        both = [_said(self._stone_network, it, company=others) for it in (cuts, cuts.mirrored())]
        in_shadows = along(near.scene, near.on_board(chosen, where), shadows)
        by_shadows = _said(self._shadow_network, in_shadows, company=others)
        alone, piles = map(beside_shadows, np.mean(both, axis=0), by_shadows)
        return alone, piles

    def _miners(self, near: _Nearby, chances: Floats) -> Floats:
        """Probabilities of MINERS (N, 5), likewise, of the fields that they are likeliest on."""
        places = near.places[:, OF_MINERS]
        chosen = likeliest(places, MOST_MINERS)
        where = spots(places[chosen])[:, 0]
        (owners,) = _said(self._miner_network, near.cuts(chosen, where, MINER_HEIGHTS_MM))
        return _told_again(chances, chosen, softmax(owners + _RARER_MINERS))

    def _kinds(
        self, shown: Scene, fields: tuple[Field, ...], grounds: Floats, absent: Floats, values: Floats
    ) -> Floats:
        """Probabilities of KINDS (N, 16) from those of GROUNDS (N, 7) and of no field (N,), and from known values."""
        values = values.copy()
        cities = np.flatnonzero((grounds[:, _CITY] > _PERHAPS) & (values.max(axis=1) < _PLAIN))
        if len(cities):
            values[cities] = values_of(self._numbers(value_cuts(shown, [fields[n] for n in cities])))
        kinds = np.column_stack([grounds[:, :_CITY], grounds[:, _CITY, None] * values])
        return np.column_stack([absent, kinds * (1 - absent)[:, None]])

    def _numbers(self, cuts: Cuts) -> Floats:
        """Logits of CITY_VALUES (12 N, 9) for cuts of cities."""
        (said,) = self._value_network(colours=cuts.colours)
        return np.asarray(said, np.float64)


def _refuse_poor_light(shown: Scene) -> None:
    """Raise NoLandscapeError when it is too dark to see anything, or too bright."""
    if trouble := too_faint_or_bright(shown.spots):
        raise NoLandscapeError(trouble)


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


def _said(network: Network, cuts: Cuts, **more: npt.NDArray[np.float32]) -> list[Floats]:
    return [np.asarray(it, np.float64) for it in network(colours=cuts.colours, about=cuts.about, **more)]


def _told_again(chances: Floats, chosen: npt.NDArray[np.intp], again: Floats) -> Floats:
    """Probabilities (N, K), some of which were told again."""
    told = chances.copy()
    told[chosen] = together([chances[chosen], again], (1 - _SAY_OF_SPOTS, _SAY_OF_SPOTS))
    return told
