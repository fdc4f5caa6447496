"""How well a lot's looks tell that something was put there: `python -m tests.bench.changes --games 20`.

Simulated games are played; each clear picture is compared with what is remembered of those before, as
`vision.alien_city.memory` does. Prints, for lots where a deed was done, for their neighbours and for all others,
percentiles of the evidence of looks in nats and the share of lots where it speaks for a change; then how many pieces
that came onto bare lots are missed and how many are invented, by one look and by all that is known, and the weights
that would fit these games best.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import cv2
import numpy as np

from engine.alien_city import LOTS, City
from firmware.cameras.simulated import open_simulated
from tests.bench.evidence import Row, show
from vision.alien_city.memory import (
    DENIED,
    LOOKS,
    NOW,
    RISE,
    SELDOM,
    Memory,
    changed,
    odds_of_built,
    remembered,
)
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import Reading
from vision.lens import Floats, Lens
from vision.pose import Pose
from vision.synthetic.alien_city import STYLES
from vision.table import Stage

SHOWN = (1, 5, 50, 95, 99)
HIDDEN = 0.5


def evidence(seed: int, turns: int) -> tuple[dict[str, list[float]], list[Row]]:
    """Over one game, what the looks of each lot say by what had happened, and what speaks for pieces on bare lots."""
    camera = open_simulated(seed, size=(960, 720), style=STYLES[seed % len(STYLES)], turns=turns)
    reader, rng = CityReader(), np.random.default_rng(seed)
    found: dict[str, list[float]] = defaultdict(list)
    rows: list[Row] = []
    before, memory, turned = None, None, False
    for take in camera.script.takes:
        if take.shot.stage is not Stage.CLEAR:
            continue
        picture = take.shot.again(take.shot.draw(), rng)
        city = City.parse(take.shot.scene.position)
        view = take.shot.scene.view
        lens = Lens(view.K, np.array(view.dist), view.size)
        pose = Pose(np.array(view.rvec), np.array(view.tvec), lens)
        reading = reader.follow(picture, pose, lens, turned=turned)
        turned = not turned
        if before is not None and memory is not None:
            nats = changed(reading, before, memory)
            done = [lot for lot in LOTS if before[lot] != city[lot]]
            light = " after a change of light" if take.event == "relit" else ""
            for number, lot in enumerate(LOTS):
                near = any(max(abs(lot.column - it.column), abs(lot.row - it.row)) == 1 for it in done)
                kind = "a deed" if lot in done else "beside one" if near else "nothing"
                found[kind + light].append(float(nats[number]))
            rows += arrivals(reading, memory, nats, city)
        memory = remembered(reading, city, memory)
        before = city
    return found, rows


def arrivals(reading: Reading, memory: Memory, looks: Floats, city: City) -> list[Row]:
    """Of lots that were bare: the log odds that something stands there, their rise, and what looks say."""
    now = odds_of_built(reading)
    rise = np.maximum(now - memory.odds, 0.0)
    told = np.column_stack([np.maximum(now, DENIED), rise, looks])
    shown = np.isfinite(told).all(axis=1) & (reading.unseen < HIDDEN)
    return [(tuple(map(float, told[at])), city.lots[at] is not None) for at in np.flatnonzero(shown)]


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=500, help="number of the first game")
    parser.add_argument("--turns", type=int, default=14)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    found: dict[str, list[float]] = defaultdict(list)
    rows: list[Row] = []
    for seed in range(args.first, args.first + args.games):
        looks, came = evidence(seed, args.turns)
        rows += came
        for kind, values in looks.items():
            found[kind] += values
    for kind, values in sorted(found.items()):
        shown = "  ".join(f"{value:5.1f}" for value in np.percentile(values, SHOWN))
        print(f"{kind:32} {len(values):6}  {shown}  for a change {np.mean(np.array(values) > 0):.2%}")
    show("pieces", rows, (NOW, RISE, LOOKS), SELDOM)


if __name__ == "__main__":
    main()
