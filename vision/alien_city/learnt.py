"""What was learnt of an owner's set: how its pieces and its tiles are told, where the networks alone would guess."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.alien_city import Colour
from engine.illegible import IllegibleError
from engine.messages import Message
from vision.alien_city.guilds import GUILD_FEATURES, with_guilds
from vision.alien_city.likeness import (
    LOOK_NUMBERS,
    LOOKS_SCALE,
    MODEL,
    Features,
    Prototypes,
    lots_of,
    marks_of,
)
from vision.alien_city.palette import Palette
from vision.alien_city.prints import Prints
from vision.alien_city.reading import LOT_STATES, Reading
from vision.alien_city.things import ICON_LOTS
from vision.last_layer import LastLayer
from vision.lens import Floats
from vision.network import softmax
from vision.photo import Picture

OTHER_KIBITZ = Message("it was learnt by another version of Kibitz")

LOT_FEATURES = 2 * len(LOT_STATES) + LOOK_NUMBERS
"""What a lot was read for by its likeness to what was shown, and as if of no certain set; its looks themselves."""

# How much each is believed before anything is learnt: chosen by 320 boards of forty simulated sets.
_BY_LIKENESS, _AS_ANY = 1.8, 0.42
_BARE = 0.5
_LEAST = 1e-9  # no probability is taken for smaller


@dataclass(frozen=True, eq=False)
class Learnt:
    """A set.

    prototypes: what its things look like; lots: what they hold, by `lot_features`; guilds: of tiles, by
    `guild_features`. tile_share: how much is believed what the prototypes say of tiles, beside their prints;
    palette: the colours of the pieces.
    """

    prototypes: Prototypes
    lots: LastLayer
    guilds: LastLayer
    tile_share: float
    prints: Prints
    palette: Palette

    def __post_init__(self) -> None:
        """Refuse a layer that tells something else, or by something else."""
        if self.lots.weights.shape != (len(LOT_STATES), LOT_FEATURES):
            raise ValueError("no set: its layer is of another shape")
        if self.guilds.weights.shape != (len(Colour), GUILD_FEATURES):
            raise ValueError("no set: its layer for guilds is of another shape")
        if not 0 <= self.tile_share < np.inf:
            raise ValueError("no set: what prototypes say of tiles is believed by a share")

    def judged(self, picture: Picture, reading: Reading, features: Features) -> Reading:
        """What a picture shows that was read as if of no certain set."""
        things = self.prototypes(features)
        lots = softmax(self.lots(lot_features(things, reading.lots, features.looks)))
        bare = lots[:, LOT_STATES.index(None)]
        by_prints = self.prints(picture, reading.pose, bare > _BARE)
        tiles = softmax(self.tile_share * marks_of(things, bare) + by_prints)
        # What stands on a lot hides its icon.
        tiles = with_guilds(self.guilds, tiles, (features.looks * bare[:, None])[ICON_LOTS])
        return replace(reading, lots=lots, tiles=tiles)

    def to_json(self) -> dict[str, Any]:
        """As plain values, with the networks by which it was learnt."""
        return {
            "networks": _networks(),
            "prototypes": self.prototypes.to_json(),
            "lots": self.lots.to_json(),
            "guilds": self.guilds.to_json(),
            "tile_share": round(self.tile_share, 3),
            "prints": self.prints.to_json(),
            "palette": self.palette.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Learnt:
        """The set of such values. Raises ValueError, KeyError or TypeError for anything else."""
        if data["networks"] != _networks():
            raise IllegibleError(OTHER_KIBITZ)
        return cls(
            Prototypes.from_json(data["prototypes"]),
            LastLayer.from_json(data["lots"]),
            LastLayer.from_json(data["guilds"]),
            float(data["tile_share"]),
            Prints.from_json(data["prints"]),
            Palette.from_json(data["palette"]),
        )


def lot_features(things: Floats, as_any: Floats, looks: Floats) -> Floats:
    """What tells of lots, (80, 60): their things (80, 21) and what they were read for (80, 14) as if of no certain
    set, in logarithms, and their looks (80, 32).

    Nothing speaks for anything by its looks at first. What can be told apart by some of their numbers only, as a cap
    of nearly its tower's colour, is learnt by these.
    """
    return np.hstack([np.log(lots_of(things) + _LEAST), np.log(as_any + _LEAST), LOOKS_SCALE * looks])


def lots_unlearnt() -> LastLayer:
    """The layer by which lots are told before anything is learnt."""
    one = np.eye(len(LOT_STATES))
    by_looks = np.zeros((len(LOT_STATES), LOOK_NUMBERS))
    return LastLayer(np.hstack([_BY_LIKENESS * one, _AS_ANY * one, by_looks]), np.zeros(len(LOT_STATES)))


def _networks() -> str:
    """By which networks, and of which features, something was learnt: of others its numbers mean something else."""
    networks = ((MODEL.parent / name).read_bytes() for name in ("read.onnx.xz", "closer.onnx.xz", MODEL.name))
    features = f"{LOT_FEATURES} {GUILD_FEATURES}".encode()
    return hashlib.sha256(b"".join((*networks, features))).hexdigest()[:12]
