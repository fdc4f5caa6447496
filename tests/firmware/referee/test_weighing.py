"""What is concluded from several readings of a table, by numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from engine.alien_city import AlienCity, State, Turn
from engine.game import Act
from engine.messages import ENGLISH
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.state import State as Landscape
from engine.play import Play
from firmware.referee.conclusion import Conclusion
from firmware.referee.course import Course
from firmware.referee.doubts import Doubts
from firmware.referee.in_play import InPlay, Thought
from firmware.referee.scales import Scales
from firmware.referee.weighing import concluded, instead
from firmware.referee.weights import Weights
from tests.engine.netzwerk.explained import ROW, best, carried_out, watched
from tests.engine.netzwerk.explained import seen as on_table
from tests.engine.netzwerk.vectors import game
from tests.firmware.landscapes import SeenLandscape, sight
from tests.firmware.referee.ambiguous import Ambiguous
from tests.firmware.refereed import EMPTY, built
from tests.vision.alien_city.tables import seen
from vision.alien_city.eyes import SeenCity
from vision.game import Alternative, Memory

RULES, WEIGHTS = AlienCity(), Weights()


def played(*turns: str) -> Play[Any, Any]:
    play = Play(RULES, RULES.opening(State(EMPTY)))
    for turn in turns:
        play.play(Turn.parse(turn))
    return play


def conclusion(play: Play[Any, Any], view: SeenCity, **known: Any) -> Conclusion | None:
    return concluded(view, Scales(RULES, play, WEIGHTS, **known))


def test_what_ends_a_warning_is_considered_though_it_looks_less_likely() -> None:
    # A foreign tower on the icon lot while E2 of its tile is open, unless something stands on E2 that nobody saw.
    play = played("black Rt@E1", "white Bt@F1", "black Gt@F2")
    assert [fault.rule for fault in play.changes[-1][1].faults] == ["R5"]
    far_behind = -WEIGHTS.margin - 0.1
    view = Ambiguous.of(play, far_behind, E2="k")
    warned = conclusion(play, view, doubted={"E2": 0}, warned=True)
    assert warned is not None
    assert warned.places == ("E2",)
    assert conclusion(play, view, doubted={"E2": 0}) is None
    assert conclusion(play, Ambiguous.of(play, far_behind - WEIGHTS.illegal, E2="k"), warned=True) is None


def test_what_is_likelier_by_less_than_the_margin_is_in_doubt() -> None:
    play, enough = played("black Rt@E1"), WEIGHTS.legal + WEIGHTS.margin
    for nats, is_clear in ((enough - 0.1, False), (enough + 0.1, True)):
        found = conclusion(play, Ambiguous.of(play, nats, D2="b"))
        assert found is not None
        assert found.is_clear is is_clear


def test_what_lies_there_may_be_open_where_it_is_clear_that_something_does() -> None:
    play, nats = played("black Rt@E1"), WEIGHTS.legal + WEIGHTS.margin - 0.1
    found = conclusion(play, Ambiguous.among(play, (nats, {"D2": "b"}), (nats + 2.0, {"D2": "k"})))
    assert found is not None
    assert [(it.kind, it.places) for it in found.happenings] == [("placed", ("D2",))]
    assert (found.doubtful, found.is_clear) == ((), True)
    elsewhere = conclusion(play, Ambiguous.among(play, (nats, {"D2": "b"}), (nats + 2.0, {"H8": "k"})))
    assert elsewhere is not None
    assert not elsewhere.is_clear


@pytest.mark.parametrize(
    ("before", "now", "usual", "kind"),
    [("black Rt@E1", "b", WEIGHTS.legal, "placed"), ("black Bd@D2", "", WEIGHTS.undone, "taken back")],
)
def test_what_comes_or_goes_without_a_hand_has_to_be_likelier_by_as_much_as_that_is_seldom(
    before: str, now: str, usual: float, kind: str
) -> None:
    play, enough = played(before), usual + WEIGHTS.margin + WEIGHTS.by_itself
    for nats, at_rest, is_clear in (
        (enough - 0.1, True, False),
        (enough + 0.1, True, True),
        (enough - 0.1, False, True),
    ):
        found = conclusion(play, Ambiguous.of(play, nats, D2=now), at_rest=at_rest)
        assert found is not None
        assert [it.kind for it in found.happenings] == [kind]
        assert found.is_clear is is_clear


def test_what_may_as_well_be_capped_is_not_clearly_taken_back() -> None:
    play, gone = played("black Bd@D2", "white Rt@H1"), 9.0
    as_likely = gone - WEIGHTS.undone + WEIGHTS.legal
    for nats, is_clear in ((as_likely - 0.1, False), (as_likely - WEIGHTS.margin - 0.1, True)):
        found = conclusion(play, Ambiguous.among(play, (gone, {"H1": ""}), (nats, {"H1": "Ro"})))
        assert found is not None
        assert [it.kind for it in found.happenings] == ["taken back"]
        assert found.doubtful == (), "in either case something has changed there"
        assert found.is_clear is is_clear


def test_a_fault_that_hangs_on_a_place_in_doubt_is_asked_about() -> None:
    # On the red tile E3 a blue tower needs two structures beside it: one stands, and F4 could not be made out.
    play = played("black Rd@E4", "white Bd@D2")
    illegal = conclusion(play, seen(built(play.state.city, F3="B")))
    assert illegal is not None
    assert illegal.fault_codes == {"3"}
    doubts = Doubts(RULES, ENGLISH)
    assert doubts.about_change(play, illegal, []) is None
    asked = doubts.about_change(play, illegal, ["F4"])
    assert asked is not None
    assert asked.places == ("F4",)
    assert doubts.about_change(play, illegal, ["H8"]) is None, "nothing hangs on that"


def test_where_all_that_is_likely_warns_of_the_same_the_likeliest_says_of_how_much() -> None:
    truth = game(4)
    at = next(n for n, it in enumerate(truth.record.turns) if n > 3 and it.build)
    before, after, player = truth.states[at], truth.states[at + 1], truth.record.turns[at].player
    wrong = [it for it in after.board.connections if after.board.is_on_desert(it)][:2]

    def laid(count: int) -> Landscape:
        mine = before.connectors[player] | set(wrong[:count])
        return replace(after, connectors={**before.connectors, player: mine})

    class Unsure(SeenLandscape):
        def against(self, state: str, memory: Memory = None) -> list[Alternative]:  # noqa: ARG002 - as eyes have it
            one, two = sight(laid(1)), sight(laid(2))
            places = {str(it): str(player) for it in wrong}
            return [
                Alternative(two, 20.0, places),
                Alternative(one, 19.0, {str(wrong[0]): str(player)}),
                Alternative(state, 0.0, {}),
            ]

    rules = Netzwerk()
    view = Unsure.of(sight(laid(2)))
    found = concluded(view, Scales(rules, Play(rules, before), WEIGHTS, hands=1))
    assert found is not None
    assert found.fault_codes == {"desert"}
    assert (found.doubtful, found.is_clear) == ((), True)
    assert {str(it) for it in wrong} <= set(found.places)


@pytest.mark.parametrize("likelier", [0.5, 2.0])
def test_nobody_has_forgotten_a_stone_where_as_likely_nobody_has(likelier: float) -> None:
    truth = game(4)
    turns = enumerate(truth.record.turns)
    at, to = next((n, it.to) for n, it in turns if n > 3 and it.to and it.took and not it.build)
    before, after = truth.states[at], truth.states[at + 1]
    untaken = replace(after, stones={**after.stones, to: before.stones[to]})

    class Unsure(SeenLandscape):
        def against(self, state: str, memory: Memory = None) -> list[Alternative]:  # noqa: ARG002 - as eyes have it
            left, taken = ({str(to): it} for it in ("2", "1"))
            return [
                Alternative(sight(untaken), 10.0 + WEIGHTS.slip + likelier, left),
                Alternative(sight(after), 10.0, taken),
                Alternative(state, 0.0, {}),
            ]

    rules = Netzwerk()
    found = concluded(Unsure.of(sight(untaken)), Scales(rules, Play(rules, before), WEIGHTS, hands=1))
    assert found is not None
    assert found.is_clear
    assert bool(found.account.slips) is (likelier > WEIGHTS.margin)


@pytest.mark.parametrize(("likelier", "laid"), [(-0.5, 3), (0.5, 2)])
def test_what_is_laid_against_the_rules_rather_hangs_together(likelier: float, laid: int) -> None:
    play, taken = watched(), ROW.replace("R2", "R1")
    carried_out(play, best(play.states, on_table("w2,0;k1,1", board=taken)))
    gap, whole = (sight(on_table("w2,0;k1,1", f"w-|k{it}", taken)) for it in ("0,0E;2,0E", "0,0E;1,0E;2,0E"))

    class Unsure(SeenLandscape):
        def against(self, state: str, memory: Memory = None) -> list[Alternative]:  # noqa: ARG002 - as eyes have it
            return [
                Alternative(gap, 20.0 + WEIGHTS.apart + likelier, {"0,0E": "k", "2,0E": "k"}),
                Alternative(whole, 20.0, {"0,0E": "k", "1,0E": "k", "2,0E": "k"}),
                Alternative(state, 0.0, {}),
            ]

    found = concluded(Unsure.of(gap), Scales(Netzwerk(), play, WEIGHTS, hands=1))
    assert found is not None
    assert not found.legal
    assert len(found.account.changes[-1].build) == laid


@pytest.mark.parametrize(
    ("other", "is_asked"), [({"D2": "b", "H5": "Rx"}, False), ({"D2": "k"}, True)], ids=["more", "another"]
)
def test_what_is_refused_is_not_asked_about_again_with_something_that_hardly_shows(
    other: dict[str, str], is_asked: bool
) -> None:
    play = played("black Rt@H5", "white Bt@A3")
    # Something stands there plainly: that nothing does is the unlikeliest of all.
    view: SeenCity = Ambiguous.among(play, (30.0, {"D2": "b"}), (22.0, other))
    scales = Scales(RULES, play, WEIGHTS, hands=1)
    told = concluded(view, scales)
    assert told is not None
    assert [str(change) for change in told.account.changes] == ["black Bd@D2"]
    assert (instead(view, scales, told.account.changes) is not None) is is_asked


class Remembered(SeenLandscape):
    """A view of which it is kept how the table looked."""

    def keeps(self, _state: str, _memory: Memory, _named: Collection[str]) -> Memory:
        return "so"


def test_what_no_turn_explains_is_set_aside_beside_a_turn_and_leaves_open_how_the_table_looked() -> None:
    truth = game(4)
    rules = Netzwerk(truth.record.options)
    play, after = Play(rules, truth.states[12]), truth.states[13]
    twos = (at for at, count in after.stones.items() if count == truth.states[12].stones[at] == 2)
    stray = next(at for at in twos if at not in after.occupied)
    missing = replace(after, stones={**after.stones, stray: 1})
    for table, aside, memory in ((missing, (str(stray),), None), (after, (), "so")):
        view = Remembered.of(sight(table))
        told = concluded(view, Scales(rules, play, WEIGHTS))
        assert told is not None
        assert [it.kind for it in told.happenings] == [Act.MOVED]
        assert told.aside == aside
        in_play = InPlay(Course(rules, play.state, ENGLISH), 0, thought=Thought(view, "", told))
        in_play.remember(view)
        assert in_play.memory == memory
