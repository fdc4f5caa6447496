"""Connectors before the referee: routes that are laid in parts, that lack something, or that are knocked off."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import pytest

from engine.netzwerk.fields import Connection
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import Player
from engine.netzwerk.replay import Replay
from engine.netzwerk.state import State
from engine.netzwerk.text import parse_seen
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import NAMES
from firmware.events import Event, Status, What
from tests.engine.netzwerk.vectors import game
from tests.firmware.landscapes import SeenLandscape, sight
from tests.firmware.referee.landscape_table import TOLD, Table, begun, told
from vision.game import Alternative, Memory


def test_a_connector_on_a_desert_is_warned_about_and_forgotten_when_taken_back() -> None:
    truth = game(4)
    at = next(n for n, it in enumerate(truth.record.turns) if n > 3 and it.build)
    table, before = begun(truth, at)
    turn, after = truth.record.turns[at], truth.states[at + 1]
    table.play(moved := replace(after, connectors=before.connectors))
    wrong = next(it for it in after.board.connections if after.board.is_on_desert(it))
    laid = {**before.connectors, turn.player: before.connectors[turn.player] | {wrong}}
    (warning,) = table.play(replace(moved, connectors=laid))
    assert (warning.what, warning.facts["rules"]) == (What.ILLEGAL, ["N-6.7"])
    assert warning.facts["connections"] == str(wrong)
    assert told(table.play(moved)) == [("taken back", warning.facts["player"])]


def test_of_several_connectors_the_one_that_must_not_lie_there_is_pointed_at() -> None:
    truth = game(4)
    at = next(n for n, it in enumerate(truth.record.turns) if n > 3 and it.build)
    table, before = begun(truth, at)
    turn, after = truth.record.turns[at], truth.states[at + 1]
    wrong = max(it for it in after.board.connections if after.board.is_on_desert(it))
    assert min(turn.build) < wrong
    laid = {**before.connectors, turn.player: before.connectors[turn.player] | {*turn.build, wrong}}
    *_, warning = table.play(replace(after, connectors=laid))
    assert (warning.what, warning.facts["places"]) == (What.ILLEGAL, [str(wrong)])
    assert table.referee.standing.where == str(wrong)


def knocked_off(state: State, *sticks: tuple[Player, Connection]) -> State:
    """The table without some connectors."""
    left = {
        it: laid - {stick for player, stick in sticks if player is it}
        for it, laid in state.connectors.items()
    }
    return replace(state, connectors=left)


def older_connectors(truth: Replay, turns: int) -> list[tuple[Player, Connection]]:
    """Those that lie there after so many turns and were not laid in the last one."""
    new = truth.record.turns[turns - 1].build
    laid = truth.states[turns].connectors.items()
    return [(player, it) for player, of_player in laid for it in sorted(of_player) if it not in new]


def mended_away(table: Table, view: State) -> None:
    """Keep a table with less on it before the camera until that is taken to have been so always."""
    *_, last = table.play(view) + table.show(view, 13.0)
    assert (last.what, last.facts.get("mended")) == (What.UNSURE, True)


@pytest.mark.parametrize(("number", "turns"), [(2, 24), (4, 24), (9, 16)])
@pytest.mark.parametrize("order", [(0,), (0, 1), (1, 0)], ids=["one", "two", "two, the first one first"])
def test_connectors_that_were_knocked_off_for_long_and_are_put_back_are_no_new_build(
    number: int, turns: int, order: tuple[int, ...]
) -> None:
    truth = game(number)
    table, state = begun(truth, turns)
    before = table.referee.standing
    off = older_connectors(truth, turns)[: len(order)]
    for count in range(1, len(off) + 1):
        mended_away(table, knocked_off(state, *off[:count]))
    for count in range(1, len(order) + 1):
        left = [off[n] for n in order[count:]]
        view = knocked_off(state, *left)
        back = table.play(view) + table.show(view, 4.0)
        assert (back[0].what, back[0].facts.get("mended")) == (What.UNSURE, True)
        assert told(back) == []
    standing = table.referee.standing
    assert (standing.state, standing.player, standing.status) == (before.state, before.player, before.status)


def test_what_somebody_else_lays_where_a_connector_was_is_not_that_one_put_back() -> None:
    truth = game(4)
    table, state = begun(truth, 24)
    (player, stick), *_ = older_connectors(truth, 24)
    off = knocked_off(state, (player, stick))
    mended_away(table, off)
    other = next(it for it in state.players if it is not player and stick not in state.connectors[it])
    laid = {**off.connectors, other: off.connectors[other] | {stick}}
    events = table.play(replace(off, connectors=laid)) + table.show(replace(off, connectors=laid), 13.0)
    assert not any(event.facts.get("mended") for event in events)
    assert stick not in parse_seen(table.referee.standing.state).connectors[player]


def test_what_is_laid_there_after_others_have_played_is_a_build() -> None:
    truth = game(9)
    table, state = begun(truth, 16)
    (player, stick), *_ = older_connectors(truth, 16)
    mended_away(table, knocked_off(state, (player, stick)))
    later = truth.states[17]
    assert told(table.play(knocked_off(later, (player, stick))))
    back = table.play(later) + table.show(later, 4.0)
    assert back
    assert not any(event.facts.get("mended") for event in back)


def test_an_unfinished_route_is_warned_about_when_the_next_miner_moves() -> None:
    truth = game(4)
    at = next(n for n, it in enumerate(truth.record.turns) if len(it.build) > 1)
    table, before = begun(truth, at)
    turn, after = truth.record.turns[at], truth.states[at + 1]
    stump = {*before.connectors[turn.player], turn.build[0]}
    half = replace(after, connectors={**after.connectors, turn.player: frozenset(stump)})
    events = table.play(half) + table.show(half, 3.0)
    assert [event.what for event in events[:2]] == [What.MOVED, What.BUILT]
    assert What.ILLEGAL not in [event.what for event in events]
    following = truth.states[at + 2]
    late = {**following.connectors, turn.player: frozenset(stump)}
    (warning, moved) = table.play(replace(following, connectors=late))[:2]
    assert (warning.what, warning.facts["rules"]) == (What.ILLEGAL, ["N-6.10"])
    assert (moved.what, table.referee.standing.status) == (What.MOVED, Status.ILLEGAL)


def left_unfinished(number: int) -> tuple[Table, State, Turn, Turn]:
    """A table with a warning that a route lacks a connector, as the next miner moved; how it lies with it, the turn
    of that route, and the next one."""
    truth = game(number)
    at = next(n for n, it in enumerate(truth.record.turns) if len(it.build) > 1)
    table, _ = begun(truth, at)
    turn, after, following = truth.record.turns[at], *truth.states[at + 1 : at + 3]
    assert What.ILLEGAL not in [event.what for event in table.play(without(after, turn))]
    warnings = [it for it in table.play(without(following, turn)) if it.what is What.ILLEGAL]
    assert [it.facts["rules"] for it in warnings] == [["N-6.10"]]
    return table, following, turn, truth.record.turns[at + 1]


def without(state: State, turn: Turn) -> State:
    """The position without the last connector of a turn."""
    laid = state.connectors[turn.player] - {turn.build[-1]}
    return replace(state, connectors={**state.connectors, turn.player: laid})


@pytest.mark.parametrize("number", [4, 9], ids=["three players", "two players"])
def test_nobody_is_warned_any_longer_once_the_connector_that_a_route_lacked_is_seen(number: int) -> None:
    table, whole, turn, _ = left_unfinished(number)
    events = table.play(whole)
    built = [event.facts["connections"] for event in events if event.what in TOLD]
    assert built == [str(turn.build[-1])]
    assert table.referee.standing.status is Status.TO_MOVE
    state = parse_seen(table.referee.standing.state)
    assert state.connectors[turn.player] == whole.connectors[turn.player]


@pytest.mark.parametrize("number", [4, 9], ids=["three players", "two players"])
def test_another_connector_than_the_one_that_a_route_lacked_ends_no_warning(number: int) -> None:
    table, whole, turn, _ = left_unfinished(number)
    table.play(laid_too(without(whole, turn), turn.player, 1))
    assert table.referee.standing.status is Status.ILLEGAL


@pytest.mark.parametrize("number", [4, 9], ids=["three players", "two players"])
def test_a_connector_that_was_overlooked_excuses_no_build_that_is_too_dear(number: int) -> None:
    table, whole, _, following = left_unfinished(number)
    events = table.play(laid_too(whole, following.player, 9))
    assert "N-7.5" in [rule for it in events if it.what is What.ILLEGAL for rule in it.facts["rules"]]
    assert table.referee.standing.status is Status.ILLEGAL


def laid_too(state: State, player: Player, count: int) -> State:
    """The position with so many more connectors of a player, wherever none lies yet."""
    taken = {it for laid in state.connectors.values() for it in laid}
    between = {Connection.of(at, to) for at in state.stones for to in at.neighbours() if to in state.stones}
    more = sorted(between - taken)[:count]
    return replace(state, connectors={**state.connectors, player: state.connectors[player].union(more)})


def test_a_route_that_is_laid_piece_by_piece_is_told_as_a_whole() -> None:
    truth = game(4)
    at = next(n for n, it in enumerate(truth.record.turns) if len(it.build) > 1)
    table, before = begun(truth, at)
    turn, after = truth.record.turns[at], truth.states[at + 1]
    events = []
    for count in range(len(turn.build) + 1):
        laid = before.connectors[turn.player] | set(turn.build[:count])
        events += table.play(replace(after, connectors={**after.connectors, turn.player: laid}))
    built = [event.facts["connections"] for event in events if event.what is What.BUILT]
    assert built == [";".join(map(str, sorted(turn.build)))]


@pytest.mark.parametrize(("number", "at"), [(2, 9), (5, 14)])
def test_connectors_that_were_the_next_players_after_all_are_nobody_elses_any_more(
    number: int, at: int
) -> None:
    truth = game(number)
    table, before = begun(truth, at)
    turn, after = truth.record.turns[at], truth.states[at + 1]
    table.play(moved := replace(after, connectors=before.connectors))
    laid = {**before.connectors, after.player: before.connectors[after.player] | {*turn.build}}
    next_ones = replace(after, connectors=laid)
    table.show(None, 0.8)
    seen = replace(SeenLandscape.of(sight(next_ones)), or_else=sight(after), less_likely=7.0)
    *_, question = table.show(seen)
    assert question.facts["asks"]["player"] == NAMES[turn.player]
    events = table.referee.take_back(table.seconds, "picture")
    assert told(events) == [("taken back", NAMES[turn.player]), ("illegal", NAMES[after.player])]
    assert sight(parse_seen(table.referee.standing.state)) == sight(next_ones)
    assert told(table.play(moved)) == [("taken back", NAMES[after.player])]


@dataclass(frozen=True, eq=False)
class Remembering(SeenLandscape):
    """A landscape that looks as it did, wherever it is remembered how it looked with what lies there."""

    def against(self, state: str, memory: Memory = None) -> Sequence[Alternative]:
        as_before, *others = super().against(state)
        is_as_before = memory is not None and memory.get(as_before.position) == self.position
        return [as_before] if is_as_before else [as_before, *others]

    def keeps(self, state: str, memory: Memory, _named: Collection[str]) -> Memory:
        return {**(memory or {}), sight(parse_seen(state)): self.position}


@pytest.mark.parametrize(("number", "turns"), [(2, 24), (4, 24)])
def test_what_is_open_after_a_power_cut_stays_so_when_a_question_about_something_else_is_answered(
    number: int, turns: int
) -> None:
    truth = game(number)
    table, state = begun(truth, turns)
    *_, turn = table.referee.take_back(table.seconds, "picture")
    away = Table(Netzwerk(truth.record.options))
    away.referee.go_on(Event.from_json(turn.to_json()))
    (_, gone), *_ = older_connectors(truth, turns)
    now = Remembering.of(sight(knocked_off(state, *older_connectors(truth, turns)[:1])))
    *_, question = away.show(now, 5.0)
    assert question.facts["says"].startswith("take back what was done at ")
    away.referee.confirm(away.seconds, "picture")
    *_, question = away.show(now, 5.0)
    assert question.facts["says"].startswith(f"{gone} changed in a way no turn explains")
