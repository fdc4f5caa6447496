"""The board's outline: four corners from a mask, whatever leans over its edges."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.alien_city.find import NoCityError, quadrilateral


def mask_of(corners: list[tuple[float, float]]) -> npt.NDArray[np.float32]:
    """The mask of a polygon given in pixels of the network's input, each cell its share."""
    fine = np.zeros((240, 320), np.uint8)
    cv2.fillPoly(fine, [np.array(corners, np.int32)], 255)
    return cv2.resize(fine, (80, 60), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


CORNERS = [(70, 60), (60, 190), (230, 210), (250, 50)]
"""Counter-clockwise to the eye, y growing downwards."""


def same_corners(found: npt.NDArray[np.float64], true: list[tuple[float, float]]) -> float:
    """The largest distance when the lists are turned to fit."""
    return min(float(np.abs(np.roll(found, n, axis=0) - true).max()) for n in range(4))


def test_the_corners_are_found_to_a_pixel_and_run_counter_clockwise() -> None:
    assert same_corners(quadrilateral(mask_of(CORNERS)), CORNERS) < 1.2


def test_specks_elsewhere_do_not_matter() -> None:
    mask = mask_of(CORNERS)
    mask[2:5, 70:74] = 1
    assert same_corners(quadrilateral(mask), CORNERS) < 1.2


def test_a_bite_out_of_a_side_moves_the_corners_little() -> None:
    mask = mask_of(CORNERS)
    mask[28:33, 15:20] = 0
    assert same_corners(quadrilateral(mask), CORNERS) < 4


@pytest.mark.parametrize(
    "mask", [np.zeros((60, 80), np.float32), mask_of([(100, 100), (100, 115), (115, 115), (115, 100)])]
)
def test_no_board_is_said_to_be_no_board(mask: npt.NDArray[np.float32]) -> None:
    with pytest.raises(NoCityError, match="no board in view"):
        quadrilateral(mask)


def test_a_triangle_is_no_board() -> None:
    with pytest.raises(NoCityError, match="four corners"):
        quadrilateral(mask_of([(60, 60), (60, 200), (260, 60)]))
