"""Shadows are found from all stones of a picture, and looked along."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.netzwerk.fields import Field
from vision.lens import Floats, Lens
from vision.network import Network
from vision.netzwerk import reader
from vision.netzwerk.board import centres
from vision.netzwerk.cuts import SPOT, Scene, scene
from vision.netzwerk.shadows import ALONG_SIZE, CHANGES, VOTE_MM, VOTES, Shadows, along, around, shadows_by
from vision.pose import Pose
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.netzwerk import random_landscape, render_landscape
from vision.synthetic.setting import Lamp, Light

PLACES = centres([Field(q, r) for q in range(-1, 3) for r in range(-1, 2)])
POSE = Pose(np.array([np.pi, 0.0, 0.0]), np.array([-25.0, 10.0, 500.0]), Lens.pinhole(900, (640, 480)))


def votes_for(falls: Floats, sharp_mm: float) -> np.ndarray:
    """Votes (N, 81) for places about falls (N, 2)."""
    squares = (np.arange(VOTES) - VOTES // 2) * VOTE_MM
    x, y = np.meshgrid(squares, squares)
    apart = np.hypot(x.ravel() - falls[:, :1], y.ravel() - falls[:, 1:])
    return np.asarray(-0.5 * (apart / sharp_mm) ** 2, np.float32)


@pytest.mark.parametrize("change", CHANGES)
def test_the_shadow_is_what_all_votes_agree_on(change: float) -> None:
    true = Shadows(PLACES[:, :2].mean(axis=0), np.array([6.0, -3.0]), change, 0.0, 0.0)
    found = shadows_by(votes_for(true.at(PLACES), 4.0), PLACES)
    np.testing.assert_allclose(found.fall, true.fall, atol=1.0)
    assert found.change == change
    np.testing.assert_allclose(found.at(PLACES), true.at(PLACES), atol=1.0)
    assert found.spread < 3.0


def test_stones_that_see_no_shadow_have_no_say() -> None:
    votes = votes_for(np.tile([0.0, 9.0], (len(PLACES), 1)), 4.0)
    votes[::2] = 0.0
    found = shadows_by(votes, PLACES)
    np.testing.assert_allclose(found.fall, [0.0, 9.0], atol=2.0)
    blind = shadows_by(np.zeros_like(votes), PLACES)
    assert blind.spread > 3 * found.spread, "nobody knows"
    assert blind.fit < found.fit


def test_one_stone_is_enough_to_say_something() -> None:
    found = shadows_by(votes_for(np.array([[-8.0, 4.0]]), 4.0), PLACES[:1])
    np.testing.assert_allclose(found.fall, [-8.0, 4.0], atol=1.0)


def shadowed(falls: Floats, stones: int) -> Scene:
    """White boards with black shadows, 6 mm wide, of so many stones on each other."""
    picture = np.full((480, 640, 3), 200, np.uint8)
    for place, fall in zip(PLACES, falls, strict=True):
        beside = np.array([-fall[1], fall[0]]) / np.linalg.norm(fall) * 3
        ends = [place[:2] + beside, place[:2] + beside + fall * stones, place[:2] - beside + fall * stones]
        outline = [(*it, 0.0) for it in (*ends, place[:2] - beside)]
        cv2.fillConvexPoly(picture, np.rint(POSE.project(outline)).astype(np.int32), (0, 0, 0))
    return scene(picture, POSE, [Field(0, 0), Field(1, 0), Field(0, 1)], SPOT)


@pytest.mark.parametrize("fall", [(7.0, 0.0), (0.0, 12.0), (-5.0, -9.0)])
def test_shadows_fall_upwards_in_cuts_and_end_where_their_number_says(fall: tuple[float, float]) -> None:
    middle = PLACES[:, :2].mean(axis=0)
    shadows = Shadows(middle, np.array(fall), CHANGES[1], 1.0, -1.0)
    ends = {}
    for stones in (1, 2):
        cuts = along(shadowed(shadows.at(PLACES), stones), PLACES, shadows)
        assert cuts.pictures.shape == (len(PLACES), *ALONG_SIZE[::-1], 3)
        dark = cuts.pictures[:, :, ALONG_SIZE[0] // 2].mean(axis=-1) < 100
        starts = ALONG_SIZE[1] - 1 - dark[:, ::-1].argmax(axis=1)
        ends[stones] = dark.argmax(axis=1)
        assert (dark.sum(axis=1) >= starts - ends[stones]).all(), "dark from its foot to its end"
    # The shorter they are, the more of a cut the stone's own width takes.
    assert np.ptp(ends[1]) <= 5
    assert np.ptp(ends[2]) <= 5
    assert ends[1].min() > ends[2].max() + 5


def test_what_leans_to_the_right_does_so_in_a_mirror_to_the_left() -> None:
    shadows = Shadows(PLACES[:, :2].mean(axis=0), np.array([8.0, 3.0]), CHANGES[0], 1.0, -1.0)
    cuts = along(shadowed(shadows.at(PLACES), 1), PLACES, shadows)
    mirrored = cuts.mirrored()
    np.testing.assert_array_equal(mirrored.about[:, 0], -cuts.about[:, 0])
    np.testing.assert_array_equal(mirrored.about[:, 1:], cuts.about[:, 1:])


def test_shadows_are_found_on_the_simulated_table() -> None:
    network = Network(Path(reader.__file__).parent / "models" / "lamp.onnx.xz", ["votes"])
    off, long = [], []
    for seed in range(6):
        table = random_landscape(np.random.default_rng(seed), (960, 720), stony=True)
        azimuth = 1.0 + seed
        place = CENTRE_MM + 800 * np.array([np.cos(azimuth), np.sin(azimuth), 1.2])
        lamp = Lamp((float(place[0]), float(place[1]), float(place[2])), 30.0, (0.7, 0.7, 0.7))
        drawn = render_landscape(
            replace(table, light=Light((lamp,), (0.3, 0.3, 0.3), (0.0, 0.0), 0.3), hands=())
        )
        pose = drawn.pose
        fields = [Field(*at) for at in drawn.stones]
        shown = scene(drawn.image, pose, [Field(*at) for at in drawn.fields], SPOT)
        places = centres(fields)
        seen = np.array([np.mean(at, axis=0) for at in drawn.stones.values()])
        places += on_board(pose, seen) - on_board(pose, pose.project(places))
        cuts = around(shown, places)
        (votes,) = network(colours=cuts.colours, about=cuts.about)
        found = shadows_by(votes, places).at(places)
        matrix, _ = cv2.Rodrigues(pose.rotation)
        foot = matrix.T @ (np.array(drawn.lamp) - pose.translation)
        true = (places[:, :2] - foot[:2]) * (drawn.stone_mm / (foot[2] - drawn.stone_mm))
        turned = np.angle(np.exp(1j * (np.arctan2(*found.T) - np.arctan2(*true.T))))
        off.append(float(np.degrees(np.abs(turned)).mean()))
        long.append(float(np.linalg.norm(found, axis=1).mean() / np.linalg.norm(true, axis=1).mean()))
    assert np.median(off) < 15
    assert max(off) < 60
    assert 0.7 < np.median(long) < 1.4


def on_board(pose: Pose, pixels: Floats) -> Floats:
    """Places (N, 3) of the board that are seen at pixels (N, 2)."""
    flat = np.array([(x, y, 0.0) for x in (0, 100) for y in (0, 100)])
    homography = cv2.getPerspectiveTransform(
        pose.project(flat).astype(np.float32), flat[:, :2].astype(np.float32)
    )
    there = cv2.perspectiveTransform(pixels[None].astype(np.float64), homography)[0]
    return np.column_stack([there, np.zeros(len(there))])


def test_the_board_around_stones_lies_the_same_way_in_all_cuts() -> None:
    shadows = Shadows(PLACES[:, :2].mean(axis=0), np.array([8.0, 0.0]), CHANGES[0], 1.0, -1.0)
    shown = shadowed(np.tile(shadows.fall, (len(PLACES), 1)), 1)
    dark = around(shown, PLACES).pictures.mean(axis=-1) < 100
    assert (dark[:, 15, 18:22]).all(), "on the right of the middle"
    assert not dark[:, 15, 6:12].any()
    assert not dark[:, 4, 18:22].any()
