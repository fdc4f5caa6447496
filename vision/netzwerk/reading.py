"""What was seen in one picture of a landscape: probabilities for every field and connection, never a bare label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import (
    CITY_VALUES,
    DESERT,
    DESERTS,
    LANDSCAPES_EACH,
    SMALL_CITY,
    UNREAD_VALUE,
    City,
    Colour,
    Kind,
    Player,
)
from vision.lens import Floats
from vision.network import log_odds, sigmoid
from vision.netzwerk.board import Naming
from vision.netzwerk.turned_looks import Looks, looks_renamed
from vision.pose import Pose
from vision.sharpness import tempered
from vision.witnesses import together

RATHER = 0.5
"""What is likelier than that is rather so than not."""

KINDS: tuple[Kind | None, ...] = (None, *Colour, DESERT, *(City(value) for value in CITY_VALUES))
"""What can be at a place of the lattice: no field, five landscapes, a desert, nine cities."""

NO_FIELD = KINDS.index(None)
CITIES = np.array([isinstance(it, City) for it in KINDS])
"""Which of KINDS are cities, (16,)."""

MOST = np.array([np.inf, *(LANDSCAPES_EACH for _ in Colour), DESERTS, *(1.0 for _ in CITY_VALUES)])
"""How many of each of KINDS there can be; of places without a field, as many as one likes."""

LEFT_BY_TWO = np.array([isinstance(it, Colour) or it == City(SMALL_CITY) for it in KINDS], np.float64)
"""How many of each of KINDS two players leave in the box."""

GROUNDS: tuple[Kind, ...] = (*Colour, DESERT, City(UNREAD_VALUE))
"""What a field can be when nobody asks for a city's value."""

GROUNDS_OR_NONE: tuple[Kind | None, ...] = (None, *GROUNDS)
"""The same of a place where there may be no field."""

MINERS: tuple[Player | None, ...] = (None, *Player)
"""Who can stand on a field."""

NOBODY = MINERS.index(None)

MINERS_LEARNT = 0.022
"""Of all fields that the network was shown, this share bore any one player's miner: how rare it takes them to be."""

STONES = (0, 1, 2)
"""How many stones can lie on a landscape."""

# What differs in colour alone.
_OPEN_GROUND = np.array([isinstance(it, Colour) or it is DESERT for it in KINDS])
_DARK_PLAYERS = np.array([it is not Player.WHITE for it in Player])
_DARK_MINERS = np.array([it is not None and it is not Player.WHITE for it in MINERS])


def ground_of(kind: Kind) -> Kind:
    """Which of GROUNDS a kind is."""
    return City(UNREAD_VALUE) if isinstance(kind, City) else kind


@dataclass(frozen=True, eq=False)
class Reading:
    """One picture's evidence. It keeps no memory and knows no rule.

    fields: N places of the lattice that were looked at; connections: M pairs of them that are neighbours.
    kinds: (N, 16), stones: (N, 3), miners: (N, 5): probabilities of each of KINDS, STONES, MINERS, if the field can
    be seen at all; rows sum to 1. unseen: (N,) probability that something foreign hides the field.
    sticks: (M, 4) probability that a connector of each Player lies there; hidden: (M,) that nobody can tell.
    pose: where the camera stood. looks: how fields and connections look (`vision.netzwerk.memory`), where that is
    known. has_colour: whether it is of a picture in colour.
    """

    fields: tuple[Field, ...]
    connections: tuple[Connection, ...]
    kinds: Floats
    stones: Floats
    miners: Floats
    unseen: Floats
    sticks: Floats
    hidden: Floats
    pose: Pose
    looks: Looks | None = None
    has_colour: bool = True

    def __post_init__(self) -> None:
        """Refuse arrays of the wrong shape."""
        count, pairs = len(self.fields), len(self.connections)
        for name, shape in (
            ("kinds", (count, len(KINDS))),
            ("stones", (count, len(STONES))),
            ("miners", (count, len(MINERS))),
            ("unseen", (count,)),
            ("sticks", (pairs, len(Player))),
            ("hidden", (pairs,)),
        ):
            if getattr(self, name).shape != shape:
                raise ValueError(f"{name} of shape {getattr(self, name).shape}, not {shape}")

    def believed(self, exponent: float) -> Reading:
        """The same, its probabilities of kinds, stones and miners raised to an exponent.

        Those of connectors stay: there is no saying that one may lie anywhere.
        """
        kinds, stones, miners = (tempered(it, exponent) for it in (self.kinds, self.stones, self.miners))
        return replace(self, kinds=kinds, stones=stones, miners=miners)

    def without_colour(self) -> Reading:
        """The same as far as black and white can tell: a landscape may be of any colour, or a grey desert, and who
        is not white any of the others."""
        kinds, miners, sticks = self.kinds.copy(), self.miners.copy(), self.sticks.copy()
        for chances, alike in ((kinds, _OPEN_GROUND), (miners, _DARK_MINERS), (sticks, _DARK_PLAYERS)):
            chances[:, alike] = chances[:, alike].mean(axis=1, keepdims=True)
        return replace(self, kinds=kinds, miners=miners, sticks=sticks, has_colour=False)

    def renamed(self, naming: Naming) -> Reading:
        """The same with fields named otherwise, in the order of their names."""
        names, pairs = [*map(naming, self.fields)], [*map(naming.connection, self.connections)]
        fields = sorted(range(len(names)), key=names.__getitem__)
        connections = sorted(range(len(pairs)), key=lambda n: pairs[n].fields)
        looks = None if self.looks is None else looks_renamed(self.looks, self.connections, naming)
        return Reading(
            tuple(names[n] for n in fields),
            tuple(pairs[n] for n in connections),
            self.kinds[fields],
            self.stones[fields],
            self.miners[fields],
            self.unseen[fields],
            self.sticks[connections],
            self.hidden[connections],
            naming.pose(self.pose),
            None if looks is None else (looks[0][fields], looks[1][connections]),
            self.has_colour,
        )


def pooled(readings: Sequence[Reading]) -> Reading:
    """Readings of the same moment as one, with the pose of the first: the means of their logarithms.

    One that was found anew, and so has its fields named otherwise, is left out.
    """
    first = readings[0]
    same = [it for it in readings if it.fields == first.fields]

    def mean(name: str) -> Floats:
        return together([getattr(it, name) for it in same])

    return replace(
        first,
        kinds=mean("kinds"),
        stones=mean("stones"),
        miners=mean("miners"),
        unseen=np.mean([it.unseen for it in same], axis=0),
        sticks=_odds_pooled([it.sticks for it in same]),
        hidden=np.mean([it.hidden for it in same], axis=0),
        looks=_looks_pooled([it.looks for it in same]),
    )


def _looks_pooled(looks: Sequence[Looks | None]) -> Looks | None:
    known = [it for it in looks if it is not None]
    if not known:
        return None
    fields, connections = (np.asarray(np.mean(its, axis=0), np.float32) for its in zip(*known, strict=True))
    return fields, connections


def _odds_pooled(chances: Sequence[Floats]) -> Floats:
    """The mean of some probabilities in log odds."""
    return sigmoid(log_odds(chances).mean(axis=0))
