"""Table and the things that lie about on it, for rays to fall on."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.synthetic.arrays import linear
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.camera import View, look
from vision.synthetic.printed_things import printed_on
from vision.synthetic.setting import Setting, Thing
from vision.synthetic.solids import box
from vision.synthetic.tables import draw_table
from vision.training.traced.meshes import Mesh, coin, of_solid, turned_on_lathe
from vision.training.traced.surfaces import matt, moulded, rgb, texture
from vision.training.traced.tracing import shape

_TABLE_MM = 1000.0  # what is drawn of the table; beyond, it is repeated by mirrors
_TABLE_PX = 1400
_FAR_MM = 100_000.0
_PRINTED = ("paper", "card", "phone", "book", "cloth")
_VESSELS = ("mug", "glass", "bowl")


def surroundings(setting: Setting, rng: np.random.Generator) -> dict[str, Any]:
    """What is around the board, without hands, and without what is thin or of wire."""
    parts = {"table": _table(setting)}
    for number, thing in enumerate(setting.things):
        ground = setting.ground(thing)
        if thing.kind in _VESSELS:
            parts[f"thing{number}"] = _vessel(thing, ground)
        elif thing.kind == "coaster":
            body = coin(thing.size[0], thing.height, 0.5).at((*thing.at, ground), thing.turn)
            parts[f"thing{number}"] = shape(body, matt(rgb(linear(np.array(thing.colours[0]))), 0.1, 0.6))
        elif thing.kind in (*_PRINTED, "die", "pencil"):
            body = of_solid(box((*thing.size, thing.height), (*thing.at, ground), thing.turn))
            colour = (
                texture(printed_on(thing))
                if thing.kind in _PRINTED
                else rgb(linear(np.array(thing.colours[0])))
            )
            surface = matt(colour, float(rng.uniform(0, 0.6)), 0.5)
            parts[f"thing{number}"] = shape(body, {"type": "twosided", "side": surface})
    return parts


def seen_from_above(span: float, px: int) -> View:
    """A square around the board's middle, `span` millimetres wide, seen from so far above that nothing leans."""
    angle = float(np.degrees(2 * np.arctan(span / 2 / _FAR_MM)))
    return look((px, px), angle, _FAR_MM, 0.0, 0.0, 90.0, (float(CENTRE_MM[0]), float(CENTRE_MM[1])))


def _table(setting: Setting) -> Any:
    """A level plane."""
    picture = draw_table(seen_from_above(_TABLE_MM, _TABLE_PX), setting.table, setting.board.thickness)
    reach = 4.0
    half = _TABLE_MM * reach / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    corners = np.column_stack([square + CENTRE_MM[:2], np.full(4, -setting.board.thickness - 0.03)])
    places = square / _TABLE_MM + 0.5
    plane = Mesh(corners, np.tile((0.0, 0, 1), (4, 1)), places, np.array([[0, 1, 2], [0, 2, 3]]))
    gloss = setting.table.gloss
    return shape(plane, matt(texture(picture), gloss, 0.75 - 0.6 * min(gloss, 1.0)))


def _vessel(thing: Thing, ground: float) -> Any:
    radius, height = thing.size[0] / 2, thing.height
    foot = radius * (0.6 if thing.kind == "bowl" else 0.92)
    profile = [(0, 0), (foot, 0), (radius, height), (radius - 3, height), (foot - 3, 6), (0, 6)]
    body = turned_on_lathe(profile).at((*thing.at, ground), thing.turn)
    return shape(body, {"type": "twosided", "side": moulded(linear(np.array(thing.colours[0])), 0.2)})
