"""What a page says in words: how things stand, what must not be missed, and what has happened, line by line."""

from __future__ import annotations

import json
import re
from collections import deque
from dataclasses import dataclass
from html import escape

_MOST = 20
"""Things that have happened which a page goes on showing."""
_IN_RULE = re.compile(r"(?<=\b[A-Z]-)(?=[0-9])")
"""Where a browser would part the number of a rule, such as N-6.5, at the end of a line."""
_WORD_JOINER = "\u2060"


@dataclass(frozen=True, slots=True)
class Line:
    """Something that has happened. is_quiet: whether another place on the page reads it out already."""

    text: str
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """state: how things stand, each thing at a place of its own, "" where there is nothing to say of it. alert: what
    interrupts whoever hears the page. lines: what has happened last; first: the number of the first of them, so that
    a browser knows which it has. seen: what is for eyes only, such as a drawing in letters."""

    state: tuple[str, ...] = ()
    alert: str = ""
    lines: tuple[Line, ...] = ()
    first: int = 0
    seen: str = ""

    def as_json(self) -> bytes:
        """All of it in one line, for the script of the page."""
        return json.dumps(
            {
                "state": [_legible(it) for it in self.state],
                "alert": _legible(self.alert),
                "seen": _legible(self.seen),
                "first": self.first,
                "lines": [[_legible(it.text), it.is_quiet] for it in self.lines],
            }
        ).encode()

    def as_html(self) -> dict[str, str]:
        """Its parts as they stand in a page when it is opened; nothing that is there then is read out."""
        return {
            "state": "".join(f"<p>{_in_html(it)}</p>" for it in self.state),
            "alert": _in_html(self.alert),
            "seen": _in_html(self.seen),
            "next": str(self.first + len(self.lines)),
            "lines": "".join(f"<li>{_in_html(it.text)}</li>" for it in self.lines),
        }


class Log:
    """Remembers what has happened last."""

    def __init__(self) -> None:
        """Nothing has."""
        self._lines: deque[Line] = deque(maxlen=_MOST)
        self._count = 0

    @property
    def lines(self) -> tuple[Line, ...]:
        """What has happened, the latest last."""
        return tuple(self._lines)

    @property
    def first(self) -> int:
        """The number of the first of the lines."""
        return self._count - len(self._lines)

    def add(self, text: str, *, is_quiet: bool = False) -> None:
        """This has happened."""
        self._lines.append(Line(text, is_quiet))
        self._count += 1


def _legible(text: str) -> str:
    """A text as it can be sent (names of files need not be valid text), with numbers of rules kept unbroken."""
    return _IN_RULE.sub(_WORD_JOINER, text.encode(errors="backslashreplace").decode())


def _in_html(text: str) -> str:
    return escape(_legible(text))
