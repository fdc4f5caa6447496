"""What was learnt of an owner's set: how its pieces and its tiles are told, where the networks alone would guess."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.illegible import IllegibleError
from engine.messages import Message
from vision.alien_city.own_set.foreign import Foreign
from vision.alien_city.own_set.guilds import GUILD_FEATURES, Guilds, Icons, icon_lots
from vision.alien_city.own_set.likeness import MODEL, Features, Prototypes, corners_of, marks_of
from vision.alien_city.own_set.lot_colours import lot_colours
from vision.alien_city.own_set.lots import LOT_FEATURES, Lots, SeenLots
from vision.alien_city.own_set.palette import Palette
from vision.alien_city.own_set.prints import Prints
from vision.alien_city.reading import STREET, Reading
from vision.lens import Floats
from vision.network import softmax
from vision.photo import Picture
from vision.pose import Pose

OTHER_KIBITZ = Message("it was learnt by another version of Kibitz")

TILE_WITNESSES = 5

_BARE = 0.5


@dataclass(frozen=True, eq=False)
class Learnt:
    """A set.

    prototypes: what its things look like; lots: what tells the contents of lots. tile_shares: how far each of
    `tile_witnesses` is believed; guilds: what tells guilds, by all that and by their icons; foreign: what tells hands
    from the set's own things; palette: the colours of its pieces.
    """

    prototypes: Prototypes
    lots: Lots
    tile_shares: tuple[float, ...]
    prints: Prints
    guilds: Guilds
    foreign: Foreign
    palette: Palette

    def __post_init__(self) -> None:
        """Refuse what are no shares, or shares of other witnesses."""
        if len(self.tile_shares) != TILE_WITNESSES or not all(0 <= it < np.inf for it in self.tile_shares):
            raise ValueError("no set: each of those who tell of tiles is believed by a share")

    def judged(self, picture: Picture, reading: Reading, features: Features) -> Reading:
        """The reading of a picture, read first as if of no particular set, judged by what was learnt."""
        things = self.prototypes(features)
        colours = lot_colours(picture, reading.pose, self.palette.stock)
        lots = softmax(self.lots(SeenLots(things, reading.lots, features.looks, colours)))
        unseen = self.foreign(reading.unseen, self.prototypes.apart(features))
        bare = lots[:, STREET] * (1 - unseen)  # what lies over a lot hides its print
        said = tile_witnesses(things, reading.tiles, bare, self.prints, picture, reading.pose)
        tiles = softmax(np.tensordot(self.tile_shares, said, 1))
        icons = Icons.of(picture, reading.pose, features.looks, bare, icon_lots(tiles))
        return replace(reading, lots=lots, unseen=unseen, tiles=self.guilds(tiles, icons))

    def to_json(self) -> dict[str, Any]:
        """As plain values, with the networks by which it was learnt."""
        return {
            "networks": _networks(),
            "prototypes": self.prototypes.to_json(),
            "lots": self.lots.to_json(),
            "tile_shares": [round(share, 3) for share in self.tile_shares],
            "prints": self.prints.to_json(),
            "guilds": self.guilds.to_json(),
            "foreign": self.foreign.to_json(),
            "palette": self.palette.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Learnt:
        """The set of such values. Raises ValueError, KeyError or TypeError for anything else."""
        if data["networks"] != _networks():
            raise IllegibleError(OTHER_KIBITZ)
        return cls(
            Prototypes.from_json(data["prototypes"]),
            Lots.from_json(data["lots"]),
            tuple(map(float, data["tile_shares"])),
            Prints.from_json(data["prints"]),
            Guilds.from_json(data["guilds"]),
            Foreign.from_json(data["foreign"]),
            Palette.from_json(data["palette"]),
        )


def tile_witnesses(
    things: Floats, as_any: Floats, bare: Floats, prints: Prints, picture: Picture, pose: Pose
) -> Floats:
    """What five witnesses say of tiles, (5, 20, 16) logarithms: icons and the lots beside them, as things (80, 21) of
    the set and as its prints; and, for the corner alone, tiles (20, 16) read as if of no particular set.

    bare: (80,) how likely nothing stands on each lot.
    """
    return np.stack([*marks_of(things, bare), *prints(picture, pose, bare > _BARE), corners_of(as_any, bare)])


def _networks() -> str:
    """The networks and features with which something was learnt: with others its numbers mean something else."""
    networks = ((MODEL.parent / name).read_bytes() for name in ("read.onnx.xz", "closer.onnx.xz", MODEL.name))
    features = f"{LOT_FEATURES} {GUILD_FEATURES} {TILE_WITNESSES}".encode()
    return hashlib.sha256(b"".join((*networks, features))).hexdigest()[:12]
