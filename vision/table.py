"""The contract of a simulated table: a game's deeds go in, pictures of them come out.

A table knows what pieces look like and how hands move, but no rule: whoever plays on it decides what is done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np

from engine.game import Act
from vision.photo import Picture


@dataclass(frozen=True)
class Deed:
    """One thing that a hand does in a turn.

    act: what is done, PLACED, CAPPED, MOVED or BUILT; facts: what there is to say of it in the game's words, such as
    `{"lot": "C7", "piece": "red dome", "player": "black"}`. so_far: the change up to this deed, without later ones,
    as a text of `engine.game.Game`: all of the change that can be seen by then.
    """

    act: Act
    facts: Mapping[str, str]
    so_far: str


class Stage(StrEnum):
    """What a shot shows: nothing but the table, or a hand on its way, or the camera being knocked."""

    CLEAR = "clear"
    COMING = "coming"
    OVER = "over"
    LEAVING = "leaving"
    KNOCKED = "knocked"


class Shot(Protocol):
    """One view of the table, drawn when it is asked for."""

    @property
    def stage(self) -> Stage:
        """What it shows."""

    @property
    def hides_board(self) -> bool:
        """Whether a hand covers part of the board, as the camera sees it."""

    def draw(self) -> Picture:
        """The picture (H, W, 3) uint8 RGB; always the same for the same shot."""

    def again(self, picture: Picture, rng: np.random.Generator, gain: float = 1.0) -> Picture:
        """The drawn picture as the next frame shows it: with other noise, and all light times `gain`."""


class Table(Protocol):
    """A table on which a game is being played.

    What is done to it gives the shots of how it is done, in order; the last one is always clear and stays true until
    the next deed.
    """

    @property
    def start(self) -> str:
        """The state that the game starts from, as a text of `engine.game.Game`."""

    @property
    def setup(self) -> Mapping[str, str]:
        """What a set-up event has to say: those facts of `engine.game.Game.tell_start` that can be seen."""

    def clear(self) -> Shot:
        """The table as it stands."""

    def deeds(self, change: str) -> Sequence[Deed]:
        """What hands do in a change of the game, given as its text; nothing for a pass."""

    def do(self, deed: Deed) -> Sequence[Shot]:
        """A hand comes with a piece, puts it down and goes."""

    def visible(self, deed: Deed) -> float:
        """What share of what a deed put down is not hidden behind other pieces, 0 to 1."""

    def undo(self, deed: Deed) -> Sequence[Shot]:
        """A hand takes back what a deed put down: the last one that was not taken back yet."""

    def reach(self, player: str) -> Sequence[Shot]:
        """A player's empty hand comes over the board and goes."""

    def knock(self) -> Sequence[Shot]:
        """The camera is bumped and stays where it then is."""

    def relight(self) -> Sequence[Shot]:
        """A lamp is turned, switched on or switched off."""

    def told_as(self, setup: Mapping[str, str], event: Mapping[str, object]) -> Mapping[str, object]:
        """An event as told by somebody whose set-up event was `setup`, who may see the table from another side.

        Where a set-up says nothing of sides, what is drawn has to show which way round the board lies.
        """
