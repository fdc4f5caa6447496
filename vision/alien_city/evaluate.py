"""How well labelled photos of Alien City are read: every lot and tile compared with the truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.alien_city import LOTS, TILE_LOTS, UNKNOWN, City, Colour, Corner, Lot, icon_lot
from engine.illegible import IllegibleError
from engine.messages import Message
from vision.alien_city.eyes import SeenCity
from vision.alien_city.reading import LOT_STATES, Reading
from vision.alien_city.sheets import LOT_PIXELS, MARGIN, at_scale, cut
from vision.evaluation import UNREAD, Comparison, Fault, Said, light_of_notes
from vision.game import HIDDEN
from vision.photo import Picture

LEAVES_OPEN = Message("it leaves tiles open")

_PIECES, _MARKS = "lots", "guilds and corners"
_NAMES = ["." if state is None else str(state) for state in LOT_STATES]


@dataclass(frozen=True)
class CityLabel:
    """The truth about a photo of Alien City, whichever way round it is read.

    hidden: lots that something foreign hides, which need not be read.
    """

    path: Path
    city: City
    hidden: frozenset[Lot]
    style: str
    light: str
    hand: bool

    @classmethod
    def parse(cls, folder: Path, data: dict[str, Any]) -> CityLabel:
        """One object of a list of labels; KeyError or ValueError where it is none."""
        city = City.parse(data["position"])
        if any(tile.guild is None or tile.corner is None for tile in city.tiles):
            raise IllegibleError(LEAVES_OPEN)
        return cls(
            folder / data["image"],
            city,
            frozenset(Lot.parse(name) for name in data.get("hidden", [])),
            str(data.get("style", UNREAD)),
            light_of_notes(data),
            bool(data.get("hand", False)),
        )

    def compared(self, seen: SeenCity) -> Comparison:
        """What was seen against the truth, the way round that fits better; places are named as in the truth."""
        is_turned, comparison = self._better_way(seen)
        if not is_turned:
            return comparison
        return replace(
            comparison, faults=tuple(replace(it, place=_turned(it.place)) for it in comparison.faults)
        )

    def _better_way(self, seen: SeenCity) -> tuple[bool, Comparison]:
        """Whether what was seen fits the truth better when turned, and the comparison made that way."""
        hidden = frozenset(lot.turned() for lot in self.hidden)
        straight = _compared(self.city, self.hidden, seen)
        turned = _compared(self.city.turned(), hidden, seen)
        return (True, turned) if turned.badness < straight.badness else (False, straight)

    def cut(self, picture: Picture, seen: SeenCity, fault: Fault) -> Picture:
        """A fault's lot with half a lot around it on each sheet, side by side."""
        is_turned, _ = self._better_way(seen)
        lot = Lot.parse(_turned(fault.place) if is_turned else fault.place)
        half = LOT_PIXELS // 2
        left, top = MARGIN + lot.column * LOT_PIXELS - half, MARGIN + (9 - lot.row) * LOT_PIXELS - half
        around = 2 * LOT_PIXELS
        sheets = cut(*at_scale(picture, seen.reading.pose))
        padded = [cv2.copyMakeBorder(it, half, half, half, half, cv2.BORDER_CONSTANT) for it in sheets]
        cuts = [it[top + half : top + half + around, left + half : left + half + around] for it in padded]
        return np.hstack(cuts)


def _turned(place: str) -> str:
    return str(Lot.parse(place).turned())


def _compared(truth: City, hidden: frozenset[Lot], seen: SeenCity) -> Comparison:
    reading, read = seen.reading, seen.city
    pieces = tuple(
        Fault(_PIECES, str(lot), name, _name(read, lot), _given(seen, lot, name))
        for lot in LOTS
        if truth[lot] != read[lot] and not (lot in hidden and read[lot] is UNKNOWN)
        for name in [_name(truth, lot)]
    )
    best = reading.lots.argmax(axis=1)
    said = tuple(
        (float(reading.lots[lot, best[lot]]), LOT_STATES[best[lot]] == truth[lot])
        for lot in LOTS
        if reading.unseen[lot] < HIDDEN
    )
    compared = {_PIECES: len(LOTS), _MARKS: 2 * len(truth.tiles)}
    marks = tuple(_marks(truth, hidden, seen))
    return Comparison(
        (*pieces, *marks), compared, {_PIECES: said, _MARKS: _said_of_marks(truth, hidden, reading)}
    )


def _marks(truth: City, hidden: frozenset[Lot], seen: SeenCity) -> Iterator[Fault]:
    """The guilds and corners of tiles that are read wrongly, or not at all though their icons can be seen."""
    for number, tile in enumerate(seen.city.tiles):
        shows = _shows_its_icon(truth, hidden, number)
        marks = zip(
            _marks_of(truth, number),
            (tile.guild, tile.corner),
            _mark_chances(seen.reading, number),
            strict=True,
        )
        for true, told, chances in marks:
            if told is not true and (told is not None or shows):
                name = UNREAD if told is None else str(told)
                yield Fault(_MARKS, str(TILE_LOTS[number][0]), str(true), name, chances[str(true)])


def _said_of_marks(truth: City, hidden: frozenset[Lot], reading: Reading) -> Said:
    """For the likeliest guild and corner of each tile whose icon can be seen: how likely, and whether right."""
    said = []
    for number in range(len(truth.tiles)):
        if _shows_its_icon(truth, hidden, number):
            both = _mark_chances(reading, number)
            for true, chances in zip(_marks_of(truth, number), both, strict=True):
                best = max(chances, key=chances.__getitem__)
                said.append((chances[best], best == str(true)))
    return tuple(said)


def _marks_of(truth: City, number: int) -> tuple[Colour, Corner]:
    tile = truth.tiles[number]
    assert tile.guild is not None, "a label knows its tiles"
    assert tile.corner is not None, "a label knows its tiles"
    return tile.guild, tile.corner


def _shows_its_icon(truth: City, hidden: frozenset[Lot], number: int) -> bool:
    _, corner = _marks_of(truth, number)
    icon = icon_lot(number, corner)
    return truth[icon] is None and icon not in hidden


def _mark_chances(reading: Reading, number: int) -> tuple[dict[str, float], dict[str, float]]:
    """How likely each guild and each corner of a tile is by sight alone."""
    table = reading.tiles[number].reshape(len(Colour), len(Corner))
    guilds, corners = map(float, table.sum(axis=1)), map(float, table.sum(axis=0))
    return dict(zip(map(str, Colour), guilds, strict=True)), dict(zip(map(str, Corner), corners, strict=True))


def _name(city: City, lot: Lot) -> str:
    content = city[lot]
    return "." if content is None else str(content)


def _given(seen: SeenCity, lot: Lot, name: str) -> float | None:
    """The probability given to a state of a lot, by the state's name."""
    return float(seen.reading.lots[lot, _NAMES.index(name)]) if name in _NAMES else None
