"""What Netzwerk's networks are taught agrees with what the pictures show."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import CITY_VALUES, City, Colour, Player
from vision.netzwerk.board import Naming, centres, connections_of
from vision.netzwerk.cuts import CLOSER, FIELD, SPOT, VALUE, VALUE_TURNS, connection_cuts, field_cuts, scene
from vision.netzwerk.find import dots_of
from vision.netzwerk.lattice import lattice_of
from vision.netzwerk.reading import GROUNDS, GROUNDS_OR_NONE, MINERS, ground_of
from vision.netzwerk.shadows import ALONG_NUMBERS, ALONG_SIZE, AROUND
from vision.netzwerk.small_things import MOST_MINERS
from vision.netzwerk.spots import MINER_HEIGHTS_MM, STONE_HEIGHTS_MM, STONE_SPOTS
from vision.netzwerk.stones import PILES
from vision.training.netzwerk.cut_examples import (
    PLACES,
    closer_example,
    connection_example,
    field_example,
    value_example,
)
from vision.training.netzwerk.dot_examples import dot_example
from vision.training.netzwerk.pictures import Sample, crowded_drawing, drawing
from vision.training.netzwerk.spot_examples import miners_example
from vision.training.netzwerk.stone_examples import stones_example, votes_example
from vision.training.pictures import draw, sample_paths


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    folder = tmp_path_factory.mktemp("landscapes")
    draw(folder, 1, seed=8, drawing=drawing, workers=1)
    return Sample.load(sample_paths(folder, 1)[0])


def test_the_truth_beside_a_picture_says_where_fields_are_seen(sample: Sample) -> None:
    fields = list(sample.dots)
    assert set(fields) == set(sample.state.board)
    spacing = np.linalg.norm(np.diff(sample.pose.project(centres(fields)), axis=0), axis=1).max()
    np.testing.assert_allclose(sample.pose.project(centres(fields)), sample.points, atol=0.08 * spacing)


def test_dots_of_the_finders_example_make_the_landscape(sample: Sample) -> None:
    whole = 0
    for seed in range(6):
        picture, maps = dot_example(sample, np.random.default_rng(seed))
        assert picture.shape == (3, 240, 320)
        logits = maps.copy()
        logits[0] = np.log(maps[0] + 1e-6) - np.log(1 - maps[0] + 1e-6)
        points, scores = dots_of(logits)
        # Of a mirrored view the lattice is a mirrored one; neighbours stay neighbours.
        lattice = lattice_of(points, scores)
        whole += len(lattice) == len(sample.dots)
        if len(lattice) == len(sample.dots):
            assert len(connections_of(list(lattice))) == len(connections_of(list(sample.dots)))
    assert whole >= 3, "in most views all of it is in the picture"


def test_places_with_and_without_fields_are_taught(sample: Sample) -> None:
    example = field_example(sample, np.random.default_rng(1))
    count = len(sample.dots)
    assert example.cuts.pictures.shape == (len(example.grounds), *FIELD.size[::-1], 3)
    assert count < len(example.grounds)
    assert (example.grounds[count:, GROUNDS_OR_NONE.index(None)] == 1).all()
    told = example.grounds[:count].max(axis=1) > 0.5
    kinds = [GROUNDS_OR_NONE[it] for it in example.grounds[:count].argmax(axis=1)]
    truly = [ground_of(sample.state.board[field]) for field in sample.dots]
    assert [it for it, is_told in zip(kinds, told, strict=True) if is_told] == [
        it for it, is_told in zip(truly, told, strict=True) if is_told
    ]
    assert told.any()


def test_grounds_are_taught_as_they_are_whatever_fields_are_called(sample: Sample) -> None:
    lying = Counter(ground_of(kind) for kind in sample.state.board.kinds.values())
    for seed in range(4):
        example = closer_example(sample, np.random.default_rng(seed))
        taught = Counter(GROUNDS[int(it.argmax())] for it in example.grounds if it.max() == 1)
        hidden = int((example.grounds.max(axis=1) < 1).sum())
        assert all(taught[ground] <= lying[ground] for ground in GROUNDS)
        assert sum(lying[it] - taught[it] for it in Colour) <= hidden


def test_what_lies_on_fields_is_taught_with_its_place(sample: Sample) -> None:
    example = closer_example(sample, np.random.default_rng(2))
    assert example.cuts.pictures.shape[1:3] == CLOSER.size[::-1]
    owners = {MINERS[int(it.argmax())] for it in example.miners if it.any()} - {None}
    assert owners <= {player for player, at in sample.state.miners.items() if at}
    marked = (example.places == 1).sum(axis=(2, 3))
    # Two stones, one on the other, have one place.
    stones = marked[:, PLACES.index("stone")] + 2 * marked[:, PLACES.index("stack")]
    assert stones.sum() == sum(sample.state.stones.values()), "no landscape is left out"
    told = example.stones.any(axis=1)
    np.testing.assert_array_equal(stones[told], example.stones[told].argmax(axis=1))
    for player, at in sample.state.miners.items():
        places = marked[:, PLACES.index(player)]
        shown = at is not None and sample.state.board.colour_of(at) is not None
        assert shown <= places.sum() <= 1
        assert (example.miners[places == 1].argmax(axis=1) == MINERS.index(player)).all()


def test_two_stones_on_each_other_are_taught_as_such_however_slantwise_they_are_seen(sample: Sample) -> None:
    field = next(it for it, stones in sample.stones.items() if len(stones) == 2)
    x, y = sample.stones[field][0]
    slantwise = {**sample.stones, field: [(x, y), (x + 16, y)]}
    for stacked in (frozenset({field}), frozenset[Field]()):
        taught = replace(sample, stones=slantwise, stacked=stacked)
        marked = (closer_example(taught, np.random.default_rng(2)).places == 1).sum(axis=(0, 2, 3))
        assert marked[PLACES.index("stack")] == len(stacked)


def test_stones_are_taught_at_their_spots(sample: Sample) -> None:
    example = stones_example(sample, np.random.default_rng(2))
    assert example is not None
    channels = 3 * len(STONE_HEIGHTS_MM)
    looks = example.looks
    nearest, along = looks.nearest.pictures, looks.along.pictures
    assert nearest.shape == (len(example.answers), *SPOT.size[::-1], channels)
    assert along.shape == (len(example.answers), *ALONG_SIZE[::-1], 3)
    assert looks.along.about.shape == (len(example.answers), ALONG_NUMBERS)
    of_field = np.cumsum(example.first) - 1
    assert example.first[0]
    assert len(example.first) < STONE_SPOTS * example.first.sum(), (
        "most next spots bear nothing and are left out"
    )
    lying = Counter(sample.state.stones.values())
    piles = np.array([PILES[pile] for pile in example.answers])
    by_field = [piles[of_field == field] for field in range(of_field[-1] + 1)]
    taught = Counter(int(counts.max()) for counts in by_field)
    assert sum(taught.values()) > 0.8 * sum(lying.values())
    assert all(taught[count] <= lying[count] for count in (1, 2))
    assert all(len(set(counts) - {0}) <= 1 for counts in by_field), "there are no other stones on a field"
    for pile in set(example.answers):
        assert (pile == len(PILES) - 1) <= bool(sample.stacked)


def test_shadows_that_are_taught_fall_away_from_the_lamp(sample: Sample) -> None:
    matrix, _ = cv2.Rodrigues(sample.pose.rotation)
    lamp = matrix.T @ (sample.lamp - sample.pose.translation)
    truly = [np.linalg.norm(at[:2] - lamp[:2]) for at in centres(list(sample.dots))]
    per_mm = sample.stone_mm / (lamp[2] - sample.stone_mm)
    for seed in range(4):
        example = votes_example(sample, np.random.default_rng(seed))
        assert example is not None
        assert example.cuts.pictures.shape == (len(example.places), *AROUND.size[::-1], 3)
        # However fields are named, and in a mirror: shadows point from one spot, and grow with the way from there.
        lengths = np.linalg.norm(example.falls, axis=1)
        assert per_mm * min(truly) * 0.8 < lengths.min() <= lengths.max() < per_mm * max(truly) * 1.2
        at, falls = (it - it.mean(axis=0) for it in (example.places, example.falls))
        grows = (at * falls).sum() / (at * at).sum()
        assert grows == pytest.approx(per_mm, rel=0.15)
        np.testing.assert_allclose(falls, grows * at, atol=0.01)


def test_miners_are_taught_at_their_spots(sample: Sample) -> None:
    example = miners_example(sample, np.random.default_rng(2))
    assert example is not None
    channels = 3 * len(MINER_HEIGHTS_MM)
    assert example.cuts.pictures.shape == (MOST_MINERS, *SPOT.size[::-1], channels)
    owners = Counter(MINERS[it] for it in example.answers if MINERS[it])
    standing = {player for player, at in sample.state.miners.items() if at}
    assert set(owners) <= standing
    assert len(owners) >= len(standing) - 1, "one may be hidden"
    assert set(owners.values()) == {1}


def test_a_crowd_teaches_whose_miner_it_is_on_many_fields(tmp_path: Path) -> None:
    draw(tmp_path, 4, seed=8, drawing=crowded_drawing, workers=1)
    samples = [Sample.load(it) for it in sample_paths(tmp_path, 4)]
    crowded = max(samples, key=lambda it: len(it.miners))
    playing = sum(at is not None for at in crowded.state.miners.values())
    assert len(crowded.miners) >= playing + 4
    example = miners_example(crowded, np.random.default_rng(2))
    assert example is not None
    owners = Counter(MINERS[it] for it in example.answers if MINERS[it])
    standing = Counter(player for player, _ in crowded.miners.values())
    assert owners <= standing
    assert owners.total() > playing


def test_from_nearby_things_lean_upwards_in_every_cut(sample: Sample) -> None:
    for seed in range(3):
        lean = closer_example(sample, np.random.default_rng(seed)).cuts.about[:, :2]
        aside = np.arctan2(np.abs(lean[:, 0]), lean[:, 1])
        assert aside.max() < 0.45, "radians"
        assert np.ptp(aside) < 1e-3, "all are turned alike, or mirrored"


def test_of_cities_the_values_are_taught_in_all_turns(sample: Sample) -> None:
    example = value_example(sample, np.random.default_rng(1))
    assert example is not None
    told = [kind for kind in sample.state.board.kinds.values() if isinstance(kind, City)]
    assert 0 < len(example.values) <= len(told)
    assert {CITY_VALUES[it] for it in example.values} <= {kind.value for kind in told}
    turns = example.cuts.pictures.reshape(-1, VALUE_TURNS, *VALUE.size[::-1], 3).astype(int)
    disc = np.hypot(*np.mgrid[-23.5:24, -23.5:24]) < 20
    for city in turns:
        opposite = city[VALUE_TURNS // 2, ::-1, ::-1]
        assert np.abs(city[0] - opposite)[disc].mean() < 6, "half a turn on, it stands on its head"
        assert np.abs(city[0] - city[VALUE_TURNS // 2])[disc].mean() > 6


def test_a_cut_of_a_field_shows_that_field(sample: Sample) -> None:
    fields = list(sample.dots)
    shown = scene(sample.picture(), sample.pose, fields)
    pictures = field_cuts(shown, fields).pictures.astype(float)
    rims = pictures[:, 6:42, 6:42].mean(axis=(1, 2))
    by_kind: dict[Colour, list[np.ndarray]] = {}
    for field, colour in zip(fields, rims, strict=True):
        if (kind := sample.state.board.colour_of(field)) is not None:
            by_kind.setdefault(kind, []).append(colour)
    spread = np.mean([np.std(it, axis=0).mean() for it in by_kind.values()])
    apart = np.std([np.mean(it, axis=0) for it in by_kind.values()], axis=0).mean()
    assert apart > spread, "fields of a colour look more like each other than like those of another"


def test_turning_the_lattice_turns_the_cuts(sample: Sample) -> None:
    fields = list(sample.dots)
    picture = sample.picture()
    naming = Naming(3, fields[4])
    plain = field_cuts(scene(picture, sample.pose, fields), fields)
    other = [naming(it) for it in fields]
    turned = field_cuts(scene(picture, naming.pose(sample.pose), other), other)
    assert np.abs(plain.turned().pictures.astype(int) - turned.pictures).mean() < 1.0
    np.testing.assert_allclose(plain.turned().about[:, :2], turned.about[:, :2], atol=1e-4)


def test_a_connection_is_shown_from_its_first_field_to_its_second(sample: Sample) -> None:
    fields = list(sample.dots)
    shown = scene(sample.picture(), sample.pose, fields)
    pairs = connections_of(fields)
    assert all(pair == Connection.of(*pair.fields) for pair in pairs)
    lying = connection_cuts(shown, pairs).pictures.astype(float)
    ends = field_cuts(shown, [it.first for it in pairs]).pictures.astype(float)
    # The left quarter of a connection lies on its first field.
    left = lying[:, 12:20, 2:10].mean(axis=(1, 2))
    assert np.median(np.abs(left - ends[:, 12:36, 12:36].mean(axis=(1, 2)))) < 45


def test_connectors_are_taught_by_their_owners(sample: Sample) -> None:
    example = connection_example(sample, np.random.default_rng(1))
    assert example.sticks.shape == (len(connections_of(list(sample.dots))), len(Player))
    laid = {player: len(it) for player, it in sample.state.connectors.items()}
    for column, player in enumerate(Player):
        assert example.sticks[:, column].sum() == laid.get(player, 0)


def test_examples_come_again_with_the_same_seed(sample: Sample) -> None:
    first, again = (field_example(sample, np.random.default_rng(3)) for _ in range(2))
    np.testing.assert_array_equal(first.cuts.pictures, again.cuts.pictures)


def test_pictures_are_drawn_once(sample: Sample) -> None:
    folder: Path = sample.path.parent
    before = sample.path.stat().st_mtime_ns
    draw(folder, 1, seed=9, drawing=drawing, workers=1)
    assert sample.path.stat().st_mtime_ns == before
