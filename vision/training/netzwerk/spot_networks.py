"""The networks of Netzwerk that look at spots of fields: for stones, for miners, for shadows, and along these."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from vision.netzwerk.cuts import ABOUT_NUMBERS
from vision.netzwerk.players import PLAYERS_NUMBERS
from vision.netzwerk.reading import MINERS
from vision.netzwerk.shadows import ALONG_NUMBERS, VOTES
from vision.netzwerk.spots import MINER_HEIGHTS_MM, STONE_HEIGHTS_MM
from vision.netzwerk.stones import PILES
from vision.training.company import Company, Comparison
from vision.training.layers import conv, in_light

_SEEN_ALONG = 64  # features of a cut along a shadow
_SAY = 0.7  # weight of sides and of shadows each: as they are about the same stones, less than 1
_LEAN = 2  # numbers that say how cuts lean
_NO_LIGHT = 0.05  # anything darker looks the same


@dataclass(frozen=True)
class _Widths:
    """Features of a cut at a half, a quarter and an eighth of its size, and of the whole; onward: layers that add."""

    half: int
    quarter: int
    eighth: int
    whole: int
    onward: int


class _SpotEyes(nn.Module):
    """What both readers of spots have in common; heights: how many heights there are cuts at."""

    def __init__(self, heights: int, wide: _Widths) -> None:
        super().__init__()
        self.finest, self.beside = conv(3 * heights, wide.half, stride=2), conv(wide.half, wide.half)
        self.fine = conv(wide.half, wide.quarter, stride=2)
        self.light = nn.Sequential(
            nn.Conv2d(ABOUT_NUMBERS, 32, 1), nn.ReLU(), nn.Conv2d(32, 2 * wide.quarter, 1)
        )
        self.middle = conv(wide.quarter, wide.quarter)
        self.onward = nn.ModuleList(conv(wide.quarter, wide.quarter) for _ in range(wide.onward))
        self.coarse = nn.Sequential(
            conv(wide.quarter, wide.eighth, stride=2),
            conv(wide.eighth, wide.eighth),
            nn.Conv2d(wide.eighth, wide.eighth, 8, groups=wide.eighth, bias=False),
            nn.BatchNorm2d(wide.eighth),
            nn.ReLU(),
            nn.Flatten(),
        )
        self.joined = nn.Sequential(nn.Linear(wide.eighth + ABOUT_NUMBERS, wide.whole), nn.ReLU())

    def seen(self, colours: Tensor, about: Tensor) -> Tensor:
        """What is seen of spots: how high the sides of a stone look depends on the lean too."""
        finest = self.finest(colours.clamp(max=1.0))
        fine = self.fine(finest + self.beside(finest))
        seen = self.middle(in_light(fine, self.light(about.reshape(-1, ABOUT_NUMBERS, 1, 1))))
        for onward in self.onward:
            seen = seen + onward(seen)
        joined: Tensor = self.joined(torch.cat([self.coarse(seen), about], dim=1))
        return joined


_AT_STONES = _Widths(half=24, quarter=40, eighth=64, whole=96, onward=5)
_AT_MINERS = _Widths(half=24, quarter=36, eighth=56, whole=96, onward=5)


class MinerReader(_SpotEyes):
    """Spots at MINER_HEIGHTS_MM, upright, to logits of MINERS (N, 5): of each spot by itself, and beside the others.

    colours (N, 9, 64, 64) and about (N, 23); players (N, 100), how connectors look in their picture; company (N, N),
    1 where two spots are of the same picture and 0 elsewhere.
    """

    def __init__(self) -> None:
        """About 166,000 weights."""
        super().__init__(len(MINER_HEIGHTS_MM), _AT_MINERS)
        self.told = Company(_AT_MINERS.whole, len(MINERS), ABOUT_NUMBERS + PLAYERS_NUMBERS, bare=True)

    def forward(
        self, colours: Tensor, about: Tensor, players: Tensor, company: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Which colour is whose is judged by all pieces there are."""
        seen, known = self.seen(colours, about), torch.cat([about, players], dim=1)
        alone, owners, _ = self.told(seen, known, company)
        return alone, owners


