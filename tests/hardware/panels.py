"""Panels at the other end of the wire: they understand what real drivers send, and hold the picture it makes."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence

import numpy as np
from PIL import Image

_ARGUMENTS = {
    0x20: 1,
    0x21: 2,
    0x22: 2,
    0x81: 1,
    0x8D: 1,
    0xA8: 1,
    0xAD: 1,
    0xD3: 1,
    0xD5: 1,
    0xD9: 1,
    0xDA: 1,
    0xDB: 1,
}
"""Commands of SSD1306 and SH1106 that are followed by arguments (data sheets)."""


class OledBus:
    """An SMBus with an SSD1306 or SH1106 of 128x64 on it; `unplugged` ones answer nothing."""

    def __init__(self, columns_offset: int = 0) -> None:
        self.memory = np.zeros((64, 132), bool)
        self.offset = columns_offset
        self.unplugged = False
        self.is_on = False
        self.writes = 0
        self._pending: list[int] = []
        self._columns, self._pages = (0, 127), (0, 7)
        self._column = self._page = 0

    def write_i2c_block_data(self, _address: int, control: int, data: Iterable[int]) -> None:
        if self.unplugged:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        data = list(data)
        assert len(data) <= 32, "SMBus carries 32 bytes at a time"
        self.writes += 1
        for byte in data:
            if control == 0x40:
                self._store(byte)
            else:
                self._command(byte)

    def write_byte(self, _address: int, _value: int) -> None:
        if self.unplugged:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def close(self) -> None:
        pass

    def picture(self) -> Image.Image:
        """What the panel shows: pixels that are lit."""
        lit = self.memory[:, self.offset : self.offset + 128]
        return Image.fromarray((255 * lit).astype(np.uint8))

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        code, *arguments = self._pending
        if len(arguments) < _ARGUMENTS.get(code, 0):
            return
        self._pending = []
        if code == 0x21:
            self._columns, self._column = (arguments[0], arguments[1]), arguments[0]
        elif code == 0x22:
            self._pages, self._page = (arguments[0], arguments[1]), arguments[0]
        elif 0xB0 <= code <= 0xB7:
            self._page = code - 0xB0
        elif code <= 0x0F:
            self._column = self._column & 0xF0 | code
        elif 0x10 <= code <= 0x1F:
            self._column = self._column & 0x0F | (code & 0x0F) << 4
        elif code in (0xAE, 0xAF):
            self.is_on = code == 0xAF

    def _store(self, byte: int) -> None:
        rows = slice(8 * self._page, 8 * self._page + 8)
        self.memory[rows, self._column] = [byte >> bit & 1 for bit in range(8)]
        self._column += 1
        if self.offset == 0 and self._column > self._columns[1]:
            self._column = self._columns[0]
            self._page = self._page + 1 if self._page < self._pages[1] else self._pages[0]


class Pins:
    """The GPIO of a header, as RPi.GPIO has it."""

    OUT, HIGH, LOW, BCM = 0, 1, 0, 11

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}

    def setwarnings(self, _on: bool) -> None:
        pass

    def setmode(self, _mode: int) -> None:
        pass

    def setup(self, pin: int, _direction: int) -> None:
        self.levels.setdefault(pin, 0)

    def output(self, pin: int, level: int) -> None:
        self.levels[pin] = int(level)

    def cleanup(self, *_pins: object) -> None:
        pass


class ColourPanel:
    """An ST7789 or ILI9341 on an SPI bus, in the mode of 18 bits a pixel; D/C tells commands from data."""

    def __init__(self, pins: Pins, data_pin: int, size: tuple[int, int]) -> None:
        self.pixels = np.zeros((size[1], size[0], 3), np.uint8)
        self._pins, self._data_pin = pins, data_pin
        self._code, self._data = 0, bytearray()
        self._window = [0, 0, size[0], size[1]]

    def open(self, _port: int, _device: int) -> None:
        pass

    def close(self) -> None:
        pass

    def writebytes2(self, data: Sequence[int]) -> None:
        self.writebytes(data)

    def writebytes(self, data: Sequence[int]) -> None:
        if self._pins.levels.get(self._data_pin):
            self._data += bytes(data)
            self._take_in()
        else:
            self._code, self._data = data[-1], bytearray()

    def _take_in(self) -> None:
        if self._code in (0x2A, 0x2B) and len(self._data) == 4:
            first, last = int.from_bytes(self._data[:2]), int.from_bytes(self._data[2:])
            place = self._code - 0x2A
            self._window[place], self._window[place + 2] = first, last + 1
        elif self._code == 0x2C:
            left, top, right, bottom = self._window
            if len(self._data) == 3 * (right - left) * (bottom - top):
                drawn = np.frombuffer(bytes(self._data), np.uint8).reshape(bottom - top, right - left, 3)
                self.pixels[top:bottom, left:right] = drawn
