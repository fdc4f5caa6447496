"""A set in colours that nobody trained for is learnt from a few arrangements of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from engine.alien_city import LOTS, PIECES, City, Structure
from vision.alien_city.own_set import AlienCitySet, Shot
from vision.alien_city.palette import Palette, apart, colour_of
from vision.game import Misplaced
from vision.photo import Picture
from vision.synthetic.alien_city import random_scene, render
from vision.synthetic.alien_city.looks import random_piece_look, random_tile_look

OWN = AlienCitySet()
Shots = list[Shot]


def pictures(positions: tuple[str, ...], seed: int) -> list[Picture]:
    """Opaque pieces in red, blue, yellow and purple on tiles of one's own, each time under another lamp."""
    rng = np.random.default_rng((77, 4))
    guilds = (0.8, 0.1, 0.1), (0.12, 0.3, 0.75), (0.9, 0.8, 0.12), (0.4, 0.12, 0.5)
    tiles = random_tile_look(rng, "invented", guilds)
    looks = tiles, random_piece_look(rng, "v22", guilds, tiles.base)
    light = np.random.default_rng(seed)
    scenes = (random_scene(light, position=position, hand=False, looks=looks) for position in positions)
    return [render(scene).image for scene in scenes]


@pytest.fixture(scope="module")
def shots() -> Shots:
    """Every arrangement, and then every one again in other light."""
    positions = OWN.arrangements * 2
    found = [
        OWN.shot(picture, position)
        for picture, position in zip(pictures(positions, 5), positions, strict=True)
    ]
    return [shot for shot in found if isinstance(shot, Shot)]


@pytest.fixture(scope="module")
def learnt(shots: Shots) -> Mapping[str, Any]:
    return OWN.learnt(shots[:3])


def test_what_was_learnt_makes_other_pictures_of_the_set_be_read_better(
    shots: Shots, learnt: Mapping[str, Any]
) -> None:
    assert len(shots) >= 5
    before, after = OWN.tried(shots[3:], None), OWN.tried(shots[3:], learnt)
    assert before.boards == after.boards == len(shots) - 3
    assert after.wrong + after.unread < (before.wrong + before.unread) / 2
    assert after.exact >= before.exact


def test_each_piece_has_its_colour_and_they_differ(learnt: Mapping[str, Any]) -> None:
    palette = Palette.from_json(dict(learnt))
    assert not np.isnan(palette.pieces).any()
    yellow = palette.pieces[[str(piece) for piece in PIECES].index("Gt")]
    assert yellow[0] > yellow[2] + 1
    assert OWN.alike(learnt) == []
    twins = dict(learnt) | {"pieces": dict(learnt["pieces"]) | {"Bd": learnt["pieces"]["Rd"]}}
    (pair,) = OWN.alike(twins)
    assert ({pair.one.text, pair.other.text}, pair.distance) == ({"red dome", "blue dome"}, 0.0)


def test_colours_of_the_ground_stay_and_those_of_pieces_become_known_ones(learnt: Mapping[str, Any]) -> None:
    palette = Palette.from_json(dict(learnt))
    light = np.array([0.8, 0.75, 0.6])

    def shown(colour: Any) -> Any:
        brightness = np.exp(colour + np.log(light + 0.03)) - 0.03
        return np.clip(brightness * 255, 0, 255).astype(np.uint8)

    stock = shown(palette.grounds[0])
    assert np.abs(palette.recoloured(stock[None], light)[0].astype(int) - stock).max() < 25
    yellow = shown(palette.pieces[[str(piece) for piece in PIECES].index("Gt")])
    red, green, blue = palette.recoloured(yellow[None], light)[0].astype(int)
    assert green > red + 20
    assert green > blue + 20


def test_the_light_is_found_by_the_stock_of_the_tiles() -> None:
    stock = colour_of(np.array([0.7, 0.6, 0.5]), np.array([0.8, 0.8, 0.8]))
    palette = Palette(np.full((7, 3), np.nan), np.eye(3), stock[None])
    for light in ([0.8, 0.7, 0.4], [0.3, 0.3, 0.35]):
        spots = np.exp(stock + np.log(np.array(light) + 0.03)) - 0.03
        picture = np.tile(np.clip(spots * 255, 0, 255).astype(np.uint8), (30, 24, 1))
        picture[:4] = (20, 200, 20)
        assert palette.light_on(picture) == pytest.approx(light, rel=0.05)
    assert apart(stock[None], stock[None])[0, 0] == 0


def test_what_does_not_lie_as_asked_is_named() -> None:
    asked = OWN.arrangements[0]
    city = City.parse(asked)
    empty = next(lot for lot in LOTS if city[lot] is None)
    built = [lot for lot in LOTS if city[lot] is not None][:3]
    other = city.with_lot(empty, Structure.parse("r"))
    for lot in built:
        other = other.with_lot(lot, None)
    (picture,) = pictures((str(other),), 9)
    found = OWN.shot(picture, asked)
    assert isinstance(found, Misplaced)
    assert set(found.places) >= {str(lot) for lot in (empty, *built)}


def test_a_spread_or_a_ground_that_is_none_is_refused(learnt: Mapping[str, Any]) -> None:
    for wrong in (
        {"spread": [[0, 0, 0]] * 3},
        {"spread": [[float("nan")] * 3] * 3},
        {"grounds": [[1, 2, None]]},
    ):
        with pytest.raises(ValueError, match="no palette"):
            OWN.eyes(dict(learnt) | wrong)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"pieces": {}, "spread": [], "grounds": []},
        {"pieces": 3},
        {"pieces": dict.fromkeys(map(str, PIECES))},
    ],
)
def test_what_is_no_palette_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        OWN.eyes(data)
