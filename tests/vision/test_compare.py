"""What a reading says about a city that was known before."""

from __future__ import annotations

import pytest

from engine.alien_city import UNKNOWN, City, Lot, Structure
from tests.firmware.tables import seen

CITY = City.parse("K^GvBvB^/BvR<BvR^/K^G<KvGv/R^K<R<Gv/G^BvK>R> 8/8/3b4/8/8/2R5/8/8/6k1/8")


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
