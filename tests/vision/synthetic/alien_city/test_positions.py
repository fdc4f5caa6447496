"""Random positions have pieces where players would have them."""

from __future__ import annotations

import numpy as np

from engine.alien_city.city import City
from engine.alien_city.pieces import Kind, Structure
from vision.synthetic.alien_city.positions import random_position


def test_in_a_quarter_of_cities_domes_lie_where_most_towers_are_beside_them() -> None:
    crowded, all_ = 0, 0
    for seed in range(400):
        city = City.parse(random_position(np.random.default_rng(seed), odd=False))
        kinds = np.array([piece.kind if isinstance(piece, Structure) else "" for piece in city.lots]).reshape(
            10, 8
        )
        towers = np.pad((kinds == Kind.TOWER).astype(int), 1)
        beside = towers[:-2, 1:-1] + towers[2:, 1:-1] + towers[1:-1, :-2] + towers[1:-1, 2:]
        domes, bare = beside[kinds == Kind.DOME], beside[kinds == ""]
        if len(domes) > 2 and len(bare) and towers.sum() > 4 and domes.any():
            crowded += domes.min() >= bare.max()
            all_ += 1
    assert 0.22 < crowded / all_ < 0.3, (
        "where lots were beside those at the other end of the next row it was 0.17"
    )
