"""How well new connectors and miners are seen: `python -m tests.bench.arrivals --games 12`.

Simulated games of Netzwerk are played; each clear picture is compared with the three before, as
`vision.netzwerk.since` does. Prints how many arrivals are missed and how many are invented, by what one look says,
and by all that is known, though without a bound on what a change counts for; and the weights that would fit these
games best.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.netzwerk.board import Board
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.state import State, seen
from firmware.cameras.simulated import open_simulated
from vision.game import HIDDEN
from vision.lens import Floats
from vision.network import log_odds
from vision.netzwerk.board import centres
from vision.netzwerk.find import NoLandscapeError
from vision.netzwerk.memory import remembered
from vision.netzwerk.reader import LandscapeReader
from vision.netzwerk.reading import Reading
from vision.netzwerk.since import (
    CHANGE,
    COME_CHANGE,
    COME_NOW,
    COME_RISE,
    COME_SELDOM,
    NOW,
    RISE,
    SELDOM,
    anybodys,
    looks_since,
    more_since,
    visited_since,
)
from vision.synthetic.netzwerk import render_landscape
from vision.synthetic.netzwerk.looks import STYLES
from vision.synthetic.shots import TableShot
from vision.table import Stage

EARLIER = 3
NEAR = 0.3  # of the distance between fields
ROUNDS = 100


@dataclass(frozen=True, eq=False)
class Moment:
    """A settled table: how it was read, and what truly lies there, by the names of the reading."""

    reading: Reading
    state: State


def moments(seed: int, turns: int) -> Iterator[Moment]:
    """The settled tables of a game of which all fields are seen."""
    camera = open_simulated(seed, style=STYLES[seed % len(STYLES)], turns=turns, game="netzwerk")
    reader, rng = LandscapeReader(), np.random.default_rng(seed)
    reading: Reading | None = None
    for number, take in enumerate(camera.script.takes):
        shot = take.shot
        if shot.stage is not Stage.CLEAR:
            continue
        assert isinstance(shot, TableShot), "that is what is played with"
        drawn = render_landscape(shot.scene)
        picture = shot.again(drawn.image, rng)
        try:
            turned = bool(number % 2)
            reading = reader.follow(picture, reading, turned=turned) if reading else reader.read(picture)
        except NoLandscapeError:
            continue
        points = {Field(*pair): at for pair, at in drawn.fields.items()}
        names = _names(reading, points)
        if len(names) == len(points):
            yield Moment(reading, _renamed(shot.scene.state, names))


def _names(reading: Reading, points: Mapping[Field, tuple[float, float]]) -> dict[Field, Field]:
    """What the reading calls the fields that are seen at some pixels."""
    apart = np.linalg.norm(
        reading.pose.project(centres(reading.fields))[:, None] - np.array(list(points.values())), axis=2
    )
    near = NEAR * np.median(np.sort(apart, axis=1)[:, 1])
    fields = list(points)
    return {
        fields[int(row.argmin())]: name
        for name, row in zip(reading.fields, apart, strict=True)
        if row.min() < near
    }


def _renamed(state: State, names: Mapping[Field, Field]) -> State:
    return seen(
        Board({names[field]: kind for field, kind in state.board.kinds.items()}),
        {names[field]: count for field, count in state.stones.items()},
        {player: None if at is None else names[at] for player, at in state.miners.items()},
        {
            player: frozenset(Connection.of(*(names[end] for end in it.fields)) for it in laid)
            for player, laid in state.connectors.items()
        },
    )


Row = tuple[tuple[float, ...], bool]
"""What speaks for an arrival, and whether there was one."""


def connectors(before: Moment, now: Moment) -> Iterator[Row]:
    """Of connections that were free: the likeliest player's log odds, their rise, and what has changed there."""
    memory = remembered(before.reading, before.state, None)
    odds, earlier = log_odds(now.reading.sticks), log_odds(before.reading.sticks)
    hidden = np.maximum(now.reading.hidden, before.reading.hidden)
    row = {place: n for n, place in enumerate(now.reading.connections)}
    looks = looks_since(now.reading, before.state, memory)
    free = [it for it, n in row.items() if it in looks and hidden[n] < HIDDEN and not before.state.owners(it)]
    for place, more in more_since(now.reading, before.state, {it: looks[it] for it in free}).items():
        who = int(odds[row[place]].argmax())
        now_odds = float(odds[row[place], who])
        yield (now_odds, now_odds - float(earlier[row[place], who]), more), bool(now.state.owners(place))


def miners(before: Moment, now: Moment) -> Iterator[Row]:
    """Of fields on which nobody stood: the log odds for somebody, their rise, and what has changed there."""
    memory = remembered(before.reading, before.state, None)
    odds, earlier = log_odds(now.reading.miners[:, 1:]), log_odds(before.reading.miners[:, 1:])
    hidden = np.maximum(now.reading.unseen, before.reading.unseen)
    row = {place: n for n, place in enumerate(now.reading.fields)}
    looks = looks_since(now.reading, before.state, memory)
    free = [it for it, n in row.items() if it in looks and hidden[n] < HIDDEN]
    free = [it for it in free if it not in before.state.occupied]
    for place, change in visited_since(now.reading, {it: looks[it] for it in free}).items():
        now_odds, before_odds = anybodys(odds[row[place]]), anybodys(earlier[row[place]])
        yield (now_odds, now_odds - before_odds, change), place in now.state.occupied


def fitted(told: Floats, arrived: Floats) -> Floats:
    """Weights of a logistic regression of `arrived` (N,) on columns (N, K), the last of them for none."""
    columns = np.column_stack([told, np.ones(len(told))])
    weights = np.zeros(columns.shape[1])
    ridge = np.diag([1.0] * told.shape[1] + [1e-6])
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        slope = columns.T @ (chances - arrived) + ridge @ weights
        bend = (columns * (chances * (1 - chances))[:, None]).T @ columns + ridge
        weights -= 0.5 * np.linalg.solve(bend, slope)
    return np.asarray(weights)


def show(name: str, rows: Sequence[Row], weights: Sequence[float], seldom: float) -> None:
    """Print what one look and all that is known make of arrivals."""
    told, arrived = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    print(f"{name}: {arrived.sum()} arrived, {(~arrived).sum()} places stayed free")
    for way, evidence in (("one look", told[:, 0]), ("all that is known", told @ weights + seldom)):
        missed, invented = int((evidence[arrived] < 0).sum()), int((evidence[~arrived] > 0).sum())
        nats = np.logaddexp(0, -np.where(arrived, evidence, -evidence)).sum()
        print(f"  {way:20} missed {missed:4}  invented {invented:4}  {nats:8.1f} nats")
    print("  fitted:", *(f"{it:.2f}" for it in fitted(told, arrived)))


def main() -> None:
    """Play the games and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--first", type=int, default=300, help="number of the first game")
    parser.add_argument("--turns", type=int, default=26)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    laid: list[Row] = []
    come: list[Row] = []
    for seed in range(args.first, args.first + args.games):
        game = list(moments(seed, args.turns))
        for number, now in enumerate(game):
            for before in game[max(0, number - EARLIER) : number]:
                if before.reading.fields == now.reading.fields:
                    laid += connectors(before, now)
                    come += miners(before, now)
    show("connectors", laid, (NOW, RISE, CHANGE), SELDOM)
    show("miners", come, (COME_NOW, COME_RISE, COME_CHANGE), COME_SELDOM)


if __name__ == "__main__":
    main()
