"""What a reading says about a city that was known before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.alien_city import UNKNOWN, City, Lot, Structure
from tests.engine.alien_city.cities import OTHER_TILES
from tests.vision.alien_city.tables import seen
from vision.alien_city.eyes import SeenCity
from vision.alien_city.memory import Memory
from vision.alien_city.reading import LOT_STATES

CITY = City.parse(f"{OTHER_TILES} 8/8/3b4/8/8/2R5/8/8/6k1/8")


def test_an_unchanged_city_is_the_likeliest() -> None:
    first, *others = seen(CITY).against(str(CITY))
    assert (first.position, first.nats) == (str(CITY), 0.0)
    assert all(other.nats < -3 for other in others)


def test_what_is_new_is_told_with_its_evidence_against_nothing_new() -> None:
    after = CITY.with_lot(Lot.parse("A1"), Structure.parse("g"))
    alternatives = {it.position: it.nats for it in seen(after).against(str(CITY))}
    assert max(alternatives, key=alternatives.__getitem__) == str(after)
    assert alternatives[str(after)] > 4
    assert alternatives[str(CITY)] == pytest.approx(0)


def test_what_is_hidden_is_taken_to_be_as_it_was() -> None:
    after = CITY.with_lot(Lot.parse("A1"), Structure.parse("g"))
    (best, *_) = sorted(seen(after, hidden=["A1"]).against(str(CITY)), key=lambda it: -it.nats)
    assert best.nats < 1.5


def test_doubts_about_two_lots_give_all_four_cities() -> None:
    doubtful = seen(CITY, doubts={"A1": ("g", 0.5), "B7": ("r", 0.5)})
    cities = {it.position for it in doubtful.against(str(CITY)) if it.nats > -1}
    assert len(cities) == 4


def test_a_lot_nobody_ever_read_stays_unknown() -> None:
    before = CITY.with_lot(Lot.parse("C5"), UNKNOWN)
    for alternative in seen(CITY).against(f"{before} black 2322333/3223333"):
        assert City.parse(alternative.position)[Lot.parse("C5")] is UNKNOWN


def test_a_board_read_the_other_way_round_is_turned_to_fit() -> None:
    turned = seen(CITY.turned())
    assert turned.city == CITY.turned()
    assert turned.turned_like(str(CITY)).city == CITY
    assert seen(CITY).turned_like(str(CITY)).city == CITY


def test_of_a_set_whose_blue_coins_are_read_as_black_that_one_is_read_as_black_says_little() -> None:
    known = CITY
    for name in ("A1", "C1", "E1", "G1"):
        known = known.with_lot(Lot.parse(name), Structure.parse("b"))
    before = seen(known)
    memory = before.remembered(str(known))
    lots = before.reading.lots.copy()
    blue, black = (LOT_STATES.index(Structure.parse(it)) for it in "bk")
    for name, probability in (("A1", 0.87), ("C1", 0.87), ("E1", 0.87), ("G1", 0.87), ("H5", 0.96)):
        row = lots[Lot.parse(name)]
        row[:] = (1 - probability - 0.02) / (len(row) - 2)
        row[[blue, black]] = 0.02, probability
    tones = before.reading.tones.copy()
    tones[Lot.parse("H5")] += 1.0
    now = SeenCity(replace(before.reading, lots=lots, tones=tones))

    def lead(memory: Memory) -> float:
        nats = {
            dict(it.changed).get("H5"): it.nats
            for it in now.against(str(known), memory)
            if len(it.changed) == 1
        }
        return nats["k"] - nats["b"]

    assert lead(memory) < 2.5
    told_alone = np.log(0.96 / 0.02)
    assert lead(memory) < told_alone - 1


def test_a_set_that_is_read_well_is_taken_at_its_word() -> None:
    memory = seen(CITY).remembered(str(CITY))
    doubtful = seen(CITY, doubts={"A1": ("g", 0.9)})
    (without,) = [it.nats for it in doubtful.against(str(CITY)) if dict(it.changed) == {"A1": "g"}]
    (with_memory,) = [
        it.nats for it in doubtful.against(str(CITY), memory) if dict(it.changed) == {"A1": "g"}
    ]
    assert with_memory == pytest.approx(without, abs=0.15)


def test_that_a_lot_is_taken_for_built_on_as_it_was_when_it_was_bare_is_no_deed() -> None:
    def nats(before: SeenCity, now: SeenCity) -> float:
        memory = before.remembered(str(CITY))
        for _ in range(9):
            memory = before.remembered(str(CITY), memory)
        tower = CITY.with_lot(Lot.parse("G8"), Structure.parse("B"))
        return next(it.nats for it in now.against(str(CITY), memory) if it.position == str(tower))

    now = seen(CITY, misread={"G8": ("B", 0.95)})
    assert nats(seen(CITY, misread={"G8": ("B", 0.75)}), now) < nats(seen(CITY), now) - 2


def test_of_two_states_that_the_reader_excludes_it_still_tells_which_is_the_likelier() -> None:
    plain, place = seen(CITY), int(Lot.parse("E5"))
    lots, tones = plain.reading.lots.copy(), plain.reading.tones.copy()
    lots[place] = np.where(np.arange(len(LOT_STATES)) == LOT_STATES.index(None), 1.0, 1e-7)
    before = SeenCity(replace(plain.reading, lots=lots.copy()))
    lots[place, LOT_STATES.index(Structure.parse("G"))] = 1e-5
    tones[place] += 0.8  # but something lies there
    again = SeenCity(replace(plain.reading, lots=lots, tones=tones))
    memory = before.remembered(str(CITY))
    found = {
        it.changed["E5"]: it.nats for it in again.against(str(CITY), memory) if set(it.changed) == {"E5"}
    }
    assert found["G"] > found["g"] > -2


def test_between_two_pieces_that_something_bare_may_have_become_the_reader_has_its_whole_say() -> None:
    reading = seen(CITY).reading
    red, black = (LOT_STATES.index(Structure.parse(it)) for it in "rk")
    reading.unseen[Lot.parse("A1")] = 0.0
    reading.lots[Lot.parse("A1")] = 1e-5
    reading.lots[Lot.parse("A1"), [red, black]] = 0.01, 0.99
    # Where several tell the same of A1, the likeliest counts, which come first.
    told = reversed(SeenCity(reading).against(str(CITY)))
    nats = {it.changed.get("A1"): it.nats for it in told}
    assert nats["k"] - nats["r"] == pytest.approx(np.log(99), abs=0.1)
