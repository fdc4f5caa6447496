"""The pins of a Raspberry Pi, by gpiozero: lights that dim, a buzzer, and buttons that say when they change."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from engine.messages import ENGLISH, Language, Message
from firmware.complaint import reason_of
from firmware.panel.words import FREE_THE_PIN, INSTALL_LGPIO, NO_PINS, PIN_FAILS

PIN_FACTORY = "lgpio"
"""gpiozero's way to the pins that works on every Pi; named, because gpiozero would try others without a word."""
PIN_FACTORIES = PIN_FACTORY, "rpigpio"


def has_pins(device_tree: Path = Path("/proc/device-tree")) -> bool:
    """Whether this computer may have pins at all: boards such as a Pi have a device tree, PCs have none."""
    return (device_tree / "model").exists()


def is_wired(source: str) -> bool:
    """Whether there may be lights, buttons and a display: on a computer with pins, if it uses the camera of a Pi."""
    return source == "pi" or has_pins()


class GpioError(RuntimeError):
    """Pins that cannot be had: one line with what was tried, why it failed, and what helps."""

    def __init__(self, said: Message, remedy: Message, **facts: object) -> None:
        """What there is to say, with its facts."""
        self._said, self._remedy, self._facts = said, remedy, facts
        super().__init__(self.sentence())

    @property
    def reason(self) -> str:
        """What the library said."""
        return str(self._facts["reason"])

    def sentence(self, language: Language = ENGLISH) -> str:
        """The line in a language."""
        both = f"{language.say(self._said, self._facts)}; {language.say(self._remedy, self._facts)}"
        # Reasons come from libraries, which like to write paragraphs.
        return " ".join(both.split())


class Output(Protocol):
    """A light or a buzzer: gpiozero's PWMLED and Buzzer."""

    value: float
    """0 is off, 1 is on."""

    def close(self) -> None:
        """Switch it off and let go of its pin; may be called twice."""


class Closeable(Protocol):
    """What is held until it is closed."""

    def close(self) -> None:
        """Let go of it; may be called twice."""


class _Input(Closeable, Protocol):
    """gpiozero's DigitalInputDevice."""

    when_activated: Callable[[], None]
    when_deactivated: Callable[[], None]


class Pins:
    """The pins of the header, by GPIO number.

    factory: one of gpiozero's, such as its MockFactory. Without one, lgpio's or what GPIOZERO_PIN_FACTORY names is
    opened with the first pin that is asked for: a computer without pins is fine as long as none is wanted.

    >>> from gpiozero.pins.mock import MockFactory, MockPWMPin
    >>> with Pins(MockFactory(pin_class=MockPWMPin)) as pins:
    ...     green = pins.light("lights.green", 17)
    ...     green.value = 0.5
    """

    def __init__(self, factory: Any = None, environ: Mapping[str, str] = os.environ) -> None:
        """No pin is touched yet."""
        self._factory = factory
        self._name = environ.get("GPIOZERO_PIN_FACTORY", PIN_FACTORY)

    def __enter__(self) -> Pins:
        """The pins."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of all pins."""
        self.close()

    def light(self, key: str, pin: int) -> Output:
        """An LED between the pin and ground, dark. key: the setting that names the pin. GpioError."""
        light: Output = self._had(key, pin, "PWMLED")
        return light

    def buzzer(self, key: str, pin: int) -> Output:
        """An active buzzer on the pin, silent. GpioError."""
        buzzer: Output = self._had(key, pin, "Buzzer")
        return buzzer

    def button(self, key: str, pin: int, changed: Callable[[float, bool], None]) -> Closeable:
        """A button between the pin and ground. GpioError.

        changed: called on another thread with each bounce of the contact, with the time by `clock` and whether it is
        down. gpiozero's own bounce_time isn't used: with RPi.GPIO it swallows the end of a quick press. Nor is its
        Button, which keeps a thread awake to tell long presses.
        """
        button: _Input = self._had(key, pin, "DigitalInputDevice", pull_up=True)
        button.when_activated = lambda: changed(self.clock(), True)
        button.when_deactivated = lambda: changed(self.clock(), False)
        return button

    def is_down(self, key: str, pin: int) -> bool:
        """Whether something such as a button connects the pin with ground at this moment. GpioError."""
        with self._had(key, pin, "InputDevice", pull_up=True) as contact:
            return bool(contact.is_active)

    def clock(self) -> float:
        """Seconds by the clock of the pins, which never goes back."""
        return float(self._opened().ticks())

    def close(self) -> None:
        """Let go of all pins, after what hangs on them is closed; may be called twice."""
        if self._factory is not None:
            self._factory.close()
            self._factory = None

    def _had(self, key: str, pin: int, device: str, **how: bool) -> Any:
        """One of gpiozero's devices on a pin."""
        factory = self._opened()
        import gpiozero

        try:
            return getattr(gpiozero, device)(pin, pin_factory=factory, **how)
        except Exception as error:  # lgpio and RPi.GPIO have errors of their own
            reason = reason_of(error)
            raise GpioError(PIN_FAILS, FREE_THE_PIN, key=key, pin=pin, reason=reason) from error

    def _opened(self) -> Any:
        if self._factory is None:
            try:
                self._factory = _open(self._name)
            except Exception as error:  # likewise, and ImportError where there is no such library
                facts = {"factory": self._name, "reason": reason_of(error)}
                raise GpioError(NO_PINS, INSTALL_LGPIO, **facts) from error
        return self._factory


def _open(name: str) -> Any:
    if name == "lgpio":
        # lgpio leaves a pipe in the folder in which it is imported, and fails in one that can't be written.
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            from gpiozero.pins.lgpio import LGPIOFactory
        return LGPIOFactory()
    if name == "rpigpio":
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        return RPiGPIOFactory()
    raise ValueError(f"GPIOZERO_PIN_FACTORY may be {' or '.join(PIN_FACTORIES)}")
