"""What has been done since it was known what lay there: connectors laid, miners come, stones taken.

What is read now counts, but so does how the same place was read before, and how it looked (`memory.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from vision.game import HIDDEN
from vision.lens import Floats
from vision.network import log_odds, sigmoid, softmax
from vision.netzwerk.board import HEX, centres
from vision.netzwerk.changes import AS_BEFORE, ONE_LESS, ONE_MORE, Blob, about, come, compared, laid, taken
from vision.netzwerk.cuts import lean_along, lean_at
from vision.netzwerk.memory import (
    Contents,
    Memory,
    Place,
    by_kind,
    common_change,
    heights_of,
    largest,
    looks_in,
    nats_of,
    steps_since,
    told_in,
)
from vision.netzwerk.reading import STONES, Reading
from vision.pose import Pose

PlaceT = TypeVar("PlaceT", Field, Connection)

_ANYBODYS = 1e-2  # of who has come, anybody may be it by so much: black on black print is taken for grey
# What the log odds for a connector now, their rise since it was known what lay there, and what has changed there
# since say of a new one: near what fits settled moments of simulated games best (`python -m tests.bench.arrivals`).
NOW, RISE, CHANGE, SELDOM = 0.8, 0.3, 1.4, -0.5
# No change counts for more: something foreign may have come to lie there, which looks like nothing that is read.
_MOST = 7.0
_MOST_COME = 9.0  # on a desert, where nobody may stand, a miner looks like none: what has changed has to tell
_BLACK = [*Player].index(Player.BLACK)
# What looks like a black connector beside a miner says less of one by so much. In the looks at 29 games 57 connectors
# seemed to be laid that were not: 54 of them black and beside a miner, 51 of these with log odds below 5. Of 158
# looks at new black ones, 2 were beside a miner that had just come.
SHADOW, PLAINLY = 4.0, 5.0
# A miner that leans over a connection by more than so much, and no farther aside, mm, is as long and narrow as what
# would lie there: if that is read as none, what has changed there is the miner.
_LEANS, _ASIDE = 8.0, 6.0
_STRANGERS = 0.1  # how likely it is that what else was laid is not the same player's
COME_NOW, COME_RISE, COME_CHANGE, COME_SELDOM = 0.75, 0.15, 1.05, -0.9  # the same of a miner
# What the log odds for a miner where it stood say of its still being there, and what has changed there since of its
# having left: near what fits 3800 looks at 27 simulated games best, 330 of them at one that has just left, beside how
# seldom that is.
STAYS, LEFT_CHANGE, LEFT_SELDOM = 0.77, 0.64, -1.2


def laid_since(
    reading: Reading,
    state: State,
    memory: Memory | None,
    looks: Mapping[Place, Blob],
    visited: Collection[Field] = (),
) -> dict[Connection, Floats]:
    """The probabilities (4,) that each player has laid a connector since `state`, where a connection can be seen and
    it is remembered how it was then; 0 for those who had one there.

    A grey stick on dark print may be read as one with odds of one to seventy only; where they were one to a million
    all the time, and something as long and narrow has come to lie there, one has been laid. What is laid at a time is
    one player's.

    looks: what `looks_since` says. visited: fields to which somebody has come; a miner's shadow, as long and narrow
    and black, has come with it.
    """
    if memory is None:
        return {}
    odds = dict(zip(reading.connections, log_odds(reading.sticks), strict=True))
    free = {it: looks[it] for it in odds if it in looks and len(state.owners(it)) < len(Player)}
    chances, shares, contents = {}, {}, Contents(state)
    for place, change in more_since(reading, state, free).items():
        owners = state.owners(place)
        has_none = np.array([player not in owners for player in Player])
        now = np.where(has_none, odds[place], -np.inf)
        likeliest = int(now.argmax())
        rise = (odds[place] - memory.odds[place, contents.at(place)])[likeliest]
        beside = [field for field in place.fields if field in visited]
        is_shaded = bool(beside) and likeliest == _BLACK and now[likeliest] < PLAINLY
        is_under = now[likeliest] < 0 and any(_leans_over(place, it, reading.pose) for it in beside)
        if is_shaded or is_under:
            nats = NOW * now[likeliest] - SHADOW
        else:
            nats = _laid(now[likeliest], rise, change) + SELDOM
        chances[place] = float(sigmoid(np.array(nats)))
        shares[place] = softmax(now[None])[0]
    everyones = sum((chances[place] * shares[place] for place in chances), np.zeros(len(Player)))
    found = {}
    for place, chance in chances.items():
        others = shares[place] * (everyones - chance * shares[place] + _STRANGERS)
        found[place] = chance * others / others.sum()
    return found


def _leans_over(place: Connection, field: Field, pose: Pose) -> bool:
    """Whether a miner on a field at one of its ends leans over a connection, as the camera sees it."""
    other = next(it for it in place.fields if it != field)
    here, there = centres([field, other])
    turn = np.arctan2(*(there - here)[1::-1])
    ahead, aside = HEX * lean_at(pose, here[None], turn)[0]
    return bool(ahead > _LEANS and abs(aside) < _ASIDE)


def _laid(now: float, rise: float, change: float) -> float:
    """What speaks for a connector by its log odds, their rise since it is known what lay there, and the change."""
    return NOW * now + RISE * rise + min(CHANGE * change, _MOST)


def lying_since(reading: Reading, state: State, memory: Memory | None) -> dict[Connection, float]:
    """What speaks, in nats, for connectors of `state` that lie alone on their connections, where it is remembered how
    these look without them, but not with them.

    They may be half hidden, and hardly read by themselves. They are told as when they were laid, so that what was
    told of a look is not taken back at the next one.
    """
    if memory is None:
        return {}
    contents = Contents(state)
    alone = {
        it: owners[0]
        for it in reading.connections
        if len(owners := state.owners(it)) == 1 and (it, contents.at(it)) not in memory.looks
    }
    if not alone:
        return {}
    connectors = {player: laid - alone.keys() for player, laid in state.connectors.items()}
    bare = replace(state, connectors=connectors)
    looks = looks_since(reading, bare, memory)
    changes = more_since(reading, bare, {it: looks[it] for it in alone if it in looks})
    odds = dict(zip(reading.connections, log_odds(reading.sticks), strict=True))
    found, contents = {}, Contents(bare)
    for place, change in changes.items():
        player = [*Player].index(alone[place])
        now, before = (float(it[player]) for it in (odds[place], memory.odds[place, contents.at(place)]))
        found[place] = _laid(now, now - before, change)
    return found


def come_since(
    reading: Reading, state: State, memory: Memory | None, looks: Mapping[Place, Blob]
) -> dict[Field, Floats]:
    """Log odds (4,) that each player's miner has come to a field since `state`, where nobody stood there and it is
    remembered how it was read then: a print that is taken for a brown miner is so all the time, and nothing has
    changed there."""
    if memory is None:
        return {}
    odds = {place: it for place, it in told_in(reading) if isinstance(place, Field)}
    free = {it: looks[it] for it in odds if it in looks and it not in state.occupied}
    found, contents = {}, Contents(state)
    for place, change in visited_since(reading, free).items():
        now, before = anybodys(odds[place]), anybodys(memory.odds[place, contents.at(place)])
        nats = COME_NOW * now + COME_RISE * (now - before)
        nats += min(COME_CHANGE * change, _MOST_COME) + COME_SELDOM
        chances = sigmoid(odds[place])
        found[place] = nats + np.log(chances / chances.sum() + _ANYBODYS)
    return found


def anybodys(odds: Floats) -> float:
    """Log odds that a miner is there, whoever's it is, from those of its being each player's, (4,)."""
    return float(log_odds(np.array([sigmoid(odds).sum()]))[0])


def gone_since(reading: Reading, state: State, looks: Mapping[Place, Blob]) -> dict[Field, float]:
    """What speaks, in nats, for miners having left fields since `state`, as far as it is remembered how they looked
    there: a print that looks like a miner does so still when none stands on it."""
    seen = {at: looks[at] for at in state.occupied if at in looks}
    if not seen:
        return {}
    one = np.ones(len(seen), np.intp)
    nats = come(np.stack([*seen.values()]), _about_fields(reading, seen, one))
    less = nats[:, ONE_LESS] - nats[:, AS_BEFORE]
    return {at: min(LEFT_CHANGE * float(it), _MOST) + LEFT_SELDOM for at, it in zip(seen, less, strict=True)}


def resembling(
    reading: Reading,
    state: State,
    memory: Memory | None,
    steps: Mapping[Place, Floats],
    left: Collection[Field],
) -> dict[Field, dict[int, float]]:
    """What speaks, in nats, for so many stones lying on fields that a miner of `state` has left, as far as it is
    remembered how they look with so many.

    While a miner stands there, nobody can see for certain what it took. Once it has gone, a field that looks as it
    did before it came has lost nothing. steps: since `state`, of all places.
    """
    if memory is None or not left:
        return {}
    usually = np.array([height for place, height in heights_of(steps).items() if isinstance(place, Field)])
    found: dict[Field, dict[int, float]] = {}
    for place, look, hidden in looks_in(reading):
        if not isinstance(place, Field) or place not in left or hidden > HIDDEN:
            continue
        for count in STONES:
            known = memory.looks.get((place, Contents(_left(state, place, count)).at(place)))
            if known is not None:
                step = look - known
                height = largest((step - np.median(step, axis=(0, 1)))[None])
                found.setdefault(place, {})[count] = -float(nats_of(height, usually)[0])
    return found


def left_since(
    reading: Reading, state: State, looks: Mapping[Place, Blob], visited: Collection[Field]
) -> dict[Field, Floats]:
    """What speaks, in nats (3,), for none, one or two stones being left on fields where somebody has come since
    `state`, as far as it is remembered how they looked with those that lay there."""
    seen = {it: looks[it] for it in reading.fields if it in looks and it in visited and state.stones.get(it)}
    if not seen:
        return {}
    counts = np.array([state.stones[it] for it in seen])
    gone = taken(np.stack([*seen.values()]), _about_fields(reading, seen, counts))
    return {
        place: np.array([nats[count - left] if left <= count else nats.min() for left in STONES])
        for place, nats, count in zip(seen, gone, counts, strict=True)
    }


def more_since(reading: Reading, state: State, looks: Mapping[Connection, Blob]) -> dict[Connection, float]:
    """By how many nats what has changed at connections since `state` speaks for one more connector there."""
    if not looks:
        return {}
    counts = np.array([len(state.owners(it)) for it in looks])
    nats = laid(np.stack([*looks.values()]), about(lean_along(reading.pose, [*looks]), counts))
    return _one_more(looks, nats)


def visited_since(reading: Reading, looks: Mapping[Field, Blob]) -> dict[Field, float]:
    """By how many nats what has changed on fields on which nobody stood speaks for somebody having come to them."""
    if not looks:
        return {}
    nobody = np.zeros(len(looks), np.intp)
    nats = come(np.stack([*looks.values()]), _about_fields(reading, looks, nobody))
    return _one_more(looks, nats)


def _about_fields(reading: Reading, fields: Collection[Field], lay: npt.NDArray[np.intp]) -> Blob:
    """What is said `about` fields on which so many things (N,) lay."""
    return about(lean_at(reading.pose, centres([*fields]), 0.0), lay)


def _one_more(places: Collection[PlaceT], nats: Floats) -> dict[PlaceT, float]:
    """By how many nats one more there explains better what is seen, (N, 3), than that all is as before."""
    return {
        place: float(it) for place, it in zip(places, nats[:, ONE_MORE] - nats[:, AS_BEFORE], strict=True)
    }


def looks_since(reading: Reading, state: State, memory: Memory | None) -> dict[Place, Blob]:
    """How places that can be seen looked when `state` lay there, as far as that is remembered, and how they look now,
    (6, h, w) as `vision.netzwerk.changes` has it."""
    return looks_by(reading, steps_since(reading, state, memory))


def looks_by(reading: Reading, steps: Mapping[Place, Floats]) -> dict[Place, Blob]:
    """The same by how far places look otherwise, as `steps_since` says."""
    common = common_change(steps)
    seen = {place: look for place, look, hidden in looks_in(reading) if hidden <= HIDDEN and place in steps}
    found: dict[Place, Blob] = {}
    for some in by_kind(seen):
        after = np.stack([*some.values()])
        before = after - np.stack([steps[place] for place in some])
        pairs = compared(np.asarray(before, np.float32), np.asarray(after, np.float32), common)
        found.update(zip(some, pairs, strict=True))
    return found


def _left(state: State, field: Field, count: int) -> State:
    """The state without a miner on a field, and so many stones there."""
    miners = {player: None if at == field else at for player, at in state.miners.items()}
    return replace(state, miners=miners, stones={**state.stones, field: count})
