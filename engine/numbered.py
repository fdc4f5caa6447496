"""Files with a JSON object a line: the lines that hold one, by their numbers."""

from __future__ import annotations

from collections.abc import Iterator


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1.

    They end with a line break and nothing else: within a text of JSON other separators may stand as they are, such as
    U+2028, at which `str.splitlines` would break it in two.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line
