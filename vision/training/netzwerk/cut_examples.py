"""What the readers of fields, of connections and of what lies on fields are shown in training: cuts of simulated
pictures from poses as they are found at the table, in other light and turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from engine.netzwerk.material import CITY_VALUES, City, Colour, Player
from vision.lens import Floats
from vision.light import LIGHT_NUMBERS, light_of
from vision.netzwerk.board import Naming, centres, connections_of
from vision.netzwerk.cuts import (
    CLOSER,
    FIELD,
    VALUE,
    Cuts,
    Scene,
    Sheet,
    connection_cuts,
    field_cuts,
    frames,
    in_light,
    scene,
    upright,
    value_cuts,
)
from vision.netzwerk.reading import GROUNDS, GROUNDS_OR_NONE, MINERS, STONES, ground_of
from vision.pose import fit_pose
from vision.training.bumps import bump
from vision.training.colouring import Colouring, recoloured
from vision.training.hidden import hidden_share
from vision.training.netzwerk.pictures import Sample

Blob = npt.NDArray[np.float32]


CELLS = 18
"""Cells of 4x4 pixels along each side of a fine cut."""

PLACES: tuple[str, ...] = ("stone", "stack", *Player)
"""What it is whose place is learnt: a stone by itself, one on another, each player's miner."""

_BARELY = 0.3  # share of a thing that must be seen for it to be read
_BESIDE = (6, 43)  # range of how many places without a field are shown of each picture
_OTHERS = 0.5  # share of cities and deserts that are looked at from close up, though little lies on them
AWRY = 0.4  # radians by which cuts may be turned from upright
_OFF = (0.01, 0.06)  # of the distance between fields: how far off dots are


@dataclass(frozen=True, eq=False)
class FieldExample:
    """Fields of one picture, and beside them places where none lies: grounds (N, 8), soft targets by
    `GROUNDS_OR_NONE`, all 0 for "no opinion"."""

    cuts: Cuts
    grounds: Blob


@dataclass(frozen=True, eq=False)
class CloserExample:
    """Fields of one picture with what lies on them: grounds (N, 7), stones (N, 3), miners (N, 5): soft targets, all 0
    for "no opinion"; unseen (N, 1); places (N, 6, 18, 18): bumps, 0 to 1, around the middles of stones and of each
    player's miner."""

    cuts: Cuts
    grounds: Blob
    stones: Blob
    miners: Blob
    unseen: Blob
    places: Blob


@dataclass(frozen=True, eq=False)
class ValueExample:
    """Cities of one picture, each in all turns after the other: values (N,), indices of CITY_VALUES."""

    cuts: Cuts
    values: npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ConnectionExample:
    """Connections of one picture: sticks (N, 4), whether one of each player lies there, and hidden (N, 1)."""

    cuts: Cuts
    sticks: Blob
    hidden: Blob


def field_example(sample: Sample, rng: np.random.Generator) -> FieldExample:
    """All fields of a sample and some places beside them."""
    shown, name = as_found(sample, rng, FIELD)
    fields = _with_some_beside(sample, rng)
    cuts = field_cuts(shown, [name(field) for field in fields], _turn(rng))
    grounds = np.zeros((len(fields), len(GROUNDS_OR_NONE)), np.float32)
    for lies, field in zip(grounds, fields, strict=True):
        kind = sample.state.board.kinds.get(field)
        ground = None if kind is None else ground_of(kind)
        lies[GROUNDS_OR_NONE.index(ground)] = 1 - hidden_share(sample.covered.get(field, 0.0))
    return FieldExample(in_other_light(cuts, shown, rng), grounds)


def closer_example(sample: Sample, rng: np.random.Generator) -> CloserExample:
    """The landscapes of a sample and some of its other fields from close up, as they are or mirrored."""
    shown, name = as_found(sample, rng, CLOSER)
    fields = [it for it in sample.dots if is_landscape(sample, it) or rng.random() < _OTHERS]
    targets = [field_targets(sample, field) for field in fields]
    grounds, stones, miners, unseen = (np.array(it, np.float32) for it in zip(*targets, strict=True))
    renamed = [name(field) for field in fields]
    turns = upright(shown.pose, renamed) + rng.uniform(-AWRY, AWRY)
    cuts = field_cuts(shown, renamed, turns, CLOSER)
    outlines = frames(shown.pose, centres(renamed), turns, CLOSER)
    places = places_in(sample, fields, outlines, shown.picture.shape[1] / sample.pose.lens.size[0])
    cuts = in_other_light(cuts, shown, rng)
    if rng.random() < 0.5:
        cuts, places = cuts.mirrored(), np.ascontiguousarray(places[..., ::-1])
    return CloserExample(cuts, grounds, stones, miners, unseen[:, None], places)


def is_landscape(sample: Sample, field: Field) -> bool:
    """Whether stones can lie on a field."""
    return sample.state.board.colour_of(field) is not None


def value_example(sample: Sample, rng: np.random.Generator) -> ValueExample | None:
    """The cities of a sample whose numbers can be seen, each turned in all ways."""
    told = {it: sample.state.board[it] for it in sample.dots}
    values = {
        field: CITY_VALUES.index(kind.value)
        for field, kind in told.items()
        if isinstance(kind, City)
        and sample.seen.get(f"value {field}", 1.0) >= _BARELY
        and not hidden_share(sample.covered.get(field, 0.0))
    }
    if not values:
        return None
    shown, name = as_found(sample, rng, VALUE)
    cuts = value_cuts(shown, [name(field) for field in values], float(rng.uniform(0, 2 * np.pi)))
    return ValueExample(in_other_light(cuts, shown, rng), np.array(list(values.values()), np.int64))


