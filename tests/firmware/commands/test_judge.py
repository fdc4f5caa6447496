"""`kibitz judge` answers questions line by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware.cli import main
from tests.engine.netzwerk.vectors import lines


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_each_line_is_answered_by_a_line(
    tmp_path: Path, encoding: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_text("\n".join(map(json.dumps, lines("positions.jsonl")[:3])), encoding)
    assert main(["judge", str(path), "--json"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [it["canonical"] for it in said] == [it["canonical"] for it in lines("positions.jsonl")[:3]]


def test_a_bad_line_is_named_and_those_before_it_are_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_text(json.dumps(lines("positions.jsonl")[0]) + "\nnonsense\n")
    assert main(["judge", str(path)]) == 1
    said = capsys.readouterr()
    assert said.out.count("\n") == 1
    assert said.err.startswith(f"kibitz judge: {path}: line 2: ")
    assert said.err.count("\n") == 1
    assert main(["judge", str(tmp_path / "none.jsonl")]) == 1
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff\x00\xfe", "it is not text in UTF-8"),
        (b"", "the file holds no question"),
        (b"\n \n", "the file holds no question"),
        (b"[" * 200_000, "line 1: it has brackets in brackets, too deep to be read"),
    ],
)
def test_a_file_without_questions_gets_one_line(
    tmp_path: Path, content: bytes, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_bytes(content)
    assert main(["judge", str(path)]) == 1
    assert capsys.readouterr() == ("", f"kibitz judge: {path}: {reason}\n")
