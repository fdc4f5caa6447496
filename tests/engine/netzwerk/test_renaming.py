"""Players called by their right names afterwards: the game is the same but for the names."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import Player
from engine.netzwerk.renaming import renamed
from engine.netzwerk.state import opening
from engine.netzwerk.text import format_state, parse_seen, parse_state
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import NAMES
from tests.engine.netzwerk.vectors import game

JOINED = "0|0:C2Y2R2C4/0:Y2Y2C3/0:Y2R2 w0,0;k3,0 w0,0E|k- w-|k- w?.m"


@pytest.mark.parametrize("number", [4, 9, 24])
def test_every_turn_is_judged_alike_whoever_is_said_to_play(number: int) -> None:
    truth = game(number)
    rules, turns = Netzwerk(truth.record.options), [played.turn for played in truth.turns]
    players = truth.record.start.players
    for others in list(permutations(Player, len(players)))[::5]:
        names = {NAMES[was]: NAMES[other] for was, other in zip(players, others, strict=True)}
        state, called = renamed(truth.record.start, turns, names)
        assert state.players == others
        for played, turn in zip(truth.turns, called, strict=True):
            assert names[NAMES[played.turn.player]] == NAMES[turn.player]
            found, due = rules.judge(state, turn), played.verdict
            assert [it.rule for it in found.faults] == [it.rule for it in due.faults]
            state = rules.play(state, turn)
        due_points = rules.score(truth.states[-1]).totals
        assert rules.score(state).totals == {names[it]: points for it, points in due_points.items()}


def test_whose_own_name_another_one_gets_is_called_by_the_one_that_is_free() -> None:
    turns = [Turn.parse("g 1,0 YY - ?"), Turn.parse("w 2,0 R"), Turn.parse("n 0,1 Y")]
    start = opening(
        parse_state(f"{JOINED.split()[0]} w-;k- w-|k- w0,0,0,0,0|k0,0,0,0,0 w.p").board,
        tuple(Player),
        seated=False,
    )
    same, called = renamed(start, turns, {"grey": "white"})
    assert [str(it) for it in called] == ["w 1,0 YY - ?", "g 2,0 R", "n 0,1 Y"]
    assert format_state(same) == format_state(start), "nobody is known to play yet"


def test_what_lay_there_when_a_game_was_joined_is_renamed_with_it() -> None:
    start = parse_seen("0|0:C2Y2R2C4/0:Y2Y2C3/0:Y2R2 g0,0;k3,0;w-;n- g0,0E|k-|w-|n-")
    called, turns = renamed(start, [], {"grey": "white", "black": "grey"})
    assert turns == ()
    assert {str(player): str(at) for player, at in called.miners.items() if at} == {"w": "0,0", "g": "3,0"}
    assert [str(it) for it in called.connectors[Player.WHITE]] == ["0,0E"]
    assert called.unknown.hands == dict.fromkeys(Player)
    back, _ = renamed(called, [], {"white": "grey", "grey": "black"})
    assert (back.miners, back.connectors, back.unknown) == (start.miners, start.connectors, start.unknown)
