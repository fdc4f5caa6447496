"""What stands on the board can be told on its small map."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engine.game import Spot
from engine.netzwerk.game import Netzwerk
from firmware.panel.lettering import Box
from firmware.panel.map import GREY, INKS, draw_map


def drawn(sign: str) -> np.ndarray:
    """The pixels (40, 40, 3) of one place."""
    picture = Image.new("RGB", (40, 40))
    draw_map(ImageDraw.Draw(picture), Box(0, 0, 40, 40), [Spot("1,1", 0.0, 0.0, sign)], (), 0.0)
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
            assert inks == {GREY}
        else:
            assert lit(spot.sign) == 1, "an empty field or one that could not be read is a dot"


@pytest.mark.parametrize("colour", ["yellow", "orange", "red", "green", "blue"])
def test_the_more_stones_the_larger_and_a_miner_is_no_stone(colour: str) -> None:
    sizes = [lit(f"{colour} {count}") for count in (0, 1, 2)]
    assert 0 < sizes[0] < sizes[1] < sizes[2] < lit("city 7")
    assert lit(f"{colour} ?") < sizes[2], "who can't count them doesn't say two"
    miner, stones = drawn("white miner")[20], drawn("white 2")[20]
    assert (miner > 0).sum() > (stones > 0).sum()


def test_no_two_inks_are_alike() -> None:
    inks = np.array(list(INKS.values()), float)
    apart = np.linalg.norm(inks[:, None] - inks[None], axis=2)[np.triu_indices(len(inks), 1)]
    assert apart.min() > 50
