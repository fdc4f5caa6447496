"""Stones are counted at their spots, those of a picture together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.company import company
from vision.lens import Floats
from vision.network import Network
from vision.netzwerk import reader
from vision.netzwerk.cuts import ABOUT_NUMBERS, SPOT
from vision.netzwerk.shadows import ALONG_NUMBERS, ALONG_SIZE
from vision.netzwerk.spots import STONE_HEIGHTS_MM
from vision.netzwerk.stones import counted, counted_at_all

SPOTS = 5


@pytest.fixture(scope="module")
def network() -> Network:
    return Network(
        Path(reader.__file__).parent / "models" / "stones.onnx.xz", ["alone", "piles"], together=True
    )


@pytest.fixture(scope="module")
def shown() -> dict[str, np.ndarray]:
    """Spots that look as different as cuts can."""
    rng = np.random.default_rng(1)

    def coloured(channels: int, size: tuple[int, int]) -> np.ndarray:
        coarse = rng.random((SPOTS, channels, 8, 8)).astype(np.float32)
        return coarse.repeat(size[1] // 8, axis=2).repeat(size[0] // 8, axis=3)

    return {
        "nearest": coloured(3 * len(STONE_HEIGHTS_MM), SPOT.size),
        "about": rng.random((SPOTS, ABOUT_NUMBERS)).astype(np.float32),
        "along": coloured(3, ALONG_SIZE),
        "about_along": rng.random((SPOTS, ALONG_NUMBERS)).astype(np.float32),
    }


def some(shown: dict[str, np.ndarray], chosen: list[int]) -> dict[str, np.ndarray]:
    return {name: blob[chosen] for name, blob in shown.items()}


def told(network: Network, shown: dict[str, np.ndarray], among: np.ndarray) -> list[Floats]:
    return [np.asarray(it, np.float64) for it in network(**shown, company=among)]


def test_what_is_told_of_a_spot_does_not_depend_on_the_order(
    network: Network, shown: dict[str, np.ndarray]
) -> None:
    order = [3, 0, 4, 1, 2]
    for one, other in zip(
        told(network, shown, company(SPOTS)),
        told(network, some(shown, order), company(SPOTS)),
        strict=True,
    ):
        np.testing.assert_allclose(one[order], other, atol=1e-3)


def test_spots_of_other_pictures_have_no_say(network: Network, shown: dict[str, np.ndarray]) -> None:
    apart = np.zeros((SPOTS, SPOTS), np.float32)
    apart[:2, :2], apart[2:, 2:] = company(2), company(3)
    alone, piles = told(network, shown, apart)
    of_first = told(network, some(shown, [0, 1]), company(2))
    of_second = told(network, some(shown, [2, 3, 4]), company(3))
    np.testing.assert_allclose(piles, np.vstack([of_first[1], of_second[1]]), atol=1e-3)
    alone_of_all, piles_of_all = told(network, shown, company(SPOTS))
    np.testing.assert_allclose(alone, alone_of_all, atol=1e-3)
    assert np.abs(piles - piles_of_all).max() > 0.01, "those of its own picture have"


def test_piles_of_two_count_together_and_numbers_alike() -> None:
    nothing_seen = np.log([[0.2375, 0.2924, 0.2329, 0.2378]])
    np.testing.assert_allclose(counted(nothing_seen), 1 / 3, atol=1e-6)
    said = np.array([[-9.0, -9.0, 0.0, 0.5], [9.0, 0.0, 0.0, 0.0], [0.0, 9.0, 0.0, 0.0]])
    chances = counted(said)
    np.testing.assert_allclose(chances.sum(axis=1), 1)
    assert chances.argmax(axis=1).tolist() == [2, 0, 1]


def test_a_stone_that_only_the_next_spot_shows_counts() -> None:
    bare, one, two = np.array([[6.0, 0.0, 0.0, 0.0], [0.0, 6.0, 0.0, 0.0], [0.0, 0.0, 6.0, 0.0]])[:, None]
    assert counted_at_all(bare, [one]).argmax() == 1
    assert counted_at_all(bare, [two, bare]).argmax() == 2
    assert counted_at_all(bare, [bare, one]).argmax() == 1
    assert counted_at_all(bare, [bare, bare]).argmax() == 0
    assert counted_at_all(one, [bare, bare]).argmax() == 1
    beside, apart = (counted_at_all(two, [it, bare])[0, 2] for it in (two, bare))
    assert beside > apart, "side by side, they lie at both"


def test_the_farther_down_a_spot_is_the_plainer_its_stones_have_to_be() -> None:
    bare, perhaps = np.array([[3.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0]])[:, None]
    said = [counted_at_all(bare, it)[0, 1] for it in ([perhaps, bare], [bare, perhaps], [bare, bare])]
    assert said == sorted(said, reverse=True)
