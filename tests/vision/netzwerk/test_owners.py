"""Pieces of a game tell whose the others are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from engine.netzwerk.text import parse_state
from tests.vision.netzwerk.readings import HANDS, TEXT, in_warm_light, sure
from vision.network import log_odds, sigmoid
from vision.netzwerk.board import Naming
from vision.netzwerk.compare import alternatives
from vision.netzwerk.owners import (
    CONNECTOR,
    MODEL,
    Piece,
    Sayings,
    miners_told,
    told_by_known,
    usual_sayings,
    whose,
)
from vision.netzwerk.reading import MINERS, Reading

STATE = parse_state(TEXT + HANDS)
WHITE, BLACK, GREY = (list(Player).index(it) for it in (Player.WHITE, Player.BLACK, Player.GREY))
NEW = Connection.parse("1,2E")


def test_connectors_that_look_grey_are_white_where_those_known_to_be_white_do() -> None:
    reading = in_warm_light(TEXT.replace("2,0E|k-", "2,0E;1,2E|k-"))
    row = reading.connections.index(NEW)
    assert reading.sticks[row].argmax() == GREY
    told = told_by_known(reading, STATE)
    assert told.sticks[row].argmax() == WHITE
    best, *_ = alternatives(reading, STATE)
    assert best.changed == {str(NEW): "w"}


def test_whether_something_lies_there_stays_as_it_was() -> None:
    reading = in_warm_light(TEXT)
    told = told_by_known(reading, STATE)
    np.testing.assert_allclose(told.miners[:, 0], reading.miners[:, 0])
    np.testing.assert_allclose(told.miners.sum(axis=1), 1)
    bare = [n for n, it in enumerate(reading.connections) if not STATE.owners(it)]
    assert told.sticks[bare].max() < 0.01


def test_where_nothing_lies_nothing_is_learnt() -> None:
    nothing = TEXT.replace("w4,1;k0,1", "w-;k-").replace("w0,0E;1,0E;2,0E", "w-")
    reading = sure(nothing)
    assert told_by_known(reading, parse_state(nothing + HANDS)) is reading


def test_a_miner_is_told_by_what_is_usually_said_of_each_player_s() -> None:
    reading = in_warm_light(TEXT)
    row = [str(it) for it in reading.fields].index("4,1")
    miners = reading.miners.copy()
    miners[row] = 0.001
    miners[row, [MINERS.index(it) for it in (Player.WHITE, Player.GREY)]] = 0.6, 0.4
    reading = replace(reading, miners=miners / miners.sum(axis=1, keepdims=True))
    told = miners_told(reading, tuple(Player), usual_sayings())
    np.testing.assert_allclose(told[:, 0], reading.miners[:, 0])
    assert MINERS[int(told[row].argmax())] is Player.GREY, "white ones are said to be white more surely"


@pytest.mark.parametrize("state", [STATE, parse_state(TEXT.replace("w4,1;k0,1", "w-;k-") + HANDS)])
def test_in_black_and_white_nobodys_colour_is_made_out(state: State) -> None:
    reading = sure(TEXT)
    row = [str(it) for it in reading.fields].index("4,1")
    miners = reading.miners.copy()
    miners[row] = [0.001 if it is None else 0.6 if it is Player.WHITE else 0.133 for it in MINERS]
    grey = replace(reading, miners=miners).without_colour()
    told = told_by_known(grey, state).miners, miners_told(grey, tuple(Player), usual_sayings())
    for it in told:
        np.testing.assert_allclose(it, grey.miners, atol=1e-3)
    assert not grey.renamed(Naming(0, Field(0, 0))).has_colour


def test_nothing_is_of_somebody_who_does_not_play() -> None:
    """A black connector in bright light looks grey, but nobody has grey pieces."""
    three = parse_state((TEXT + HANDS).replace(";g-;", ";").replace("|g-|", "|").replace("|g0,0,0,0,0|", "|"))
    reading = sure(TEXT.replace("k-|", "k1,2E|"))
    row, odds = reading.connections.index(NEW), log_odds(reading.sticks)
    odds[row, [BLACK, GREY]] = -6.2, 2.5
    reading = replace(reading, sticks=sigmoid(odds))
    told = told_by_known(reading, three).sticks[row]
    assert (told.argmax(), told[GREY]) == (BLACK, 0)
    assert told.sum() == pytest.approx(reading.sticks[row].max(), abs=0.01), (
        "that something lies there is as likely"
    )
    assert alternatives(reading, three)[0].changed == {str(NEW): "k"}


def test_whose_pieces_are_told_rightly_stay_theirs() -> None:
    reading = sure(TEXT)
    told = told_by_known(reading, STATE)
    np.testing.assert_array_equal(told.sticks > 0.5, reading.sticks > 0.5)
    np.testing.assert_array_equal(told.miners.argmax(axis=1), reading.miners.argmax(axis=1))


def test_a_connector_that_lies_where_it_did_is_not_exchanged_for_one_it_looks_a_little_more_like() -> None:
    reading = sure(TEXT)
    row = reading.connections.index(Connection.parse("1,0E"))
    reading.sticks[row, [WHITE, GREY]] = 0.4, 0.6
    assert told_by_known(reading, STATE).sticks[row].argmax() == WHITE
    assert alternatives(reading, STATE)[0].changed == {}


def test_what_is_darker_than_the_known_grey_ones_is_rather_black() -> None:
    """By itself it would be grey; but grey ones look otherwise here, and white ones as well."""
    grey, white = np.array([-8.2, -8.6, 7.0, -11.0]), np.array([6.2, -10.5, -5.4, -10.8])
    known = [Piece(CONNECTOR, GREY, grey), Piece(CONNECTOR, GREY, grey - 0.3), Piece(CONNECTOR, WHITE, white)]
    darker = np.array([[-11.5, 0.4, 1.0, -10.5]])
    usual = Sayings.load(MODEL)
    assert usual.nats(CONNECTOR, darker)[0, GREY] > usual.nats(CONNECTOR, darker)[0, WHITE]
    by_itself, beside = (it.nats(CONNECTOR, darker)[0] for it in (usual, usual.knowing(known)))
    assert beside[BLACK] - beside[GREY] > by_itself[BLACK] - by_itself[GREY] + 1
    assert beside.argmax() == BLACK


def test_two_connectors_in_one_place_are_not_told_as_one() -> None:
    reading = sure(TEXT)
    row = reading.connections.index(NEW)
    sticks = reading.sticks.copy()
    sticks[row, [WHITE, GREY]] = 0.9, 0.8
    told = told_by_known(replace(reading, sticks=sticks), STATE)
    np.testing.assert_array_equal(told.sticks[row], sticks[row])


def rather_black(*laid: str) -> Reading:
    """A landscape on which connectors have come that look rather black, but may be grey."""
    reading = sure()
    for place in laid:
        reading.sticks[reading.connections.index(Connection.parse(place)), [BLACK, GREY]] = 0.8, 0.1
    return reading


def test_each_of_several_connectors_tells_less_of_whose_they_are_than_the_one_before() -> None:
    laid = ["1,2E", "2,2E", "3,1SE"]
    nats = [
        whose(rather_black(*laid), STATE, [Connection.parse(it) for it in laid[:count]], usual_sayings())
        for count in (1, 2, 3)
    ]
    first, second, third = np.diff([0.0, *(it[Player.BLACK] - it[Player.GREY] for it in nats)])
    assert first > second > third > 0


def test_several_connectors_may_all_be_another_players() -> None:
    def doubt(*laid: str) -> float:
        nats = {str(it.changed): it.nats for it in alternatives(rather_black(*laid), STATE)}
        black, grey = (nats[str(dict.fromkeys(laid, player))] for player in "kg")
        return black - grey

    assert 0 < doubt("1,2E") < doubt("1,2E", "2,2E") < 1.5 * doubt("1,2E")
