"""Traced landscapes show what drawn ones do, where they do. Needs the extra `trace`, and LLVM."""

from dataclasses import replace

import numpy as np
import pytest

from vision.synthetic.netzwerk import random_landscape, render_landscape

pytest.importorskip("mitsuba_oidn", reason="only with the extra `trace`")


def test_shows_the_fields_that_are_drawn() -> None:
    from vision.training.netzwerk.traced import trace_landscape

    scene = replace(random_landscape(np.random.default_rng(1), (320, 240)), hands=())
    traced, drawn = trace_landscape(scene), render_landscape(scene)
    assert (traced.position, traced.fields, traced.stones) == (drawn.position, drawn.fields, drawn.stones)
    x, y = np.rint(list(drawn.fields.values())).astype(int).T
    hues, others = (
        seen.image[y, x].astype(float) - seen.image[y, x].mean(1)[:, None] for seen in (traced, drawn)
    )
    assert len(hues) > 20
    assert np.corrcoef(hues.ravel(), others.ravel())[0, 1] > 0.9
