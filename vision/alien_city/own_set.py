"""Learning an owner's set from a few arrangements that lie as they were asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.alien_city import LOTS, PIECES, City, Corner, Kind, Player, Structure, icon_lot
from engine.alien_city.words import PIECE_NAMES
from vision.alien_city.decode import decode
from vision.alien_city.eyes import AlienCityEyes
from vision.alien_city.palette import Palette, palette_of
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import LOT_STATES, Reading
from vision.alien_city.set_sheet import set_sheet
from vision.game import Alike, Misplaced, Tried
from vision.lens import Lens
from vision.photo import Picture
from vision.pose import Pose

_TILES = "/".join(["R^B^G^K^"] * 5)  # a column of each guild, so that nobody has to look for the right tile
_OF_EACH = 2
_ARRANGEMENTS = 3
_SEEN = 0.5
_MOST_MISPLACED = 0.1  # of the lots that are built on
_CLOSE = 3.0  # as many spreads apart, two kinds of pieces are hardly ever mixed up


def _arrangement(number: int) -> City:
    """Two of each piece here and there, beside the icons, two of the towers capped."""
    icons = {icon_lot(tile, Corner.UPPER_LEFT) for tile in range(20)}
    places = Random(number).sample([lot for lot in LOTS if lot not in icons], _OF_EACH * len(PIECES))
    city = City.parse(f"{_TILES} {'/'.join('8' * 10)}")
    caps = iter((Player.WHITE, Player.BLACK))
    for piece, lot in zip(PIECES * _OF_EACH, places, strict=True):
        cap = next(caps, None) if piece.kind is Kind.TOWER else None
        city = city.with_lot(lot, Structure(piece.kind, piece.colour, cap))
    return city


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture of an arrangement; states: (80,) what stands on the lots, by LOT_STATES."""

    picture: Picture
    pose: Pose
    states: npt.NDArray[np.intp]


class AlienCitySet:
    """What the eyes learn of a set: the colours of its pieces."""

    def __init__(self) -> None:
        """Nothing is learnt yet."""
        self._reader = CityReader()

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
        return Shot(picture, pose, states)

    def learnt(self, shots: Sequence[Shot]) -> dict[str, Any]:
        """What is learnt of some shots, as plain numbers. Raises ValueError when it is too little."""
        return palette_of([(it.picture, it.pose, it.states) for it in shots]).to_json()

    def tried(self, shots: Sequence[Shot], learnt: Mapping[str, Any] | None) -> Tried:
        """How well shots are read with what was learnt, or with nothing."""
        palette = None if learnt is None else Palette.from_json(dict(learnt))
        reader = CityReader(palette=palette)
        wrong = unread = exact = 0
        for shot in shots:
            read = decode(reader.read_at(shot.picture, shot.pose))
            truth = [LOT_STATES[state] for state in shot.states]
            open_lots = len(read.unknown_lots())
            errors = sum(a != b for a, b in zip(read.lots, truth, strict=True)) - open_lots
            wrong, unread, exact = wrong + errors, unread + open_lots, exact + (errors + open_lots == 0)
        return Tried(len(shots), exact, wrong, unread)

    def drawn(self, shots: Sequence[Shot], learnt: Mapping[str, Any]) -> Picture:
        """A sheet of what was learnt, and of what."""
        return set_sheet(shots, Palette.from_json(dict(learnt)))

    def alike(self, learnt: Mapping[str, Any]) -> list[Alike]:
        """The pairs of pieces of one kind whose colours lie so close together that they may be mixed up."""
        palette = Palette.from_json(dict(learnt))
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
        return AlienCityEyes(Palette.from_json(dict(learnt)))


_STREET = LOT_STATES.index(None)


def _misplaced(reading: Reading, states: npt.NDArray[np.intp]) -> list[int]:
    """The lots that are surely built on and should not be, or the other way round."""
    is_bare = reading.lots[:, _STREET] * (1 - reading.unseen)
    is_built = (1 - reading.lots[:, _STREET]) * (1 - reading.unseen)
    wrong = np.where(states == _STREET, is_built, is_bare) > _SEEN
    return [int(lot) for lot in np.flatnonzero(wrong | (reading.unseen > _SEEN))]
