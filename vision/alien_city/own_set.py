"""Learning an owner's set from a few arrangements that lie as they were asked for.

What the networks have found out about hundreds of sets serves for one that they have never met, too: only what its
things look like is learnt, and how far each of those who tell is to be believed. That takes seconds, and a handful of
pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from engine.alien_city import LOTS, PIECES, UNKNOWN, City, Colour, Corner, Kind, Player, Structure, icon_lot
from vision.alien_city.board import TILE_COLUMNS, TILE_ROWS
from vision.alien_city.decode import decode
from vision.alien_city.eyes import AlienCityEyes
from vision.alien_city.guilds import guild_features, guilds_unlearnt
from vision.alien_city.learnt import Learnt, lot_features, lots_unlearnt
from vision.alien_city.likeness import Features, Likeness, Prototypes, marks_of
from vision.alien_city.mix_ups import icons_alike, lots_alike
from vision.alien_city.palette import Palette, palette_of, states_of
from vision.alien_city.prints import Prints, prints_of
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import LOT_STATES, MARKS, Reading
from vision.alien_city.set_sheet import set_sheet
from vision.alien_city.things import ICON_LOTS, things_of
from vision.game import Alike, Misplaced, Tried
from vision.last_layer import refined
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
_MOST_UNSEEN = (
    2  # kinds of pieces; of twelve made-up sets in three arrangements each, one was unseen three times
)


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
        self._likeness = Likeness()

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
        seen = self._seen(shots)
        told = _told_by_others(seen)
        lots = refined(lots_unlearnt(), self._lot_features(shots, seen, told), _states(shots))
        tiles = _told_tiles(shots, seen, told)
        of_things, of_prints = tiles.shares
        features = guild_features(tiles.said, tiles.icons)
        return Learnt(
            Prototypes.of(seen),
            lots,
            refined(guilds_unlearnt(), features, tiles.marks // len(Corner)),
            of_things,
            replace(_prints(shots), share=of_prints),
            palette_of([(it.picture, it.pose, it.states) for it in shots]),
        ).to_json()

    def alike(self, shots: Sequence[Shot]) -> list[Alike]:
        """What is hard to tell apart in some shots, each of them told by the others, the hardest first."""
        seen = self._seen(shots)
        told = _told_by_others(seen)
        lots = softmax(lots_unlearnt()(self._lot_features(shots, seen, told)))
        tiles = _told_tiles(shots, seen, told)
        guilds = tiles.said.reshape(-1, len(Colour), len(Corner)).sum(axis=2)
        found = [*lots_alike(lots, _states(shots)), *icons_alike(guilds, tiles.marks // len(Corner))]
        return sorted(found, key=lambda pair: pair.distance)

    def _seen(self, shots: Sequence[Shot]) -> list[_Seen]:
        return [(self._likeness(it.picture, it.pose), things_of(it.states, it.marks)) for it in shots]

    def _lot_features(self, shots: Sequence[Shot], seen: Sequence[_Seen], told: Sequence[Floats]) -> Floats:
        """What tells of the lots of all shots, (80 N, 60), by their things (80, 21) in each."""
        features = [
            lot_features(things, self._reader.read_at(shot.picture, shot.pose).lots, looks.looks)
            for shot, (looks, _), things in zip(shots, seen, told, strict=True)
        ]
        return np.concatenate(features)

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

    def drawn(self, shots: Sequence[Shot], learnt: Mapping[str, Any]) -> Picture:
        """A sheet of what was learnt, and of what."""
        return set_sheet(shots, Palette.from_json(learnt["palette"]))

    def eyes(self, learnt: Mapping[str, Any]) -> AlienCityEyes:
        """The eyes that know the set. Raises ValueError, KeyError or TypeError for what was not learnt here."""
        return AlienCityEyes(Learnt.from_json(dict(learnt)))


_STREET = LOT_STATES.index(None)
_Seen: TypeAlias = tuple[Features, npt.NDArray[np.intp]]
"""What was seen of the lots of a picture, and the things (80,) that they show."""
ItemT = TypeVar("ItemT")


def _but(items: Sequence[ItemT], number: int) -> Sequence[ItemT]:
    """All others, or that very one where there is no other."""
    return [*items[:number], *items[number + 1 :]] or items


def _told_by_others(seen: Sequence[_Seen]) -> list[Floats]:
    """The things (80, 21) of each picture, told by those who were taught by the others: how far to believe them."""
    return [Prototypes.of(_but(seen, number))(features) for number, (features, _) in enumerate(seen)]


@dataclass(frozen=True, eq=False)
class _ToldTiles:
    """The tiles of shots whose icons can be seen, each shot told by the others.

    shares: how much is believed what things say, and what prints do; said: (N, 16) what both do together, in
    probabilities; icons: (N, 4, 32) the looks of the lots at their corners; marks: (N,) what they have.
    """

    shares: tuple[float, ...]
    said: Floats
    icons: Floats
    marks: npt.NDArray[np.intp]


def _told_tiles(shots: Sequence[Shot], seen: Sequence[_Seen], told: Sequence[Floats]) -> _ToldTiles:
    """What is said of tiles in shots, by their things (80, 21) in each, and by the prints of the others."""
    rows = []
    for number, (shot, (features, _), things) in enumerate(zip(shots, seen, told, strict=True)):
        bare = shot.states == _STREET
        shown = _shows_icon(shot)
        by_things = marks_of(things, bare.astype(float))
        by_prints = _prints(_but(shots, number))(shot.picture, shot.pose, bare)
        icons = features.looks[ICON_LOTS]
        rows.append((by_things[shown], by_prints[shown], icons[shown], shot.marks[shown]))
    by_things, by_prints, icons, marks = map(np.concatenate, zip(*rows, strict=True))
    believed = of_things, of_prints = shares((by_things, by_prints), marks)
    return _ToldTiles(believed, softmax(of_things * by_things + of_prints * by_prints), icons, marks)


def _states(shots: Sequence[Shot]) -> npt.NDArray[np.intp]:
    """What the lots of all shots hold, (80 N,), by LOT_STATES."""
    return np.concatenate([it.states for it in shots])


def _prints(shots: Sequence[Shot]) -> Prints:
    return prints_of([(it.picture, it.pose, it.states == _STREET, it.marks) for it in shots])


def _shows_icon(shot: Shot) -> npt.NDArray[np.bool_]:
    """Of which tiles (20,) the icon can be seen."""
    icons = ICON_LOTS[np.arange(len(shot.marks)), shot.marks % len(Corner)]
    return np.asarray(shot.states[icons] == _STREET)


def _faults(read: City, shot: Shot) -> tuple[int, int]:
    """How many lots and tiles were read wrong, and how many not, but for tiles whose icons pieces hide."""
    wrong = unread = 0
    for content, state in zip(read.lots, shot.states, strict=True):
        unread += content is UNKNOWN
        wrong += content is not UNKNOWN and content != LOT_STATES[state]
    for tile, mark, shows_icon in zip(read.tiles, shot.marks, _shows_icon(shot), strict=True):
        if shows_icon:
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

    When something lies where nothing should, it may be of that kind, and all of them count. So they do where many
    kinds cannot be seen: the board is rather empty, or still being laid.
    """
    if any(states[lot] == _STREET for lot in misplaced):
        return list(misplaced)
    missed = set(misplaced)
    unseen = [
        lots
        for lots in (set(np.flatnonzero(np.isin(states, states_of(number)))) for number in range(len(PIECES)))
        if lots <= missed
    ]
    return sorted(missed - set().union(*unseen if len(unseen) <= _MOST_UNSEEN else ()))
