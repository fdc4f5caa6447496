"""The referee of Netzwerk by itself: `python -m tests.bench.referee_alone --games 30`.

Whole games as in `tests.bench.referee`, but nothing is drawn: eyes that are nearly certain tell it what lies there.
What goes wrong here is the referee's doing. --illegal: share of turns that begin with something against the rules.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from engine.netzwerk.game import Netzwerk
from firmware.cameras.film import Habits
from firmware.cameras.simulated import open_simulated
from tests.bench.referee import graded
from tests.firmware.films import told
from tests.firmware.landscapes import sight
from tests.vision.netzwerk.readings import sure
from vision.netzwerk.eyes import SeenLandscape
from vision.synthetic.netzwerk.scene import LandscapeScene

GAME = "netzwerk"
SIZE = (160, 120)


@dataclass(frozen=True)
class Task:
    """One game: its number decides everything about it but how often something is illegal."""

    seed: int
    turns: int | None
    illegal: float


def see(scene: LandscapeScene) -> SeenLandscape:
    """A landscape as networks read it that are nearly certain of all they see."""
    return SeenLandscape(sure(sight(scene.state)))


def played(task: Task) -> tuple[Counter[str], list[str], str]:
    """Watch one simulated game and compare what was said with what happened; also how large it was, and how long."""
    began = time.process_time()
    habits = Habits(illegal=task.illegal)
    script = open_simulated(task.seed, size=SIZE, game=GAME, turns=task.turns, habits=habits).script
    events = [event.to_json() for event in told(script, Netzwerk(), see)]
    counts, notes = graded(events, script.expected)
    rules = Netzwerk()
    players = len(rules.players(rules.parse_state(script.start)))
    took = time.process_time() - began
    return counts, notes, f"{players} players, {len(script.turns)} turns, {script.end}, {took:.0f} s"


def main() -> None:
    """Play the games, as many at once as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--turns", type=int, help="break each game off after so many")
    parser.add_argument("--illegal", type=float, default=Habits().illegal)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    tasks = [Task(seed, args.turns, args.illegal) for seed in range(args.first, args.first + args.games)]
    tally: Counter[str] = Counter()
    with ProcessPoolExecutor(args.workers) as pool:
        for task, (counts, notes, about) in zip(tasks, pool.map(played, tasks), strict=True):
            tally += counts
            shown = ", ".join(f"{name} {counts[name]}" for name in sorted(counts))
            print(f"game {task.seed} ({about}): {shown}", flush=True)
            for note in notes:
                print(f"    {note}", flush=True)
    print("all: " + ", ".join(f"{name} {tally[name]}" for name in sorted(tally)))


if __name__ == "__main__":
    main()
