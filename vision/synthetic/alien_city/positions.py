"""Positions for the simulated table: anything that could stand there, legal or not."""

from __future__ import annotations

import numpy as np

from engine.alien_city.city import City
from engine.alien_city.pieces import Structure
from engine.alien_city.tiles import Tile
from vision.synthetic.chance import shuffled, some_of

TOWERS_OF_COLOUR = {"R": 5, "B": 5, "G": 4}


def _scattered(rng: np.random.Generator, count: int, clustered: bool) -> list[int]:
    """Different lots, as many as asked for; clustered ones lie next to each other."""
    if not clustered:
        return [int(i) for i in rng.permutation(80)[:count]]
    weight = np.full(80, 1e-3)
    column, row = np.arange(80) % 8, np.arange(80) // 8
    for _ in range(int(rng.integers(1, 4))):
        c, r = rng.uniform(-0.5, 7.5), rng.uniform(-0.5, 9.5)
        weight += np.exp(-((column - c) ** 2 + (row - r) ** 2) / rng.uniform(1.5, 6))
    return [int(i) for i in rng.choice(80, count, replace=False, p=weight / weight.sum())]


def _beside(lot: int) -> list[int]:
    """The lots, by number, that have a side in common with one."""
    row, column = divmod(lot, 8)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [8 * y + x for y, x in around if 0 <= y < 10 and 0 <= x < 8]


def _towers_and_domes(rng: np.random.Generator, *, odd: bool) -> tuple[list[str], list[str]]:
    """Pieces in letters of position text: what supplies allow, or if `odd`, sometimes something else."""
    fill = float(rng.beta(1.3, 1.1)) if rng.random() < 0.95 else 0.0
    towers, domes = [], []
    for colour, supply in TOWERS_OF_COLOUR.items():
        towers += [colour] * int(rng.binomial(supply, fill))
    for colour in "rbgk":
        domes += [colour] * int(rng.binomial(6, fill))
    kind = rng.random() if odd else 1.0
    if kind < 0.06:
        towers += some_of(rng, "RBG", int(rng.integers(0, 4)))
        domes += some_of(rng, "rbgk", int(rng.integers(1, 5)))
    elif kind < 0.11:
        towers = some_of(rng, "RBG", int(rng.integers(1, 36)))
        domes = some_of(rng, "rbgk", int(rng.integers(1, 42)))
    return towers, domes


def random_position(rng: np.random.Generator, *, odd: bool = True) -> str:
    """A position text: from an empty city to a full one, sometimes crowded.

    odd: a few bear more of a piece than the box holds.
    """
    guilds = shuffled(rng, [g for g in "RBGK" for _ in range(5)])
    tiles = tuple(Tile.parse(f"{g}{mark}") for g, mark in zip(guilds, some_of(rng, "^>v<", 20), strict=True))
    towers, domes = _towers_and_domes(rng, odd=odd)
    lots: list[str] = [""] * 80
    clustered = rng.random() < 0.4
    for lot, piece in zip(_scattered(rng, len(towers), clustered), towers, strict=True):
        lots[lot] = piece
    free = [i for i in range(80) if not lots[i]]
    rng.shuffle(free)
    if clustered and rng.random() < 0.6:
        free.sort(key=lambda i: -sum(bool(lots[j]) for j in _beside(i)))
    rng.shuffle(domes)
    for lot, piece in zip(free, domes, strict=False):
        lots[lot] = piece
    standing = [i for i in range(80) if lots[i].isupper()]
    rng.shuffle(standing)
    most = len(standing) if odd and rng.random() < 0.04 else min(6, len(standing))
    caps = int(rng.binomial(most, float(rng.beta(1.2, 1.2))))
    signs = shuffled(rng, "oooxxx" * -(-caps // 6))
    for lot, sign in zip(standing[:caps], signs, strict=False):
        lots[lot] += str(sign)
    return str(City(tiles, tuple(Structure.parse(text) if text else None for text in lots)))
