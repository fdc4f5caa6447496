"""Where a procedure speaks, and where its result goes."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine.messages import Language, Message, ToldError
from firmware.cameras import is_live
from firmware.doctor.finding import Finding


@dataclass(frozen=True)
class Desk:
    """path: the file of the result; source: the camera's, as behind `--camera`."""

    language: Language
    path: Path
    source: str

    @property
    def is_live(self) -> bool:
        """Whether somebody stands before the camera and can do what is asked for."""
        return is_live(self.source) or _is_simulated(self.source)

    def is_of_another(self, camera: str) -> bool:
        """Whether a result is that of another real camera, or this one a mere trial: then it is not to be lost."""
        is_trial = _is_simulated(self.source) and not _is_simulated(camera)
        return is_trial or (is_live(camera) and camera != self.source)

    def is_from_a_trial(self, camera: str) -> bool:
        """Whether a result comes of a trial on the simulated table, and this one is none: it counts for nothing."""
        return _is_simulated(camera) and not _is_simulated(self.source)

    def say(self, message: Message, **facts: object) -> None:
        """One line for the person at it."""
        print(self.language.say(message, facts), flush=True)

    def complain(self, message: Message, **facts: object) -> None:
        """One line about what does not work."""
        print(f"kibitz calibrate: {self.language.say(message, facts)}", file=sys.stderr)

    def remark(self, finding: Finding) -> None:
        """One line about something that could be better."""
        print(f"kibitz calibrate: {finding.told(self.language)}", file=sys.stderr)

    def report(self, error: ToldError) -> None:
        """One line about an error."""
        print(f"kibitz calibrate: {error.sentence(self.language)}", file=sys.stderr)


def _is_simulated(source: str) -> bool:
    return source.partition(":")[0] == "simulated"


def now() -> str:
    """The time to write into a file, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")
