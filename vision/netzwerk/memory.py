"""How fields and connections looked while it was known what lay there: where it still looks so, nothing was touched.

To see that nothing has changed is far easier than to read what lies there: a stone of its field's own colour, half
under a connector, is hard to tell from the print, but not from how that very field looked a moment ago.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from vision.lens import Floats
from vision.network import sigmoid, softmax
from vision.netzwerk.board import centres
from vision.netzwerk.cuts import Cuts, lean_at
from vision.netzwerk.owners import told_by_known
from vision.netzwerk.reading import STONES, Reading, log_odds
from vision.netzwerk.taken import about, compared, taken

Place: TypeAlias = Field | Connection

_CELL = 4  # pixels of a cut
_DARKEST = 8.0  # of 255; below it, noise is all there is
_WITHIN = 0.86  # of a cut's half width and height, an ellipse: what counts of it
_HIDDEN = 0.5
_DOUBT = 0.3
_EVEN_RATIO = 4.0  # times what noise and light do to all places: as likely a deed as none
_NATS = 3.0  # for each factor of e
_LEAST, _MOST = -6.0, 5.0
_NOISE = 0.02  # in logarithms of brightness
_NEVER_LESS = 0.05
_NEVER = 1e-4  # of who has come, anybody may be it by so much


# What the log odds for a connector now, their rise since it was known what lay there, and the looks of its place say
# of a new one: near what fits settled moments of simulated games best (`python -m tests.bench.arrivals`). There all
# connectors of a turn are laid at once; people lay them one by one, so that one alone is held to be less rare here.
NOW, RISE, LOOKS, BESIDE, SELDOM = 0.6, 0.35, 0.5, 2.5, -5.0
RATHER = 1.0  # log odds from which on one has others beside it
_STRANGERS = 0.1  # how likely it is that what else was laid is not the same player's
# The same for a miner, with what the looks of its field say; somewhat more ready to see one than fits best.
COME_NOW, COME_RISE, COME_LOOKS, COME_SELDOM = 1.1, 0.6, 1.4, -2.9


@dataclass(frozen=True, eq=False)
class Memory:
    """How places looked with what lay there: logarithms of brightness in cells, (h, w, 3), by place and content.

    odds: how they were read then, log odds (4,) for each player's miner or connector.
    """

    looks: Mapping[tuple[Place, object], Floats]
    odds: Mapping[tuple[Place, object], Floats]


def looks_of(cuts: Cuts) -> npt.NDArray[np.float32]:
    """How places look, (N, h / 4, w / 4, 3): logarithms of brightness in cells of 4x4 pixels of their cuts."""
    count, height, width = cuts.pictures.shape[:3]
    size = (width // _CELL, height // _CELL)
    cells = [cv2.resize(it, size, interpolation=cv2.INTER_AREA) for it in cuts.pictures]
    seen = np.asarray(cells, np.float32).reshape(count, size[1], size[0], 3)
    return np.asarray(np.log(np.maximum(seen, _DARKEST) / 255), np.float32)


def remembered(reading: Reading, state: State, memory: Memory | None) -> Memory:
    """What is to be remembered once `state` is known to lie there.

    The looks of a place are taken over where something new lies, where nothing had been seen, and where they changed
    no more than light and noise do; else the old ones are kept.
    """
    reading = told_by_known(reading, state)
    looks, odds = (dict(memory.looks), dict(memory.odds)) if memory is not None else ({}, {})
    told = dict(_told(reading))
    touched = changed(reading, state, memory)
    doubtful = _doubtful(reading, state)
    for place, look, hidden in _looks(reading):
        key = place, _content(state, place)
        is_news = key not in looks and place not in doubtful
        if hidden <= _HIDDEN and (is_news or touched.get(place, 0.0) < 0):
            looks[key], odds[key] = look, told[place]
    return Memory(looks, odds)


def _doubtful(reading: Reading, state: State) -> set[Connection]:
    """Connections that may well be other than the state has them: how they look now says nothing of that."""
    laid = np.array([[it in state.connectors.get(one, ()) for one in Player] for it in reading.connections])
    odd = (np.abs(reading.sticks - laid.reshape(reading.sticks.shape)) > _DOUBT).any(axis=1)
    return {it for it, is_odd in zip(reading.connections, odd, strict=True) if is_odd}


def relit(memory: Memory, before: Reading, now: Reading) -> Memory:
    """What is remembered, in the light of now, when nothing was seen to move since `before`.

    A lamp that is turned changes each place in its own way, and most of them at once. Where most are as they were,
    what is not may be a deed that escaped notice.
    """
    then = {place: look for place, look, _ in _looks(before)}
    steps = {place: look - then[place] for place, look, _ in _looks(now) if place in then}
    if not steps or not np.median(list(_heights(steps).values())) > _NOISE:
        return memory
    looks = {(place, content): it + steps.get(place, 0.0) for (place, content), it in memory.looks.items()}
    return replace(memory, looks=looks)


def changed(reading: Reading, state: State, memory: Memory | None) -> dict[Place, float]:
    """By how many nats the looks of places speak for something having changed there since `state` lay there.

    Less than 0 where they look as before; more where they look otherwise, which a shadow and the next connector's
    end do as well. Nothing is said of places of which no looks are remembered.
    """
    if memory is None:
        return {}
    hides = {place: hidden for place, _, hidden in _looks(reading)}
    heights = _heights(_steps(reading, state, memory))
    found = {}
    for kind in (Field, Connection):
        some = {place: height for place, height in heights.items() if isinstance(place, kind)}
        for place, height in some.items():
            found[place] = _nats(height, list(some.values())) * (1 - hides[place])
    return found


def laid_since(
    reading: Reading, state: State, memory: Memory | None, looks: Mapping[Place, float]
) -> dict[Connection, Floats]:
    """The probabilities (4,) that each player has laid a connector since `state`, where it is remembered how that
    connection was read then; 0 for those who had one there.

    A grey stick on dark print may be read as one with odds of one to seventy only; where they were one to a million
    all the time, one has been laid. Rarely one is laid alone, and what is laid at a time is one player's.
    """
    odds = dict(zip(reading.connections, log_odds(reading.sticks), strict=True))
    known = {} if memory is None else memory.odds
    free = {
        place: np.array([player not in state.owners(place) for player in Player])
        for place in odds
        if (place, _content(state, place)) in known and len(state.owners(place)) < len(Player)
    }
    alone, shares = {}, {}
    for place, whose in free.items():
        now = np.where(whose, odds[place], -np.inf)
        likeliest = int(now.argmax())
        rise = (odds[place] - known[place, _content(state, place)])[likeliest]
        differs = max(looks.get(place, 0.0), 0.0)
        alone[place] = float(NOW * now[likeliest] + RISE * rise + LOOKS * differs + SELDOM)
        shares[place] = softmax(now[None])[0]
    ends = Counter(end for place, nats in alone.items() if nats > RATHER for end in place.fields)
    laid = {}
    for place, nats in alone.items():
        is_beside = any(ends[end] > (nats > RATHER) for end in place.fields)
        laid[place] = float(sigmoid(np.array(nats + BESIDE * is_beside)))
    everyones = sum((laid[place] * shares[place] for place in laid), np.zeros(len(Player)))
    found = {}
    for place, chance in laid.items():
        others = shares[place] * (everyones - chance * shares[place] + _STRANGERS)
        found[place] = chance * others / others.sum()
    return found


def come_since(
    reading: Reading, state: State, memory: Memory | None, looks: Mapping[Place, float]
) -> dict[Field, Floats]:
    """Log odds (4,) that each player's miner has come to a field since `state`, where nobody stood there and it is
    remembered how it was read then: a print that is taken for a brown miner is so all the time.

    looks: by how many nats the looks of places speak for a change.
    """
    if memory is None:
        return {}
    hidden = {it for it, unseen in zip(reading.fields, reading.unseen, strict=True) if unseen > _HIDDEN}
    found = {}
    for place, odds in _told(reading):
        before = memory.odds.get((place, _content(state, place)))
        if isinstance(place, Field) and before is not None and place not in state.occupied | hidden:
            likeliest = int(odds.argmax())
            come = COME_NOW * odds[likeliest] + COME_RISE * (odds - before)[likeliest]
            come += COME_LOOKS * looks.get(place, 0.0) + COME_SELDOM
            found[place] = come + np.log(softmax(odds[None])[0] + _NEVER)
    return found


def resembling(
    reading: Reading, state: State, memory: Memory | None, left: Collection[Field]
) -> dict[Field, dict[int, float]]:
    """What speaks, in nats, for so many stones lying on fields that a miner of `state` has left, as far as it is
    remembered how they look with so many.

    While a miner stands there, nobody can see for certain what it took. Once it has gone, a field that looks as it
    did before it came has lost nothing.
    """
    if memory is None or not left:
        return {}
    heights = _heights(_steps(reading, state, memory))
    usually = [height for place, height in heights.items() if isinstance(place, Field)]
    found: dict[Field, dict[int, float]] = {}
    for place, look, hidden in _looks(reading):
        if not isinstance(place, Field) or place not in left or hidden > _HIDDEN:
            continue
        for count in STONES:
            known = memory.looks.get((place, _content(_left(state, place, count), place)))
            if known is not None:
                step = look - known
                height = _height(step - np.median(step, axis=(0, 1)))
                found.setdefault(place, {})[count] = -_nats(height, usually)
    return found


def left_since(
    reading: Reading, state: State, memory: Memory | None, visited: Collection[Field]
) -> dict[Field, Floats]:
    """What speaks, in nats (3,), for none, one or two stones being left on fields where somebody has come since
    `state`, as far as it is remembered how they looked with those that lay there."""
    if memory is None or not visited:
        return {}
    common = _common(_steps(reading, state, memory))
    told = [
        (place, known, look, state.stones[place])
        for place, look, hidden in _looks(reading)
        if isinstance(place, Field) and place in visited and state.stones.get(place) and hidden <= _HIDDEN
        if (known := memory.looks.get((place, _content(state, place)))) is not None
    ]
    if not told:
        return {}
    places, before, now, counts = zip(*told, strict=True)
    said = about(lean_at(reading.pose, centres(places), 0.0), np.array(counts))
    gone = taken(compared(np.stack(before), np.stack(now), common), said)
    return {
        place: np.array([nats[count - left] if left <= count else nats.min() for left in STONES])
        for place, nats, count in zip(places, gone, counts, strict=True)
    }


def _left(state: State, field: Field, count: int) -> State:
    """The state without a miner on a field, and so many stones there."""
    miners = {player: None if at == field else at for player, at in state.miners.items()}
    return replace(state, miners=miners, stones={**state.stones, field: count})


def _steps(reading: Reading, state: State, memory: Memory) -> dict[Place, Floats]:
    """How far places look otherwise than they did with what lies there by `state`, where that is remembered."""
    known = {place: memory.looks.get((place, _content(state, place))) for place, _, _ in _looks(reading)}
    return {place: look - it for place, look, _ in _looks(reading) if (it := known[place]) is not None}


def _nats(height: float, usually: Sequence[float]) -> float:
    """By how many nats a change speaks for a deed, where changes are usually so large."""
    ratio = height / (float(np.median(usually)) + _NOISE) if usually else 1.0
    return float(np.clip(_NATS * (np.log(ratio + _NEVER_LESS) - np.log(_EVEN_RATIO)), _LEAST, _MOST))


def _looks(reading: Reading) -> Iterator[tuple[Place, Floats, float]]:
    """Every place of which a reading knows the looks, with them and the probability that it is hidden."""
    if reading.looks is not None:
        fields, connections = reading.looks
        yield from zip(reading.fields, fields, reading.unseen, strict=True)
        yield from zip(reading.connections, connections, reading.hidden, strict=True)


def _told(reading: Reading) -> Iterator[tuple[Place, Floats]]:
    """How every place is read: log odds (4,) for each player's miner or connector."""
    yield from zip(reading.fields, log_odds(reading.miners[:, 1:]), strict=True)
    yield from zip(reading.connections, log_odds(reading.sticks), strict=True)


