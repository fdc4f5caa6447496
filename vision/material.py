"""What the box holds, as a weight on what a picture may show.

A weight, not a wall: a piece too many that is plainly seen stays in the answer. Only where the picture leaves a doubt
does the count decide.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.lens import Floats

EXCESS = float(np.log(1000))
"""What one piece more than the box holds costs, in nats: evidence of 1000 to 1 overrules the count."""

_ROUNDS = 50  # after these, prices hardly change any more


@dataclass(frozen=True, eq=False)
class Stock:
    """What the box holds: groups of states, and how many pieces of each there are.

    members: (G, M) of 0 and 1: which of M states uses up a piece of which group; most: (G,) pieces.
    """

    members: Floats
    most: Floats

    def excess(self, counts: Floats) -> Floats:
        """Pieces beyond the stock, for counts (..., G)."""
        return np.asarray(np.maximum(counts - self.most, 0).sum(axis=-1))


def weighed(probabilities: Floats, stock: Stock) -> Floats:
    """Each row's probabilities (N, M), given the stock and what the other rows most likely are.

    The likeliest joint choice is found first, greedily: starting from the best state of each row, the one change that
    gains most is made, as long as any gains. Then each row is judged anew with all others held at that choice.
    """
    costs = -np.log(np.maximum(probabilities, 1e-12))
    chosen = costs.argmin(axis=1)
    rows = np.arange(len(costs))
    while True:
        counts = stock.members[:, chosen].sum(axis=1)
        # (M, M): what a row's change from one state to another uses up; `more` is what that costs by the stock.
        step = stock.members.T[None, :, :] - stock.members.T[:, None, :]
        more = EXCESS * (stock.excess(counts + step) - stock.excess(counts))
        gain = costs[rows, chosen][:, None] - costs - more[chosen]
        row, state = np.unravel_index(int(gain.argmax()), gain.shape)
        if not gain[row, state] > 1e-9:
            break
        chosen[row] = state
    joint = -costs - more[chosen]
    raised = np.exp(joint - joint.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def balanced(probabilities: Floats, most: Floats) -> Floats:
    """Each row's probabilities (N, M), given that at most so many rows (M,) have each state.

    A state that too many would have gets a price, the same for all rows, until it fits; at most what one piece too
    many costs. So two rows that can't be told apart stay so, whereas the likeliest joint choice would give a state to
    one of them and deny it to the other.
    """
    prices = np.ones(len(most))
    told = probabilities
    for _ in range(_ROUNDS):
        surplus = np.maximum(told.sum(axis=0) / most, 1.0)
        prices = np.maximum(prices / surplus, np.exp(-EXCESS))
        told = probabilities * prices
        told = told / told.sum(axis=1, keepdims=True)
    return np.asarray(told)
