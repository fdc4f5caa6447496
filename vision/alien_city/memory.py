"""How each lot looked while it was known what stood there: where it still looks so, nothing was put down.

To see that something has changed is far easier than to read what it is: a tower of its tile's own colour is hard to
tell from a bare tile, but plainly differs from how that very tile looked a moment ago.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.alien_city import LOTS, City, Lot
from vision.alien_city.board import COLUMNS, ROWS
from vision.alien_city.reading import LOT_STATES, STREET, Reading, contents_of
from vision.game import HIDDEN
from vision.lens import Floats
from vision.looks import LEAST_NATS, deed_nats, is_other_light

_CERTAIN, _RATHER, _HARDLY = 0.9, 0.5, 0.01
# Where nothing around a bare lot changed nearly as much as it did, what speaks for a deed counts three times, if the
# lot is also read a little more as some piece: a shadow makes print look no more like one. Of 248,000 lots of games
# that were bare and read as bare one changed so by more than seven nats; of nine that were built on and read as bare
# eight did (`python -m tests.bench.changes`). Where it is not read more as a piece, only what exceeds the effect of
# shadows counts so: in 41 games one bare lot changed by as much as that with nothing around it that did, in a single
# look while a hand was leaving.
_STEEPER = 3.0
_BESIDE, _NEARBY, _MOST = -1.0, 4.0, 9.0
# Of 1506 lots that were built on, four had changed less than an unchanged lot beside them, by 1.3 nats.
_FAR = 2.0
_LEANS = 2  # lots that a tower may lean over, or its shadow lie on
# From this chance of being hidden on, a hand may lie on part of a lot. Without any, one lot of 9000 seems so hidden.
_PARTLY_HIDDEN = 0.1
_DEED = 3.0  # nats, below which a change of looks may be a shadow
_NOISE = 0.01  # in logarithms of brightness
# Of 96,000 simulated lots that stayed bare, with nothing done beside them, two were read as something by _LEAP nats
# more than before, and plausibly; of 8300 beside something new seven were; of 1300 that were built on all but three
# (`python -m tests.bench.changes` has the like).
_LEAP, _PLAUSIBLE, _DEED_READ = 6.0, -3.0, 2.0
_SWAY = 2.0  # nats by which noise alone shifts what a lot is read as, from one look to the next
_LATELY = 0.3  # weight of the last look in what a bare lot is remembered to be read as
_TINY = 1e-9


@dataclass(frozen=True, eq=False)
class Memory:
    """What is known of the lots, in the order of the engine.

    contents: (80,) index into LOT_STATES, -1 for unknown; tones: (80, 9) as in a Reading, NaN where never seen so.
    leanings: (80, 14) by how many nats the reader takes a lot for each state rather than for what it holds.
    sure: (80,) whether a lot's content was known, whatever was read.
    """

    contents: npt.NDArray[np.intp]
    tones: Floats
    leanings: Floats
    sure: npt.NDArray[np.bool_]


def remembered(reading: Reading, city: City, memory: Memory | None, sure: Sequence[Lot] = ()) -> Memory:
    """What is to be remembered once `city` is known to stand there.

    A lot's looks are taken over where the reading confirms what stands there, where that is sure whatever was read,
    or when it was just learnt; then also those of all lots whose looks changed no more than a new piece beside them
    explains. A lot that is read as bare but looks quite different from before is left in question until the next deed
    settles it: a tower of its tile's own colour is easily overlooked, and would be for ever. In question too is what
    plainly still lies there though it was taken back, is gone though that is not known yet, or has come beside what
    is new and was not told with it. Near what is hidden, lots keep the looks that they had: a hand may cover them a
    little, or cast its shadow on them.
    """
    contents = contents_of(city)
    leanings = _rather(reading, contents)
    if memory is None:  # no lot was ever seen, or is known to have held anything else
        never = np.full_like(reading.tones, np.nan)
        memory = Memory(contents, never, leanings.copy(), np.zeros(len(contents), np.bool_))
    nats, same = changed(reading, city, memory), contents == memory.contents
    likely = reading.lots[np.arange(len(contents)), contents]
    in_question, is_shaded = _is_in_question(reading, contents, memory), _is_near_hidden(reading)
    if same.all():
        fresh = (likely >= _CERTAIN) & ((contents != STREET) | (nats < _DEED))
    else:
        is_beside = _around((~same).astype(float), 1) > 0
        fresh = ~same | (likely >= _CERTAIN) | (nats <= 0) | ((likely > _RATHER) & is_beside)
        fresh &= ~in_question
    fresh &= ~(is_shaded & same & np.isfinite(memory.tones).all(axis=1))
    known_well = np.zeros(len(contents), np.bool_)
    known_well[list(sure)] = True
    fresh |= known_well
    fresh &= (contents >= 0) & (reading.unseen < HIDDEN)
    known_well |= same & memory.sure
    # Beside something new a lot may be read differently from now on: what was remembered no longer counts.
    renewed = fresh & np.isfinite(reading.tones).all(axis=1) & ((nats > 0) | (not same.all()))
    is_lately = (nats < 0) & ~is_shaded & ~in_question
    lately = np.where(is_lately, _LATELY, 0.0)[:, None]
    known = same & ~renewed
    leanings[known] = ((1 - lately) * memory.leanings + lately * leanings)[known]
    # How such a lot will be read once it is bare is not known.
    leanings[in_question & ~same & ~known_well] = -_SWAY
    kept = np.where(same[:, None], memory.tones, np.nan)
    return Memory(contents, np.where(fresh[:, None], reading.tones, kept), leanings, known_well)


def _is_near_hidden(reading: Reading) -> npt.NDArray[np.bool_]:
    """Which lots, (80,), are partly hidden or lie near such ones."""
    partly = (reading.unseen > _PARTLY_HIDDEN).astype(float)
    return np.asarray((partly > 0) | (_around(partly, _LEANS) > 0))


def _is_in_question(
    reading: Reading, contents: npt.NDArray[np.intp], memory: Memory
) -> npt.NDArray[np.bool_]:
    """Which lots, (80,), plainly look built on though known to be bare, or look bare as never before.

    A lot that was bare before may be taken for something only since something else stands beside it: what lies there
    has to be plainer.
    """
    leaps, bare = leapt(reading, memory), reading.lots[:, STREET]
    was_bare = memory.contents == STREET
    lies_there = np.where(was_bare, leaps.any(axis=1) & (bare <= _HARDLY), bare <= 1 - _CERTAIN)
    return np.asarray(np.where(contents == STREET, lies_there, leaps[:, STREET]))


def _rather(reading: Reading, contents: npt.NDArray[np.intp]) -> Floats:
    """By how many nats each lot is read as each state rather than as what it holds, (80, 14)."""
    nats = np.log(reading.lots + _TINY)
    return np.asarray(nats - nats[np.arange(len(nats)), contents][:, None])


def as_compared(reading: Reading, memory: Memory, touched: Floats) -> Floats:
    """What a reading says of each lot, (80, 14), given how that very lot was read while it was bare, or its content
    sure.

    A bare lot between blue pieces that is read as a blue tower will be read so again, but not far more surely. A lot
    that never looked like a piece, and now nearly looks like a dome, is hardly bare any more, if something was done
    at all. touched: (80,) as from `changed`.
    """
    is_done = leapt(reading, memory) & (touched > 0)[:, None]
    usual = np.maximum(0.0, memory.leanings + _SWAY)
    usual = np.where(is_done, np.minimum(0.0, memory.leanings + _LEAP), usual)
    usual[(memory.contents != STREET) & ~memory.sure] = 0.0
    usual[np.arange(len(usual)), memory.contents] = 0.0
    lots = reading.lots * np.exp(-usual)
    return np.asarray(lots / lots.sum(axis=1, keepdims=True))


def relit(memory: Memory, before: Reading, now: Reading) -> Memory:
    """What is remembered, as it would look in the light of `now`, if nothing was seen to move since `before`."""
    steps = now.tones - before.tones
    if not is_other_light(_heights(steps), _NOISE):
        return memory
    leanings = memory.leanings + _rather(now, memory.contents) - _rather(before, memory.contents)
    return replace(memory, tones=memory.tones + steps, leanings=leanings)


def changed(reading: Reading, city: City, memory: Memory | None) -> Floats:
    """By how many nats the looks of each lot, (80,), say that something else stands there now than in `city`.

    The shadow and the leaning tip of a new piece change the looks of neighbouring lots, but less than those of its
    own. So a lot that changes less than a neighbour rather counts as untouched, unless that neighbour plainly holds
    what it held: a tower of its tile's own colour changes the tile that it leans over more than its own, though not
    far more. A change with nothing nearly as large around it is hardly chance; but what is hidden, or was, may have
    changed more. Where a lot is read far more as some piece, or as bare, than it was, something was done even if it
    looks much the same, as a red dome on red print does. 0 where nothing is remembered, or something else stood then.
    """
    if memory is None:
        return np.zeros(len(LOTS))
    steps = reading.tones - memory.tones
    seen = np.isfinite(steps).all(axis=1)
    if not seen.any():
        return np.zeros(len(LOTS))
    nats = np.full(len(LOTS), -np.inf)
    nats[seen] = _nats(steps[seen])
    contents = contents_of(city)
    is_as_it_was = contents == memory.contents
    is_as_it_was &= reading.lots[np.arange(len(contents)), contents] >= _CERTAIN
    others = np.where(is_as_it_was, nats - _FAR, nats)
    nats[(nats > 0) & (nats < _around(others, 1))] = _BESIDE
    can_be_compared = seen & (reading.unseen < HIDDEN)
    alone = _around(np.where(can_be_compared, others, np.inf), _LEANS) <= np.maximum(0, nats - _FAR)
    is_steep = (nats > 0) & alone & (memory.contents == STREET)
    steep_from = np.where(_is_rather_taken_for_something(reading, memory), 0.0, _NEARBY)
    steeply = nats + (_STEEPER - 1) * np.maximum(nats - steep_from, 0.0)
    nats = np.where(is_steep, steeply, np.minimum(nats, _NEARBY))
    otherwise = alone & leapt(reading, memory).any(axis=1)
    nats[otherwise] = np.maximum(nats[otherwise], _DEED_READ)
    nats[(contents != memory.contents) | ~seen] = 0.0
    return np.asarray(np.clip(nats, LEAST_NATS, _MOST) * (1 - reading.unseen))


def _is_rather_taken_for_something(reading: Reading, memory: Memory) -> npt.NDArray[np.bool_]:
    """Which bare lots, (80,), are read more as the piece that they look most like than before, be it but a little."""
    now = _rather(reading, memory.contents)
    now[:, STREET] = -np.inf
    rows, likeliest = np.arange(len(now)), now.argmax(axis=1)
    rises = now[rows, likeliest] - memory.leanings[rows, likeliest]
    return np.asarray((memory.contents == STREET) & (rises > _SWAY))


def leapt(reading: Reading, memory: Memory) -> npt.NDArray[np.bool_]:
    """The states, (80, 14), that lots are read as far more than before, and plausibly.

    For bare lots any state, for others only bare: nobody exchanges a piece for another one, so that is a misreading.
    """
    now = _rather(reading, memory.contents)
    found = (now - memory.leanings > _LEAP) & (now > _PLAUSIBLE) & (memory.contents >= 0)[:, None]
    is_bare_now = reading.lots.argmax(axis=1) == STREET
    gone = is_bare_now[:, None] & (np.arange(len(LOT_STATES)) == STREET)
    return np.asarray(found & ((memory.contents == STREET)[:, None] | gone))


def _nats(steps: Floats) -> Floats:
    """Evidence of changes of tone (N, 9)."""
    heights = _heights(steps)
    return deed_nats(heights / (np.median(heights, axis=0) + _NOISE))


def _heights(steps: Floats) -> Floats:
    """How large changes of tone (N, 9) are on each sheet, (N, 3), without what changed for all lots alike."""
    steps = steps - np.median(steps, axis=0)
    return np.asarray(np.abs(steps).reshape(len(steps), 3, 3).max(axis=2))


def _around(values: Floats, reach: int) -> Floats:
    """The largest value among the other lots within `reach` of each, (80,): 1 means its up to eight neighbours."""
    padded = np.pad(values.reshape(ROWS, COLUMNS), reach, constant_values=-np.inf)
    steps = range(2 * reach + 1)
    shifts = [(row, column) for row in steps for column in steps if (row, column) != (reach, reach)]
    around = [padded[row : row + ROWS, column : column + COLUMNS] for row, column in shifts]
    return np.asarray(np.max(around, axis=0).ravel())
