"""What the networks of Alien City are taught by: batches of examples, and how wrong an answer to them is."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from vision.alien_city.own_set.things import SORTS
from vision.training.alien_city.networks import SecondLook
from vision.training.company import of_one_picture
from vision.training.train import Batch


def board_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropy of each cell; cells on the outline, which decide the corners, weigh more."""
    picture, share = batch
    logits = net(picture)[:, 0]
    outline = ((share > 0) & (share < 1)).float()
    wide = nn.functional.max_pool2d(outline[:, None], 5, 1, 2)[:, 0]
    weight = 1 + 3 * wide
    return nn.functional.binary_cross_entropy_with_logits(logits, share, weight=weight)


def collate_lots(items: list[Any]) -> Batch:
    """Stack examples of the lot reader; lots and tiles come with row 10 first, as the sheets lie."""
    colours, lean, light = (
        torch.from_numpy(np.stack([getattr(item, name) for item in items]))
        for name in ("colours", "lean", "light")
    )
    states = np.stack([item.states.reshape(-1, 10, 8)[:, ::-1] for item in items])
    marks = np.stack([item.marks.reshape(5, 4)[::-1] for item in items])
    shifts = np.stack([item.shifts.reshape(5, 4, 2)[::-1].transpose(2, 0, 1) for item in items])
    tile = np.stack([item.tile.reshape(5, 4)[::-1] for item in items])
    return (
        colours,
        lean,
        light,
        *(torch.from_numpy(np.ascontiguousarray(a)) for a in (states, marks, shifts, tile)),
    )


def lot_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropies of lots and marks, a Laplace likelihood of the shifts, presence of tiles."""
    colours, lean, light, states, marks, shifts, tile = batch
    said_states, said_marks, places, *_ = net(colours, lean, light)
    lots = -(states * nn.functional.log_softmax(said_states, dim=1)).sum(dim=1)
    guilds = nn.functional.cross_entropy(said_marks, marks.long(), ignore_index=-1, reduction="none")
    placed = torch.isfinite(shifts).all(dim=1)
    log_scale = places[:, 2].clamp(-5, 3)
    off = (places[:, :2] - shifts.nan_to_num()).abs().sum(dim=1)
    away = torch.where(placed, off * torch.exp(-log_scale) + 2 * log_scale, 0.0)
    presence = nn.functional.binary_cross_entropy_with_logits(
        places[:, 3], (tile > 0).float(), weight=(tile >= 0).float(), reduction="none"
    )
    return 4 * lots.mean() + guilds.mean() + 0.05 * away.mean() + 0.3 * presence.mean()


def collate_lot_cuts(items: list[Any]) -> Batch:
    """All lots of some pictures together, and which of them are compared."""
    return _collate_cuts(items, [it.states for it in items])


def collate_tile_cuts(items: list[Any]) -> Batch:
    """The same of tiles."""
    return _collate_cuts(items, [it.marks for it in items])


def _collate_cuts(items: list[Any], truths: list[Any]) -> Batch:
    """Pictures, gains and `about` of the cuts of all items, which of them are compared (N, N), and what is true.

    Those of one picture are compared. Pictures stay bytes until they are needed.
    """
    cuts = [it.cuts for it in items]
    gains = [np.full(len(truth), it.gain / 255, np.float32) for it, truth in zip(cuts, truths, strict=True)]
    parts = (
        np.concatenate([it.pictures for it in cuts]),
        np.concatenate(gains),
        np.concatenate([it.about for it in cuts]),
        of_one_picture([len(truth) for truth in truths]).astype(np.float32),
        np.concatenate(truths),
    )
    return tuple(map(torch.from_numpy, parts))


def cuts_loss(net: nn.Module, batch: Batch) -> Tensor:
    """How wrong the answers about lots are."""
    pictures, gains, about, together, states = batch
    colours = pictures.permute(0, 1, 4, 2, 3).flatten(1, 2) * gains[:, None, None, None]
    return _second_look_loss(net, colours, about, together, states)


def tiles_loss(net: nn.Module, batch: Batch) -> Tensor:
    """How wrong the answers about tiles are."""
    pictures, gains, about, together, marks = batch
    colours = pictures.permute(0, 3, 1, 2) * gains[:, None, None, None]
    return _second_look_loss(net, colours, about, together, marks)


def _second_look_loss(
    net: nn.Module, colours: Tensor, about: Tensor, together: Tensor, truth: Tensor
) -> Tensor:
    """Cross entropies of what a second look says, with and without what was thought before, and beside others.

    Without, it learns to see, from everything; with, it learns from what is in doubt when to believe its eyes.
    """
    assert isinstance(net, SecondLook)
    seen, blank = net.seen(colours).flatten(1), about.clone()
    blank[:, -net.added.out_features :] = 0
    (alone, beside), (unthought, _) = (net.told(seen, it, together) for it in (about, blank))
    cross_entropy = nn.functional.cross_entropy
    return cross_entropy(alone, truth) + cross_entropy(beside, truth) + 0.3 * cross_entropy(unthought, truth)


def collate_sets(items: list[Any]) -> Batch:
    """Some sets; cuts stay bytes until they are needed."""
    parts = (
        torch.from_numpy(np.concatenate([getattr(it, name) for it in items]))
        for name in ("pictures", "gains", "lean", "things", "shown")
    )
    return (*parts, [len(it.things) for it in items])


def set_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropies of things, judged as `own_set.likeness` does, and of their sorts by themselves."""
    pictures, gains, lean, things, shown, sizes = batch
    colours = (pictures * (gains / 255)[:, None, None, None]).permute(0, 1, 4, 2, 3).flatten(1, 2)
    sorts, looks = (it.float() for it in net(colours.contiguous(memory_format=torch.channels_last), lean))
    each = [
        _thing_losses(*of_set)
        for of_set in zip(*(it.split(sizes) for it in (sorts, looks, things, shown)), strict=True)
    ]
    return torch.cat(each).mean() + 0.3 * nn.functional.cross_entropy(sorts, _SORTS[things])


def _thing_losses(sorts: Tensor, looks: Tensor, things: Tensor, shown: Tensor) -> Tensor:
    """The same for one set, of lots that were not shown themselves though something like them was."""
    mine = nn.functional.one_hot(things, len(_SORTS)).float()
    count = mine[shown].sum(dim=0)
    middles = mine[shown].T @ looks[shown] / count.clamp(min=1)[:, None]
    asked = ~shown & (count[things] > 0)
    near = -((looks[asked, None] - middles) ** 2).sum(dim=2)
    told = (sorts[asked][:, _SORTS] + near).masked_fill(count == 0, -1e4)
    return nn.functional.cross_entropy(told, things[asked], reduction="none")


_SORTS = torch.from_numpy(SORTS)
