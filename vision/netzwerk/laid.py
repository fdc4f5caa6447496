"""Whether a connector was laid, told by how its place looked before.

A brown stick on a brown print, or one that a lamp bleaches, is hard to make out in one look; that something as long
and as narrow as a stick has come to lie there is not.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from vision.lens import Floats
from vision.network import Network
from vision.netzwerk.changes import Blob, nats_by


def laid(looks: Blob, said: Blob) -> Floats:
    """How well as many connectors as before, one more and one less explain what is seen, (N, 3) nats, by
    `vision.netzwerk.changes.compared` looks and what is said `about` connections; the best is 0."""
    return nats_by(_network(), looks, said)


@cache
def _network() -> Network:
    return Network(Path(__file__).parent / "models" / "laid.onnx", ["laid"])
