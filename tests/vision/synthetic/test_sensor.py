"""A simulated camera's noise is other noise in every frame."""

from __future__ import annotations

import numpy as np
import pytest

from vision.synthetic.noise import SENSOR_SIZE
from vision.synthetic.sensor import random_sensor, taken_again


@pytest.mark.parametrize("size", [(240, 320), SENSOR_SIZE, (1080, 1920)])
def test_noise_is_drawn_anew_in_pictures_of_any_size(size: tuple[int, int]) -> None:
    picture = np.full((*size, 3), 128, np.uint8)
    sensor = random_sensor(np.random.default_rng(1), dim=1.0)
    one, again, other = (taken_again(picture, sensor, 1.0, 1.0, at) for at in ((3, 5), (3, 5), (40, 70)))
    np.testing.assert_array_equal(one, again)
    assert (one != other).mean() > 0.5
