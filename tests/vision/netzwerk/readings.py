"""Readings of a small landscape, as sure, as lit and as much changed as a test wants them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Kind, Player
from engine.netzwerk.text import parse_state
from vision.lens import Lens
from vision.network import log_odds, sigmoid
from vision.netzwerk.board import connections_of
from vision.netzwerk.reading import KINDS, MINERS, STONES, Reading
from vision.pose import Pose

TEXT = "0|0:C2Y2G2C4B2/0:R2O1C3##R2/0:O2G0B2C7C9 w4,1;k0,1;g-;n- w0,0E;1,0E;2,0E|k-|g-|n-"
HANDS = " w0,0,0,0,0|k0,0,0,0,0|g0,0,0,0,0|n0,0,0,0,0 w.m"
BEFORE = parse_state(TEXT + HANDS)
HAPPENED = Field(1, 1)
CAMERA = Pose(np.array([np.pi, 0, 0]), np.array([0.0, 0.0, 600.0]), Lens.pinhole(1100, (1280, 960)))


def sure(text: str = TEXT, certainty: float = 0.9998) -> Reading:
    """The reading of somebody who sees a position rather well."""
    state = parse_state(text + HANDS)
    fields = tuple(state.board)
    pairs = connections_of(fields)

    def chances(size: int, index: int) -> np.ndarray:
        rest = (1 - certainty) / (size - 1)
        return np.array([certainty if it == index else rest for it in range(size)])

    at = {field: player for player, field in state.miners.items() if field}
    return Reading(
        fields,
        pairs,
        np.array([chances(len(KINDS), KINDS.index(state.board[it])) for it in fields]),
        np.array([chances(len(STONES), state.stones.get(it, 0)) for it in fields]),
        np.array([chances(len(MINERS), MINERS.index(at.get(it))) for it in fields]),
        np.zeros(len(fields)),
        np.array(
            [[certainty if it in state.connectors[p] else 1 - certainty for p in Player] for it in pairs]
        ),
        np.zeros(len(pairs)),
        CAMERA,
    )


def with_kind(reading: Reading, field: Field, chances: dict[Kind | None, float]) -> Reading:
    kinds = reading.kinds.copy()
    kinds[reading.fields.index(field)] = [chances.get(it, 1e-6) for it in KINDS]
    return replace(reading, kinds=kinds / kinds.sum(axis=1, keepdims=True))


def with_stick(reading: Reading, name: str, player: Player, chance: float) -> Reading:
    sticks = reading.sticks.copy()
    sticks[reading.connections.index(Connection.parse(name)), list(Player).index(player)] = chance
    return replace(reading, sticks=sticks)


def looking(text: str, seed: int, otherwise: tuple[object, ...] = ()) -> Reading:
    """A landscape read so: each place looks as always, but for a little noise and for what has changed: something
    dark on a field, a dark connector."""
    reading = sure(text)
    always, noise = np.random.default_rng(0), np.random.default_rng(seed)
    fields = always.uniform(-2, 0, (len(reading.fields), 18, 18, 3)).repeat(2, axis=1).repeat(2, axis=2)
    fields[[it in otherwise for it in reading.fields], 12:24, 14:24] = -2.6
    connections = (
        always.uniform(-1, 0, (len(reading.connections), 8, 16, 3)).repeat(2, axis=1).repeat(2, axis=2)
    )
    connections[[it in otherwise for it in reading.connections], 6:10, 4:28] = -2.5
    seen = [(it + noise.normal(0, 0.02, it.shape)).astype(np.float32) for it in (fields, connections)]
    return replace(reading, looks=(seen[0], seen[1]))


def in_warm_light(text: str, nats: float = 9.0) -> Reading:
    """A landscape on which what is white looks rather grey: by a little, as much as it looks white."""
    reading = sure(text)
    white, grey = (list(Player).index(it) for it in (Player.WHITE, Player.GREY))
    odds = log_odds(reading.sticks)
    is_white = odds[:, white] > 0
    odds[is_white, white] -= nats
    odds[is_white, grey] += nats
    miners = reading.miners.copy()
    white, grey = (MINERS.index(it) for it in (Player.WHITE, Player.GREY))
    stands = miners[:, white] > 0.5
    miners[stands, white], miners[stands, grey] = 0.45, 0.55
    miners[stands] /= miners[stands].sum(axis=1, keepdims=True)
    return replace(reading, sticks=sigmoid(odds), miners=miners)
