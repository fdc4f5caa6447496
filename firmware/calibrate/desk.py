"""Where a procedure speaks, and where its result goes."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine.messages import Language, Message, ToldError

_DEVICES = ("pi", "usb")


@dataclass(frozen=True)
class Desk:
    """path: the file of the result; source: the camera's, as behind `--camera`."""

    language: Language
    path: Path
    source: str

    @property
    def is_live(self) -> bool:
        """Whether somebody stands before the camera and can do what is asked for."""
        return self.source.partition(":")[0] in (*_DEVICES, "simulated")

    def is_of_another(self, camera: str) -> bool:
        """Whether a result was made with a real camera that is not this one: it is not to be lost by a trial."""
        return camera.partition(":")[0] in _DEVICES and camera != self.source

    def say(self, message: Message, **facts: object) -> None:
        """One line for the person at it."""
        print(self.language.say(message, facts), flush=True)

    def complain(self, message: Message, **facts: object) -> None:
        """One line about what does not work."""
        print(f"kibitz calibrate: {self.language.say(message, facts)}", file=sys.stderr)

    def report(self, error: ToldError) -> None:
        """One line about an error."""
        print(f"kibitz calibrate: {error.sentence(self.language)}", file=sys.stderr)


def now() -> str:
    """The time to write into a file, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")
