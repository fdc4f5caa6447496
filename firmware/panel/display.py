"""The display: SSD1306 and SH1106 on I2C (SDA, SCL), ST7789 and ILI9341 on SPI (and D/C, RST, backlight), by luma."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import Any

from PIL import Image

from engine.game import WatchedGame
from engine.messages import Language, Message
from firmware.events import Event, Standing
from firmware.panel.screen import Screen
from firmware.panel.signals import CUES, Page, signal_of
from firmware.settings import DisplaySection

TRY_AGAIN_S = 3.0
"""So long after it did not answer, or was last heard of, a display is tried again."""
NO_ANSWER = Message("the display does not answer: {reason}")

_NOTHING_TO_DO = 0xE3  # the NOP of SSD1306 and SH1106

Device = Any
"""One of luma's devices: `display(image)`, `size`, `mode`, `cleanup()`."""


class Pages:
    """Which page is shown: that of the status or, for some seconds, what was asked for, told or done."""

    def __init__(self) -> None:
        """No event yet."""
        self._page: Page | None = None
        self._until = 0.0

    def page(self, standing: Standing, events: Sequence[Event], now: float) -> Page:
        """The page for how things stand and what has just happened."""
        usual = signal_of(standing).page
        for event in events:
            cue = CUES.get(event.what)
            if cue is not None and cue.page is not None:
                self._page, self._until = cue.page, now + cue.seconds
        if usual in (Page.WARNING, Page.QUESTION, Page.BESIDE):
            return usual
        if standing.score_asked:
            return Page.SCORE
        if standing.told:
            return Page.TOLD
        return self._page if self._page is not None and now < self._until else usual


class Display:
    """A display that may be unplugged: the game goes on, and one on I2C too once it is plugged in again.

    A picture is sent only when it differs from the last one: on I2C that takes 25 to 100 ms. While none is sent, an
    I2C display is asked every few seconds whether it still answers; SPI displays never answer. What is unplugged and
    unheard of stays dark until Kibitz is started again.
    """

    def __init__(
        self, rules: WatchedGame[Any, Any], language: Language, connect: Callable[[], Device], *, colour: bool
    ) -> None:
        """`connect` opens the device, and is called again after trouble."""
        self._rules, self._language, self._connect, self._colour = rules, language, connect, colour
        self._pages = Pages()
        self._device: Device | None = None
        self._screen: Screen | None = None
        self._sent: Image.Image | None = None
        self._try_at = self._ask_at = float("-inf")
        self.trouble = ""

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Show the page for how things stand."""
        page = self._pages.page(standing, events, now)
        if self._device is None and not self._try_to_connect(now):
            return
        assert self._screen is not None
        picture = self._screen.picture(standing, page, now)
        is_sent = self._sent is not None and picture.tobytes() == self._sent.tobytes()
        if is_sent and (self._colour or now < self._ask_at):  # displays with colours are on SPI
            return
        try:
            assert self._device is not None
            if is_sent:
                self._device.command(_NOTHING_TO_DO)
            else:
                self._device.display(picture.convert(self._device.mode))
        except _errors() as error:
            self._lost(error, now)
        else:
            self._sent, self._ask_at, self.trouble = picture, now + TRY_AGAIN_S, ""

    def close(self) -> None:
        """Clear the panel and let it go; may be called twice."""
        if self._device is not None:
            try:
                self._device.cleanup()
            except _errors():
                pass  # it is gone already
        self._device = None
        self._try_at = float("inf")

    def _try_to_connect(self, now: float) -> bool:
        """Open the device, where it is time to; whether it is open."""
        if now < self._try_at:
            return False
        try:
            self._device = self._connect()
        except _errors() as error:
            self._lost(error, now)
            return False
        self._screen = Screen(self._rules, self._language, self._device.size, colour=self._colour)
        return True

    def _lost(self, error: Exception, now: float) -> None:
        if self._device is not None:
            self._device.persist = True  # else luma would clear it first, though it does not answer
            with suppress(*_errors()):
                self._device.cleanup()
        self._device = self._sent = None
        self._try_at = now + TRY_AGAIN_S
        self.trouble = self._language.say(NO_ANSWER, {"reason": " ".join(str(error).split())})


def open_device(section: DisplaySection, *, bus: Any = None, spi: Any = None, gpio: Any = None) -> Device:
    """The luma device of the settings, initialised; OSError or luma's own error when it does not answer, RuntimeError
    when a pin is not to be had, ImportError when a library for it is missing.

    bus, spi, gpio: stand in for the SMBus, the SPI bus and the pins of the header.
    """
    from luma.core.interface import serial

    width, height = section.pixels
    turn = {"rotate": section.rotation // 90}
    if section.on_i2c:
        from luma.oled import device

        wire = serial.i2c(bus=bus, port=section.i2c_bus, address=section.i2c_address)
        with ExitStack() as unless_it_answers:
            unless_it_answers.callback(wire.cleanup)
            # Asked before luma, which leaks something for each device that does not answer.
            wire.command(_NOTHING_TO_DO)
            opened = getattr(device, section.kind)(wire, width=width, height=height, **turn)
            unless_it_answers.pop_all()
        return opened
    from luma.lcd import device as lcd

    wire = serial.spi(
        spi=spi,
        gpio=gpio,
        port=section.spi_bus,
        device=section.spi_device,
        gpio_DC=section.data_pin,
        gpio_RST=section.reset_pin or None,
    )
    # luma knows no display without a backlight: where none is connected, it switches a dummy.
    lights = gpio if section.backlight_pin else serial.noop()
    lit = {"gpio": lights, "gpio_LIGHT": section.backlight_pin, "active_low": False}
    with ExitStack() as unless_it_opens:
        unless_it_opens.callback(wire.cleanup)
        opened = getattr(lcd, section.kind)(wire, width=width, height=height, **turn, **lit)
        unless_it_opens.pop_all()
    return opened


def _errors() -> tuple[type[Exception], ...]:
    """What a bus, a pin or luma raises when a display cannot be had, and Python when its driver is missing."""
    usual = (OSError, RuntimeError, ImportError)  # RPi.GPIO by lgpio raises nothing but RuntimeError
    try:
        from luma.core.error import Error
    except ImportError:
        return usual
    return (*usual, Error)
