"""Alien City's side of the contract `vision.game`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress

import numpy as np
import numpy.typing as npt

from engine.alien_city import LOTS, TILE_LOTS, UNKNOWN, City, Lot, Structure, Tile
from engine.messages import Message
from vision.alien_city import words
from vision.alien_city.annotate import annotated
from vision.alien_city.board import COLUMNS, CORNERS, LENGTH, ROWS, TILE_COLUMNS, TILE_ROWS, WIDTH
from vision.alien_city.compare import alternatives, is_laid_like, likelihood
from vision.alien_city.decode import decode
from vision.alien_city.find import NoCityError
from vision.alien_city.memory import Memory, relit, remembered
from vision.alien_city.own_set.learnt import Learnt
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import LOT_STATES, MARKS, Reading, pooled
from vision.alien_city.towers import hidden_beside_towers
from vision.game import HIDDEN, Alternative, Names
from vision.lens import Floats, Lens
from vision.photo import Picture
from vision.pose import Pose
from vision.sharpness import OUT_OF_FOCUS, Bears, in_focus

BEARS = Bears(sharp=7.0, blurred=9.0, least=0.6, lost=9.0)
"""Chosen by twelve photos that were blurred step by step."""

# Of a board that is watched it is known where it lies: of the lots of sixty drawn boards, blurred until edges were 11
# to 12 pixels wide, 1.6 % were read wrong, as many as at 8 to 9.
_BEARS_WATCHED = replace(BEARS, lost=OUT_OF_FOCUS)
_MOST_UNCLEAR = 15  # of 20 tiles
_CLEAR_OF_A_SIDE = 1  # tiles: in a row that is not laid yet, one place may look like a tile by chance
_AT_THE_BORDER = 0.25  # lots: a board this near the border may be cut off; few whole ones lie so near
_RIM = frozenset(str(it) for it in LOTS if it.column in (0, COLUMNS - 1) or it.row in (0, ROWS - 1))


@dataclass(frozen=True, eq=False)
class SeenCity:
    """A reading, and the city it comes to."""

    reading: Reading

    @cached_property
    def city(self) -> City:
        """The likeliest city, unknown where nobody could tell."""
        return decode(self.reading)

    @property
    def position(self) -> str:
        """The position text, with `?` for what could not be read."""
        return str(self.city)

    @property
    def pose(self) -> Pose:
        """Where the camera stood."""
        return self.reading.pose

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Pixel positions of the outer corners at A1, H1, H10 and A10."""
        return tuple((float(x), float(y)) for x, y in self.pose.project(CORNERS))

    @property
    def area(self) -> float:
        """The city's, in square millimetres."""
        return WIDTH * LENGTH

    @property
    def parts(self) -> tuple[tuple[tuple[float, float], ...]]:
        """The whole board, as its tiles lie side by side."""
        return (self.corners,)

    @property
    def unread(self) -> tuple[str, ...]:
        """The lots that could not be read."""
        return tuple(map(str, self.city.unknown_lots()))

    @property
    def confidence(self) -> float:
        """The probability that every lot and tile not given as `?` is right, as if they were independent."""
        lots = [
            self.reading.lots[lot, LOT_STATES.index(content)]
            for lot, content in enumerate(self.city.lots)
            if content is not UNKNOWN
        ]
        tiles = [
            sum(chance for mark, chance in zip(MARKS, chances, strict=True) if _agree(tile, mark))
            for tile, chances in zip(self.city.tiles, self.reading.tiles_of_a_set, strict=True)
            if tile.guild is not None or tile.corner is not None
        ]
        return float(np.prod([*lots, *tiles])) if lots or tiles else 0.0

    @property
    def hidden(self) -> tuple[str, ...]:
        """The lots that something foreign hides."""
        return tuple(str(lot) for lot in LOTS if self.reading.unseen[lot] > HIDDEN)

    @property
    def rim(self) -> frozenset[str]:
        """The lots at the edge of the city."""
        return _RIM

    @property
    def middle(self) -> Floats:
        """The middle of the city, (3,) millimetres."""
        return np.asarray(CORNERS.mean(axis=0), np.float64)

    def lost_from(self, pose: Pose) -> tuple[str, ...]:
        """The lots that a camera at another pose would lose behind towers on lots beside them."""
        return tuple(map(str, hidden_beside_towers(pose.centre)))

    @property
    def unclear(self) -> tuple[str, ...]:
        """The first lots of the tiles whose guild or corner could not be read."""
        return tuple(str(lots[0]) for lots in compress(TILE_LOTS, ~self._clear))

    def against(self, state: str, memory: Memory | None = None) -> list[Alternative]:
        """The cities that this may be, knowing what stood there a while ago, and how that looked."""
        return alternatives(self.reading, _city_of(state), memory)

    def remembered(
        self,
        state: str,
        memory: Memory | None = None,
        *,
        sure: Collection[str] = (),
        named: Collection[str] = (),  # noqa: ARG002 - other games need it
    ) -> Memory:
        """How this looks, knowing what stands there; what is neither confirmed nor sure stays as it was."""
        return remembered(self.reading, _city_of(state), memory, [Lot.parse(name) for name in sure])

    def otherwise_named(
        self,
        state: str,  # noqa: ARG002 - other games need it
        memory: Memory | None = None,  # noqa: ARG002 - and this
    ) -> Mapping[Names, float]:
        """Nothing: a cap is white or black, and nobody plays in any other colour."""
        return {}

    def carried(self, memory: Memory) -> None:
        """Nothing: how lots look depends on what stands beside them."""

    def relit(self, memory: Memory, before: SeenCity) -> Memory:
        """How the city of `memory` would look in the light that has changed since `before`."""
        return relit(memory, before.reading, self.reading)

    def turned_like(self, state: str) -> SeenCity:
        """The same, with the city taken that way round that fits a known state best."""
        city = _city_of(state)
        turned = self.reading.turned()
        if likelihood(turned, city) <= likelihood(self.reading, city):
            return self
        return SeenCity(turned)

    @property
    def is_laid(self) -> bool:
        """Whether all of the city lies there: the reader finds nothing less, but it may take something else for one.

        Something else it may be where hardly a tile can be read. While a city is being laid, the reader puts the
        missing row of tiles at either end of the others, as often as not at the wrong one. So until something is
        built, all sides must be made out; pieces where no tile can be read lie beside the board, and don't count.
        """
        clear = self._clear
        if len(self.unclear) > _MOST_UNCLEAR:
            return False
        if any(isinstance(self.city[lot], Structure) for lots in compress(TILE_LOTS, clear) for lot in lots):
            return True
        return all(np.count_nonzero(it) > _CLEAR_OF_A_SIDE for it in _sides(clear))

    @property
    def runs_out_at(self) -> tuple[Message, ...]:
        """The borders of the picture that the board reaches, if some side can't be made out though most tiles can:
        a board that is cut off goes on outside, and table was taken for what is missing."""
        clear = self._clear
        if clear.sum() <= len(clear) / 2 or all(side.any() for side in _sides(clear)):
            return ()
        width, height = self.pose.lens.size
        lot = np.linalg.norm(np.diff(self.corners[:2], axis=0)) / COLUMNS
        (left, above), (right, below) = np.min(self.corners, axis=0), np.max(self.corners, axis=0)
        room = {
            words.LEFT: left,
            words.RIGHT: width - right,
            words.ABOVE: above,
            words.BELOW: height - below,
        }
        return tuple(side for side, left_over in room.items() if left_over < _AT_THE_BORDER * lot)

    @property
    def _clear(self) -> npt.NDArray[np.bool_]:
        """Which tiles (20,) are known, guild and corner both."""
        return np.array([it.guild is not None and it.corner is not None for it in self.city.tiles])

    def is_board_of(self, state: str) -> bool:
        """Whether the tiles may be those of a known city."""
        return is_laid_like(self.reading, _city_of(state))

    def pooled(self, others: Sequence[SeenCity]) -> SeenCity:
        """One view of what this and other pictures of the same moment show."""
        if not others:
            return self
        return SeenCity(pooled([self.reading, *(it.reading for it in others)]))

    def believed(self, exponent: float) -> SeenCity:
        """The same, its probabilities raised to an exponent; for 1 it is this very one, with what was worked out."""
        return self if exponent == 1 else SeenCity(self.reading.believed(exponent))

    def annotated(self, picture: Picture, faulty: Collection[str]) -> Picture:
        """The picture with lattice, readings and faulty lots drawn on it."""
        return annotated(picture, self.pose, self.city, [Lot.parse(name) for name in faulty])


