"""Games of Netzwerk are played on the simulated table, and the referee says of them just what happens."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.netzwerk.game import Netzwerk
from firmware.cameras.film import Habits
from firmware.cameras.script import Script
from firmware.cameras.simulated import open_simulated
from firmware.events import What
from tests.firmware.films import compared, told
from tests.firmware.landscapes import sight
from tests.vision.netzwerk.readings import sure
from vision.netzwerk.eyes import SeenLandscape
from vision.synthetic.netzwerk.scene import LandscapeScene

RULES = Netzwerk()


def film(seed: int, **wishes: Any) -> Script:
    return open_simulated(seed, size=(160, 120), game="netzwerk", **wishes).script


def see(scene: LandscapeScene) -> SeenLandscape:
    """A landscape as networks read it that are nearly certain of all they see."""
    return SeenLandscape(sure(sight(scene.state)))


@pytest.mark.parametrize(("seed", "players"), [(11, 2), (3, 4)])
def test_turns_are_told_and_what_is_illegal_is_warned_about(seed: int, players: int) -> None:
    script = film(seed, turns=7, habits=Habits(illegal=0.5, more=0.5))
    assert len(RULES.players(RULES.parse_state(script.start))) == players
    assert any(expected.event["event"] == "illegal" for expected in script.expected)
    assert compared(script, told(script, RULES, see)) == ([], [])


def test_a_game_is_told_up_to_its_score() -> None:
    script = film(1)
    events = told(script, RULES, see)
    assert compared(script, events) == ([], [])
    assert events[-1].what is What.OVER
    assert events[-1].facts["score"] == script.score
    state = RULES.parse_state(script.start)
    for turn in map(RULES.parse_change, script.turns):
        assert RULES.judge(state, turn).legal
        state = RULES.play(state, turn)
    assert RULES.end(state) == script.end == "colour gone"
    assert RULES.score(state).totals == script.score


def test_what_is_done_is_what_is_expected_to_be_told() -> None:
    script = film(1, turns=7, habits=Habits(illegal=0.3))
    told_of = ("placed", "moved", "built", "illegal")
    done = [take for take in script.takes if take.event.startswith(told_of)]
    facts = [done[0].facts, *(after.facts for now, after in pairwise(done) if after.facts != now.facts)]
    events = [it.event for it in script.expected if it.event["event"] in told_of]
    assert len(events) == len(facts) >= 7
    assert all(deed.items() <= event.items() for deed, event in zip(facts, events, strict=True))
