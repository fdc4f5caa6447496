"""How fields and connections looked while it was known what lay there: where it still looks so, nothing was touched.

To see that nothing has changed is far easier than to read what lies there: a stone of its field's own colour, half
under a connector, is hard to tell from the print, but not from how that very field looked a moment ago.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

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

FIELD_CELL, CONNECTION_CELL = 2, 4
"""How wide cells are in how fields and connections look, in pixels of their cuts: by the sides of a stone it is seen
whether another lies on it, and they are few pixels high."""

_CELL = 4  # pixels of a cut, in which changes are measured
_DARKEST = 8.0  # of 255; below it, noise is all there is
_WITHIN = 0.86  # of a cut's half width and height, an ellipse: what counts of it
_DOUBT = 0.3
_MOST = 5.0  # nats for a deed
_NOISE = 0.02  # in logarithms of brightness
_NOBODY = -4.0  # log odds below which no miner or connector of any player's is seen
_ANOTHER = 5.0  # nats by which log odds of what is read change with the light hardly ever


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


def look_size(sheet: Sheet, cell: int) -> tuple[int, int]:
    """How many rows and columns of cells there are in how a place looks."""
    width, height = sheet.size
    return height // cell, width // cell


def looks_of(cuts: Cuts, cell: int) -> npt.NDArray[np.float32]:
    """How places look, (N, h, w, 3): logarithms of brightness in cells of so many pixels of their cuts."""
    count, height, width = cuts.pictures.shape[:3]
    rows, columns = height // cell, width // cell
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
    doubtful = _doubtful(reading, state)
    is_untouched = not state.occupied and not any(state.connectors.values())
    for place, look, hidden in looks_in(reading):
        key = place, content_at(state, place)
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
    if memory is None:
        return {}
    hides = {place: hidden for place, _, hidden in looks_in(reading)}
    heights = heights_of(steps_since(reading, state, memory))
    found = {}
    for kind in (Field, Connection):
        some = {place: height for place, height in heights.items() if isinstance(place, kind)}
        for place, height in some.items():
            found[place] = nats_of(height, list(some.values())) * (1 - hides[place])
    return found


def steps_since(reading: Reading, state: State, memory: Memory) -> dict[Place, Floats]:
    """How far places look otherwise than they did with what lies there by `state`, where that is remembered."""
    known = {place: memory.looks.get((place, content_at(state, place))) for place, _, _ in looks_in(reading)}
    return {place: look - it for place, look, _ in looks_in(reading) if (it := known[place]) is not None}


def nats_of(height: float, usually: Sequence[float]) -> float:
    """By how many nats a change speaks for a deed, where changes are usually so large."""
    ratio = height / (float(np.median(usually)) + _NOISE) if usually else 1.0
    return float(np.clip(deed_nats(np.array([ratio])), LEAST_NATS, _MOST))


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


def heights_of(steps: Mapping[Place, Floats]) -> dict[Place, float]:
    """How large changes of looks are at places, light that changed for all alike taken out."""
    common = common_change(steps)
    return {place: height_of(step - common, place) for place, step in steps.items()}


def common_change(steps: Mapping[Place, Floats]) -> Floats:
    """By how much light has changed for all places alike, (3,); nothing where there is none."""
    if not steps:
        return np.zeros(3)
    return np.asarray(np.median([np.median(it, axis=(0, 1)) for it in steps.values()], axis=0))


def height_of(step: Floats, place: Place) -> float:
    """The largest change (h, w, 3) of how a place looks, over 8 by 8 pixels of its cut."""
    wide = _CELL // (FIELD_CELL if isinstance(place, Field) else CONNECTION_CELL)
    cells = cv2.resize(step, None, fx=1 / wide, fy=1 / wide, interpolation=cv2.INTER_AREA)
    around = np.abs(cells).mean(axis=2)
    together = (around[1:, 1:] + around[:-1, 1:] + around[1:, :-1] + around[:-1, :-1]) / 4
    rows, columns = (np.linspace(-1, 1, size) for size in together.shape)
    return float(together[np.hypot(rows[:, None], columns) < _WITHIN].max())


def content_at(state: State, place: Place) -> object:
    """All that lies where a place's looks are taken: on it, and at its ends."""
    if isinstance(place, Connection):
        return frozenset(state.owners(place)), *(_standing(state, field) for field in place.fields)
    beside = (frozenset(state.owners(Connection.of(place, near))) for near in place.neighbours())
    return _standing(state, place), *beside


def _standing(state: State, field: Field) -> object:
    return state.stones.get(field), frozenset(player for player, at in state.miners.items() if at == field)
