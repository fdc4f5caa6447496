"""What the networks of Netzwerk are taught by: batches of examples, and how wrong an answer to them is."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from vision.netzwerk.cuts import Cuts
from vision.training.train import Batch

_CERTAIN = 0.999


def dots_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Penalty-reduced focal loss of the centres (Zhou et al., Objects as Points, 2019), and how far off they are."""
    picture, maps = batch
    said = net(picture)
    bump, chance = maps[:, 0], torch.sigmoid(said[:, 0].float())
    is_centre = bump > _CERTAIN
    log, log_not = nn.functional.logsigmoid(said[:, 0].float()), nn.functional.logsigmoid(-said[:, 0].float())
    there = -((1 - chance) ** 2) * log * is_centre
    elsewhere = -((1 - bump) ** 4) * chance**2 * log_not * ~is_centre
    off = (said[:, 1:].float() - maps[:, 1:]).abs().sum(dim=1) * (bump > 0.3)
    count = is_centre.sum().clamp(min=1)
    return (there.sum() + elsewhere.sum() + 0.5 * off.sum()) / count


def _cuts(items: list[Cuts]) -> tuple[Tensor, Tensor, Tensor]:
    """Cuts of several pictures together; they stay bytes until they are needed."""
    pictures = np.concatenate([it.pictures for it in items])
    gains = np.concatenate([np.full(len(it.pictures), it.gain / 255, np.float32) for it in items])
    about = np.concatenate([it.about for it in items])
    return torch.from_numpy(pictures), torch.from_numpy(gains), torch.from_numpy(about)


def collate_fields(items: list[Any]) -> Batch:
    """All fields of some pictures together."""
    targets = (
        torch.from_numpy(np.concatenate([getattr(it, name) for it in items]))
        for name in ("kinds", "stones", "miners", "unseen")
    )
    return *_cuts([it.cuts for it in items]), *targets


def collate_connections(items: list[Any]) -> Batch:
    """All connections of some pictures together."""
    targets = (
        torch.from_numpy(np.concatenate([getattr(it, name) for it in items])) for name in ("sticks", "hidden")
    )
    return *_cuts([it.cuts for it in items]), *targets


def fields_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropies of what is there, each over the fields that have one."""
    pictures, gains, about, kinds, stones, miners, unseen = batch
    *said, said_unseen = net(_colours(pictures, gains), about)
    losses = [
        -(target * nn.functional.log_softmax(logits.float(), dim=1)).sum() / target.sum().clamp(min=1)
        for logits, target in zip(said, (kinds, stones, miners), strict=True)
    ]
    hidden = nn.functional.binary_cross_entropy_with_logits(said_unseen.float(), unseen)
    return torch.stack(losses).sum() + hidden


def connections_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropies of each player's connector, where it can be seen, and of whether it can."""
    pictures, gains, about, sticks, hidden = batch
    said, said_hidden = net(_colours(pictures, gains), about)
    cross_entropy = nn.functional.binary_cross_entropy_with_logits
    return cross_entropy(said.float(), sticks, weight=(1 - hidden).expand_as(sticks)) + cross_entropy(
        said_hidden.float(), hidden
    )


def _colours(pictures: Tensor, gains: Tensor) -> Tensor:
    return pictures.permute(0, 3, 1, 2) * gains[:, None, None, None]
