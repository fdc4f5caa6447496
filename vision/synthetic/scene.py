"""What stands on the simulated table, in values that say everything a picture is drawn from."""

from __future__ import annotations

from dataclasses import dataclass

from vision.synthetic.arrays import Rgb
from vision.synthetic.camera import View


@dataclass(frozen=True)
class Material:
    """How a surface takes the light.

    clear: 0 for opaque, up to 1 for clear plastic; gloss: strength of highlights; rough: their width, 0 to 1;
    speckle: unevenness of the colour, 0 to 1. Of clear plastic, uneven: how much walls differ, as a log deviation;
    bend: how much of what is seen through a wall is seen elsewhere than where it lies, 0 to 1.
    """

    clear: float = 0.0
    gloss: float = 0.2
    rough: float = 0.4
    speckle: float = 0.02
    uneven: float = 0.0
    bend: float = 0.0


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
class Lamp:
    """A light: at `place` (millimetres), `size` wide; `colour` is the light that reaches the board's middle."""

    place: tuple[float, float, float]
    size: float
    colour: Rgb
    samples: int = 4
    gobo: tuple[float, float, float, float] | None = (
        None  # a shadow's edge: normal x, y, offset, softness in mm
    )
    bars: bool = False  # the light falls through a window's bars


@dataclass(frozen=True)
class Light:
    """All light there is: the lamps, the light from all around, where it comes from most."""

    lamps: tuple[Lamp, ...]
    ambient: Rgb
    lean: tuple[float, float]
    occlusion: float


@dataclass(frozen=True)
class Table:
    """The ground under the board."""

    kind: str
    colours: tuple[Rgb, Rgb, Rgb]
    number: int
    pitch: float  # millimetres, of planks, stripes, checks
    turn: float
    scale: float
    contrast: float
    folds: float
    gloss: float


@dataclass(frozen=True)
class Thing:
    """Something else that lies about: kind, place on the table, size, height (mm), turn, colours."""

    kind: str
    at: tuple[float, float]
    size: tuple[float, float]
    height: float
    turn: float
    colours: tuple[Rgb, Rgb]
    number: int
    on_board: bool = False


@dataclass(frozen=True)
class Hand:
    """A hand over the board: where its middle is, where it comes from, how its fingers are held."""

    at: tuple[float, float]
    height: float
    turn: float  # radians, the way the fingers point
    skin: Rgb
    sleeve: Rgb
    sleeve_mm: float  # from the wrist on; large for bare arms
    size: float
    left: bool
    spread: float
    curl: tuple[float, float, float, float, float]
    number: int
    holds: int = (
        -1
    )  # 0 to 2 a tower, 3 to 6 a dome of the colours R, B, G, K; 7 a white, 8 a black cap; -1 nothing


@dataclass(frozen=True)
class Sensor:
    """What lens and chip make of the light."""

    exposure: float
    balance: Rgb
    gamma: float
    contrast: float
    saturation: float
    shoulder: float
    black: float
    noise: float
    noise_kind: int
    noise_at: tuple[int, int]
    blur: float  # pixels at 1280 wide, deviation
    motion: tuple[float, float]  # length in pixels at 1280 wide, radians
    sharpen: float
    vignette: float
    haze: float
    jpeg: int


@dataclass(frozen=True)
class Scene:
    """Everything that `render` needs."""

    position: str
    style: str
    view: View
    tiles: tuple[Tile, ...]
    pieces: tuple[Piece, ...]
    things: tuple[Thing, ...]
    hands: tuple[Hand, ...]
    tile_look: TileLook
    piece_look: PieceLook
    table: Table
    light: Light
    sensor: Sensor
    seed: int
