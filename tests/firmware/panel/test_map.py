"""What stands on the board can be told on its small map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engine.alien_city import AlienCity
from engine.game import Spot
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.setup import random_opening
from firmware.panel.lettering import Box
from firmware.panel.map import GREY, INKS, draw_map


def drawn(sign: str) -> np.ndarray:
    """The pixels (40, 40, 3) of one place."""
    picture = Image.new("RGB", (40, 40))
    draw_map(ImageDraw.Draw(picture), Box(0, 0, 40, 40), [Spot("1,1", 0.0, 0.0, sign)], (), lit=False)
    return np.asarray(picture)


def lit(sign: str) -> int:
    return int((drawn(sign).max(axis=2) > 0).sum())


def test_every_sign_of_a_landscape_has_the_ink_of_its_word() -> None:
    rules = Netzwerk()
    text = (
        "0|0:C7Y2G1R2/0:O1B2##??/0:C?Y0Y?G2 w1,0;k2,0;g3,2;n1,1 w-|k-|g-|n- w0,0,0,0,0|k0,0,0,0,0|g0,0,0,0,0"
    )
    for spot in rules.chart(rules.parse_state(text + "|n0,0,0,0,0 w.m")):
        first = spot.sign.partition(" ")[0]
        inks = {tuple(pixel) for pixel in drawn(spot.sign).reshape(-1, 3) if pixel.any()}
        if first in INKS:
            assert inks == {INKS[first]}
        elif first == "city":
            assert max(inks) == GREY, "its value is darker"
        else:
            assert lit(spot.sign) == 1, "an empty field or one that could not be read is a dot"


@pytest.mark.parametrize("colour", ["yellow", "orange", "red", "green", "blue"])
def test_the_more_stones_the_larger_and_a_miner_is_no_stone(colour: str) -> None:
    sizes = [lit(f"{colour} {count}") for count in (0, 1, 2)]
    assert 0 < sizes[0] < sizes[1] < sizes[2] < lit("city 7")
    assert lit(f"{colour} ?") < sizes[2], "who can't count them doesn't say two"
    miner, stones = drawn("white miner")[20], drawn("white 2")[20]
    assert (miner > 0).sum() > (stones > 0).sum()


@pytest.mark.parametrize("width", [12, 13, 18, 30])
@pytest.mark.parametrize("lit", [False, True])
def test_cities_are_told_by_their_values_where_all_have_room(width: int, lit: bool) -> None:
    looks = []
    for value in ("?", *map(str, range(2, 11))):
        picture = Image.new("RGB", (width, width))
        draw = ImageDraw.Draw(picture)
        draw.fontmode = "1"
        spot = Spot("1,1", 0.0, 0.0, f"city {value}")
        draw_map(draw, Box(0, 0, width, width), [spot], ["1,1"], lit=lit)
        looks.append(picture.tobytes())
    assert len({*looks}) == len(looks)


def test_no_two_inks_are_alike() -> None:
    inks = np.array(list(INKS.values()), float)
    apart = np.linalg.norm(inks[:, None] - inks[None], axis=2)[np.triu_indices(len(inks), 1)]
    assert apart.min() > 50


CORNER = Box(87, 0, 128, 50)
"""Where the map is on a display of 128 by 64."""
TILES = "K^GvBvB^/BvR<BvR^/K^G<KvGv/R^K<R<Gv/G^BvK>R>"
OF_A_CITY = [
    "",
    "?",
    *(
        f"{colour} {piece}"
        for colour in ("red", "blue", "green", "black")
        for piece in ("dome", "tower", "tower capped black", "tower capped white")
    ),
]
OF_A_LANDSCAPE = [
    "",
    "?",
    "city 7",
    "city ?",
    *(f"{player} miner" for player in ("white", "black", "grey", "brown")),
    *(f"{colour} {count}" for colour in ("yellow", "orange", "red", "green", "blue") for count in "012?"),
]


def seen(spots: Sequence[Spot], marked: str, *, lit: bool) -> np.ndarray:
    """What a display without colours shows, (64, 128) bool."""
    picture = Image.new("RGB", (128, 64))
    draw_map(ImageDraw.Draw(picture), CORNER, spots, [marked], lit=lit)
    return np.asarray(picture).max(axis=2) > 0


def blinks(spots: Sequence[Spot], marked: str) -> int:
    """How many pixels of it blink with a marked place."""
    return int((seen(spots, marked, lit=True) != seen(spots, marked, lit=False)).sum())


def standing(spots: Sequence[Spot], on: Spot, sign: str, around: str) -> list[Spot]:
    """The map with a sign on one place, and another one on all others."""
    return [it if it.ends else replace(it, sign=sign if it is on else around) for it in spots]


@pytest.mark.parametrize("sign", OF_A_CITY)
def test_every_lot_blinks_whatever_stands_there_and_around_it(sign: str) -> None:
    rules = AlienCity()
    spots = rules.chart(rules.parse_state(f"{TILES} 8/8/8/8/8/8/8/8/8/8"))
    for spot in spots:
        for around in ("", "red tower"):
            blinking = blinks(standing(spots, spot, sign, around), spot.place)
            assert blinking >= 20, f"{spot.place}: a place is 5 pixels wide"


@pytest.mark.parametrize("sign", OF_A_LANDSCAPE)
def test_every_field_blinks_whatever_stands_there_and_around_it(sign: str) -> None:
    for players in (2, 3, 4):
        state = random_opening(players, seed=players)
        spots = Netzwerk().chart(state)
        for spot in (it for it in spots if not it.ends):
            for around in ("", "city 7"):
                blinking = blinks(standing(spots, spot, sign, around), spot.place)
                assert blinking >= 9, f"{spot.place}: a place is 3 pixels wide"


@pytest.mark.parametrize("sign", ["", "city 7"])
def test_every_connection_blinks_between_its_fields(sign: str) -> None:
    for players in (2, 3, 4):
        state = random_opening(players, seed=players)
        spots = Netzwerk().chart(state)
        for spot in (it for it in spots if it.ends):
            blinking = blinks(standing(spots, spot, sign, sign), spot.place)
            assert blinking >= 6, f"{spot.place}: a place is 3 pixels wide"


def test_nothing_but_what_is_marked_blinks() -> None:
    state = random_opening(4, seed=1)
    assert blinks(Netzwerk().chart(state), "none such") == 0
