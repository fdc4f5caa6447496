"""Whose is whose, learnt from the pieces whose owners are known: in warm light one game's white is another's grey.

The networks see one piece at a time, and can't tell a grey one in bright light from a white one in the shade. In the
light of one table all pieces of a player look alike, so that what is once known of some of them tells the others.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from vision.lens import Floats
from vision.network import sigmoid, softmax
from vision.netzwerk.reading import Reading, log_odds

# In nats, how far the networks usually are off for a player's pieces in a game's light. Connectors of drawn pictures
# are told best by others of the same picture with 5; but in a game one may be known by mistake.
_SPREAD = 3.0
_HIDDEN = 0.5
_LEAST = 1e-9
_STEPS, _HALVINGS = 8, 6


def told_by_known(reading: Reading, state: State) -> Reading:
    """The reading with its owners told as those of the pieces that are known to lie there, as far as they do.

    How likely it is that there is a miner, or a connector, stays as it was; only whose it is may change.
    """
    says, owners = _known(reading, state)
    if not len(owners):
        return reading
    offsets = offsets_of(says, owners)
    somebodys = reading.miners[:, 1:]
    shares = softmax(np.log(somebodys + _LEAST) + offsets)
    miners = np.column_stack([reading.miners[:, 0], shares * somebodys.sum(axis=1, keepdims=True)])
    odds = log_odds(reading.sticks)
    gained = np.log(softmax(odds + offsets) + _LEAST) - np.log(softmax(odds) + _LEAST)
    return replace(reading, miners=miners, sticks=sigmoid(odds + gained))


def offsets_of(says: Floats, owners: npt.NDArray[np.intp]) -> Floats:
    """What is to be added to log weights of players (N, 4) for them to say best whose things (N,) are, (4,).

    Logistic regression with nothing but offsets, which are held to be small, by Newton's method.
    """
    truth = np.eye(len(Player))[owners]
    offsets = np.zeros(len(Player))

    def worth(offsets: Floats) -> float:
        told = np.log(softmax(says + offsets) + _LEAST)
        return float((told * truth).sum() - (offsets**2).sum() / (2 * _SPREAD**2))

    for _ in range(_STEPS):
        shares = softmax(says + offsets)
        slope = (truth - shares).sum(axis=0) - offsets / _SPREAD**2
        bend = np.diag(shares.sum(axis=0)) - shares.T @ shares + np.eye(len(Player)) / _SPREAD**2
        step = np.linalg.solve(bend, slope)
        lengths = (0.5**halvings for halvings in range(_HALVINGS))
        better = next((it for it in lengths if worth(offsets + it * step) > worth(offsets)), None)
        if better is None:
            break
        offsets = offsets + better * step
    return offsets


def _known(reading: Reading, state: State) -> tuple[Floats, npt.NDArray[np.intp]]:
    """What is said of the miners and of the single connectors of a state that can be seen, as log weights of players
    (N, 4), and whose they are (N,)."""
    says, owners = [], []
    players = list(Player)
    row = {field: n for n, field in enumerate(reading.fields)}
    for player, at in state.miners.items():
        if at in row and reading.unseen[row[at]] < _HIDDEN and reading.miners[row[at], 0] < _HIDDEN:
            says.append(np.log(reading.miners[row[at], 1:] + _LEAST))
            owners.append(players.index(player))
    for connection, sticks, hidden in zip(reading.connections, reading.sticks, reading.hidden, strict=True):
        laid = state.owners(connection)
        if len(laid) == 1 and hidden < _HIDDEN and sticks.max() > _HIDDEN:
            says.append(log_odds(sticks))
            owners.append(players.index(laid[0]))
    return np.reshape(says, (-1, len(players))), np.array(owners, np.intp)
