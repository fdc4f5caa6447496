"""Letters are told apart at every size in which anything is written."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw

from firmware.panel.lettering import LARGEST, SMALLEST, font, pages, set_in
from firmware.panel.screen import READABLE

LETTERS = "abcdefghijklmnopqrstuvwxyzáäčďéěíĺľňóôŕřšťúůýž0123456789"
"""Of English, Slovak and Czech."""


def sizes(mode: str) -> set[int]:
    """The sizes in which a text is set, as there is room for it."""
    found = set()
    for width in range(24, 320, 3):
        found.add(set_in("kupola", width, 200, mode))
        found |= {*pages("kupola kupola kupola", width, 14, mode, 12)}
    return {setting.size for setting in found if setting.fits}


def drawn(letters: str, size: int, mode: str) -> Image.Image:
    canvas = Image.new("L", ((2 + len(letters)) * size, 3 * size))
    draw = ImageDraw.Draw(canvas)
    draw.fontmode = mode
    draw.text((size, 2 * size), letters, fill=255, font=font(size), anchor="ls")
    return canvas


@pytest.mark.parametrize("mode", ["1", "L"])
def test_no_two_letters_look_the_same_at_any_size_that_is_used(mode: str) -> None:
    used = sizes(mode)
    assert {SMALLEST, 11, 13, LARGEST} <= used
    for size in used:
        looks = {letter: drawn(letter, size, mode).tobytes() for letter in LETTERS}
        alike = [(one, other) for one, other in combinations(LETTERS, 2) if looks[one] == looks[other]]
        assert alike == [], size


def test_letters_that_together_look_like_another_one_do_not_touch() -> None:
    for size in sorted(it for it in sizes("1") if it >= READABLE):
        black = drawn("Čierny", size, "1").crop(
            (0, size, 8 * size, 2 * size)
        )  # the caron is a part of its own
        parts, _ = cv2.connectedComponents((np.asarray(black) > 0).astype(np.uint8), connectivity=4)
        assert parts - 1 >= len("Čierny") + 1, size


def test_carons_have_two_tips() -> None:
    for size in sorted(it for it in sizes("1") if it >= READABLE):
        for letter in "ČĎŇŘŠŤŽčěňřšž":
            lit = np.asarray(drawn(letter, size, "1")) > 0
            highest = lit[np.flatnonzero(lit.any(axis=1))[0]]
            assert (np.diff(highest.astype(int)) > 0).sum() == 2, (letter, size)


@pytest.mark.parametrize("remembering", [pages, set_in])
def test_what_was_written_in_months_is_not_remembered_for_ever(remembering: Any) -> None:
    for number in range(1000):
        pages(f"White {number}", 128, 64)
    assert remembering.cache_info().currsize < 500
