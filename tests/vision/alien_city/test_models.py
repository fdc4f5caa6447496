"""The files of the reader's networks."""

from __future__ import annotations

from pathlib import Path

import vision.alien_city


def test_all_networks_together_take_less_than_a_megabyte() -> None:
    files = [*(Path(vision.alien_city.__file__).parent / "models").glob("*.onnx.xz")]
    assert len(files) == 5
    assert sum(it.stat().st_size for it in files) < 1_000_000
