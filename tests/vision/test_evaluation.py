"""What is measured is summed up and shown: the worst first, and by subject."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.evaluation import UNREAD, Comparison, Fault, Outcome, calibration_error, page, reliability
from vision.photo import Picture


@dataclass(frozen=True)
class Plain:
    """A label of a game of which nothing is known; cut out is what was seen of it."""

    path: Path
    style: str = "plain"
    light: str = "lamp"
    hand: bool = False

    def compared(self, seen: Any) -> Comparison:
        """Whatever was seen is the comparison."""
        comparison: Comparison = seen
        return comparison

    def cut(self, picture: Picture, *_: object) -> Picture:
        """All of it."""
        return picture


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), np.zeros((240, 320, 3), np.uint8))
    return path


def outcome(photo: Path, *faults: Fault, said: dict[str, Any] | None = None) -> Outcome:
    return Outcome(Plain(photo), None, Comparison(faults, {"lots": 9}, said or {}))


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
    assert shown(page([first, last])) == ["A3", "B1", "A2", "B2", "A1"]


def test_an_error_in_the_last_photo_is_shown_however_much_is_open_before_it(photo: Path) -> None:
    doubts = [outcome(photo, *(Fault("lots", f"D{n}", "x", UNREAD, 0.4) for n in range(9))) for _ in range(3)]
    html = page([*doubts, outcome(photo, Fault("lots", "Z1", "x", "y", 0.5))], most=5)
    assert shown(html)[0] == "Z1"
    assert html.count("<img") == 5
    assert "photo.png: lots Z1: x read as y (gave x 0.500)" in html


def test_reliability_is_told_subject_by_subject(photo: Path) -> None:
    sure, unsure = (
        {"lots": ((0.95, True), (0.95, False))},
        {"lots": ((0.55, True),), "marks": ((0.85, True),)},
    )
    rows = reliability([outcome(photo, said=sure), outcome(photo, said=unsure), Outcome(Plain(photo))])
    assert rows["lots"] == [(pytest.approx(0.55), 1.0, 1), (pytest.approx(0.95), 0.5, 2)]
    assert rows["marks"] == [(pytest.approx(0.85), 1.0, 1)]


def test_the_calibration_error_weighs_each_bin_by_how_often_it_was_said() -> None:
    assert calibration_error([(0.9, 0.9, 5), (0.6, 0.6, 1)]) == 0
    assert calibration_error([(0.9, 0.8, 30), (0.5, 0.9, 10)]) == pytest.approx(0.175)
