"""What is measured is summed up by subject."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.plain import Plain, outcome
from vision.evaluation import Outcome, calibration_error, reliability


def test_reliability_is_told_subject_by_subject() -> None:
    photo = Path("photo.png")
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
