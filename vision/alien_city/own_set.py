"""Learning an owner's set from a few arrangements that lie as they were asked for.

What the networks have found out about thousands of sets serves for one that they have never met, too: only their last
layers are learnt anew, and what the tiles look like. That takes seconds, and a handful of pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, cycle
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.alien_city import LOTS, PIECES, UNKNOWN, City, Corner, Kind, Player, Structure, icon_lot
from engine.alien_city.words import PIECE_NAMES
from vision.alien_city.board import TILE_COLUMNS, TILE_ROWS, turned
from vision.alien_city.decode import decode
from vision.alien_city.eyes import AlienCityEyes
from vision.alien_city.first_look import FirstLook
from vision.alien_city.learnt import Learnt, lots_as_read
from vision.alien_city.palette import Palette, palette_of, states_of
from vision.alien_city.prints import Prints, prints_of
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import LOT_STATES, MARKS, TURNED_MARKS, Reading
from vision.alien_city.set_sheet import set_sheet
from vision.game import Alike, Misplaced, Tried
from vision.last_layer import LastLayer, layer_of, refined
from vision.lens import Floats, Lens
from vision.network import softmax
from vision.photo import Picture
from vision.pose import Pose
from vision.witnesses import shares

# Laying after laying, by how many guilds and corners move on with each column and row. In the first there is a column
# of each guild, so that nobody has to look for the right tile; in all, every guild shows in each of its four corners.
# A print that always lay at one place could not be told from how light falls there.
_LAYINGS = (((1, 0), (0, 1)), ((1, 1), (2, 1)), ((1, 2), (3, 1)))
_OF_EACH = 2
_ARRANGEMENTS = 6
_SEEN = 0.5
_MOST_MISPLACED = 0.15  # of the lots that are built on
_CLOSE = 3.0  # as many spreads apart, two kinds of pieces are hardly ever mixed up


def _laid(laying: int) -> str:
    """The tiles of a laying, as in position text."""
    guilds, corners = _LAYINGS[laying]
    return "/".join(
        "".join(
            "RBGK"[(guilds[0] * column + guilds[1] * row + laying) % 4]
            + "^>v<"[(corners[0] * column + corners[1] * row) % 4]
            for column in range(TILE_COLUMNS)
        )
        for row in range(TILE_ROWS)
    )


def _arrangement(number: int) -> City:
    """Two of each piece here and there, beside the icons; two of three towers are capped, each in its turn."""
    city = City.parse(f"{_laid(number * len(_LAYINGS) // _ARRANGEMENTS)} {'/'.join('8' * 10)}")
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

        What colour the pieces seem to have does not matter, nor which way round the board lies; nor that nothing is
        seen of a whole kind of pieces, as of black coins on black tiles: that is to be learnt.
        """
        city = City.parse(position)
        states = np.array([LOT_STATES.index(content) for content in city.lots])
        reading = self._reader.read(picture, lens)
        ways = [(_misplaced(it, states), it.pose) for it in (reading, reading.turned())]
        misplaced, pose = min(ways, key=lambda way: len(way[0]))
        if len(_left_out(misplaced, states)) > _MOST_MISPLACED * (states != _STREET).sum():
            return Misplaced(tuple(str(LOTS[lot]) for lot in misplaced))
        return Shot(picture, pose, states, np.array([MARKS.index(tile) for tile in city.tiles]))

    def learnt(self, shots: Sequence[Shot]) -> dict[str, Any]:
        """What is learnt of some shots, as plain values. Raises ValueError when it is too little."""
        features, states = map(np.concatenate, zip(*map(self._lots, shots), strict=True))
        tiles, prints = self._marks(shots)
        return Learnt(
            refined(lots_as_read(), features, states),
            tiles,
            prints,
            palette_of([(it.picture, it.pose, it.states) for it in shots]),
        ).to_json()

    def _marks(self, shots: Sequence[Shot]) -> tuple[LastLayer, Prints]:
        """What tells the marks of tiles, each with as much say as it deserves by pictures it had not learnt from."""
        seen = [self._tiles(shot) for shot in shots]
        if len(shots) == 1:
            return _layer(seen), _prints(shots)
        said = []
        for number, shot in enumerate(shots):
            others = [at for at in range(len(shots)) if at != number]
            features, *_ = seen[number]
            bare = shot.states == _STREET
            shown = [
                place
                for place, mark in enumerate(shot.marks)
                if bare[LOTS.index(icon_lot(place, _corner(mark)))]
            ]
            by_layer = _layer([seen[at] for at in others])(features[: len(shot.marks)])
            by_prints = _prints([shots[at] for at in others])(shot.picture, shot.pose, bare)
            said.append((by_layer[shown], by_prints[shown], shot.marks[shown]))
        by_layer, by_prints, marks = map(np.concatenate, zip(*said, strict=True))
        of_layer, of_prints = shares((np.log(softmax(by_layer)), by_prints), marks)
        return _layer(seen).times(of_layer), replace(_prints(shots), share=of_prints)

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

    def _tiles(self, shot: Shot) -> _Seen:
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
_Seen = tuple[Floats, Floats, npt.NDArray[np.intp]]


def _layer(seen: Sequence[_Seen]) -> LastLayer:
    """What tells marks by features of tiles, their marks by these in logits, and truly."""
    tiles, told, marks = map(np.concatenate, zip(*seen, strict=True))
    return refined(layer_of(tiles, told), tiles, marks)


def _prints(shots: Sequence[Shot]) -> Prints:
    return prints_of([(it.picture, it.pose, it.states == _STREET, it.marks) for it in shots])


def _corner(mark: int) -> Corner:
    """The corner in which a mark shows its icon."""
    corner = MARKS[mark].corner
    assert corner is not None, "marks have corners"
    return corner


def _faults(read: City, shot: Shot) -> tuple[int, int]:
    """How many lots and tiles were read wrong, and how many not, but for tiles whose icons pieces hide."""
    wrong = unread = 0
    for content, state in zip(read.lots, shot.states, strict=True):
        unread += content is UNKNOWN
        wrong += content is not UNKNOWN and content != LOT_STATES[state]
    for place, (tile, mark) in enumerate(zip(read.tiles, shot.marks, strict=True)):
        if shot.states[LOTS.index(icon_lot(place, _corner(mark)))] == _STREET:
            is_read = tile.guild is not None and tile.corner is not None
            unread += not is_read
            wrong += is_read and tile != MARKS[mark]
    return wrong, unread


def _misplaced(reading: Reading, states: npt.NDArray[np.intp]) -> list[int]:
    """The lots that are surely built on and should not be, or the other way round."""
    is_bare = reading.lots[:, _STREET] * (1 - reading.unseen)
    is_built = (1 - reading.lots[:, _STREET]) * (1 - reading.unseen)
    wrong = np.where(states == _STREET, is_built, is_bare) > _SEEN
    return [int(lot) for lot in np.flatnonzero(wrong | (reading.unseen > _SEEN))]


def _left_out(misplaced: Sequence[int], states: npt.NDArray[np.intp]) -> list[int]:
    """Of misplaced lots, those that no blindness explains: not where a kind is asked for of which nothing is seen.

    When something lies where nothing should, it may be of that kind, and all of them count.
    """
    if any(states[lot] == _STREET for lot in misplaced):
        return list(misplaced)
    missed = set(misplaced)
    unseen = [
        lots
        for lots in (set(np.flatnonzero(np.isin(states, states_of(number)))) for number in range(len(PIECES)))
        if lots <= missed
    ]
    return sorted(missed - set().union(*unseen))
