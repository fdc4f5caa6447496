"""Files of calibration are whole, and can be read by people."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from calibration.store import read_json, write_json

NOBODY = 65534


def test_a_list_of_numbers_is_one_line_and_says_what_it_said(tmp_path: Path) -> None:
    data = {
        "text": "[\n 1,\n 2 ]",
        "vector": [1, -2.5, 3e-07],
        "matrix": [[0.0, 1.0], [2.0, 3.0]],
        "mixed": [1, None, "2"],
        "none": [],
    }
    write_json(tmp_path / "some.json", data)
    text = (tmp_path / "some.json").read_text()
    assert json.loads(text) == data
    assert ' "vector": [1, -2.5, 3e-07],' in text.splitlines()
    assert "  [0.0, 1.0]," in text.splitlines()


def test_only_what_says_one_of_the_formats_is_read(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    for said in ("kibitz-some/2", "kibitz-some/1"):
        write_json(path, {"format": said, "camera": "pi"})
        assert read_json(path, "kibitz-some/2", "kibitz-some/1")["camera"] == "pi"
    for other in ('{"format": "kibitz-some/3"}', "{}", "[]", "7"):
        path.write_text(other)
        with pytest.raises(ValueError, match="kibitz-some/2"):
            read_json(path, "kibitz-some/2", "kibitz-some/1")


@pytest.mark.skipif(os.geteuid() != 0, reason="files are given away by root alone")
def test_what_root_calibrates_belongs_to_the_service(tmp_path: Path) -> None:
    os.chown(tmp_path, NOBODY, NOBODY)
    path = tmp_path / "sets" / "own.json"
    write_json(path, {"format": "kibitz-some/1"})
    for made in (path.parent, path):
        assert (made.stat().st_uid, made.stat().st_gid) == (NOBODY, NOBODY)
