"""Connectors and miners are told beside the others of their picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.company import company
from vision.lens import Floats
from vision.network import Network
from vision.netzwerk import reader
from vision.netzwerk.cuts import ABOUT_NUMBERS, CONNECTION, SPOT, Sheet
from vision.netzwerk.players import LOOKS, PLAYERS_NUMBERS, players_looks
from vision.netzwerk.spots import MINER_HEIGHTS_MM

THINGS = 5
MODELS = Path(reader.__file__).parent / "models"
CONNECTIONS = Network(MODELS / "connections.onnx.xz", ["sticks"], together=True)
OWNERS = Network(MODELS / "miners.onnx.xz", ["owners"], together=True)
Shown = dict[str, np.ndarray]


def shown(sheet: Sheet, heights: int = 1, **more: int) -> Shown:
    """Cuts that look as different as they can, and what else is known of them: so many numbers each."""
    rng = np.random.default_rng(1)
    width, height = sheet.size
    coarse = rng.random((THINGS, 3 * heights, height // 8, width // 8)).astype(np.float32)
    known = {"about": ABOUT_NUMBERS} | more
    return {"colours": coarse.repeat(8, axis=2).repeat(8, axis=3)} | {
        name: rng.random((THINGS, numbers)).astype(np.float32) for name, numbers in known.items()
    }


MINERS_SHOWN = shown(SPOT, len(MINER_HEIGHTS_MM), players=PLAYERS_NUMBERS)
BOTH = pytest.mark.parametrize(
    ("network", "things"),
    [(CONNECTIONS, shown(CONNECTION)), (OWNERS, MINERS_SHOWN)],
    ids=["sticks", "miners"],
)


def told(network: Network, things: Shown, among: np.ndarray, chosen: list[int] | None = None) -> Floats:
    some = {name: blob[chosen or range(THINGS)] for name, blob in things.items()}
    (said,) = network(**some, company=among)
    return np.asarray(said, np.float64)


@BOTH
def test_what_is_told_does_not_depend_on_the_order(network: Network, things: Shown) -> None:
    order = [3, 0, 4, 1, 2]
    before, after = told(network, things, company(THINGS)), told(network, things, company(THINGS), order)
    np.testing.assert_allclose(before[order], after, atol=1e-3)


@BOTH
def test_things_of_the_same_picture_have_a_say(network: Network, things: Shown) -> None:
    apart = np.zeros((THINGS, THINGS), np.float32)
    apart[:2, :2], apart[2:, 2:] = company(2), company(3)
    first, others = told(network, things, company(2), [0, 1]), told(network, things, company(3), [2, 3, 4])
    np.testing.assert_allclose(told(network, things, apart), np.vstack([first, others]), atol=1e-3)
    assert np.abs(told(network, things, apart) - told(network, things, company(THINGS))).max() > 0.01


def test_miners_are_told_by_how_connectors_look() -> None:
    other = MINERS_SHOWN | {"players": MINERS_SHOWN["players"] + 1}
    said, otherwise = (told(OWNERS, it, company(THINGS)) for it in (MINERS_SHOWN, other))
    assert np.abs(said - otherwise).max() > 0.01


def test_a_player_s_pieces_count_as_far_as_they_are_theirs() -> None:
    looks = np.arange(3 * LOOKS, dtype=np.float64).reshape(3, LOOKS)
    shares = np.array([[1.0, 0, 0, 0], [1.0, 0, 0.5, 0], [0, 0, 1.5, 0]])
    seen = players_looks(looks, shares)
    means, counts = seen[:-4].reshape(4, LOOKS), seen[-4:]
    np.testing.assert_allclose(means[0], (looks[0] + looks[1]) / 2.5)
    np.testing.assert_allclose(means[2], (0.5 * looks[1] + 1.5 * looks[2]) / 2.5)
    assert not means[[1, 3]].any()
    np.testing.assert_allclose(counts, np.log([3, 1, 3, 1]))
    assert seen.shape == (PLAYERS_NUMBERS,)
