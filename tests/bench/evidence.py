"""What speaks for something having come, whether it had, and the weights that fit both best."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.lens import Floats

ROUNDS = 100

Row = tuple[tuple[float, ...], bool]
"""What speaks for an arrival, and whether there was one."""


def show(name: str, rows: Sequence[Row], weights: Sequence[float], seldom: float) -> None:
    """Print what one look and all that is known make of arrivals."""
    told, arrived = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    print(f"{name}: {arrived.sum()} arrived, {(~arrived).sum()} places stayed free")
    for way, evidence in (("one look", told[:, 0]), ("all that is known", told @ weights + seldom)):
        missed, invented = int((evidence[arrived] < 0).sum()), int((evidence[~arrived] > 0).sum())
        nats = np.logaddexp(0, -np.where(arrived, evidence, -evidence)).sum()
        print(f"  {way:20} missed {missed:4}  invented {invented:4}  {nats:8.1f} nats")
    print("  fitted:", *(f"{it:.2f}" for it in _fitted(told, arrived)))


def _fitted(told: Floats, arrived: Floats) -> Floats:
    """Weights of a logistic regression of `arrived` (N,) on columns (N, K), the last of them for none."""
    columns = np.column_stack([told, np.ones(len(told))])
    weights = np.zeros(columns.shape[1])
    ridge = np.diag([1.0] * told.shape[1] + [1e-6])
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        slope = columns.T @ (chances - arrived) + ridge @ weights
        bend = (columns * (chances * (1 - chances))[:, None]).T @ columns + ridge
        weights -= 0.5 * np.linalg.solve(bend, slope)
    return np.asarray(weights)
