"""The numbers of cities are printed so that they can be told from each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.synthetic.netzwerk import numerals
from vision.synthetic.netzwerk.scene import Numerals

LARGE = Numerals(0, 0.5, 0.0, 1.0, 28.0, (1.0, 1.0, 1.0), "six", "line", 0.0)
ACROSS_MM, SCALE = 32.0, 4.0


@pytest.mark.parametrize("mark", ["line", "dot"])
@pytest.mark.parametrize("face", range(0, numerals.FACES, 5))
def test_what_tells_6_from_9_is_seen_on_the_smallest_discs(mark: str, face: int) -> None:
    printed = np.zeros((200, 200, 3), np.float32)
    numerals.print_number(printed, replace(LARGE, face=face, mark=mark), 6, 0.0, SCALE, ACROSS_MM)
    away = np.hypot(*(np.indices((200, 200)) - 99.5)) / SCALE
    assert printed[away > ACROSS_MM / 2].sum() < 0.01 * printed.sum()
