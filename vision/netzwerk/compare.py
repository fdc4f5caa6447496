"""What a reading says about a landscape whose earlier state is known: how it may lie there by now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State, seen
from engine.netzwerk.text import format_state
from vision.choices import likeliest
from vision.game import Alternative
from vision.lens import Floats
from vision.network import sigmoid
from vision.netzwerk.memory import Memory, before_this_game, changed_by, named_for_sure, steps_since
from vision.netzwerk.mistaken import mistakes
from vision.netzwerk.owners import told_by_known, whose
from vision.netzwerk.reading import RATHER, STONES, Reading
from vision.netzwerk.since import (
    come_since,
    gone_since,
    laid_since,
    left_since,
    looks_by,
    lying_since,
    resembling,
)
from vision.netzwerk.ways import Thing, miners_by_now, sticks_by_now, stones_by_now

# That somebody has come: then it is looked into what has become of the stones, or shadows are expected.
_PERHAPS = 0.1
_SEVERAL = 2  # connectors laid together are not each asked anew whose they are
_THINKABLE = 10.0  # nats: what is so much less likely than the likeliest is not thought of
# As long as nothing else has changed, nobody is asked whether a miner is another player's: a mistake has to be so
# much likelier, in nats.
_BY_ITSELF = 2.0


def alternatives(reading: Reading, before: State, memory: Memory | None = None) -> list[Alternative]:
    """The landscapes that a reading may show when `before` lay there a while ago, the likeliest first.

    What is hidden is taken to be as it was. What was unknown stays so. `before` itself is always among them.
    memory: how all looked when `before` lay there.
    """
    told = _by_these_names(reading, before, memory)
    for mistake in mistakes(reading, before, before_this_game(memory), named_for_sure(memory)):
        for it in _by_these_names(reading, mistake.righted(before), memory):
            if not it.changed and mistake.nats < _BY_ITSELF:
                continue
            changed = {str(mistake.field): str(mistake.other), **it.changed}
            told.append(Alternative(it.position, it.nats + mistake.nats, changed))
    return sorted(told, key=lambda it: -it.nats)


def _by_these_names(reading: Reading, before: State, memory: Memory | None) -> list[Alternative]:
    """The landscapes where all that lay there is whose it is said to be."""
    by_itself, reading = reading, told_by_known(reading, before, None if memory is None else memory.before)
    steps = steps_since(reading, before, memory)
    touched = changed_by(reading, steps)
    calm = {place: min(nats, 0.0) for place, nats in touched.items()}
    looks = looks_by(reading, steps)
    come = come_since(reading, before, memory, looks)
    perhaps, rather = (
        {at for at, nats in come.items() if sigmoid(nats).sum() > least} for least in (_PERHAPS, RATHER)
    )
    laid = laid_since(reading, before, memory, looks, rather)
    sticks = list(sticks_by_now(reading, before, calm, laid, lying_since(reading, before, memory)))
    left = [at for at in before.occupied if touched.get(at, 0.0) > 0]
    as_before = resembling(reading, before, memory, steps, left)
    things = [
        *stones_by_now(reading, before, calm, left_since(reading, before, looks, perhaps), as_before),
        *miners_by_now(reading, before, calm, come, gone_since(reading, before, looks)),
        *sticks,
    ]
    nats = np.full((len(things), max(len(it.ways) for it in things)), -np.inf)
    for row, thing in enumerate(things):
        nats[row, : len(thing.nats)] = thing.nats - thing.nats[thing.was]
    was = np.array([it.was for it in things])
    found = {
        tuple(int(state) for state in states): total
        for apart in _apart(nats, things)
        for total, states in likeliest(apart, was)
        if np.isfinite(total)
    }
    for states, total in list(_as_one_players(found, things, nats)):
        found[states] = max(total, found.get(states, total))
    of_whom = partial(whose, by_itself, before, before=before_this_game(memory))
    for states, total in list(_as_anothers(found, things, of_whom)):
        found[states] = max(total, found.get(states, total))
    told = [_alternative(before, things, states, total) for states, total in found.items()]
    return [it for it in told if it is not None]


def _as_one_players(
    found: Mapping[tuple[int, ...], float], things: Sequence[Thing], nats: Floats
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Where connectors of several players' have come, all of them being one's: two seldom build at once, and not all
    of the many ways to share them out have been thought of.

    nats: of each way of each thing.
    """
    for states, total in found.items():
        laid = _laid(things, states)
        players = dict.fromkeys(laid.values())
        for player in players if len(players) > 1 else ():
            told = _with_all_laid_by(player, things, states, laid)
            if told is not None:
                yield told, total + sum(float(nats[row, told[row]] - nats[row, states[row]]) for row in laid)


