"""Tiles whose icons are all of one ink, stand in round fields, or lie on a strong colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.synthetic.alien_city.hard_looks import (
    faint_looks,
    haloed_looks,
    marked_looks,
    medallion_looks,
    vivid_looks,
)
from vision.synthetic.alien_city.looks import random_looks
from vision.synthetic.alien_city.scene import Mark, Medallion, Tile
from vision.synthetic.alien_city.tiles import TILE_MM, tile_face

PX = 120
BESIDE_THE_CORNER = 20.0, 20.0


def face(corner: int, guild: int) -> np.ndarray:
    """A tile with one sign for all guilds, in grey, and a mark at its icon's corner."""
    look, _ = random_looks(np.random.default_rng(3), "v22")
    look = replace(
        look,
        icons=("heart",) * 4,
        icon_turn="tile",
        tint="none",
        one_ink=(0.2, 0.2, 0.2),
        mark=Mark("disc", 8.0, outline=False, at=BESIDE_THE_CORNER),
    )
    tile = Tile(guild, corner, shift=(0.0, 0.0), turn=0.0, shade=1.0, figure=0)
    return tile_face(look, tile, PX, np.random.default_rng(5)).astype(float)


@pytest.mark.parametrize(("corner", "side"), [(0, (-1, 1)), (1, (1, 1)), (2, (1, -1)), (3, (-1, -1))])
def test_guilds_differ_by_their_mark_alone_which_turns_with_the_icon(
    corner: int, side: tuple[int, int]
) -> None:
    rows, columns = np.nonzero(np.abs(face(corner, 0) - face(corner, 1)).max(axis=2) > 2)
    x, y = columns.mean() - (PX - 1) / 2, (PX - 1) / 2 - rows.mean()
    assert (x, y) == pytest.approx(np.multiply(BESIDE_THE_CORNER, side) * PX / TILE_MM, abs=1.5)
    assert 6 < np.ptp(rows) * TILE_MM / PX <= 8  # a sign leaves a rim free


def test_sets_of_one_ink_have_something_that_tells_guilds_apart() -> None:
    drawn = [marked_looks(np.random.default_rng(seed))[0] for seed in range(80)]
    assert all(
        it.one_ink is not None and (it.mark is None) == (it.tint in ("frame", "patch")) for it in drawn
    )
    marks = [it.mark for it in drawn if it.mark is not None]
    assert 40 < len(marks) < 80
    assert all(max(map(abs, it.at)) + it.size / 2 <= TILE_MM / 2 for it in marks)


def test_a_medallion_is_a_round_field_around_the_icon_with_a_rim() -> None:
    look, _ = random_looks(np.random.default_rng(3), "v22")
    look = replace(look, tint="none", icon_at=(0.0, 0.0), icon_mm=18.0, stock="card", grain=0.0, worn=0.0)
    tile = Tile(2, 0, shift=(0.0, 0.0), turn=0.0, shade=1.0, figure=0)

    def drawn(medallion: Medallion | None) -> np.ndarray:
        face = tile_face(replace(look, medallion=medallion), tile, PX, np.random.default_rng(5))
        return face.astype(float)[: PX // 2, : PX // 2]

    with_one = drawn(Medallion(16.0, face=(1.0, 1.0, 0.0), rim=1.5, rim_ink=(0.0, 0.0, 1.0)))
    is_rim, is_face = (with_one @ (0.0, -1.0, 1.0) > 150), (with_one @ (0.0, 1.0, -1.0) > 150)
    rows, columns = np.nonzero(is_rim | is_face)
    mm = TILE_MM / PX
    assert np.ptp(rows) * mm == pytest.approx(16, abs=1.2)
    assert np.ptp(columns) * mm == pytest.approx(16, abs=1.2)
    away = np.hypot(*(np.indices(is_rim.shape) - PX / 4 + 0.5)) * mm
    assert away[is_rim].min() > 5.5 > np.median(away[is_face])


def test_sets_with_medallions_have_mostly_other_domes_than_coins() -> None:
    drawn = [medallion_looks(np.random.default_rng(seed)) for seed in range(80)]
    assert all(tiles.medallion is not None and not tiles.pale_icons for tiles, _ in drawn)
    assert 3 < sum(pieces.dome_shape == "coin" for _, pieces in drawn) < 30


def test_a_strong_colour_of_tiles_is_not_that_of_an_icon() -> None:
    for seed in range(40):
        tiles, _ = vivid_looks(np.random.default_rng(seed))
        assert max(tiles.base) - min(tiles.base) >= 0.3
        assert min(np.abs(np.subtract(tiles.base, ink)).max() for ink in tiles.inks) >= 0.3


def test_a_halo_lies_all_around_an_icon_and_nowhere_else() -> None:
    look, _ = random_looks(np.random.default_rng(3), "v22")
    look = replace(look, icons=("square",) * 4, variant=0, icon_turn="tile", tint="none")
    tile = Tile(1, 0, shift=(0.0, 0.0), turn=0.0, shade=1.0, figure=0)
    plain, haloed = (
        tile_face(replace(look, halo=halo), tile, PX, np.random.default_rng(5)).astype(float)
        for halo in (None, (1.0, 0.0, 1.0))
    )
    different = np.abs(haloed - plain).max(axis=2) > 20
    rows, columns = np.nonzero(different)
    middle = round(float(rows.mean())), round(float(columns.mean()))
    assert not different[middle]
    for ray in (different[middle[0]], different[:, middle[1]]):
        assert np.count_nonzero(np.diff(ray.astype(int)) == 1) == 2  # on both sides of the icon


def test_haloed_and_faint_icons_can_be_seen_by_their_own_colour() -> None:
    for seed in range(40):
        haloed, _ = haloed_looks(np.random.default_rng(seed))
        assert haloed.halo is not None
        assert not haloed.pale_icons
        faint, _ = faint_looks(np.random.default_rng(seed))
        assert faint.icon_mm <= 12
        assert not faint.pale_icons
