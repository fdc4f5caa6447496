"""What cannot be taught as `python -m vision.training` is told is refused in one line, before anything is drawn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")


def taught(monkeypatch: pytest.MonkeyPatch, *options: str) -> list[tuple[Any, Any]]:
    """What is taught, and by which plan, with such options."""
    from vision.training import __main__ as training

    calls: list[tuple[Any, Any]] = []
    monkeypatch.setattr(sys, "argv", ["training", *options])
    monkeypatch.setattr(training, "teach", lambda course, plan: calls.append((course, plan)))
    training.main()
    return calls


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--workers", "0"], "argument --workers: 0 is no whole number from 1 on"),
        (["--epochs", "0"], "argument --epochs: 0 is no whole number from 1 on"),
        (["--count", "few"], "argument --count: few is no whole number from 1 on"),
        (["--seed", "-1"], "argument --seed: -1 is no whole number from 0 on"),
        (
            ["--count", "2", "--only", "finder"],
            "2 pictures are too few for find.onnx.xz, which learns from 32 at",
        ),
        (["--only", "nobody"], "nothing is called nobody; there are finder, reader,"),
        (
            ["--only", "finder", "--go-on", "--models", "EMPTY"],
            "there is no EMPTY/find.onnx.xz to go on with",
        ),
        (["--models", "EMPTY"], "closer, emblems would learn from the networks in"),
        (["--game", "netzwerk", "--models", "EMPTY"], "lamp, stones, miners, owners would learn from"),
        (["--game", "netzwerk", "--only", "owners", "--models", "EMPTY"], "owners would learn from"),
        (
            ["--game", "netzwerk", "--only", "owners", "--count", "1"],
            "1 pictures are too few for owners: 100",
        ),
        (["--only", "finder", "--models", "EMPTY/file"], "EMPTY/file is no folder"),
        (["--only", "finder", "--pictures", "EMPTY/file"], "EMPTY/file is no folder"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    options: list[str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit):
        taught(monkeypatch, *(it.replace("EMPTY", str(tmp_path)) for it in options))

    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .startswith("python -m vision.training: error: " + why.replace("EMPTY", str(tmp_path)))
    )


def test_what_learns_from_pictures_alone_is_written_where_one_likes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((course, plan),) = taught(monkeypatch, "--only", "reader", "--count", "40", "--models", str(tmp_path))

    assert course.file == "read.onnx.xz"
    assert (plan.models, plan.count, plan.epochs) == (tmp_path, 40, None)


def test_tracing_takes_what_traces(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vision.training.course.find_spec", lambda _: None)

    with pytest.raises(SystemExit):
        taught(monkeypatch, "--only", "reader", "--traced", "9")
    assert "tracing pictures takes the extra 'trace'" in capsys.readouterr().err

    assert taught(monkeypatch, "--only", "finder", "--traced", "9"), "where there are none, none are missed"
