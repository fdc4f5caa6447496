"""Pictures of an owner's set in which it is known what lies where, and what the eyes see in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.alien_city import Corner
from vision.alien_city.own_set.likeness import Features, Likeness
from vision.alien_city.own_set.prints import Prints, prints_of
from vision.alien_city.own_set.things import things_of
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import ICON_LOTS, STREET, Reading
from vision.photo import Picture
from vision.pose import Pose


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture of an arrangement; states: (80,) what the lots hold, by LOT_STATES; marks: (20,) of the tiles."""

    picture: Picture
    pose: Pose
    states: npt.NDArray[np.intp]
    marks: npt.NDArray[np.intp]

    @cached_property
    def bare(self) -> npt.NDArray[np.bool_]:
        """On which lots (80,) nothing stands."""
        return np.asarray(self.states == STREET)

    @cached_property
    def icon_lots(self) -> npt.NDArray[np.intp]:
        """The lots (20,) on which the icons of the tiles are printed."""
        return np.asarray(ICON_LOTS[np.arange(len(self.marks)), self.marks % len(Corner)])

    @cached_property
    def shows_icon(self) -> npt.NDArray[np.bool_]:
        """Of which tiles (20,) the icon can be seen."""
        return np.asarray(self.bare[self.icon_lots])


@dataclass(frozen=True, eq=False)
class Seen:
    """What is seen in a shot: its features, its reading as of no particular set; things: (80,) truly on the lots."""

    shot: Shot
    features: Features
    as_any: Reading
    things: npt.NDArray[np.intp]

    @classmethod
    def of(cls, shot: Shot, likeness: Likeness, reader: CityReader) -> Seen:
        """What the network for features and the reader of no particular set see in a shot."""
        features = likeness(shot.picture, shot.pose)
        return cls(
            shot, features, reader.read_at(shot.picture, shot.pose), things_of(shot.states, shot.marks)
        )


def prints_in(shots: Sequence[Shot]) -> Prints:
    """What is printed on the tiles of a set."""
    return prints_of([(it.picture, it.pose, it.bare, it.marks) for it in shots])


def states_in(shots: Sequence[Shot]) -> npt.NDArray[np.intp]:
    """What the lots of all shots hold, (80 N,), by LOT_STATES."""
    return np.concatenate([it.states for it in shots])
