"""What the referee is told of a landscape beside what lies on it: where it is."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.messages import ENGLISH
from engine.netzwerk.fields import Field
from engine.netzwerk.material import Player
from engine.netzwerk.text import format_state, parse_state
from tests.vision.netzwerk.drawn import late_pictures
from tests.vision.netzwerk.readings import HANDS, TEXT, sure
from vision.netzwerk.board import Naming, centres, connections_of
from vision.netzwerk.eyes import NetzwerkEyes, SeenLandscape
from vision.netzwerk.reading import MINERS, NO_FIELD, Reading
from vision.photo import Picture

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


def test_the_parts_of_a_landscape_are_its_fields_as_they_lie_side_by_side() -> None:
    reading = sure()
    seen = SeenLandscape(reading)
    middles = reading.pose.project(centres(reading.fields))
    apart = np.linalg.norm(np.mean(seen.parts, axis=1)[:, None] - middles, axis=2)
    np.testing.assert_array_equal(np.sort(apart.argmin(axis=1)), np.arange(len(reading.fields)))
    assert apart.min(axis=1).max() < 1
    corners, counts = np.unique(np.round(np.concatenate(seen.parts), 3), axis=0, return_counts=True)
    assert len(corners) < 4 * len(reading.fields)
    assert counts.max() == 3


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


@pytest.fixture(scope="module")
def drawn() -> tuple[NetzwerkEyes, Picture, SeenLandscape]:
    """Eyes that see a drawn landscape."""
    eyes, ((picture, _),) = NetzwerkEyes(), late_pictures("printed", 1)
    return eyes, picture, eyes.read(picture)


def test_fields_that_an_arm_hid_from_a_search_are_looked_at_again(
    drawn: tuple[NetzwerkEyes, Picture, SeenLandscape],
) -> None:
    eyes, picture, whole = drawn
    found = replace(whole, reading=without_the_rightmost(whole.reading), known=frozenset(whole.table.board))
    assert len(found.table.board.kinds) < len(whole.table.board.kinds)
    covered = picture.copy()
    hidden = centres(tuple(whole.known | found.known - frozenset(found.reading.fields)))
    for x, y in whole.pose.project(hidden).astype(int):
        covered[y - 60 : y + 60, x - 60 : x + 60] = (120, 90, 70)
    still = eyes.follow(covered, found)
    assert still.table.board.kinds.keys() == found.table.board.kinds.keys(), "the arm is over them still"
    assert not set(still.hidden) - set(eyes.follow(covered, whole).hidden)
    for _ in range(2):
        still = eyes.follow(covered, still)
        assert still.area == found.area
        assert still.rim == found.rim, "a hand over its edge is no thing that lies amid the board"
    again = eyes.follow(picture, still)
    assert again.table.board.kinds == whole.table.board.kinds


def test_fields_of_a_landscape_that_lay_there_before_are_none_of_another_one(
    drawn: tuple[NetzwerkEyes, Picture, SeenLandscape],
) -> None:
    eyes, picture, whole = drawn
    shifted = Naming(0, Field(0, 0)).shifted(2, -1)
    other = replace(whole, known=frozenset(map(shifted, whole.table.board)))
    assert eyes.follow(picture, other).reading.fields == whole.reading.fields


def test_a_camera_that_stays_a_bit_out_of_focus_does_not_make_fields_less_certain_from_look_to_look(
    drawn: tuple[NetzwerkEyes, Picture, SeenLandscape],
) -> None:
    eyes, picture, whole = drawn
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), 4), np.uint8)
    first = seen = eyes.follow(blurred, whole)
    assert seen.reading.kinds.max(axis=1).min() < whole.reading.kinds.max(axis=1).min(), "it is believed less"
    for _ in range(4):
        seen = eyes.follow(blurred, seen.turned_like(whole.position))
    no_field = [it.reading.kinds[:, NO_FIELD] for it in (first, seen)]
    np.testing.assert_allclose(*no_field, atol=0.01)
