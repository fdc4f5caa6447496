"""Each player's miner stands on one field at most, where it may stand, and perhaps where nobody can see it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.netzwerk.fields import Field
from engine.netzwerk.material import Player
from tests.vision.netzwerk.readings import TEXT, sure
from vision.lens import Floats
from vision.netzwerk.reading import MINERS, Reading
from vision.netzwerk.standing import standing

WHITE, BLACK = (list(Player).index(it) for it in (Player.WHITE, Player.BLACK))
SELDOM = np.full(len(Player), 0.05)


def stood(reading: Reading, off_the_board: Floats = SELDOM, never_on: tuple[Field, ...] = ()) -> Floats:
    may_stand = np.array([field not in never_on for field in reading.fields])
    told = standing(reading, may_stand, off_the_board)
    np.testing.assert_allclose(told.sum(axis=1), 1)
    return told


def with_white(reading: Reading, chance: float, *rows: int) -> Reading:
    """The same with white's miner so likely on fields of such numbers."""
    miners = reading.miners.copy()
    miners[list(rows)] = 1e-6
    miners[list(rows), 0], miners[list(rows), MINERS.index(Player.WHITE)] = 1 - chance, chance
    return replace(reading, miners=miners)


def test_nobody_stands_where_nobody_may_however_plainly_a_miner_is_seen_there() -> None:
    reading = sure()
    black_at = int(reading.miners[:, MINERS.index(Player.BLACK)].argmax())
    assert stood(reading)[BLACK, black_at] > 0.99
    assert stood(reading, never_on=(reading.fields[black_at],))[BLACK, black_at] == 0


def test_whoever_is_seen_nowhere_may_be_under_what_hides_a_field() -> None:
    reading = sure(TEXT.replace("w4,1", "w-"))
    unseen = np.zeros(len(reading.fields))
    unseen[3] = 1.0
    others_off = np.array([0.05, 0.05, 0.999, 0.999])
    assert stood(reading, others_off)[WHITE, 3] < 0.1
    assert stood(replace(reading, unseen=unseen), others_off)[WHITE, 3] > 0.5


def test_who_may_be_on_any_of_many_fields_is_as_likely_on_each() -> None:
    nobody = sure(TEXT.replace("w4,1;k0,1", "w-;k-"))
    many = range(12)
    reading = with_white(nobody, 0.5, *many)
    off_the_board = np.array([0.001, 0.999, 0.999, 0.999])
    told = stood(reading, off_the_board)[WHITE]
    np.testing.assert_allclose(told[list(many)], 1 / len(many), rtol=0.05)
