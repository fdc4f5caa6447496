"""Questions about games of whatever kind, one JSON object a line, and what the rules answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_NO_QUESTION = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)


def answers(text: str) -> Iterator[dict[str, Any]]:
    """The answer to each line of a file. Raises ValueError saying which line is no question, and why."""
    from .alien_city.questions import answers as of_alien_city
    from .netzwerk.questions import FORMATS
    from .netzwerk.questions import answers as of_netzwerk

    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            asked = json.loads(line)
            if not isinstance(asked, dict):
                raise ValueError("a question is a JSON object")
            answered = of_netzwerk if asked.get("format") in FORMATS else of_alien_city
            yield answered(asked)
        except _NO_QUESTION as error:
            reason: object = error
            if isinstance(error, KeyError):
                reason = f"{error} is missing"
            elif isinstance(error, TypeError | AttributeError):
                reason = "a value is of another kind than it has to be"
            raise ValueError(f"line {number}: {reason}") from error
