"""Scenes of Alien City with their light followed ray by ray."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.photo import Picture
from vision.synthetic import noise
from vision.synthetic.alien_city.icons import fitting
from vision.synthetic.alien_city.render import Rendering, albedo_of, coin_face, material_of
from vision.synthetic.alien_city.scene import Piece, PieceLook, Scene
from vision.synthetic.alien_city.tiles import TILE_MM, board_corners, tile_face, tile_matrix
from vision.synthetic.arrays import Array, linear
from vision.synthetic.sensor import expose
from vision.synthetic.solids import pyramid
from vision.training.alien_city.pictures import Drawing, with_truth
from vision.training.traced import meshes, surfaces
from vision.training.traced.around import surroundings
from vision.training.traced.lights import lit
from vision.training.traced.meshes import Mesh, joined
from vision.training.traced.tracing import seen, shape

_TILE_PX = 224
_COIN_PX = 160
_RAYS = 8
_DEPTH = 7
_UNDER_CAP_MM = 0.5  # so far a tower reaches into its cap, which may lean


@dataclass(frozen=True)
class Tracing:
    """Pictures of what a `Drawing` would draw."""

    drawing: Drawing

    def __call__(self, rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
        """A picture, and the truth that `Sample.load` reads back."""
        return with_truth(trace(self.drawing.scene(rng)))


def trace(scene: Scene) -> Rendering:
    """The picture of a scene; the same scene gives the same picture.

    Hands, and foreign things on the board, are left out.
    """
    rng = np.random.default_rng((scene.seed, 1))
    scene = replace(scene, hands=(), things=tuple(t for t in scene.things if not t.on_board))
    parts = surroundings(scene, rng) | lit(scene.light, rng) | {"tiles": _tiles(scene, rng)}
    parts |= _pieces(scene, rng)
    light = seen(parts, scene.view, _RAYS, _DEPTH, scene.seed % 10**6)
    return Rendering(
        expose(light, scene.sensor),
        scene.position,
        scene.view.project(board_corners(scene.tiles)),
        scene.view.pose,
        np.zeros(80, np.float32),
    )


def _tiles(scene: Scene, rng: np.random.Generator) -> Any:
    """All twenty as one body, their faces on one sheet."""
    look = scene.tile_look
    sheet = np.zeros((5 * _TILE_PX, 4 * _TILE_PX, 3), np.uint8)
    parts = []
    bevel = float(rng.uniform(0.1, min(0.6, look.thickness / 3)))
    body = meshes.slab(TILE_MM - 0.15, look.corner, look.thickness, bevel)
    for number, tile in enumerate(scene.tiles):
        column, row = number % 4, number // 4
        face = tile_face(look, tile, _TILE_PX, np.random.default_rng((scene.seed, number)))
        sheet[(4 - row) * _TILE_PX : (5 - row) * _TILE_PX, column * _TILE_PX : (column + 1) * _TILE_PX] = face
        middle, _ = tile_matrix(number, tile)
        lifted = (*middle, float(rng.uniform(-0.08, 0.04)))
        parts.append(body.printed((column / 4, row / 5), (1 / 4, 1 / 5)).at(lifted, tile.turn))
    return shape(
        joined(parts), surfaces.matt(surfaces.texture(sheet), look.gloss, float(rng.uniform(0.1, 0.6)))
    )


def _pieces(scene: Scene, rng: np.random.Generator) -> dict[str, Any]:
    """Pieces of one kind, colour and shade as one body each."""
    look = scene.piece_look
    corner, tip = float(rng.uniform(0.2, 2.4)), float(rng.uniform(0.015, 0.14))
    bevel = min(float(rng.uniform(0.15, 1.0)), look.dome_height * 0.3)
    smooth = bool(rng.random() < 0.6)
    hollow = {p.lot for p in scene.pieces if p.kind == "cap" and p.lot is not None and not look.cap.clear}
    groups: dict[tuple[str, int, Any], list[Piece]] = {}
    for piece in scene.pieces:
        groups.setdefault((piece.kind, piece.colour, piece.shade), []).append(piece)
    parts, painting = {}, int(rng.integers(0, 2**31))
    for number, ((kind, colour, _), alike) in enumerate(groups.items()):
        bodies = [_body(piece, look, corner, tip, bevel, capped=piece.lot in hollow) for piece in alike]
        # Painted the same whatever else stands there: it stays the same piece when another one comes.
        own = np.random.default_rng((painting, ord(kind[0]), colour))
        parts[f"pieces{number}"] = shape(joined(bodies), _surface(scene, alike[0], smooth, own))
    return parts


def _body(piece: Piece, look: PieceLook, corner: float, tip: float, bevel: float, *, capped: bool) -> Mesh:
    if piece.kind == "dome":
        flat = look.dome_shape != "bead"
        mesh = (
            meshes.coin(look.dome_width, look.dome_height, bevel)
            if flat
            else meshes.bead(look.dome_width, look.dome_height)
        )
        return mesh.at((piece.at[0], piece.at[1], piece.at[2] + 0.03), piece.turn)
    tower = piece.kind == "tower"
    base, height = (look.tower_base, look.tower_height) if tower else (look.cap_base, look.cap_height)
    material = look.tower if tower else look.cap
    # A cap's mesh is solid where the real one is hollow: the tip that it hides would stick out of its walls.
    cut = look.cap_top - look.cap_height + _UNDER_CAP_MM if tower and capped else None
    mesh = meshes.pyramid(base, height, corner * base / 25, tip, bottom=not material.clear, cut=cut)
    stands = pyramid(base, height, piece.at, piece.turn, lies=piece.lies, lean=piece.lean)
    return meshes.like(mesh, base, height, stands)


def _surface(scene: Scene, piece: Piece, smooth: bool, rng: np.random.Generator) -> dict[str, Any]:
    look = scene.piece_look
    material, albedo = material_of(piece, look), albedo_of(piece, look)
    if material.clear:
        return surfaces.clear_wall(albedo, material)
    if piece.kind == "dome" and look.dome_shape == "coin":
        return surfaces.matt(surfaces.texture(_coin(scene, piece, rng)), material.gloss, material.rough)
    if smooth and material.gloss > 0.1:
        return surfaces.moulded(albedo, material.rough)
    painted = surfaces.texture(_painted(albedo, material.speckle, rng))
    return surfaces.matt(painted, material.gloss, material.rough)


def _srgb(colour: Array) -> Array:
    return np.asarray(np.clip(colour, 0, 1) ** (1 / 2.2) * 255)


def _painted(albedo: Array, speckle: float, rng: np.random.Generator) -> Array:
    """Paint that lies unevenly (h, w, 3) uint8, on wood or on nothing that shows."""
    field = (
        noise.grain(int(rng.integers(0, 6))) if rng.random() < 0.5 else noise.rough(int(rng.integers(0, 4)))
    )
    x, y = (int(v) for v in rng.integers(0, noise.SIZE - 128, 2))
    uneven = 1 + (field[y : y + 128, x : x + 128, None].astype(np.float32) - 128) / 42 * (0.01 + speckle)
    return np.asarray(np.clip(_srgb(albedo * np.clip(uneven, 0.2, 2)), 0, 255), np.uint8)


def _coin(scene: Scene, piece: Piece, rng: np.random.Generator) -> Array:
    """A coin's face and side from above (n, n, 3) uint8, of paint or of the stock that tiles have."""
    look, n = scene.piece_look, _COIN_PX
    face, ink = coin_face(piece, look), albedo_of(piece, look)
    if look.coin_print == "pale":
        ink = linear(np.array(look.coin_face)) * np.array(piece.shade)
    printed = _srgb(ink)
    ground = _painted(face, look.dome.speckle + 0.02, rng)
    picture: Array = cv2.resize(ground, (n, n), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    scale = n / look.dome_width
    if look.coin_rim > 0:
        radius = round((look.dome_width / 2 - 0.8 - look.coin_rim) * scale)
        cv2.circle(
            picture,
            (n // 2, n // 2),
            radius,
            printed.tolist(),
            max(1, round(look.coin_rim * 0.6 * scale)),
            cv2.LINE_AA,
        )
    size = round(look.coin_icon_mm * scale)
    mark = cv2.resize(
        fitting(scene.tile_look.icons[piece.colour], scene.tile_look.variant, False, size),
        (size, size),
        interpolation=cv2.INTER_AREA,
    ).astype(np.float32)
    low = (n - size) // 2
    cut = picture[low : low + size, low : low + size]
    cut += mark[..., :1] / 255 * (np.clip(printed * (mark[..., 1:2] / 128), 0, 255) - cut)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)
