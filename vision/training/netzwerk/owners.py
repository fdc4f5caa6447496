"""How the networks' answers about players' pieces vary between games and within one, learnt from pictures.

Learnt last, with the installed networks, which have to be those that will read. Each picture is a game, and what is
usual in it is a hidden variable, which shows only in the pieces there are; some players have none. Expectation and
maximisation alternate (Dempster, Laird and Rubin, "Maximum likelihood from incomplete data via the EM algorithm",
1977).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.netzwerk.material import Player
from engine.netzwerk.text import format_state
from vision.lens import Floats
from vision.netzwerk.eyes import NetzwerkEyes
from vision.netzwerk.find import NoLandscapeError
from vision.netzwerk.owners import CONNECTOR, MINER, MODEL, Piece, Sayings, known_pieces, part
from vision.training.netzwerk.pictures import Sample, drawing
from vision.training.pictures import draw, sample_paths

if TYPE_CHECKING:
    from vision.training.course import Plan

_COUNT = 900  # pictures are enough
_SEED = 4  # added to that of the plan: the networks must not have learnt from these pictures
_KINDS = MINER, CONNECTOR
_WIDE = 9.0  # variance between games, before anything is known
_LEAST_BETWEEN, _LEAST_WITHIN = 0.01, 0.05
_OF_MINERS = 0.2  # variance within a game, set by hand: a player has only one miner
_OUTLIER = 6.0  # an answer farther from its game's mean counts as if it were that far
_STEPS = 25


def learn_owners(plan: Plan) -> None:
    """Draw missing pictures, learn from how they are read, and write the result where the reader looks."""
    seed = plan.seed + _SEED
    folder = plan.pictures / f"owners-{seed}"
    count = min(plan.count, _COUNT)
    draw(folder, count, seed, drawing, plan.workers)
    sayings = learnt(pieces_on(sample_paths(folder, count)))
    sayings.save(plan.models / MODEL.name)
    print(f"owners: of connectors within a game {np.sqrt(np.diag(sayings.within[CONNECTOR])).round(2)}")


def pieces_on(paths: Sequence[Path]) -> list[list[Piece]]:
    """The pieces that are read on drawn pictures, with their true owners, a list for each picture."""
    eyes = NetzwerkEyes()
    games = []
    for path in paths:
        sample = Sample.load(path)
        try:
            seen = eyes.read(sample.picture())
        except NoLandscapeError:
            continue
        reading = seen.turned_like(format_state(sample.state)).reading
        games.append(list(known_pieces(reading, sample.state)))
    return games


def learnt(games: Sequence[Sequence[Piece]]) -> Sayings:
    """What is said in games, by their pieces."""
    parts = [(kind, owner) for kind in _KINDS for owner in range(len(Player))]
    numbers = len(parts) * len(Player)
    usual, between = np.zeros(numbers), np.eye(numbers) * _WIDE
    for kind, owner in parts:
        said = [it.says for game in games for it in game if (it.kind, it.owner) == (kind, owner)]
        usual[part(kind, owner)] = np.mean(said, axis=0)
    sayings = Sayings(usual, between, _within(games))
    for _ in range(_STEPS):
        known = [sayings.knowing(game) for game in games]
        means = np.array([it.usual for it in known])
        off = means - means.mean(axis=0)
        between = off.T @ off / len(known) + np.mean([it.between for it in known], axis=0)
        between += _LEAST_BETWEEN * np.eye(numbers)
        sayings = Sayings(means.mean(axis=0), between, sayings.within)
    return sayings


def _within(games: Sequence[Sequence[Piece]]) -> Floats:
    """How answers about one player's connectors vary in one game, (4, 4), with a fixed variance for miners."""
    off = []
    for game in games:
        for owner in range(len(Player)):
            said = np.array([it.says for it in game if (it.kind, it.owner) == (CONNECTOR, owner)])
            if len(said) > 1:
                off.append((said - said.mean(axis=0)) * np.sqrt(len(said) / (len(said) - 1)))
    one = np.eye(len(Player))
    spread = np.cov(np.clip(np.concatenate(off), -_OUTLIER, _OUTLIER).T) + _LEAST_WITHIN * one
    return np.stack([_OF_MINERS * one, spread])
