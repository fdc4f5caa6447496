"""What looks as it did is as it was, whatever the networks say of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.text import parse_state
from tests.vision.netzwerk.readings import BEFORE, HANDS, HAPPENED, TEXT, in_warm_light, looking, sure
from vision.netzwerk.board import Naming
from vision.netzwerk.compare import alternatives
from vision.netzwerk.memory import carried, changed, named_for_sure, relit, remembered
from vision.netzwerk.misnamed import otherwise_named
from vision.netzwerk.owners import CONNECTOR, part, usual_sayings
from vision.netzwerk.reading import MINERS
from vision.netzwerk.since import looks_since

STONE_GONE = TEXT.replace("R2O1C3", "R2O0C3")


def test_nothing_was_touched_where_it_looks_as_before() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    misread = looking(STONE_GONE, 2)
    assert alternatives(misread, BEFORE)[0].changed == {"1,1": "0"}
    assert alternatives(misread, BEFORE, memory)[0].changed == {}


def test_what_looks_otherwise_is_read() -> None:
    memory = remembered(looking(TEXT, 1, otherwise=(HAPPENED,)), BEFORE, None)
    taken = looking(STONE_GONE, 2)
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


def test_of_what_may_be_otherwise_no_look_is_remembered() -> None:
    laid = sure(TEXT.replace("k-|", "k1,2E|")).sticks
    doubtful = replace(looking(TEXT, 1), sticks=0.6 * laid + 0.4 * sure(TEXT).sticks)
    there = {place for place, _ in remembered(doubtful, BEFORE, None).looks}
    assert {place for place, _ in remembered(looking(TEXT, 1), BEFORE, None).looks} - there == {
        Connection.parse("1,2E")
    }


def test_one_connector_that_looks_like_two_players_is_remembered_as_the_one_that_was_laid() -> None:
    place = Connection.parse("1,2E")
    as_laid = TEXT.replace("k-|", "k1,2E|")
    state = parse_state(as_laid + HANDS)
    like_two = looking(as_laid, 1)
    like_two.sticks[like_two.connections.index(place), list(Player).index(Player.GREY)] = 0.9
    memory = remembered(like_two, state, None)
    assert place in {at for at, _ in memory.looks}
    assert alternatives(replace(like_two, looks=looking(as_laid, 2).looks), state, memory)[0].changed == {}


def test_a_connector_in_warm_light_is_remembered_as_soon_as_the_others_tell_whose_it_is() -> None:
    place = Connection.parse("1,2E")
    as_laid = TEXT.replace("2,0E|k-", "2,0E;1,2E|k-")
    warm = in_warm_light(as_laid)
    warm.sticks[warm.connections.index(place)] = [0.5 if it in "wg" else 0.0 for it in Player]
    memory = remembered(replace(warm, looks=looking(as_laid, 1).looks), parse_state(as_laid + HANDS), None)
    assert place in {at for at, _ in memory.looks}


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


def test_who_comes_while_the_lamp_changes_is_not_taken_for_light() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    before, now = looking(TEXT, 2), looking(TEXT, 3, otherwise=(HAPPENED,))
    assert now.looks is not None
    lamp = np.random.default_rng(4)
    fields, connections = (
        it + lamp.normal(0, 0.5, (len(it), 1, 1, 3)).astype(np.float32) for it in now.looks
    )
    unread = replace(now, looks=(fields, connections))
    miners = unread.miners.copy()
    miners[unread.fields.index(HAPPENED)] = [0.01, 0.0, 0.0, 0.99, 0.0]
    read = replace(unread, miners=miners)
    for come, is_seen in ((read, True), (unread, False)):
        assert (changed(come, BEFORE, relit(memory, before, come))[HAPPENED] > 0) == is_seen


def test_a_lamp_that_dims_all_places_alike_hides_no_deed() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    now = looking(TEXT, 2, otherwise=(HAPPENED,))
    assert now.looks is not None
    fields, connections = (it - np.array([0.3, 0.5, 0.7], np.float32) for it in now.looks)
    dimmed = replace(now, looks=(fields, connections))
    as_ever, in_dim_light = (changed(it, BEFORE, memory) for it in (now, dimmed))
    assert as_ever[HAPPENED] > 1
    assert in_dim_light == pytest.approx(as_ever, abs=1e-3)
    what_changed, seen_dimly = (looks_since(it, BEFORE, memory)[HAPPENED] for it in (now, dimmed))
    np.testing.assert_allclose(seen_dimly, what_changed, atol=1e-3)


def test_how_places_look_is_known_by_their_new_names_as_well() -> None:
    reading = looking(TEXT, 1)
    for sixths in range(6):
        looks = reading.renamed(Naming(sixths, Field(1, 0))).looks
        assert looks is not None
        assert [it.shape for it in looks] == [it.shape for it in reading.looks or ()]


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


def test_how_a_hidden_place_looks_is_not_remembered() -> None:
    reading, connection = looking(TEXT, 1), Connection.parse("1,2E")
    unseen, hidden = reading.unseen.copy(), reading.hidden.copy()
    unseen[reading.fields.index(HAPPENED)] = hidden[reading.connections.index(connection)] = 0.6
    covered = remembered(replace(reading, unseen=unseen, hidden=hidden), BEFORE, None)
    all_places = {place for place, _ in remembered(reading, BEFORE, None).looks}
    assert all_places - {place for place, _ in covered.looks} == {HAPPENED, connection}
    before = remembered(reading, BEFORE, None)
    again = replace(looking(TEXT, 2), unseen=unseen, hidden=hidden)
    kept = remembered(again, BEFORE, before)
    taken_over = {
        place
        for place, content in kept.looks
        if kept.looks[place, content] is not before.looks[place, content]
    }
    assert taken_over == all_places - {HAPPENED, connection}


def test_the_more_a_place_is_hidden_the_less_its_looks_say() -> None:
    memory = remembered(looking(TEXT, 1), BEFORE, None)
    for otherwise in ((), (HAPPENED,)):
        now = looking(TEXT, 2, otherwise)
        row = now.fields.index(HAPPENED)
        said = []
        for unseen in (0.0, 0.4, 1.0):
            hidden = now.unseen.copy()
            hidden[row] = unseen
            said.append(changed(replace(now, unseen=hidden), BEFORE, memory)[HAPPENED])
        assert abs(said[0]) > 1
        np.testing.assert_allclose(said, [said[0], 0.6 * said[0], 0.0])


NOTHING = TEXT.replace("w4,1;k0,1", "w-;k-").replace("w0,0E;1,0E;2,0E", "w-")


@pytest.mark.parametrize(("earlier", "owner"), [(TEXT, "w"), (NOTHING, "g")])
def test_a_first_connector_is_told_by_those_of_the_game_before(earlier: str, owner: str) -> None:
    before = remembered(in_warm_light(earlier), parse_state(earlier + HANDS), None)
    bare = parse_state(NOTHING + HANDS)
    memory = remembered(sure(NOTHING), bare, carried(before))
    first = in_warm_light(NOTHING.replace("w-|k-|", "w1,2E|k-|"))
    best, *_ = alternatives(first, bare, memory)
    assert best.changed == {"1,2E": owner}


def test_what_is_known_of_games_counts_the_less_the_more_have_been_played_since() -> None:
    memory = carried(remembered(in_warm_light(TEXT), BEFORE, None))
    white = part(CONNECTOR, 0)
    usual = usual_sayings().usual[white]
    off, unknown = [], []
    for _ in range(4):
        assert memory.before is not None
        off.append(float(np.linalg.norm(memory.before.usual[white] - usual)))
        unknown.append(float(np.trace(memory.before.between)))
        memory = carried(remembered(sure(NOTHING), parse_state(NOTHING + HANDS), memory))
    assert off == sorted(off, reverse=True)
    assert unknown == sorted(unknown)
    assert unknown[-1] < np.trace(usual_sayings().between)


def test_whose_name_players_have_given_is_called_nothing_else_whatever_it_looks_like() -> None:
    only_white = TEXT.replace("k0,1", "k-").replace("w0,0E;1,0E;2,0E", "w-")
    state = parse_state(only_white.replace("w4,1", "w-").replace("g-;", "g4,1;") + HANDS)
    reading = sure(only_white)
    seen, told = remembered(reading, state, None), remembered(reading, state, None, ["4,1"], [Player.GREY])
    assert named_for_sure(seen) == set()
    assert named_for_sure(told) == {Player.GREY}
    assert named_for_sure(remembered(reading, state, told)) == {Player.GREY}, "and stays so"
    by_look, as_told = (alternatives(reading, state, it)[0].changed for it in (seen, told))
    assert (by_look, as_told) == ({"4,1": "w"}, {})
    assert otherwise_named(reading, state, tuple(Player), usual_sayings())
    assert not otherwise_named(reading, state, tuple(Player), usual_sayings(), named_for_sure(told))


def test_as_long_as_nobody_has_come_a_landscape_looks_as_it_does_now() -> None:
    """Stones are laid one after the other, and a place that was bare is not how it looks with two."""
    state = parse_state(NOTHING + HANDS)
    bare, laid = looking(NOTHING, 1), looking(NOTHING, 2, otherwise=(HAPPENED,))
    memory = remembered(laid, state, remembered(bare, state, None))
    assert changed(looking(NOTHING, 3, otherwise=(HAPPENED,)), state, memory)[HAPPENED] < 0
    came = TEXT.replace("k0,1", "k1,1").replace("w4,1", "w-").replace("w0,0E;1,0E;2,0E", "w-")
    somebody = replace(laid, miners=sure(came).miners)
    kept = remembered(somebody, state, remembered(bare, state, None))
    assert changed(laid, state, kept)[HAPPENED] > 0, "who is seen there is not how it looks without"
