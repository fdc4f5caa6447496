"""What stands on the board can be told on its small map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engine.alien_city import AlienCity
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.setup import random_opening
from engine.netzwerk.text import parse_seen
from engine.spots import Hue, Spot
from firmware.panel.lettering import Box
from firmware.panel.map import GREY, INKS, draw_map
from tests.engine.alien_city.cities import OTHER_TILES


def in_a_row(fields: str, standing: str = "") -> dict[str, Spot]:
    """What stands on fields that lie in a row, by their text; standing: whose miner stands on the first one."""
    miners = ";".join(f"{player}{'0,0' if player == standing else '-'}" for player in "wkgn")
    spots = [it for it in Netzwerk().chart(parse_seen(f"0|0:{fields} {miners} w-|k-|g-|n-")) if not it.ends]
    return {fields[2 * n : 2 * n + 2]: spot for n, spot in enumerate(spots)}


OF_A_LANDSCAPE = {
    **in_a_row("C7C?##??"),
    **in_a_row("Y0Y1Y2Y?"),
    **in_a_row("O0O1O2O?R0R1R2R?"),
    **in_a_row("G0G1G2G?B0B1B2B?"),
    **{f"miner of {it}": in_a_row("Y2", it)["Y2"] for it in "wkgn"},
}
"""All that may be on a field."""


def drawn(spot: Spot) -> np.ndarray:
    """The pixels (40, 40, 3) of one place."""
    picture = Image.new("RGB", (40, 40))
    draw_map(ImageDraw.Draw(picture), Box(0, 0, 40, 40), [spot], (), lit=False)
    return np.asarray(picture)


def lit(spot: Spot) -> int:
    return int((drawn(spot).max(axis=2) > 0).sum())


@pytest.mark.parametrize("spot", OF_A_LANDSCAPE.values(), ids=OF_A_LANDSCAPE)
def test_every_sign_has_the_ink_of_its_hue(spot: Spot) -> None:
    inks = {tuple(pixel) for pixel in drawn(spot).reshape(-1, 3) if pixel.any()}
    if spot.sign is None:
        assert lit(spot) == 1, "an empty field or one that could not be read is a dot"
        assert inks == {GREY if spot.is_read else INKS[Hue.WHITE]}
    elif spot.sign.text:
        assert max(inks) == GREY, "its value is darker"
    else:
        assert inks == {INKS[spot.sign.hue]}


@pytest.mark.parametrize("colour", "YORGB")
def test_the_more_stones_the_larger_and_a_miner_is_no_stone(colour: str) -> None:
    sizes = [lit(OF_A_LANDSCAPE[f"{colour}{count}"]) for count in (0, 1, 2)]
    assert 0 < sizes[0] < sizes[1] < sizes[2] < lit(OF_A_LANDSCAPE["C7"])
    assert lit(OF_A_LANDSCAPE[f"{colour}?"]) < sizes[2], "who can't count them doesn't say two"
    miner, stones = (drawn(OF_A_LANDSCAPE[it])[20] for it in ("miner of w", f"{colour}2"))
    assert (miner > 0).any(axis=1).sum() > (stones > 0).any(axis=1).sum()


@pytest.mark.parametrize("width", [12, 13, 18, 30])
@pytest.mark.parametrize("lit", [False, True])
def test_cities_are_told_by_their_values_where_all_have_room(width: int, lit: bool) -> None:
    looks = []
    for value in ("?", *map(str, range(2, 11))):
        picture = Image.new("RGB", (width, width))
        draw = ImageDraw.Draw(picture)
        draw.fontmode = "1"
        state = parse_seen(f"0|0:{f'C{value}'.replace('C10', 'CA')} w-;k- w-|k-")
        (spot,) = Netzwerk().chart(state)
        draw_map(draw, Box(0, 0, width, width), [spot], [spot.place], lit=lit)
        looks.append(picture.tobytes())
    assert len({*looks}) == len(looks)


def test_no_two_inks_are_alike() -> None:
    inks = np.array(list(INKS.values()), float)
    apart = np.linalg.norm(inks[:, None] - inks[None], axis=2)[np.triu_indices(len(inks), 1)]
    assert apart.min() > 50


CORNER = Box(87, 0, 128, 50)
"""Where the map is on a display of 128 by 64."""


def on_a_lot(row: str) -> Spot:
    """What stands on the first lot of a row."""
    rules = AlienCity()
    return rules.chart(rules.parse_state(f"{OTHER_TILES} 8/8/8/8/8/8/8/8/8/{row}"))[0]


OF_A_CITY = {
    "nothing": on_a_lot("8"),
    **{
        it: on_a_lot(f"{it}7")
        for it in ("?", *"rgbk", *"RGB", *(f"{it}{cap}" for it in "RGB" for cap in "ox"))
    },
}
"""All that may be on a lot."""


def seen(spots: Sequence[Spot], marked: str, *, lit: bool) -> np.ndarray:
    """What a display without colours shows, (64, 128) bool."""
    picture = Image.new("RGB", (128, 64))
    draw_map(ImageDraw.Draw(picture), CORNER, spots, [marked], lit=lit)
    return np.asarray(picture).max(axis=2) > 0


def blinks(spots: Sequence[Spot], marked: str) -> int:
    """How many pixels of it blink with a marked place."""
    return int((seen(spots, marked, lit=True) != seen(spots, marked, lit=False)).sum())


def standing(spots: Sequence[Spot], on: Spot, this: Spot, around: Spot) -> list[Spot]:
    """The map with one place like this, and all others like another one."""

    def like(other: Spot, spot: Spot) -> Spot:
        return replace(other, place=spot.place, x=spot.x, y=spot.y)

    return [it if it.ends else like(this if it is on else around, it) for it in spots]


@pytest.mark.parametrize("this", OF_A_CITY.values(), ids=OF_A_CITY)
def test_every_lot_blinks_whatever_stands_there_and_around_it(this: Spot) -> None:
    rules = AlienCity()
    spots = rules.chart(rules.parse_state(f"{OTHER_TILES} 8/8/8/8/8/8/8/8/8/8"))
    for spot in spots:
        for around in ("nothing", "R"):
            blinking = blinks(standing(spots, spot, this, OF_A_CITY[around]), spot.place)
            assert blinking >= 20, f"{spot.place}: a place is 5 pixels wide"


@pytest.mark.parametrize("this", OF_A_LANDSCAPE.values(), ids=OF_A_LANDSCAPE)
def test_every_field_blinks_whatever_stands_there_and_around_it(this: Spot) -> None:
    for players in (2, 3, 4):
        state = random_opening(players, seed=players)
        spots = Netzwerk().chart(state)
        for spot in (it for it in spots if not it.ends):
            for around in ("##", "C7"):
                blinking = blinks(standing(spots, spot, this, OF_A_LANDSCAPE[around]), spot.place)
                assert blinking >= 9, f"{spot.place}: a place is 3 pixels wide"


@pytest.mark.parametrize("this", ["##", "C7"])
def test_every_connection_blinks_between_its_fields(this: str) -> None:
    for players in (2, 3, 4):
        state = random_opening(players, seed=players)
        spots = Netzwerk().chart(state)
        for spot in (it for it in spots if it.ends):
            like_this = OF_A_LANDSCAPE[this]
            blinking = blinks(standing(spots, spot, like_this, like_this), spot.place)
            assert blinking >= 6, f"{spot.place}: a place is 3 pixels wide"


def test_nothing_but_what_is_marked_blinks() -> None:
    state = random_opening(4, seed=1)
    assert blinks(Netzwerk().chart(state), "none such") == 0
