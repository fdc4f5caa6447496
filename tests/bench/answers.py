"""What people say whom the referee asks who has done something: the truth, a moment later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from firmware.cameras.film import Expected
from firmware.looking.gaze import Look
from firmware.referee.referee import Referee

_THINKS_S = 2.0
_DONE = ("placed", "moved", "built")


class Answers:
    """Somebody at the buttons who knows what truly happens.

    said: what the referee has said until now, as JSON objects, less what was taken back by these answers. asked,
    refused: how many questions there were, and how many of them it was not so.
    """

    def __init__(self, referee: Referee, expected: Callable[[], Sequence[Expected]]) -> None:
        """Nothing was asked yet. expected: what truly happens, in the words of what was said."""
        self.said: list[dict[str, Any]] = []
        self.asked = self.refused = 0
        self._referee = referee
        self._expected = expected
        self._question: dict[str, Any] | None = None

    def hear(self, events: Sequence[dict[str, Any]]) -> None:
        """Take note of what was said."""
        self.said += events
        for event in events:
            self._question = event if event.get("by") else None  # by what is done next it is answered as well

    def answer(self, look: Look) -> None:
        """Press a button, once there was time to think about a question."""
        asked = self._question
        if asked is None or look.seconds < asked["seconds"] + _THINKS_S:
            return
        self._question, self.asked = None, self.asked + 1
        if self._by_whom(asked) == asked["by"]:
            self.hear([it.to_json() for it in self._referee.confirm(look.seconds, look.frame)])
            return
        self.refused += 1
        told_then = [it.to_json() for it in self._referee.take_back(look.seconds, look.frame)]
        wrong = (it for it in reversed(self.said) if it.get("player") == asked["by"] and it["event"] in _DONE)
        if (told := next(wrong, None)) is not None and _places(told) & set(asked["places"]):
            self.said.remove(told)
        self.hear([it for it in told_then if it["event"] != "taken back"])

    def _by_whom(self, asked: dict[str, Any]) -> str | None:
        """Who did last what is asked about, in truth."""
        done = [
            it.event["player"]
            for it in self._expected()
            if it.seconds <= asked["seconds"]
            and it.event["event"] in _DONE
            and _places(it.event) & set(asked["places"])
        ]
        return done[-1] if done else None


def _places(event: Any) -> set[str]:
    """Where something was done."""
    return {event.get("field", ""), event.get("from", ""), *event.get("connections", "").split(";")} - {""}
