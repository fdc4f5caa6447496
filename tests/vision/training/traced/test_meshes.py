"""Bodies for rays to fall on are closed, face outwards and are as large as what is drawn."""

import numpy as np
import pytest

from vision.synthetic.solids import box, pyramid
from vision.training.traced import meshes
from vision.training.traced.meshes import Mesh

SQUARE = np.array([[0.0, 0], [10, 0], [10, 10], [0, 10]])
BODIES = {
    "slab": (meshes.slab(50.0, 0.5, 3.0, 0.3), 50 * 50 * 3),
    "pyramid": (meshes.pyramid(24.5, 44.0, 0.3, 0.02, bottom=True), 24.5**2 * 44 / 3),
    "stump": (meshes.pyramid(24.5, 44.0, 0.3, 0.02, bottom=True, cut=22.0), 24.5**2 * 44 / 3 * 7 / 8),
    "bead": (meshes.bead(21.0, 10.0), 2 / 3 * np.pi * 10.5**2 * 10),
    "coin": (meshes.coin(19.0, 4.0, 0.3), np.pi * 9.5**2 * 4),
    "ball": (meshes.ball(8.0), 4 / 3 * np.pi * 4**3),
    "prism": (meshes.prism(SQUARE, 3.0, np.zeros(2), 10.0).at((0, 0, 3), 0.0), 300),
    "box": (meshes.of_solid(box((3.0, 4.0, 5.0), (0, 0, 0), 0.3)), 60),
    "vessel": (meshes.turned_on_lathe([(0, 0), (5, 0), (5, 10), (0, 10)]), np.pi * 250),
}


def volume(mesh: Mesh) -> float:
    a, b, c = (mesh.corners[mesh.faces[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("name", BODIES)
def test_has_the_volume_of_its_body(name: str) -> None:
    mesh, expected = BODIES[name]
    assert volume(mesh) == pytest.approx(expected, rel=0.06)


@pytest.mark.parametrize("name", BODIES)
def test_normals_point_where_faces_look(name: str) -> None:
    mesh, _ = BODIES[name]
    a, b, c = (mesh.corners[mesh.faces[:, k]] for k in range(3))
    facing = np.cross(b - a, c - a)
    sizes = np.linalg.norm(facing, axis=1)
    facing = facing[sizes > 1e-3] / sizes[sizes > 1e-3, None]
    normals = mesh.normals[mesh.faces[sizes > 1e-3]].mean(1)
    assert (facing * normals).sum(1).min() > 0.3
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1, atol=1e-6)


def test_a_pyramid_comes_to_stand_where_it_is_drawn() -> None:
    mesh = meshes.pyramid(24.5, 44.0, 0.3, 0.02, bottom=True)
    for lies, lean in ((False, (0.0, 0.0)), (False, (0.06, -0.04)), (True, (0.0, 0.0))):
        drawn = pyramid(24.5, 44.0, (30.0, 50.0, 2.0), 0.7, lies=lies, lean=lean)
        there = meshes.like(mesh, 24.5, 44.0, drawn)
        np.testing.assert_allclose(there.corners.min(0), drawn.corners.min(0), atol=1.2)
        np.testing.assert_allclose(there.corners.max(0), drawn.corners.max(0), atol=1.2)
        assert volume(there) == pytest.approx(volume(mesh), rel=0.02)


def test_a_pyramid_is_cut_off_flat_no_wider_than_it_was() -> None:
    whole, stump = (meshes.pyramid(24.0, 40.0, 0.3, 0.02, bottom=True, cut=cut) for cut in (None, 30.0))
    assert whole.corners[:, 2].max() == pytest.approx(40, abs=1)
    top = stump.corners[stump.corners[:, 2] > 29.9]
    assert stump.corners[:, 2].max() == pytest.approx(30)
    np.testing.assert_allclose(np.ptp(top[:, :2], axis=0), 6.0, atol=0.3)


def test_a_part_of_a_sheet_is_printed_on_a_tile() -> None:
    tile = meshes.slab(50.0, 0.5, 3.0, 0.3).printed((0.25, 0.2), (0.25, 0.2))
    np.testing.assert_allclose(tile.places.min(0), (0.25, 0.2), atol=0.002)
    np.testing.assert_allclose(tile.places.max(0), (0.5, 0.4), atol=0.002)