def _as_anothers(
    found: Mapping[tuple[int, ...], float],
    things: Sequence[Thing],
    whose: Callable[[Sequence[Connection]], Mapping[Player, float]],
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Where several connectors of one player's have come, all of them being another's: each tells anew that it lies
    there, but not whose they are.

    whose: what speaks for some connectors being each player's, in nats.
    """
    asked: dict[tuple[int, ...], Mapping[Player, float]] = {}  # most differ in other things only
    least = max(found.values()) - _THINKABLE
    for states, total in found.items():
        laid = _laid(things, states)
        if len(laid) < _SEVERAL or len(set(laid.values())) > 1:
            continue
        owner, *_ = laid.values()
        if (rows := tuple(laid)) not in asked:
            asked[rows] = whose([at for row in rows if isinstance(at := things[row].place, Connection)])
        nats = asked[rows]
        for player, its in nats.items():
            told = total - nats[owner] + its
            if player is owner or told <= least:
                continue
            ways = _with_all_laid_by(player, things, states, laid)
            if ways is not None:
                yield ways, told


def _laid(things: Sequence[Thing], states: Sequence[int]) -> dict[int, Player]:
    """The rows of bare connections on which somebody has laid a connector, and who."""
    return {
        row: player
        for row, (thing, state) in enumerate(zip(things, states, strict=True))
        if (player := _laid_by(thing, state)) is not None
    }


def _with_all_laid_by(
    player: Player, things: Sequence[Thing], states: Sequence[int], laid: Collection[int]
) -> tuple[int, ...] | None:
    """The states with what was laid in some rows being a player's; None where it cannot be."""
    way = frozenset({player})
    if any(way not in things[row].ways for row in laid):
        return None
    return tuple(things[row].ways.index(way) if row in laid else it for row, it in enumerate(states))


def _laid_by(thing: Thing, state: int) -> Player | None:
    """Who has laid a connector on a connection that was bare, if somebody has."""
    now = thing.ways[state]
    if thing.ways[thing.was] == frozenset() and isinstance(now, frozenset) and len(now) == 1:
        (player,) = now
        return player if isinstance(player, Player) else None
    return None


def _apart(nats: Floats, things: Sequence[Thing]) -> Iterator[Floats]:
    """The nats of things; where several miners would best stand on one field, once for each, others elsewhere."""
    standing: dict[object, list[int]] = {}
    for row, thing in enumerate(things):
        if thing.player is not None and isinstance(at := thing.ways[int(nats[row].argmax())], Field):
            standing.setdefault(at, []).append(row)
    together = next(((field, rows) for field, rows in standing.items() if len(rows) > 1), None)
    if together is None:
        yield nats
        return
    field, rows = together
    for row in rows:
        elsewhere = nats.copy()
        for other in rows:
            if other != row:
                elsewhere[other, things[other].ways.index(field)] = -np.inf
        yield from _apart(elsewhere, things)


def _alternative(
    before: State, things: Sequence[Thing], states: Sequence[int], nats: float
) -> Alternative | None:
    """The table on which each thing is as its state says; None where a miner would stand where another does."""
    stones, miners, connectors = dict(before.stones), dict(before.miners), dict(before.connectors)
    differing: dict[str, str] = {}
    for thing, state in zip(things, states, strict=True):
        if state == thing.was:
            continue
        now = thing.ways[state]
        if isinstance(thing.place, Field):
            stones[thing.place] = STONES[state]
            differing[str(thing.place)] = str(now)
        elif isinstance(thing.place, Connection):
            assert isinstance(now, frozenset)
            for player in connectors:
                here = {thing.place}
                connectors[player] = connectors[player] | here if player in now else connectors[player] - here
            differing[str(thing.place)] = "".join(sorted(now))
        elif thing.player is not None:
            miners[thing.player] = now if isinstance(now, Field) else None
            for place in (thing.ways[thing.was], now):
                if place is not None:
                    differing.setdefault(str(place), str(thing.player))
    standing = [at for at in miners.values() if at is not None]
    if len(set(standing)) < len(standing) and miners != before.miners:
        return None
    table = seen(before.board, stones, miners, connectors, before.unknown)
    return Alternative(format_state(table), nats, differing)
