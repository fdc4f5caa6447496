"""From a reading to a landscape: the likeliest by what the box holds and how connectors lie, `?` where it is open.

All of that is a weight, not a wall: a second city 7 that is plainly seen, or a connector that leads nowhere, stays in
the answer, because that is just what a referee has to speak about.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
import numpy.typing as npt

from engine.netzwerk.board import Board
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import (
    DESERT,
    STONES_ON_A_LANDSCAPE,
    UNREAD,
    UNREAD_VALUE,
    City,
    Colour,
    Desert,
    Kind,
    Player,
    Unread,
)
from engine.netzwerk.state import State, seen
from engine.netzwerk.unknown import Unknown
from vision.lens import Floats
from vision.material import balanced
from vision.network import log_odds
from vision.netzwerk.extent import FIELD_COUNTS, most_likely_there
from vision.netzwerk.reading import CITIES, KINDS, MOST, NO_FIELD, STONES, Reading
from vision.netzwerk.standing import standing

SURE = 0.6
"""Below this probability a kind or a value is given as `?`."""

PLAIN = 0.99
"""What is seen so plainly is said, however many of its kind the box holds. In single looks at 226 landscapes (107 of
them traced) more of a kind than the box holds were so said to lie on one where they did not (by 0.95 on five), and on
35 of 59 where they did (by 0.95 on 40)."""

SURE_OF_STONES, SURE_OF_A_MINER = 0.78, 0.9
"""Below these, a number of stones, and where a miner stands, if anywhere: a player's game hangs on that."""

# Half of those who have no connector have no miner on the board either; who has some stands somewhere, unless each of
# them is a mistake.
_OFF_THE_BOARD, _MISTAKEN = 0.5, 0.02
_UNTAKEN = 0.05
_LEAST = 1e-6  # so near to 0 and to 1 the probability of a connector is taken to come
# In nats, what speaks against a connector of which an end hangs loose: not in a city, with no other of its colour.
_LOOSE_END = 2.0
# The same against a connector that ends on a desert, and a miner there: what seems to be is rather a shadow.
_ON_DESERT = 2.0


def decode(reading: Reading, players: Collection[Player] = tuple(Player)) -> State:
    """The table of a reading; places at which rather no field lies are left out.

    players: who may take part. Nobody sees who does: all of these are named.
    """
    kinds = balanced(reading.kinds, MOST)
    unseen = reading.unseen
    there = most_likely_there(kinds[:, NO_FIELD])
    if len(there) in FIELD_COUNTS:
        # A landscape has just so many: that these are fields is agreed, and only what they are is to be told.
        kinds[there, NO_FIELD] = 0.0
        kinds[there] /= kinds[there].sum(axis=1, keepdims=True)
    told = {reading.fields[n]: _kind(reading.kinds[n], kinds[n], float(unseen[n])) for n in there}
    connectors = {
        player: frozenset(at for at, nats in lying.items() if nats > 0)
        for player, lying in connectors_lying(reading, told).items()
    }
    stand = miners_standing(reading, told, connectors)
    of_each = zip(connectors, stand, strict=True)
    miners = {player: _miner(reading, it) for player, it in of_each if player in players}
    taken_from = set(miners.values())
    counts = {
        field: _stones(reading.stones[n], float(unseen[n]), is_taken_from=field in taken_from)
        for n, field in enumerate(reading.fields)
        if isinstance(told.get(field), Colour)
    }
    return seen(
        Board(told),
        {field: count for field, count in counts.items() if count is not None},
        {player: at if isinstance(at, Field) else None for player, at in miners.items()},
        {player: connectors[player] for player in miners},
        Unknown(
            stones=frozenset(field for field, count in counts.items() if count is None),
            miners=frozenset(player for player, at in miners.items() if at is UNREAD),
        ),
    )


def _kind(seen: Floats, chances: Floats, unseen: float) -> Kind:
    """What a field is, by the probabilities (16,) of what is seen there, and of that beside what the box holds."""
    for those, least in ((seen, PLAIN), (chances, SURE)):
        best = int(those.argmax())
        kind = KINDS[best]
        if kind is not None and those[best] * (1 - unseen) >= least:
            return kind
    return City(UNREAD_VALUE) if chances[CITIES].sum() * (1 - unseen) >= SURE else UNREAD


