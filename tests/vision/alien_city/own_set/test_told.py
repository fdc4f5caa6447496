"""What is believed of a set's eyes is what they say of a shot that they have not learnt from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from engine.alien_city import LOTS
from tests.firmware.refereed import EMPTY
from tests.vision.alien_city.tables import seen as seen_by_any
from tests.vision.poses import SIZE, pose_above
from vision.alien_city.own_set import told
from vision.alien_city.own_set.likeness import LOOK_NUMBERS, Features
from vision.alien_city.own_set.prints import Prints
from vision.alien_city.own_set.shown import Seen, Shot, prints_in
from vision.alien_city.own_set.things import FIRST_PIECE, SORTS, things_of
from vision.alien_city.own_set.told import things_told, tiles_told
from vision.alien_city.reading import ICON_LOTS, MARKS
from vision.lens import Floats

EVERY_MARK = np.arange(20) % len(MARKS)
NOTHING_BUILT = np.zeros(len(LOTS), np.intp)
DOME, OTHER_DOME = 1, 2
DOMES = np.where(np.arange(len(LOTS)) % 2, DOME, OTHER_DOME)


def seen_as(states: npt.NDArray[np.intp], looks: npt.NDArray[np.intp]) -> Seen:
    """A shot of a plain grey board with such states (80,), in which lots have the looks of things (80,)."""
    picture = np.full((SIZE[1], SIZE[0], 3), 128, np.uint8)
    shot = Shot(picture, pose_above(700, 4), states, EVERY_MARK)
    features = Features(np.zeros((len(LOTS), 6)), 5 * np.eye(LOOK_NUMBERS)[looks])
    return Seen(shot, features, seen_by_any(EMPTY).reading, things_of(states, EVERY_MARK))


def things_saying(icons: npt.NDArray[np.intp], grounds: npt.NDArray[np.intp]) -> Floats:
    """Bare lots (80, 21) on tiles of EVERY_MARK: icons surely of such guilds (20,), the lots beside them rather of
    others (20,)."""
    things = np.zeros((len(LOTS), len(SORTS)))
    things[:, : FIRST_PIECE // 2] = 0.1
    things[ICON_LOTS, grounds[:, None]] = 0.7
    at = ICON_LOTS[np.arange(20), EVERY_MARK % 4]
    things[at] = 0.0
    things[at, FIRST_PIECE // 2 + icons] = 1.0
    return things


def test_what_looks_otherwise_in_one_shot_is_told_by_what_the_other_has_shown() -> None:
    right, swapped = (FIRST_PIECE - 1 + states for states in (DOMES, DOME + OTHER_DOME - DOMES))
    first, second = things_told([seen_as(DOMES, right), seen_as(DOMES, swapped)])
    np.testing.assert_array_equal(first.argmax(axis=1), swapped)
    np.testing.assert_array_equal(second.argmax(axis=1), swapped, "nobody has learnt these by heart")
    (alone,) = things_told([seen_as(DOMES, swapped)])
    np.testing.assert_array_equal(alone.argmax(axis=1), right, "where there is no other, it tells itself")


def test_tiles_of_a_shot_are_compared_with_the_prints_in_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [seen_as(NOTHING_BUILT, NOTHING_BUILT) for _ in range(3)]
    asked: list[Sequence[Shot]] = []

    def noting(shots: Sequence[Shot]) -> Prints:
        asked.append(shots)
        return prints_in(shots)

    monkeypatch.setattr(told, "prints_in", noting)
    tiles_told(seen, [things_saying(EVERY_MARK // 4, EVERY_MARK // 4)] * 3)
    one, two, three = (it.shot for it in seen)
    assert [list(shots) for shots in asked] == [[two, three], [one, three], [one, two]]


def test_who_is_wrong_wherever_an_icon_is_hidden_is_not_believed_though_icons_outvote_him() -> None:
    seen = [seen_as(NOTHING_BUILT, NOTHING_BUILT) for _ in range(2)]
    guilds = EVERY_MARK // 4
    said = [things_saying(guilds, grounds) for grounds in (guilds, (guilds + 1) % 4)]
    _, by_right_grounds, *_ = tiles_told(seen, [said[0]] * 2).shares
    astray = tiles_told(seen, [said[1]] * 2)
    by_icons, by_wrong_grounds, *_ = astray.shares
    assert (astray.said.argmax(axis=1) == np.tile(EVERY_MARK, 2)).all()
    assert by_wrong_grounds < 0.2 < 0.9 < by_right_grounds
    assert by_icons > 0.5
