"""What the networks of Netzwerk are taught by: batches of examples, and how wrong an answer to them is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from vision.netzwerk.cuts import Cuts
from vision.netzwerk.reading import RATHER
from vision.netzwerk.shadows import CHANGES, FINE, VOTE_MM, VOTES
from vision.training.company import of_one_picture
from vision.training.train import Batch

_CERTAIN = 0.999
_HOW_HARD = (1.0, 2.0, 3.0)
"""What counts for how much in the closer look: the ground is plain soon, and only few fields bear a miner."""

_HOW_FAR_TOLD = (0.4, 0.5, 1.0)
"""What counts for how much of stones: the last answer is the one that is asked for at their likeliest spots."""


def dots_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Where the centres are, and how far off their cells they lie."""
    picture, maps = batch
    said = net(picture)
    bumps = maps[:, :1]
    off = (said[:, 1:].float() - maps[:, 1:]).abs().sum(dim=1, keepdim=True) * (bumps > 0.3)
    return _places_loss(said[:, :1], bumps) + 0.5 * off.sum() / (bumps > _CERTAIN).sum().clamp(min=1)


def _places_loss(said: Tensor, bumps: Tensor) -> Tensor:
    """Penalty-reduced focal loss of maps of places (Zhou et al., Objects as Points, 2019)."""
    said = said.float()
    chance, is_centre = torch.sigmoid(said), bumps > _CERTAIN
    there = -((1 - chance) ** 2) * nn.functional.logsigmoid(said) * is_centre
    elsewhere = -((1 - bumps) ** 4) * chance**2 * nn.functional.logsigmoid(-said) * ~is_centre
    return (there.sum() + elsewhere.sum()) / is_centre.sum().clamp(min=1)


def _cuts(items: list[Cuts]) -> tuple[Tensor, Tensor, Tensor]:
    """Cuts of several pictures together; they stay bytes until they are needed."""
    pictures = np.concatenate([it.pictures for it in items])
    gains = np.concatenate([np.full(len(it.pictures), it.gain / 255, np.float32) for it in items])
    about = np.concatenate([it.about for it in items])
    return torch.from_numpy(pictures), torch.from_numpy(gains), torch.from_numpy(about)


def collate_fields(items: list[Any]) -> Batch:
    """All places of some pictures together, and which of them are compared (N, N)."""
    together = of_one_picture([len(it.grounds) for it in items])
    return *_cuts([it.cuts for it in items]), _floats(together), *_joined(items, "grounds")


def collate_closer(items: list[Any]) -> Batch:
    """All fields of some pictures and what lies on them together, and which of them are compared (N, N)."""
    together = of_one_picture([len(it.grounds) for it in items])
    return (
        *_cuts([it.cuts for it in items]),
        _floats(together),
        *_joined(items, "grounds", "stones", "miners", "unseen", "places"),
    )


def _floats(which: npt.NDArray[np.bool_]) -> Tensor:
    return torch.from_numpy(which.astype(np.float32))


def collate_stones(items: list[Any]) -> Batch:
    """All spots of some pictures together (a picture may have none); which of them are compared (N, N): those of one
    picture that are the likeliest of their fields; and which are likeliest (N,)."""
    items = [it for it in items if it is not None]
    likeliest = np.concatenate([it.first for it in items])
    together = of_one_picture([len(it.answers) for it in items]) & likeliest[:, None] & likeliest
    cuts = [[getattr(it.looks, name) for it in items] for name in ("nearest", "along")]
    nearest, along = map(_cuts, cuts)
    return *nearest, *along, _floats(together), *_joined(items, "answers"), torch.from_numpy(likeliest)


def collate_miners(items: list[Any]) -> Batch:
    """All spots of some pictures together (a picture may have none); which of them are compared (N, N): those of one
    picture; and how players' connectors look there."""
    items = [it for it in items if it is not None]
    together = of_one_picture([len(it.answers) for it in items])
    players = np.concatenate([np.tile(it.players, (len(it.answers), 1)) for it in items])
    return (
        *_cuts([it.cuts for it in items]),
        _floats(together),
        *_joined(items, "answers"),
        torch.from_numpy(players),
    )


def collate_votes(items: list[Any]) -> Batch:
    """All stones of some pictures together, and how many (P,) each of these has."""
    items = [it for it in items if it is not None]
    counts = torch.tensor([len(it.places) for it in items])
    return *_cuts([it.cuts for it in items]), *_joined(items, "places", "falls"), counts


def collate_values(items: list[Any]) -> Batch:
    """All cities of some pictures together; in some pictures no number can be seen."""
    items = [it for it in items if it is not None]
    pictures, gains, _ = _cuts([it.cuts for it in items])
    values = torch.from_numpy(np.concatenate([it.values for it in items]))
    return (
        pictures.reshape(len(values), -1, *pictures.shape[1:]),
        gains.reshape(len(values), -1)[:, 0],
        values,
    )


def collate_connections(items: list[Any]) -> Batch:
    """All connections of some pictures together, and which of them are compared (N, N): of one picture."""
    together = of_one_picture([len(it.sticks) for it in items])
    return *_cuts([it.cuts for it in items]), _floats(together), *_joined(items, "sticks", "hidden")


def collate_changes(items: list[Any]) -> Batch:
    """All places of some pairs of pictures together."""
    return tuple(_joined(items, "looks", "about", "answers"))


