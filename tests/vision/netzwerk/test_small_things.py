"""Spots are looked at in the mirror where one way leaves a doubt, and beside others only where that says anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from vision.lens import Floats
from vision.netzwerk.cuts import Cuts
from vision.netzwerk.small_things import Nearby, SmallThings
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


SOMEBODY, NONE_THERE = (0.1, 0.0, 0.0, 0.0, 0.9), (0.9, 0.025, 0.025, 0.025, 0.025)


@pytest.mark.parametrize(
    ("further_odds", "is_desert", "is_found"),
    [(-1.0, False, True), (-3.0, False, False), (-3.0, True, True)],
)
def test_a_miner_at_the_next_spot_is_found_where_that_is_hardly_less_likely_and_on_deserts(
    monkeypatch: pytest.MonkeyPatch, further_odds: float, is_desert: bool, is_found: bool
) -> None:
    def owners(
        _near: Nearby,
        chosen: Sequence[npt.NDArray[np.intp]],
        where: Sequence[Floats],
        _players: npt.NDArray[np.float32],
    ) -> list[Floats]:
        """A miner stands in the lower right corner of each field."""
        assert [len(it) for it in chosen] == [len(it) for it in where]
        return [
            np.array([SOMEBODY if x > 0 > y else NONE_THERE for x, y in it]).reshape(-1, 5) for it in where
        ]

    things = SmallThings()
    monkeypatch.setattr(things, "_owners", owners)
    places = np.full((2, 6, 18, 18), -20.0)
    places[:, 3, 2, 2] = 0.5
    places[0, 5, 15, 15] = further_odds
    no_scene: Any = None  # nothing of it is cut here
    near = Nearby(no_scene, (), np.zeros(2), places)
    nobody = np.tile([0.8, 0.05, 0.05, 0.05, 0.05], (2, 1))
    deserts = np.array([0] if is_desert else [], np.intp)
    told = things.miners(near, nobody, np.zeros(100, np.float32), deserts)
    assert [int(it) for it in told.argmax(axis=1)] == [4 if is_found else 0, 0]
