"""The script of a simulated game: random legal play with mishaps, and what a good referee says about it, when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from engine.game import Account, Happening, Verdict, WatchedGame
from firmware.match import rules_of
from vision.synthetic.chance import one_of, shuffled
from vision.table import Deed, Shot, Stage, Table

_FIRST_S, _LAST_S = 4.0, 5.0
_TRIES = 40
_MOST_TURNS = 250  # several times as many as games take that come to an end
_ON_THE_WAY_S, _OVER_S = (0.2, 0.4), (0.4, 1.4)
_SHAKING_S = 0.2
_DOING = {"placed": "placing", "capped": "capping", "moved": "moving", "built": "building"}


@dataclass(frozen=True)
class Habits:
    """How a game goes: chances of what happens in a turn, and how long players leave the table alone, in seconds.

    illegal: something against the rules is done and taken back; more: where a change may be of several deeds, it is;
    reach: a hand comes for nothing; knock, relight: camera or lamp; cloud: one dims a clear picture for a while.
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
class Script:
    """A whole game as a film, with its truth.

    start: the state it starts from, turns: what was played, as texts of `engine.game.Game`; final: its last state.
    end: why it is over, None where it was broken off; score: totals by player, None likewise. pressed: when a player
    says with a button that a turn is over, as nobody can see it; None where nobody does.
    """

    takes: tuple[Take, ...]
    expected: tuple[Expected, ...]
    start: str
    turns: tuple[str, ...]
    final: str
    end: str | None
    score: Mapping[str, int] | None
    pressed: float | None = None

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return self.takes[-1].until


def write_script(
    rules: WatchedGame[Any, Any],
    table: Table,
    rng: np.random.Generator,
    habits: Habits | None = None,
    turns: int | None = None,
) -> Script:
    """Play a game on a table to its end, or for so many turns; all random choices come from `rng`.

    Players who can do no more than walk about, as on a landscape without stones, break it off some time.
    """
    habits, most = habits or Habits(), _MOST_TURNS if turns is None else turns
    film = _Film(table, rng, habits)
    state = watched = rules.parse_state(table.start)  # as the players know it, as anybody does who looks on
    played: list[str] = []
    while rules.end(state) is None and len(played) < most:
        film.mishaps(one_of(rng, list(rules.players(state))))
        if rng.random() < habits.illegal:
            wrong = _illegal(rules, state, watched, table, rng)
            if wrong is not None:
                steps = _steps(rules, watched, wrong)
                film.illegal(steps, _steps_back(rules, watched, wrong))
        change = _chosen(rules, state, table, rng, habits.more)
        deeds = table.deeds(change)
        for step in _steps(rules, watched, deeds):
            film.step(step)
        played.append(change)
        state = rules.play(state, rules.parse_change(change))
        watched = rules.play(watched, rules.parse_change(deeds[-1].so_far if deeds else change))
    end = rules.end(state)
    if end is not None and rules.end(watched) is None:
        film.press()
    score = None if end is None else dict(rules.score(state).totals)
    takes, expected = film.ended(score)
    final = rules.format_state(state)
    return Script(takes, expected, table.start, tuple(played), final, end, score, film.pressed)


@dataclass(frozen=True)
class _Step:
    """A deed that is done or undone, and what there is to tell of it."""

    deed: Deed
    told: tuple[Happening, ...]


def _steps(rules: WatchedGame[Any, Any], state: Any, deeds: Sequence[Deed]) -> Iterator[_Step]:
    """Deeds one after the other, as they are told when the change that they make up grows."""
    before: list[tuple[Any, Verdict]] = []
    for deed in deeds:
        now = _judged(rules, state, deed)
        yield _Step(deed, _told(rules, state, before, [now]))
        before = [now]


def _steps_back(rules: WatchedGame[Any, Any], state: Any, deeds: Sequence[Deed]) -> Iterator[_Step]:
    """The same deeds undone, the last one first."""
    judged = [_judged(rules, state, deed) for deed in deeds]
    for number in reversed(range(len(deeds))):
        left = judged[number - 1 : number] if number else []
        yield _Step(deeds[number], _told(rules, state, [judged[number]], left))