def _may_stand(kind: Kind | None) -> float:
    """How likely a miner is to stand on a field of a kind, against others: on a desert only against the rules."""
    if kind is None:
        return 0.0
    return float(np.exp(-_ON_DESERT)) if kind is DESERT else 1.0


def miners_standing(
    reading: Reading, kinds: Mapping[Field, Kind], connectors: Mapping[Player, Collection[Connection]]
) -> Floats:
    """How likely each player's miner stands on each field, and how likely on none, (4, N + 1)."""
    may_stand = np.array([_may_stand(kinds.get(it)) for it in reading.fields])
    laid = [len(connectors.get(player, ())) for player in Player]
    off_the_board = _OFF_THE_BOARD * _MISTAKEN ** np.array(laid)
    return standing(reading, may_stand, off_the_board)


def stones_lying(chances: Floats, *, is_taken_from: bool) -> Floats:
    """Probabilities of STONES (3,) on a field; who came has taken one of them, as a rule (N-5.5)."""
    if not is_taken_from:
        return chances
    fewer = chances * np.where(np.array(STONES) == STONES_ON_A_LANDSCAPE, _UNTAKEN, 1.0)
    return np.asarray(fewer / fewer.sum())


def _stones(chances: Floats, unseen: float, *, is_taken_from: bool) -> int | None:
    chances = stones_lying(chances, is_taken_from=is_taken_from)
    best = int(chances.argmax())
    return STONES[best] if chances[best] * (1 - unseen) >= SURE_OF_STONES else None


def _miner(reading: Reading, chances: Floats) -> Field | Unread | None:
    """Where a player's miner stands, by the probability of each field and of none (N + 1,)."""
    best = int(chances.argmax())
    if chances[best] < SURE_OF_A_MINER:
        return UNREAD
    return reading.fields[best] if best < len(reading.fields) else None


def connectors_lying(reading: Reading, kinds: Mapping[Field, Kind]) -> dict[Player, dict[Connection, float]]:
    """What speaks, in nats, for each player's connector on each connection that can bear one; where it is positive,
    one is taken to lie there."""
    number = {field: n for n, field in enumerate(kinds)}
    all_ends = np.array([[number.get(end, -1) for end in it.fields] for it in reading.connections])
    chosen = np.flatnonzero(all_ends.reshape(-1, 2).min(axis=1) >= 0)
    if not len(chosen):
        return {player: {} for player in Player}
    ends, places = all_ends[chosen], [reading.connections[n] for n in chosen]
    may_end = np.array([not isinstance(kind, Colour | Desert) for kind in kinds.values()])
    is_desert = np.array([kind is DESERT for kind in kinds.values()])
    nats = log_odds(reading.sticks[chosen], _LEAST) - _ON_DESERT * is_desert[ends].any(axis=1)[:, None]
    return {
        player: dict(zip(places, map(float, _lying(of_player, ends, may_end)), strict=True))
        for player, of_player in zip(Player, nats.T, strict=True)
    }


def _lying(nats: Floats, ends: npt.NDArray[np.intp], may_end: npt.NDArray[np.bool_]) -> Floats:
    """What speaks for one player's connectors (M,) altogether, by what speaks for each of them alone.

    From those that are rather there, the changes are made that gain most, as long as one gains.
    """
    laid = nats > 0
    while True:
        gains = np.where(laid, -nats, nats) - _LOOSE_END * _more_loose_ends(laid, ends, may_end)
        best = int(gains.argmax())
        if gains[best] <= 1e-9:
            return np.asarray(np.where(laid, np.maximum(-gains, 1e-9), np.minimum(gains, 0.0)))
        laid[best] = not laid[best]


def _more_loose_ends(
    laid: npt.NDArray[np.bool_], ends: npt.NDArray[np.intp], may_end: npt.NDArray[np.bool_]
) -> npt.NDArray[np.intp]:
    """How many loose ends more (M,) there are when one of M connectors is laid, or taken away if it lies there."""
    meeting = np.bincount(ends[laid].ravel(), minlength=len(may_end))
    change = np.where(laid, -1, 1)[:, None]
    before, after = meeting[ends], meeting[ends] + change
    loose = ((after == 1).astype(np.intp) - (before == 1)) * ~may_end[ends]
    return np.asarray(loose.sum(axis=1))
