"""How many stones were taken from a field, told by how it looked before: what nobody can count beside a miner.

A miner hides half of the stones on its field, and throws a shadow over the rest. Which of them have gone is far
plainer to see in what has changed than in what is left.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from vision.lens import Floats
from vision.network import Network
from vision.netzwerk.changes import Blob, nats_by

MOST_TAKEN = 2


def taken(looks: Blob, said: Blob) -> Floats:
    """How well each number of stones, 0 to 2, having been taken explains what is seen, (N, 3) nats, by
    `vision.netzwerk.changes.compared` looks and what is said `about` fields; the best is 0."""
    return nats_by(_network(), looks, said)


@cache
def _network() -> Network:
    return Network(Path(__file__).parent / "models" / "taken.onnx", ["taken"])
