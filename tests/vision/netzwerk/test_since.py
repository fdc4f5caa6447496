"""What was done is told by what is read now, by how it was read before, and by how it looked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.text import parse_seen, parse_state
from tests.vision.netzwerk.readings import BEFORE, CAMERA, HANDS, HAPPENED, TEXT, looking, sure
from vision.lens import Floats
from vision.network import log_odds
from vision.netzwerk.compare import alternatives
from vision.netzwerk.memory import Memory, remembered
from vision.netzwerk.reading import MINERS, Reading
from vision.netzwerk.since import (
    anybodys,
    come_since,
    gone_since,
    laid_since,
    left_since,
    looks_since,
    lying_since,
)


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


def read_as(reading: Reading, place: Connection, player: Player, chance: float) -> Reading:
    sticks = reading.sticks.copy()
    sticks[reading.connections.index(place), list(Player).index(player)] = chance
    return replace(reading, sticks=sticks)


def laid_as_it_looks(reading: Reading, memory: Memory | None) -> dict[Connection, Floats]:
    return laid_since(reading, BEFORE, memory, looks_since(reading, BEFORE, memory))


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


def test_beside_a_miner_that_has_just_come_a_black_connector_is_rather_its_shadow() -> None:
    free = Connection.parse("1,2E")
    memory = remembered(read_as(looking(TEXT, 1), free, Player.BLACK, 1e-7), BEFORE, None)
    told = {}
    for player in (Player.BLACK, Player.WHITE):
        now = read_as(looking(TEXT, 2, (free,)), free, player, 0.9)
        looks = looks_since(now, BEFORE, memory)
        for visited in ((), (Field(1, 2),)):
            laid = laid_since(now, BEFORE, memory, looks, visited)
            told[player, bool(visited)] = float(laid[free][list(Player).index(player)])
    assert told[Player.BLACK, False] > 0.9
    assert told[Player.WHITE, False] > 0.9
    assert told[Player.WHITE, True] > 0.9, "no shadow is white"
    assert told[Player.BLACK, True] < 0.2


def test_beside_a_miner_of_which_it_is_not_remembered_how_it_looks_there_black_has_to_be_plainer() -> None:
    beside, apart = (
        next(
            it
            for it in BEFORE.board.connections
            if bool(BEFORE.occupied & set(it.fields)) is is_beside and not BEFORE.owners(it)
        )
        for is_beside in (True, False)
    )
    likely = {
        (place, player): alternatives(read_as(sure(TEXT), place, player, 0.95), BEFORE)[0].changed
        for place in (beside, apart)
        for player in (Player.BLACK, Player.WHITE)
    }
    assert likely[apart, Player.BLACK] == {str(apart): "k"}
    assert likely[beside, Player.WHITE] == {str(beside): "w"}
    assert likely[beside, Player.BLACK] == {}


def test_what_is_plainly_black_beside_a_miner_is_told_as_surely_as_what_is_white() -> None:
    beside = next(
        it for it in BEFORE.board.connections if BEFORE.occupied & set(it.fields) and not BEFORE.owners(it)
    )
    sure_of = {}
    for player in (Player.BLACK, Player.WHITE):
        best, second, *_ = alternatives(read_as(sure(TEXT), beside, player, 0.9995), BEFORE)
        assert best.changed == {str(beside): player.value}
        sure_of[player] = best.nats - second.nats
    assert abs(sure_of[Player.BLACK] - sure_of[Player.WHITE]) < 0.5


def test_what_was_always_read_so_is_no_new_connector() -> None:
    free = Connection.parse("1,2E")
    seen = read_as(looking(TEXT, 1), free, Player.BLACK, 0.25)
    memory = remembered(seen, BEFORE, None)
    again = read_as(looking(TEXT, 2), free, Player.BLACK, 0.5)
    assert laid_as_it_looks(again, memory)[free].sum() < 0.05
    assert laid_as_it_looks(again, None) == {}


def test_what_has_changed_tells_of_a_connector_that_nobody_would_have_seen() -> None:
    free = Connection.parse("1,2E")
    never = read_as(looking(TEXT, 1), free, Player.BLACK, 1e-4)
    memory = remembered(never, BEFORE, None)
    laid = read_as(looking(TEXT, 2, otherwise=(free,)), free, Player.BLACK, 0.01)
    assert laid_as_it_looks(laid, memory)[free].sum() > 0.9
    assert alternatives(laid, BEFORE)[0].changed == {}
    assert alternatives(laid, BEFORE, memory)[0].changed == {"1,2E": "k"}
    hidden = replace(laid, hidden=np.ones(len(laid.connections)))
    assert free not in laid_as_it_looks(hidden, memory), "what hides it looks like anything"


def test_a_connector_that_nobody_would_have_seen_still_lies_there_at_the_next_look() -> None:
    free = Connection.parse("1,2E")
    never = read_as(looking(TEXT, 1), free, Player.BLACK, 1e-4)
    laid, later = (
        read_as(looking(TEXT, seed, otherwise=(free,)), free, Player.BLACK, 0.01) for seed in (2, 3)
    )
    memory = remembered(never, BEFORE, None)
    best, *_ = alternatives(laid, BEFORE, memory)
    after = parse_seen(best.position)
    assert free in after.connectors[Player.BLACK]
    memory = remembered(laid, after, memory)
    assert lying_since(later, after, memory)[free] > 0
    assert alternatives(later, after, memory)[0].changed == {}
    assert lying_since(never, after, memory)[free] < 0
    assert alternatives(never, after, memory)[0].changed == {"1,2E": ""}
    assert lying_since(later, after, None) == {}


def test_what_looks_like_no_connector_at_all_is_none_whatever_has_changed() -> None:
    free = Connection.parse("1,2E")
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    now = looking(TEXT, 2, otherwise=(free,))
    sticks = np.full_like(now.sticks, 1e-6)
    assert laid_as_it_looks(replace(now, sticks=sticks), memory)[free].sum() < 0.1


def test_what_seems_half_hidden_but_has_changed_as_by_a_connector_is_one() -> None:
    free = Connection.parse("1,2E")
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    laid = read_as(looking(TEXT, 2, otherwise=(free,)), free, Player.BLACK, 0.5)
    half_hidden = replace(laid, hidden=np.full(len(laid.connections), 0.45))
    told = alternatives(half_hidden, BEFORE, memory)
    assert told[0].changed == {"1,2E": "k"}
    assert told[0].nats > 3


def test_somebody_has_come_where_something_has_though_hardly_seen() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    before, come = (somebody_at(looking(TEXT, 2, it), HAPPENED, n=0.1) for it in ((), (HAPPENED,)))
    assert come_since(before, BEFORE, memory, looks_since(before, BEFORE, memory))[HAPPENED].max() < -5
    told = come_since(come, BEFORE, memory, looks_since(come, BEFORE, memory))[HAPPENED]
    assert told.argmax() == list(Player).index(Player.BROWN)
    assert told.max() > 0


def test_what_looks_half_like_each_of_two_players_is_his_who_laid_the_one_beside_it() -> None:
    free, beside = Connection.parse("1,2E"), Connection.parse("2,1SW")
    assert set(free.fields) & set(beside.fields)
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    plainly = read_as(looking(TEXT, 2, otherwise=(free, beside)), beside, Player.BLACK, 0.9)
    half = read_as(read_as(plainly, free, Player.BLACK, 0.5), free, Player.WHITE, 0.5)
    white, black, *_ = laid_as_it_looks(half, memory)[free]
    assert black > 3 * white


def test_however_surely_a_connector_was_laid_it_is_the_look_that_tells_whose() -> None:
    free = Connection.parse("1,2E")
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    plainly = read_as(looking(TEXT, 2, otherwise=(free,)), free, Player.BLACK, 0.9)
    told = alternatives(read_as(plainly, free, Player.WHITE, 0.3), BEFORE, memory)
    nats = {it.changed.get("1,2E"): it.nats for it in reversed(told)}
    assert told[0].changed == {"1,2E": "k"}
    assert nats["k"] > nats["w"] + 1


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


def test_who_has_surely_come_may_be_anybody_however_surely_it_looks_like_one() -> None:
    """A black miner on black print looks as if it were grey."""
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    come = somebody_at(looking(TEXT, 2, otherwise=(HAPPENED,)), HAPPENED, n=0.99999, k=1e-7, g=1e-7, w=1e-7)
    told = come_since(come, BEFORE, memory, looks_since(come, BEFORE, memory))[HAPPENED]
    assert np.sort(told)[-1] - np.sort(told)[0] < 5


def test_somebody_is_there_though_half_of_it_looks_like_one_player_and_half_like_another() -> None:
    both, one = np.array([0.49, 1e-6, 0.49, 1e-6]), np.array([0.98, 1e-6, 1e-6, 1e-6])
    assert abs(anybodys(log_odds(both)) - anybodys(log_odds(one))) < 1e-3
    assert anybodys(log_odds(one)) > 3
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    come = somebody_at(looking(TEXT, 2, otherwise=(HAPPENED,)), HAPPENED, w=0.49, g=0.49)
    told = come_since(come, BEFORE, memory, looks_since(come, BEFORE, memory))[HAPPENED]
    assert told[MINERS.index(Player.WHITE) - 1] == told[MINERS.index(Player.GREY) - 1] > 0


def test_that_a_miner_has_left_is_told_by_what_has_changed_though_a_print_looks_like_it() -> None:
    stood = BEFORE.miners[Player.BLACK]
    assert stood is not None
    memory = remembered(looking(TEXT, 1, otherwise=(stood,)), BEFORE, None)
    stands, left = looking(TEXT, 2, otherwise=(stood,)), looking(TEXT, 3)
    gone = [gone_since(it, BEFORE, looks_since(it, BEFORE, memory))[stood] for it in (stands, left)]
    assert gone[0] < 0 < gone[1]
    assert gone_since(left, BEFORE, looks_since(left, BEFORE, None)) == {}


def test_beside_a_miner_that_has_come_one_look_says_less_of_stones_being_fewer() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    place = next(field for field, count in BEFORE.stones.items() if count == 2)

    def by_one_look(reading: Reading) -> float:
        stones = reading.stones.copy()
        stones[reading.fields.index(place)] = [0.998, 0.001, 0.001]
        told = alternatives(replace(reading, stones=stones), BEFORE, memory)
        none, one = (
            next(it.nats for it in told if parse_seen(it.position).stones[place] == count) for count in (0, 1)
        )
        changes = left_since(reading, BEFORE, looks_since(reading, BEFORE, memory), {place})[place]
        return none - one - (changes[0] - changes[1] if reading is come else 0.0)

    come = somebody_at(looking(TEXT, 2, otherwise=(place,)), place, k=0.999)
    assert 0 < by_one_look(come) < by_one_look(looking(TEXT, 2)) - 1


def test_what_was_taken_is_asked_only_where_somebody_came_and_stones_lay() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    now = looking(TEXT, 2, (HAPPENED,))
    bare = next(field for field, count in BEFORE.stones.items() if not count)
    told = left_since(now, BEFORE, looks_since(now, BEFORE, memory), {HAPPENED, bare})
    assert set(told) == {HAPPENED}
    assert told[HAPPENED].shape == (3,)
    assert told[HAPPENED].max() <= 0
    count = BEFORE.stones[HAPPENED]
    assert (told[HAPPENED][count + 1 :] == told[HAPPENED].min()).all(), "nobody puts stones there"
    assert left_since(now, BEFORE, looks_since(now, BEFORE, memory), set()) == {}
    assert left_since(now, BEFORE, looks_since(now, BEFORE, None), {HAPPENED}) == {}
    hidden = replace(now, unseen=np.ones(len(now.fields)))
    assert left_since(hidden, BEFORE, looks_since(hidden, BEFORE, memory), {HAPPENED}) == {}


def test_where_somebody_came_and_all_looks_as_before_all_stones_are_left() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    now = looking(TEXT, 2)
    lay = {field: count for field, count in BEFORE.stones.items() if count}
    told = left_since(now, BEFORE, looks_since(now, BEFORE, memory), {*lay})
    assert {field: int(nats.argmax()) for field, nats in told.items()} == lay
    two = next(field for field, count in lay.items() if count == 2)
    assert told[two][0] < told[two][1], "one is sooner taken than two"


def test_what_is_plainly_a_black_connector_is_one_even_beside_a_miner_that_has_just_come() -> None:
    free = Connection.parse("1,2E")
    memory = remembered(read_as(looking(TEXT, 1), free, Player.BLACK, 1e-7), BEFORE, None)
    told = {}
    for odds in (4.9, 5.1):
        now = read_as(looking(TEXT, 2, (free,)), free, Player.BLACK, float(1 / (1 + np.exp(-odds))))
        laid = laid_since(now, BEFORE, memory, looks_since(now, BEFORE, memory), (Field(1, 2),))
        told[odds] = float(laid[free][list(Player).index(Player.BLACK)])
    assert told[4.9] < 0.6
    assert told[5.1] > 0.99


@pytest.mark.parametrize(
    ("leans", "has_come", "chance", "is_laid"),
    [
        (True, True, 0.4, False),
        (True, False, 0.4, True),
        (True, True, 0.6, True),
        (False, True, 0.4, True),
    ],
)
def test_a_miner_that_has_come_and_leans_over_a_connection_is_no_connector_that_is_hardly_read(
    leans: bool, has_come: bool, chance: float, is_laid: bool
) -> None:
    free, field = Connection.parse("1,2E"), Field(1, 2)
    # From the west, miners lean to the east by 14 mm; from the east to the west.
    west = replace(CAMERA, translation=np.array([300.0 if leans else -500.0, -86.6, 600.0]))
    never, now = (
        replace(read_as(looking(TEXT, seed, otherwise), free, Player.GREY, it), pose=west)
        for seed, otherwise, it in ((1, (), 1e-7), (2, (free,), chance))
    )
    memory = remembered(never, BEFORE, None)
    visited = {field} if has_come else set()
    laid = laid_since(now, BEFORE, memory, looks_since(now, BEFORE, memory), visited)
    assert bool(laid[free].sum() > 0.5) is is_laid
