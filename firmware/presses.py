"""What players say with the two buttons, be it on the device, by keys, or on the page in the browser."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from firmware.events import Event


class Press(StrEnum):
    """What a player says with a button."""

    CONFIRM = "confirm"
    """Short, confirm: what was read is right, what stands there is to stay, or the turn is over. Otherwise it shows
    the score; pressed again while that is shown, it passes the turn on."""
    NEW_GAME = "new game"
    """Long, confirm."""
    BACK = "back"
    """Short, back: takes back; or it is not what was asked about instead."""
    END = "end"
    """Long, back: ends the game, and the score is counted."""


class Pressed(Protocol):
    """What presses ask for. seconds: camera time. frame: name of the picture then in view."""

    def confirm(self, seconds: float, frame: str) -> list[Event]:
        """What was read is right, or what stands there is to stay, or it is the other player's turn."""

    def take_back(self, seconds: float, frame: str) -> list[Event]:
        """The last turn wasn't one."""

    def end_game(self, seconds: float, frame: str) -> list[Event]:
        """The game is over, whatever could still be built."""

    def new_game(self) -> None:
        """Another game begins with its set-up."""


def carry_out(press: Press, referee: Pressed, seconds: float, frame: str) -> list[Event]:
    """Have the referee do what a press asks for; the events that come of it."""
    match press:
        case Press.CONFIRM:
            return referee.confirm(seconds, frame)
        case Press.BACK:
            return referee.take_back(seconds, frame)
        case Press.END:
            return referee.end_game(seconds, frame)
        case Press.NEW_GAME:
            referee.new_game()
            return []
