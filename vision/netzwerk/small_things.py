"""Stones and miners: looked at again, from nearest by, at the spots where the closer look sees them likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.netzwerk.fields import Field
from vision.company import clearest, company
from vision.lens import Floats
from vision.network import Network, softmax
from vision.netzwerk.cuts import Cuts, Scene, places_beside
from vision.netzwerk.reading import NOBODY
from vision.netzwerk.shadows import Shadows, along, around, shadows_by
from vision.netzwerk.spots import (
    MINER_HEIGHTS_MM,
    OF_MINERS,
    OF_STONES,
    STONE_HEIGHTS_MM,
    STONE_SPOTS,
    likeliest,
    spot_cuts,
    spots_and_odds,
)
from vision.netzwerk.stone_looks import StoneLooks
from vision.netzwerk.stones import PILES, counted, counted_at_all
from vision.witnesses import together

MOST_MINERS = 12
"""So many fields are looked at again for a miner: all of 134 that stood on photos are among them."""

# How often the network for miners was shown nobody's and each player's at the spots it looks at, in crowds too, and
# how often they stand there in games.
_MINERS_SHOWN, _MINERS_THERE = np.array([0.502, *[0.1245] * 4]), np.array([0.76, *[0.06] * 4])
_RARER_MINERS = np.log(_MINERS_THERE / _MINERS_SHOWN)
# The likeliest spot may be beside the miner. So where the next one is so little behind it, that is looked at as well,
# and on deserts, as the closer look never saw a miner there.
_CLOSE_BEHIND = 2.0
_SAY_OF_SPOTS = 0.8  # the closer look has the rest: so pictures that were not learnt from fit best
# The network for stones is a little too sure: 0.9 of what it says both ways fits best those drawn and traced pictures
# from which it has not learnt, all of it photos.
_SAY_OF_STONES = 0.9
# In the mirror, pieces are the same, but not what a network makes of noise and prints: the mean of both ways is right
# more often. Of what is plain one way, only so many of each kind are looked at again, to compare with.
_PLAIN, _OF_EACH = 0.97, 3
_LYING = tuple(kind for kind, stones in enumerate(PILES) if stones)
_HARDLY = 0.02  # likely to be bare: then the next spots of a field are looked at, too
# Next spots that the closer look takes for bare by as much are not looked at: of 3151 fields on 137 pictures none
# would have been told otherwise by more than 0.05. This is what is usually said of such spots.
_THINKABLE = -2.5
_AT_A_BARE_SPOT = np.array([0.0, -10.0, -10.0, -10.0])


@dataclass(frozen=True, eq=False)
class Nearby:
    """Fields as the closer look saw them: their turns (N,), and the logits (N, 6, h, w) of where things are."""

    scene: Scene
    fields: tuple[Field, ...]
    turns: Floats
    places: Floats

    def cuts(self, chosen: npt.NDArray[np.intp], where: Floats, heights: Sequence[float]) -> Cuts:
        """Some of them around spots (n, 2), mm from their middles, at some heights."""
        return spot_cuts(self.scene, [self.fields[n] for n in chosen], self.turns[chosen], where, heights)

    def looks(self, chosen: npt.NDArray[np.intp], where: Floats, shadows: Shadows) -> StoneLooks:
        """What there is to see of stones at the same spots."""
        nearest, places = self.cuts(chosen, where, STONE_HEIGHTS_MM), self.on_board(chosen, where)
        return StoneLooks(nearest, along(self.scene, places, shadows))

    def on_board(self, chosen: npt.NDArray[np.intp], where: Floats) -> Floats:
        """The same spots as places (n, 3) of the board."""
        return places_beside([self.fields[n] for n in chosen], self.turns[chosen], where)


class SmallThings:
    """Looks at spots of fields. Keeps the networks, and nothing of any picture."""

    def __init__(self) -> None:
        """Networks are loaded when first needed."""
        models = Path(__file__).parent / "models"
        self._stone_network = Network(models / "stones.onnx.xz", ["alone", "piles"], together=True)
        self._lamp_network = Network(models / "lamp.onnx.xz", ["votes"])
        self._miner_network = Network(models / "miners.onnx.xz", ["owners"], together=True)

    def stones(self, near: Nearby, chances: Floats, landscapes: npt.NDArray[np.intp]) -> Floats:
        """Probabilities of STONES (N, 3), where the closer look alone gave `chances`, from a look at their spots."""
        if not len(landscapes):
            return chances
        where, odds = spots_and_odds(near.places[landscapes, OF_STONES], STONE_SPOTS)
        likeliest, further = where[:, 0], where[:, 1:]
        shadows = self._shadows(near.scene, near.on_board(landscapes, likeliest))
        piles = self._beside_each_other(near.looks(landscapes, likeliest, shadows))
        told = counted(piles)
        hardly = np.flatnonzero(told[:, 0] > _HARDLY)
        if len(hardly):
            alone = self._further(near, landscapes[hardly], further[hardly], odds[hardly, 1:], shadows)
            told[hardly] = counted_at_all(piles[hardly], [*alone.swapaxes(0, 1)])
        return _told_again(chances, landscapes, told)

    def _further(
        self, near: Nearby, chosen: npt.NDArray[np.intp], where: Floats, odds: Floats, shadows: Shadows
    ) -> Floats:
        """Logits of PILES (n, K, 4) at the next spots (n, K, 2) of some fields, of each by itself.

        odds: (n, K) logits of a stone being there by the closer look; where that sees next to nothing, none is.
        """
        alone = np.tile(_AT_A_BARE_SPOT, (*odds.shape, 1))
        fields, numbers = np.nonzero(odds > _THINKABLE)
        if len(fields):
            looks = near.looks(chosen[fields], where[fields, numbers], shadows)
            alone[fields, numbers] = self._by_themselves(looks)
        return alone

    def _shadows(self, scene: Scene, places: Floats) -> Shadows:
        """The shadows that stones, as they seem to be, throw at places (N, 3)."""
        seen = around(scene, places)
        (votes,) = self._lamp_network(colours=seen.colours, about=seen.about)
        return shadows_by(votes, places)

    def _beside_each_other(self, looks: StoneLooks) -> Floats:
        """Logits of PILES (N, 4) at some spots, of each beside the others; those in doubt are looked at in the mirror
        as well, beside the clearest of all kinds."""
        _, piles = self._told(looks)
        chances = softmax(piles)
        doubtful, plain = _doubtful_and_plain(chances)
        if len(doubtful):
            beside = plain[clearest(chances[plain], _LYING, _OF_EACH)]
            _, again = self._told(looks.of(np.concatenate([doubtful, beside])).mirrored())
            piles[doubtful] = (piles[doubtful] + again[: len(doubtful)]) / 2
        return _SAY_OF_STONES * piles

    def _by_themselves(self, looks: StoneLooks) -> Floats:
        """The same of each by itself; those in doubt beside the others are mirrored as well, without company."""
        alone, piles = self._told(looks)
        doubtful, _ = _doubtful_and_plain(softmax(piles))
        if len(doubtful):
            again, _ = self._told(looks.of(doubtful).mirrored())
            alone[doubtful] = (alone[doubtful] + again) / 2
        return _SAY_OF_STONES * alone

    def _told(self, looks: StoneLooks) -> list[Floats]:
        """What the network says of them, one way: logits of PILES (N, 4) of each by itself, and beside the others."""
        return [
            np.asarray(it, np.float64)
            for it in self._stone_network(**looks.inputs, company=company(len(looks)))
        ]

    def miners(
        self,
        near: Nearby,
        chances: Floats,
        players: npt.NDArray[np.float32],
        deserts: npt.NDArray[np.intp],
    ) -> Floats:
        """Probabilities of MINERS (N, 5), likewise, of the fields that they are likeliest on, and of deserts.

        players: (100,) how the players' connectors look. Of deserts the closer look, which never saw a miner there,
        has no say.
        """
        places = near.places[:, OF_MINERS]
        chosen = np.union1d(likeliest(places, MOST_MINERS), deserts)
        where, odds = spots_and_odds(places[chosen], 2)
        is_desert = np.isin(chosen, deserts)
        is_close = odds[:, 1] > np.maximum(odds[:, 0] - _CLOSE_BEHIND, _THINKABLE)
        again = np.flatnonzero(is_desert | is_close)
        # All at once, as a network is set up anew for another number; but no field stands beside itself.
        owners, further = self._owners(near, (chosen, chosen[again]), (where[:, 0], where[again, 1]), players)
        is_surer = further[:, NOBODY] < owners[again, NOBODY]
        owners[again[is_surer]] = further[is_surer]
        told = _told_again(chances, chosen, owners)
        told[deserts] = owners[is_desert]
        return told

    def _owners(
        self,
        near: Nearby,
        chosen: Sequence[npt.NDArray[np.intp]],
        where: Sequence[Floats],
        players: npt.NDArray[np.float32],
    ) -> list[Floats]:
        """Probabilities of MINERS (n, 5) at one spot each of some fields, for each group of these: spots are told
        beside those of their own group."""
        sizes = [len(it) for it in chosen]
        cuts = near.cuts(np.concatenate(chosen), np.concatenate(where), MINER_HEIGHTS_MM)
        beside = {"players": np.tile(players, (sum(sizes), 1)), "company": company(*sizes)}
        owners = softmax(said_both_ways(self._miner_network, cuts, **beside) + _RARER_MINERS)
        return np.split(owners, np.cumsum(sizes)[:-1])


def said(network: Network, cuts: Cuts, **more: npt.NDArray[np.float32]) -> list[Floats]:
    """What a network says of some cuts, each of its answers in float64."""
    return [np.asarray(it, np.float64) for it in network(colours=cuts.colours, about=cuts.about, **more)]


def said_both_ways(network: Network, cuts: Cuts, **more: npt.NDArray[np.float32]) -> Floats:
    """The first of its answers likewise: the mean of what it says of the cuts as they are and in the mirror."""
    return np.asarray(np.mean([said(network, it, **more)[0] for it in (cuts, cuts.mirrored())], axis=0))


def _doubtful_and_plain(chances: Floats) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Which spots are in doubt, and which are not, by the probabilities (N, 4) of PILES there."""
    is_plain = chances.max(axis=1) >= _PLAIN
    return np.flatnonzero(~is_plain), np.flatnonzero(is_plain)


def _told_again(chances: Floats, chosen: npt.NDArray[np.intp], again: Floats) -> Floats:
    """Probabilities (N, K), some of which were told again."""
    told = chances.copy()
    told[chosen] = together([chances[chosen], again], (1 - _SAY_OF_SPOTS, _SAY_OF_SPOTS))
    return told
