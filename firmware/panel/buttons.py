"""The two buttons of the device: bounces of their contacts become presses, short and long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from firmware.panel.gpio import Closeable, Pins
from firmware.presses import Press
from firmware.settings import ButtonsSection

BOUNCE_S = 0.03
"""A contact that changes again within this time hasn't changed. Push buttons bounce for 10 ms at most."""


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
        """What is certain by now of a press that has begun; one that began before Kibitz started doesn't count."""
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
    """The buttons of the panel; without contacts there are none, and never a press."""

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
