"""What the value of a setting may be: how it is read from TOML, how it is written, and what would be right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from engine.messages import Message, Sentence
from firmware.settings import words as say

T = TypeVar("T")

CAMERAS = "pi", "simulated"
"""Cameras that have a name; the others are `usb:0`, a simulated table by number, or a path."""
PINS = range(2, 28)
"""The pins of a Pi's header that are free to use, in BCM numbering; 0 and 1 belong to what is plugged on top."""


@dataclass(frozen=True)
class Kind(Generic[T]):
    """One kind of value.

    right: what it has to be, as the end of a sentence. read: from a TOML value and the folder that relative paths
    start from; ValueError for a value that is not right. write: to the text of a TOML value, which `read` reads back.
    """

    right: Message | Sentence
    read: Callable[[Any, Path], T]
    write: Callable[[T], str]


def whole(low: int, high: int) -> Kind[int]:
    """A whole number from `low` to `high`."""
    return _whole(Sentence(say.WHOLE, {"low": low, "high": high}), range(low, high + 1), str)


def number(low: float, high: float) -> Kind[float]:
    """A number from `low` to `high`."""

    def read(value: Any, _folder: Path) -> float:
        _refuse_unless(type(value) in (int, float) and low <= value <= high)
        return float(value)

    return Kind(Sentence(say.NUMBER, {"low": f"{low:g}", "high": f"{high:g}"}), read, repr)


def choice(*words: str) -> Kind[str]:
    """One of some words."""

    def read(value: Any, _folder: Path) -> str:
        _refuse_unless(value in words)
        return str(value)

    named = tuple(quoted(word) for word in words)
    one_of = (
        Sentence(say.ONE_OF, {"words": named}) if len(words) > 1 else Sentence(say.ONLY, {"word": named[0]})
    )
    return Kind(one_of, read, quoted)


def turn() -> Kind[int]:
    """A rotation in quarter turns."""
    return _whole(say.TURN, (0, 90, 180, 270), str)


def pin() -> Kind[int]:
    """A pin of the header, or 0 for none."""
    return _whole(Sentence(say.PIN, {"low": PINS[0], "high": PINS[-1]}), (0, *PINS), str)


def i2c_address() -> Kind[int]:
    """The address of a device on an I2C bus, written in hexadecimal as data sheets do."""
    return _whole(say.I2C_ADDRESS, range(0x08, 0x78), "0x{:02X}".format)


def words() -> Kind[tuple[str, ...]]:
    """A list of words."""

    def read(value: Any, _folder: Path) -> tuple[str, ...]:
        _refuse_unless(isinstance(value, list) and all(isinstance(word, str) and word for word in value))
        return tuple(value)

    return Kind(say.NAMES, read, lambda names: f"[{', '.join(map(quoted, names))}]")


def size() -> Kind[tuple[int, int]]:
    """Width and height of a picture that a board can be read from."""
    return _pair(say.SIZE, (320, 240), (8000, 8000))


def panel_size() -> Kind[tuple[int, int] | None]:
    """Width and height of a display on which pages are legible; None if not given."""
    pair = _pair(say.PANEL_SIZE, (128, 64), (1024, 1024))

    def read(value: Any, folder: Path) -> tuple[int, int] | None:
        return None if value == [] else pair.read(value, folder)

    return Kind(pair.right, read, lambda value: "[]" if value is None else pair.write(value))


def path() -> Kind[Path | None]:
    """A path, `~` and paths relative to the settings file allowed; an empty text for none."""

    def read(value: Any, folder: Path) -> Path | None:
        _refuse_unless(isinstance(value, str) and "\0" not in value)
        return _path(value, folder) if value else None

    return Kind(say.PATH, read, lambda value: quoted("" if value is None else str(value)))


def camera() -> Kind[str]:
    """A camera by name or number, or the path of a film or of pictures, made absolute."""

    def read(value: Any, folder: Path) -> str:
        _refuse_unless(isinstance(value, str) and value != "" and "\0" not in value)
        if value in CAMERAS or re.fullmatch(r"usb:\d{1,3}|simulated:\d{1,9}", value):
            return str(value)
        place = _path(value, folder)
        # A slip such as "ubs:0" is no path: a path has a slash or a suffix, or exists.
        _refuse_unless("/" in value or "." in value or _is_there(place))
        return str(place)

    return Kind(say.CAMERA, read, quoted)


def _is_there(path: Path) -> bool:
    """Whether something is there; False where it may not be looked at, or the name is too long."""
    try:
        return path.exists()
    except OSError:
        return False


def quoted(text: str) -> str:
    """The text as a TOML string."""
    # JSON's escapes are TOML's, except for this one character, which JSON leaves bare and TOML doesn't allow.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _whole(
    right: Message | Sentence, allowed: range | tuple[int, ...], write: Callable[[int], str]
) -> Kind[int]:
    def read(value: Any, _folder: Path) -> int:
        # True and 1.0 are numbers to Python, but slips in a settings file.
        _refuse_unless(type(value) is int and value in allowed)
        return int(value)

    return Kind(right, read, write)


def _pair(right: Message | Sentence, least: tuple[int, int], most: tuple[int, int]) -> Kind[tuple[int, int]]:
    def read(value: Any, _folder: Path) -> tuple[int, int]:
        _refuse_unless(
            isinstance(value, list) and len(value) == 2 and all(type(side) is int for side in value)
        )
        _refuse_unless(all(low <= side <= high for low, side, high in zip(least, value, most, strict=True)))
        return value[0], value[1]

    return Kind(right, read, lambda value: f"[{value[0]}, {value[1]}]")


def _path(text: str, folder: Path) -> Path:
    try:
        return folder / Path(text).expanduser()
    except RuntimeError as error:  # `~` of somebody without a home
        raise ValueError(str(error)) from None


def _refuse_unless(right: bool) -> None:
    if not right:
        raise ValueError
