"""The networks of Alien City in torch: for the board, for lots in doubt, and for sets never trained for."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn

from vision.alien_city import emblems
from vision.alien_city.closer import ABOUT_NUMBERS
from vision.alien_city.own_set.likeness import LOOK_NUMBERS
from vision.alien_city.own_set.things import SORTS
from vision.alien_city.reading import LOT_STATES, MARKS
from vision.alien_city.sheets import HEIGHTS_MM
from vision.light import LIGHT_NUMBERS
from vision.training.company import Comparison
from vision.training.layers import conv, in_light

LOOKS = 16
"""Numbers that tell a lot's looks."""


class LotReader(nn.Module):
    """Sheets to lots and tiles: fully convolutional over the board, so that neighbours explain each other.

    colours (N, 9, 256, 208), lean (N, 2, 32, 26), light (N, 21) to
    states (N, 14 + 1, 10, 8): what stands there, last "cannot be seen";
    marks (N, 16, 5, 4): guild and icon corner together;
    places (N, 4, 5, 4): how far the tile lies from where the pose says, right and up, in lots; the log scale of
    that guess's error; and the logit of there being a tile at all;
    looks (N, 16, 10, 8): by which lots of one picture are compared (`vision.alien_city.kinship`).
    Row 10 of the city comes first.
    """

    def __init__(self) -> None:
        """About 240,000 weights."""
        super().__init__()
        self.low = nn.Sequential(
            conv(3 * len(HEIGHTS_MM), 24, stride=2), conv(24, 40, stride=2), conv(40, 40)
        )
        self.light = nn.Sequential(nn.Linear(LIGHT_NUMBERS, 32), nn.ReLU(), nn.Linear(32, 2 * 40))
        self.middle = conv(40, 78, stride=2)
        self.high = nn.Sequential(conv(80, 80), conv(80, 80))
        # One lot is three cells wide; five cells see a little of the neighbours.
        self.lot = nn.Sequential(
            nn.Conv2d(80, 80, 5, 3, bias=False, groups=80), nn.BatchNorm2d(80), nn.ReLU(), conv(80, 128, 1)
        )
        self.states = nn.Conv2d(128, len(LOT_STATES) + 1, 1)
        self.looks = nn.Conv2d(128, LOOKS, 1, bias=False)
        self.tile = nn.Sequential(nn.Conv2d(128, 96, 2, 2, bias=False), nn.BatchNorm2d(96), nn.ReLU())
        self.marks = nn.Conv2d(96, 16, 1)
        self.places = nn.Conv2d(96, 4, 1)

    def features(self, colours: Tensor, lean: Tensor, light: Tensor) -> Tensor:
        """What is found out about each lot, (N, 128, 10, 8).

        Colours are judged by the board's light early, positions by the lean at the cells' own scale.
        """
        low = in_light(self.low(colours), self.light(light).unsqueeze(-1).unsqueeze(-1))
        high = self.high(torch.cat([self.middle(low), lean], dim=1))
        return self.lot(high)

    def forward(self, colours: Tensor, lean: Tensor, light: Tensor) -> tuple[Tensor, ...]:
        """States, marks, places and looks."""
        lot = self.features(colours, lean, light)
        tile = self.tile(lot)
        return self.states(lot), self.marks(tile), self.places(tile), self.looks(lot)


