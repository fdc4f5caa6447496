"""How usual for a set what is said of a lot is."""

from __future__ import annotations

import numpy as np
import pytest

from engine.alien_city import LOTS, Lot, Structure
from vision.alien_city.reading import LOT_STATES, STREET
from vision.alien_city.typical import typical, usually
from vision.lens import Floats

BLUE, BLACK, GREEN = (LOT_STATES.index(Structure.parse(it)) for it in "bkg")
KNOWN = ("A1", "C1", "E1", "G1")
ASKED = Lot.parse("H5")


def said_of(rather_black: float, *, known_rather_black: float) -> Floats:
    """Logarithms (80, 14) of a board with four known blue domes, and what may be one."""
    nats = np.full((len(LOTS), len(LOT_STATES)), -18.0)
    nats[:, STREET] = 0.0
    for name, rather in (*((name, known_rather_black) for name in KNOWN), (str(ASKED), rather_black)):
        nats[Lot.parse(name)] = -18.0
        nats[Lot.parse(name), [BLUE, BLACK]] = 0.0, rather
    return np.asarray(nats - np.log(np.exp(nats).sum(axis=1, keepdims=True)))


def more_of(said: Floats, known: tuple[str, ...] = KNOWN) -> Floats:
    contents = np.full(len(LOTS), STREET)
    contents[[Lot.parse(name) for name in known]] = BLUE
    return typical(said, contents, np.array([str(lot) in known for lot in LOTS]))


def test_where_all_blue_domes_are_plainly_blue_one_that_might_be_black_is_rather_so() -> None:
    more = more_of(said_of(-1.0, known_rather_black=-13.0))[ASKED]
    assert more[BLACK] - more[BLUE] > 1


def test_where_blue_domes_look_nearly_black_one_that_does_is_rather_blue() -> None:
    more = more_of(said_of(0.5, known_rather_black=0.0))[ASKED]
    assert more[BLUE] - more[BLACK] > 1


def test_whether_anything_stands_there_remains_as_it_was_said() -> None:
    said = said_of(-1.0, known_rather_black=-13.0)
    corrected = np.exp(said + more_of(said))
    assert corrected.sum(axis=1) == pytest.approx(1.0)
    assert corrected[:, STREET] == pytest.approx(np.exp(said[:, STREET]))


def test_of_a_set_of_which_nothing_is_known_and_of_what_is_known_nothing_is_said() -> None:
    said = said_of(-1.0, known_rather_black=-13.0)
    assert not more_of(said, known=()).any()
    assert not more_of(said)[[Lot.parse(name) for name in KNOWN]].any()
    assert more_of(said)[ASKED, GREEN] != 0


def test_of_a_set_that_is_misread_what_is_said_counts_less() -> None:
    contents = np.full(len(LOTS), STREET)
    contents[[Lot.parse(name) for name in KNOWN]] = BLUE
    known = np.array([str(lot) in KNOWN for lot in LOTS])
    well, overrated_well = usually(said_of(-1.0, known_rather_black=-13.0), contents, known)
    ill, overrated = usually(said_of(-1.0, known_rather_black=3.0), contents, known)
    assert well[BLUE] == pytest.approx(0.0, abs=0.01)
    assert overrated_well == pytest.approx(1.0, abs=0.01)
    assert ill[BLUE] < -1.5
    assert ill[BLACK] == 0
    assert overrated > 2
