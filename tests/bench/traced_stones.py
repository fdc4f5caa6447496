"""How far drawn stones are from light itself: `python -m tests.bench.traced_stones --landscapes 24`.

As `tests.bench.traced`, of Netzwerk: the same scenes are traced ray by ray and drawn. Prints by how many nats the
truth about the stones of a landscape surprises the reader in either, and how much brighter than drawn the faces of
stones are traced, in logarithms of light, beside the same for the board around them: the median, and the tenth to the
ninetieth percentile. Needs the extra `trace`, and LLVM; a scene takes some eight seconds.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from engine.netzwerk.fields import Field
from engine.netzwerk.text import format_state
from vision.lens import Floats
from vision.netzwerk.chances import Chances
from vision.netzwerk.eyes import NetzwerkEyes
from vision.netzwerk.find import NoLandscapeError
from vision.photo import Picture
from vision.synthetic.camera import View
from vision.synthetic.netzwerk import LandscapeRendering, random_landscape, render_landscape
from vision.synthetic.netzwerk.bodies import Body
from vision.synthetic.netzwerk.labels import points_on
from vision.synthetic.netzwerk.render import looked_at
from vision.training.netzwerk.pictures import SIZE, Sample, with_truth

_DARKEST = 1e-3
_LEAST = 1e-4
_SEEN = 0.98  # of a stone
_INNER = 0.6  # of a face, so far from its middle to its corners
_AROUND_MM = 13.0


def stones_told(eyes: NetzwerkEyes, seen: LandscapeRendering) -> dict[Field, float]:
    """By how many nats the truth about the stones of each landscape that the reader finds surprises it."""
    truth = Sample.of(Path(), with_truth(seen)[1]).state
    try:
        found = eyes.read(seen.image)
    except NoLandscapeError:
        return {}
    chances = Chances(found.turned_like(format_state(truth)).reading)
    told = {it: chances.stones(it) for it in truth.stones}
    return {it: -float(np.log(max(said[str(truth.stones[it])], _LEAST))) for it, said in told.items() if said}


def light_in(picture: Picture, outline: Floats) -> float:
    """The logarithm of the light within an outline (n, 2) in pixels, about linear."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), (1,))
    return _log_light(picture[mask > 0])


def _log_light(pixels: Picture) -> float:
    return float(np.log(max(((pixels / 255.0) ** 2.2).mean(), _DARKEST)))


def faces(body: Body, view: View) -> Iterator[tuple[str, Floats]]:
    """The faces of a stone that are seen: which kind, and the outline (n, 2) of their inner part in pixels."""
    for solid in body.solids:
        for face, normal, middle in zip(solid.faces, solid.normals, solid.middles, strict=True):
            if (view.eye - middle) @ normal > 0:
                inner = middle + _INNER * (solid.corners[list(face)] - middle)
                yield "top" if normal[2] > 0.5 else "wall", view.project(inner)


def around(body: Body, view: View) -> tuple[Floats, Floats]:
    """Columns and rows of pixels on the board around a stone."""
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.array(body.piece.at)[:2] + _AROUND_MM * np.column_stack([np.cos(turn), np.sin(turn)])
    x, y = np.rint(view.project(np.column_stack([ring, np.zeros(len(ring))]))).astype(int).T
    return x.clip(0, SIZE[0] - 1), y.clip(0, SIZE[1] - 1)


def main() -> None:
    """Trace and draw the scenes, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--landscapes", type=int, default=24)
    parser.add_argument("--seed", type=int, default=9502)
    args = parser.parse_args()
    from vision.training.netzwerk.traced import trace_landscape  # takes the extra

    cv2.setNumThreads(1)
    eyes = NetzwerkEyes()
    nats: list[tuple[float, float]] = []
    brighter: dict[str, list[float]] = defaultdict(list)
    for number in range(args.landscapes):
        scene = random_landscape(np.random.default_rng((args.seed, number)), SIZE, stony=True)
        scene = replace(scene, hands=(), things=tuple(it for it in scene.things if not it.on_board))
        traced, drawn = trace_landscape(scene), render_landscape(scene)
        told = stones_told(eyes, traced), stones_told(eyes, drawn)
        nats += [(told[0][it], told[1][it]) for it in told[0].keys() & told[1].keys()]
        bodies, sight = looked_at(scene)
        stones = [k for k, it in enumerate(bodies) if it.piece.kind == "stone" and it.piece.on]
        shares = sight.shares([points_on(bodies[k], scene.view.eye) for k in stones], stones)
        for body in (bodies[k] for k, share in zip(stones, shares, strict=True) if share > _SEEN):
            x, y = around(body, scene.view)
            board = _log_light(traced.image[y, x]) - _log_light(drawn.image[y, x])
            for kind, outline in faces(body, scene.view):
                more = light_in(traced.image, outline) - light_in(drawn.image, outline)
                brighter[kind].append(more - board)
    by_traced, by_drawn = np.mean(nats, axis=0)
    print(f"stones of {len(nats)} landscapes: {by_traced:.3f} nats traced, {by_drawn:.3f} drawn")
    for kind, found in sorted(brighter.items()):
        low, mid, high = np.percentile(found, (10, 50, 90))
        print(f"{kind:5} of {len(found):5}: {mid:.2f} brighter, {low:.2f} to {high:.2f}")


if __name__ == "__main__":
    main()
