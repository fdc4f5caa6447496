"""What a tick of the loop costs, against decoding its frame, and whether memory stays flat over an evening.

`python -m tests.bench.tick` measures ticks in which nothing moves, something moves, and the table is read;
`python -m tests.bench.tick --evening 10` plays so many simulated games in one process and draws its memory.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path
from statistics import mean

import cv2
import numpy as np

from firmware.cameras.simulated import open_simulated
from firmware.games import table_game
from firmware.looking.attention import Attention
from firmware.referee.referee import Referee
from vision.photo import encoded

FPS = 5


def ticks(seed: int, turns: int) -> None:
    """Print the mean cost of ticks by what happened in them, and their share of one core at 5 frames a second."""
    game = table_game()
    attention, referee = Attention(game.eyes), Referee(game.rules)
    costs: dict[str, list[float]] = defaultdict(list)
    unit: list[float] = []
    for frame in open_simulated(seed, turns=turns, style="v22").frames():
        if len(unit) < 20:
            data = np.frombuffer(encoded(frame.picture, ".jpg", 90), np.uint8)
            unit.append(spent(lambda data=data: cv2.imdecode(data, cv2.IMREAD_COLOR)))
        reads = attention.reads
        began = time.process_time()
        look = attention.look(frame)
        referee.look(look)
        took = time.process_time() - began
        kind = "reading" if attention.reads != reads else "still" if look.seen else "moving"
        costs[kind].append(took)
    decoding = mean(unit)
    print(
        f"decoding a frame: {1000 * decoding:.1f} ms; as multiples of it, and shares of a core at {FPS} a second:"
    )
    for kind, taken in sorted(costs.items()):
        print(f"  {kind}: {mean(taken) / decoding:.2f} x ({mean(taken) * FPS:.1%}), {len(taken)} ticks")
    everything = mean([it for taken in costs.values() for it in taken])
    print(f"  all: {everything / decoding:.2f} x ({everything * FPS:.1%})")


def spent(work: object) -> float:
    """Processor time of a call."""
    assert callable(work)
    began = time.process_time()
    work()
    return time.process_time() - began


def evening(games: int, turns: int) -> None:
    """Print the memory of this process after each of several games, as bars."""
    game = table_game()
    attention, referee = Attention(game.eyes), Referee(game.rules)
    for number in range(games):
        for frame in open_simulated(number, size=(640, 480), turns=turns).frames():
            referee.look(attention.look(frame))
        referee.new_game()
        megabytes = resident()
        print(f"game {number + 1:3d}: {megabytes:6.1f} MB {'#' * round(megabytes / 4)}", flush=True)


def resident() -> float:
    """Megabytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def main() -> None:
    """Measure one or the other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=8, help="of each game")
    parser.add_argument("--evening", type=int, metavar="GAMES", help="play games and draw the memory instead")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.evening:
        evening(args.evening, args.turns)
    else:
        ticks(args.seed, args.turns)


if __name__ == "__main__":
    main()