class SecondLook(nn.Module):
    """Reads cuts of what is in doubt: it starts from what was thought so far and says what to add, for each by itself
    and beside the others.

    colours (N, ...) and about (N, about_numbers), as the networks below have them; company (N, N), 1 where two cuts
    are of the same picture and 0 elsewhere.
    """

    def __init__(
        self,
        seen: nn.Module,
        seen_numbers: int,
        about_numbers: int,
        answers: int,
        *,
        looks: int,
        compared: int,
    ) -> None:
        """seen: takes cuts to `seen_numbers` numbers; `about` ends with the logarithms of the answers' probabilities
        so far; looks, compared: as in a Comparison."""
        super().__init__()
        self.seen = seen
        self.joined = nn.Sequential(nn.Linear(seen_numbers + about_numbers, 96), nn.ReLU())
        self.added = nn.Linear(96, answers)
        nn.init.zeros_(self.added.weight)
        nn.init.zeros_(self.added.bias)
        self.comparison = Comparison(96, answers, about_numbers, looks=looks, compared=compared)

    def forward(self, colours: Tensor, about: Tensor, company: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the answers: of each by itself, and beside the others."""
        return self.told(self.seen(colours).flatten(1), about, company)

    def told(self, seen: Tensor, about: Tensor, company: Tensor) -> tuple[Tensor, Tensor]:
        """The same from what is seen in the cuts, (N, seen_numbers)."""
        known = self.joined(torch.cat([seen, about], dim=1))
        alone = about[:, -self.added.out_features :] + self.added(known)
        beside, _ = self.comparison.beside(known, alone, about, company)
        return alone, beside


class Closer(SecondLook):
    """Cuts of lots to what stands there: colours (N, 9, 64, 64), about (N, 38) to logits (N, 14)."""

    def __init__(self) -> None:
        """About 203,000 weights."""
        seen = nn.Sequential(
            conv(3 * len(HEIGHTS_MM), 32, stride=2),
            conv(32, 48, stride=2),
            conv(48, 48),
            conv(48, 72, stride=2),
            conv(72, 72),
            conv(72, 96, stride=2),
            *_over_all(96),
        )
        super().__init__(seen, 96, ABOUT_NUMBERS, len(LOT_STATES), looks=16, compared=24)


class EmblemReader(SecondLook):
    """Cuts of tiles to what they are: colours (N, 3, 96, 96), about (N, 41) to logits of MARKS (N, 16)."""

    def __init__(self) -> None:
        """About 95,000 weights."""
        seen = nn.Sequential(
            conv(3, 24, stride=2),
            conv(24, 32, stride=2),
            conv(32, 32),
            conv(32, 48, stride=2),
            conv(48, 64, stride=2),
            # Each lot is three cells wide now.
            nn.Conv2d(64, 64, 3, 3, groups=64, bias=False),
            nn.BatchNorm2d(64),
            nn.ReLU(),
        )
        super().__init__(seen, 4 * 64, emblems.ABOUT_NUMBERS, len(MARKS), looks=8, compared=20)


class SetReader(nn.Module):
    """Cuts of lots to what tells a set: colours (N, 9, 64, 64), lean (N, 2) to sorts (N, 6) and looks (N, 32).

    sorts: logits of what kind of thing a lot shows; looks: numbers that are like each other for what looks alike.
    """

    def __init__(self) -> None:
        """About 76,000 weights."""
        super().__init__()
        self.seen = _looking_closely(24, 40, 56, 72)
        self.joined = nn.Sequential(nn.Linear(72 + 2, 64), nn.ReLU())
        self.sorts = nn.Linear(64, int(SORTS.max()) + 1)
        self.looks = nn.Linear(64, LOOK_NUMBERS)

    def forward(self, colours: Tensor, lean: Tensor) -> tuple[Tensor, Tensor]:
        """Sorts and looks."""
        joined = self.joined(torch.cat([self.seen(colours).flatten(1), lean], dim=1))
        return self.sorts(joined), self.looks(joined)


def _looking_closely(*widths: int) -> nn.Sequential:
    """Cuts (N, 9, 64, 64), halved four times, to as many numbers as the last width, (N, W, 1, 1)."""
    halved = [conv(before, width, stride=2) for before, width in pairwise((3 * len(HEIGHTS_MM), *widths))]
    return nn.Sequential(*halved, *_over_all(widths[-1]))


def _over_all(width: int) -> tuple[nn.Module, ...]:
    """Maps (N, W, 4, 4) weighed over all they show, (N, W, 1, 1)."""
    return nn.Conv2d(width, width, 4, groups=width, bias=False), nn.BatchNorm2d(width), nn.ReLU()
