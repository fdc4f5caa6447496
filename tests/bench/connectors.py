"""How well new connectors are seen: `python -m tests.bench.connectors --games 12`.

Simulated games are played; each clear picture is compared with the three before, as `vision.netzwerk.memory` does.
Prints how many new connectors are missed and how many are invented, by what one look says and with its rise since it
was known that none lay there, and the weights of both that would fit these games best.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from firmware.cameras.simulated import open_simulated
from vision.lens import Floats
from vision.netzwerk.board import centres
from vision.netzwerk.find import NoLandscapeError
from vision.netzwerk.memory import NOW, RISE, SELDOM
from vision.netzwerk.reader import LandscapeReader
from vision.netzwerk.reading import Reading, log_odds
from vision.synthetic.netzwerk import render_landscape
from vision.synthetic.netzwerk.looks import STYLES
from vision.table import Stage

EARLIER = 3
ROUNDS = 100


@dataclass(frozen=True, eq=False)
class Moment:
    """A settled table: how it was read, and who has a connector where (M, 4), as far as a connection is one (M,)."""

    reading: Reading
    laid: npt.NDArray[np.bool_]
    there: npt.NDArray[np.bool_]


def moments(seed: int, turns: int) -> Iterator[Moment]:
    """The settled tables of a game."""
    camera = open_simulated(seed, style=STYLES[seed % len(STYLES)], turns=turns, game="netzwerk")
    reader, rng = LandscapeReader(), np.random.default_rng(seed)
    reading: Reading | None = None
    for number, take in enumerate(camera.script.takes):
        if take.shot.stage is not Stage.CLEAR:
            continue
        drawn = render_landscape(take.shot.scene)
        picture = take.shot.again(drawn.image, rng)
        try:
            turned = bool(number % 2)
            reading = reader.follow(picture, reading, turned=turned) if reading else reader.read(picture)
        except NoLandscapeError:
            continue
        names = [Field(*pair) for pair in drawn.fields]
        seen = reading.pose.project(centres(reading.fields))
        apart = np.linalg.norm(seen[:, None] - np.array(list(drawn.fields.values())), axis=2)
        near = 0.3 * np.median(np.sort(apart, axis=1)[:, 1])
        named = {
            field: names[int(row.argmin())]
            for field, row in zip(reading.fields, apart, strict=True)
            if row.min() < near
        }
        yield Moment(reading, *_truth(reading, named, take.shot.scene.state.connectors))


def _truth(
    reading: Reading, named: dict[Field, Field], connectors: dict[Player, frozenset[Connection]]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    there = np.array([all(end in named for end in it.fields) for it in reading.connections])
    laid = np.zeros((len(there), len(Player)), np.bool_)
    for row in np.flatnonzero(there):
        connection = Connection.of(*(named[end] for end in reading.connections[row].fields))
        laid[row] = [connection in connectors.get(player, ()) for player in Player]
    return laid, there


def steps(game: list[Moment]) -> Iterator[tuple[float, float, bool]]:
    """Of connections that were free: the likeliest player's log odds, their rise, and whether one lies there now."""
    for number, now in enumerate(game):
        for before in game[max(0, number - EARLIER) : number]:
            if before.reading.connections != now.reading.connections:
                continue
            odds, earlier = log_odds(now.reading.sticks), log_odds(before.reading.sticks)
            shown = (now.reading.hidden < 0.5) & (before.reading.hidden < 0.5)
            for row in np.flatnonzero(now.there & before.there & shown & ~before.laid.any(axis=1)):
                who = int(odds[row].argmax())
                rise = float(odds[row, who] - earlier[row, who])
                yield float(odds[row, who]), rise, bool(now.laid[row].any())


def fitted(told: Floats, laid: npt.NDArray[np.bool_]) -> Floats:
    """Weights of a logistic regression of `laid` (N,) on columns (N, K), the last of them for none."""
    columns = np.column_stack([told, np.ones(len(told))])
    weights = np.zeros(columns.shape[1])
    ridge = np.diag([1.0] * told.shape[1] + [1e-6])
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        slope = columns.T @ (chances - laid) + ridge @ weights
        bend = (columns * (chances * (1 - chances))[:, None]).T @ columns + ridge
        weights -= 0.5 * np.linalg.solve(bend, slope)
    return np.asarray(weights)


def main() -> None:
    """Play the games and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--first", type=int, default=300, help="number of the first game")
    parser.add_argument("--turns", type=int, default=36)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rows = [
        row
        for seed in range(args.first, args.first + args.games)
        for row in steps(list(moments(seed, args.turns)))
    ]
    told = np.array([row[:2] for row in rows])
    laid = np.array([row[2] for row in rows])
    print(f"{laid.sum()} new connectors, {(~laid).sum()} connections that stayed free")
    for name, evidence in (
        ("one look", told[:, 0]),
        ("with what was read before", told @ (NOW, RISE) + SELDOM),
    ):
        missed, invented = int((evidence[laid] < 0).sum()), int((evidence[~laid] > 0).sum())
        nats = np.logaddexp(0, -np.where(laid, evidence, -evidence)).sum()
        print(f"{name:26} missed {missed:4}  invented {invented:4}  {nats:8.1f} nats")
    print("fitted:", *(f"{it:.2f}" for it in fitted(told, laid)))


if __name__ == "__main__":
    main()
