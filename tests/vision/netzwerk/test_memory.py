"""What looks as it did is as it was, whatever the networks say of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.text import parse_state
from tests.vision.netzwerk.test_decode import HANDS, TEXT, sure
from vision.lens import Floats
from vision.netzwerk.board import Naming
from vision.netzwerk.compare import alternatives
from vision.netzwerk.memory import Memory, changed, laid_since, left_since, relit, remembered
from vision.netzwerk.reading import MINERS, Reading

BEFORE = parse_state(TEXT + HANDS)
STONE_GONE = TEXT.replace("R2O1C3", "R2O0C3")
HAPPENED = Field(1, 1)


def looking(text: str, seed: int, otherwise: tuple[object, ...] = ()) -> Reading:
    """A landscape read so: each place looks as always, but for a little noise and for what has changed."""
    reading = sure(text)
    always, noise = np.random.default_rng(0), np.random.default_rng(seed)
    looks = []
    for places, size in ((reading.fields, (18, 18, 3)), (reading.connections, (8, 16, 3))):
        base = always.uniform(-2, 0, (len(places), *size))
        base[[it in otherwise for it in places], size[0] // 2, size[1] // 2 - 2 :] -= 1.0
        looks.append((base + noise.normal(0, 0.02, base.shape)).astype(np.float32))
    return replace(reading, looks=(looks[0], looks[1]))


def test_nothing_was_touched_where_it_looks_as_before() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    misread = looking(STONE_GONE, 2)
    assert alternatives(misread, BEFORE)[0].changed == {"1,1": "0"}
    assert alternatives(misread, BEFORE, memory)[0].changed == {}


def test_what_looks_otherwise_is_read() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    taken = looking(STONE_GONE, 2, otherwise=(HAPPENED,))
    doubtful = replace(taken, stones=sure(STONE_GONE, certainty=0.9).stones)
    assert changed(doubtful, BEFORE, memory)[HAPPENED] > 0
    assert alternatives(doubtful, BEFORE, memory)[0].changed == {"1,1": "0"}


def test_who_has_come_is_the_one_who_is_rather_seen() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    came = TEXT.replace("k0,1", "k1,1")
    hardly = replace(sure(came), miners=0.7 * sure(TEXT).miners + 0.3 * sure(came).miners)
    seen = replace(hardly, looks=looking(came, 2, otherwise=(HAPPENED, Field(0, 1))).looks)
    assert alternatives(hardly, BEFORE)[0].changed == {}
    assert alternatives(seen, BEFORE, memory)[0].changed == {"0,1": "k", "1,1": "k"}


def test_a_connector_does_not_come_where_all_looks_as_before() -> None:
    laid = TEXT.replace("k-|", "k1,2E|")
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    misread, seen = looking(laid, 2), looking(laid, 3, otherwise=(Connection.parse("1,2E"),))
    misread, seen = (replace(it, sticks=sure(laid, certainty=0.9).sticks) for it in (misread, seen))
    assert alternatives(misread, BEFORE, memory)[0].changed == {}
    assert alternatives(seen, BEFORE, memory)[0].changed == {"1,2E": "k"}


def test_looks_are_taken_over_where_something_new_lies_and_kept_where_nobody_knows_why_they_changed() -> None:
    first = remembered(looking(TEXT, 1), BEFORE, None)
    then = looking(TEXT, 2, otherwise=(HAPPENED, Field(0, 0)))
    after = parse_state(STONE_GONE + HANDS)
    second = remembered(then, after, first)
    again = looking(STONE_GONE, 3, otherwise=(HAPPENED,))
    calm = changed(again, after, second)
    assert calm[HAPPENED] < 0, "it looks as it has since the stone was taken"
    assert calm[Field(0, 0)] < 0, "what was in the way there is gone"


def test_a_field_that_a_miner_has_left_untouched_has_all_its_stones() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    here, gone = TEXT.replace("k0,1", "k1,1"), (HAPPENED, Field(0, 1))
    came = parse_state(here.replace("R2O1C3", "R2O0C3") + HANDS)
    memory = remembered(looking(here, 2, otherwise=gone), came, memory)
    for taken in (True, False):
        # To the network it looks as if the stone were there again, in either case.
        seen = looking(TEXT, 3, otherwise=(HAPPENED,) if taken else ())
        seen = replace(seen, stones=sure(TEXT, certainty=0.8).stones)
        best, *_ = alternatives(seen, came, memory)
        assert best.changed["1,1"] == ("k" if taken else "1")


def test_of_what_may_be_otherwise_no_look_is_remembered() -> None:
    laid = sure(TEXT.replace("k-|", "k1,2E|")).sticks
    doubtful = replace(looking(TEXT, 1), sticks=0.6 * laid + 0.4 * sure(TEXT).sticks)
    there = {place for place, _ in remembered(doubtful, BEFORE, None).looks}
    assert {place for place, _ in remembered(looking(TEXT, 1), BEFORE, None).looks} - there == {
        Connection.parse("1,2E")
    }


def read_as(reading: Reading, place: Connection, player: Player, chance: float) -> Reading:
    sticks = reading.sticks.copy()
    sticks[reading.connections.index(place), list(Player).index(player)] = chance
    return replace(reading, sticks=sticks)


def laid_as_it_looks(reading: Reading, memory: Memory | None) -> dict[Connection, Floats]:
    return laid_since(reading, BEFORE, memory, changed(reading, BEFORE, memory))


def test_a_connector_that_is_hardly_seen_is_laid_where_surely_none_was() -> None:
    free = Connection.parse("1,2E")
    never, hardly = (
        read_as(looking(TEXT, seed, otherwise), free, Player.BLACK, chance)
        for seed, otherwise, chance in ((1, (), 1e-7), (2, (free,), 0.15))
    )
    memory = remembered(never, BEFORE, None)
    black = list(Player).index(Player.BLACK)
    assert laid_as_it_looks(hardly, memory)[free][black] > 0.5
    assert laid_as_it_looks(never, memory)[free].sum() < 0.001
    assert alternatives(hardly, BEFORE)[0].changed == {}
    assert alternatives(hardly, BEFORE, memory)[0].changed == {"1,2E": "k"}


def test_what_was_always_read_so_is_no_new_connector() -> None:
    free = Connection.parse("1,2E")
    seen = read_as(looking(TEXT, 1), free, Player.BLACK, 0.25)
    memory = remembered(seen, BEFORE, None)
    again = read_as(looking(TEXT, 2, otherwise=(free,)), free, Player.BLACK, 0.5)
    assert laid_as_it_looks(again, memory)[free].sum() < 0.05
    assert laid_as_it_looks(again, None) == {}


def test_connectors_that_are_laid_together_speak_for_each_other() -> None:
    free, beside = Connection.parse("1,2E"), Connection.parse("2,1SW")
    assert set(free.fields) & set(beside.fields)
    never = read_as(read_as(looking(TEXT, 1), free, Player.BLACK, 1e-7), beside, Player.BLACK, 1e-7)
    memory = remembered(never, BEFORE, None)
    hardly = read_as(looking(TEXT, 2, otherwise=(free, beside)), free, Player.BLACK, 0.15)
    alone = laid_as_it_looks(read_as(hardly, beside, Player.BLACK, 1e-7), memory)[free]
    plainly = read_as(hardly, beside, Player.BLACK, 0.9)
    together = laid_as_it_looks(plainly, memory)[free]
    assert together.sum() > alone.sum() + 0.1
    # And what looks half white and half black is black when black has laid the one beside it.
    half = read_as(read_as(plainly, free, Player.BLACK, 0.5), free, Player.WHITE, 0.5)
    white, black, *_ = laid_as_it_looks(half, memory)[free]
    assert black > 3 * white


def test_nobody_lays_a_second_connector_beside_the_own_one() -> None:
    owned = next((it, player) for player, laid in BEFORE.connectors.items() for it in laid)
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    laid = laid_as_it_looks(looking(TEXT, 2), memory)[owned[0]]
    assert laid[list(Player).index(owned[1])] == 0


def somebody_at(reading: Reading, field: Field, **chances: float) -> Reading:
    miners = reading.miners.copy()
    row = miners[reading.fields.index(field)]
    row[:] = 0.0
    for letter, chance in chances.items():
        row[MINERS.index(Player(letter))] = chance
    row[0] = 1 - row.sum()
    return replace(reading, miners=miners)


def test_a_print_that_is_always_taken_for_a_miner_is_none() -> None:
    fooled = somebody_at(looking(TEXT, 1), HAPPENED, n=0.97)
    memory = remembered(fooled, BEFORE, None)
    again = somebody_at(looking(TEXT, 2), HAPPENED, n=0.99)
    assert "n" in alternatives(again, BEFORE)[0].changed.values()
    assert alternatives(again, BEFORE, memory)[0].changed == {}


def test_however_surely_somebody_has_come_it_is_the_look_that_tells_who() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    come = somebody_at(looking(TEXT, 2, otherwise=(HAPPENED,)), HAPPENED, n=0.75, g=0.24)
    told = alternatives(come, BEFORE, memory)
    nats = {it.changed.get(str(HAPPENED)): it.nats for it in reversed(told)}
    assert told[0].changed[str(HAPPENED)] == "n"
    assert nats["n"] > nats["g"] + 1


def test_another_lamp_is_no_deed() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    before, now = looking(TEXT, 2), looking(TEXT, 3)
    assert now.looks is not None
    lamp = np.random.default_rng(4)
    fields, connections = (
        it + lamp.normal(0, 0.5, (len(it), 1, 1, 3)).astype(np.float32) for it in now.looks
    )
    now = replace(now, looks=(fields, connections))
    with_lamp, without = (changed(now, BEFORE, it) for it in (relit(memory, before, now), memory))
    assert set(with_lamp) == {place for place, _ in memory.looks}
    assert sum(with_lamp.values()) < 1.2 * sum(without.values()), "it speaks more clearly"
    assert relit(memory, before, before) is memory


def test_of_a_landscape_seen_from_elsewhere_nothing_is_remembered() -> None:
    reading = looking(TEXT, 1)
    assert reading.renamed(Naming(0, Field(1, 0))).looks is not None
    assert reading.renamed(Naming(2, Field(0, 0))).looks is None


def test_a_stone_taken_from_under_a_miner_is_nobody_elses_coming() -> None:
    before = parse_state(TEXT.replace("g-;n-", "g-;n0,2") + HANDS)
    black, grey = (MINERS.index(player) for player in (Player.BLACK, Player.GREY))
    memory = remembered(looking(TEXT.replace("g-;n-", "g-;n0,2"), 1), before, None)
    seen = looking(TEXT.replace("g-;n-", "g-;n0,2"), 2, otherwise=(Field(0, 1),))
    miners = seen.miners.copy()
    row = seen.fields.index(Field(0, 1))
    miners[row] = 0.005
    miners[row, [black, grey]] = 0.85, 0.135
    best = alternatives(replace(seen, miners=miners), before, memory)[0]
    assert "g" not in best.changed.values()


def test_what_was_taken_is_asked_only_where_somebody_came_and_stones_lay() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    now = looking(TEXT, 2, (HAPPENED,))
    bare = next(field for field, count in BEFORE.stones.items() if not count)
    told = left_since(now, BEFORE, memory, {HAPPENED, bare})
    assert set(told) == {HAPPENED}
    assert told[HAPPENED].shape == (3,)
    assert told[HAPPENED].max() <= 0
    count = BEFORE.stones[HAPPENED]
    assert (told[HAPPENED][count + 1 :] == told[HAPPENED].min()).all(), "nobody puts stones there"
    assert left_since(now, BEFORE, memory, set()) == {}
    assert left_since(now, BEFORE, None, {HAPPENED}) == {}
    hidden = replace(now, unseen=np.ones(len(now.fields)))
    assert left_since(hidden, BEFORE, memory, {HAPPENED}) == {}
