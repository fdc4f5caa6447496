"""Scenes of Netzwerk with their light followed ray by ray."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from vision.photo import Picture
from vision.synthetic.arrays import Array
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.camera import View
from vision.synthetic.canvas import to_linear
from vision.synthetic.netzwerk import LandscapeRendering, random_landscape
from vision.synthetic.netzwerk.bodies import Body, body_of
from vision.synthetic.netzwerk.grid import HEX_MM, centre, hexagon
from vision.synthetic.netzwerk.miners import SHAPES, SUNK
from vision.synthetic.netzwerk.order import back_to_front
from vision.synthetic.netzwerk.prints import draw_landscape, where
from vision.synthetic.netzwerk.render import rendering
from vision.synthetic.netzwerk.scene import LandscapeScene
from vision.synthetic.sensor import expose
from vision.synthetic.setting import Material
from vision.synthetic.stage import Blockers, Stage
from vision.synthetic.tables import draw_table
from vision.training.netzwerk.pictures import SIZE, with_truth
from vision.training.traced import meshes, surfaces
from vision.training.traced.around import seen_from_above, surroundings
from vision.training.traced.lights import lit
from vision.training.traced.meshes import Mesh, joined
from vision.training.traced.tracing import seen, shape

_PX_PER_MM = 3.2
_SEAM_MM = 0.06  # between fields, so that no two walls lie in one plane
_RAYS = 8
_DEPTH = 5


def traced_drawing(rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
    """A picture without hands, on half of which most landscapes bear stones, and the truth that `Sample` reads."""
    return with_truth(trace_landscape(random_landscape(rng, SIZE, stony=bool(rng.random() < 0.5))))


def trace_landscape(scene: LandscapeScene) -> LandscapeRendering:
    """The picture of a scene; the same scene gives the same picture.

    Hands, and foreign things on the board, are left out.
    """
    rng = np.random.default_rng((scene.seed, 1))
    scene = replace(scene, hands=(), things=tuple(t for t in scene.things if not t.on_board))
    bodies = [body_of(piece, scene.thing_look) for piece in scene.pieces]
    span = float((scene.board.high - scene.board.low).max()) + 20
    above = seen_from_above(span, round(span * _PX_PER_MM))
    parts = surroundings(scene, rng) | lit(scene.light, rng)
    parts |= {"landscape": _landscape(scene, above, span, rng)}
    parts |= _pieces(scene, bodies, rng)
    light = seen(parts, scene.view, _RAYS, _DEPTH, scene.seed % 10**6)
    order = back_to_front(scene.view, [body.hull for body in bodies])
    unhidden = np.zeros(scene.view.size[::-1], np.float32)
    return rendering(scene, expose(light, scene.sensor), bodies, order, unhidden, above)


def _landscape(scene: LandscapeScene, above: View, span: float, rng: np.random.Generator) -> Any:
    """All fields as one body, printed with what is drawn of them as seen from far above, `span` mm wide."""
    look = scene.print_look
    stage = _bare(scene, above)
    draw_landscape(stage, scene.laid, look, scene.origin, scene.seed)
    picture = np.asarray(np.clip(stage.picture, 0, 1) ** (1 / 2.2) * 255, np.uint8)
    low = CENTRE_MM[:2] - span / 2
    fields = [
        meshes.prism(
            where(laid, scene.origin, hexagon(HEX_MM - _SEAM_MM) + centre(field)), look.thickness, low, span
        )
        for laid in scene.laid
        for field in laid.fields
    ]
    return shape(
        joined(fields), surfaces.matt(surfaces.texture(picture), look.gloss, float(rng.uniform(0.1, 0.6)))
    )


def _bare(scene: LandscapeScene, above: View) -> Stage:
    """The table as seen from above, with nothing on it, in light that shows it as it is."""
    ground = to_linear(draw_table(above, scene.table, scene.board.thickness))
    return Stage(ground, above, scene.light, Blockers(np.zeros((0, 7))))


def _pieces(scene: LandscapeScene, bodies: list[Body], rng: np.random.Generator) -> dict[str, Any]:
    """Pieces of one kind, colour and shade as one body each."""
    bevel = float(rng.uniform(0.15, 1.2))
    smooth = bool(rng.random() < 0.5)
    groups: dict[tuple[str, int, Any], list[Body]] = {}
    for body in bodies:
        key = (body.piece.kind, body.piece.colour, tuple(round(v, 1) for v in body.piece.shade))
        groups.setdefault(key, []).append(body)
    build: dict[str, Callable[[LandscapeScene, Body, float], Mesh]] = {
        "stone": _stone,
        "stick": lambda _scene, body, _bevel: joined([meshes.of_solid(solid) for solid in body.solids]),
        "miner": lambda scene, body, _bevel: _miner(scene, body),
    }
    parts = {}
    for number, ((kind, _, _), alike) in enumerate(groups.items()):
        mesh = joined([build[kind](scene, body, bevel) for body in alike])
        parts[f"pieces{number}"] = shape(mesh, _surface(alike[0].albedo, alike[0].material, smooth))
    return parts


def _stone(scene: LandscapeScene, body: Body, bevel: float) -> Mesh:
    look, (x, y, z) = scene.thing_look, body.piece.at
    wide, high = look.stone_mm
    bevel = min(bevel, 0.3 * high)
    if look.stone == "cube":
        return meshes.slab(wide, bevel, high, bevel).at((x, y, z + high), body.piece.turn)
    if look.stone == "disc":
        return meshes.coin(wide, high, bevel).at((x, y, z), body.piece.turn)
    return joined([meshes.of_solid(solid) for solid in body.solids])


def _miner(scene: LandscapeScene, body: Body) -> Mesh:
    if body.piece.lies:
        return joined([meshes.of_solid(solid) for solid in body.solids])
    (wide, high), turned = scene.thing_look.miner_mm, SHAPES[scene.thing_look.miner]
    head = turned.head * wide
    neck = high - head * (1 - SUNK)
    profile = [(width * wide / 2, height * neck) for height, width in turned.profile]
    mesh = meshes.turned_on_lathe([(0, 0), *profile, (0, profile[-1][1])])
    if head:
        mesh = joined([mesh, meshes.ball(head).at((0, 0, high - head), 0.0)])
    return mesh.at(body.piece.at, body.piece.turn)


def _surface(albedo: Array, material: Material, smooth: bool) -> dict[str, Any]:
    if smooth and material.gloss > 0.1:
        return surfaces.moulded(albedo, material.rough)
    return surfaces.matt(surfaces.rgb(albedo), material.gloss, material.rough)
