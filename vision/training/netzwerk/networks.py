"""The networks of Netzwerk in torch: one tells fields, one reads them with what lies on them, one the values of
cities, one the connections between fields, and some what has changed. Those that look at spots of fields are in
`spot_networks.py`."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from engine.netzwerk.material import CITY_VALUES, Player
from vision.netzwerk.changes import ABOUT_NUMBERS as CHANGE_NUMBERS
from vision.netzwerk.cuts import ABOUT_NUMBERS
from vision.netzwerk.players import LOOKS
from vision.netzwerk.reading import GROUNDS, GROUNDS_OR_NONE, MINERS, STONES
from vision.training.company import Company
from vision.training.layers import conv, in_light
from vision.training.netzwerk.cut_examples import PLACES

_STEEP = 6.0  # how fast cells beside a peak lose weight, for each nat that they are lower


class FieldReader(nn.Module):
    """Cuts of places, colours (N, 3, 48, 48) and about (N, 23), to logits: alone and grounds (N, 8), what each place
    is, or that no field lies there, by itself and beside the others; company (N, N), 1 where two places are of the
    same picture and 0 elsewhere."""

    def __init__(self) -> None:
        """About 68,000 weights."""
        super().__init__()
        self.fine = nn.Sequential(conv(3, 20, stride=2), conv(20, 32, stride=2))
        self.light = nn.Sequential(nn.Conv2d(ABOUT_NUMBERS, 32, 1), nn.ReLU(), nn.Conv2d(32, 2 * 32, 1))
        self.coarse = nn.Sequential(
            conv(32, 48, stride=2),
            conv(48, 48),
            nn.Conv2d(48, 48, 6, groups=48, bias=False),
            nn.BatchNorm2d(48),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(48, 64),
            nn.ReLU(),
        )
        self.grounds = Company(64, len(GROUNDS_OR_NONE), ABOUT_NUMBERS)

    def forward(self, colours: Tensor, about: Tensor, company: Tensor) -> tuple[Tensor, Tensor]:
        """Cloths are told from fields by their patterns as much as by their colours, and by going on beside them."""
        fine = in_light(self.fine(colours), self.light(about.reshape(-1, ABOUT_NUMBERS, 1, 1)))
        alone, grounds, _ = self.grounds(self.coarse(fine), about, company)
        return alone, grounds


class CloserReader(nn.Module):
    """Fine cuts of fields, upright, to logits: alone and grounds (N, 7), what each field is by itself and beside the
    others, stones (N, 3), miners (N, 5), unseen (N, 1); and places (N, 6, 18, 18): where a stone is by itself, where
    one on another, and where each player's miner.

    colours (N, 3, 72, 72) and about (N, 23); company (N, N), 1 where two fields are of the same picture and 0
    elsewhere.
    """

    def __init__(self) -> None:
        """About 153,000 weights.

        Stones and miners are small and may be anywhere on a field. Where they are is learnt first, cell by cell; how
        many there are is told by the peaks of that.
        """
        super().__init__()
        self.fine = nn.Sequential(conv(3, 16, stride=2), conv(16, 32, stride=2))
        self.light = nn.Sequential(nn.Conv2d(ABOUT_NUMBERS, 32, 1), nn.ReLU(), nn.Conv2d(32, 2 * 32, 1))
        self.middle = nn.Sequential(conv(32, 32), conv(32, 40))
        self.onward, self.further = conv(40, 40), conv(40, 40)
        self.places = nn.Conv2d(40, len(PLACES), 1)
        self.coarse = nn.Sequential(
            conv(40 + len(PLACES), 48, stride=2),
            conv(48, 72, stride=2),
            nn.Conv2d(72, 72, 5, groups=72, bias=False),
            nn.BatchNorm2d(72),
            nn.ReLU(),
        )
        self.joined = nn.Sequential(nn.Linear(72 + ABOUT_NUMBERS, 128), nn.ReLU())
        self.standing = nn.Sequential(nn.Linear(128 + 3 * len(PLACES), 64), nn.ReLU())
        self.grounds = Company(128, len(GROUNDS), ABOUT_NUMBERS)
        self.stones = nn.Linear(64 + 3 * len(PLACES), len(STONES))
        self.miners = nn.Linear(64 + 3 * len(PLACES), len(MINERS))
        self.unseen = nn.Linear(128, 1)

    def forward(self, colours: Tensor, about: Tensor, company: Tensor) -> tuple[Tensor, ...]:
        """Colours are judged by the landscape's light early, before they are mixed with shapes."""
        fine = in_light(self.fine(colours), self.light(about.reshape(-1, ABOUT_NUMBERS, 1, 1)))
        seen = self.middle(fine)
        seen = seen + self.onward(seen)
        seen = seen + self.further(seen)
        places = self.places(seen)
        coarse = self.coarse(torch.cat([seen, places], dim=1)).flatten(1)
        joined = self.joined(torch.cat([coarse, about], dim=1))
        peaks = _peaks(places)
        standing = torch.cat([self.standing(torch.cat([joined, peaks], dim=1)), peaks], dim=1)
        alone, grounds, _ = self.grounds(joined, about, company)
        return (
            alone,
            grounds,
            self.stones(standing),
            self.miners(standing),
            self.unseen(joined),
            places,
        )


