"""Where a procedure says what it has to say, and where its result goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from engine.messages import Language, Message, ToldError
from firmware.cameras import is_live, is_simulated
from firmware.complaint import complain
from firmware.finding import Finding

if TYPE_CHECKING:
    from firmware.calibrate.page import CalibrationPage

BROKEN_OFF = Message("Broken off. What was taken is kept: call it again to go on.")
OF_ANOTHER = Message("{path} was made with {camera}. Nothing was changed; --replace takes the new one.")
UNKNOWN_CAMERA = Message("an unknown camera")
NOT_OURS = Message(
    "{picture} is there already, and the picture of the result would take its place: --replace makes it so, --to "
    "FILE keeps it elsewhere."
)
GATHERED = Message(
    "{count} picture taken with {camera} lies there for the same result; --anew forgets it, --to FILE keeps this "
    "elsewhere",
    "{count} pictures taken with {camera} lie there for the same result; --anew forgets them, --to FILE keeps this "
    "elsewhere",
)
OCCUPIED = Message(
    "{reason}. What comes of this would take its place: --replace makes it so, --to FILE keeps it elsewhere"
)
WILL_NOT_REPLACE = Message(
    "{path} was made with {camera}: what comes of this will not take its place. --replace makes it so, --to FILE "
    "keeps it elsewhere."
)


ResultT = TypeVar("ResultT")


class OccupiedError(ToldError, ValueError):
    """In the place of the result there is something else, or a result that cannot be read."""


@dataclass(frozen=True)
class Desk:
    """path: the file of the result; source: the camera's, as given to `--camera`; page: shows everything too."""

    language: Language
    path: Path
    source: str
    page: CalibrationPage | None = None

    @property
    def is_live(self) -> bool:
        """Whether somebody stands before the camera and can do what is asked for."""
        return is_live(self.source) or is_simulated(self.source)

    def may_go_on_with(self, camera: str, count: int) -> bool:
        """Whether to go on with so many pictures gathered with a camera; if not, it is said that they would be lost.

        What comes from files is read again, and never kept.
        """
        if count and not (self.is_live and camera == self.source):
            self.complain(GATHERED, count=count, camera=camera)
            return False
        return True

    def there(self, load: Callable[[Path], ResultT], *, replace: bool) -> ResultT | None:
        """The result that is there and may be better, as `load` reads it; None where there is none.

        replace: whether anything there may be overwritten; then it isn't looked at. Else raises OccupiedError if it
        is no such result, a damaged one, or one of another version of Kibitz.
        """
        if replace or not self.path.exists():
            return None
        try:
            return load(self.path)
        except ToldError as error:
            raise OccupiedError(OCCUPIED, reason=error) from error

    def may_replace(self, camera: str, better: Message | None, **facts: object) -> bool:
        """Whether the result that is there may give way to the new one; what speaks against that is said.

        camera: what the old one was made with, "" where that is not known. better: what to say, with `path` and
        facts, if the old one is better. A trial on the simulated table never replaces anything else, and may itself
        be replaced by a result of any other camera.
        """
        if self._is_no_match_for(camera):
            self.complain(OF_ANOTHER, path=self.path, camera=camera or UNKNOWN_CAMERA)
            return False
        if better is not None and is_simulated(self.source) == is_simulated(camera):
            self.complain(better, path=self.path, **facts)
            return False
        return True

    def may_draw(self, suffix: str, *, replace: bool) -> bool:
        """Whether the picture beside the result, with that suffix, may be written; if not, it is said.

        It must not overwrite what was read nor, without `replace`, a picture that has no result beside it.
        """
        picture = self.path.with_suffix(suffix)
        is_source = picture.resolve() == Path(self.source).resolve()
        if picture.exists() and (is_source or not (replace or self.path.exists())):
            self.complain(NOT_OURS, picture=picture)
            return False
        return True

    def forewarn(self, camera: str) -> None:
        """Say, before anybody goes to the trouble, that the result that is there will not be replaced.

        camera: what it was made with, as in `may_replace`.
        """
        if self._is_no_match_for(camera):
            self.complain(WILL_NOT_REPLACE, path=self.path, camera=camera or UNKNOWN_CAMERA)

    def _is_no_match_for(self, camera: str) -> bool:
        is_trial, was_trial = is_simulated(self.source), is_simulated(camera)
        return (is_trial and not was_trial) or (is_live(camera) and camera != self.source)

    def say(self, message: Message, **facts: object) -> None:
        """One line for the person at it."""
        self.show(self.language.say(message, facts))

    def show(self, text: str) -> None:
        """Lines for the person at it."""
        print(text, flush=True)
        if self.page is not None:
            self.page.say(text)

    def ask(self, message: Message, **facts: object) -> None:
        """Ask the person before the camera for something, in a line that stays in view on the page until it is done;
        with photos nobody is asked."""
        if not self.is_live:
            self.say(message, **facts)
            return
        asked = self.language.say(message, facts)
        print(asked, flush=True)
        if self.page is not None:
            self.page.ask(asked)

    def ask_no_more(self) -> None:
        """Let nothing be asked for on the page any more."""
        if self.page is not None:
            self.page.ask("")

    def draw(self, *parts: str) -> None:
        """A drawing in letters for the person at it, with explanations of its signs above and below."""
        drawing = "\n".join(parts)
        print(drawing, flush=True)
        if self.page is not None:
            self.page.draw(drawing)

    def say_broken_off(self) -> None:
        """Say that what was taken is kept, if it is: with photos nothing is."""
        self.ask_no_more()
        if self.is_live:
            self.say(BROKEN_OFF)

    def complain(self, message: Message, **facts: object) -> None:
        """One line about what does not work."""
        self._complain(self.language.say(message, facts))

    def remark(self, finding: Finding) -> None:
        """One line about something that could be better."""
        self._complain(finding.told(self.language))

    def report(self, error: ToldError) -> None:
        """One line about an error."""
        self._complain(error.sentence(self.language))

    def _complain(self, said: str) -> None:
        complain("calibrate", said)
        if self.page is not None:
            self.page.say(said)


def now() -> str:
    """The time to write into a file, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")
