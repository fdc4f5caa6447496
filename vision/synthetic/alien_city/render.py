"""From a scene to its picture and its labels."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.pose import Pose
from vision.synthetic.alien_city.icons import fitting
from vision.synthetic.alien_city.labels import covered_lots
from vision.synthetic.alien_city.scene import Piece, PieceLook, Scene
from vision.synthetic.alien_city.tiles import board_corners, draw_tiles
from vision.synthetic.arrays import Array, linear
from vision.synthetic.clutter import draw_thing
from vision.synthetic.domes import SIDES, Print, draw_bead, draw_disc
from vision.synthetic.hands import grip
from vision.synthetic.pyramids import draw_solid
from vision.synthetic.sensor import expose
from vision.synthetic.setting import Hand, Material
from vision.synthetic.shadows import Caster
from vision.synthetic.solids import Solid, circle, pyramid
from vision.synthetic.stage import Blockers, Stage
from vision.synthetic.surroundings import draw_hands, laid_out
from vision.synthetic.things import FLAT

Lit = tuple[Array, Array]


@dataclass(frozen=True, eq=False)
class Rendering:
    """A picture and what is true of it.

    image: (H, W, 3) uint8 RGB. corners: (4, 2) float64, pixels of the board's true outer corners at A1, H1,
    H10, A10. pose: where the camera stood, in the world of the ideal grid. covered: (80,) float32, share of each lot,
    or of what stands on it, that a hand or a foreign thing hides.
    """

    image: Array
    position: str
    corners: Array
    pose: Pose
    covered: Array


def _body(piece: Piece, look: PieceLook) -> Solid:
    base, height = (
        (look.tower_base, look.tower_height) if piece.kind == "tower" else (look.cap_base, look.cap_height)
    )
    return pyramid(base, height, piece.at, piece.turn, lies=piece.lies, lean=piece.lean)


def material_of(piece: Piece, look: PieceLook) -> Material:
    """What a piece is made of."""
    return {"tower": look.tower, "dome": look.dome, "cap": look.cap}[piece.kind]


def albedo_of(piece: Piece, look: PieceLook) -> Array:
    """What its paint or plastic reflects (3,), in linear light; of a coin, the paint of its guild."""
    colours = {"tower": look.tower_colours, "dome": look.dome_colours, "cap": look.cap_colours}[piece.kind]
    return np.asarray(np.clip(linear(np.array(colours[piece.colour])) * np.array(piece.shade), 0, 0.95))


def coin_face(piece: Piece, look: PieceLook) -> Array:
    """What the face of a coin, and its side, reflect (3,)."""
    if look.coin_print == "pale":
        return albedo_of(piece, look)
    return np.asarray(linear(np.array(look.coin_face)) * np.array(piece.shade))


def caster(piece: Piece, look: PieceLook) -> Caster:
    """What a piece throws shadows with, and hides others behind."""
    if piece.kind == "dome":
        ring = circle(12) * look.dome_width / 2
        rings = [ring, ring * 0.75 + (0, 0, look.dome_height * 0.66), ring * 0.25 + (0, 0, look.dome_height)]
        if look.dome_shape == "bead":
            return Caster(np.vstack(rings) + np.array(piece.at))
        # With a slightly smaller foot, as shadows are drawn with soft edges: a coin has a shadow only behind it.
        rings = [ring * 0.8, ring + np.array([0, 0, look.dome_height])]
        side = coin_face(piece, look) if look.dome_shape == "coin" else albedo_of(piece, look)
        return Caster(np.vstack(rings) + np.array(piece.at), throws=float(side.mean()))
    body = _body(piece, look)
    material = material_of(piece, look)
    if not material.clear:
        return Caster(body.corners)
    albedo = albedo_of(piece, look)
    # The depth of colour of the light that comes through varies as much as walls do.
    tint = (albedo / max(float(albedo.max()), 1e-3)) ** (0.4 + 3 * material.uneven)
    r, g, b = (float(v) for v in np.clip((tint * 0.9 + 0.05) * (0.3 + 0.65 * material.clear), 0, 0.97))
    return Caster(body.corners, (r, g, b))


def _blockers(pieces: tuple[Piece, ...], look: PieceLook) -> Blockers:
    rows = []
    for piece in pieces:
        density = 1 - 0.7 * material_of(piece, look).clear
        if piece.kind == "dome":
            rows.append((*piece.at, look.dome_width / 2, look.dome_height, 1.0, 1.0))
        elif piece.lies:
            base = look.tower_base if piece.kind == "tower" else look.cap_base
            rows.append((*piece.at, base / 2, base * 0.8, 0.0, density))
        elif piece.kind == "tower":
            rows.append((*piece.at, look.tower_base * 0.56, look.tower_height, 0.0, density))
        else:
            rows.append((*piece.at, look.cap_base * 0.56, look.cap_height, 0.0, density))
    return Blockers(np.array(rows, np.float64).reshape(-1, 7))


def _draw_pieces(stage: Stage, scene: Scene) -> None:
    """All pieces and standing things, the farthest from the point under the camera first."""
    look, pieces = scene.piece_look, scene.pieces
    eye = stage.view.eye[:2]
    bodies = {i: _body(p, look) for i, p in enumerate(pieces) if p.kind != "dome"}
    samples = {i: b.samples for i, b in bodies.items()}
    owners = {i: _owner(pieces, i) for i in range(len(pieces))}
    light: dict[int, Array] = {}
    if samples:
        points = np.vstack([s[0] for s in samples.values()])
        normals = np.vstack([s[1] for s in samples.values()])
        owner = np.concatenate([np.full(len(s[0]), owners[i]) for i, s in samples.items()])
        lit = stage.lit(points, normals, owner)
        lengths = [len(s[0]) for s in samples.values()]
        light = dict(zip(samples, np.split(lit, np.cumsum(lengths)[:-1]), strict=True))
    round_ = [i for i, p in enumerate(pieces) if p.kind == "dome"]
    tops = np.array([pieces[i].at for i in round_]).reshape(-1, 3) + np.array([0, 0, look.dome_height * 0.7])
    numbers = np.array(round_)
    shade = {}
    flat = _coin_light(stage, look, pieces, round_)
    if round_:
        per_lamp = [
            stage.blockers.shade(tops, numbers, np.array(lamp.place), 8 + lamp.size * 0.03)
            for lamp in stage.light.lamps
        ]
        shade = dict(zip(round_, np.reshape(per_lamp, (-1, len(round_))).T, strict=True))
    jobs = [(_distance(pieces, i, eye), i) for i in range(len(pieces))]
    jobs += [
        (float(np.hypot(t.at[0] - eye[0], t.at[1] - eye[1])), -1 - k)
        for k, t in enumerate(scene.things)
        if t.kind not in FLAT
    ]
    for _, i in sorted(jobs, reverse=True):
        if i < 0:
            thing = scene.things[-1 - i]
            draw_thing(stage, thing, scene.ground(thing))
            continue
        piece = pieces[i]
        material = material_of(piece, look)
        albedo = albedo_of(piece, look)
        if piece.kind != "dome":
            draw_solid(stage, bodies[i], albedo, material, light[i], edge=look.edge)
        elif look.dome_shape == "bead":
            draw_bead(
                stage, np.array(piece.at), look.dome_width, look.dome_height, albedo, material, shade[i]
            )
        else:
            _draw_coin(stage, scene, piece, albedo, flat[i])


def _distance(pieces: tuple[Piece, ...], i: int, eye: Array) -> float:
    """How far a piece is from the point under the camera; a cap comes right after its tower."""
    piece = pieces[i]
    if piece.kind == "cap" and piece.lot is not None and i and pieces[i - 1].lot == piece.lot:
        return _distance(pieces, i - 1, eye) - 1e-6
    return float(np.hypot(piece.at[0] - eye[0], piece.at[1] - eye[1]))


def _owner(pieces: tuple[Piece, ...], i: int) -> int:
    """The row of the blockers that doesn't shade piece i: itself, or for a cap the tower under it."""
    piece = pieces[i]
    if piece.kind == "cap" and piece.lot is not None and i and pieces[i - 1].lot == piece.lot:
        return i - 1
    return i


