"""Letters are told apart at every size in which anything is written."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageDraw

from firmware.panel.lettering import LARGEST, SMALLEST, font, pages, set_in

LETTERS = "abcdefghijklmnopqrstuvwxyzáäčďéěíĺľňóôŕřšťúůýž0123456789"
"""Of English, Slovak and Czech."""


def sizes(mode: str) -> set[int]:
    """The sizes in which a text is set, as there is room for it."""
    found = set()
    for width in range(24, 320, 3):
        found.add(set_in("kupola", width, 200, mode))
        found |= {*pages("kupola kupola kupola", width, 14, mode, 12)}
    return {setting.size for setting in found if setting.fits}


def drawn(letter: str, size: int, mode: str) -> bytes:
    canvas = Image.new("L", (3 * size, 3 * size))
    draw = ImageDraw.Draw(canvas)
    draw.fontmode = mode
    draw.text((size, 2 * size), letter, fill=255, font=font(size), anchor="ls")
    return canvas.tobytes()


@pytest.mark.parametrize("mode", ["1", "L"])
def test_no_two_letters_look_the_same_at_any_size_that_is_used(mode: str) -> None:
    used = sizes(mode)
    assert {SMALLEST, 11, 13, LARGEST} <= used
    for size in used:
        looks = {letter: drawn(letter, size, mode) for letter in LETTERS}
        alike = [(one, other) for one, other in combinations(LETTERS, 2) if looks[one] == looks[other]]
        assert alike == [], size
