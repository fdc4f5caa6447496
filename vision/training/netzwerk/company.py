"""What things are by themselves, and beside the others of their picture."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.netzwerk.company import FEW, LOOKS

_COMPARED = 64


class Company(nn.Module):
    """What features (N, `seen`) of things say, as logits (N, `answers`): of each alone, and beside the others; and
    the looks (N, LOOKS) by which they were compared.

    One stone looks like other single ones of that picture, and piles look otherwise; what is a little darker than the
    white pieces there are is grey. So a thing is compared with the mean looks of others, by what each of them seems
    to be.
    """

    def __init__(
        self, seen: int, answers: int, about_numbers: int, *, several: bool = False, bare: bool = False
    ) -> None:
        """several: whether several answers may be right, else one is; bare: whether the first is that nothing is
        there, so that it is no kind of thing."""
        super().__init__()
        self._several, self._kinds = several, range(int(bare), answers)
        self.answers = nn.Linear(seen, answers)
        self.looks = nn.Linear(seen, LOOKS)
        self.compared = nn.Sequential(
            nn.Linear(LOOKS * (1 + len(self._kinds)) + 2 * answers + about_numbers, _COMPARED),
            nn.ReLU(),
            nn.Linear(_COMPARED, answers),
        )

    def forward(self, seen: Tensor, about: Tensor, company: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """company: (N, N), 1 where two things are compared."""
        alone, looks = self.answers(seen), self.looks(seen)
        shares = torch.sigmoid(alone) if self._several else torch.softmax(alone, dim=1)
        counts = company @ shares
        means = [
            company @ (shares[:, kind : kind + 1] * looks) / (counts[:, kind : kind + 1] + FEW)
            for kind in self._kinds
        ]
        of_all = torch.cat([looks, alone, about, *means, torch.log(1 + counts)], dim=1)
        return alone, alone + self.compared(of_all), looks
