"""A course is gone through: what is drawn, prepared, and learnt from how often."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.photo import Picture

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

COUNT, TRACED = 3, 2


def small_drawing(rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
    return np.zeros((8, 8, 3), np.uint8), {"scene": int(rng.integers(2**31))}


def test_traced_pictures_are_prepared_once_and_learnt_from_three_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.training import course
    from vision.training.pictures import prepared_of

    prepared: Counter[Path] = Counter()
    learnt: Counter[Path] = Counter()

    def prepare(paths: list[Path], *_: int) -> list[Path]:
        prepared.update(paths)
        return [prepared_of(path) for path in paths[1:]]  # the first has nothing to teach

    def learn(_net: Any, examples: Any, *_: Any, **__: Any) -> None:
        learnt.update(examples[number] for number in range(len(examples)))

    monkeypatch.setattr(course, "train", learn)
    monkeypatch.setattr(course, "export", lambda *_: None)
    taught = course.Course(
        file="small.onnx.xz", network=lambda: torch.nn.Linear(1, 1), pictures="small", drawing=small_drawing,
        example=lambda path, _: path, collate=list, loss=lambda *_: torch.zeros(()), inputs={}, outputs=[], epochs=1,
        batch=1, prepared=prepare, traced=lambda: small_drawing,
    )  # fmt: skip

    course.teach(
        taught,
        course.Plan(tmp_path, tmp_path, COUNT, epochs=1, seed=1, workers=1, go_on=False, traced=TRACED),
    )

    assert sorted(prepared.values()) == [1] * (COUNT + TRACED)
    assert sorted(learnt.values()) == [1] * (COUNT - 1) + [3] * TRACED
    assert {path.parent.name for path, times in learnt.items() if times == 3} == {"small-traced-1"}
    assert len({path.with_suffix(".json").read_text() for path in prepared}) == COUNT + TRACED, (
        "no scene twice"
    )
