"""What the looks at a still table show together, and since when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from engine.messages import Message
from firmware.events import Status
from firmware.looking.gaze import Gaze, Look, View
from tests.firmware.landscapes import SeenLandscape
from tests.vision.alien_city.tables import camera
from vision.game import NotSeenError

EDGE, OTHERS_AT_THE_EDGE, MIDDLE = "0,0", ("5,0", "0,5"), "3,3"


@dataclass(frozen=True, eq=False)
class Sight(SeenLandscape):
    """What is seen of a table; others: the looks that are pooled in it."""

    rim: Sequence[str] = (EDGE, *OTHERS_AT_THE_EDGE)
    others: Sequence[SeenLandscape] = ()

    def pooled(self, others: Sequence[SeenLandscape]) -> Sight:
        """Hidden is what all of them take for hidden."""
        hidden = [it for it in self.hidden if all(it in other.hidden for other in others)]
        return replace(self, hidden=hidden, others=others)


def sight(*hidden: str) -> Sight:
    """A fresh look, in which something hides these places."""
    return Sight("", camera(), hidden=hidden)


def moved(right: float, down: float) -> Sight:
    """A fresh look at a board that lies so far aside in the picture."""
    corners = ((600.0, 200.0), (700.0, 200.0), (700.0, 300.0), (600.0, 300.0))
    return replace(sight(), corners=[(x + right, y + down) for x, y in corners])


def shown(gaze: Gaze, *looks: tuple[float, SeenLandscape | None]) -> View | None:
    """The view after some looks, given with their times."""
    return [gaze.view(Look(seconds, "picture", it), "") for seconds, it in looks][-1]


def test_a_table_is_looked_into_once_it_lies_still_and_it_is_known_since_when() -> None:
    gaze = Gaze()
    assert shown(gaze, (5.0, sight()), (5.3, sight())) is None
    assert gaze.condition == (Status.LOOKING, None)
    view = shown(gaze, (5.4, sight()))
    assert view is not None
    assert (view.still_from, view.quiet_s) == (5.0, pytest.approx(0.4))
    assert gaze.condition is None
    view = shown(gaze, (6.0, None), (7.5, None), (8.0, sight()), (8.5, sight()))
    assert view is not None
    assert (view.still_from, view.hidden_s) == (8.0, pytest.approx(2.6))


def test_no_more_than_four_looks_of_the_last_second_are_pooled() -> None:
    looks = [sight() for _ in range(6)]
    view = shown(Gaze(), *((0.2 * number, look) for number, look in enumerate(looks)))
    assert view is not None
    assert isinstance(view.seen, Sight)
    assert view.seen.others == looks[2:5]
    first, second, third = looks[:3]
    view = shown(Gaze(), (0.0, first), (0.5, second), (1.25, third))
    assert view is not None
    assert isinstance(view.seen, Sight)
    assert view.seen.others == [second]


def test_what_is_seen_is_worked_out_once_for_as_long_as_there_is_no_fresh_look() -> None:
    gaze, first, second = Gaze(), sight(), sight()
    view = shown(gaze, (0.0, first), (0.75, second))
    again = shown(gaze, (1.5, second))
    assert view is not None
    assert again is not None
    assert again.seen is view.seen, "though the first is no longer of the last second"
    fresh = shown(gaze, (2.0, sight()))
    assert fresh is not None
    assert isinstance(fresh.seen, Sight)
    assert fresh.seen.others == []


@pytest.mark.parametrize(
    ("right", "down", "is_bumped"),
    [(3.5, 0.0, False), (4.5, 0.0, True), (0.0, -4.5, True), (2.5, 2.5, True)],
)
def test_a_board_that_lies_a_little_aside_in_the_picture_was_seen_by_a_bumped_camera(
    right: float, down: float, *, is_bumped: bool
) -> None:
    gaze, before, now = Gaze(), moved(0.0, 0.0), moved(right, down)
    assert shown(gaze, (0.0, before), (0.5, before)) is not None
    assert (shown(gaze, (0.75, now)) is None) is is_bumped
    assert gaze.condition == ((Status.CAMERA_MOVED, None) if is_bumped else None)
    view = shown(gaze, (1.25, now))
    assert view is not None
    assert view.still_from == (0.75 if is_bumped else 0.0)


@pytest.mark.parametrize(
    ("hidden", "rests_s"), [((EDGE,), 1.0), ((EDGE, MIDDLE), 10.0), (OTHERS_AT_THE_EDGE, 10.0)]
)
def test_what_hides_places_is_a_hand_until_it_has_rested(hidden: tuple[str, ...], rests_s: float) -> None:
    gaze = Gaze()
    assert shown(gaze, (0.0, sight()), (0.5, sight())) is not None
    assert shown(gaze, (1.0, None), (2.0, sight(*hidden)), (1.75 + rests_s, sight(*hidden))) is None
    assert gaze.condition == (Status.HAND, None)
    shown(gaze, (2.0 + rests_s, sight(*hidden)))
    assert shown(gaze, (2.5 + rests_s, sight(*hidden))) is not None


def test_a_single_place_that_is_hidden_is_a_hand_for_longer_where_another_one_just_was() -> None:
    gaze, other = Gaze(), OTHERS_AT_THE_EDGE[0]
    shown(gaze, (0.0, None), (1.0, sight(EDGE, other)), (1.75, sight(EDGE)))
    shown(gaze, (2.5, sight(EDGE)))
    assert gaze.condition == (Status.HAND, None)
    shown(gaze, (2.75, sight(EDGE)), (3.25, sight(EDGE)))
    assert gaze.condition is None


def test_what_hides_only_places_within_the_board_is_no_hand() -> None:
    assert shown(Gaze(), (0.0, sight(MIDDLE, "2,2")), (0.5, sight(MIDDLE, "2,2"))) is not None


def test_why_nothing_can_be_seen_is_told_after_a_second_without_a_movement() -> None:
    gaze, trouble = Gaze(), NotSeenError(Message("the board runs out of the picture"))
    shown(gaze, (0.0, sight()), (0.5, sight()))
    for seconds in (1.0, 2.0):
        assert gaze.view(Look(seconds, "picture", None, trouble), "") is None
        assert gaze.condition is None
    gaze.view(Look(2.25, "picture", None, trouble), "")
    assert gaze.condition == (Status.CANT_SEE, trouble)
