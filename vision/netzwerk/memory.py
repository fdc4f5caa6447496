"""How fields and connections looked while it was known what lay there: where it still looks so, nothing was touched.

To see that nothing has changed is far easier than to read what lies there: a stone of its field's own colour, half
under a connector, is hard to tell from the print, but not from how that very field looked a moment ago.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from vision.game import HIDDEN
from vision.lens import Floats
from vision.looks import LEAST_NATS, deed_nats, is_other_light
from vision.network import log_odds
from vision.netzwerk.cuts import Cuts, Sheet
from vision.netzwerk.owners import Piece, Sayings, known_pieces, told_by_known, usual_sayings
from vision.netzwerk.reading import Reading

Place: TypeAlias = Field | Connection
PlacedT = TypeVar("PlacedT")

CELL = 2
"""How wide the cells are in which looks are kept, in pixels of their cuts. The sides of a stone, by which it is seen
whether another lies on it, and the strip that a stone leaves of a connector it half hides are few pixels high."""

_COARSE = 2  # cells, in squares of which changes are measured
_DARKEST = 8.0  # of 255; below it, noise is all there is
_WITHIN = 0.86  # of a cut's half width and height, an ellipse: what counts of it
_DOUBT = 0.3
_MOST = 5.0  # nats for a deed
_NOISE = 0.02  # in logarithms of brightness
_NOBODY = -4.0  # log odds below which no miner or connector of any player's is seen
_ANOTHER = 5.0  # nats: with the light, log odds of what is read hardly ever change by so much
_NO_PLAYERS = frozenset[Player]()


@dataclass(frozen=True, eq=False)
class Memory:
    """How places looked with what lay there: logarithms of brightness in cells, (h, w, 3), by place and content.

    odds: how they were read then, log odds (4,) for each player's miner or connector. pieces: those that lay there
    when it was last looked at. before: what is said of pieces at this table, by games before; None in the first one.
    named: players of whom it is sure who they are, whatever their pieces look like.
    """

    looks: Mapping[tuple[Place, object], Floats]
    odds: Mapping[tuple[Place, object], Floats]
    pieces: tuple[Piece, ...] = ()
    before: Sayings | None = None
    named: frozenset[Player] = frozenset()


def look_size(sheet: Sheet) -> tuple[int, int]:
    """How many rows and columns of cells there are in how a place looks."""
    width, height = sheet.size
    return height // CELL, width // CELL


def looks_of(cuts: Cuts) -> npt.NDArray[np.float32]:
    """How places look, (N, h, w, 3): logarithms of brightness in the cells of their cuts."""
    count, height, width = cuts.pictures.shape[:3]
    rows, columns = height // CELL, width // CELL
    # No cell reaches over the edge of a cut, so that all of them, below each other, are made smaller at once.
    one = cuts.pictures.reshape(count * height, width, 3)
    cells = cv2.resize(one, (columns, count * rows), interpolation=cv2.INTER_AREA)
    seen = cells.astype(np.float32).reshape(count, rows, columns, 3)
    return np.asarray(np.log(np.maximum(seen, _DARKEST) / 255), np.float32)


def remembered(
    reading: Reading,
    state: State,
    memory: Memory | None,
    sure: Collection[str] = (),
    named: Collection[Player] = (),
) -> Memory:
    """What is to be remembered once `state` is known to lie there.

    The looks of a place are taken over where something new lies, where nothing had been seen, where they changed no
    more than light and noise do, and where it is sure what lies there; else the old ones are kept. As long as nobody
    has come, stones are still being laid, and a landscape looks as it does now. named: as in `Memory`.
    """
    if memory is None:
        memory = Memory({}, {})
    pieces = tuple(known_pieces(reading, state))
    reading = told_by_known(reading, state, memory.before)
    looks, odds = dict(memory.looks), dict(memory.odds)
    told = dict(told_in(reading))
    touched = changed(reading, state, memory)
    doubtful, contents = _doubtful(reading, state), Contents(state)
    is_untouched = not state.occupied and not any(state.connectors.values())
    for place, look, hidden in looks_in(reading):
        key = place, contents.at(place)
        is_news = (
            key not in looks or (is_untouched and (told[place] < _NOBODY).all())
        ) and place not in doubtful
        if hidden <= HIDDEN and (is_news or touched.get(place, 0.0) < 0 or str(place) in sure):
            looks[key], odds[key] = look, told[place]
    return replace(memory, looks=looks, odds=odds, pieces=pieces, named=memory.named | {*named})


def named_for_sure(memory: Memory | None) -> frozenset[Player]:
    """The players of whom it is sure who they are."""
    return frozenset() if memory is None else memory.named


def before_this_game(memory: Memory | None) -> Sayings:
    """What is said of pieces, as far as it was known before anything lay there."""
    return usual_sayings() if memory is None or memory.before is None else memory.before


def carried(memory: Memory) -> Memory:
    """What holds in the next game at the same table as well: how whose pieces look, if any were seen."""
    if memory.before is None and not memory.pieces:
        return Memory({}, {})
    return Memory({}, {}, before=before_this_game(memory).next_game(memory.pieces))


def _doubtful(reading: Reading, state: State) -> set[Connection]:
    """Connections that may well be other than the state has them: how they look now says nothing of that.

    One connector that was laid there may look like another player's as well; two are not laid at once.
    """
    told = np.array([[it in state.connectors.get(one, ()) for one in Player] for it in reading.connections])
    laid = told.reshape(reading.sticks.shape)
    odd = (np.abs(reading.sticks - laid) > _DOUBT).any(axis=1)
    odd &= (laid.sum(axis=1) != 1) | (reading.sticks.max(axis=1) < 1 - _DOUBT)
    return {it for it, is_odd in zip(reading.connections, odd, strict=True) if is_odd}


def relit(memory: Memory, before: Reading, now: Reading) -> Memory:
    """What is remembered, in the light of now, when nothing was seen to move since `before`.

    A hand may have come and gone within a change of light all the same: where something else is read than before, it
    is remembered how the place looked, but for the light that has changed everywhere.
    """
    then = {place: look for place, look, _ in looks_in(before)}
    steps = {place: look - then[place] for place, look, _ in looks_in(now) if place in then}
    if not steps or not is_other_light(np.array(list(heights_of(steps).values())), _NOISE):
        return memory
    everywhere, news = common_change(steps), _read_otherwise(before, now)
    steps = {place: everywhere if place in news else step for place, step in steps.items()}
    looks = {(place, content): it + steps.get(place, 0.0) for (place, content), it in memory.looks.items()}
    return replace(memory, looks=looks)


def _read_otherwise(before: Reading, now: Reading) -> set[Place]:
    """Places at which somebody's miner or connector is rather read now and was not, or the other way round."""
    then = dict(told_in(before))
    return {
        place
        for place, odds in told_in(now)
        if place in then
        and (((odds > 0) != (then[place] > 0)) & (np.abs(odds - then[place]) > _ANOTHER)).any()
    }


