"""The likeliest joint states of several things, each of which may have changed or not."""

from __future__ import annotations

import heapq

import numpy as np
import numpy.typing as npt

from vision.lens import Floats

# What is less likely than that, compared with the likeliest, is not considered. The rules may speak nearly as
# strongly against the likeliest, where it would be a slip.
_LEAST_NATS = -10.5
_MOST = 16
_SINGLE = 12  # deviations of one thing from its likeliest state that are considered, alone and in pairs

States = npt.NDArray[np.intp]


def likeliest(nats: Floats, before: States) -> list[tuple[float, States]]:
    """Joint states (N,) of N things with the nats of each way, the likeliest first.

    nats: (N, M) for each state of each thing, relative to its state `before` (N,): 0 there, -inf for what cannot be.
    Considered are: all things at their likeliest; ways that differ from it in one thing; of those that differ in two,
    the ones that lose least; and in any case the way all stood before.
    """
    rows = np.arange(len(nats))
    best = nats.argmax(axis=1)
    loss = nats.max(axis=1, keepdims=True) - nats
    loss[rows, best] = np.inf
    steps = [
        (float(loss[row, state]), int(row), int(state)) for row, state in np.argwhere(loss < -_LEAST_NATS)
    ]
    # However many states things may have changed to, that a thing has not changed at all is always considered.
    unmoved = [step for step in steps if step[2] == before[step[1]]]
    singles = sorted({*heapq.nsmallest(_SINGLE, steps), *heapq.nsmallest(_SINGLE, unmoved)})
    cheapest = [(0.0, ()), *((cost, ((row, state),)) for cost, row, state in singles)]
    pairs = [
        (a + b, (*p, *q))
        for (a, p) in cheapest[1:]
        for (b, q) in cheapest[1:]
        if p < q and p[0][0] != q[0][0] and a + b < -_LEAST_NATS
    ]
    unchanged = tuple((int(row), int(before[row])) for row in np.flatnonzero(best != before))
    # Single deviations are kept, whichever pairs are likelier.
    chosen = sorted({*cheapest, *heapq.nsmallest(_MOST, [*cheapest, *pairs])})
    if not any(set(changes) == set(unchanged) for _, changes in chosen):
        chosen.append((float(loss[rows, before][best != before].sum()), unchanged))
    top = float(nats[rows, best].sum())
    return [(top - cost, _with(best, changes)) for cost, changes in chosen]


def _with(best: States, changes: tuple[tuple[int, int], ...]) -> States:
    states = best.copy()
    for row, state in changes:
        states[row] = state
    return states
