"""The networks of Netzwerk in torch: one reads fields, one the connections between them."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.netzwerk.cuts import ABOUT_NUMBERS
from vision.netzwerk.reading import KINDS, MINERS, STONES
from vision.training.layers import conv


class FieldReader(nn.Module):
    """Cuts of fields, colours (N, 3, 64, 64) and about (N, 23), to logits: kinds (N, 16), stones (N, 3),
    miners (N, 5), and unseen (N, 1), whether something foreign hides the field."""

    def __init__(self) -> None:
        """About 230,000 weights.

        What a field is, is told by where its parts are; stones and miners may be anywhere on it, and are small: they
        are looked for at a finer scale, and it counts where they show most.
        """
        super().__init__()
        self.fine = nn.Sequential(conv(3, 24, stride=2), conv(24, 40, stride=2))
        self.light = nn.Sequential(nn.Conv2d(ABOUT_NUMBERS, 32, 1), nn.ReLU(), nn.Conv2d(32, 2 * 40, 1))
        self.coarse = nn.Sequential(
            conv(40, 64, stride=2),
            conv(64, 64),
            conv(64, 96, stride=2),
            nn.Conv2d(96, 96, 4, groups=96, bias=False),
            nn.BatchNorm2d(96),
            nn.ReLU(),
        )
        self.things = nn.Sequential(
            conv(40, 40), conv(40, 64, stride=2), conv(64, 64, 1), nn.AdaptiveMaxPool2d(1)
        )
        self.joined = nn.Sequential(nn.Linear(96 + ABOUT_NUMBERS, 128), nn.ReLU())
        self.standing = nn.Sequential(nn.Linear(64 + 128, 96), nn.ReLU())
        self.kinds = nn.Linear(128, len(KINDS))
        self.stones = nn.Linear(96, len(STONES))
        self.miners = nn.Linear(96, len(MINERS))
        self.unseen = nn.Linear(128, 1)

    def forward(self, colours: Tensor, about: Tensor) -> tuple[Tensor, ...]:
        """Colours are judged by the landscape's light early, before they are mixed with shapes."""
        fine = self.fine(colours)
        scale, shift = self.light(about.reshape(-1, ABOUT_NUMBERS, 1, 1)).chunk(2, dim=1)
        fine = fine * (1 + scale) + shift
        joined = self.joined(torch.cat([self.coarse(fine).flatten(1), about], dim=1))
        standing = self.standing(torch.cat([self.things(fine).flatten(1), joined], dim=1))
        return self.kinds(joined), self.stones(standing), self.miners(standing), self.unseen(joined)


class ConnectionReader(nn.Module):
    """Cuts of connections, colours (N, 3, 32, 64) and about (N, 23), to logits: sticks (N, 4), whether one of each
    player lies there, and hidden (N, 1), whether something foreign hides the connection."""

    def __init__(self) -> None:
        """About 45,000 weights."""
        super().__init__()
        self.fine = nn.Sequential(conv(3, 20, stride=2), conv(20, 32, stride=2))
        self.light = nn.Sequential(nn.Conv2d(ABOUT_NUMBERS, 32, 1), nn.ReLU(), nn.Conv2d(32, 2 * 32, 1))
        self.coarse = nn.Sequential(
            conv(32, 48, stride=2),
            conv(48, 48),
            nn.Conv2d(48, 48, (4, 8), groups=48, bias=False),
            nn.BatchNorm2d(48),
            nn.ReLU(),
        )
        self.joined = nn.Sequential(nn.Linear(48 + ABOUT_NUMBERS, 64), nn.ReLU())
        self.sticks = nn.Linear(64, 4)
        self.hidden = nn.Linear(64, 1)

    def forward(self, colours: Tensor, about: Tensor) -> tuple[Tensor, ...]:
        """Colours are judged by the landscape's light early, before they are mixed with shapes."""
        fine = self.fine(colours)
        scale, shift = self.light(about.reshape(-1, ABOUT_NUMBERS, 1, 1)).chunk(2, dim=1)
        seen = self.coarse(fine * (1 + scale) + shift).flatten(1)
        joined = self.joined(torch.cat([seen, about], dim=1))
        return self.sticks(joined), self.hidden(joined)