def _coin_light(
    stage: Stage, look: PieceLook, pieces: tuple[Piece, ...], numbers: list[int]
) -> dict[int, Lit]:
    """Light on the face (3,) and on the sides (4, 3) of flat round pieces, by their numbers."""
    if not numbers or look.dome_shape == "bead":
        return {}
    at = np.array([pieces[i].at for i in numbers])[:, None]
    heights = np.array([1.0, 0.5, 0.5, 0.5, 0.5])[:, None] * np.array([0, 0, look.dome_height])
    normals = np.tile(np.vstack([[[0.0, 0, 1]], SIDES]), (len(numbers), 1))
    lit = stage.lit((at + heights).reshape(-1, 3), normals, np.repeat(numbers, 5)).reshape(-1, 5, 3)
    return {i: (part[0], part[1:]) for i, part in zip(numbers, lit, strict=True)}


def _draw_coin(stage: Stage, scene: Scene, piece: Piece, albedo: Array, light: Lit) -> None:
    look = scene.piece_look
    at = np.array(piece.at)
    if look.dome_shape == "disc":
        draw_disc(stage, at, look.dome_width, look.dome_height, albedo, look.dome, light)
        return
    face, ink = coin_face(piece, look), albedo
    if look.coin_print == "pale":
        ink = linear(np.array(look.coin_face)) * np.array(piece.shade)
    scale = look.coin_icon_mm * stage.view.px_per_mm
    mark = fitting(scene.tile_look.icons[piece.colour], scene.tile_look.variant, False, scale)
    printed = Print(ink, look.coin_rim, mark, look.coin_icon_mm, piece.turn)
    draw_disc(stage, at, look.dome_width, look.dome_height, face, look.dome, light, printed)


