"""Tiles with pictures all over them, and sets whose tiles are hard to tell from pieces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.synthetic.alien_city.hard_looks import coin_looks, pictorial_looks
from vision.synthetic.alien_city.looks import random_looks
from vision.synthetic.alien_city.patterns import PATTERNS, Pattern, printed
from vision.synthetic.alien_city.scene import Tile
from vision.synthetic.alien_city.tiles import TILE_MM, tile_face

PX = 120


@pytest.mark.parametrize("kind", PATTERNS)
def test_a_pattern_has_two_tones_and_parts_of_about_the_size_asked_for(kind: str) -> None:
    def changes(size: float) -> float:
        sheets = [printed(kind, PX, size, np.random.default_rng(seed)) for seed in range(8)]
        assert all(it.shape == (PX, PX) and it.min() >= 0 and it.max() <= 1 for it in sheets)
        assert all(np.ptp(it) > 0.3 for it in sheets)
        return float(np.mean([np.abs(np.diff(it, axis=0)).mean() for it in sheets]))

    assert changes(12) > 1.3 * changes(48)


def test_what_is_printed_on_a_tile_is_its_guilds_and_as_strong_as_asked_for() -> None:
    look, _ = random_looks(np.random.default_rng(3), "coloured")

    def face(share: float, guild: int = 0) -> np.ndarray:
        pattern = Pattern(("leaves", "blots", "cracks", "ripples"), 8.0, share, (0.0, 0.0, 0.0))
        tile = Tile(guild, 0, shift=(0.0, 0.0), turn=0.0, shade=1.0, figure=0)
        drawn = tile_face(replace(look, pattern=pattern), tile, round(TILE_MM * 2), np.random.default_rng(5))
        return drawn.astype(float)

    assert np.abs(face(0.6) - face(0.0)).mean() > 2 * np.abs(face(0.2) - face(0.0)).mean() > 1


def test_sets_whose_tiles_are_hard_to_tell_from_pieces_are_of_each_kind() -> None:
    drawn = [pictorial_looks(np.random.default_rng(seed))[0] for seed in range(60)]
    of_their_colour = [it for it in drawn if it.tint in ("tile", "lots") and it.tint_share >= 0.6]
    assert len(of_their_colour) > 20
    assert sum(it.pattern is not None for it in drawn) > 20
    assert sum(max(it.base) < 0.6 and min(map(sum, it.inks)) > 1.0 for it in drawn) > 5


def test_coins_of_the_tiles_own_stock_carry_the_tiles_own_print() -> None:
    for seed in range(30):
        tiles, pieces = coin_looks(np.random.default_rng(seed))
        assert pieces.dome_shape == "coin"
        assert np.abs(np.subtract(pieces.coin_face, tiles.base)).max() < 0.2
        assert pieces.coin_icon_mm <= pieces.dome_width
