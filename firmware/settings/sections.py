"""The sections and keys of the settings: what each is for, its default, and what it may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from engine.messages import Message, Sentence
from firmware import games
from firmware.settings import kinds
from firmware.settings.kinds import Kind

T = TypeVar("T")


def _key(default: T, kind: Kind[T], comment: Message | Sentence) -> T:
    described: T = field(default=default, metadata={"kind": kind, "comment": comment})
    return described


@dataclass(frozen=True, slots=True)
class GameSection:
    """The game on the table."""

    name: str = _key(
        games.DEFAULT,
        kinds.choice(*games.NAMES),
        Sentence(Message("Which game it is: {games}."), {"games": games.NAMES}),
    )
    house_rules: tuple[str, ...] = _key(
        (),
        kinds.words(),
        Message(
            'The house rules you have agreed on, such as ["cut_off_lots"] in Alien City; [] plays by the book.'
        ),
    )
    set: Path | None = _key(
        None,
        kinds.path(),
        Message(
            'The file of your own set, as `kibitz calibrate set` leaves it; "" is for one in the colours of the game.'
        ),
    )


@dataclass(frozen=True, slots=True)
class CameraSection:
    """The camera above the table."""

    source: str = _key(
        "pi",
        kinds.camera(),
        Message(
            '"pi" is the camera on the ribbon of a Raspberry Pi, "usb:0" the camera at /dev/video0, "simulated" a '
            'drawn table ("simulated:7" another one); anything else is the path of a video, a picture or a folder of '
            "pictures."
        ),
    )
    size: tuple[int, int] = _key(
        (1280, 960),
        kinds.size(),
        Message("Width and height of the pictures in pixels; a camera gives what comes nearest to it."),
    )
    fps: float = _key(5.0, kinds.number(0.5, 30), Message("How many pictures a second are looked at."))
    lens: Path | None = _key(
        None,
        kinds.path(),
        Message(
            'The file of a calibrated lens; "" takes what `kibitz calibrate lens` has left, or an ordinary one.'
        ),
    )
    calibration_days: int = _key(
        365,
        kinds.whole(0, 9999),
        Message("After how many days Kibitz says that a calibration is old; 0 is never."),
    )


@dataclass(frozen=True, slots=True)
class LightsSection:
    """The lights and the buzzer, by GPIO number, not by the place on the header; 0 where there is none."""

    green: int = _key(17, kinds.pin(), Message("Settled, all is well."))
    amber: int = _key(27, kinds.pin(), Message("A hand is there, or Kibitz is unsure."))
    red: int = _key(22, kinds.pin(), Message("Against the rules."))
    buzzer: int = _key(0, kinds.pin(), Message("A buzzer, if you want one; 12 is a good place for it."))


@dataclass(frozen=True, slots=True)
class ButtonsSection:
    """The two buttons, each between its GPIO and ground; 0 where there is none."""

    confirm: int = _key(5, kinds.pin(), Message("Confirms, shows the score, or sets right whose turn it is."))
    back: int = _key(6, kinds.pin(), Message("Takes back, or ends the game."))
    long_press_s: float = _key(
        1.5,
        kinds.number(0.5, 10),
        Message("How many seconds make a long press: confirm then begins a game anew, back ends it."),
    )


NARROWEST_DISPLAY = 128
"""Pixels of width, below which no page is legible."""
_ON_I2C = {"ssd1306": ((128, 64),), "sh1106": ((128, 64), (128, 128))}
_ON_SPI = {"st7789": ((240, 240),), "ili9341": ((320, 240), (240, 240), (320, 180))}
"""The chips there are, by the bus that they hang on, with the sizes of their panels in pixels, the usual first."""
_OF_ANY_SIZE = ("st7789",)


@dataclass(frozen=True, slots=True)
class DisplaySection:
    """The display. SSD1306 and SH1106 hang on the I2C bus, ST7789 and ILI9341 on SPI."""

    kind: str = _key(
        "none",
        kinds.choice("none", *_ON_I2C, *_ON_SPI),
        Message('The chip of the display; "none" where there is none.'),
    )
    size: tuple[int, int] | None = _key(
        None,
        kinds.panel_size(),
        Message("Width and height in pixels, [128, 64] or more; [] is what such a panel usually has."),
    )
    rotation: int = _key(0, kinds.turn(), Message("Degrees by which the picture is turned, clockwise."))
    i2c_bus: int = _key(1, kinds.whole(0, 99), Message("The number N of the bus /dev/i2c-N."))
    i2c_address: int = _key(
        0x3C, kinds.i2c_address(), Message("The address on that bus; some panels have 0x3D.")
    )
    spi_bus: int = _key(0, kinds.whole(0, 9), Message("The number N of the bus /dev/spidevN.M."))
    spi_device: int = _key(
        0,
        kinds.whole(0, 9),
        Message("The number M of that bus; on bus 0 it is 0 with CS on GPIO 8, 1 with CS on GPIO 7."),
    )
    data_pin: int = _key(24, kinds.pin(), Message("SPI only: the GPIO on the display's D/C."))
    reset_pin: int = _key(25, kinds.pin(), Message("SPI only: the GPIO on the display's RST."))
    backlight_pin: int = _key(18, kinds.pin(), Message("SPI only: the GPIO on the display's BL or LED."))

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the panel before it is turned; only where there is one."""
        return self.size or self.sizes[0]

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """The sizes of panels with that chip before they are turned, the usual one first; only where there is one."""
        return (_ON_I2C | _ON_SPI)[self.kind]

    @property
    def is_of_no_such_size(self) -> bool:
        """Whether no panel with that chip has that size."""
        return self.kind not in ("none", *_OF_ANY_SIZE) and self.pixels not in self.sizes

    @property
    def is_turned_too_narrow(self) -> bool:
        """Whether a quarter turn leaves less width than a page needs."""
        return self.kind != "none" and self.rotation % 180 == 90 and self.pixels[1] < NARROWEST_DISPLAY

    @property
    def on_i2c(self) -> bool:
        """Whether the display hangs on the I2C bus."""
        return self.kind in _ON_I2C

    @property
    def on_spi(self) -> bool:
        """Whether the display hangs on SPI."""
        return self.kind in _ON_SPI