def _joined(items: list[Any], *names: str) -> Iterator[Tensor]:
    return (torch.from_numpy(np.concatenate([getattr(it, name) for it in items])) for name in names)


def fields_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropies of what places are, alone and beside others, where that can be seen."""
    pictures, gains, about, together, grounds = batch
    alone, beside = net(_colours(pictures, gains), about, together)
    return _chosen_loss(alone, grounds) + _chosen_loss(beside, grounds)


def closer_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropies of what fields are, what lies on them, and whether they can be seen; and where things are."""
    pictures, gains, about, together, *targets, unseen, places = batch
    alone, *said, said_unseen, said_places = net(_colours(pictures, gains), about, together)
    losses = [_chosen_loss(*pair) for pair in zip(said, targets, strict=True)]
    # Nobody can tell where things are under a hand.
    visible = (unseen < RATHER).reshape(-1)
    return (
        (torch.stack(losses) * torch.tensor(_HOW_HARD)).sum()
        + _chosen_loss(alone, targets[0])
        + _either_loss(said_unseen, unseen)
        + _places_loss(said_places[visible], places[visible])
    )


def stones_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropies of what is at spots: of each by itself and, for the likeliest, twice beside others."""
    nearest, gains, about, along, gains_along, about_along, together, answers, likeliest = batch
    cuts = _colours(nearest, gains), about, _colours(along, gains_along), about_along
    alone, *beside = net(*cuts, together)
    told = [(alone, answers), *((it[likeliest], answers[likeliest]) for it in beside)]
    losses = [nn.functional.cross_entropy(said.float(), truly) for said, truly in told]
    return (torch.stack(losses) * torch.tensor(_HOW_FAR_TOLD)).sum()


def miners_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropies of whose miner is at spots, for each alone and for all together, with connectors."""
    pictures, gains, about, together, answers, players = batch
    said = net(_colours(pictures, gains), about, players, together)
    return torch.stack([nn.functional.cross_entropy(it.float(), answers) for it in said]).sum()


def changes_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropy of what was done."""
    looks, about, answers = batch
    return nn.functional.cross_entropy(net(looks, about).float(), answers)


def votes_loss(net: nn.Module, batch: Batch) -> Tensor:
    """How unlikely the true shadow is, by all votes of a picture, among all shadows that `shadows_by` considers."""
    pictures, gains, about, places, falls, counts = batch
    votes = net(_colours(pictures, gains), about).float().reshape(-1, 1, VOTES, VOTES)
    fine = torch.linspace(-1, 1, FINE)
    grid = torch.stack(torch.meshgrid(fine, fine, indexing="xy"), dim=-1)
    reach = VOTE_MM * (VOTES - 1) / 2
    losses = []
    for of_picture, at, there in zip(
        *(it.split(counts.tolist()) for it in (votes, places, falls)), strict=True
    ):
        aside = (at - at.mean(dim=0)) / reach
        heights = [
            nn.functional.grid_sample(
                of_picture,
                grid + (aside * change)[:, None, None],
                padding_mode="border",
                align_corners=True,
            ).sum(dim=0)
            for change in CHANGES
        ]
        said = nn.functional.log_softmax(torch.cat(heights).flatten(), dim=0).reshape(
            len(CHANGES), FINE, FINE
        )
        losses.append(-(_about(there.mean(dim=0) / reach) * said.logsumexp(dim=0)).sum())
    return torch.stack(losses).mean()


def _about(at: Tensor) -> Tensor:
    """Weights of the squares of a fine grid, (h, w), that stand for a place (2,), from -1 to 1 across it."""
    cells = torch.arange(FINE)
    across, down = (
        (1 - ((it + 1) * (FINE - 1) / 2).clamp(0, FINE - 1).sub(cells).abs()).clamp(min=0) for it in at
    )
    return down[:, None] * across


def values_loss(net: nn.Module, batch: Batch) -> Tensor:
    """How unlikely the true value is among all answers for a city in all its turns."""
    pictures, gains, values = batch
    count, turns = pictures.shape[:2]
    said = net(_colours(pictures.flatten(0, 1), gains.repeat_interleave(turns)))
    chances = nn.functional.log_softmax(said.float().reshape(count, -1), dim=1).reshape(count, turns, -1)
    return nn.functional.nll_loss(chances.logsumexp(dim=1), values)


def _chosen_loss(logits: Tensor, target: Tensor) -> Tensor:
    """Cross entropy over those that have a target (N, K); all 0 is none."""
    return -(target * nn.functional.log_softmax(logits.float(), dim=1)).sum() / target.sum().clamp(min=1)


def _either_loss(logits: Tensor, target: Tensor) -> Tensor:
    return nn.functional.binary_cross_entropy_with_logits(logits.float(), target)


def connections_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropies of who has a connector, alone and beside others, where it can be seen; and of where it can."""
    pictures, gains, about, together, sticks, hidden = batch
    *said, said_hidden, _ = net(_colours(pictures, gains), about, together)
    cross_entropy = nn.functional.binary_cross_entropy_with_logits
    seen = (1 - hidden).expand_as(sticks)
    told = [cross_entropy(it.float(), sticks, weight=seen) for it in said]
    return torch.stack([*told, cross_entropy(said_hidden.float(), hidden)]).sum()


def _colours(pictures: Tensor, gains: Tensor) -> Tensor:
    return pictures.permute(0, 3, 1, 2) * gains[:, None, None, None]