def _heights(steps: Mapping[Place, Floats]) -> dict[Place, float]:
    """How large changes of looks are at places, light that changed for all alike taken out."""
    common = _common(steps)
    return {place: _height(step - common) for place, step in steps.items()}


def _common(steps: Mapping[Place, Floats]) -> Floats:
    """By how much light has changed for all places alike, (3,); nothing where there is none."""
    if not steps:
        return np.zeros(3)
    return np.asarray(np.median([np.median(it, axis=(0, 1)) for it in steps.values()], axis=0))


def _height(step: Floats) -> float:
    """The largest change (h, w, 3) over two by two cells."""
    around = np.abs(step).mean(axis=2)
    together = (around[1:, 1:] + around[:-1, 1:] + around[1:, :-1] + around[:-1, :-1]) / 4
    rows, columns = (np.linspace(-1, 1, size) for size in together.shape)
    return float(together[np.hypot(rows[:, None], columns) < _WITHIN].max())


def _content(state: State, place: Place) -> object:
    """All that lies where a place's looks are taken: on it, and at its ends."""
    if isinstance(place, Connection):
        return frozenset(state.owners(place)), *(_standing(state, field) for field in place.fields)
    beside = (frozenset(state.owners(Connection.of(place, near))) for near in place.neighbours())
    return _standing(state, place), *beside


def _standing(state: State, field: Field) -> object:
    return state.stones.get(field), frozenset(player for player, at in state.miners.items() if at == field)
