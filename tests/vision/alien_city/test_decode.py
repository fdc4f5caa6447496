"""From probabilities to a position: the box's material settles doubts, but never hides what is plainly seen."""

from __future__ import annotations

from engine.alien_city import UNKNOWN, City, Lot
from tests.engine.alien_city.cities import EMPTY, TILES
from tests.vision.alien_city.readings import reading_of
from vision.alien_city.decode import decode
from vision.alien_city.reading import LOT_STATES, MARKS, Reading


def doubt(reading: Reading, lot: str, likelier: str, other: str, probability: float) -> None:
    """Let two states share a lot's probability; `-` is a street."""
    names = ["-" if state is None else str(state) for state in LOT_STATES]
    row = reading.lots[Lot.parse(lot)]
    row[:] = 1e-6
    row[names.index(likelier)], row[names.index(other)] = probability, 1 - probability


def test_what_is_plainly_seen_is_decoded_as_it_is() -> None:
    city = City.parse(f"{TILES} r2Go4/8/2k5/3RxB3/8/8/1b6/8/8/7G")
    assert decode(reading_of(city)) == city


def test_six_plain_red_towers_stay_six_although_the_box_holds_five() -> None:
    city = City.parse(f"{TILES} RRRRRR2/8/8/8/8/8/8/8/8/8")
    assert decode(reading_of(city, 0.99999)) == city


def test_where_a_sixth_red_tower_is_in_doubt_the_box_decides() -> None:
    city = City.parse(f"{TILES} RRRRR3/8/8/8/8/8/8/8/8/8")
    reading = reading_of(city, 0.999)
    doubt(reading, "H1", "R", "B", 0.6)
    assert decode(reading)[Lot.parse("H1")] != LOT_STATES[5]


def test_a_doubtful_lot_is_a_question_mark() -> None:
    reading = reading_of(EMPTY)
    doubt(reading, "D4", "k", "-", 0.6)
    assert decode(reading)[Lot.parse("D4")] is UNKNOWN


def test_a_lot_under_a_hand_is_a_question_mark() -> None:
    reading = reading_of(EMPTY)
    reading.unseen[Lot.parse("D4")] = 0.9
    assert decode(reading)[Lot.parse("D4")] is UNKNOWN


def test_a_lot_that_a_hand_covers_a_little_is_told_where_it_is_plain() -> None:
    reading, lot = reading_of(EMPTY), Lot.parse("D4")
    for unseen, chance, is_told in (
        (0.35, 0.99, True),
        (0.35, 0.8, False),
        (0.0, 0.8, True),
        (0.45, 0.99, False),
    ):
        doubt(reading, "D4", "-", "k", chance)
        reading.unseen[lot] = unseen
        assert (decode(reading)[lot] is not UNKNOWN) == is_told


def test_a_guild_may_be_known_without_its_corner() -> None:
    reading = reading_of(EMPTY)
    reading.tiles[0] = [0.25 if mark.guild is EMPTY.tiles[0].guild else 0 for mark in MARKS]
    assert str(decode(reading).tiles[0]) == "G?"


def test_two_tiles_that_nobody_can_tell_apart_stay_unknown() -> None:
    reading = reading_of(EMPTY, 0.9999)
    first, second = 0, 1  # green and black by the truth
    for number in (first, second):
        reading.tiles[number] = [0.125 if mark.guild in ("G", "K") else 0 for mark in MARKS]
    city = decode(reading)
    assert [str(city.tiles[number]) for number in (first, second)] == ["??", "??"]


def test_the_twentieth_guild_follows_from_the_others() -> None:
    reading = reading_of(EMPTY, 0.9999)
    reading.tiles[0] = 1 / 16
    assert decode(reading).tiles[0].guild is EMPTY.tiles[0].guild


def test_a_guild_that_sight_speaks_against_does_not_follow_from_the_others() -> None:
    reading = reading_of(EMPTY, 0.9999)
    true, other = EMPTY.tiles[0].guild, EMPTY.tiles[1].guild
    reading.tiles[0] = [{true: 0.05, other: 0.19}.get(mark.guild, 0.005) for mark in MARKS]
    assert decode(reading).tiles[0].guild is None
