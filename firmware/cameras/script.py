"""The script of a simulated game: random legal play with mishaps and illegal tries, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from engine.chance import Chance
from engine.game import Account, Happening, Verdict, WatchedGame, rules_of
from firmware.cameras.film import Expected, Film, Habits, Step, Take
from vision.synthetic.chance import one_of, shuffled
from vision.table import Deed, Table

_TRIES = 40
_MOST_TURNS = 250  # several times as many as games that come to an end take


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


class Scriptwriter:
    """Plays a game on a table turn by turn, only as far as is asked for: working out a long game takes long.

    What players try is drawn from `chance`, all else from `rng`: how often they do what, and what comes in between.
    Players who can only walk about, as on a landscape without stones, break off at some point.
    """

    def __init__(
        self,
        rules: WatchedGame[Any, Any],
        table: Table,
        rng: np.random.Generator,
        chance: Chance,
        habits: Habits | None = None,
        turns: int | None = None,
    ) -> None:
        """Nobody has played yet. turns: after so many they break off; None plays the game to its end."""
        self._rules, self._table, self._rng, self._chance = rules, table, rng, chance
        self._habits, self._most = habits or Habits(), _MOST_TURNS if turns is None else turns
        self._film = Film(table, rng, self._habits)
        # The state as the players know it, and as an onlooker does.
        self._state = self._watched = rules.parse_state(table.start)
        self._played: list[str] = []
        self._script: Script | None = None

    @property
    def takes(self) -> Iterator[Take]:
        """All takes in their order, each as soon as nothing about it changes any more."""
        given = 0
        while self._script is None:
            for take in self._film.settled[given:]:
                yield take
                given += 1
            self.write_on()
        yield from self._script.takes[given:]

    @property
    def script(self) -> Script:
        """The whole script, to its end."""
        while self._script is None:
            self.write_on()
        return self._script

    @property
    def written(self) -> Script | None:
        """The whole script if its end is written by now; else None."""
        return self._script

    def write_on(self) -> None:
        """Have one more turn played, or the end found; nothing after that."""
        if self._script is not None:
            return
        if self._rules.end(self._state) is None and len(self._played) < self._most:
            self._play_a_turn()
        else:
            self._script = self._ended()

    def _play_a_turn(self) -> None:
        rules, table, film, rng, state = self._rules, self._table, self._film, self._rng, self._state
        film.mishaps(one_of(rng, list(rules.players(state))))
        if rng.random() < self._habits.illegal:
            wrong = _illegal(rules, self._watched, _tried(rules, state, self._chance), table, rng)
            if wrong is not None:
                steps = _steps(rules, self._watched, wrong)
                film.illegal(steps, _steps_back(rules, self._watched, wrong))
        change = _chosen(rules, state, _tried(rules, state, self._chance), table, rng, self._habits.more)
        text = rules.format_change(change)
        deeds = table.deeds(text)
        for step in _steps(rules, self._watched, deeds):
            film.step(step)
        self._played.append(text)
        self._state = rules.play(state, change)
        seen = deeds[-1].so_far if deeds else text
        self._watched = rules.play(self._watched, rules.parse_change(seen))

    def _ended(self) -> Script:
        rules, film, state = self._rules, self._film, self._state
        end = rules.end(state)
        if end is not None and rules.end(self._watched) is None:
            film.press()
        score = None if end is None else dict(rules.score(state).totals)
        takes, expected = film.ended(score)
        final, played = rules.format_state(state), tuple(self._played)
        return Script(takes, expected, self._table.start, played, final, end, score, film.pressed)


def _steps(rules: WatchedGame[Any, Any], state: Any, deeds: Sequence[Deed]) -> Iterator[Step]:
    """Deeds one after the other, each told as what it adds to the change that they make up."""
    before: list[tuple[Any, Verdict]] = []
    for deed in deeds:
        now = _judged(rules, state, deed)
        yield Step(deed, _told(rules, state, before, [now]))
        before = [now]


def _steps_back(rules: WatchedGame[Any, Any], state: Any, deeds: Sequence[Deed]) -> Iterator[Step]:
    """The same deeds undone, the last one first."""
    judged = [_judged(rules, state, deed) for deed in deeds]
    for number in reversed(range(len(deeds))):
        left = judged[number - 1 : number] if number else []
        yield Step(deeds[number], _told(rules, state, [judged[number]], left))


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


def _tried(rules: WatchedGame[Any, Any], state: Any, chance: Chance) -> Iterator[Any]:
    return islice(rules.tries(state, chance), _TRIES)


def _chosen(
    rules: WatchedGame[Any, Any],
    state: Any,
    tried: Iterator[Any],
    table: Table,
    rng: np.random.Generator,
    more: float,
) -> Any:
    """A legal change, one that is tried or any other; with the chance `more` one of several deeds, where one is."""
    wanted = bool(rng.random() < more)

    def is_wanted(change: Any) -> bool:
        return (len(table.deeds(rules.format_change(change))) > 1) is wanted

    for change in tried:
        if is_wanted(change) and rules.judge(state, change).legal:
            return change
    in_some_order = shuffled(rng, list(rules.legal(state)))
    return next(filter(is_wanted, in_some_order), in_some_order[0])


def _illegal(
    rules: WatchedGame[Any, Any],
    watched: Any,
    tried: Iterator[Any],
    table: Table,
    rng: np.random.Generator,
) -> Sequence[Deed] | None:
    """The deeds of a tried change up to the one that is against the rules; all kinds of faults are about as frequent.

    watched: the state as an onlooker knows it. Nobody plays out of turn, as that cannot always be seen.
    """
    kinds: dict[tuple[str, ...], list[Sequence[Deed]]] = {}
    for change in tried:
        deeds = table.deeds(rules.format_change(change))
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
