"""When Kibitz looks closely, and when it rather waits."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from engine.alien_city import City
from engine.messages import Message
from firmware.frame import Frame
from firmware.looking.attention import Attention
from firmware.looking.gaze import COVERED, CoveredError, Look
from tests.engine.alien_city.cities import OTHER_TILES
from tests.vision.alien_city.tables import camera, seen
from vision.alien_city.eyes import SeenCity
from vision.game import NotSeenError
from vision.lens import Lens
from vision.light import TOO_DARK
from vision.photo import Picture
from vision.pose import Pose
from vision.sharpness import BLURRED

CITY = City.empty(OTHER_TILES)
POSE = camera()
TICK_S = 0.2


class Board:
    """Eyes that see a `city` wherever it lies, at a cost that is counted; `at` is where it now lies, `hidden` what
    they take for hidden."""

    def __init__(self) -> None:
        self.city = CITY
        self.at = POSE
        self.hidden: tuple[str, ...] = ()
        self.followed = self.searched = 0
        self.sides: list[bool] = []

    def read(self, _picture: Picture, _lens: Lens | None = None) -> SeenCity:
        self.searched += 1
        return seen(self.city, hidden=self.hidden, pose=self.at)

    def follow(
        self, _picture: Picture, before: SeenCity, _lens: Lens | None = None, *, turned: bool = False
    ) -> SeenCity:
        self.followed += 1
        self.sides.append(turned)
        if before.pose is not self.at:
            raise NotSeenError(Message("the board is not where it was"))
        return seen(self.city, hidden=self.hidden, pose=self.at)


@cache
def _noise() -> npt.NDArray[np.int16]:
    """A sensor's noise, larger than its picture: wherever that is cut from it, it is as if made anew."""
    noise = np.random.default_rng(3).normal(0, 2, (1088, 1408, 3))
    return np.asarray(np.round(noise), np.int16)


class Room:
    """A table before a camera, in camera time."""

    def __init__(self) -> None:
        self.board = Board()
        self.attention = Attention(self.board)
        self.seconds = 1000.0
        rng = np.random.default_rng(4)
        cloth = rng.integers(40, 210, (48, 64, 3), np.uint8)
        self.table = np.asarray(cv2.resize(cloth, (1280, 960), interpolation=cv2.INTER_CUBIC), np.uint8)

    def show(self, picture: Picture, seconds: float = 1.0, *, noise: bool = True) -> list[Look]:
        looks = []
        for number in range(round(seconds / TICK_S)):
            shown = picture
            if noise:
                left, top = np.random.default_rng(number).integers(0, 128, 2)
                height, width = picture.shape[:2]
                here = _noise()[top : top + height, left : left + width]
                shown = np.clip(picture + here, 0, 255).astype(np.uint8)
            looks.append(self.attention.look(Frame(shown, self.seconds, "picture")))
            self.seconds += TICK_S
        return looks


@pytest.fixture
def room() -> Room:
    room = Room()
    room.show(room.table, 2.0)
    return room


def with_hand(picture: Picture) -> Picture:
    out = picture.copy()
    cv2.line(out, (1279, 900), (700, 480), (200, 150, 120), 240)
    return out


def test_a_still_table_is_searched_once_and_then_followed_a_few_times(room: Room) -> None:
    assert room.board.searched == 1
    assert room.board.followed == 3
    room.show(room.table, 1.0)
    assert room.board.followed <= 4
    room.seconds += 60.0
    room.show(room.table, 1.0)
    assert (room.board.searched, room.attention.reads) == (1, 1 + room.board.followed)


def test_a_picture_that_is_the_same_array_is_read_once_from_each_side() -> None:
    room = Room()
    looks = room.show(room.table, 2.0, noise=False)
    assert (room.board.searched, room.board.sides) == (1, [True])
    assert looks[-1].seen is not None


