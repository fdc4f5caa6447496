"""What pieces known in a set tell of its others: `python -m tests.bench.typical --boards 700`.

Boards are drawn, each of another set, and read where they lie. Each lot is judged as if all others of its board were
known, as the live table does: by how a state usually fares there, and by what is typical of it there, too
(`vision/alien_city/typical.py`). Prints how many pieces are misread, and by how many nats the truth surprises, in
either half of the boards: to the first half of 700 the constants were fitted.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from engine.alien_city import City
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import LOT_STATES, STREET
from vision.alien_city.typical import typical, usually
from vision.game import HIDDEN
from vision.lens import Floats
from vision.synthetic.alien_city import STYLES, random_scene, render

_SEED = 77_001
_LEAST = 1e-9
_WORST_NATS = 12.0


def judged(said: Floats, truth: npt.NDArray[np.intp], visible: npt.NDArray[np.bool_]) -> Iterator[Floats]:
    """What is made of each visible piece of a board, (3, 14) nats: by itself, as usual, and by what is typical."""
    for lot in np.flatnonzero(visible & (truth != STREET)):
        others = visible & (np.arange(len(truth)) != lot)
        fares, overrated = usually(said, truth, others)
        more = typical(said, truth, others)[lot]
        told = np.array([said[lot], (said[lot] - fares) / overrated, (said[lot] + more - fares) / overrated])
        yield told - np.log(np.exp(told).sum(axis=1, keepdims=True))


def main() -> None:
    """Draw and read the boards, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first board")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = CityReader()
    wrong: dict[int, Floats] = defaultdict(lambda: np.zeros(3))
    nats: dict[int, Floats] = defaultdict(lambda: np.zeros(3))
    pieces: dict[int, int] = defaultdict(int)
    for number in range(args.first, args.first + args.boards):
        scene = random_scene(np.random.default_rng((_SEED, number)), style=STYLES[number % len(STYLES)])
        reading = reader.read_at(render(scene).image, scene.view.pose)
        truth = np.array([LOT_STATES.index(it) for it in City.parse(scene.position).lots])
        visible, half = reading.unseen < HIDDEN, number % 2
        states = truth[visible & (truth != STREET)]
        for state, told in zip(states, judged(np.log(reading.lots + _LEAST), truth, visible), strict=True):
            pieces[half] += 1
            wrong[half] += told.argmax(axis=1) != state
            nats[half] += np.minimum(-told[:, state], _WORST_NATS)
    for half, name in enumerate(("first", "second")):
        shown = zip(("by itself", "as usual", "typical"), wrong[half], nats[half], strict=True)
        figures = "; ".join(f"{how} {int(misread)} misread, {lost:.0f} nats" for how, misread, lost in shown)
        print(f"{name} half, {pieces[half]} pieces: {figures}")


if __name__ == "__main__":
    main()
