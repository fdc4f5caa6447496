"""The confidence of a landscape is that of what is said of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.netzwerk.fields import Field
from engine.netzwerk.material import DESERT, UNREAD_VALUE, City, Player
from tests.vision.netzwerk.readings import sure, with_kind, with_stick
from vision.netzwerk.eyes import SeenLandscape
from vision.netzwerk.reading import MINERS, Reading

PLAIN = SeenLandscape(sure(certainty=1 - 1e-6)).confidence

LAID = 0.7 / (0.7 + 0.3 * np.exp(-2.0))
"""A connector that looks like one, without which another would end nowhere."""


def confidence(reading: Reading) -> float:
    return SeenLandscape(reading).confidence


def changed(field: Field, **rows: object) -> Reading:
    """A landscape that is plain to see but for one field."""
    reading = sure(certainty=1 - 1e-6)
    number = reading.fields.index(field)
    arrays = {name: getattr(reading, name).copy() for name in rows}
    for name, row in rows.items():
        arrays[name][number] = row
    return replace(reading, **arrays)


def test_what_is_plain_to_see_is_nearly_certain() -> None:
    assert 0.99 < PLAIN < 1


@pytest.mark.parametrize(
    "reading",
    [
        with_kind(sure(certainty=1 - 1e-6), Field(1, 0), {DESERT: 0.5, City(8): 0.5}),
        changed(Field(1, 0), stones=[0.0, 0.5, 0.5]),
        changed(Field(2, 1), stones=[0.4, 0.3, 0.3]),
        changed(Field(3, 1), stones=[0.4, 0.3, 0.3]),
        with_kind(sure(certainty=1 - 1e-6), Field(1, 0), {None: 0.7, DESERT: 0.3}),
    ],
    ids=["a field", "stones", "stones on a city", "stones on a desert", "no field"],
)
def test_nothing_is_said_of_what_is_left_open_nor_of_what_cannot_be(reading: Reading) -> None:
    assert confidence(reading) == pytest.approx(PLAIN, abs=0.01)


def test_a_city_of_any_value_is_as_likely_as_its_values_are_together() -> None:
    # The first one is plain elsewhere, so that beside the others the other two are likelier.
    reading = with_kind(sure(certainty=1 - 1e-6), Field(3, 2), {City(9): 0.5, City(5): 0.25, City(7): 0.25})
    seen = SeenLandscape(reading)
    assert seen.table.board[Field(3, 2)] == City(UNREAD_VALUE)
    assert seen.confidence == pytest.approx(PLAIN, abs=0.01)


def test_of_a_hidden_field_nothing_is_said_but_that_no_miner_stands_there_who_may() -> None:
    assert 0.8 < confidence(changed(Field(1, 0), unseen=0.97)) < 0.95


def test_nothing_is_said_of_a_miner_that_may_stand_in_two_places() -> None:
    reading = sure(certainty=1 - 1e-6)
    row = np.where(np.arange(len(MINERS)) == MINERS.index(Player.WHITE), 0.5, 0.0)
    row[MINERS.index(None)] = 0.5
    miners = reading.miners.copy()
    for field in (Field(4, 1), Field(0, 0)):
        miners[reading.fields.index(field)] = row
    seen = SeenLandscape(replace(reading, miners=miners))
    assert Player.WHITE in seen.table.unknown.miners
    assert seen.confidence == pytest.approx(PLAIN, abs=0.01)


@pytest.mark.parametrize(
    ("reading", "says"),
    [
        (with_kind(sure(certainty=1 - 1e-6), Field(3, 2), {City(7): 0.8, City(5): 0.2}), 0.8),
        (changed(Field(1, 0), stones=[0.0, 0.05, 0.95]), 0.95),
        (with_stick(sure(certainty=1 - 1e-6), "0,0E", Player.WHITE, 0.7), LAID),
    ],
    ids=["a city's value", "stones", "a connector"],
)
def test_what_is_said_has_its_say(reading: Reading, says: float) -> None:
    assert confidence(reading) == pytest.approx(says * PLAIN, abs=0.02)


def test_two_doubts_make_the_product_of_both() -> None:
    both = with_stick(changed(Field(1, 0), stones=[0.0, 0.05, 0.95]), "0,0E", Player.WHITE, 0.7)
    assert confidence(both) == pytest.approx(0.95 * LAID, abs=0.02)