def _with_some_beside(sample: Sample, rng: np.random.Generator) -> list[Field]:
    fields = list(sample.dots)
    around = {near for field in fields for near in field.neighbours()}
    beside = sorted((around | {near for it in around for near in it.neighbours()}) - set(fields))
    return fields + [beside[it] for it in rng.permutation(len(beside))[: int(rng.integers(*_BESIDE))]]


def _turn(rng: np.random.Generator) -> float:
    return float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.5 else 0.0


def places_in(sample: Sample, fields: list[Field], outlines: npt.NDArray[np.float32], scale: float) -> Blob:
    """Bumps (N, 6, 18, 18) where stones and miners are in cuts with these outlines (N, 4, 2), in a picture `scale`
    times as large as the sample's."""
    maps = np.zeros((len(fields), len(PLACES), CELLS, CELLS), np.float32)
    square = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], np.float32) - np.float32(0.5)
    for number, field in enumerate(fields):
        to_cells = np.asarray(cv2.getPerspectiveTransform(outlines[number], square), np.float64)
        stones = _moved(sample.stones.get(field, ()), scale, to_cells)
        # Two stones, one on the other, have one place.
        things = (
            [("stack", stones.mean(axis=0))] if field in sample.stacked else [("stone", it) for it in stones]
        )
        if field in sample.miners:
            player, at = sample.miners[field]
            things.append((player, _moved([at], scale, to_cells)[0]))
        for name, (column, row) in things:
            map_ = maps[number, PLACES.index(name)]
            np.maximum(map_, bump(float(column), float(row), (CELLS, CELLS)), out=map_)
    return maps


def _moved(places: Sequence[tuple[float, float]], scale: float, homography: Floats) -> Floats:
    """Pixels of a sample (N, 2) as seen in a picture `scale` times as large, through a homography."""
    seen = np.array([((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5, 1.0) for x, y in places]).reshape(
        -1, 3
    )
    moved = seen @ homography.T
    return np.asarray(moved[:, :2] / moved[:, 2:])


def connection_example(sample: Sample, rng: np.random.Generator) -> ConnectionExample:
    """All connections of a sample, from either end and either side."""
    shown, name = as_found(sample, rng, CLOSER)
    pairs = connections_of(list(sample.dots))
    renamed = [name.connection(it) for it in pairs]
    connectors = sample.state.connectors
    sticks = [[pair in connectors.get(player, ()) for player in Player] for pair in pairs]
    hidden = [hidden_share(sample.covered_connections.get(pair, 0.0)) for pair in pairs]
    cuts = in_other_light(connection_cuts(shown, renamed), shown, rng)
    if rng.random() < 0.5:
        cuts = cuts.turned()
    if rng.random() < 0.5:
        cuts = cuts.mirrored()
    return ConnectionExample(
        cuts,
        np.array(sticks, np.float32),
        np.array(hidden, np.float32)[:, None],
    )


def as_found(
    sample: Sample, rng: np.random.Generator, sheet: Sheet, naming: Naming | None = None
) -> tuple[Scene, Naming]:
    """A sample through a pose as it is found in practice, with its fields named in any of six ways, or as given."""
    fields = list(sample.dots)
    spacing = float(np.median(np.linalg.norm(np.diff(sample.pose.project(centres(fields)), axis=0), axis=1)))
    off = rng.normal(0, rng.uniform(*_OFF) * spacing, (len(fields), 2)) + rng.normal(0, 0.01 * spacing, 2)
    lens = None if rng.random() < 0.7 else sample.pose.lens
    size = sample.pose.lens.size
    pose = fit_pose(
        centres(fields), sample.points + off, np.ones(len(fields)), size, lens=lens, start=sample.pose
    )
    naming = naming or Naming(int(rng.integers(6)), fields[int(rng.integers(len(fields)))])
    return scene(sample.picture(), naming.pose(pose), [naming(it) for it in fields], sheet), naming


def in_other_light(cuts: Cuts, shown: Scene, rng: np.random.Generator) -> Cuts:
    """Cuts of a scene as another lamp and another camera would have them."""
    return in_light_of(Colouring.draw(rng), cuts, shown)


def in_light_of(colouring: Colouring, cuts: Cuts, shown: Scene) -> Cuts:
    """Cuts of a scene in a given other light."""
    count, height, width, _ = cuts.pictures.shape
    sheets = np.moveaxis(cuts.pictures.reshape(count, height, width, -1, 3), 3, 0)
    pictures = recoloured(np.ascontiguousarray(sheets).reshape(-1, width, 3), colouring).reshape(sheets.shape)
    pictures = np.moveaxis(pictures, 0, 3).reshape(cuts.pictures.shape)
    return in_light(pictures, cuts.about[:, :-LIGHT_NUMBERS], light_of(recoloured(shown.spots, colouring)))


def field_targets(sample: Sample, field: Field) -> tuple[Blob, Blob, Blob, float]:
    """Grounds (7,), stones (3,), miners (5,), all 0 where nobody can tell, and whether the field is hidden."""
    grounds, stones, miners = (np.zeros(len(it), np.float32) for it in (GROUNDS, STONES, MINERS))
    hidden = float(hidden_share(sample.covered.get(field, 0.0)))
    kind = sample.state.board[field]
    grounds[GROUNDS.index(ground_of(kind))] = 1
    if isinstance(kind, Colour) and sample.seen.get(f"stones {field}", 1.0) >= _BARELY:
        stones[STONES.index(sample.state.stones[field])] = 1
    owner = sample.miners[field][0] if field in sample.miners else None
    if owner is None or sample.seen.get(f"miner {field}", 1.0) >= _BARELY:
        miners[MINERS.index(owner)] = 1
    seen = 1 - hidden
    return grounds * seen, stones * seen, miners * seen, hidden
