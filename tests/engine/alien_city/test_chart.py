"""A city on a small map: every lot in its place, with signs for what stands there."""

from __future__ import annotations

from dataclasses import replace

from engine.alien_city import LOTS, AlienCity, Lot
from engine.spots import Hue
from tests.engine.alien_city.cities import TILES

GAME = AlienCity()


def test_every_lot_has_a_spot_of_its_own_one_width_from_its_neighbours() -> None:
    spots = GAME.chart(GAME.parse_state(f"{TILES} 8/8/8/8/8/8/8/8/8/8"))
    assert [spot.place for spot in spots] == [str(lot) for lot in LOTS]
    assert {(spot.x, spot.y) for spot in spots} == {(x, y) for x in range(8) for y in range(10)}
    at = {spot.place: (spot.x, spot.y) for spot in spots}
    assert at["C7"] == (at["B7"][0] + 1, at["C6"][1] + 1)


def test_signs_say_what_stands_on_a_lot_and_what_is_not_known() -> None:
    spots = GAME.chart(GAME.parse_state(f"{TILES} kRGxBo?3/8/8/8/8/8/8/8/8/8"))
    row = [spot for spot in spots if Lot.parse(spot.place).row == 9]
    dome, tower, capped_black, capped_white = (it.sign for it in row[:4])
    assert dome is not None
    assert tower is not None
    assert (dome.hue, dome.is_round, dome.core) == (Hue.BLACK, True, None)
    assert (tower.hue, tower.is_round, tower.core) == (Hue.RED, False, None)
    assert capped_black == replace(tower, hue=Hue.GREEN, core=Hue.BLACK)
    assert capped_white == replace(tower, hue=Hue.BLUE, core=Hue.WHITE)
    assert [(it.sign, it.is_read) for it in row[4:]] == [(None, False), *[(None, True)] * 3]
