"""Players who were taken for others are called by their right names once that is plain, as if always so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from engine.netzwerk.conduct import targets
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import Colour
from engine.netzwerk.renaming import renamed
from engine.netzwerk.state import State
from engine.netzwerk.text import parse_seen
from engine.netzwerk.words import NAMES
from firmware.events import Event, What
from firmware.looking.gaze import Look
from firmware.referee.names import NamesInDoubt
from firmware.referee.referee import Referee
from tests.engine.netzwerk.vectors import game
from tests.firmware.landscapes import SeenLandscape, sight
from tests.firmware.referee.landscape_table import Table, told
from vision.game import Alternative, Memory, Names

WRONG = {"white": "brown", "grey": "white"}
"""What players of a game are taken for, by their right names."""

RIGHT: Names = tuple((other, player) for player, other in WRONG.items())


def taken_for_others(state: State) -> State:
    """The table as it is seen as long as players are taken for others."""
    return renamed(state, (), WRONG)[0]


@dataclass(frozen=True, eq=False)
class Misnamed(SeenLandscape):
    """A landscape of pieces that are told by those that are known; nats: what speaks for the right names."""

    nats: float = 9.0

    def against(self, state: str, memory: Memory = None) -> Sequence[Alternative]:
        """What is seen, by the names that the game has."""
        if self.otherwise_named(state):
            seen = sight(taken_for_others(parse_seen(self.position)))
            return SeenLandscape(seen, self.pose).against(state, memory)
        return super().against(state, memory)

    def otherwise_named(self, state: str, _memory: Memory = None) -> Mapping[Names, float]:
        """The right names, where players go by others."""
        known = parse_seen(state)
        here = {NAMES[it] for it in known.players if known.miners[it] is not None}
        return {} if "brown" not in here else {RIGHT: self.nats, (("white", "black"),): 1.0}


def begun(turns: int) -> tuple[Table, State]:
    """A game of white and grey of which so many turns were seen, by the wrong names."""
    truth = game(39)
    table = Table(Netzwerk(truth.record.options))
    for state in truth.states[: turns + 1]:
        table.play(taken_for_others(state))
    return table, truth.states[turns]


def seen_again(table: Table, state: State, nats: float = 9.0) -> list[Event]:
    """One more view of the table after a hand has been there."""
    table.show(None, 0.8)
    return table.show(Misnamed(sight(state), SeenLandscape.of(sight(state)).pose, nats=nats))


def test_the_game_goes_on_by_the_right_names_as_if_it_had_been_so_always() -> None:
    table, state = begun(7)
    assert seen_again(table, state) + seen_again(table, state) == [], "it may be the light of a moment"
    mended, turn = seen_again(table, state)
    assert (mended.what, mended.facts["names"]) == (What.UNSURE, dict(RIGHT))
    assert (
        mended.facts["says"]
        == "Brown is really White, White is really Grey: named otherwise before, corrected now"
    )
    assert turn.what is What.TURN
    truth = Table(Netzwerk(game(39).record.options))
    for it in game(39).states[:8]:
        truth.play(it)
    standing = table.referee.standing
    assert standing == replace(truth.referee.standing, last=mended.facts["says"]), (
        "that is told until more happens"
    )
    later = game(39).states[8]
    assert told(seen_again(table, later)) == told(truth.play(later))
    assert seen_again(table, later) == [], "nobody is renamed twice"


def test_a_game_goes_on_by_the_right_names_after_a_power_cut() -> None:
    table, state = begun(7)
    *_, last = [it for _ in range(3) for it in seen_again(table, state)]
    referee = Referee(Netzwerk(game(39).record.options))
    referee.go_on(Event.from_json(last.to_json()))
    assert referee.standing.state == table.referee.standing.state


def test_where_little_speaks_for_other_names_nobody_is_renamed() -> None:
    table, state = begun(7)
    assert [it for _ in range(8) for it in seen_again(table, state, nats=1.5)] == []


def test_nobody_is_renamed_while_something_is_against_the_rules() -> None:
    table, state = begun(7)
    player = state.player
    far = next(
        it
        for it, kind in state.board.kinds.items()
        if isinstance(kind, Colour) and it not in {*targets(state), *state.occupied}
    )
    wrong = replace(state, miners={**state.miners, player: far})
    assert told(table.play(taken_for_others(wrong))) == [("illegal", WRONG[NAMES[player]])]
    assert [it for _ in range(4) for it in seen_again(table, wrong)] == []


@pytest.mark.parametrize(("told", "views"), [(9.0, 3), (4.0, 5), (100.0, 3), (2.0, None)])
def test_names_are_plain_after_some_views_however_plain_one_of_them_is(
    told: float, views: int | None
) -> None:
    doubt = NamesInDoubt()
    found = [doubt.right_ones({RIGHT: told, (("white", "black"),): told / 2}) for _ in range(8)]
    assert next((number for number, names in enumerate(found, 1) if names is not None), None) == views
    assert set(found) <= {None, RIGHT}


def test_of_names_that_are_plain_those_win_for_which_most_speaks_and_not_the_last_view() -> None:
    doubt, half = NamesInDoubt(), RIGHT[:1]
    for right in (12.0, 12.0):
        assert doubt.right_ones({RIGHT: right, half: 7.0}) is None
    assert doubt.right_ones({RIGHT: 6.5, half: 7.0}) == RIGHT


def test_what_speaks_against_other_names_is_taken_off_again() -> None:
    doubt = NamesInDoubt()
    assert [doubt.right_ones({RIGHT: nats}) for nats in (6.0, 6.0, -6.0, 6.0, 6.0)] == [None] * 5
    assert doubt.right_ones({RIGHT: 6.0}) == RIGHT
    assert doubt.right_ones({}) is None
    assert doubt.right_ones({RIGHT: 6.0}) is None, "of what was not told any more nothing is left"


def test_a_look_at_nothing_renames_nobody() -> None:
    table, _ = begun(3)
    assert table.referee.look(Look(table.seconds, "picture", None)) == []
