"""Whole games on the simulated table before the referee: `python -m tests.bench.referee --games 50 --failures DIR`.

Prints a line a game and a tally: events right, missed, wrong and invented, false warnings, illegal deeds that were
warned about with the right rules, set-ups and final scores; and how long players were told that the board can't be
seen, if ever. With --own, each game is played with a set that Kibitz has never met, and was shown before as `kibitz
calibrate set` asks for it. With --failures, the frames around each failure are kept; with --illegal 1, something is
against the rules before each turn; with --mounted, games are passed over in which looking the mount over, as
`kibitz calibrate mount` does, finds something to change; with --traced, the light of each table is followed ray by
ray (`traced_tables.py`); with --told, it is said beforehand who plays; with --second, how the players' pieces look is
remembered of an earlier game at the same table; with --answering, somebody says what it was where the referee asks,
and what was told wrongly before does not count. With --looks, what was read of each game is kept, and the next time
taken from there: what a change to the referee alone does to fifty games takes two minutes.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.calibrate.mount import look_over
from firmware.cameras.film import Expected, Habits
from firmware.cameras.simulated import SimulatedCamera, playing
from firmware.events import Status
from firmware.frame import Frame
from firmware.games import DEFAULT, TableGame, simulated_table, table_game, table_rules
from firmware.looking.attention import Attention
from firmware.looking.gaze import Look
from firmware.referee.referee import Referee
from tests.bench import earlier_games
from tests.bench.answers import Answers
from tests.bench.games import DRAWN
from tests.bench.kept_looks import kept
from tests.bench.own_games import own_table, shown_eyes
from tests.bench.traced_tables import traced
from vision.photo import encoded
from vision.table import Table

GRADED = ("placed", "moved", "capped", "built", "illegal", "taken back")
"""The events that count."""
ABOUT = ("lot", "field", "place", "connections", "places")
"""Facts that tell which of several events one is, whatever the game."""
KEPT_FRAMES = 12


@dataclass(frozen=True)
class Task:
    """One game: its number decides everything about it."""

    seed: int
    size: tuple[int, int]
    turns: int | None
    failures: Path | None
    game: str = DEFAULT
    habits: Habits = field(default_factory=Habits)
    mounted: bool = False
    looks: Path | None = None
    own: bool = False
    traced: bool = False
    told: bool = False
    second: bool = False
    answering: bool = False

    @property
    def style(self) -> str:
        """That of the table."""
        styles = DRAWN[self.game].styles
        return "own" if self.own else styles[self.seed % len(styles)]

    def table(self) -> Table:
        """The table before anything happens."""
        return self._laid(np.random.default_rng((self.seed, 0)))

    def camera(self) -> SimulatedCamera:
        """The camera over that table."""
        rng = np.random.default_rng((self.seed, 0))
        camera = playing(
            self._laid(rng), rng, self.seed, habits=self.habits, turns=self.turns, game=self.game
        )
        if self.traced:
            camera = camera.showing(traced(camera.script.takes, self.game))
        return camera

    def _laid(self, rng: np.random.Generator) -> Table:
        if self.own:
            return own_table(rng, self.size)
        return simulated_table(rng, self.size, self.style, self.game)

    def watched(self) -> TableGame:
        """The game with the eyes that watch it."""
        if self.own:
            return replace(table_game(self.game), eyes=shown_eyes(self.table(), self.seed))
        if not self.told:
            return table_game(self.game)
        rules = table_rules(self.game)
        return table_game(self.game, players=rules.players(rules.parse_state(self.table().start)))


@dataclass(frozen=True)
class Grade:
    """How a game was told: counts by what became of events, and what went wrong in words.

    unseen_s: how long players were told that the board, which lies there all the time, can't be seen.
    """

    seed: int
    style: str
    counts: Counter[str]
    notes: tuple[str, ...]
    seconds: float
    unseen_s: float
    took: float


def played(task: Task) -> Grade | None:
    """Watch one simulated game and compare what was said with what happened; None where it was passed over."""
    cv2.setNumThreads(1)
    began = time.process_time()
    game = task.watched()
    if task.mounted and look_over(next(iter(task.camera().frames())), game).faults:
        return None
    camera = task.camera()
    referee = Referee(game.rules)
    if task.second:
        referee.earlier = earlier_games.remembered_of_earlier_game(game.eyes, task.table(), task.seed)
    recent: deque[Frame] = deque(maxlen=KEPT_FRAMES)
    expected, pressed, table = camera.script.expected, camera.script.pressed, task.table()
    answers = Answers(referee, lambda: told_as(answers.said, expected, table))
    looks = _looks(camera, Attention(game.eyes), recent)
    if task.looks is not None:
        name = "own" if task.own else task.game
        name += "-traced" if task.traced else ""
        name += "-told" if task.told else ""
        looks = kept(task.looks / f"{name}-{task.seed:03d}.gz", looks)
    unseen_s = at = 0.0
    for look in looks:
        given = referee.look(look)
        if referee.standing.state and referee.standing.status is Status.CANT_SEE:
            unseen_s += look.seconds - at
        at = look.seconds
        if pressed is not None and look.seconds >= pressed:
            given, pressed = [*given, *referee.confirm(look.seconds, look.frame)], None
        events = [event.to_json() for event in given]
        answers.hear(events)
        if task.answering:
            answers.answer(look)
        if task.failures and any(event["event"] in GRADED and not _due(event, expected) for event in events):
            _keep(task.failures / f"{task.seed:03d}", recent)
    counts, notes = graded(answers.said, told_as(answers.said, expected, table))
    counts["asked"] += answers.asked
    counts["answered no"] += answers.refused
    return Grade(
        task.seed,
        task.style,
        counts,
        tuple(notes),
        camera.script.seconds,
        unseen_s,
        time.process_time() - began,
    )


def _looks(camera: SimulatedCamera, attention: Attention, recent: deque[Frame]) -> Iterator[Look]:
    """What is seen of a game, the frames of late being put into `recent`."""
    for frame in camera.frames():
        recent.append(frame)
        yield attention.look(frame)


def told_as(
    said: Sequence[Mapping[str, Any]], expected: Sequence[Expected], table: Table
) -> Sequence[Expected]:
    """What is expected of somebody who sees the table from the side that what was said comes from."""
    setup = next((event for event in said if event["event"] == "setup"), None)
    if setup is None:
        return expected
    return [replace(it, event=table.told_as(setup, it.event)) for it in expected]


def _due(event: Mapping[str, Any], expected: Sequence[Expected]) -> bool:
    """Whether an event of that kind is to be given out about now, on whichever side of the table."""
    return any(
        it.event["event"] == event["event"] and it.seconds <= event["seconds"] < it.until for it in expected
    )


def graded(said: Sequence[Mapping[str, Any]], expected: Sequence[Expected]) -> tuple[Counter[str], list[str]]:
    """Counts of what became of the events, and the failures in words."""
    counts: Counter[str] = Counter()
    notes = []
    left = [event for event in said if event["event"] in GRADED]
    for want in expected:
        event = want.event
        if event["event"] not in GRADED:
            continue
        counts["expected"] += 1
        found = next(
            (
                it
                for it in left
                if it["event"] == event["event"]
                and all(it.get(key) == event[key] for key in ABOUT if key in event)
                and want.seconds <= it["seconds"] < want.until
            ),
            None,
        )
        if found is None:
            counts["missed"] += 1
            notes.append(f"missed at {want.seconds:.1f} s, {want.visible:.0%} visible: {dict(event)}")
            continue
        left.remove(found)
        differing = {key: (value, found.get(key)) for key, value in event.items() if found.get(key) != value}
        counts["wrong" if differing else "right"] += 1
        counts["illegal caught"] += event["event"] == "illegal" and not differing
        if differing:
            notes.append(f"wrong at {want.seconds:.1f} s: {dict(event)}: {differing}")
    for event in left:
        counts["false warnings" if event["event"] == "illegal" else "invented"] += 1
        brief = {key: event[key] for key in ("event", *ABOUT, "piece", "player", "rules") if key in event}
        notes.append(f"invented at {event['seconds']:.1f} s: {brief}")
    counts["illegal expected"] = sum(it.event["event"] == "illegal" for it in expected)
    laid = next((it.event for it in expected if it.event["event"] == "setup"), None)
    if laid is not None:
        first = next((event for event in said if event["event"] == "setup"), {})
        counts["set-ups right"] += all(first.get(key) == value for key, value in laid.items())
    ends = [it.event for it in expected if it.event["event"] == "over"]
    given = [event["score"] for event in said if event["event"] == "over"]
    if ends:
        counts["games over"] += 1
        counts["scores right"] += bool(given) and given[-1] == ends[-1]["score"]
    return counts, notes


def _keep(folder: Path, frames: Sequence[Frame]) -> None:
    """Write frames that led to a failure."""
    folder.mkdir(parents=True, exist_ok=True)
    for frame in frames:
        (folder / f"{frame.name}.jpg").write_bytes(encoded(frame.picture, ".jpg"))


def main() -> None:
    """Play the games, as many at once as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=DRAWN, default=DEFAULT)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--size", type=int, nargs=2, default=(1280, 960))
    parser.add_argument("--turns", type=int, help="break each game off after so many")
    parser.add_argument("--illegal", type=float, default=Habits.illegal, help="share of turns with a fault")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--failures", type=Path)
    parser.add_argument("--own", action="store_true", help="with sets that were shown before (Alien City)")
    parser.add_argument("--mounted", action="store_true", help="pass over games with a badly hung camera")
    parser.add_argument("--traced", action="store_true", help="with the light followed ray by ray")
    parser.add_argument(
        "--told", action="store_true", help="with it being said who plays, as by players.colours"
    )
    parser.add_argument("--second", action="store_true", help="as the second game of an evening (Netzwerk)")
    parser.add_argument("--answering", action="store_true", help="with players who answer questions")
    parser.add_argument("--looks", type=Path, help="keep what is read in this folder, and take it from there")
    args = parser.parse_args()
    if args.failures and args.looks:
        parser.error("--failures needs frames, and --looks has none once looks are kept")
    if args.own and args.game != DEFAULT:
        parser.error(f"--own is for {DEFAULT}: of other games no sets are learnt")
    if args.second and args.game != earlier_games.GAME:
        parser.error(f"--second is for {earlier_games.GAME}: of other games no earlier one is laid")
    habits = Habits(illegal=args.illegal)
    tasks = [
        Task(
            seed,
            (args.size[0], args.size[1]),
            args.turns,
            args.failures,
            args.game,
            habits,
            args.mounted,
            args.looks,
            args.own,
            args.traced,
            args.told,
            args.second,
            args.answering,
        )
        for seed in range(args.first, args.first + args.games)
    ]
    tally: Counter[str] = Counter()
    with ProcessPoolExecutor(args.workers) as pool:
        for task, grade in zip(tasks, pool.map(played, tasks), strict=True):
            if grade is None:
                print(f"game {task.seed} ({task.style}): passed over", flush=True)
                continue
            tally += grade.counts
            shown = ", ".join(f"{name} {grade.counts[name]}" for name in sorted(grade.counts))
            share = grade.took / grade.seconds
            unseen = f"; unseen for {grade.unseen_s:.1f} s" if grade.unseen_s else ""
            print(f"game {grade.seed} ({grade.style}): {shown}{unseen}; {share:.2f} of a core", flush=True)
            for note in grade.notes:
                print(f"    {note}", flush=True)
    print("all: " + ", ".join(f"{name} {tally[name]}" for name in sorted(tally)))


if __name__ == "__main__":
    main()
