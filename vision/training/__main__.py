"""`python -m vision.training`: draw the pictures, train the networks, write them where the reader looks."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import torch

import vision
from vision.training.alien_city.courses import COURSES as ALIEN_CITY
from vision.training.course import Course, Plan, teach
from vision.training.netzwerk.courses import COURSES as NETZWERK
from vision.training.netzwerk.owners import learn_owners

_ROOM = Path(vision.__file__).parent


def main() -> None:
    """Run the whole training with a fixed seed; pictures already drawn are used again."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("--game", choices=tuple(_GAMES), default="alien-city")
    parser.add_argument(
        "--pictures", type=Path, default=Path("out/simulated"), help="where the drawn pictures lie"
    )
    parser.add_argument("--count", type=int, default=10_000, help="pictures for each network")
    parser.add_argument(
        "--traced",
        type=int,
        default=0,
        help="as many more drawn ray by ray (extra 'trace'), where there are such",
    )
    parser.add_argument("--epochs", type=int, help="how often each is seen, anew each time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="processes that draw and prepare pictures")
    parser.add_argument("--only", metavar="NAME", help="teach that and keep all else")
    parser.add_argument(
        "--go-on", action="store_true", help="train the networks there are further, gently, instead of anew"
    )
    parser.add_argument("--models", type=Path, help="where the networks are written")
    args = parser.parse_args()
    courses, last, models = _GAMES[args.game]
    if args.only not in (None, *courses, *last):
        parser.error(f"nothing is called {args.only}; there are {', '.join((*courses, *last))}")
    plan = Plan(
        pictures=args.pictures,
        models=args.models or models,
        count=args.count,
        epochs=args.epochs,
        seed=args.seed,
        workers=args.workers,
        go_on=args.go_on,
        traced=args.traced,
    )
    began = time.perf_counter()
    torch.manual_seed(args.seed)
    for name, course in courses.items():
        if args.only in (None, name):
            teach(course, plan)
    for name, learn in last.items():
        if args.only in (None, name):
            learn(plan)
    print(f"{time.perf_counter() - began:.0f} s in all")


_Last: TypeAlias = Mapping[str, Callable[[Plan], None]]
"""What is learnt last, by its name: from what the networks say."""

_GAMES: Mapping[str, tuple[Mapping[str, Course], _Last, Path]] = {
    "alien-city": (ALIEN_CITY, {}, _ROOM / "alien_city" / "models"),
    "netzwerk": (NETZWERK, {"owners": learn_owners}, _ROOM / "netzwerk" / "models"),
}

if __name__ == "__main__":
    main()