def test_light_that_changes_over_a_still_table_is_said_until_something_moves(room: Room) -> None:
    dimmer = np.asarray(room.table * 0.7, np.uint8)
    assert not any(look.relit for look in room.show(room.table, 1.0))
    looks = room.show(dimmer, 3.0)
    assert looks[-1].seen is not None
    assert looks[-1].relit
    room.show(with_hand(dimmer), 1.0)
    assert not room.show(dimmer, 1.0)[-1].relit


def test_nothing_is_read_while_something_moves(room: Room) -> None:
    before = room.attention.reads
    for number in range(10):
        moving = np.roll(with_hand(room.table), 40 * number, axis=1)
        (look,) = room.show(moving, TICK_S)
        assert look.seen is None
    assert room.attention.reads == before


def with_television(picture: Picture, number: int) -> Picture:
    """The picture with a screen far from the board, which shows something else each time."""
    screen = np.random.default_rng(number).integers(0, 256, (12, 16, 3), np.uint8)
    shown = picture.copy()
    shown[20:220, 20:280] = cv2.resize(screen, (260, 200), interpolation=cv2.INTER_CUBIC)
    return shown


def test_a_table_is_seen_though_something_moves_far_from_it(room: Room) -> None:
    looks = [it for n in range(20) for it in room.show(with_television(room.table, n), TICK_S)]
    assert all(look.seen is not None for look in looks)
    assert room.board.searched == 1
    assert room.show(with_hand(with_television(room.table, 20)), 1.0)[-1].seen is None


def test_while_the_board_is_still_to_be_found_everything_that_moves_counts() -> None:
    room = Room()
    looks = [it for n in range(10) for it in room.show(with_television(room.table, n), TICK_S)]
    assert {look.seen for look in looks} == {None}
    assert room.board.searched == 0


def test_a_board_that_comes_to_lie_far_from_where_it_was_is_found_though_nothing_moved_there(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object, **__: object) -> SeenCity:
        raise NotSeenError(Message("no board lies there"))

    gone = np.asarray(cv2.circle(room.table.copy(), (640, 480), 300, (90, 90, 90), -1), np.uint8)
    room.board.at = camera()
    with monkeypatch.context() as away:
        away.setattr(room.board, "read", lost)
        assert room.show(gone, 4.0)[-1].seen is None
    assert room.show(gone, 4.0)[-1].seen is None, "as it is not searched for all the time"
    room.seconds += 20.0
    assert room.show(gone, 4.0)[-1].seen is not None


def test_a_hand_that_rests_hides_the_table_from_judgement(room: Room) -> None:
    before = room.attention.reads
    looks = room.show(with_hand(room.table), 3.0)
    assert [look.seen for look in looks] == [None] * len(looks)
    assert room.attention.seen is None
    assert room.board.searched == 2  # once, in case the camera was bumped
    assert room.attention.reads - before == 5
    assert room.show(room.table, 2.0)[-1].seen is not None
    assert room.attention.seen is not None
    assert room.board.searched == 2


def test_for_a_hand_that_rests_but_shortly_nobody_searches(room: Room) -> None:
    room.board.at = camera()
    assert room.show(with_hand(room.table), 0.8)[-1].seen is None
    assert room.board.searched == 1
    room.show(with_hand(room.table), 0.4)
    assert room.board.searched == 2


def test_a_hand_is_noticed_though_a_place_is_always_taken_for_hidden() -> None:
    room = Room()
    room.board.hidden = ("C3",)
    room.show(room.table, 2.0)
    assert room.show(with_hand(room.table), 1.0)[-1].seen is None


def with_disc(table: Picture, radius: int) -> Picture:
    return np.asarray(cv2.circle(table.copy(), (640, 480), radius, (200, 150, 120), -1), np.uint8)