def _sides(tiles: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.bool_], ...]:
    """The values of tiles (20,) in the rows and columns at the four sides."""
    rows = tiles.reshape(TILE_ROWS, TILE_COLUMNS)
    return rows[0], rows[-1], rows[:, 0], rows[:, -1]


def _agree(tile: Tile, mark: Tile) -> bool:
    """Whether what is known of a tile agrees with a mark."""
    return tile.guild in (None, mark.guild) and tile.corner in (None, mark.corner)


def _city_of(state: str) -> City:
    """The city of a state's text, which begins with the two words of its position."""
    return City.parse(" ".join(state.split()[:2]))


class AlienCityEyes:
    """Reads pictures of Alien City."""

    def __init__(self, learnt: Learnt | None = None) -> None:
        """Networks are loaded when the first picture comes. learnt: how the set looks, if it is an owner's own."""
        self._reader = CityReader(learnt=learnt)

    def read(self, picture: Picture, lens: Lens | None = None) -> SeenCity:
        """Find and read the city in a picture (H, W, 3) uint8 RGB; the more blurred, the less sure of it.

        Raises NoCityError, with what was seen instead.
        """
        seen = in_focus(SeenCity(self._reader.read(picture, lens)), picture, BEARS, NoCityError)
        if borders := seen.runs_out_at:
            raise NoCityError(words.RUNS_OUT, sides=borders)
        return seen

    def follow(
        self, picture: Picture, before: SeenCity, lens: Lens | None = None, *, turned: bool = False
    ) -> SeenCity:
        """Read the city where it was a moment ago, or close to that."""
        reading = self._reader.follow(picture, before.pose, lens, turned=turned)
        return in_focus(SeenCity(reading), picture, _BEARS_WATCHED, NoCityError)
