"""Learning an owner's set from a few arrangements that lie as they were asked for.

What the networks have found out about thousands of sets serves for one that they have never met, too: only their last
layers are learnt anew, and what the tiles look like. That takes seconds, and a handful of pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.alien_city import LOTS, PIECES, UNKNOWN, City, Kind, Player, Structure, icon_lot
from engine.alien_city.words import PIECE_NAMES
from vision.alien_city.board import turned
from vision.alien_city.decode import decode
from vision.alien_city.eyes import AlienCityEyes
from vision.alien_city.first_look import FirstLook
from vision.alien_city.learnt import Learnt, lots_as_read
from vision.alien_city.palette import Palette, palette_of
from vision.alien_city.prints import prints_of
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import LOT_STATES, MARKS, TURNED_MARKS, Reading
from vision.alien_city.set_sheet import set_sheet
from vision.game import Alike, Misplaced, Tried
from vision.last_layer import layer_of, refined
from vision.lens import Floats, Lens
from vision.photo import Picture
from vision.pose import Pose

# A column of each guild, so that nobody has to look for the right tile; each row a quarter on from the one above.
_TILES = "/".join("".join(f"{guild}{corner}" for guild in "RBGK") for corner in "^>v<^")
_OF_EACH = 2
_ARRANGEMENTS = 6
_SEEN = 0.5
_MOST_MISPLACED = 0.15  # of the lots that are built on
_CLOSE = 3.0  # as many spreads apart, two kinds of pieces are hardly ever mixed up


def _arrangement(number: int) -> City:
    """Two of each piece here and there, beside the icons; two of three towers are capped, each in its turn."""
    city = City.parse(f"{_TILES} {'/'.join('8' * 10)}")
    icons = {icon_lot(place, tile.corner) for place, tile in enumerate(city.tiles) if tile.corner is not None}
    places = Random(number).sample([lot for lot in LOTS if lot not in icons], _OF_EACH * len(PIECES))
    caps = cycle((None, Player.WHITE, Player.BLACK))
    for _ in range(number % 3):
        next(caps)
    for piece, lot in zip(PIECES * _OF_EACH, places, strict=True):
        cap = next(caps) if piece.kind is Kind.TOWER else None
        city = city.with_lot(lot, Structure(piece.kind, piece.colour, cap))
    return city


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture of an arrangement; states: (80,) what the lots hold, by LOT_STATES; marks: (20,) of the tiles."""

    picture: Picture
    pose: Pose
    states: npt.NDArray[np.intp]
    marks: npt.NDArray[np.intp]