def changed(reading: Reading, state: State, memory: Memory | None) -> dict[Place, float]:
    """By how many nats the looks of places speak for something having changed there since `state` lay there.

    Less than 0 where they look as before; more where they look otherwise, which a shadow and the next connector's
    end do as well. Nothing is said of places of which no looks are remembered.
    """
    return changed_by(reading, steps_since(reading, state, memory))


def changed_by(reading: Reading, steps: Mapping[Place, Floats]) -> dict[Place, float]:
    """The same by how far places look otherwise, as `steps_since` says."""
    hides = {place: hidden for place, _, hidden in looks_in(reading)}
    found = {}
    for some in by_kind(heights_of(steps)):
        heights = np.array([*some.values()])
        for place, nats in zip(some, nats_of(heights, heights), strict=True):
            found[place] = float(nats) * (1 - hides[place])
    return found


def steps_since(reading: Reading, state: State, memory: Memory | None) -> dict[Place, Floats]:
    """How far places look otherwise than they did with what lies there by `state`, where that is remembered."""
    if memory is None:
        return {}
    contents = Contents(state)
    known = {place: memory.looks.get((place, contents.at(place))) for place, _, _ in looks_in(reading)}
    return {place: look - it for place, look, _ in looks_in(reading) if (it := known[place]) is not None}


