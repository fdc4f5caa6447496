"""Pieces of a game tell whose the others are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.netzwerk.fields import Connection
from engine.netzwerk.material import Player
from engine.netzwerk.text import parse_state
from tests.vision.netzwerk.test_decode import HANDS, TEXT, sure
from vision.network import sigmoid
from vision.netzwerk.compare import alternatives
from vision.netzwerk.owners import offsets_of, told_by_known
from vision.netzwerk.reading import MINERS, Reading, log_odds

STATE = parse_state(TEXT + HANDS)
WHITE, GREY = (list(Player).index(it) for it in (Player.WHITE, Player.GREY))
NEW = Connection.parse("1,2E")


def in_warm_light(text: str, nats: float = 9.0) -> Reading:
    """A landscape on which what is white looks rather grey: by a little, as much as it looks white."""
    reading = sure(text)
    odds = log_odds(reading.sticks)
    is_white = odds[:, WHITE] > 0
    odds[is_white, WHITE] -= nats
    odds[is_white, GREY] += nats
    miners = reading.miners.copy()
    column = [MINERS.index(it) for it in (Player.WHITE, Player.GREY)]
    stands = miners[:, column[0]] > 0.5
    miners[np.ix_(stands, column)] = (0.45, 0.55)
    miners[stands] /= miners[stands].sum(axis=1, keepdims=True)
    return replace(reading, sticks=sigmoid(odds), miners=miners)


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


def test_pieces_that_are_told_rightly_change_little_and_those_told_wrongly_much() -> None:
    right = np.array([[6.0, -4.0, -6.0, -8.0], [-6.0, -4.0, 6.0, -8.0]])
    assert np.abs(offsets_of(right, np.array([WHITE, GREY]))).max() < 0.1
    wrong = offsets_of(right, np.array([WHITE, WHITE]))
    assert wrong[WHITE] - wrong[GREY] > 6