def test_where_a_place_was_just_hidden_a_hand_may_rest_and_is_not_remembered(room: Room) -> None:
    room.board.hidden = ("C3",)
    room.show(with_disc(room.table, 75), 1.4)
    room.board.hidden = ()
    assert room.show(with_disc(room.table, 96), 1.0)[-1].seen is None


def test_what_is_the_same_in_two_still_moments_is_no_hand(room: Room) -> None:
    otherwise_lit = np.asarray(cv2.circle(room.table.copy(), (700, 430), 330, (255, 240, 200), -1), np.uint8)
    assert room.show(otherwise_lit, 2.0)[-1].seen is None
    for number in range(5):
        room.show(np.roll(with_hand(otherwise_lit), 40 * number, axis=1), TICK_S)
    assert room.show(otherwise_lit, 1.0)[-1].seen is not None
    # A hand that rests, goes away and rests elsewhere is one both times.
    room.show(with_hand(otherwise_lit), 2.0)
    room.show(otherwise_lit, 2.0)
    assert room.show(np.roll(with_hand(otherwise_lit), 160, axis=1), 2.0)[-1].seen is None


def test_what_was_seen_before_a_hand_came_to_rest_is_no_hand_either(room: Room) -> None:
    otherwise_lit = np.asarray(cv2.circle(room.table.copy(), (700, 430), 330, (255, 240, 200), -1), np.uint8)
    assert room.show(otherwise_lit, 2.0)[-1].seen is None
    assert room.show(with_hand(otherwise_lit), 1.4)[-1].seen is None
    assert room.show(otherwise_lit, 1.0)[-1].seen is not None


def test_what_stands_near_the_rim_is_soon_told_from_an_arm(room: Room) -> None:
    """A tower and its shadow may reach from the board to the picture's rim; what moves on is seen at once."""
    tower = np.asarray(cv2.line(room.table.copy(), (640, 959), (640, 780), (205, 160, 130), 72), np.uint8)
    looks = room.show(tower, 3.0)
    seen_after = next(look.seconds for look in looks if look.seen) - looks[0].seconds
    assert 1.0 < seen_after < 2.0
    assert room.show(with_hand(room.table), 3.0)[-1].seen is None


def test_what_stays_for_long_becomes_part_of_the_table(room: Room) -> None:
    looks = room.show(with_hand(room.table), 8.0)
    seen_after = next(look.seconds for look in looks if look.seen) - looks[0].seconds
    assert 3.8 < seen_after < 4.4
    assert looks[-1].seen is not None


def test_a_moment_that_had_an_unnoticed_hand_in_it_does_not_make_the_table_foreign(room: Room) -> None:
    room.show(with_hand(room.table), 8.0)
    assert room.show(room.table, 1.0)[-1].seen is not None


def test_where_hardly_a_tile_can_be_read_the_board_is_searched_for_again() -> None:
    room = Room()
    room.board.city = City.empty("????????/" * 4 + OTHER_TILES[-8:])
    room.show(room.table, 2.0)
    assert room.board.followed == 0
    room.board.city = CITY
    room.show(room.table, 8.0)
    assert room.board.followed > 0


def test_a_bumped_camera_is_searched_for_within_a_second(room: Room) -> None:
    moved = np.array([[1, 0, 60], [0, 1, 40]], np.float64)
    lens = POSE.lens
    shifted = Lens(lens.matrix + np.array([[0, 0, 60], [0, 0, 40], [0, 0, 0]]), lens.distortion, lens.size)
    room.board.at = Pose(POSE.rotation, POSE.translation, shifted)
    bumped = np.asarray(
        cv2.warpAffine(room.table, moved, (1280, 960), borderMode=cv2.BORDER_REFLECT), np.uint8
    )
    looks = room.show(bumped, 2.0)
    assert looks[-1].seen is not None
    assert next(look.seconds for look in looks if look.seen) - looks[0].seconds <= 1.0