def nats_of(heights: Floats, usually: Floats) -> Floats:
    """By how many nats changes (N,) speak for deeds. usually: (M,) how large they are, empty if unknown."""
    ratios = heights / (np.median(usually) + _NOISE) if len(usually) else np.ones(len(heights))
    return np.clip(deed_nats(ratios[:, None]), LEAST_NATS, _MOST)


def looks_in(reading: Reading) -> Iterator[tuple[Place, Floats, float]]:
    """Every place of which a reading knows the looks, with them and the probability that it is hidden."""
    if reading.looks is not None:
        fields, connections = reading.looks
        yield from zip(reading.fields, fields, reading.unseen, strict=True)
        yield from zip(reading.connections, connections, reading.hidden, strict=True)


def told_in(reading: Reading) -> Iterator[tuple[Place, Floats]]:
    """How every place is read: log odds (4,) for each player's miner or connector."""
    yield from zip(reading.fields, log_odds(reading.miners[:, 1:]), strict=True)
    yield from zip(reading.connections, log_odds(reading.sticks), strict=True)


def by_kind(places: Mapping[Place, PlacedT]) -> Iterator[dict[Place, PlacedT]]:
    """What is said of places, of fields and of connections apart, if there are any: looks of a kind are of one
    size."""
    for kind in (Field, Connection):
        if some := {place: it for place, it in places.items() if isinstance(place, kind)}:
            yield some


def heights_of(steps: Mapping[Place, Floats]) -> dict[Place, float]:
    """How large changes of looks are at places, light that changed for all alike taken out."""
    common = common_change(steps)
    return {
        place: float(height)
        for some in by_kind(steps)
        for place, height in zip(some, largest(np.stack([*some.values()]) - common), strict=True)
    }


def common_change(steps: Mapping[Place, Floats]) -> Floats:
    """By how much light has changed for all places alike, (3,); nothing where there is none."""
    if not steps:
        return np.zeros(3)
    each = [np.median(np.stack([*some.values()]), axis=(1, 2)) for some in by_kind(steps)]
    return np.asarray(np.median(np.concatenate(each), axis=0))


def largest(steps: Floats) -> Floats:
    """The largest changes (N,) of how N places look, (N, h, w, 3), over 4 by 4 cells."""
    count, height, width = steps.shape[:3]
    rows, columns = height // _COARSE, width // _COARSE
    # As in `looks_of`, all are made smaller at once.
    one = cv2.resize(
        steps.reshape(count * height, width, 3), (columns, count * rows), interpolation=cv2.INTER_AREA
    )
    around = np.abs(one.reshape(count, rows, columns, 3)).mean(axis=3)
    together = (around[:, 1:, 1:] + around[:, :-1, 1:] + around[:, 1:, :-1] + around[:, :-1, :-1]) / 4
    y, x = (np.linspace(-1, 1, size) for size in together.shape[1:])
    return np.asarray(together[:, np.hypot(y[:, None], x) < _WITHIN].max(axis=1))


class Contents:
    """What lies on a table, told for the places whose looks it makes."""

    def __init__(self, state: State) -> None:
        """That of a state."""
        self._stones = state.stones
        self._standing: dict[Field, frozenset[Player]] = {}
        for player, at in state.miners.items():
            if at is not None:
                self._standing[at] = self._standing.get(at, _NO_PLAYERS) | {player}
        self._owners: dict[tuple[Field, Field], frozenset[Player]] = {}
        for player in state.players:
            for connection in state.connectors[player]:
                owners = self._owners.get(connection.fields, _NO_PLAYERS) | {player}
                self._owners[connection.fields] = self._owners[connection.fields[::-1]] = owners

    def at(self, place: Place) -> object:
        """All that lies where a place's looks are taken: on it, and at its ends."""
        if isinstance(place, Connection):
            return self._between(*place.fields), *map(self._on, place.fields)
        return self._on(place), *(self._between(place, near) for near in place.neighbours())

    def _on(self, field: Field) -> object:
        return self._stones.get(field), self._standing.get(field, _NO_PLAYERS)

    def _between(self, field: Field, near: Field) -> frozenset[Player]:
        return self._owners.get((field, near), _NO_PLAYERS)
