"""`kibitz calibrate` says before anything is gone through where its result could not be kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.cli import main


@pytest.mark.parametrize("what", ["lens", "mount", "set"])
def test_a_result_that_cannot_be_kept_is_not_asked_for(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    for folder, reason in ((Path("/proc/kibitz"), ""), (tmp_path / "file" / "below", "Not a directory\n")):
        place = folder / "kept.json"
        assert main(["calibrate", what, "--camera", "simulated", "--to", str(place)]) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(f"kibitz calibrate: {place}: cannot be written: ")
        assert told.err.endswith(reason)
        assert len(told.err.splitlines()) == 1


def test_to_find_that_out_leaves_no_trace(tmp_path: Path) -> None:
    place = tmp_path / "sets" / "kept.json"
    assert main(["calibrate", "mount", "--camera", "usb:77", "--to", str(place)]) == 1
    assert list(tmp_path.iterdir()) == []
