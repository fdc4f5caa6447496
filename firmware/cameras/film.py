"""A simulated game as a film: takes one after the other, and what a good referee says about them, and when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.game import Act, Happening, rules_of
from vision.table import Deed, Shot, Stage, Table

_FIRST_S, _LAST_S = 4.0, 5.0
_ON_THE_WAY_S, _OVER_S = (0.2, 0.4), (0.4, 1.4)
_SHAKING_S = 0.2
_DOING = {Act.PLACED: "placing", Act.CAPPED: "capping", Act.MOVED: "moving", Act.BUILT: "building"}


@dataclass(frozen=True)
class Habits:
    """How a game goes: chances of what happens in a turn, and how long players leave the table alone, in seconds.

    illegal: something against the rules is done and taken back; more: a change has several deeds where it may; reach:
    a hand comes for nothing; knock, relight: the camera is bumped, a lamp changes; cloud: one dims a clear picture
    for a while.
    """

    illegal: float = 0.08
    more: float = 0.3
    reach: float = 0.08
    knock: float = 0.03
    relight: float = 0.04
    cloud: float = 0.06
    pause_s: tuple[float, float] = (1.8, 4.0)


@dataclass(frozen=True)
class Take:
    """A shot and when it is in view, in seconds of camera time from `seconds` to `until`.

    event: what is going on, as labels of photographed games have it (`placing`, `placed`, `taken_back` …); facts:
    what there is to say of it. dimmed: share of the light that a passing cloud takes away at its thickest.
    """

    shot: Shot
    seconds: float
    until: float
    event: str
    facts: Mapping[str, Any]
    dimmed: float = 0.0


@dataclass(frozen=True)
class Expected:
    """An event that a referee should give out while the camera's time is in [seconds, until).

    event: as `firmware.events.Event.to_json` has it, with what matters only. visible: share of what it is about that
    other pieces leave to be seen.
    """

    event: Mapping[str, Any]
    seconds: float
    until: float
    visible: float = 1.0


@dataclass(frozen=True)
class Step:
    """A deed that is done or undone, and what there is to tell of it."""

    deed: Deed
    told: tuple[Happening, ...]


class Film:
    """Takes one after the other, with what is to be expected of a referee."""

    def __init__(self, table: Table, rng: np.random.Generator, habits: Habits) -> None:
        """A clear table, at which nothing has happened yet."""
        self._table, self._rng, self._habits = table, rng, habits
        self._takes: list[Take] = []
        self._expected: list[Expected] = []
        self._now = 0.0
        self.pressed: float | None = None
        self._show([table.clear()], "start", "start", {})
        self._expect({"event": "setup", **table.setup})
        self._lengthen(_FIRST_S)

    @property
    def settled(self) -> Sequence[Take]:
        """The takes that stay as they are: the last one may still be lengthened."""
        return self._takes[:-1]

    def mishaps(self, player: str) -> None:
        """What happens between two turns, if anything."""
        if self._rng.random() < self._habits.reach:
            self._show(self._table.reach(player), "reaching", "reached", {})
        if self._rng.random() < self._habits.knock:
            self._show(self._table.knock(), "bumped", "bumped", {})
        if self._rng.random() < self._habits.relight:
            self._show(self._table.relight(), "relit", "relit", {})

    def step(self, step: Step) -> None:
        """A deed, legal or not."""
        deed, broken = step.deed, rules_of(fault for it in step.told for fault in it.faults)
        shots, so = self._table.do(deed), "_illegally" if broken else ""
        facts = {**deed.facts, "rules": list(broken)} if broken else deed.facts
        self._show(shots, _DOING.get(deed.act, "doing") + so, deed.act + so, facts)
        self._tell(step, self._table.visible(deed))

    def illegal(self, steps: Iterable[Step], back: Iterable[Step]) -> None:
        """Deeds of which the last is against the rules, and how they are undone."""
        for step in steps:
            self.step(step)
        for step in back:
            self._show(self._table.undo(step.deed), "taking_back", "taken_back", step.deed.facts)
            self._tell(step)

    def press(self) -> None:
        """Somebody says with a button that the turn is over."""
        self._lengthen(_LAST_S)
        self.pressed = self._now
        self._show([self._table.clear()], "pressed", "pressed", {})

    def ended(self, score: Mapping[str, int] | None) -> tuple[tuple[Take, ...], tuple[Expected, ...]]:
        """The film and what is expected, each until the next thing of its kind."""
        self._lengthen(_LAST_S)
        moments = sorted({expected.seconds for expected in self._expected})
        ends = dict(zip(moments, [*moments[1:], self._now], strict=True))
        expected = [replace(e, until=ends[e.seconds]) for e in self._expected]
        if score is not None:
            over = expected[-1].seconds if self.pressed is None else self.pressed
            expected.append(Expected({"event": "over", "score": score}, over, self._now))
        return tuple(self._takes), tuple(expected)

    def _tell(self, step: Step, visible: float = 1.0) -> None:
        for happening in step.told:
            broken = {"rules": list(rules_of(happening.faults))} if happening.faults else {}
            self._expect({"event": happening.kind.value, **happening.facts, **broken}, visible)

    def _show(self, shots: Sequence[Shot], doing: str, done: str, facts: Mapping[str, Any]) -> None:
        for shot in shots:
            if shot.stage is Stage.CLEAR:
                self._add(shot, self._between(self._habits.pause_s), done, facts)
            elif shot.stage is Stage.KNOCKED:
                self._add(shot, _SHAKING_S, doing, facts)
            else:
                span = _OVER_S if shot.stage is Stage.OVER else _ON_THE_WAY_S
                self._add(shot, self._between(span), doing, facts)

    def _add(self, shot: Shot, lasts: float, event: str, facts: Mapping[str, Any]) -> None:
        cloudy = shot.stage is Stage.CLEAR and self._rng.random() < self._habits.cloud
        dimmed = float(self._rng.uniform(0.1, 0.35)) if cloudy else 0.0
        self._takes.append(Take(shot, self._now, self._now + lasts, event, facts, dimmed))
        self._now += lasts

    def _expect(self, event: Mapping[str, Any], visible: float = 1.0) -> None:
        """An event that may be seen from the last take on, or as soon as no hand is over the board."""
        seconds = self._takes[-1].seconds
        for take in reversed(self._takes[:-1]):
            if take.shot.stage not in (Stage.OVER, Stage.LEAVING) or take.shot.hides_board:
                break
            seconds = take.seconds
        self._expected.append(Expected(event, seconds, seconds, visible))

    def _lengthen(self, least_s: float) -> None:
        """Give the last take at least so much time."""
        last = self._takes[-1]
        self._now = max(self._now, last.seconds + least_s)
        self._takes[-1] = replace(last, until=self._now)

    def _between(self, span: tuple[float, float]) -> float:
        return float(self._rng.uniform(*span))
