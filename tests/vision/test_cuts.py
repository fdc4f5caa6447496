"""Cuts of a picture, several at once, show what a perspective warp of each shows."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.poses import pose_above
from vision.cuts import as_planes, quadrilaterals, resampled_for
from vision.lens import Lens
from vision.photo import Picture
from vision.pose import Pose

SIZE = (48, 32)
FRAME = np.array([[0, 0], [48, 0], [48, 32], [0, 32]], np.float32) - np.float32(0.5)


def picture() -> Picture:
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)


def corners(count: int) -> npt.NDArray[np.float32]:
    rng = np.random.default_rng(2)
    middles = rng.uniform((30, 30), (270, 170), (count, 1, 2))
    turns = rng.uniform(0, 2 * np.pi, count)
    turned = np.moveaxis(np.array([[np.cos(turns), -np.sin(turns)], [np.sin(turns), np.cos(turns)]]), -1, 0)
    flat = (FRAME - FRAME.mean(axis=0)) @ turned.transpose(0, 2, 1)
    return (middles + flat + rng.normal(0, 2, (count, 4, 2))).astype(np.float32)


@pytest.mark.parametrize("size", [(1139, 1654), (1920, 1439), (2592, 1944), (2304, 1296), (1280, 960)])
@pytest.mark.parametrize("halvings", range(7))
def test_a_picture_is_halved_with_its_pose_whatever_its_sides(size: tuple[int, int], halvings: int) -> None:
    shown = np.full((*size[::-1], 3), 90, np.uint8)
    pose = Pose(
        pose_above(500, 10).rotation, pose_above(500, 10).translation, Lens.pinhole(1.1 * size[0], size)
    )
    near = np.array([[-40.0, 30.0, 0.0], [40.0, 30.0, 0.0], [0.0, -30.0, 20.0]])
    small, there = resampled_for(shown, pose, 1.1 * size[0] / 500 / 2**halvings, near)
    shrunk = np.array(size) / small.shape[1::-1]
    assert shrunk == pytest.approx(2**halvings, rel=0.05)
    np.testing.assert_allclose(there.project(near), (pose.project(near) + 0.5) / shrunk - 0.5, atol=1e-6)


def test_each_cut_shows_what_its_corners_frame_and_nothing_beyond_the_picture() -> None:
    shown, places = picture(), corners(40)
    for cut, place in zip(quadrilaterals(shown, places, SIZE), places, strict=True):
        homography = cv2.getPerspectiveTransform(FRAME, place)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        alone = cv2.warpPerspective(shown, homography, SIZE, flags=flags)
        assert np.abs(cut.astype(int) - alone).max() <= 4


def test_there_may_be_more_cuts_than_a_picture_has_rows() -> None:
    assert quadrilaterals(picture(), corners(1200), SIZE).shape == (1200, 32, 48, 3)


def test_networks_are_shown_each_channel_of_each_height_by_itself() -> None:
    cuts = np.random.default_rng(3).integers(0, 256, (5, 2, 4, 6, 3), dtype=np.uint8)
    planes = as_planes(cuts, 1.5)
    assert planes.shape == (5, 6, 4, 6)
    assert planes.dtype == np.float32
    assert planes.flags.c_contiguous
    for height in range(2):
        for channel in range(3):
            expected = cuts[:, height, :, :, channel] * np.float32(1.5 / 255)
            np.testing.assert_array_equal(planes[:, 3 * height + channel], expected)
    np.testing.assert_array_equal(as_planes(cuts[:, 0], 1.5), planes[:, :3])
    assert as_planes(cuts[:0], 1.5).shape == (0, 6, 4, 6)
