"""What things are by themselves, and beside the others of their picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

_FEW = 0.5  # things of a kind, added to their number: the mean of fewer hardly counts


def of_one_picture(counts: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Which things of pictures, with so many in each, are another one's companions in its picture (N, N)."""
    pictures = np.repeat(np.arange(len(counts)), counts)
    return np.asarray((pictures[:, None] == pictures) & ~np.eye(len(pictures), dtype=np.bool_))


class Comparison(nn.Module):
    """What more is known of things once each has been judged by itself.

    A single stone looks like other single ones of its picture, and not like piles; a piece a little darker than the
    white ones there is grey. So a thing is compared with the mean looks of others, by what each of them seems to be.
    """

    def __init__(
        self,
        seen: int,
        answers: int,
        about_numbers: int,
        *,
        several: bool = False,
        bare: bool = False,
        looks: int = 24,
        compared: int = 64,
    ) -> None:
        """several: whether several answers may be right at once; bare: whether the first answer is that nothing is
        there, which is no kind of thing. looks: numbers for a thing's looks; compared: features of the comparison."""
        super().__init__()
        self._several, self._kinds = several, range(int(bare), answers)
        self.looks = nn.Linear(seen, looks)
        self.compared = nn.Sequential(
            nn.Linear(looks * (1 + len(self._kinds)) + 2 * answers + about_numbers, compared),
            nn.ReLU(),
            nn.Linear(compared, answers),
        )

    def beside(self, seen: Tensor, alone: Tensor, about: Tensor, company: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the answers (N, `answers`) beside the others, and the looks (N, `looks`) that were compared.

        seen: features (N, `seen`); alone: logits of each by itself; company: (N, N), 1 where two are compared.
        """
        looks = self.looks(seen)
        shares = torch.sigmoid(alone) if self._several else torch.softmax(alone, dim=1)
        counts = company @ shares
        means = [
            company @ (shares[:, kind : kind + 1] * looks) / (counts[:, kind : kind + 1] + _FEW)
            for kind in self._kinds
        ]
        of_all = torch.cat([looks, alone, about, *means, torch.log(1 + counts)], dim=1)
        return alone + self.compared(of_all), looks


class Company(Comparison):
    """What features (N, `seen`) of things say, as logits (N, `answers`): of each alone, and beside the others; and
    the looks by which they were compared."""

    def __init__(
        self,
        seen: int,
        answers: int,
        about_numbers: int,
        *,
        several: bool = False,
        bare: bool = False,
        looks: int = 24,
    ) -> None:
        """As a Comparison."""
        super().__init__(seen, answers, about_numbers, several=several, bare=bare, looks=looks)
        self.answers = nn.Linear(seen, answers)

    def forward(self, seen: Tensor, about: Tensor, company: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """company: (N, N), 1 where two things are compared."""
        alone: Tensor = self.answers(seen)
        told, looks = self.beside(seen, alone, about, company)
        return alone, told, looks
