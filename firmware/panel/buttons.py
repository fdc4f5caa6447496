"""The two buttons: bounces of their contacts become presses, short and long, and presses become calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import StrEnum
from queue import Empty, SimpleQueue
from typing import Protocol

from firmware.events import Event
from firmware.panel.gpio import Closeable, Pins
from firmware.settings import ButtonsSection

BOUNCE_S = 0.03
"""A contact that changes again within this time hasn't changed. Push buttons bounce for 10 ms at most."""


class Press(StrEnum):
    """What a player says with a button."""

    CONFIRM = "confirm"
    """Short, confirm: what was read is right, what stands there is to stay, or the turn is over. Else it shows the
    score, and at once again sets the turn right."""
    NEW_GAME = "new game"
    """Long, confirm."""
    BACK = "back"
    """Short, back: takes back."""
    END = "end"
    """Long, back: ends the game, and the score is counted."""


class Referee(Protocol):
    """What presses ask of the referee. seconds: camera time. frame: name of the picture then in view."""

    def confirm(self, seconds: float, frame: str) -> list[Event]:
        """What was read is right, or what stands there is to stay, or it is the other player's turn."""

    def take_back(self, seconds: float, frame: str) -> list[Event]:
        """The last turn wasn't one."""

    def end_game(self, seconds: float, frame: str) -> list[Event]:
        """The game is over, whatever could still be built."""

    def new_game(self) -> None:
        """Another game begins with its set-up."""


def carry_out(press: Press, referee: Referee, seconds: float, frame: str) -> list[Event]:
    """Have the referee do what was asked for with a button; gives out the events that come of it."""
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


@dataclass
class Contact:
    """One button's contact: `changed` takes in its bounces on any thread, `presses` makes presses of them.

    short, long: what its presses mean. long_press_s: seconds from which a press is long; it counts then, while the
    button is still down, and letting go adds nothing.
    """

    short: Press
    long: Press
    long_press_s: float
    _changes: SimpleQueue[tuple[float, bool]] = field(default_factory=SimpleQueue)
    _down: float | None = None
    _up: float | None = None
    _was_long: bool = False

    def changed(self, seconds: float, down: bool) -> None:
        """The contact has closed (down) or opened at this time."""
        self._changes.put((seconds, down))

    def presses(self, now: float) -> Iterator[tuple[float, Press]]:
        """The presses since the last call and when they were made; now: by the clock of `changed`."""
        for seconds, down in self._waiting():
            yield from self._settled(seconds)
            if not down:
                self._up = seconds
            elif self._down is None:
                self._down, self._up, self._was_long = seconds, None, False
            else:
                self._up = None
        yield from self._settled(now)

    def _waiting(self) -> Iterator[tuple[float, bool]]:
        try:
            while True:
                yield self._changes.get_nowait()
        except Empty:
            return

    def _settled(self, now: float) -> Iterator[tuple[float, Press]]:
        """What is certain by now of a press that has begun; one that began before Kibitz did is none."""
        if self._down is None:
            return
        held = (now if self._up is None else self._up) - self._down
        if held >= self.long_press_s and not self._was_long:
            self._was_long = True
            yield self._down + self.long_press_s, self.long
        if self._up is not None and now - self._up >= BOUNCE_S:
            if held >= BOUNCE_S and not self._was_long:
                yield self._up, self.short
            self._down = self._up = None


class Buttons:
    """The buttons of the panel. Without contacts there are none, and nobody presses them."""

    def __init__(
        self,
        contacts: Sequence[Contact] = (),
        clock: Callable[[], float] = lambda: 0.0,
        wires: Sequence[Closeable] = (),
    ) -> None:
        """clock: that of the contacts. wires: what is closed with the buttons."""
        self._contacts, self._clock, self._wires = contacts, clock, wires

    @classmethod
    def wired(cls, section: ButtonsSection, pins: Pins) -> Buttons:
        """The buttons that the settings say are connected. GpioError when one cannot be had; none is held then."""
        meanings = (
            ("buttons.confirm", section.confirm, Press.CONFIRM, Press.NEW_GAME),
            ("buttons.back", section.back, Press.BACK, Press.END),
        )
        contacts, wires = [], []
        with ExitStack() as held:
            for key, pin, short, long in meanings:
                if pin:
                    contacts.append(Contact(short, long, section.long_press_s))
                    wires.append(pins.button(key, pin, contacts[-1].changed))
                    held.callback(wires[-1].close)
            held.pop_all()
        return cls(contacts, pins.clock, wires) if contacts else cls()

    def presses(self) -> list[Press]:
        """The presses since the last call, in the order in which they were made; called with every tick."""
        now = self._clock()
        made = [each for contact in self._contacts for each in contact.presses(now)]
        return [press for _, press in sorted(made, key=lambda each: each[0])]

    def close(self) -> None:
        """Let go of the pins; may be called twice."""
        for wire in self._wires:
            wire.close()
