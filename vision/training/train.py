"""Train a network on simulated samples and write it as ONNX."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset

from vision.alien_city.closer import ABOUT_NUMBERS, SIDE
from vision.alien_city.reading import LOT_STATES
from vision.training.networks import Closer, Finder, LotReader, folded

Batch = Any

_MULTIPLIES_BFLOAT16 = bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())


class Examples(Dataset[Any]):
    """Examples made anew from files at each visit, by a random source of their own."""

    def __init__(
        self, paths: list[Path], example: Callable[[Path, np.random.Generator], Any], seed: int
    ) -> None:
        """Remember what to draw from."""
        self._paths = paths
        self._example = example
        self._seed = seed
        self.epoch = 0

    def __len__(self) -> int:
        """One example a sample and epoch."""
        return len(self._paths)

    def __getitem__(self, index: int) -> Any:
        """The example number `index` of this epoch."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self._seed, self.epoch, index))
        return self._example(self._paths[index], rng)


def train(
    net: nn.Module,
    examples: Examples,
    collate: Callable[[list[Any]], Batch],
    loss: Callable[[nn.Module, Batch], Tensor],
    *,
    epochs: int,
    batch: int,
    rate: float,
    workers: int = 1,
) -> None:
    """Adam with one cycle of the learning rate over all epochs."""
    # Where the processor has units for matrices, convolutions in bfloat16 are faster with channels innermost.
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4)
    steps = epochs * (len(examples) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.15)
    generator = torch.Generator().manual_seed(0)
    for epoch in range(epochs):
        examples.epoch = epoch
        loader = DataLoader(
            examples,
            batch,
            shuffle=True,
            drop_last=True,
            num_workers=workers,
            collate_fn=collate,
            generator=generator,
        )
        net.train()
        began, total = time.perf_counter(), 0.0
        for packed in loader:
            optimiser.zero_grad()
            # Half the work on processors that multiply bfloat16, ten times the work on others; weights stay float32.
            with torch.autocast("cpu", torch.bfloat16, enabled=_MULTIPLIES_BFLOAT16):
                value = loss(net, packed)
            value.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            total += float(value.detach())
        seconds = time.perf_counter() - began
        print(
            f"epoch {epoch + 1}/{epochs}: loss {total / max(len(loader), 1):.4f} in {seconds:.0f} s",
            flush=True,
        )


def collate_boards(items: list[Any]) -> Batch:
    """Stack examples of the finder."""
    return tuple(torch.from_numpy(np.stack(part)) for part in zip(*items, strict=True))


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
    said_states, said_marks, places, _ = net(colours, lean, light)
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


def collate_cuts(items: list[Any]) -> Batch:
    """All lots of some pictures together; cuts stay bytes until they are needed."""
    pictures = np.concatenate([it.pictures for it in items])
    gains = np.concatenate([np.full(len(it.states), it.gain / 255, np.float32) for it in items])
    about = np.concatenate([it.about for it in items])
    states = np.concatenate([it.states for it in items])
    return tuple(map(torch.from_numpy, (pictures, gains, about, states)))


def cuts_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropy of the states, once with and once without what was thought before.

    Without, it learns from every lot to see; with, from the doubtful ones when to believe its eyes.
    """
    assert isinstance(net, Closer)
    pictures, gains, about, states = batch
    colours = pictures.permute(0, 1, 4, 2, 3).flatten(1, 2) * gains[:, None, None, None]
    seen = net.seen(colours).flatten(1)
    blank = about.clone()
    blank[:, -len(LOT_STATES) :] = 0
    cross_entropy = nn.functional.cross_entropy
    return cross_entropy(net.told(seen, about), states) + 0.3 * cross_entropy(net.told(seen, blank), states)


def export_finder(net: Finder, path: Path) -> None:
    """Write the finder with its input `picture` and output `board`."""
    _export(net, (torch.zeros(1, 3, 240, 320),), ["picture"], ["board"], path)


def export_reader(net: LotReader, path: Path) -> None:
    """Write the lot reader: inputs `colours`, `lean`, `light`; outputs `states`, `marks`, `places`, `looks`."""
    inputs = (torch.zeros(1, 9, 256, 208), torch.zeros(1, 2, 32, 26), torch.zeros(1, 21))
    _export(net, inputs, ["colours", "lean", "light"], ["states", "marks", "places", "looks"], path)


def export_closer(net: Closer, path: Path) -> None:
    """Write the network for the closer look: inputs `colours` and `about`, output `states`."""
    inputs = (torch.zeros(1, 9, SIDE, SIDE), torch.zeros(1, ABOUT_NUMBERS))
    _export(net, inputs, ["colours", "about"], ["states"], path)


def _export(
    net: nn.Module, inputs: tuple[Tensor, ...], names: list[str], outputs: list[str], path: Path
) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    net = copy.deepcopy(net)
    folded(net)
    torch.onnx.export(net, inputs, str(path), input_names=names, output_names=outputs, dynamo=False)
    _halve_weights(path)


def take_weights(net: nn.Module, path: Path) -> None:
    """Give a network the weights of one that was exported; its norms are folded then, as they were there."""
    folded(net)
    tensors = {it.name: numpy_helper.to_array(it) for it in onnx.load(str(path)).graph.initializer}
    net.load_state_dict(
        {name: torch.from_numpy(tensors[name].astype(np.float32)) for name in net.state_dict()}
    )


def _halve_weights(path: Path) -> None:
    """Keep large weights as 16-bit floats, which OpenCV widens when it loads them: half the file, same answers."""
    model = onnx.load(str(path))
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size > 64:
            tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), tensor.name))
    onnx.save(model, str(path))
