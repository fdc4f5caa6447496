"""How well a lot's looks tell that something was put there: `python -m tests.bench.changes --games 20`.

Simulated games are played; each clear picture is compared with the one before, as `vision.alien_city.memory` does.
Prints, for lots where a deed was done, for their neighbours and for all others, percentiles of the evidence in nats
and the share of lots where it speaks for a change; then how many of those that were bare are taken for something far
rather than they were, and how many changed by more than shadows do, with nothing around them that did.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import cv2
import numpy as np

from engine.alien_city import LOTS, City
from firmware.cameras.simulated import open_simulated
from vision.alien_city.memory import changed, leapt, remembered
from vision.alien_city.reader import CityReader
from vision.synthetic.alien_city import STYLES
from vision.synthetic.shots import TableShot
from vision.table import Stage

SHOWN = (1, 5, 50, 95, 99)
SHADOWS = 4.0
"""Nats that evidence does not go beyond where a shadow may be the reason."""


def evidence(seed: int, turns: int) -> tuple[dict[str, list[float]], dict[str, list[tuple[bool, bool]]]]:
    """The evidence of each lot by what had happened, over one game; which bare ones leapt, and which changed more
    than by shadows."""
    camera = open_simulated(seed, size=(960, 720), style=STYLES[seed % len(STYLES)], turns=turns)
    reader, rng = CityReader(), np.random.default_rng(seed)
    found: dict[str, list[float]] = defaultdict(list)
    leaps: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    before, memory = None, None
    for take in camera.script.takes:
        shot = take.shot
        if shot.stage is not Stage.CLEAR:
            continue
        assert isinstance(shot, TableShot), "that is what is played with"
        picture = shot.again(shot.draw(), rng)
        city = City.parse(shot.scene.position)
        reading = reader.read_at(picture, shot.scene.view.pose)
        if before is not None and memory is not None:
            leapt_there = np.asarray(leapt(reading, memory).any(axis=1))
            nats = changed(reading, before, memory)
            done = [lot for lot in LOTS if before[lot] != city[lot]]
            light = " after a change of light" if take.event == "relit" else ""
            for number, lot in enumerate(LOTS):
                near = any(max(abs(lot.column - it.column), abs(lot.row - it.row)) == 1 for it in done)
                kind = "a deed" if lot in done else "beside one" if near else "nothing"
                found[kind + light].append(float(nats[number]))
                if before[lot] is None:
                    leaps[kind + light].append((bool(leapt_there[number]), bool(nats[number] > SHADOWS)))
        memory = remembered(reading, city, None)
        before = city
    return found, leaps


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=500, help="number of the first game")
    parser.add_argument("--turns", type=int, default=14)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    found: dict[str, list[float]] = defaultdict(list)
    leaps: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for seed in range(args.first, args.first + args.games):
        changes, leapt_here = evidence(seed, args.turns)
        for kind, values in changes.items():
            found[kind] += values
        for kind, them in leapt_here.items():
            leaps[kind] += them
    for kind, values in sorted(found.items()):
        shown = "  ".join(f"{value:5.1f}" for value in np.percentile(values, SHOWN))
        print(f"{kind:32} {len(values):6}  {shown}  for a change {np.mean(np.array(values) > 0):.2%}")
    for kind, them in sorted(leaps.items()):
        rather, more = (sum(it) for it in zip(*them, strict=True))
        print(f"{kind:32} bare {len(them):6}, taken for something far rather {rather}, changed more {more}")


if __name__ == "__main__":
    main()
