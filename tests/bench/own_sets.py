"""How well sets are read that nobody trained for, before and after an owner has shown them.

    python -m tests.bench.own_sets --sets 10

Each set lies in its arrangements, and then in positions of games, at home under one lamp, or with `--anywhere`
every time in another room. At home there is light enough to see by, and not too much: of other homes Kibitz says so
and does not read on. With `--mounted`, it is the first home where looking the mount over finds nothing to change;
with `--known`, sets of the kinds that were trained for; with `--apart`, sets in which towers differ from caps as much
as guilds do from each other: whoever has to see whose cap is on a tower wants no others. Prints a line a set: boards
that are exact with all their tiles, places wrong and open, how many pictures were not seen, or taken for something
else than what was asked for, and how many pairs of things Kibitz names as hard to tell apart. Then the sums of all,
and of the sets with which it finds nothing amiss.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from itertools import count

import numpy as np

from engine.alien_city import LOTS, City
from firmware.calibrate.mount import look_over
from firmware.frame import Frame
from firmware.games import table_game
from vision.alien_city.board import CORNERS
from vision.alien_city.find import NoCityError
from vision.alien_city.own_set.learner import AlienCitySet
from vision.alien_city.own_set.shown import Shot
from vision.alien_city.reading import LOT_STATES, MARKS
from vision.alien_city.sheets import board_colours
from vision.game import Tried
from vision.light import too_faint_or_bright
from vision.photo import Picture
from vision.pose import Pose, fit_pose
from vision.synthetic.alien_city import random_scene, render
from vision.synthetic.alien_city.looks import STYLES, UNLIKE, random_looks, unusual_looks
from vision.synthetic.alien_city.own_set import at_home
from vision.synthetic.alien_city.positions import random_position
from vision.synthetic.alien_city.render import Rendering
from vision.synthetic.alien_city.scene import PieceLook, Scene
from vision.synthetic.chance import one_of

_SEED = 5000


def pictures(
    number: int, positions: list[str], *, known: bool, apart: bool, anywhere: bool, mounted: bool
) -> list[tuple[Picture, Pose]]:
    """The set of that number in some positions, with the true poses."""
    rng = np.random.default_rng((_SEED, number))
    made_up = (random_looks(rng, one_of(rng, STYLES)) if known else unusual_looks(rng) for _ in count())
    looks = next(it for it in made_up if not apart or _unlike_caps(it[1]))
    if anywhere:
        return [_posed(render(random_scene(rng, position=it, hand=False, looks=looks))) for it in positions]
    while True:
        home = random_scene(rng, size=(1280, 960), looks=looks)
        if mounted and not _hangs_well(rng, home, positions[0]):
            continue
        shown = [_posed(shot) for shot in at_home(rng, home, positions)]
        if mounted or all(too_faint_or_bright(board_colours(*it)) is None for it in shown):
            return shown


def _posed(shot: Rendering) -> tuple[Picture, Pose]:
    return shot.image, fit_pose(CORNERS, shot.corners, np.ones(4), shot.image.shape[1::-1])


def _unlike_caps(look: PieceLook) -> bool:
    """Whether the towers are of other colours than the caps."""
    return all(
        np.abs(np.subtract(tower, cap)).max() > UNLIKE
        for tower in look.tower_colours
        for cap in look.cap_colours
    )


def _hangs_well(rng: np.random.Generator, home: Scene, position: str) -> bool:
    """Whether `kibitz calibrate mount` would find nothing to change there, with an empty board in view."""
    empty = replace(City.parse(position), lots=(None,) * len(LOTS))
    (shot,) = at_home(rng, home, [str(empty)])
    return look_over(Frame(shot.image, 0.0, "empty"), table_game()).faults == 0


def main() -> None:
    """Learn sets and print how they are read."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--boards", type=int, default=8)
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--anywhere", action="store_true")
    parser.add_argument("--mounted", action="store_true")
    args = parser.parse_args()
    own = AlienCitySet()
    sums, clear = np.zeros((2, 4), int), np.zeros((2, 4), int)
    for number in range(args.first, args.first + args.sets):
        rng = np.random.default_rng((_SEED, number, 1))
        asked = [*own.arrangements, *(random_position(rng, odd=False) for _ in range(args.boards))]
        shown = list(
            pictures(
                number,
                asked,
                known=args.known,
                apart=args.apart,
                anywhere=args.anywhere,
                mounted=args.mounted,
            )
        )
        shots, refused = [], 0
        for (picture, _), position in zip(shown, own.arrangements, strict=False):
            try:
                seen = own.shot(picture, position)
            except NoCityError:
                refused += 1
                continue
            shot = seen if isinstance(seen, Shot) else seen.anyway
            if shot is None:
                refused += 1
            else:
                shots.append(shot)
        others = [
            _shot(*it, position)
            for it, position in zip(shown[-args.boards :], asked[-args.boards :], strict=True)
        ]
        counts = np.stack([_counts(own.tried(others, it)) for it in (None, own.learnt(shots))])
        alike = len(own.alike(shots))
        sums += counts
        clear += counts * (not refused and not alike)
        print(f"set {number}: {refused} refused, {alike} alike; {_said(*counts)}", flush=True)
    print(f"all: {_said(*sums)}")
    print(f"with which nothing is amiss: {_said(*clear)}")


def _shot(picture: Picture, pose: Pose, position: str) -> Shot:
    """A picture whose pose is known, as from a camera that has not moved."""
    city = City.parse(position)
    states = np.array([LOT_STATES.index(content) for content in city.lots])
    return Shot(picture, pose, states, np.array([MARKS.index(tile) for tile in city.tiles]))


def _counts(tried: Tried) -> np.ndarray:
    return np.array([tried.exact, tried.boards, tried.wrong, tried.unread])


def _said(before: np.ndarray, after: np.ndarray) -> str:
    return ", ".join(
        f"{word} {exact} of {boards} exact, {wrong} wrong, {unread} open"
        for word, (exact, boards, wrong, unread) in (("before", before), ("after", after))
    )


if __name__ == "__main__":
    main()
