"""How each thing of a landscape may lie by now that lay there in a known way: stones, miners and connectors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import DESERT, Player
from engine.netzwerk.state import State
from vision.lens import Floats
from vision.network import MOST_NATS, log_odds, sigmoid
from vision.netzwerk.memory import Place
from vision.netzwerk.reading import MINERS, STONES, Reading
from vision.netzwerk.since import PLAINLY, SHADOW, STAYS

# Of what one look says of stones: they look the same in the next one, and where it is wrong that is wrong again.
_STONES_TRUST = 0.5
# Of 299 times that a miner came to two stones and took one, one look told another number 86 times: it hides the rest.
_UNDER_MINER, _TRUST_BESIDE_MINER = 0.2, 0.75
# Nobody has counted how often hands do such things: these are chosen, not measured.
_UNHEARD_OF = 4.0  # nats against what hands don't do in a game: put stones back, take a miner off the board
_ON_DESERT = 1.0  # the same against bringing a connector to a desert, where none ever is
_NOBODYS = 0.05  # how likely none is there, at most, where it looks like one player's and like another's
_NEVER = 1e-9  # added where a divisor or a logarithm's argument may be 0


@dataclass(frozen=True, eq=False)
class Thing:
    """The stones on a field, a player's miner, or the connectors on a connection: how it may be, and how it was.

    ways: numbers of stones; fields; players whose connectors lie there. nats: for each way, from the picture alone.
    """

    ways: tuple[object, ...]
    was: int
    nats: Floats
    place: Field | Connection | None = None
    player: Player | None = None


def stones_by_now(
    reading: Reading,
    before: State,
    calm: Mapping[Place, float],
    left: Mapping[Field, Floats],
    as_before: Mapping[Field, Mapping[int, float]],
) -> Iterator[Thing]:
    """The stones on each field.

    calm: what speaks against their number having changed; left: what speaks for none, one and two being left, by what
    has changed; as_before: what speaks for some numbers, as it looks as it did with so many.
    """
    row = {field: n for n, field in enumerate(reading.fields)}
    for field, count in before.stones.items():
        if field in row:
            shown = 1 - reading.unseen[row[field]]
            there = np.eye(len(STONES))[STONES.index(count)]
            chances, trust = shown * reading.stones[row[field]] + (1 - shown) * there, _STONES_TRUST
            if field in left:
                chances[1:] += _UNDER_MINER * (chances[:-1] - chances[1:])
                trust = _TRUST_BESIDE_MINER
            nats = trust * np.log(chances + _NEVER)
            nats = np.maximum(nats, nats.max() - MOST_NATS) + calm.get(field, 0.0) * (1 - there)
            nats -= _UNHEARD_OF * (np.array(STONES) > count)
            nats += [as_before.get(field, {}).get(number, 0.0) for number in STONES]
            if field in left:
                nats += left[field]
            yield Thing(STONES, STONES.index(count), nats, field)


def miners_by_now(
    reading: Reading,
    before: State,
    calm: Mapping[Place, float],
    come: Mapping[Field, Floats],
    gone: Mapping[Field, float],
) -> Iterator[Thing]:
    """Each player's miner, which may be on any field that can be seen, on none, or where it was.

    calm: what speaks against its having left or come to a field; come: log odds (4,) for each player's having come to
    one, and gone: what speaks for its having left one, where they are known better.
    """
    arrivals = _arrivals((1 - reading.unseen)[:, None] * reading.miners[:, 1:])
    for player in (it for it in before.players if it not in before.unknown.miners):
        was, column = before.miners[player], MINERS.index(player)
        there = np.array([field == was for field in reading.fields])
        chances = (1 - reading.unseen) * reading.miners[:, column] + reading.unseen * there
        stays, left = 1.0, 0.0
        if was is not None:
            stays, left = (STAYS, gone[was]) if was in gone else (1.0, calm.get(was, 0.0))
        ways: list[Field | None] = [None]
        is_stray = was is None or before.board.kinds.get(was) is DESERT  # where nobody may stay
        nats = [left - _UNHEARD_OF * (not is_stray)]
        for field, odds, arrived in zip(reading.fields, _odds(chances), arrivals[:, column - 1], strict=True):
            if field not in before.board:
                continue
            ways.append(field)
            if field == was:
                nats.append(stays * float(odds))
                continue
            if field in come:
                surely = max(float(np.logaddexp.reduce(come[field])) - MOST_NATS, 0.0)
                nats.append(float(come[field][column - 1]) - surely + left)
            else:
                nats.append(float(arrived) + calm.get(field, 0.0) + left)
        if was not in ways:  # a field that is hidden
            ways.append(was)
            nats.append(0.0)
        yield Thing(tuple(ways), ways.index(was), np.array(nats), player=player)


def sticks_by_now(
    reading: Reading,
    before: State,
    calm: Mapping[Place, float],
    laid: Mapping[Connection, Floats],
    lying: Mapping[Connection, float],
) -> Iterator[Thing]:
    """The connectors on each connection: as before, one less, one more, or one instead of another.

    laid: the probabilities (4,) of new ones, where they are known; lying: what speaks for those that lay there,
    likewise; calm: what speaks against any other change.

    Two do not come to the same place at once. So what looks half like one player's and half like another's is surely
    one of them.
    """
    row = {connection: n for n, connection in enumerate(reading.connections)}
    for connection in before.board.connections:
        if connection not in row:
            continue
        here = frozenset(it for it in before.players if connection in before.connectors[it])
        known = [it for it in before.players if not before.unknown.may_lie(it, connection)]
        shown = reading.sticks[row[connection]] * (1 - reading.hidden[row[connection]])
        chances = {player: float(chance) for player, chance in zip(Player, shown, strict=True)}
        new = laid.get(connection)
        if new is None:
            new = _without_shadow(shown) if before.occupied & set(connection.fields) else shown
        more = {player: float(new[n]) for n, player in enumerate(Player) if player not in here}
        none = max(1 - sum(more.values()), _least_none(more.values()) if connection not in laid else _NEVER)
        change = calm.get(connection, 0.0)
        # However sure it is that one was laid, it is as doubtful as before whose it is.
        anyones = sum(more.values()) + _NEVER
        one_more = float(_bounded(np.log(anyones / none))) + (0.0 if connection in laid else change)
        one_more -= _ON_DESERT * before.board.is_on_desert(connection)
        nats = {here: 0.0}
        hidden = float(reading.hidden[row[connection]])
        for player in (it for it in known if it in here):
            lies = lying.get(connection, float(log_odds(np.asarray(chances[player] + hidden))))
            nats[here - {player}] = change - float(_bounded(np.asarray(lies)))
        for player in (it for it in known if it in more):
            for left, cost in [*nats.items()]:
                if left <= here:
                    nats[left | {player}] = cost + one_more + float(np.log(more[player] / anyones + _NEVER))
        yield Thing(tuple(nats), 0, np.array([*nats.values()]), connection)


def _arrivals(chances: Floats) -> Floats:
    """What one look says for each player's miner having come to each field, nats (N, 4), by the probabilities of its
    being there. However sure it is that somebody has come, it is as doubtful as before who it is."""
    anyones = chances.sum(axis=1, keepdims=True)
    shares = (chances + _NEVER) / (anyones + _NEVER)
    return np.asarray(np.maximum(_odds(anyones) + np.log(shares), -MOST_NATS))


def _without_shadow(shown: Floats) -> Floats:
    """What is seen of each player's connector (4,) beside a miner, whose shadow looks like a black one."""
    odds, is_black = log_odds(shown), np.arange(len(shown)) == [*Player].index(Player.BLACK)
    return sigmoid(odds - SHADOW * (is_black & (odds < PLAINLY)))


def _least_none(chances: Collection[float]) -> float:
    """What is left for nobody's connector where one look gives several players such chances: they may sum to more
    than 1, as each is judged for itself."""
    return min(float(np.prod([1 - it for it in chances])), _NOBODYS)


def _odds(chances: Floats | float) -> Floats:
    """Log odds, none beyond what a look may be trusted."""
    return _bounded(log_odds(np.asarray(chances)))


def _bounded(nats: Floats) -> Floats:
    return np.asarray(np.clip(nats, -MOST_NATS, MOST_NATS))
