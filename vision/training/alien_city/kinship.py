"""The numbers by which lots of one picture are compared: learnt last, when the lot reader itself stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.alien_city import board
from vision.alien_city.kinship import distances
from vision.alien_city.reading import LOT_STATES
from vision.alien_city.sheets import look
from vision.lens import Floats
from vision.network import softmax
from vision.pose import Pose
from vision.training.alien_city.networks import LOOKS, LotReader
from vision.training.alien_city.pictures import Sample

_READABLE = 0.4  # of a lot may be covered
_RIDGE = 1e-3
_STEPS = 100


@dataclass(frozen=True, eq=False)
class _Read:
    """A picture as the reader has it: features (80, F), probabilities (80, states) and of being hidden (80,), and
    the true states (80,), -1 where nothing can be seen."""

    features: Floats
    lots: Floats
    unseen: Floats
    states: Floats


def learn_looks(net: LotReader, paths: Sequence[Path]) -> str:
    """Set `net.looks` from some samples; returns the numbers for `vision.alien_city.kinship`, in words."""
    net.eval()
    read = [_read(net, Sample.load(path)) for path in paths]
    axes = _telling_axes(read)
    apart = [distances(it.lots, it.unseen, it.features @ axes, np.nan) for it in read]
    scale, absent, sharper = _fitted(read, apart)
    net.looks.weight.data = torch.from_numpy((axes * np.sqrt(scale)).T[:, :, None, None].astype(np.float32))
    return f"for vision/alien_city/kinship.py: _ABSENT_NATS = {absent:.2f}, _SHARPER = {sharper:.2f}"


def _read(net: LotReader, sample: Sample) -> _Read:
    """Look from both sides of the table, as `CityReader.read` does."""
    picture = sample.picture()
    one, other = (_seen(net, picture, pose) for pose in (sample.pose, board.turned(sample.pose)))
    features = (one[0] + other[0][::-1]) / 2
    lots = softmax((np.log(one[1] + 1e-9) + np.log(other[1][::-1] + 1e-9)) / 2)
    hidden = sample.covered > _READABLE
    return _Read(features, lots, hidden.astype(np.float64), np.where(hidden, -1, sample.states))


def _seen(net: LotReader, picture: np.ndarray, pose: Pose) -> tuple[Floats, Floats]:
    sheets = look(picture, pose)
    inputs = (torch.from_numpy(it[None]) for it in (sheets.colours, sheets.lean, sheets.light))
    with torch.no_grad():
        lot = net.features(*inputs)
        states = net.states(lot)
    features, logits = (it[0].flip(1).flatten(1).T.numpy().astype(np.float64) for it in (lot, states))
    return features, softmax(logits[:, : len(LOT_STATES)])


def _telling_axes(read: Sequence[_Read]) -> Floats:
    """The directions of the features, (F, LOOKS), in which states differ most, relative to how much one picture's
    lots of a state differ among themselves (linear discriminant analysis)."""
    within, means = [], []
    for picture in read:
        for state in range(len(LOT_STATES)):
            mine = picture.features[picture.states == state]
            if len(mine):
                means.append(mine.mean(axis=0))
                within.append(mine - means[-1])
    spread = np.cov(np.vstack(within).T)
    values, vectors = np.linalg.eigh(spread + _RIDGE * np.eye(len(spread)))
    whiten = vectors / np.sqrt(values)
    _, between = np.linalg.eigh(np.cov((np.array(means) @ whiten).T))
    return np.asarray(whiten @ between[:, ::-1][:, :LOOKS])


def _fitted(read: Sequence[_Read], apart: Sequence[Floats]) -> tuple[float, float, float]:
    """Scale, distance to absent states and sharpening that make the true states likeliest."""
    states = torch.from_numpy(np.concatenate([it.states for it in read]))
    known = states >= 0
    logs = torch.from_numpy(np.log(np.concatenate([it.lots for it in read]) + 1e-9))[known]
    far = torch.from_numpy(np.concatenate(apart))[known]
    numbers = torch.tensor([-2.0, 0.0, 0.0], dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([numbers], max_iter=_STEPS)

    def loss() -> Tensor:
        optimiser.zero_grad()
        scale, absent, sharper = numbers[0].exp(), numbers[1], numbers[2].exp()
        nats = sharper * logs - torch.where(far.isnan(), absent, scale * far.nan_to_num())
        value = nn.functional.cross_entropy(nats, states[known])
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    scale, absent, sharper = numbers.detach().tolist()
    return float(np.exp(scale)), absent, float(np.exp(sharper))
