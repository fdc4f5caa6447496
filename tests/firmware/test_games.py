"""Every game in the registry: its eyes and its simulated table keep the contracts that the firmware asks for."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any, get_type_hints

import numpy as np
import pytest

from engine.game import Account, Act, Score, Verdict, rules_of
from engine.messages import Message
from engine.play import Play
from engine.registry import entry_of
from firmware.events import What
from firmware.games import NAMES, simulated_table, table_game, table_rules
from scripts import languages
from tests.engine.contract import assert_kept
from vision.game import Eyes, Seen
from vision.table import Table


@pytest.mark.parametrize("name", NAMES)
def test_eyes_take_what_the_contracts_give(name: str) -> None:
    eyes = type(table_game(name).eyes)
    assert_kept(Eyes, eyes)
    assert_kept(Seen, get_type_hints(eyes.read)["return"])


@pytest.mark.parametrize("name", NAMES)
def test_a_simulated_table_takes_what_the_contract_gives_and_tells_of_its_set_up_as_the_game_does(
    name: str,
) -> None:
    table = simulated_table(np.random.default_rng(1), (320, 240), name=name)
    assert_kept(Table, type(table))
    game = entry_of(name).rules(())
    told = game.tell_start(game.parse_state(table.start)).facts
    assert table.setup.items() <= told.items()


def test_what_players_do_is_an_event_of_its_own_kind() -> None:
    assert {*map(str, Act)} <= {*map(str, What)}


TURNS, TRIES = 12, 40


@cache
def played(name: str) -> tuple[Play[Any, Any], list[tuple[Any, Any, Verdict]]]:
    """A game begun on the simulated table, and what was tried in it, each with the state before and the verdict."""
    rules, rng = table_rules(name), np.random.default_rng(3)
    play = Play(rules, rules.parse_state(simulated_table(rng, (320, 240), name=name).start))
    tried = []
    while play.end is None and len(play.changes) < TURNS:
        state = play.state
        changes = [*islice(rules.tries(state, rng), TRIES)]
        tried += [(state, it, rules.judge(state, it)) for it in changes]
        legal = next((it for it in changes if rules.judge(state, it).legal), None)
        play.play(next(iter(rules.legal(state))) if legal is None else legal)
    return play, tried


@pytest.mark.parametrize("name", NAMES)
def test_what_is_played_goes_to_text_and_back(name: str) -> None:
    play, tried = played(name)
    rules = play.game
    assert all(verdict.legal for _, verdict in play.changes)
    for state in play.states:
        assert rules.parse_state(rules.format_state(state)) == state
    for _, change, _ in tried:
        assert rules.parse_change(rules.format_change(change)) == change


@pytest.mark.parametrize("name", NAMES)
def test_what_may_be_wrong_has_a_few_words_for_the_display(name: str) -> None:
    (play, tried), rules = played(name), table_rules(name)
    found = [fault for _, _, verdict in tried for fault in verdict.faults]
    assert found, "players come upon what is against the rules"
    passes = [(state, rules.skip(state)) for state in play.states]
    found += [it for state, change in passes if change for it in rules.judge(state, change).faults]
    assert set(rules_of(found)) <= rules.briefs.keys()
    assert all(fault.sentence() for fault in found)


@pytest.mark.parametrize("name", NAMES)
def test_players_are_words_that_are_translated(name: str) -> None:
    play, _ = played(name)
    written_out = {message for message, _ in languages.messages()}
    assert {Message(it.capitalize()) for it in play.game.players(play.state)} <= written_out
    assert_kept(Score, type(play.score()))
    assert set(play.score().totals) == set(play.game.players(play.state))


@pytest.mark.parametrize("name", NAMES)
def test_every_place_has_a_spot_of_its_own_on_the_map(name: str) -> None:
    (play, _), rules = played(name), table_rules(name)
    for state in play.states:
        spots = rules.chart(state)
        places = [it.place for it in spots]
        assert len(set(places)) == len(places)
        assert set(rules.in_play(state)) <= set(places)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_on_which_nothing_has_changed_is_explained_by_nothing(name: str) -> None:
    (play, _), rules = played(name), table_rules(name)
    for number in range(len(play.states)):
        states = play.states[: number + 1]
        assert rules.explain(states, states[-1])[0] == Account(number)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_played_is_told_with_its_player_and_once(name: str) -> None:
    (play, _), rules = played(name), table_rules(name)
    for before, (change, verdict) in zip(play.states, play.changes, strict=False):
        account = Account(0, (change,), (verdict,))
        told = rules.retell(before, (), account)
        assert told
        assert {it.facts.get("player") for it in told} == {rules.to_move(before)}
        assert all(it.sentence() and not it.faults for it in told)
        assert list(rules.retell(before, [(change, verdict)], account)) == []


@pytest.mark.parametrize("name", NAMES)
def test_hands_do_what_is_told_of_a_change(name: str) -> None:
    (play, _), rules = played(name), table_rules(name)
    rng = np.random.default_rng(3)
    table = simulated_table(rng, (320, 240), name=name)
    for before, (change, _) in zip(play.states[:3], play.changes, strict=False):
        for deed in table.deeds(rules.format_change(change)):
            so_far = rules.parse_change(deed.so_far)
            told = rules.retell(before, (), Account(0, (so_far,), (rules.judge(before, so_far),)))
            assert any(deed.act is it.act and deed.facts.items() <= it.facts.items() for it in told)
            table.do(deed)
