"""Train a network on simulated samples and write it as packed ONNX."""

from __future__ import annotations

import copy
import lzma
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset

from engine.whole import write_whole
from vision.training.layers import folded

Batch = Any

_MULTIPLIES_BFLOAT16 = bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
_FEW = 64  # as few weights are not worth shortening
DIGITS = 6
"""Of ten binary digits of weights: with six of them drawn boards are told as rightly (on none of six kinds do nats a
lot grow by more than a hundredth), and networks are smaller by more than a quarter."""

# In two-byte floats every other byte is of one kind: told so, the packer saves a sixth instead of a ninth.
_PACKED = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 1, "pb": 1}]


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
    """Adam with one cycle of the learning rate over all epochs. ValueError for fewer examples than a batch."""
    if len(examples) < batch:
        raise ValueError(f"{len(examples)} examples are too few to learn from; {batch} are the least")
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


def stacked(items: list[Any]) -> Batch:
    """Examples that are tuples of arrays as one batch."""
    return tuple(torch.from_numpy(np.stack(part)) for part in zip(*items, strict=True))


def export(
    net: nn.Module,
    inputs: Mapping[str, tuple[int, ...]],
    outputs: Sequence[str],
    path: Path,
    digits: int = DIGITS,
) -> None:
    """Write a network as packed ONNX, its norms folded.

    inputs: shapes of one example, by name. digits: binary digits of its weights that are kept.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    net = copy.deepcopy(net)
    folded(net)
    blank = tuple(torch.zeros(1, *shape) for shape in inputs.values())
    unpacked = path.with_suffix("")
    torch.onnx.export(
        net, blank, str(unpacked), input_names=list(inputs), output_names=list(outputs), dynamo=False
    )
    model = onnx.load(str(unpacked))
    _shorten_weights(model, digits)
    write_whole(path, lzma.compress(model.SerializeToString(), filters=_PACKED))
    unpacked.unlink()


def take_weights(net: nn.Module, path: Path) -> None:
    """Give a network the weights of an exported one; its norms are folded for that, as they were there."""
    folded(net)
    model = onnx.load_from_string(lzma.decompress(path.read_bytes()))
    tensors = {it.name: numpy_helper.to_array(it) for it in model.graph.initializer}
    net.load_state_dict(
        {name: torch.from_numpy(tensors[name].astype(np.float32)) for name in net.state_dict()}
    )


def _shorten_weights(model: onnx.ModelProto, digits: int) -> None:
    """Keep large weights as 16-bit floats, which OpenCV widens when it loads them, with few digits."""
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size > _FEW:
            tensor.CopyFrom(
                numpy_helper.from_array(shortened(values.astype(np.float16), digits), tensor.name)
            )


def shortened(values: npt.NDArray[np.float16], digits: int = DIGITS) -> npt.NDArray[np.float16]:
    """The nearest numbers with only so many binary digits after the first; the others, 0, pack into nothing."""
    unkept = np.finfo(np.float16).nmant - digits
    bits = values.view(np.uint16)
    return ((bits + (1 << unkept >> 1)) >> unkept << unkept).astype(np.uint16).view(np.float16)
