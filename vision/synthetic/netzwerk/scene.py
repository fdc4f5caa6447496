"""What a scene of Netzwerk has besides its setting: the landscape as it is laid, and what lies and stands on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Kind
from engine.netzwerk.state import State
from vision.synthetic.arrays import Array, Rgb
from vision.synthetic.board import CENTRE_MM, Board
from vision.synthetic.netzwerk.grid import HEX_MM, as_polygon, centre, hexagon, outlines
from vision.synthetic.setting import Material, Setting

COLOURS = "YORGB"
"""Landscapes and stones, in the order in which numbers stand for them."""

PLAYERS = "wkgn"
"""Players, in the order in which numbers stand for them."""

_OVERLAP_MM = 0.5  # of the polygons that stand for fields, so that no seam lets light through
Five = tuple[Rgb, Rgb, Rgb, Rgb, Rgb]
Four = tuple[Rgb, Rgb, Rgb, Rgb]


@dataclass(frozen=True)
class Numerals:
    """How the cities' values are printed: a face of `numerals`, and what is made of it."""

    face: int
    weight: float  # of strokes, 0 to 1
    slant: float
    stretch: float
    size_mm: float  # height
    ink: Rgb
    turn: str  # six, any, upright
    mark: str  # line, dot: what tells 6 from 9
    ring_mm: float  # radius of a ring around the number, 0 for none


@dataclass(frozen=True)
class PrintLook:
    """What is printed on the pieces of the landscape. Colours in the order Y, O, R, G, B; sRGB; millimetres."""

    shape: str  # disc, hexagon
    disc_mm: float
    colours: Five
    desert: Rgb
    city: Rgb
    ground: Rgb  # around the discs
    ground_tint: float  # share of the field's colour in it
    stock: str  # card, linen, wood
    drawing: str  # none, simple, picture
    motifs: tuple[str, str, str, str, str]
    desert_motif: str
    strength: float  # contrast of drawings, 0 to 1
    alike: bool  # all fields of a kind bear the same picture
    rim_mm: float
    rim: Rgb
    line_mm: float  # along the fields' sides
    line: Rgb
    numerals: Numerals
    thickness: float
    corner_mm: float
    edge: Rgb
    grain: float
    gloss: float
    off_mm: float  # how far prints are off the middles of their fields
    number: int


@dataclass(frozen=True)
class ThingLook:
    """Stones, connectors and miners of a set. Colours of players in the order w, k, g, n; sRGB; millimetres."""

    stone: str  # cube, disc, octagon
    stone_mm: tuple[float, float]  # width, height
    stone_colours: Five
    stick_mm: tuple[float, float, float]  # length, width, height
    stick_colours: Four
    miner: str  # one of `miners.SHAPES`
    miner_mm: tuple[float, float]  # width, height
    miner_colours: Four
    stone_material: Material
    stick_material: Material
    miner_material: Material
    edge: float  # how bright edges are, -1 to 1


@dataclass(frozen=True)
class Laid:
    """A piece of the landscape as it lies: its fields, how far off its place (mm, radians), how bright.

    prints: by field, how far off the field's middle (mm) and how turned (radians) its print is.
    """

    fields: tuple[Field, ...]
    kinds: tuple[Kind, ...]
    shift: tuple[float, float]
    turn: float
    shade: float
    prints: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True)
class Piece:
    """A stone, stick or miner: its kind, its colour (of COLOURS, or its player's of PLAYERS), where its foot is.

    rise: how much higher a stick's end is than its start; on: the field or the two fields on which it counts.
    """

    kind: str
    colour: int
    at: tuple[float, float, float]
    turn: float
    rise: float = 0.0
    lies: bool = False
    on: tuple[Field, ...] = ()
    shade: Rgb = (1.0, 1.0, 1.0)

    @property
    def connection(self) -> Connection:
        """The two fields of a stick that lies on the board."""
        return Connection.of(*self.on)


@dataclass(frozen=True)
class LandscapeScene(Setting):
    """Everything that `render_landscape` needs."""

    state: State
    style: str
    laid: tuple[Laid, ...]
    pieces: tuple[Piece, ...]
    print_look: PrintLook
    thing_look: ThingLook

    @cached_property
    def board(self) -> Board:
        """The fields as they were meant to lie."""
        return landscape_board(tuple(self.state.board), self.print_look.thickness)

    @property
    def board_gloss(self) -> float:
        """As the prints'."""
        return self.print_look.gloss

    @cached_property
    def origin(self) -> Array:
        """Where the centre of the field 0,0 was meant to lie (2,)."""
        return origin_of(tuple(self.state.board))


def origin_of(fields: tuple[Field, ...]) -> Array:
    """Where the centre of the field 0,0 is (2,) when the middle of a landscape lies at CENTRE_MM."""
    centres = np.array([centre(field) for field in fields])
    return np.asarray(CENTRE_MM[:2] - (centres.min(0) + centres.max(0)) / 2)


def landscape_board(fields: tuple[Field, ...], thickness: float) -> Board:
    """The fields as a body, its middle at CENTRE_MM."""
    origin = origin_of(fields)
    hexes = hexagon(HEX_MM + _OVERLAP_MM)
    parts = tuple(as_polygon(hexes + centre(field) + origin) for field in fields)
    rims = tuple(as_polygon(line + origin) for line in outlines(fields))
    return Board(parts, rims, thickness)
