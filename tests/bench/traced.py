"""How far drawn pictures are from light itself: `python -m tests.bench.traced --boards 24`.

The same scenes are traced ray by ray and drawn; the reader looks at both from where the camera truly is. Prints, for
what stands on lots, by how many nats the truth surprises it in either, and how much brighter than drawn it is traced,
in logarithms of light, beside the same for bare lots: the median, and the tenth to the ninetieth percentile.
Needs the extra `trace`, and LLVM; a scene takes some five seconds.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import replace

import cv2
import numpy as np

from engine.alien_city import City, Kind
from vision.alien_city.lot_cuts import lot_cuts
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import LOT_STATES
from vision.lens import Floats
from vision.photo import Picture
from vision.synthetic.alien_city import render
from vision.synthetic.alien_city.render import Rendering
from vision.synthetic.alien_city.scene import PieceLook
from vision.training.alien_city.pictures import TRACED

_MIDDLE = slice(20, 44)  # of a cut: where a piece is wherever it stands on its lot
_DARKEST = 1e-3
_LEAST_BARE = 5
_HIDDEN = 0.25


def kind_of(state: int, look: PieceLook) -> str:
    """What stands on a lot, and of what material it is."""
    content = LOT_STATES[state]
    if content is None:
        return "bare"
    if content.kind is Kind.DOME:
        return look.dome_shape
    capped = "" if content.cap is None else " with a cap"
    return f"{'clear ' if look.tower.clear else ''}tower{capped}"


def light_of(picture: Picture, seen: Rendering) -> Floats:
    """The logarithm of the light (80,) in the middle of each lot, about linear."""
    cuts = lot_cuts(picture, seen.pose, np.arange(80)).pictures[:, 0, _MIDDLE, _MIDDLE]
    return np.asarray(np.log(np.maximum((cuts / 255.0) ** 2.2, _DARKEST).mean((1, 2, 3))))


def main() -> None:
    """Trace and draw the scenes, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=24)
    parser.add_argument("--seed", type=int, default=9501)
    args = parser.parse_args()
    from vision.training.alien_city.traced import trace  # takes the extra

    cv2.setNumThreads(1)
    reader = CityReader()
    found: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for number in range(args.boards):
        scene = replace(TRACED.scene(np.random.default_rng((args.seed, number))), hands=())
        both = (trace(scene), render(scene))
        states = [LOT_STATES.index(content) for content in City.parse(scene.position).lots]
        seen = np.flatnonzero(np.asarray(both[0].covered) < _HIDDEN)
        nats, light = [], []
        for rendering in both:
            said = reader.read_at(rendering.image, rendering.pose).lots
            nats.append(-np.log(np.maximum(said[np.arange(80), states], 1e-9)))
            light.append(light_of(rendering.image, rendering))
        brighter = light[0] - light[1]
        bare = [lot for lot in seen if states[lot] == 0]
        if len(bare) >= _LEAST_BARE:
            brighter -= np.median(brighter[bare])
            for lot in seen:
                kind = kind_of(states[lot], scene.piece_look)
                found[kind].append((nats[0][lot], nats[1][lot], brighter[lot]))
    print(f"{'':24}   lots  traced   drawn  brighter")
    for kind, rows in sorted(found.items()):
        traced, drawn, brighter = np.array(rows).T
        low, mid, high = np.percentile(brighter, (10, 50, 90))
        print(
            f"{kind:24} {len(rows):6} {traced.mean():7.3f} {drawn.mean():7.3f} {mid:9.2f}  {low:.2f} to {high:.2f}"
        )


if __name__ == "__main__":
    main()
