"""Whose miners and connectors of Netzwerk are, told by themselves and by the other pieces of their picture.

    python -m tests.bench.owners --pictures 100

Draws pictures, reads them, and prints how many pieces are taken for another player's, and nats: each by itself;
beside all other pieces that can be seen, whose owners are known; and beside those but its own player's of its kind,
as where somebody lays a first connector. Then, on how many pictures other names than the right ones fit all pieces
better, and by how many nats.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from pathlib import Path

import numpy as np

from engine.netzwerk.material import Player
from vision.lens import Floats
from vision.network import softmax
from vision.netzwerk.owners import CONNECTOR, MINER, MODEL, Piece, Sayings, groups_of
from vision.training.netzwerk.owners import pieces_on
from vision.training.netzwerk.pictures import drawing
from vision.training.pictures import draw, sample_paths

_SEED = 700
_LEAST = 1e-4


def main() -> None:
    """Draw, read and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pictures", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        draw(Path(folder), args.pictures, _SEED, drawing, args.workers)
        games = pieces_on(sample_paths(Path(folder), args.pictures))
    usual = Sayings.load(MODEL)
    for kind, name in ((MINER, "miners"), (CONNECTOR, "connectors")):

        def beside(piece: Piece, others: Iterable[Piece]) -> Floats:
            return usual.knowing(others).nats(piece.kind, piece.says[None])

        def first(piece: Piece, others: Iterable[Piece]) -> Floats:
            alike = piece.kind, piece.owner
            return beside(piece, (it for it in others if (it.kind, it.owner) != alike))

        for how, told in (
            ("by themselves", lambda piece, _: piece.says[None]),
            ("beside all others", beside),
            ("as their player's first", first),
        ):
            print(f"{name} {how}: {_said(games, kind, told)}", flush=True)
    leads = [_lead_of_wrong_names(usual, game) for game in games if game]
    counts = ", ".join(f"{sum(lead > nats for lead in leads)} by {nats} nats" for nats in (0, 2, 4))
    print(f"other names fit better on {counts}, of {len(leads)}")


def _said(
    games: Sequence[Sequence[Piece]], kind: int, told: Callable[[Piece, Iterable[Piece]], Floats]
) -> str:
    wrong, nats = 0, []
    for game in games:
        for piece in (it for it in game if it.kind == kind):
            chances = softmax(told(piece, [it for it in game if it is not piece]))[0]
            wrong += int(chances.argmax() != piece.owner)
            nats.append(-np.log(max(chances[piece.owner], _LEAST)))
    return f"{wrong} of {len(nats)} taken for another's, {np.mean(nats):.3f} nats"


def _lead_of_wrong_names(usual: Sayings, game: Sequence[Piece]) -> float:
    """By how many nats the best names fit better than the right ones, of all others."""
    owners, groups = sorted({it.owner for it in game}), groups_of(game)
    fits = {
        names: usual.fits(groups, dict(zip(owners, names, strict=True)))
        for names in permutations(range(len(Player)), len(owners))
    }
    right = fits.pop(tuple(owners))
    return max(fits.values()) - right


if __name__ == "__main__":
    main()
