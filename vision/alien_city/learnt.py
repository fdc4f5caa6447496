"""What was learnt of an owner's set: how its pieces and its tiles are told, where the networks alone would guess."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.alien_city.palette import Palette
from vision.alien_city.prints import Prints
from vision.alien_city.reading import LOT_STATES, MARKS, Reading
from vision.last_layer import LastLayer
from vision.lens import Floats
from vision.network import softmax
from vision.photo import Picture

LOT_FEATURES = 128 + 48 + 9 + len(LOT_STATES)
"""Of the first look, of the closer one, tones, and what the lot was read for."""
TILE_FEATURES = 96

_TABLE_TONES = 3  # of a lot's nine tones are those on the table
_BARE = 0.5
_LEAST = 1e-4  # no probability is taken for smaller


@dataclass(frozen=True, eq=False)
class Learnt:
    """A set.

    lots: what they hold, by `lot_features`; tiles: their marks, by the features of the first look. prints: of the
    tiles; palette: the colours of the pieces.
    """

    lots: LastLayer
    tiles: LastLayer
    prints: Prints
    palette: Palette

    def __post_init__(self) -> None:
        """Refuse layers that tell something else, or by something else."""
        due = (len(LOT_STATES), LOT_FEATURES), (len(MARKS), TILE_FEATURES)
        if (self.lots.weights.shape, self.tiles.weights.shape) != due:
            raise ValueError("no set: its layers are of another shape")

    def judged(self, picture: Picture, reading: Reading, features: Floats) -> Reading:
        """What a picture shows that was read as if of no certain set; features: `lot_features` of it."""
        lots = softmax(self.lots(features))
        bare = lots[:, LOT_STATES.index(None)] > _BARE
        tiles = softmax(np.log(reading.tiles + 1e-9) + self.prints(picture, reading.pose, bare))
        return replace(reading, lots=lots, tiles=tiles)

    def to_json(self) -> dict[str, Any]:
        """As plain values, with the networks whose features were learnt from."""
        return {
            "networks": _networks(),
            "lots": self.lots.to_json(),
            "tiles": self.tiles.to_json(),
            "prints": self.prints.to_json(),
            "palette": self.palette.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Learnt:
        """The set of such values. Raises ValueError, KeyError or TypeError for anything else."""
        if data["networks"] != _networks():
            raise ValueError(
                "it was learnt by another version of Kibitz; `kibitz calibrate set` learns it anew"
            )
        return cls(
            LastLayer.from_json(data["lots"]),
            LastLayer.from_json(data["tiles"]),
            Prints.from_json(data["prints"]),
            Palette.from_json(data["palette"]),
        )


def lot_features(reading: Reading, first: Floats, closer: Floats) -> Floats:
    """What tells of the lots of a picture, (80, 199): features of both looks, tones against the board's, and last, in
    logarithms, what they were read for (80, 14)."""
    board = np.tile(
        np.median(reading.tones[:, :_TABLE_TONES], axis=0), reading.tones.shape[1] // _TABLE_TONES
    )
    return np.hstack([first, closer, reading.tones - board, np.log(reading.lots + _LEAST)])


def lots_as_read() -> LastLayer:
    """The layer that takes lots for what they were read for, whatever the other features are."""
    weights = np.zeros((len(LOT_STATES), LOT_FEATURES))
    weights[:, -len(LOT_STATES) :] = np.eye(len(LOT_STATES))
    return LastLayer(weights, np.zeros(len(LOT_STATES)))


def _networks() -> str:
    """By which networks something was learnt: of others the same features mean something else."""
    models = Path(__file__).parent / "models"
    both = b"".join((models / name).read_bytes() for name in ("read.onnx", "closer.onnx"))
    return hashlib.sha256(both).hexdigest()[:12]
