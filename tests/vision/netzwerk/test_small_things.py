"""Spots are looked at in the mirror where one way leaves a doubt, and beside others only where that says anything."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.lens import Floats
from vision.netzwerk.cuts import Cuts
from vision.netzwerk.small_things import SmallThings
from vision.netzwerk.stone_looks import StoneLooks

SIDE = 8
DOUBTFUL, PLAIN = (0.5, 0.4, 0.0, 0.0), (0.0, 9.0, 0.0, 0.0)


class Teller:
    """Says of each spot what stands in its numbers, and keeps how many it was shown at once."""

    def __init__(self) -> None:
        self.shown: list[int] = []

    def __call__(self, **inputs: npt.NDArray[np.float32]) -> list[npt.NDArray[np.float32]]:
        self.shown.append(len(inputs["company"]))
        about = inputs["about"]
        return [about[:, 2:6], about[:, 2:6]]


def looks(said: list[tuple[float, ...]]) -> StoneLooks:
    about = np.hstack([np.zeros((len(said), 2)), said]).astype(np.float32)
    cuts = Cuts(np.zeros((len(said), SIDE, SIDE, 3), np.uint8), 1.0, about)
    return StoneLooks(cuts, cuts)


@pytest.fixture
def teller() -> Teller:
    return Teller()


@pytest.fixture
def things(teller: Teller, monkeypatch: pytest.MonkeyPatch) -> SmallThings:
    things = SmallThings()
    monkeypatch.setattr(things, "_stone_network", teller)
    return things


def likeliest(piles: Floats) -> list[int]:
    return [int(it) for it in piles.argmax(axis=1)]


def test_spots_in_doubt_are_looked_at_again_beside_plain_ones(things: SmallThings, teller: Teller) -> None:
    piles = things._beside_each_other(looks([PLAIN, DOUBTFUL, PLAIN]))
    assert teller.shown == [3, 3]
    assert likeliest(piles) == [1, 0, 1]


def test_what_is_told_of_spots_by_themselves_needs_no_others(things: SmallThings, teller: Teller) -> None:
    piles = things._by_themselves(looks([PLAIN, DOUBTFUL, PLAIN]))
    assert teller.shown == [3, 1]
    assert likeliest(piles) == [1, 0, 1]


def test_nothing_is_looked_at_again_where_all_is_plain(things: SmallThings, teller: Teller) -> None:
    things._by_themselves(looks([PLAIN]))
    things._beside_each_other(looks([PLAIN]))
    assert teller.shown == [1, 1]
