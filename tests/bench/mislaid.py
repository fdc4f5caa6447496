"""Whether arrangements of an owner's set that lie otherwise than asked for are noticed, and no others accused.

    python -m tests.bench.mislaid --first 200 --sets 60

Each set lies in its arrangements under one lamp, as for `own_sets`, and then five of them wrongly: two domes are
exchanged, two towers, two caps, or three pieces all round, or all stands as asked for on the tiles of another
arrangement. Each of these takes the place of what lay right, with `--twos` every two of them. Prints a line a set,
then how many sets were accused that lay right, how many arrangements were noticed that did not, and how many others
were accused beside these. Sets of which not all is taken, as many lots seem built on or bare, are left out.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from engine.alien_city import LOTS, City, Kind, Structure
from tests.bench.own_sets import pictures
from vision.alien_city.find import NoCityError
from vision.alien_city.own_set.learner import AlienCitySet
from vision.alien_city.own_set.likeness import Likeness
from vision.alien_city.own_set.mislaid import mislaid
from vision.alien_city.own_set.shown import Seen, Shot
from vision.alien_city.reader import CityReader
from vision.photo import Picture

_SEED = 9000
_ALIKE: dict[str, Callable[[Structure], object]] = {
    "two domes": lambda it: it.colour if it.kind is Kind.DOME else None,
    "two towers": lambda it: it.colour if it.kind is Kind.TOWER else None,
    "two caps": lambda it: it.cap,
    "three pieces": lambda it: (it.kind, it.colour),
}
"""By what pieces are others that are exchanged; None for those that are not."""
_OTHER_TILES = "other tiles"
_WAYS = (*_ALIKE, _OTHER_TILES)


def laid_wrongly(rng: np.random.Generator, way: str, number: int, asked: Sequence[str]) -> str:
    """How the arrangement of that number lies if it is laid wrongly in such a way."""
    tiles, _, rows = asked[number].partition(" ")
    if way == _OTHER_TILES:
        others = sorted({it.partition(" ")[0] for it in asked} - {tiles})
        return f"{others[rng.integers(len(others))]} {rows}"
    city, chosen = City.parse(asked[number]), dict[object, int]()
    for lot in rng.permutation(len(LOTS)).tolist():
        content = city.lots[lot]
        what = _ALIKE[way](content) if isinstance(content, Structure) else None
        if what is not None and len(chosen) < (3 if way == "three pieces" else 2):
            chosen.setdefault(what, lot)
    places, lots = list(chosen.values()), list(city.lots)
    for place, other in zip(places, [*places[1:], places[0]], strict=True):
        mine, theirs = city.lots[place], city.lots[other]
        assert isinstance(mine, Structure)
        assert isinstance(theirs, Structure)
        lots[place] = replace(mine, cap=theirs.cap) if way == "two caps" else theirs
    return str(replace(city, lots=tuple(lots)))


def _taken(own: AlienCitySet, picture: Picture, position: str) -> Shot | None:
    """What is taken of a picture, also where one or two lots seem to be off; None where it is not taken."""
    try:
        shot = own.shot(picture, position)
    except NoCityError:
        return None
    return shot if isinstance(shot, Shot) else shot.anyway


def main() -> None:
    """Lay sets rightly and wrongly, and print what is noticed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--twos", action="store_true")
    args = parser.parse_args()
    own, likeness, reader = AlienCitySet(), Likeness(), CityReader()
    asked, sums = own.arrangements, Counter[str]()
    for number in range(args.first, args.first + args.sets):
        rng = np.random.default_rng((_SEED, number))
        wrong = dict(zip(_WAYS, rng.permutation(len(asked)).tolist(), strict=False))
        positions = [laid_wrongly(rng, way, at, asked) for way, at in wrong.items()]
        shown = pictures(
            number, [*asked, *positions], known=False, apart=False, anywhere=False, mounted=False
        )
        all_asked = [*asked, *(asked[at] for at in wrong.values())]
        taken = [_taken(own, picture, it) for (picture, _), it in zip(shown, all_asked, strict=True)]
        shots = [shot for shot in taken if shot is not None]
        if len(shots) < len(taken):
            print(f"set {number}: not all is taken", flush=True)
            continue
        seen = [Seen.of(shot, likeness, reader) for shot in shots]
        right, laid = seen[: len(asked)], dict(zip(_WAYS, seen[len(asked) :], strict=True))
        found = Counter({"sets": 1, "accused sets": bool(mislaid(right))})
        for ways in combinations(_WAYS, 2 if args.twos else 1):
            at = {wrong[way]: laid[way] for way in ways}
            noticed = set(mislaid([at.get(it, shot) for it, shot in enumerate(right)]))
            found["accused beside them"] += len(noticed - set(at))
            for way in ways:
                found[way] += 1
                found[f"{way} noticed"] += wrong[way] in noticed
        sums += found
        print(f"set {number}: {dict(found)}", flush=True)
    print(f"all: {dict(sums)}")


if __name__ == "__main__":
    main()
