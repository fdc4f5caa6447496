"""The script of a simulated game: random legal play with mishaps, and what a good referee says about it, when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from engine.game import Game
from vision.table import Deed, Shot, Stage, Table

_FIRST_S, _LAST_S = 4.0, 5.0
_TRIES = 80
_ON_THE_WAY_S, _OVER_S = (0.2, 0.4), (0.4, 1.4)
_SHAKING_S = 0.2


@dataclass(frozen=True)
class Habits:
    """How a game goes: chances of what happens in a turn, and how long players leave the table alone, in seconds.

    illegal: a placement against the rules is made and taken back; cap: one is laid where one may be; reach: a hand
    comes for nothing; knock, relight: camera or lamp; cloud: one dims a clear picture for a while.
    """

    illegal: float = 0.08
    cap: float = 0.3
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
    end: why it is over, None where it was broken off; score: totals by player, None likewise.
    """

    takes: tuple[Take, ...]
    expected: tuple[Expected, ...]
    start: str
    turns: tuple[str, ...]
    final: str
    end: str | None
    score: Mapping[str, int] | None

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return self.takes[-1].until


def write_script(
    game: Game[Any, Any],
    table: Table,
    rng: np.random.Generator,
    habits: Habits | None = None,
    turns: int | None = None,
) -> Script:
    """Play a game on a table to its end, or for so many turns; all random choices come from `rng`."""
    habits = habits or Habits()
    film = _Film(table, rng, habits)
    state = game.parse_state(table.start)
    played: list[str] = []
    while game.end(state) is None and (turns is None or len(played) < turns):
        film.mishaps(str(rng.choice(list(game.players(state)))))
        if rng.random() < habits.illegal:
            wrong = _illegal(game, state, table, rng)
            if wrong is not None:
                film.illegal(*wrong)
        change = _chosen(game, state, table, rng, habits.cap)
        for deed in table.deeds(change):
            film.deed(deed)
        played.append(change)
        state = game.play(state, game.parse_change(change))
    end = game.end(state)
    score = None if end is None else dict(game.score(state).totals)
    takes, expected = film.ended(score)
    return Script(takes, expected, table.start, tuple(played), game.format_state(state), end, score)


def _chosen(game: Game[Any, Any], state: Any, table: Table, rng: np.random.Generator, more: float) -> str:
    """A legal change; one of several deeds with the chance `more`, where there is one."""
    legal = [game.format_change(change) for change in game.legal(state)]
    wanted = bool(rng.random() < more)
    in_some_order = [legal[int(n)] for n in rng.permutation(len(legal))]
    return next((c for c in in_some_order if (len(table.deeds(c)) > 1) is wanted), in_some_order[0])


def _illegal(
    game: Game[Any, Any], state: Any, table: Table, rng: np.random.Generator
) -> tuple[Deed, tuple[str, ...]] | None:
    """A change against the rules with the rules it violates; all kinds of faults are about as frequent."""
    kinds: dict[tuple[str, ...], list[str]] = {}
    for text in islice(table.tries(game.format_state(state)), _TRIES):
        faults = game.judge(state, game.parse_change(text)).faults
        kinds.setdefault(tuple(sorted({fault.rule for fault in faults})), []).append(text)
    kinds.pop((), None)
    if not kinds:
        return None
    rules = sorted(kinds)[int(rng.integers(len(kinds)))]
    return table.deeds(kinds[rules][0])[0], rules


class _Film:
    """Takes put one behind the other, with what is to be expected of a referee."""

    def __init__(self, table: Table, rng: np.random.Generator, habits: Habits) -> None:
        self._table, self._rng, self._habits = table, rng, habits
        self._takes: list[Take] = []
        self._expected: list[Expected] = []
        self._now = 0.0
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

    def deed(self, deed: Deed) -> None:
        """A legal deed."""
        self._show(
            self._table.do(deed), "capping" if deed.event == "capped" else "placing", deed.event, deed.facts
        )
        self._expect({"event": deed.event, **deed.facts}, self._table.visible(deed))

    def illegal(self, deed: Deed, rules: Sequence[str]) -> None:
        """A deed against the rules, and how it is undone."""
        shots = self._table.do(deed)
        facts = {**deed.facts, "rules": list(rules)}
        self._show(shots, "placing_illegally", "placed_illegally", facts)
        self._expect({"event": "illegal", **facts}, self._table.visible(deed))
        self._show(self._table.undo(deed), "taking_back", "taken_back", deed.facts)
        self._expect({"event": "taken back", "lot": deed.facts["lot"]})

    def ended(self, score: Mapping[str, int] | None) -> tuple[tuple[Take, ...], tuple[Expected, ...]]:
        """The film and what is expected, each until the next thing of its kind."""
        self._lengthen(_LAST_S)
        ends = [expected.seconds for expected in self._expected[1:]] + [self._now]
        expected = [replace(e, until=end) for e, end in zip(self._expected, ends, strict=True)]
        if score is not None:
            expected.append(
                Expected({"event": "over", "score": score}, self._expected[-1].seconds, self._now)
            )
        return tuple(self._takes), tuple(expected)

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
