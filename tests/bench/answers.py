"""What people say whom the referee asks whether it was what it has told: the truth, a moment later."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from firmware.cameras.film import Expected
from firmware.looking.gaze import Look
from firmware.referee.referee import Referee

_THINKS_S = 2.0
_DONE = ("placed", "moved", "built", "capped", "illegal")


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
        if events:  # what is done next answers a question as well
            self._question = events[-1] if events[-1].get("asks") else None

    def answer(self, look: Look) -> None:
        """Press a button, once there was time to think about a question."""
        asked = self._question
        if asked is None or look.seconds < asked["seconds"] + _THINKS_S:
            return
        self._question = None
        if any(asked["seconds"] < it.seconds <= look.seconds for it in self._expected()):
            return  # something was done meanwhile, before anybody could answer
        self.asked += 1
        if self._is_so(asked):
            self.hear([it.to_json() for it in self._referee.confirm(look.seconds, look.frame)])
            return
        self.refused += 1
        told_then = [it.to_json() for it in self._referee.take_back(look.seconds, look.frame)]
        if asked.get("otherwise"):  # else nothing was told yet
            wrong = (it for it in reversed(self.said) if _same(it, asked["asks"]) and it["event"] in _DONE)
            if (told := next(wrong, None)) is not None and _places(told) & set(asked["places"]):
                self.said.remove(told)
        self.hear([it for it in told_then if it["event"] != "taken back"])

    def _is_so(self, asked: dict[str, Any]) -> bool:
        """Whether what was done last where it is asked about was just that."""
        done = [
            it.event
            for it in self._expected()
            if it.seconds <= asked["seconds"]
            and it.event["event"] in _DONE
            and _places(it.event) & set(asked["places"])
        ]
        return bool(done) and _same(done[-1], asked["asks"])


def _same(event: Mapping[str, Any], asked: Mapping[str, str]) -> bool:
    """Whether just that was done by whom it is asked about, with what."""
    return all(event.get(name) == asked.get(name) for name in ("player", "piece", "stone"))


def _places(event: Any) -> set[str]:
    """Where something was done."""
    single = {event.get(name, "") for name in ("field", "from", "lot")}
    return {*single, *event.get("connections", "").split(";")} - {""}
