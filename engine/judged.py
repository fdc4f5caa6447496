"""Questions about games of whatever kind, one JSON object a line, and what the rules answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engine.illegible import ILLEGIBLE, IN_LINE, IllegibleError, why
from engine.messages import Message
from engine.numbered import numbered_lines
from engine.registry import entries

NO_QUESTION = Message("the file holds no question")
NO_OBJECT = Message("a question is a JSON object")


def answers(text: str) -> Iterator[dict[str, Any]]:
    """The answer to each line of a file.

    Raises IllegibleError saying which line is no question, and why, or that there is none at all.
    """
    if not text.strip():
        raise IllegibleError(NO_QUESTION)
    for number, line in numbered_lines(text):
        try:
            asked = json.loads(line)
            if not isinstance(asked, dict):
                raise IllegibleError(NO_OBJECT)
            entry = next(it for it in entries() if it.is_question(asked))
            yield entry.answers(asked)
        except ILLEGIBLE as error:
            raise IllegibleError(IN_LINE, number=number, reason=why(error)) from error
