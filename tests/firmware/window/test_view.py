"""The picture of a page: what the camera sees, and the device beside it."""

from __future__ import annotations

import numpy as np
import pytest

from engine.alien_city import AlienCity
from engine.messages import ENGLISH
from firmware.events import Standing, Status
from firmware.frame import Frame
from firmware.panel.lights import Lights
from firmware.window.view import View

GROUND = 24


@pytest.mark.parametrize(("width", "height"), [(320, 240), (640, 360), (1280, 960)])
def test_all_of_the_device_is_in_the_picture_however_low_the_camera_s_is(width: int, height: int) -> None:
    view = View(AlienCity(), ENGLISH, Lights())
    frame = Frame(np.full((height, width, 3), 200, np.uint8), 0.0, "picture")
    because = "the landscape seems to run out of the picture; move the camera so that all of it is in view"
    picture = view.shown(frame, Standing(Status.CANT_SEE, because=because), [], 0.0).wide()
    assert (picture[:height, :width] == 200).all()
    told = picture[392:, width:]
    lines = np.flatnonzero((told != GROUND).any(axis=(1, 2)))
    assert len(lines) > 0
    assert lines[-1] < len(told) - 1, "none is cut off"


@pytest.mark.parametrize(("width", "height"), [(320, 240), (640, 360), (1280, 960)])
def test_upright_the_display_is_as_wide_as_the_picture(width: int, height: int) -> None:
    view = View(AlienCity(), ENGLISH, Lights())
    frame = Frame(np.full((height, width, 3), 200, np.uint8), 0.0, "picture")
    picture = view.shown(frame, Standing(Status.SETTING_UP), [], 0.0).upright()
    across = max(width, 384)
    table = height * across // width
    assert picture.shape[1] == across
    assert (picture[:table] == 200).all()
    display = picture[table : table + across // 2 - 2]
    assert (display != GROUND).all(axis=2).mean() > 0.9, "from side to side"