class _AlongEyes(nn.Module):
    """Cuts along shadows, colours (N, 3, 48, 32) and about (N, 27), to what is seen of them (N, 64)."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(conv(3, 24, stride=2), conv(24, 32))
        self.light = nn.Sequential(nn.Conv2d(ALONG_NUMBERS, 32, 1), nn.ReLU(), nn.Conv2d(32, 2 * 32, 1))
        self.onward = nn.ModuleList(conv(32, 32) for _ in range(4))
        self.coarse, self.further = conv(32, 48, stride=2), conv(48, 48)
        self.whole = nn.Sequential(
            nn.Conv2d(48, 48, (12, 8), groups=48, bias=False), nn.BatchNorm2d(48), nn.ReLU(), nn.Flatten()
        )
        self.joined = nn.Sequential(nn.Linear(48 + ALONG_NUMBERS, _SEEN_ALONG), nn.ReLU())

    def seen(self, colours: Tensor, about: Tensor) -> Tensor:
        """What the lengths of shadows say."""
        light = self.light(about.reshape(-1, ALONG_NUMBERS, 1, 1))
        seen = in_light(self.fine(colours.clamp(max=1.0)), light)
        for onward in self.onward:
            seen = seen + onward(seen)
        coarse = self.coarse(seen)
        whole = self.whole(coarse + self.further(coarse))
        joined: Tensor = self.joined(torch.cat([whole, about], dim=1))
        return joined


class StoneReader(nn.Module):
    """Spots as `vision.netzwerk.stone_looks` has them, nearest (N, 9, 64, 64) and about (N, 23), along (N, 3, 48, 32)
    and about_along (N, 27), and company (N, N), 1 where two are of the same picture and the likeliest of their fields
    and 0 elsewhere, to logits of PILES (N, 4): of each spot by itself, beside the others by what they seem to be by
    themselves, and beside them by what they seem to be then."""

    def __init__(self) -> None:
        """About 306,000 weights."""
        super().__init__()
        self.nearest, self.along = _SpotEyes(len(STONE_HEIGHTS_MM), _AT_STONES), _AlongEyes()
        self.by_sides = Company(_AT_STONES.whole, len(PILES), ABOUT_NUMBERS, bare=True)
        self.by_shadows = Company(_SEEN_ALONG, len(PILES), ALONG_NUMBERS, bare=True)
        self.again = Comparison(
            _AT_STONES.whole + _SEEN_ALONG, len(PILES), ALONG_NUMBERS + _LEAN, bare=True, looks=24
        )

    def forward(
        self, nearest: Tensor, about: Tensor, along: Tensor, about_along: Tensor, company: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Stones are judged by their sides and by their shadows, and then by both."""
        sides, shadows = self.nearest.seen(nearest, about), self.along.seen(along, about_along)
        alone, beside = (
            _SAY * (by_sides + by_shadows)
            for by_sides, by_shadows in zip(
                self.by_sides(sides, about, company)[:2],
                self.by_shadows(shadows, about_along, company)[:2],
                strict=True,
            )
        )
        known = torch.cat([about_along, about[:, :_LEAN]], dim=1)
        piles, _ = self.again.beside(torch.cat([sides, shadows], dim=1), beside, known, company)
        return alone, beside, piles


class ShadowVoter(nn.Module):
    """The board around stones, colours (N, 3, 32, 32) and about (N, 23), to votes (N, 81): the log odds of where one
    of them throws its shadow."""

    def __init__(self) -> None:
        """About 86,000 weights."""
        super().__init__()
        self.fine = nn.Sequential(conv(3, 24, stride=2), conv(24, 32))
        self.onward = nn.ModuleList(conv(32, 32) for _ in range(3))
        self.coarse, self.further = conv(32, 48, stride=2), conv(48, 48)
        self.whole = nn.Sequential(nn.Conv2d(48, 48, 8, groups=48), nn.ReLU(), nn.Flatten())
        self.votes = nn.Sequential(nn.Linear(48 + 2, 96), nn.ReLU(), nn.Linear(96, VOTES * VOTES))

    def forward(self, colours: Tensor, about: Tensor) -> Tensor:
        """A shadow darkens dark and bright prints by the same share; how things lean tells which dark parts are sides
        of the stone itself."""
        seen = self.fine(torch.log(colours.clamp(max=1.0) + _NO_LIGHT))
        for onward in self.onward:
            seen = seen + onward(seen)
        coarse = self.coarse(seen)
        whole = self.whole(coarse + self.further(coarse))
        votes: Tensor = self.votes(torch.cat([whole, about[:, :2]], dim=1))
        return votes