@dataclass(frozen=True, slots=True)
class PlayersSection:
    """The people at the table."""

    language: str = _key(
        "auto",
        kinds.choice("auto", "en", "sk", "cs"),
        Message('The language Kibitz speaks: "en", "sk" or "cs"; "auto" is that of the system.'),
    )
    colours: tuple[str, ...] = _key(
        (),
        kinds.words(),
        Message(
            'Who plays Netzwerk, such as ["white", "brown"]: nothing is taken for a piece of anybody else then; [] '
            "finds out."
        ),
    )


@dataclass(frozen=True, slots=True)
class JournalSection:
    """The journal, which keeps every game."""

    path: Path | None = _key(
        None,
        kinds.path(),
        Message(
            'The file it is written to; "" is games.sqlite3 in /var/lib/kibitz for the service, in '
            "~/.local/state/kibitz otherwise."
        ),
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, by section."""

    game: GameSection = GameSection()
    camera: CameraSection = CameraSection()
    lights: LightsSection = LightsSection()
    buttons: ButtonsSection = ButtonsSection()
    display: DisplaySection = DisplaySection()
    players: PlayersSection = PlayersSection()
    journal: JournalSection = JournalSection()


@dataclass(frozen=True)
class Key:
    """One key of a section, as `Settings` describes it."""

    section: str
    name: str
    kind: Kind[Any]
    comment: Message | Sentence

    def __str__(self) -> str:
        """The key as complaints and the guide write it: `camera.fps`."""
        return f"{self.section}.{self.name}"

    def of(self, settings: Settings) -> Any:
        """Its value."""
        return getattr(getattr(settings, self.section), self.name)


def keys() -> Iterator[Key]:
    """Every key there is, in the order of the sections."""
    for section, values in sections().items():
        for each in fields(values):
            yield Key(section, each.name, each.metadata["kind"], each.metadata["comment"])


def sections() -> dict[str, Any]:
    """Every section by name, with its defaults."""
    return {each.name: each.default for each in fields(Settings)}


_SPI_PINS: Mapping[int, tuple[Sequence[int], Sequence[int]]] = {
    0: ((8, 7), (9, 10, 11)),
    1: ((18, 17, 16), (19, 20, 21)),
}
"""Of the Pi's buses for such displays the pins that choose a device, in their order, and those that all share."""


def pins_in_use(settings: Settings) -> list[tuple[str, int]]:
    """Every pin in use, with the key that says so, including those of the display's bus."""
    lights, buttons, display = settings.lights, settings.buttons, settings.display
    used = [
        ("lights.green", lights.green),
        ("lights.amber", lights.amber),
        ("lights.red", lights.red),
        ("lights.buzzer", lights.buzzer),
        ("buttons.confirm", buttons.confirm),
        ("buttons.back", buttons.back),
    ]
    if display.on_i2c and display.i2c_bus == 1:
        used += [("display.kind", pin) for pin in (2, 3)]
    if display.on_spi:
        used += [
            ("display.data_pin", display.data_pin),
            ("display.reset_pin", display.reset_pin),
            ("display.backlight_pin", display.backlight_pin),
        ]
        selects, wires = _SPI_PINS.get(display.spi_bus, ((), ()))
        used += [("display.kind", pin) for pin in (*selects[display.spi_device :][:1], *wires)]
    return [(key, pin) for key, pin in used if pin]
