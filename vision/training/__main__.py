"""`python -m vision.training`: draw the pictures, train the networks, write them where the reader looks."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import torch

import vision
from vision.training.alien_city.courses import COURSES as ALIEN_CITY
from vision.training.course import Course, Plan, teach, why_not
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
    parser.add_argument(
        "--count", type=_from(1), default=10_000, metavar="N", help="pictures for each network"
    )
    parser.add_argument(
        "--traced",
        type=_from(0),
        default=0,
        metavar="N",
        help="as many more drawn ray by ray (extra 'trace'), where there are such",
    )
    parser.add_argument("--epochs", type=_from(1), metavar="N", help="how often each is seen, anew each time")
    parser.add_argument("--seed", type=_from(0), default=1, metavar="N")
    parser.add_argument(
        "--workers", type=_from(1), default=2, metavar="N", help="processes that draw and prepare pictures"
    )
    parser.add_argument("--only", metavar="NAME", help="teach that and keep all else")
    parser.add_argument(
        "--go-on", action="store_true", help="train the networks there are further, gently, instead of anew"
    )
    parser.add_argument(
        "--models",
        type=Path,
        help="where the networks are written, if not where the reader looks; not for those that learn from what "
        "others of the package make of pictures",
    )
    args = parser.parse_args()
    courses, last, models = _GAMES[args.game]
    if args.only not in (None, *courses, *last):
        parser.error(f"nothing is called {args.only}; there are {', '.join((*courses, *last))}")
    courses = {name: it for name, it in courses.items() if args.only in (None, name)}
    last = {name: it for name, it in last.items() if args.only in (None, name)}
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
    if why := next(_faults(courses, last, plan, models), None):
        parser.error(why)
    began = time.perf_counter()
    torch.manual_seed(args.seed)
    for course in courses.values():
        teach(course, plan)
    for learn in last.values():
        learn(plan)
    print(f"{time.perf_counter() - began:.0f} s in all")


def _from(least: int) -> Callable[[str], int]:
    """What reads an option that is a whole number, at least so large."""

    def taken(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is no whole number from {least} on")
        return int(text)

    return taken


def _faults(courses: Mapping[str, Course], last: _Last, plan: Plan, package: Path) -> Iterator[str]:
    """What is wrong with the options, told before anything is drawn."""
    theirs = [*(name for name, it in courses.items() if it.of_package), *last]
    if theirs and plan.models.resolve() != package.resolve():
        yield (
            f"{', '.join(theirs)} would learn from the networks in {package}, not from those in {plan.models}: "
            "leave --models out, or choose by --only what learns from pictures alone"
        )
    for folder in (plan.models, plan.pictures):
        if folder.exists() and not folder.is_dir():
            yield f"{folder} is no folder"
    if last and plan.count < _FEWEST_FOR_LAST:
        yield f"{plan.count} pictures are too few for {', '.join(last)}: {_FEWEST_FOR_LAST} at least"
    yield from filter(None, (why_not(it, plan) for it in courses.values()))


_FEWEST_FOR_LAST = 100
"""Pictures. How games differ shows only in many of them."""

_Last: TypeAlias = Mapping[str, Callable[[Plan], None]]
"""What is learnt last, by its name: from what the networks say."""

_GAMES: Mapping[str, tuple[Mapping[str, Course], _Last, Path]] = {
    "alien-city": (ALIEN_CITY, {}, _ROOM / "alien_city" / "models"),
    "netzwerk": (NETZWERK, {"owners": learn_owners}, _ROOM / "netzwerk" / "models"),
}

if __name__ == "__main__":
    main()