def _peaks(places: Tensor) -> Tensor:
    """Of each map of logits (N, M, h, w) the highest, how many peaks it has, and how many high ones: (N, 3 M)."""
    size = places.shape[2:]
    highest = nn.functional.max_pool2d(places, 3, stride=1, padding=1)
    chance = torch.sigmoid(places) * torch.exp(_STEEP * (places - highest))
    cells = size[0] * size[1]
    count = nn.functional.avg_pool2d(chance, size) * cells
    high = nn.functional.avg_pool2d(chance * chance, size) * cells
    return torch.cat([nn.functional.max_pool2d(places, size), count, high], dim=1).flatten(1)


class ValueReader(nn.Module):
    """Cuts of cities, colours (N, 3, 48, 48), to logits of their values (N, 9), as far as they stand upright in them.

    A city is shown to it in all turns; the answer of which it is surest, in any of them, is the value.
    """

    def __init__(self) -> None:
        """About 22,000 weights."""
        super().__init__()
        self.seen = nn.Sequential(
            conv(3, 16, stride=2),
            conv(16, 28, stride=2),
            conv(28, 48, stride=2),
            nn.Conv2d(48, 48, 6, groups=48, bias=False),
            nn.BatchNorm2d(48),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(48, 64),
            nn.ReLU(),
            nn.Linear(64, len(CITY_VALUES)),
        )

    def forward(self, colours: Tensor) -> Tensor:
        """Numbers are drawn in bold ink, so neither light nor lean matters."""
        said: Tensor = self.seen(colours)
        return said


class ConnectionReader(nn.Module):
    """Cuts of connections, colours (N, 3, 32, 64) and about (N, 23), and company (N, N), 1 where two are of the same
    picture and 0 elsewhere, to logits: alone and sticks (N, 4), whether one of each player lies there, told of each
    connection by itself and beside the others, and hidden (N, 1), whether something foreign hides it; and their looks
    (N, 24)."""

    def __init__(self) -> None:
        """About 137,000 weights."""
        super().__init__()
        self.fine = nn.Sequential(conv(3, 28, stride=2), conv(28, 44, stride=2))
        self.light = nn.Sequential(nn.Conv2d(ABOUT_NUMBERS, 32, 1), nn.ReLU(), nn.Conv2d(32, 2 * 44, 1))
        self.onward = nn.ModuleList(conv(44, 44) for _ in range(2))
        self.coarse = nn.Sequential(
            conv(44, 64, stride=2),
            conv(64, 64),
            nn.Conv2d(64, 64, (4, 8), groups=64, bias=False),
            nn.BatchNorm2d(64),
            nn.ReLU(),
        )
        self.joined = nn.Sequential(nn.Linear(64 + ABOUT_NUMBERS, 96), nn.ReLU())
        self.told = Company(96, len(Player), ABOUT_NUMBERS, several=True, looks=LOOKS)
        self.hidden = nn.Linear(96, 1)

    def forward(self, colours: Tensor, about: Tensor, company: Tensor) -> tuple[Tensor, ...]:
        """Colours are judged by the landscape's light early, before they are mixed with shapes."""
        seen = in_light(self.fine(colours), self.light(about.reshape(-1, ABOUT_NUMBERS, 1, 1)))
        for onward in self.onward:
            seen = seen + onward(seen)
        joined = self.joined(torch.cat([self.coarse(seen).flatten(1), about], dim=1))
        alone, sticks, looks = self.told(joined, about, company)
        return alone, sticks, self.hidden(joined), looks


class ChangeReader(nn.Module):
    """Two looks at places, (N, 6, h, w), and about (N, 4), as `vision.netzwerk.changes` has them, to logits (N, 3) of
    what was done in between."""

    def __init__(self, size: tuple[int, int]) -> None:
        """About 95,000 weights; size: rows and columns of looks."""
        super().__init__()
        self.fine, self.middle = conv(6, 24), conv(24, 40, stride=2)
        self.onward = nn.ModuleList(conv(40, 40) for _ in range(2))
        self.coarse, self.further = conv(40, 56, stride=2), conv(56, 56)
        left = (size[0] // 4, size[1] // 4)
        self.whole = nn.Sequential(
            nn.Conv2d(56, 56, left, groups=56, bias=False), nn.BatchNorm2d(56), nn.ReLU(), nn.Flatten()
        )
        self.joined = nn.Sequential(nn.Linear(56 + CHANGE_NUMBERS, 64), nn.ReLU())
        self.answers = nn.Linear(64, 3)

    def forward(self, looks: Tensor, about: Tensor) -> Tensor:
        """What was there and what has changed are seen together, cell by cell."""
        seen = self.middle(self.fine(looks))
        for onward in self.onward:
            seen = seen + onward(seen)
        coarse = self.coarse(seen)
        whole = self.whole(coarse + self.further(coarse))
        said: Tensor = self.answers(self.joined(torch.cat([whole, about], dim=1)))
        return said
