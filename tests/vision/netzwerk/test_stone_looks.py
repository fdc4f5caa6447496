"""What the network that counts stones is shown of spots, in a mirror and in another light as well."""

from __future__ import annotations

import numpy as np
import pytest

from vision.netzwerk.cuts import ABOUT_NUMBERS, SPOT, Cuts
from vision.netzwerk.shadows import ALONG_NUMBERS, ALONG_SIZE
from vision.netzwerk.spots import STONE_HEIGHTS_MM
from vision.netzwerk.stone_looks import StoneLooks

SPOTS = 3


@pytest.fixture
def looks() -> StoneLooks:
    rng = np.random.default_rng(4)

    def cuts(size: tuple[int, int], channels: int, numbers: int) -> Cuts:
        pictures = rng.integers(0, 256, (SPOTS, *size[::-1], channels), np.uint8)
        return Cuts(pictures, 1.3, rng.random((SPOTS, numbers), np.float32))

    return StoneLooks(
        cuts(SPOT.size, 3 * len(STONE_HEIGHTS_MM), ABOUT_NUMBERS), cuts(ALONG_SIZE, 3, ALONG_NUMBERS)
    )


def test_a_mirror_exchanges_left_and_right_of_all_that_is_seen_and_said(looks: StoneLooks) -> None:
    assert len(looks) == SPOTS
    mirrored = looks.mirrored().inputs
    for name, shown in looks.inputs.items():
        if name.startswith("about"):
            np.testing.assert_array_equal(mirrored[name][:, 0], -shown[:, 0])
            np.testing.assert_array_equal(mirrored[name][:, 1:], shown[:, 1:])
        else:
            np.testing.assert_array_equal(mirrored[name], shown[..., ::-1])


def test_another_light_falls_on_all_cuts(looks: StoneLooks) -> None:
    darker = looks.relit(lambda it: Cuts(it.pictures // 2, it.gain, it.about))
    for cuts, before in ((darker.nearest, looks.nearest), (darker.along, looks.along)):
        np.testing.assert_array_equal(cuts.pictures, before.pictures // 2)


def test_some_spots_can_be_looked_at_again(looks: StoneLooks) -> None:
    some = looks.of(np.array([2, 0]))
    assert len(some) == 2
    for name, shown in looks.inputs.items():
        np.testing.assert_array_equal(some.inputs[name], shown[[2, 0]])