def held_kind(holds: int) -> tuple[str, int]:
    """Kind and colour, as in `Piece`, of what a hand with this number holds."""
    kind, first = ("tower", 0) if holds < 3 else ("dome", 3) if holds < 7 else ("cap", 7)
    return kind, holds - first


def _held(hand: Hand, number: int) -> Piece:
    """What a hand holds, hanging between its fingers."""
    x, y, z = (float(v) for v in grip(hand))
    kind, colour = held_kind(hand.holds)
    drop = {"tower": 26.0, "dome": 6.0, "cap": 14.0}[kind]
    return Piece(kind, colour, (x, y, max(z - drop, 1.0)), hand.turn + number % 7 * 0.2)


def render(scene: Scene) -> Rendering:
    """Draw a scene; the same scene gives the same picture."""
    view, look = scene.view, scene.piece_look
    held = tuple(_held(hand, k) for k, hand in enumerate(scene.hands) if hand.holds >= 0)
    stage = laid_out(
        scene,
        _blockers(scene.pieces, look),
        [caster(p, look) for p in (*scene.pieces, *held)],
        lambda stage: draw_tiles(stage, scene.tiles, scene.tile_look, scene.seed),
    )
    _draw_pieces(stage, scene)
    if held:
        _draw_pieces(
            Stage(stage.picture, view, scene.light, _blockers(held, look)),
            replace(scene, pieces=held, things=()),
        )
    mask = draw_hands(stage, scene, [caster(p, look).corners for p in held])
    return Rendering(
        expose(stage.picture, scene.sensor),
        scene.position,
        view.project(board_corners(scene.tiles)),
        view.pose,
        covered_lots(view, mask, scene.pieces, look) if mask.any() else np.zeros(80, np.float32),
    )
