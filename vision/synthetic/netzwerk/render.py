"""From a scene of Netzwerk to its picture and its labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.text import format_state
from vision.pose import Pose
from vision.synthetic.arrays import Array
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.camera import View
from vision.synthetic.clutter import draw_thing
from vision.synthetic.hands import grip
from vision.synthetic.netzwerk.blocks import draw_blocks
from vision.synthetic.netzwerk.bodies import Body, blockers_of, body_of, height_of
from vision.synthetic.netzwerk.labels import (
    Sight,
    covered_connections,
    covered_fields,
    grid_pose,
    places_of_things,
    seen_centres,
    seen_pieces,
    seen_values,
    sight,
)
from vision.synthetic.netzwerk.order import back_to_front
from vision.synthetic.netzwerk.prints import draw_landscape
from vision.synthetic.netzwerk.scene import COLOURS, PLAYERS, LandscapeScene, Piece, ThingLook
from vision.synthetic.sensor import expose
from vision.synthetic.setting import Hand, Light, Thing
from vision.synthetic.solids import box
from vision.synthetic.stage import Stage
from vision.synthetic.surroundings import draw_hands, laid_out
from vision.synthetic.things import FLAT

KINDS_HELD = (
    *(("stick", k) for k in range(len(PLAYERS))),
    *(("stone", k) for k in range(len(COLOURS))),
    *(("miner", k) for k in range(len(PLAYERS))),
)
"""What `Hand.holds` numbers: kinds and colours of pieces."""

_FAR_MM = 1e6


@dataclass(frozen=True, eq=False)
class LandscapeRendering:
    """A picture and what is true of it.

    image: (H, W, 3) uint8 RGB. position: the first three words of the position text. Pixels (x, y): fields, of the
    true middles of the prints; stones and miners, of the middles of those on the board, by their fields, and whose
    miner it is. stacked: the fields on which one stone lies on the other. pose: where the camera stood; in its world
    the field q,r of the perfect grid that fits the laid one best is at (50 (q + r/2), -43.3 r, 0), millimetres.
    Shares, 0 to 1: covered, of each field's disc, and connections_covered, of each place for connectors, that a hand
    or a foreign thing hides; seen_stones, seen_values (of a city's number) and seen_miners, of what is there that
    neither a hand nor another piece hides.
    lamp: (x, y, z) mm from the camera, in its own axes, of the lamp that gives the board most light, far above where
    there is none; stone_mm: how high a stone is.
    """

    image: Array
    position: str
    fields: dict[tuple[int, int], tuple[float, float]]
    stones: dict[tuple[int, int], list[tuple[float, float]]]
    stacked: frozenset[tuple[int, int]]
    miners: dict[tuple[int, int], tuple[str, tuple[float, float]]]
    pose: Pose
    covered: dict[tuple[int, int], float]
    connections_covered: dict[tuple[tuple[int, int], tuple[int, int]], float]
    seen_stones: dict[tuple[int, int], float]
    seen_values: dict[tuple[int, int], float]
    seen_miners: dict[tuple[int, int], float]
    lamp: tuple[float, float, float]
    stone_mm: float


def render_landscape(scene: LandscapeScene) -> LandscapeRendering:
    """Draw a scene; the same scene gives the same picture."""
    look = scene.thing_look
    bodies = [body_of(piece, look) for piece in scene.pieces]
    held = [_held(hand, look) for hand in scene.hands if hand.holds >= 0]
    stage = laid_out(
        scene,
        blockers_of(scene.pieces, look),
        [caster for body in (*bodies, *held) for caster in body.casters],
        lambda stage: draw_landscape(stage, scene.laid, scene.print_look, scene.origin, scene.seed),
    )
    order = _draw_standing(stage, scene, bodies)
    draw_blocks(stage, held, [-1] * len(held), look.edge)
    mask = draw_hands(stage, scene, [body.hull for body in held])
    return rendering(scene, expose(stage.picture, scene.sensor), bodies, order, mask, scene.view)


def rendering(
    scene: LandscapeScene,
    image: Array,
    bodies: Sequence[Body],
    order: Sequence[int],
    mask: Array,
    printed_for: View,
) -> LandscapeRendering:
    """A scene's picture with what is true of it.

    bodies: of the scene's pieces; order: their numbers, those behind first; mask: the share of each pixel (H, W) that
    hands and foreign things hide; printed_for: the view that the landscape was drawn for.
    """
    view = scene.view
    centres = seen_centres(scene.laid, scene.origin, printed_for)
    seen = sight(view, bodies, order, mask)
    stones, miners, _ = seen_pieces(seen, bodies)
    stones_at, miners_at = places_of_things(view, bodies)
    middles = view.project(np.array([(*at, 0.0) for at in centres.values()]))
    return LandscapeRendering(
        image=image,
        position=" ".join(format_state(scene.state).split()[:3]),
        fields={_pair(field): _pixel(it) for field, it in zip(centres, middles, strict=True)},
        stones={_pair(field): [_pixel(it) for it in places] for field, places in stones_at.items()},
        stacked=frozenset(_pair(it.piece.on[0]) for it in bodies if _is_upper_stone(it.piece)),
        miners={_pair(field): (player, _pixel(at)) for field, (player, at) in miners_at.items()},
        pose=grid_pose(view, centres),
        covered=_by_pair(covered_fields(view, mask, centres, scene.print_look)),
        connections_covered={
            _pairs(place): share
            for place, share in covered_connections(view, mask, scene.state, centres).items()
        },
        seen_stones=_by_pair(stones),
        seen_values=_by_pair(seen_values(seen, scene.state, centres, scene.print_look)),
        seen_miners=_by_pair(miners),
        lamp=_strongest(scene.light, view),
        stone_mm=scene.thing_look.stone_mm[1],
    )


def _is_upper_stone(piece: Piece) -> bool:
    return piece.kind == "stone" and bool(piece.on) and piece.at[2] > 0


def _strongest(light: Light, view: View) -> tuple[float, float, float]:
    lamp = max(light.lamps, key=lambda lamp: sum(lamp.colour), default=None)
    place = np.array(lamp.place) if lamp else CENTRE_MM + np.array([0.0, 0.0, _FAR_MM])
    x, y, z = view.rotation @ place + np.array(view.tvec)
    return float(x), float(y), float(z)


def looked_at(scene: LandscapeScene) -> tuple[list[Body], Sight]:
    """The bodies of a scene's pieces, and what the camera sees of them when no hand is there."""
    bodies = [body_of(piece, scene.thing_look) for piece in scene.pieces]
    order = back_to_front(scene.view, [body.hull for body in bodies])
    clear = np.zeros(scene.view.size[::-1], np.float32)
    return bodies, sight(scene.view, bodies, order, clear)


def _pair(field: Field) -> tuple[int, int]:
    return field.q, field.r


def _pixel(at: Array) -> tuple[float, float]:
    return float(at[0]), float(at[1])


def _pairs(place: Connection) -> tuple[tuple[int, int], tuple[int, int]]:
    return _pair(place.first), _pair(place.second)


def _by_pair(shares: dict[Field, float]) -> dict[tuple[int, int], float]:
    return {_pair(field): share for field, share in shares.items()}


def _held(hand: Hand, look: ThingLook) -> Body:
    """What a hand holds, hanging between its fingers."""
    kind, colour = KINDS_HELD[hand.holds]
    x, y, z = (float(v) for v in grip(hand))
    turn = hand.turn + hand.number % 7 * 0.25 - 0.75
    tilt = (hand.number % 11 - 5) * 2.0 if kind == "stick" else 0.0
    low = z - 0.7 * height_of(Piece(kind, colour, (x, y, z), turn), look)
    return body_of(Piece(kind, colour, (x, y, max(low, 1.0 + abs(tilt) / 2)), turn, tilt), look)


def _draw_standing(stage: Stage, scene: LandscapeScene, bodies: Sequence[Body]) -> list[int]:
    """Draw all pieces and standing things, those behind first; returns the order of the pieces."""
    things = [thing for thing in scene.things if thing.kind not in FLAT]
    around = [_around(thing, scene.ground(thing)) for thing in things]
    order = back_to_front(stage.view, [*(body.hull for body in bodies), *around])
    run: list[int] = []
    for k in [*order, len(bodies) + len(things)]:
        if k < len(bodies):
            run.append(k)
            continue
        draw_blocks(stage, [bodies[n] for n in run], run, scene.thing_look.edge)
        run = []
        if k < len(bodies) + len(things):
            draw_thing(stage, things[k - len(bodies)], scene.ground(things[k - len(bodies)]))
    return [k for k in order if k < len(bodies)]


def _around(thing: Thing, ground: float) -> Array:
    """Corners (n, 3) of a body around a thing that stands."""
    return box((*thing.size, thing.height), (*thing.at, ground), thing.turn).corners