def test_a_board_that_was_turned_round_is_found_and_followed_where_it_now_lies(room: Room) -> None:
    room.board.at = Pose(POSE.rotation @ np.diag([-1.0, -1.0, 1.0]), POSE.translation, POSE.lens)
    another_way_up = np.asarray(cv2.rotate(room.table, cv2.ROTATE_180), np.uint8)
    looks = room.show(another_way_up, 8.0)
    assert looks[-1].seen is not None
    assert room.board.searched == 2


def test_why_no_board_was_found_at_first_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object, **__: object) -> SeenCity:
        raise NotSeenError(Message("no board lies there"))

    room = Room()
    monkeypatch.setattr(room.board, "read", lost)
    assert str(room.show(room.table)[-1].trouble) == "no board lies there"
    assert not room.attention.is_in_poor_light


def test_why_the_board_cannot_be_seen_stays_said(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object, **__: object) -> SeenCity:
        raise NotSeenError(Message("the board runs out of the picture"))

    room.show(room.table)
    room.board.at = camera()
    monkeypatch.setattr(room.board, "read", lost)
    pushed = np.asarray(np.roll(room.table, 500, axis=1), np.uint8)
    reasons = [str(look.trouble) for look in room.show(pushed, 8.0) if look.trouble]
    assert reasons[0] == "the board is not where it was", "by following, before it was searched for"
    found_out = reasons.index("the board runs out of the picture")
    assert set(reasons[found_out:]) == {"the board runs out of the picture"}
    assert len(reasons) > found_out + 5


def test_a_board_under_a_hand_is_covered_whatever_it_seems_to_be(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object, **__: object) -> SeenCity:
        raise NotSeenError(Message("the board runs out of the picture"))

    for look in ("read", "follow"):
        monkeypatch.setattr(room.board, look, lost)
    hand = np.asarray(cv2.line(room.table.copy(), (0, 20), (640, 480), (200, 150, 120), 200), np.uint8)
    troubles = [look.trouble for look in room.show(hand, 4.0)]
    assert isinstance(troubles[-1], CoveredError)
    assert {type(it) for it in troubles} == {type(None), CoveredError}


def test_nothing_is_covered_before_it_is_known_how_the_table_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object, **__: object) -> SeenCity:
        raise NotSeenError(Message("no board lies there"))

    room = Room()
    assert room.show(room.table, 0.8)[-1].seen is not None, "if only for a moment"
    for look in ("read", "follow"):
        monkeypatch.setattr(room.board, look, lost)
    assert str(room.show(with_hand(room.table), 2.0)[-1].trouble) == "no board lies there"


def test_a_board_that_was_pushed_a_little_is_not_covered_though_two_fifths_of_it_look_the_same(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object, **__: object) -> SeenCity:
        raise NotSeenError(Message("the board runs out of the picture"))

    for look in ("read", "follow"):
        monkeypatch.setattr(room.board, look, lost)
    pushed = np.asarray(np.roll(room.table, 14, axis=1), np.uint8)  # a thirtieth of the board's width
    assert str(room.show(pushed, 4.0)[-1].trouble) == "the board runs out of the picture"


def test_in_the_dark_it_is_said_that_it_is_dark_though_much_looks_the_same(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object, **__: object) -> SeenCity:
        raise NotSeenError(TOO_DARK)

    for look in ("read", "follow"):
        monkeypatch.setattr(room.board, look, lost)
    disc = np.asarray(cv2.circle(room.table.copy(), (640, 480), 90, (200, 150, 120), -1), np.uint8)
    assert not room.attention.is_in_poor_light
    assert str(room.show(disc, 4.0)[-1].trouble) == TOO_DARK.text
    assert room.attention.is_in_poor_light


