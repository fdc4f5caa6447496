"""What the referee is told of a landscape beside what lies on it: where it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.messages import ENGLISH
from engine.netzwerk.material import Player
from engine.netzwerk.text import format_state, parse_state
from tests.vision.netzwerk.test_decode import HANDS, TEXT, sure
from vision.netzwerk.board import connections_of
from vision.netzwerk.eyes import SeenLandscape
from vision.netzwerk.reading import MINERS, Reading

BEFORE = parse_state(TEXT + HANDS)


def without_the_rightmost(reading: Reading) -> Reading:
    """The same landscape, found while an arm is over the fields at its right."""
    across = [it.q + it.r / 2 for it in reading.fields]
    kept = [n for n, at in enumerate(across) if at < max(across)]
    fields = tuple(reading.fields[n] for n in kept)
    ways = connections_of(fields)
    laid = [reading.connections.index(it) for it in ways]
    per_field = {name: getattr(reading, name)[kept] for name in ("kinds", "stones", "miners", "unseen")}
    per_way = {name: getattr(reading, name)[laid] for name in ("sticks", "hidden")}
    return replace(reading, fields=fields, connections=ways, **per_field, **per_way)


def test_a_landscape_is_where_it_was_though_an_arm_is_over_some_of_its_fields() -> None:
    whole, rest = SeenLandscape(sure()), SeenLandscape(without_the_rightmost(sure()))
    assert rest.area < whole.area, "nobody knows yet of the others"
    named = rest.turned_like(format_state(BEFORE))
    np.testing.assert_allclose(named.corners, whole.corners)
    assert named.area == whole.area
    assert named.pooled([named]).corners == named.corners


def test_a_miner_that_could_not_be_read_is_named_as_one_and_not_as_a_field() -> None:
    reading = sure()
    white, nobody = (MINERS.index(it) for it in (Player.WHITE, None))
    miners = reading.miners.copy()
    his = int(miners[:, white].argmax())
    other = int((miners[:, nobody] * (np.arange(len(miners)) != his)).argmax())
    miners[[his, other]] = 0.0
    for field in (his, other):
        miners[field, [white, nobody]] = 0.5
    *fields, miner = SeenLandscape(replace(reading, miners=miners)).unread
    assert ENGLISH.word(miner) == "White's miner"
    assert all(isinstance(it, str) and "," in it for it in fields)


def test_what_looks_like_the_piece_of_somebody_who_does_not_play_is_one_of_those_who_do() -> None:
    reading = sure()
    white, grey = (MINERS.index(it) for it in (Player.WHITE, Player.GREY))
    miners, sticks = reading.miners.copy(), reading.sticks.copy()
    his = int(miners[:, white].argmax())
    miners[his, [white, grey]] = 0.3, 0.6
    laid = [reading.connections.index(it) for it in BEFORE.connectors[Player.WHITE]]
    sticks[laid, white - 1], sticks[laid, grey - 1] = 0.2, 0.8
    passing = replace(reading, miners=miners, sticks=sticks)
    anybodys = SeenLandscape(passing).table
    assert anybodys.miners[Player.WHITE] is None, "grey may be playing"
    two = Player.WHITE, Player.BLACK
    seen = SeenLandscape(passing, players=two)
    assert seen.table.players == two
    assert seen.table.miners[Player.WHITE] == reading.fields[his]
    assert seen.table.connectors == {it: BEFORE.connectors[it] for it in two}
    for later in (seen.pooled([seen]), seen.turned_like(format_state(BEFORE)), seen.believed(0.9)):
        assert later.players == two
    assert seen.confidence > SeenLandscape(passing).confidence
