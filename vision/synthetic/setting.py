"""What is around and above any board (table, things, hands, lamps, camera), as values that hold all there is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from vision.synthetic.arrays import Rgb
from vision.synthetic.board import Board
from vision.synthetic.camera import View


@dataclass(frozen=True)
class Material:
    """How a surface takes the light.

    clear: 0 for opaque, up to 1 for clear plastic; gloss: strength of highlights; rough: their width, 0 to 1;
    speckle: unevenness of the colour, 0 to 1. For clear plastic, uneven: how much walls differ, as a log deviation;
    bend: how much of what is seen through a wall is displaced, 0 to 1.
    """

    clear: float = 0.0
    gloss: float = 0.2
    rough: float = 0.4
    speckle: float = 0.02
    uneven: float = 0.0
    bend: float = 0.0


@dataclass(frozen=True)
class Lamp:
    """A light: at `place` (millimetres), `size` wide; `colour` is the light that reaches the board's middle.

    samples: the most points of it from which shadows are worked out; gobo: the edge of a shadow across the board, as
    normal x, y, offset and softness in mm; bars: whether that is the shadow of a window's bars.
    """

    place: tuple[float, float, float]
    size: float
    colour: Rgb
    samples: int = 4
    gobo: tuple[float, float, float, float] | None = None
    bars: bool = False


@dataclass(frozen=True)
class Light:
    """All light there is: the lamps, the light from all around, and where most of that comes from."""

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
    holds: int = -1  # what it holds, by a number that the game gives it; -1 nothing


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
class Setting(ABC):
    """Everything in a picture but the game; each game's scene adds to it what lies on its board."""

    view: View
    table: Table
    light: Light
    things: tuple[Thing, ...]
    hands: tuple[Hand, ...]
    sensor: Sensor
    seed: int

    @property
    @abstractmethod
    def board(self) -> Board:
        """Where the game's board lies."""

    @property
    @abstractmethod
    def board_gloss(self) -> float:
        """How much the board mirrors lamps, 0 to 1."""

    def ground(self, thing: Thing) -> float:
        """The height on which a thing lies: the table, or the board's top at 0; millimetres."""
        return 0.0 if thing.on_board else -self.board.thickness
