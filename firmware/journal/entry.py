"""An entry of the journal: one line of text that tells by itself whether it is whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from engine.illegible import ILLEGIBLE
from firmware.events import Event

LONGEST = 1 << 16
"""Bytes; an entry of a long game has some two thousand."""

_BEHIND_CHECKSUM = re.compile(rb' \{"sequence": ')
_CHECKSUM = 8
_PIECE = 1 << 22
"""Bytes of a file that are looked through at once: it may be some film that is larger than the memory."""


class OtherVersionError(ValueError):
    """An entry that is as it was written, and that this version of Kibitz does not know how to read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it is kept, or, without an event, that a game was begun or begun again.

    sequence: counts all entries, and alone says their order. number: that of the game. game: its kind, a name of the
    registry, played by these house rules. at: the wall clock, seconds since 1970, for people to read.
    """

    sequence: int
    number: int
    game: str
    at: float
    event: Event | None = None
    house_rules: tuple[str, ...] = ()

    def to_text(self) -> str:
        """A checksum and the entry as JSON, in one line of ASCII that ends with its line break."""
        event = self.event.to_json() if self.event else None
        content: dict[str, object] = {"sequence": self.sequence, "number": self.number, "game": self.game}
        if self.house_rules:
            content["house_rules"] = self.house_rules
        content["at"] = self.at
        body = f"{json.dumps({**content, 'event': event})}\n"
        return f"{crc32(body.encode()):08x} {body}"

    @classmethod
    def from_text(cls, text: str) -> Entry:
        """The entry of such a line; ValueError when it is none, or no longer whole, or OtherVersionError."""
        if not is_whole(text):
            raise ValueError(f"not a whole entry: {text!r}")
        try:
            content = json.loads(text[9:])
            event = None if content["event"] is None else Event.from_json(content["event"])
            house_rules = tuple(content.get("house_rules", ()))
            return cls(
                content["sequence"], content["number"], content["game"], content["at"], event, house_rules
            )
        except ILLEGIBLE as error:
            raise OtherVersionError(f"not an entry of this version: {text!r} ({error})") from None


def is_whole(text: str) -> bool:
    """Whether an entry's line is as it was written."""
    checksum, _, body = text.partition(" ")
    return checksum == f"{crc32(body.encode()):08x}"


def entries_in(path: Path) -> Iterator[Entry]:
    """The whole entries anywhere in a file's bytes, whatever is left of it around them; none without a file."""
    with suppress(FileNotFoundError), path.open("rb") as file:
        data = b""
        while piece := file.read(_PIECE):
            # What the end of a piece cuts off stands whole in the next, as do others for the second time.
            data = data[-LONGEST:] + piece
            yield from _entries_of(data)


def _entries_of(data: bytes) -> Iterator[Entry]:
    for found in _BEHIND_CHECKSUM.finditer(data):
        beginning = max(found.start() - _CHECKSUM, 0)
        end = data.find(b"\n", beginning, beginning + LONGEST) + 1
        text = data[beginning:end].decode("ascii", "replace")
        with suppress(ValueError):
            yield Entry.from_text(text)
