"""Cuts keep what they show, whichever way round they are shown and at however many heights."""

from __future__ import annotations

import numpy as np
import pytest

from engine.netzwerk.fields import Field
from tests.vision.poses import pose_above
from vision.netzwerk.cuts import SPOT, Cuts, Scene, field_cuts

HEIGHTS = (0.0, 9.0, 18.0)


@pytest.fixture
def cuts() -> Cuts:
    rng = np.random.default_rng(5)
    pictures = rng.integers(0, 256, (4, 6, 10, 9), dtype=np.uint8)
    return Cuts(pictures, 1.3, rng.random((4, 23)).astype(np.float32))


def test_in_the_mirror_and_from_the_other_side_all_pixels_keep_their_colours(cuts: Cuts) -> None:
    np.testing.assert_array_equal(cuts.mirrored().pictures, cuts.pictures[:, :, ::-1])
    np.testing.assert_array_equal(cuts.turned().pictures, cuts.pictures[:, ::-1, ::-1])
    for other in (cuts.mirrored().mirrored(), cuts.turned().turned()):
        np.testing.assert_array_equal(other.pictures, cuts.pictures)
        np.testing.assert_array_equal(other.about, cuts.about)


def test_cuts_at_several_heights_lie_behind_each_other() -> None:
    pose = pose_above(500, 10)
    width, height = pose.lens.size
    picture = np.random.default_rng(6).integers(0, 256, (height, width, 3), dtype=np.uint8)
    shown, fields = Scene(picture, pose, picture[:8, :8]), (Field(0, 0), Field(1, 0))
    together = field_cuts(shown, fields, sheet=SPOT, heights=HEIGHTS)
    assert together.pictures.shape == (2, *SPOT.size[::-1], 3 * len(HEIGHTS))
    each = [field_cuts(shown, fields, sheet=SPOT, heights=[it]).pictures for it in HEIGHTS]
    np.testing.assert_array_equal(together.pictures, np.concatenate(each, axis=-1))