def test_a_board_that_was_moved_in_the_dark_is_searched_for_once_there_is_light(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dark(*_: object, **__: object) -> SeenCity:
        raise NotSeenError(TOO_DARK)

    with monkeypatch.context() as night:
        for look in ("read", "follow"):
            night.setattr(room.board, look, dark)
        assert str(room.show(np.zeros_like(room.table), 4.0, noise=False)[-1].trouble) == TOO_DARK.text
    room.board.at = camera()
    moved = np.asarray(np.roll(room.table, 500, axis=1), np.uint8)
    assert room.show(moved, 4.0)[-1].seen is not None


@pytest.mark.parametrize(("blurred_in_place", "said"), [(True, BLURRED), (False, COVERED)])
def test_a_board_is_out_of_focus_where_it_seems_so_in_its_place(
    room: Room, monkeypatch: pytest.MonkeyPatch, blurred_in_place: bool, said: Message
) -> None:
    def lost(message: Message) -> SeenCity:
        raise NotSeenError(message)

    gone = BLURRED if blurred_in_place else Message("the board is not where it was")
    monkeypatch.setattr(room.board, "follow", lambda *_, **__: lost(gone))
    monkeypatch.setattr(room.board, "read", lambda *_: lost(BLURRED))
    disc = np.asarray(cv2.circle(room.table.copy(), (640, 480), 90, (200, 150, 120), -1), np.uint8)
    assert [it.trouble.message for it in room.show(disc, 4.0) if it.trouble][-1] == said


@pytest.mark.parametrize(("rests_s", "is_part_of_the_table"), [(0.8, False), (1.4, True)])
def test_only_what_rests_longer_than_hands_do_is_remembered(
    room: Room, rests_s: float, is_part_of_the_table: bool
) -> None:
    def with_disc(radius: int) -> Picture:
        return np.asarray(cv2.circle(room.table.copy(), (640, 480), radius, (200, 150, 120), -1), np.uint8)

    little, more = with_disc(75), with_disc(96)
    assert room.show(little, rests_s)[-1].seen is not None
    assert (room.show(more, 1.0)[-1].seen is not None) is is_part_of_the_table


def test_since_the_camera_was_bumped_moments_before_it_count_no_more(room: Room) -> None:
    moved = np.array([[1, 0, 60], [0, 1, 40]], np.float64)
    lens = POSE.lens
    shifted = Lens(lens.matrix + np.array([[0, 0, 60], [0, 0, 40], [0, 0, 0]]), lens.distortion, lens.size)
    bumped = cv2.warpAffine(room.table, moved, (1280, 960), borderMode=cv2.BORDER_REFLECT)
    room.board.at = Pose(POSE.rotation, POSE.translation, shifted)
    room.show(np.asarray(bumped, np.uint8), 3.0)
    # Beside the board, which is all that can be compared across a bump, an arm would go unnoticed.
    beside = cv2.line(bumped.copy(), (0, 20), (430, 230), (200, 150, 120), 90)
    assert room.show(np.asarray(beside, np.uint8), 1.0)[-1].seen is None


def test_something_foreign_from_before_a_bump_is_no_reason_to_overlook_an_arm_after_it(room: Room) -> None:
    arm = cv2.line(room.table.copy(), (0, 20), (400, 240), (200, 150, 120), 130)
    assert room.show(np.asarray(arm, np.uint8), 2.0)[-1].seen is None
    moved = np.array([[1, 0, 60], [0, 1, 40]], np.float64)
    lens = POSE.lens
    shifted = Lens(lens.matrix + np.array([[0, 0, 60], [0, 0, 40], [0, 0, 0]]), lens.distortion, lens.size)
    bumped = cv2.warpAffine(room.table, moved, (1280, 960), borderMode=cv2.BORDER_REFLECT)
    room.board.at = Pose(POSE.rotation, POSE.translation, shifted)
    assert room.show(np.asarray(bumped, np.uint8), 3.0)[-1].seen is not None
    arm = cv2.line(bumped.copy(), (0, 20), (460, 280), (200, 150, 120), 130)
    assert room.show(np.asarray(arm, np.uint8), 2.0)[-1].seen is None
