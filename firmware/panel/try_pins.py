"""`python -m firmware.panel.try_pins KEY=PIN …` tries pins for the doctor and says in JSON how it went.

In a process of its own, so that the pins are released whatever happens.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from firmware.panel.gpio import GpioError, Pins


def tried(pins: Pins, used: Iterable[tuple[str, int]]) -> dict[str, object]:
    """What JSON is to say: why pins cannot be had, by their keys, and the keys of the buttons that are down.

    GpioError where no pin can be reached at all.
    """
    pins.clock()  # raises if no pins can be reached at all
    failed, down = {}, []
    for key, pin in used:
        try:
            # As an input, whatever hangs there: no light flashes, and nothing buzzes.
            if pins.is_down(key, pin) and key.startswith("buttons."):
                down.append(key)
        except GpioError as error:
            failed[key] = error.reason
    return {"failed": failed, "down": down}


def _main(words: Iterable[str]) -> None:
    used = [(key, int(pin)) for key, _, pin in (word.partition("=") for word in words)]
    with Pins() as pins:
        try:
            print(json.dumps(tried(pins, used)))
        except GpioError as error:
            sys.exit(" ".join(error.reason.split()))


if __name__ == "__main__":
    _main(sys.argv[1:])
