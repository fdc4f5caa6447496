"""How a lot looked before tells whether anything was put there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.alien_city import City, Lot, Structure
from tests.engine.alien_city.cities import OTHER_TILES
from tests.vision.alien_city.tables import seen
from vision.alien_city.memory import Memory, as_compared, changed, relit, remembered
from vision.alien_city.reading import LOT_STATES, STREET, Reading

CITY = City.parse(f"{OTHER_TILES} 8/8/3b4/8/8/2R5/8/8/6k1/8")
NOISE = np.random.default_rng(3).normal(0, 0.01, (80, 9))


def lot(name: str) -> int:
    return int(Lot.parse(name))


def reading(city: City, **steps: float) -> Reading:
    """The city as read, its tones off by some noise, and at some lots by a step."""
    plain = seen(city).reading
    tones = plain.tones + NOISE
    for name, step in steps.items():
        tones[lot(name)] += step
    return replace(plain, tones=tones)


@pytest.fixture
def memory() -> Memory:
    return remembered(seen(CITY).reading, CITY, None)


def test_nothing_remembered_says_nothing() -> None:
    assert not changed(reading(CITY), CITY, None).any()


def test_what_looks_as_before_speaks_against_any_change(memory: Memory) -> None:
    assert changed(reading(CITY), CITY, memory).max() < -2


def test_a_lamp_that_changes_all_lots_alike_is_no_change(memory: Memory) -> None:
    other = reading(CITY)
    dimmer = replace(other, tones=other.tones + np.tile([-0.3, -0.4, -0.6], 3))
    assert changed(dimmer, CITY, memory).max() < -2


def test_what_a_lamp_did_while_nothing_moved_is_no_change(memory: Memory) -> None:
    def lit(plain: Reading) -> Reading:
        glare = np.where(np.arange(80) % 10 > 0, np.linspace(0, 0.3, 80), 1.0)
        return replace(plain, tones=plain.tones + glare[:, None])

    assert changed(lit(reading(CITY)), CITY, memory).max() > 2
    memory = relit(memory, reading(CITY), lit(reading(CITY)))
    assert changed(lit(reading(CITY)), CITY, memory).max() < -2
    assert changed(lit(reading(CITY, H8=0.8)), CITY, memory)[lot("H8")] > 3


def test_a_single_change_may_be_a_deed_though_nothing_was_seen_to_move(memory: Memory) -> None:
    built_on = reading(CITY, E5=0.8, E6=0.2)
    memory = relit(memory, reading(CITY), built_on)
    assert changed(built_on, CITY, memory)[lot("E5")] > 3


def test_of_neighbours_only_the_one_that_changed_most_speaks_for_a_change(memory: Memory) -> None:
    now = reading(CITY, E5=0.8, E6=0.4, F5=0.2)
    now.lots[lot("E5")] = 1 / 14  # something else than before, whatever it is
    nats = changed(now, CITY, memory)
    assert nats[lot("E5")] > 3
    assert nats[lot("E6")] == nats[lot("F5")] < 0
    assert nats[lot("A1")] < -2


def test_a_lot_that_plainly_holds_what_it_held_was_changed_by_its_neighbour(memory: Memory) -> None:
    now = reading(CITY, E5=0.6, E6=0.4)
    now.lots[lot("E6")] = 1 / 14  # a tower that is hard to tell from its tile, and leans over E5
    assert changed(now, CITY, memory)[lot("E6")] > 0


def test_what_changed_far_more_than_all_around_it_was_built_on_though_it_is_read_as_bare(
    memory: Memory,
) -> None:
    now = reading(CITY, E5=0.8, E6=0.2)
    now.lots[lot("E6")] = 1 / 14  # it looks otherwise with the tip of E5's tower over it
    nats = changed(now, CITY, memory)
    assert nats[lot("E5")] > 7 > 0 > nats[lot("E6")]


def test_what_changed_less_was_built_on_where_it_is_taken_for_something_by_a_little_more(
    memory: Memory,
) -> None:
    now = reading(CITY, E5=0.2, E6=0.05)
    assert 0 < changed(now, CITY, memory)[lot("E5")] <= 4, "so do shadows and lamps"
    now.lots[lot("E5"), LOT_STATES.index(Structure.parse("G"))] = 0.01
    assert changed(now, CITY, memory)[lot("E5")] > 7


def test_a_tower_that_looks_otherwise_is_not_so_surely_capped_as_a_bare_lot_is_built_on(
    memory: Memory,
) -> None:
    shaded, built_on = reading(CITY, C5=1.5), reading(CITY, E5=1.5)
    shaded.lots[lot("C5"), LOT_STATES.index(Structure.parse("Rx"))] = 0.05
    built_on.lots[lot("E5"), LOT_STATES.index(Structure.parse("R"))] = 0.05
    capped = changed(shaded, CITY, memory)[lot("C5")]
    assert 0 < capped < changed(built_on, CITY, memory)[lot("E5")] - 3, "a hand casts a shadow on it"


def test_a_dome_that_is_suddenly_read_as_bare_was_taken_away_though_it_looks_much_the_same(
    memory: Memory,
) -> None:
    gone = seen(CITY.with_lot(Lot.parse("D8"), None)).reading
    tones = reading(CITY).tones
    assert changed(replace(gone, tones=tones), CITY, memory)[lot("D8")] > 0
    assert changed(replace(seen(CITY).reading, tones=tones), CITY, memory)[lot("D8")] < -2


def test_what_is_hidden_says_nothing(memory: Memory) -> None:
    hidden = reading(CITY, E5=0.8)
    hidden.unseen[lot("E5")] = 1.0
    assert changed(hidden, CITY, memory)[lot("E5")] == 0


def with_a_hand(city: City, hidden: dict[str, float], **steps: float) -> Reading:
    """The city as read while a hand hides some lots, with these chances, its tones off as in `reading`."""
    under_it = reading(city, **steps)
    for name, chance in hidden.items():
        under_it.unseen[lot(name)] = chance
    return under_it


def test_lots_at_the_edge_of_a_hand_that_rests_keep_the_looks_that_they_had(memory: Memory) -> None:
    at_rest = with_a_hand(CITY, {"E5": 0.9, "F5": 0.3}, E5=1.5, F5=0.8, G5=0.5)
    memory = remembered(at_rest, CITY, memory)
    assert changed(reading(CITY), CITY, memory).max() < -1, "it has gone"
    city = CITY.with_lot(Lot.parse("F5"), Structure.parse("B"))
    beside_it = with_a_hand(city, {"E5": 0.9}, E5=1.5, F5=0.5)
    memory = remembered(beside_it, city, memory)
    assert np.isfinite(memory.tones[lot("F5")]).all(), "what is new is remembered as it looks now"


def test_what_players_say_stands_beside_a_hand_is_remembered_as_it_looks_now(memory: Memory) -> None:
    at_rest = with_a_hand(CITY, {"E5": 0.9}, E5=1.5, F5=0.8)
    memory = remembered(at_rest, CITY, memory, [Lot.parse("F5")])
    np.testing.assert_array_equal(memory.tones[lot("F5")], at_rest.tones[lot("F5")])


def test_a_lot_that_changes_alone_is_no_surer_built_on_beside_one_that_is_hidden_or_was(
    memory: Memory,
) -> None:
    alone = changed(reading(CITY, F5=0.8), CITY, memory)[lot("F5")]
    beside_a_hand = changed(with_a_hand(CITY, {"E5": 0.9}, E5=0.8, F5=0.8), CITY, memory)[lot("F5")]
    first = remembered(with_a_hand(CITY, {"E5": 0.9}, F5=0.8), CITY, None)
    assert np.isnan(first.tones[lot("E5")]).all()
    where_it_was = changed(reading(CITY), CITY, first)[lot("F5")]
    assert max(beside_a_hand, where_it_was) < alone - 3


def test_what_was_accepted_is_remembered_together_with_its_shadow(memory: Memory) -> None:
    city = CITY.with_lot(Lot.parse("E5"), Structure.parse("B"))
    after = reading(city, E6=0.3)
    after.lots[lot("E6")] = 1 / 14  # hard to read in the shadow
    memory = remembered(after, city, memory)
    assert changed(after, city, memory).max() < -2


def test_a_lot_that_a_new_tower_leans_over_is_remembered_so_where_it_is_rather_read_as_it_was(
    memory: Memory,
) -> None:
    city = CITY.with_lot(Lot.parse("E5"), Structure.parse("B"))
    after = reading(city, E5=0.3, E6=0.8)  # a clear tower of its tile's own colour
    after.lots[lot("E6")] = 0.0
    after.lots[lot("E6"), [0, LOT_STATES.index(Structure.parse("B"))]] = 0.78, 0.22
    assert changed(after, CITY, memory)[lot("E6")] > 3
    memory = remembered(after, city, memory)
    assert changed(after, city, memory)[lot("E6")] < -2


def test_a_lot_that_is_taken_for_something_since_a_tower_stands_beside_it_is_known_to_be(
    memory: Memory,
) -> None:
    city = CITY.with_lot(Lot.parse("E5"), Structure.parse("B"))
    tones = reading(city, E5=0.8, E6=0.3).tones
    after = replace(seen(city, misread={"E6": ("G", 0.97)}).reading, tones=tones)
    for _ in range(2):
        memory = remembered(after, city, memory)
        assert changed(after, city, memory)[lot("E6")] < -2


def test_a_second_piece_that_was_not_made_out_still_stands_out(memory: Memory) -> None:
    city = CITY.with_lot(Lot.parse("E5"), Structure.parse("B"))
    after = reading(city, H1=0.6)
    after.lots[lot("H1")] = 1 / 14
    memory = remembered(after, city, memory)
    assert changed(after, city, memory)[lot("H1")] > 3


def test_a_second_piece_that_is_plainly_seen_stands_out_beside_what_was_told_without_it(
    memory: Memory,
) -> None:
    city = CITY.with_lot(Lot.parse("E5"), Structure.parse("B"))
    after = reading(city.with_lot(Lot.parse("E6"), Structure.parse("k")), E5=0.8, E6=0.3)
    for _ in range(2):
        memory = remembered(after, city, memory)
        assert changed(after, city, memory)[lot("E6")] > 0
    assert changed(reading(city, E5=0.8), city, memory)[lot("E6")] < -2, "once it is gone, nothing is there"


def test_what_is_sure_is_remembered_however_it_was_read() -> None:
    print_like_a_dome = seen(CITY, misread={"C3": ("g", 0.9), "E3": ("g", 0.9)}).reading
    memory = remembered(print_like_a_dome, CITY, None, [Lot.parse("C3")])
    assert np.isfinite(memory.tones[lot("C3")]).all()
    assert np.isnan(memory.tones[lot("E3")]).all()


def test_a_bare_lot_that_looks_otherwise_is_not_taken_for_bare_however_surely_it_is_read_so(
    memory: Memory,
) -> None:
    overlooked = reading(CITY, E5=0.8)  # a clear green tower on a green tile
    assert overlooked.lots[lot("E5"), 0] > 0.9
    for _ in range(3):
        memory = remembered(overlooked, CITY, memory)
    assert changed(overlooked, CITY, memory)[lot("E5")] > 3


def test_a_bare_lot_that_is_suddenly_read_as_built_on_was_changed_though_it_looks_much_the_same(
    memory: Memory,
) -> None:
    red_on_red = seen(CITY, misread={"E5": ("r", 0.8)}).reading
    tones = red_on_red.tones + NOISE / 10
    tones[lot("E5")] += 0.02
    shown = replace(red_on_red, tones=tones)
    assert changed(shown, CITY, memory)[lot("E5")] > 0
    assert changed(replace(reading(CITY), tones=tones), CITY, memory)[lot("E5")] < -1, "it is read as before"
    memory = remembered(shown, CITY, memory)
    assert changed(shown, CITY, memory)[lot("E5")] > 0, "it stays in question"


def taken_for(state: str, reading: Reading, memory: Memory, touched: float = 0.0) -> float:
    """How likely E5 is to hold that, compared with how it was read before."""
    lots = as_compared(reading, memory, np.full(80, touched))
    return float(lots[lot("E5"), LOT_STATES.index(Structure.parse(state))])


def test_what_a_bare_lot_is_taken_for_again_and_again_is_known_of_it(memory: Memory) -> None:
    mistaken = seen(CITY, misread={"E5": ("B", 0.75)}).reading
    assert taken_for("B", mistaken, memory) > 0.7
    memory = remembered(seen(CITY, misread={"E5": ("B", 0.05)}).reading, CITY, None)
    for _ in range(9):
        memory = remembered(mistaken, CITY, memory)
    assert taken_for("B", mistaken, memory) < 0.3
    assert taken_for("R", seen(CITY, misread={"E5": ("R", 0.75)}).reading, memory) > 0.7


def test_what_a_bare_lot_is_rather_taken_for_may_come_to_stand_there() -> None:
    memory = None
    for misread in (0.8, 0.3, 0.95, 0.2) * 3:  # a black icon, for a black dome
        memory = remembered(seen(CITY, misread={"E5": ("k", misread)}).reading, CITY, memory)
    assert memory is not None
    assert taken_for("k", seen(CITY, misread={"E5": ("k", 0.95)}).reading, memory) < 0.7
    assert taken_for("k", seen(CITY, misread={"E5": ("k", 0.9999)}).reading, memory) > 0.99


def test_what_is_far_rather_taken_for_something_than_ever_before_is_so_if_it_was_touched() -> None:
    def said(dome: float) -> Reading:
        plain = seen(CITY).reading
        lots = plain.lots.copy()
        lots[lot("E5")] = 1e-6
        lots[lot("E5"), [STREET, LOT_STATES.index(Structure.parse("k"))]] = 1 - dome, dome
        return replace(plain, lots=lots)

    memory = remembered(said(1e-6), CITY, None)
    assert changed(said(0.15), CITY, memory)[lot("E5")] > 0, (
        "nothing stays as it was and is read so differently"
    )
    assert changed(said(0.001), CITY, memory)[lot("E5")] < -2
    assert taken_for("k", said(0.15), memory, touched=2.0) > 0.9
    assert taken_for("k", said(0.15), memory, touched=-1.0) < 0.2


def test_an_unknown_lot_is_not_remembered() -> None:
    memory = remembered(
        seen(CITY).reading, City.parse(f"{str(CITY).split()[0]} 8/8/3?4/8/8/2R5/8/8/6k1/8"), None
    )
    assert memory.contents[lot("D8")] == -1
    assert np.isnan(memory.tones[lot("D8")]).all()