class AlienCitySet:
    """What the eyes learn of a set: its pieces and its tiles."""

    def __init__(self) -> None:
        """Nothing is learnt yet."""
        self._reader = CityReader()
        self._look = FirstLook()

    @property
    def arrangements(self) -> tuple[str, ...]:
        """The cities to lay, one after the other."""
        return tuple(str(_arrangement(number)) for number in range(_ARRANGEMENTS))

    def shot(self, picture: Picture, position: str, lens: Lens | None = None) -> Shot | Misplaced:
        """A picture of an arrangement, or where something lies otherwise. Raises NotSeenError.

        What colour the pieces seem to have does not matter, nor which way round the board lies.
        """
        city = City.parse(position)
        states = np.array([LOT_STATES.index(content) for content in city.lots])
        reading = self._reader.read(picture, lens)
        ways = [(_misplaced(it, states), it.pose) for it in (reading, reading.turned())]
        misplaced, pose = min(ways, key=lambda way: len(way[0]))
        if len(misplaced) > _MOST_MISPLACED * (states != _STREET).sum():
            return Misplaced(tuple(str(LOTS[lot]) for lot in misplaced))
        return Shot(picture, pose, states, np.array([MARKS.index(tile) for tile in city.tiles]))

    def learnt(self, shots: Sequence[Shot]) -> dict[str, Any]:
        """What is learnt of some shots, as plain values. Raises ValueError when it is too little."""
        features, states = map(np.concatenate, zip(*map(self._lots, shots), strict=True))
        tiles, told, marks = map(np.concatenate, zip(*map(self._tiles, shots), strict=True))
        return Learnt(
            refined(lots_as_read(), features, states),
            refined(layer_of(tiles, told), tiles, marks),
            prints_of([(it.picture, it.pose, it.states == _STREET, it.marks) for it in shots]),
            palette_of([(it.picture, it.pose, it.states) for it in shots]),
        ).to_json()

    def tried(self, shots: Sequence[Shot], learnt: Mapping[str, Any] | None) -> Tried:
        """How well shots are read with what was learnt, or with nothing: lots, and tiles whose icons can be seen."""
        reader = CityReader(learnt=None if learnt is None else Learnt.from_json(dict(learnt)))
        wrong = unread = exact = 0
        for shot in shots:
            read = decode(reader.read_at(shot.picture, shot.pose))
            faults = _faults(read, shot)
            wrong, unread = wrong + faults[0], unread + faults[1]
            exact += sum(faults) == 0
        return Tried(len(shots), exact, wrong, unread)

    def _lots(self, shot: Shot) -> tuple[Floats, npt.NDArray[np.intp]]:
        """Features of the lots and their states, seen from both sides of the table, from the other in the mirror."""
        views = [self._reader.lot_features_at(shot.picture, shot.pose, other_side=it) for it in (False, True)]
        return np.concatenate(views), np.tile(shot.states, 2)

    def _tiles(self, shot: Shot) -> tuple[Floats, Floats, npt.NDArray[np.intp]]:
        """Features of the tiles, their marks by these in logits, and truly, from both sides of the table."""
        one = self._look.tile_features(shot.picture, shot.pose)
        other = self._look.tile_features(shot.picture, turned(shot.pose))
        marks = np.concatenate([shot.marks, np.array(TURNED_MARKS)[shot.marks[::-1]]])
        return np.vstack([one.tiles, other.tiles]), np.vstack([one.marks, other.marks]), marks

    def drawn(self, shots: Sequence[Shot], learnt: Mapping[str, Any]) -> Picture:
        """A sheet of what was learnt, and of what."""
        return set_sheet(shots, Palette.from_json(learnt["palette"]))

    def alike(self, learnt: Mapping[str, Any]) -> list[Alike]:
        """The pairs of pieces of one kind whose colours lie so close together that they may be mixed up."""
        palette = Palette.from_json(learnt["palette"])
        inverse = np.linalg.inv(palette.spread)
        found = []
        for one, other in combinations(range(len(PIECES)), 2):
            step = palette.pieces[one] - palette.pieces[other]
            distance = float(np.sqrt(step @ inverse @ step))
            if PIECES[one].kind is PIECES[other].kind and distance < _CLOSE:
                found.append(Alike(PIECE_NAMES[PIECES[one]], PIECE_NAMES[PIECES[other]], distance))
        return sorted(found, key=lambda pair: pair.distance)

    def eyes(self, learnt: Mapping[str, Any]) -> AlienCityEyes:
        """The eyes that know the set. Raises ValueError, KeyError or TypeError for what was not learnt here."""
        return AlienCityEyes(Learnt.from_json(dict(learnt)))


_STREET = LOT_STATES.index(None)


def _faults(read: City, shot: Shot) -> tuple[int, int]:
    """How many lots and tiles were read wrong, and how many not, but for tiles whose icons pieces hide."""
    wrong = unread = 0
    for content, state in zip(read.lots, shot.states, strict=True):
        unread += content is UNKNOWN
        wrong += content is not UNKNOWN and content != LOT_STATES[state]
    for place, (tile, mark) in enumerate(zip(read.tiles, shot.marks, strict=True)):
        truth = MARKS[mark]
        assert truth.corner is not None, "marks have corners"
        if shot.states[LOTS.index(icon_lot(place, truth.corner))] == _STREET:
            is_read = tile.guild is not None and tile.corner is not None
            unread += not is_read
            wrong += is_read and tile != truth
    return wrong, unread


def _misplaced(reading: Reading, states: npt.NDArray[np.intp]) -> list[int]:
    """The lots that are surely built on and should not be, or the other way round."""
    is_bare = reading.lots[:, _STREET] * (1 - reading.unseen)
    is_built = (1 - reading.lots[:, _STREET]) * (1 - reading.unseen)
    wrong = np.where(states == _STREET, is_built, is_bare) > _SEEN
    return [int(lot) for lot in np.flatnonzero(wrong | (reading.unseen > _SEEN))]
