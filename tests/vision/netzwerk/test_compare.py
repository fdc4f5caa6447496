"""What a reading tells of a landscape whose earlier state is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.netzwerk.fields import Field
from engine.netzwerk.material import Player
from engine.netzwerk.text import parse_seen, parse_state
from tests.vision.netzwerk.readings import HANDS, TEXT, sure, with_stick
from vision.netzwerk.compare import alternatives
from vision.netzwerk.reading import MINERS, Reading

BEFORE = parse_state(TEXT + HANDS)


def words(reading: Reading) -> list[tuple[str, float]]:
    return [(it.position, it.nats) for it in alternatives(reading, BEFORE)]


def test_a_table_that_has_not_changed_is_likeliest_as_it_was() -> None:
    (position, nats), *_ = words(sure())
    assert position == TEXT
    assert nats == 0


def test_a_miner_that_went_and_the_stone_that_is_gone_are_seen() -> None:
    moved = TEXT.replace("k0,1", "k1,1").replace("R2O1C3", "R2O0C3")
    best = alternatives(sure(moved), BEFORE)[0]
    assert best.position == moved
    assert best.changed == {"1,1": "0", "0,1": "k"}


def test_a_connector_that_was_laid_is_named_by_its_place_and_owner() -> None:
    laid = TEXT.replace("k-|", "k1,2E|")
    best = alternatives(sure(laid), BEFORE)[0]
    assert best.changed == {"1,2E": "k"}
    assert best.nats > 5


def test_the_table_as_it_was_is_always_thought_of() -> None:
    other = TEXT.replace("w4,1", "w3,2").replace("k-|", "k1,2E;2,2E|").replace("Y2G2", "Y1G0")
    assert TEXT in [position for position, _ in words(sure(other))]


def test_what_a_hand_hides_is_as_it_was() -> None:
    other = sure(TEXT.replace("k0,1", "k1,1"))
    hidden = replace(other, unseen=np.ones(len(other.fields)), hidden=np.ones(len(other.connections)))
    assert words(hidden)[0] == (TEXT, 0.0)


def test_what_looks_like_two_players_connector_is_one_of_theirs() -> None:
    half = with_stick(with_stick(sure(), "1,2E", Player.BLACK, 0.45), "1,2E", Player.GREY, 0.45)
    changed = [dict(it.changed) for it in alternatives(half, BEFORE)]
    assert {"1,2E": "k"} in changed[:3]
    assert {"1,2E": "g"} in changed[:3]
    assert not any(len(it.get("1,2E", "")) > 1 for it in changed)


def test_connectors_that_look_like_several_players_may_all_be_ones() -> None:
    reading = with_stick(sure(), "1,2E", Player.BLACK, 0.9998)
    for place in ("0,2E", "0,1SE", "1,1SE"):
        mixed = with_stick(reading, place, Player.BLACK, 0.4)
        reading = with_stick(mixed, place, Player.GREY, 0.55)
    laid = {"1,2E", "0,2E", "0,1SE", "1,1SE"}
    told = [it for it in alternatives(reading, BEFORE) if it.changed.keys() == laid]
    assert set(told[0].changed.values()) == {"g", "k"}
    assert {"k"} in [set(it.changed.values()) for it in told]


def test_a_connector_may_be_laid_beside_another_players() -> None:
    beside = alternatives(sure(TEXT.replace("k-|", "k1,0E|")), BEFORE)[0]
    assert beside.changed == {"1,0E": "kw"}
    assert beside.position == TEXT.replace("k-|", "k1,0E|")


def test_a_miner_that_came_to_a_desert_is_seen_there_and_again_when_it_has_gone_back() -> None:
    there = TEXT.replace("w4,1", "w3,1")
    best = alternatives(sure(there), BEFORE)[0]
    assert best.position == there
    assert best.changed == {"3,1": "w", "4,1": "w"}
    back = alternatives(sure(), parse_state(there + HANDS))[0]
    assert back.position == TEXT


def test_a_miner_is_rather_taken_off_a_desert_than_off_a_field_where_it_may_stay() -> None:
    gone = {}
    for at in ("3,1", "1,1"):
        there, nowhere = TEXT.replace("k0,1", f"k{at}"), TEXT.replace("k0,1", "k-")
        told = alternatives(sure(nowhere), parse_state(there + HANDS))
        gone[at] = next(it.nats for it in told if it.position == nowhere)
    assert gone["3,1"] > gone["1,1"] + 3


def test_that_a_miner_has_come_is_as_sure_as_it_looks_whosever_it_is() -> None:
    before = parse_state(TEXT.replace("k0,1", "k-") + HANDS)
    reading = sure(TEXT.replace("k0,1", "k-"))
    miners = reading.miners.copy()
    miners[reading.fields.index(Field(3, 1))] = [1e-4, 1e-4, 0.4999, 0.4999, 1e-4]
    several = alternatives(replace(reading, miners=miners), before)
    nats = {it.changed["3,1"]: it.nats for it in several if [*it.changed] == ["3,1"]}
    assert max(nats["k"], nats["g"]) > 4
    assert min(nats["k"], nats["g"]) > 0


def test_connectors_are_seen_on_deserts() -> None:
    laid = TEXT.replace("k-|", "k2,1E;3,0SE|")
    best = alternatives(sure(laid), BEFORE)[0]
    assert best.position == laid
    assert best.changed == {"2,1E": "k", "3,0SE": "k"}
    assert alternatives(sure(), parse_state(laid + HANDS))[0].position == TEXT


def test_a_connector_is_rather_elsewhere_than_on_a_desert() -> None:
    # One from city 3 to a desert, the other to a landscape, as likely as each other in the picture.
    nats = {}
    for name in ("2,1E", "2,1SE"):
        laid = with_stick(sure(), name, Player.BLACK, 0.8)
        nats[name] = next(it.nats for it in alternatives(laid, BEFORE) if it.changed == {name: "k"})
    assert nats["2,1E"] == pytest.approx(nats["2,1SE"] - 1)


def test_no_two_miners_come_to_one_field() -> None:
    reading = sure(TEXT.replace("w4,1;k0,1", "w-;k1,1"))
    miners = reading.miners.copy()
    row = reading.fields.index(Field(1, 1))
    miners[row, [MINERS.index(Player.WHITE), MINERS.index(Player.BLACK)]] = 0.55, 0.449
    several = alternatives(replace(reading, miners=miners), BEFORE)
    standing = [[at for at in parse_seen(it.position).miners.values() if at] for it in several]
    assert all(len(set(its)) == len(its) for its in standing)
    assert {player for its in several for player in its.changed.values()} >= {"w", "k"}
