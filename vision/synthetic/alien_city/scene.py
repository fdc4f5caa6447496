"""What a scene of Alien City has besides its setting: tiles and pieces, and what they look like."""

from __future__ import annotations

from dataclasses import dataclass

from vision.synthetic.alien_city.grid import CORNERS_MM
from vision.synthetic.alien_city.patterns import Pattern
from vision.synthetic.arrays import Rgb
from vision.synthetic.board import Board
from vision.synthetic.setting import Material, Setting


@dataclass(frozen=True)
class Mark:
    """Something small in the guild's colour, printed beside an icon that isn't. Millimetres."""

    kind: str  # a sign's name
    size: float
    outline: bool
    at: tuple[float, float]  # from the middle of a tile whose icon is in the upper right; x right, y up


@dataclass(frozen=True)
class Medallion:
    """A round field printed around an icon, as a coin would lie there. Millimetres."""

    width: float
    face: Rgb
    rim: float
    rim_ink: Rgb | None  # None for the guild's colour


@dataclass(frozen=True)
class TileLook:
    """The set's tiles. Guilds in the order R, B, G, K; sRGB from 0 to 1; lengths in millimetres."""

    stock: str  # wood, card, linen, ply
    base: Rgb
    inks: tuple[Rgb, Rgb, Rgb, Rgb]
    icons: tuple[str, str, str, str]
    tint: str = "none"  # none, tile, frame, lots, patch, badge: what of the tile bears the guild's colour
    tint_share: float = 0.0
    thickness: float = 3.5
    border: float = 0.0
    border_colour: Rgb = (0.1, 0.1, 0.1)
    corner: float = 0.5
    lines: str = "thin"  # none, thin, dashed, groove
    line_mm: float = 0.4
    line_colour: Rgb = (0.3, 0.3, 0.3)
    variant: int = 0
    outline: bool = False
    pale_icons: bool = False
    icon_mm: float = 13.0
    icon_at: tuple[float, float] = (0.0, 0.0)
    icon_turn: str = "tile"  # tile, upright, any
    figures: bool = False
    figure_mm: float = 12.0
    figure_at: tuple[float, float] = (0.0, -8.0)
    figure_ink: Rgb | None = None
    worn: float = 0.0
    grain: float = 0.1
    grain_px: float = 4.0
    gloss: float = 0.0
    pattern: Pattern | None = None
    one_ink: Rgb | None = None  # that all icons are printed in, whatever their guild
    mark: Mark | None = None
    medallion: Medallion | None = None
    halo: Rgb | None = None  # colour of the ring sewn, or left free, all around an icon


@dataclass(frozen=True)
class PieceLook:
    """The set's pieces. Colours in the order R, B, G, K; caps white, black; sRGB; millimetres."""

    tower_colours: tuple[Rgb, Rgb, Rgb, Rgb]
    dome_colours: tuple[Rgb, Rgb, Rgb, Rgb]
    cap_colours: tuple[Rgb, Rgb]
    tower: Material
    dome: Material
    cap: Material
    tower_base: float = 24.5
    tower_height: float = 44.0
    edge: float = 0.0  # how bright edges of pyramids are, -1 to 1
    cap_base: float = 13.5
    cap_height: float = 23.0
    cap_top: float = 46.0
    dome_shape: str = "bead"  # bead, coin, disc
    dome_width: float = 21.0
    dome_height: float = 10.0
    coin_face: Rgb = (0.93, 0.92, 0.88)
    coin_print: str = "icon"  # icon, pale (a pale icon on a coloured face)
    coin_rim: float = 0.0
    coin_icon_mm: float = 11.0


@dataclass(frozen=True)
class Tile:
    """A tile where it lies: guild 0 to 3 (R, B, G, K), corner 0 to 3 (upper left, then clockwise)."""

    guild: int
    corner: int
    shift: tuple[float, float]  # millimetres
    turn: float  # radians
    shade: float
    figure: int


@dataclass(frozen=True)
class Piece:
    """A piece where it stands: kind tower, dome or cap; colour 0 to 3 (R, B, G, K), of a cap 0 white, 1 black."""

    kind: str
    colour: int
    at: tuple[float, float, float]  # of the middle of its foot, millimetres
    turn: float
    lot: int | None = None
    lies: bool = False
    lean: tuple[float, float] = (0.0, 0.0)
    shade: Rgb = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Scene(Setting):
    """Everything that `render` needs."""

    position: str
    style: str
    tiles: tuple[Tile, ...]
    pieces: tuple[Piece, ...]
    tile_look: TileLook
    piece_look: PieceLook

    @property
    def board(self) -> Board:
        """The rectangle that the twenty tiles fill."""
        return city_board(self.tile_look.thickness)

    @property
    def board_gloss(self) -> float:
        """As the tiles'."""
        return self.tile_look.gloss


def city_board(thickness: float) -> Board:
    """The rectangle that the twenty tiles fill, so many millimetres thick."""
    outline = tuple((float(x), float(y)) for x, y in CORNERS_MM[:, :2])
    return Board((outline,), (outline,), thickness)
