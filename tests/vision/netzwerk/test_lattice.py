"""Which dots are fields, whatever the view, the dots missed and the dots too many."""

from __future__ import annotations

import numpy as np
import pytest

from engine.netzwerk.fields import Field
from vision.lens import Floats, Lens
from vision.netzwerk.board import HEX, Naming, centres, connections_of
from vision.netzwerk.lattice import lattice_of, lattice_of_pose
from vision.pose import Pose

SIZE = (1280, 960)


def landscape(rng: np.random.Generator, count: int = 39) -> list[Field]:
    """Fields that hang together, with stragglers as they come."""
    fields = [Field(0, 0)]
    while len(fields) < count:
        beside = [it for field in fields for it in field.neighbours() if it not in fields]
        fields.append(beside[rng.integers(len(beside))])
    return fields


def view(rng: np.random.Generator, fields: list[Field]) -> Pose:
    """A camera that sees all of them, tilted by up to 30 degrees."""
    turn = rng.uniform(0, 2 * np.pi)
    # Looking straight down turns the world by half a turn about an axis on the table; less than that is a tilt.
    half_turn = np.pi - np.deg2rad(rng.uniform(0, 30))
    rotation = half_turn * np.array([np.cos(turn / 2), np.sin(turn / 2), 0.0])
    pose = Pose(rotation, np.array([0.0, 0.0, 600.0]), Lens.pinhole(1150, SIZE, -0.05))
    middle = centres(fields).mean(axis=0)
    seen = pose.project([middle])[0] - np.array(SIZE) / 2
    return Pose(rotation, pose.translation - np.append(seen * 600 / 1150, 0.0), pose.lens)


@pytest.mark.parametrize("seed", range(12))
def test_fields_are_told_from_dots_with_some_missing_and_some_elsewhere(seed: int) -> None:
    rng = np.random.default_rng(seed)
    fields = landscape(rng)
    pose = view(rng, fields)
    kept = [it for it in fields if rng.random() > 0.08]
    seen = pose.project(centres(kept))
    elsewhere = rng.uniform((0, 0), SIZE, (5, 2))
    points = np.vstack([seen + rng.normal(0, 2, seen.shape), elsewhere])
    scores = np.append(rng.uniform(0.6, 1, len(kept)), rng.uniform(0.1, 0.5, 5))
    found = lattice_of(points, scores)
    true = {kept[dot]: field for field, dot in found.items() if dot < len(kept)}
    assert len(true) >= 0.9 * len(kept)
    # Neighbours in the landscape are neighbours in the lattice, and nobody else is.
    there = connections_of(list(true))
    assert {frozenset(true[end] for end in it.fields) for it in there} == {
        frozenset(it.fields) for it in connections_of(list(true.values()))
    }


@pytest.mark.parametrize("seed", range(12))
def test_faint_dots_on_the_cloth_around_it_do_not_bend_a_landscape(seed: int) -> None:
    rng = np.random.default_rng(seed)
    fields = landscape(rng)
    pose = view(rng, fields)
    around = list({it for field in fields for it in field.neighbours()} - set(fields))
    cloth = centres(around)
    cloth[:, :2] += rng.uniform(-0.35, 0.35, (len(around), 2)) * HEX
    points = np.vstack([pose.project(centres(fields)), pose.project(cloth)])
    scores = np.append(rng.uniform(0.4, 0.9, len(fields)), rng.uniform(0.1, 0.35, len(around)))
    assert set(range(len(fields))) <= set(lattice_of(points, scores).values())


def test_a_few_dots_anywhere_are_no_landscape() -> None:
    rng = np.random.default_rng(3)
    assert len(lattice_of(rng.uniform((0, 0), SIZE, (9, 2)), np.full(9, 0.5))) < 9
    assert lattice_of(np.zeros((0, 2)), np.zeros(0)) == {}
    assert len(lattice_of(np.array([[300.0, 200.0]]), np.ones(1))) <= 1


def test_a_camera_that_hardly_moved_sees_the_same_fields_under_the_same_names() -> None:
    rng = np.random.default_rng(5)
    fields = landscape(rng)
    pose = view(rng, fields)
    bumped = Pose(pose.rotation, pose.translation + np.array([6.0, -5.0, 4.0]), pose.lens)
    found = lattice_of_pose(bumped.project(centres(fields)), pose)
    assert {field: fields[dot] for field, dot in found.items()} == {it: it for it in fields}


@pytest.mark.parametrize("sixths", range(6))
def test_fields_named_otherwise_are_seen_where_they_were(sixths: int) -> None:
    rng = np.random.default_rng(sixths)
    fields = landscape(rng)
    pose = view(rng, fields)
    naming = Naming(sixths, fields[7])
    np.testing.assert_allclose(
        naming.pose(pose).project(centres([naming(it) for it in fields])),
        pose.project(centres(fields)),
        atol=1e-6,
    )
    assert naming(fields[7]) == Field(0, 0)


def test_no_two_fields_share_a_place_in_the_world() -> None:
    places: Floats = centres([Field(q, r) for q in range(-3, 4) for r in range(-3, 4)])
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2)[np.triu_indices(len(places), 1)]
    assert gaps.min() == pytest.approx(50.0)


@pytest.mark.parametrize("seed", range(12))
def test_east_is_to_the_right_whichever_dots_come_first(seed: int) -> None:
    rng = np.random.default_rng(seed)
    fields = landscape(rng)
    dots = view(rng, fields).project(centres(fields))
    names = []
    for _ in range(2):
        order = rng.permutation(len(dots))
        found = lattice_of(dots[order], rng.uniform(0.6, 1, len(dots)))
        names.append({int(order[dot]): field for field, dot in found.items()})
        east = [
            dots[order[found[near]]] - dots[order[dot]]
            for field, dot in found.items()
            if (near := Field(field.q + 1, field.r)) in found
        ]
        right, down = np.mean(east, axis=0)
        assert abs(np.degrees(np.arctan2(down, right))) < 31
    one, other = names
    shifts = {(one[dot].q - other[dot].q, one[dot].r - other[dot].r) for dot in one.keys() & other.keys()}
    assert len(shifts) == 1


def test_a_lattice_that_grows_to_a_single_row_goes_on_nowhere() -> None:
    beside = [[182, 595], [75, 506], [379, 231]]
    row = [[558, 95], [446, 187], [434, 194], [421, 202], [408, 216], [395, 223], [380, 207], [370, 247]]
    scores = [0.93, 0.69, 0.65, 0.39, 0.91, 0.9, 0.73, 0.78, 0.89, 0.99, 0.89]
    found = lattice_of(np.array([*beside, *row], np.float64), np.array(scores))
    assert all(max(abs(it.q), abs(it.r)) <= len(scores) for it in found)
