"""Traced pictures show what drawn ones do, where they do. Needs the extra `trace`, and LLVM."""

import numpy as np
import pytest

from vision.synthetic.alien_city import random_scene, render
from vision.synthetic.alien_city.scene import Scene

pytest.importorskip("mitsuba_oidn", reason="only with the extra `trace`")


def scene() -> Scene:
    return random_scene(np.random.default_rng(2), size=(320, 240), hand=False)


def test_shows_what_is_drawn_and_the_same_each_time() -> None:
    from vision.training.alien_city.traced import trace

    traced, drawn = trace(scene()), render(scene())
    assert traced.position == drawn.position
    np.testing.assert_allclose(traced.corners, drawn.corners)
    middles = np.array(
        [piece.at for piece in scene().pieces if piece.kind == "dome" and piece.lot is not None]
    )
    x, y = np.rint(drawn.pose.project(middles + np.array([0.0, 0.0, 9.0]))).astype(int).T
    hues, others = (
        seen.image[y, x].astype(float) - seen.image[y, x].mean(1)[:, None] for seen in (traced, drawn)
    )
    assert len(hues) > 10
    assert np.corrcoef(hues.ravel(), others.ravel())[0, 1] > 0.9
    assert np.abs(trace(scene()).image.astype(int) - traced.image).mean() < 2


def test_no_tower_sticks_out_of_its_cap() -> None:
    from vision.training.alien_city.traced import trace

    dealt = next(
        it
        for seed in range(50)
        if (it := random_scene(np.random.default_rng(seed), size=(480, 360), hand=False)).position.count("o")
        > 1
        and not it.piece_look.cap.clear
    )
    traced, look = trace(dealt), dealt.piece_look
    white = np.array([p.at for p in dealt.pieces if p.kind == "cap" and p.lot is not None and p.colour == 0])
    tips = traced.pose.project(white + np.array([0.0, 0.0, look.cap_height * 0.9]))
    x, y = np.rint(tips).astype(int).T
    tinge = np.ptp(traced.image[y, x].astype(float), axis=1) / traced.image[y, x].max(axis=1)
    drawn = render(dealt).image[y, x].astype(float)
    np.testing.assert_allclose(tinge, np.ptp(drawn, axis=1) / drawn.max(axis=1), atol=0.2)
