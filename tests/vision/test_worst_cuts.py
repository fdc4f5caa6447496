"""The page of the worst cuts: the worst come first, from whatever photo."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.plain import outcome
from vision.evaluation import UNREAD, Fault
from vision.worst_cuts import worst_cuts


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), np.zeros((240, 320, 3), np.uint8))
    return path


def shown(html: str) -> list[str]:
    return re.findall(r"lots (\w+):", html)


def test_the_page_begins_with_errors_to_whose_truth_the_least_was_given(photo: Path) -> None:
    # Of A3 the reading says nothing.
    first = outcome(
        photo,
        Fault("lots", "A1", "x", UNREAD, 0.1),
        Fault("lots", "A2", "x", "y", 0.3),
        Fault("lots", "A3", "x", "nothing"),
    )
    last = outcome(photo, Fault("lots", "B1", "x", "y", 0.05), Fault("lots", "B2", "x", UNREAD, 0.02))
    assert shown(worst_cuts([first, last])) == ["A3", "B1", "A2", "B2", "A1"]


def test_an_error_in_the_last_photo_is_shown_however_much_is_open_before_it(photo: Path) -> None:
    doubts = [outcome(photo, *(Fault("lots", f"D{n}", "x", UNREAD, 0.4) for n in range(9))) for _ in range(3)]
    html = worst_cuts([*doubts, outcome(photo, Fault("lots", "Z1", "x", "y", 0.5))], most=5)
    assert shown(html)[0] == "Z1"
    assert html.count("<img") == 5
    assert "photo.png: lots Z1: x read as y (gave x 0.500)" in html