def _judged(rules: WatchedGame[Any, Any], state: Any, deed: Deed) -> tuple[Any, Verdict]:
    change = rules.parse_change(deed.so_far)
    return change, rules.judge(state, change)


def _told(
    rules: WatchedGame[Any, Any],
    state: Any,
    before: Sequence[tuple[Any, Verdict]],
    now: Sequence[tuple[Any, Verdict]],
) -> tuple[Happening, ...]:
    changes, verdicts = tuple(it for it, _ in now), tuple(it for _, it in now)
    return tuple(rules.retell(state, before, Account(0, changes, verdicts)))


def _chosen(
    rules: WatchedGame[Any, Any], state: Any, table: Table, rng: np.random.Generator, more: float
) -> str:
    """A legal change; one of several deeds with the chance `more`, where there is one."""
    wanted = bool(rng.random() < more)

    def is_wanted(change: str) -> bool:
        return (len(table.deeds(change)) > 1) is wanted

    for text in islice(table.tries(rules.format_state(state)), _TRIES):
        if is_wanted(text) and rules.judge(state, rules.parse_change(text)).legal:
            return text
    legal = [rules.format_change(change) for change in rules.legal(state)]
    in_some_order = shuffled(rng, legal)
    return next(filter(is_wanted, in_some_order), in_some_order[0])


def _illegal(
    rules: WatchedGame[Any, Any], state: Any, watched: Any, table: Table, rng: np.random.Generator
) -> Sequence[Deed] | None:
    """The deeds of a change up to the one that is against the rules; all kinds of faults are about as frequent.

    watched: the state as far as it could be seen how it came about. Nobody plays out of turn: whether one does cannot
    always be seen.
    """
    kinds: dict[tuple[str, ...], list[Sequence[Deed]]] = {}
    for text in islice(table.tries(rules.format_state(state)), _TRIES):
        deeds = table.deeds(text)
        for number, deed in enumerate(deeds, start=1):
            _, verdict = _judged(rules, watched, deed)
            if "turn" in verdict.violates:
                break
            if not verdict.legal:
                kinds.setdefault(rules_of(verdict.faults), []).append(deeds[:number])
                break
    if not kinds:
        return None
    broken = sorted(kinds)[int(rng.integers(len(kinds)))]
    return kinds[broken][0]


class _Film:
    """Takes put one behind the other, with what is to be expected of a referee."""

    def __init__(self, table: Table, rng: np.random.Generator, habits: Habits) -> None:
        self._table, self._rng, self._habits = table, rng, habits
        self._takes: list[Take] = []
        self._expected: list[Expected] = []
        self._now = 0.0
        self.pressed: float | None = None
        self._show([table.clear()], "start", "start", {})
        self._expect({"event": "setup", **table.setup})
        self._lengthen(_FIRST_S)

    def mishaps(self, player: str) -> None:
        """What happens between two turns, if anything."""
        if self._rng.random() < self._habits.reach:
            self._show(self._table.reach(player), "reaching", "reached", {})
        if self._rng.random() < self._habits.knock:
            self._show(self._table.knock(), "bumped", "bumped", {})
        if self._rng.random() < self._habits.relight:
            self._show(self._table.relight(), "relit", "relit", {})

    def step(self, step: _Step) -> None:
        """A deed, legal or not."""
        deed, broken = step.deed, rules_of(fault for it in step.told for fault in it.faults)
        shots, so = self._table.do(deed), "_illegally" if broken else ""
        facts = {**deed.facts, "rules": list(broken)} if broken else deed.facts
        self._show(shots, _DOING[deed.event] + so, deed.event + so, facts)
        self._tell(step, self._table.visible(deed))

    def illegal(self, steps: Iterable[_Step], back: Iterable[_Step]) -> None:
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

    def _tell(self, step: _Step, visible: float = 1.0) -> None:
        for happening in step.told:
            broken = {"rules": list(rules_of(happening.faults))} if happening.faults else {}
            self._expect({"event": happening.kind, **happening.facts, **broken}, visible)

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
