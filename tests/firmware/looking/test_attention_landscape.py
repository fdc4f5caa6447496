"""A landscape is laid piece by piece: what Kibitz sees of it grows until somebody stands on it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from firmware.frame import Frame
from firmware.looking.attention import Attention
from vision.lens import Lens
from vision.netzwerk.eyes import NetzwerkEyes, SeenLandscape
from vision.photo import Picture
from vision.synthetic.netzwerk.arrange import miner_on, random_habits
from vision.synthetic.netzwerk.labels import true_centres
from vision.synthetic.netzwerk.play import LandscapeTable
from vision.synthetic.netzwerk.render import render_landscape
from vision.synthetic.netzwerk.scene import LandscapeScene

SIZE = (1280, 960)
FIELDS_LAID_LAST = 9
FRAMES = 25
"""Five seconds: what is new on the table and stays is no hand."""


class CountingEyes(NetzwerkEyes):
    """Eyes that count how often they search."""

    def __init__(self) -> None:
        super().__init__()
        self.searched = 0

    def read(self, picture: Picture, lens: Lens | None = None) -> SeenLandscape:
        self.searched += 1
        return super().read(picture, lens)


@pytest.fixture(scope="module")
def scene() -> LandscapeScene:
    return LandscapeTable(np.random.default_rng(4), SIZE, "simple").clear().scene


def looked(attention: Attention, picture: Picture, start: float) -> SeenLandscape:
    """What is seen of a picture after something has moved."""
    arm = picture.copy()
    arm[:, 300:600] = (200, 150, 120)
    for number, it in enumerate([arm, *[picture] * FRAMES]):
        look = attention.look(Frame(it.copy(), start + number / 5, "picture"))
    assert isinstance(look.seen, SeenLandscape)
    return look.seen


def test_fields_that_are_laid_later_are_seen_and_searched_for_no_more_when_someone_stands_there(
    scene: LandscapeScene,
) -> None:
    last = {field for laid in scene.laid[-FIELDS_LAID_LAST // 3 :] for field in laid.fields}
    begun = replace(
        scene,
        laid=tuple(it for it in scene.laid if not last & set(it.fields)),
        pieces=tuple(it for it in scene.pieces if not last & set(it.on)),
    )
    eyes = CountingEyes()
    attention = Attention(eyes)
    some = looked(attention, render_landscape(begun).image, 0.0)
    whole = looked(attention, render_landscape(scene).image, 10.0)
    count = len(scene.state.board.kinds)
    assert len(some.table.board.kinds) == pytest.approx(count - FIELDS_LAID_LAST, abs=1)
    assert len(whole.table.board.kinds) == count
    assert len(set(some.table.board) - set(whole.table.board)) <= 1, "fields keep their names"
    field = scene.laid[2].fields[0]
    middle = true_centres(scene.laid, scene.origin)[field]
    rng = np.random.default_rng(1)
    miner = miner_on(rng, 2, field, middle, random_habits(rng, scene.thing_look))
    moved_to = render_landscape(replace(scene, pieces=(*scene.pieces, miner))).image
    looked(attention, moved_to, 20.0)
    searched = eyes.searched
    looked(attention, moved_to, 30.0)
    assert eyes.searched == searched
