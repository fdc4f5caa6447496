"""How what is said of players' pieces differs between games and within one, by what the networks say of pictures.

Learnt last, by the networks that are installed: they have to be those that will read. A game is a picture, and what
is usual in it is hidden: it shows in the pieces there are, and some players have none. Expectation and maximisation
take turns (Dempster, Laird and Rubin, "Maximum likelihood from incomplete data via the EM algorithm", 1977).
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
_SEED = 4  # added to that of the plan: networks may not have learnt from these pictures
_KINDS = MINER, CONNECTOR
_WIDE = 9.0  # variance between games, before anything is known
_LEAST_BETWEEN, _LEAST_WITHIN = 0.01, 0.05
_OF_MINERS = 0.2  # variance within a game: a player has only one, by which this could be told
_OUTLIER = 6.0  # farther from its game's mean, what is said counts as if it were that far
_STEPS = 25


def learn_owners(plan: Plan) -> None:
    """Draw the pictures that are missing, learn from what is read on them, and write that where the reader looks."""
    seed = plan.seed + _SEED
    folder = plan.pictures / f"owners-{seed}"
    count = min(plan.count, _COUNT)
    draw(folder, count, seed, drawing, plan.workers)
    sayings = learnt(pieces_on(sample_paths(folder, count)))
    sayings.save(plan.models / MODEL.name)
    print(f"owners: of connectors within a game {np.sqrt(np.diag(sayings.within[CONNECTOR])).round(2)}")


def pieces_on(paths: Sequence[Path]) -> list[list[Piece]]:
    """The pieces that are read on drawn pictures, and whose they truly are, those of each picture by themselves."""
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
    """How the connectors of one player differ in one game, (4, 4), and miners as if they could be told by that."""
    off = []
    for game in games:
        for owner in range(len(Player)):
            said = np.array([it.says for it in game if (it.kind, it.owner) == (CONNECTOR, owner)])
            if len(said) > 1:
                off.append((said - said.mean(axis=0)) * np.sqrt(len(said) / (len(said) - 1)))
    one = np.eye(len(Player))
    spread = np.cov(np.clip(np.concatenate(off), -_OUTLIER, _OUTLIER).T) + _LEAST_WITHIN * one
    return np.stack([_OF_MINERS * one, spread])
