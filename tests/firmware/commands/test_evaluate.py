"""`kibitz evaluate` prints how well labelled photos are read, by style and by light, and what was read as what."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.netzwerk.text import parse_seen
from firmware.cli import main
from tests.vision.alien_city.labels import TRUTH, labelled_samples
from tests.vision.netzwerk.labels import NAME, labels
from tests.vision.netzwerk.labels import TRUTH as LANDSCAPES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return labelled_samples(tmp_path)


def test_the_command_prints_sums_by_style_and_light(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(folder), "--worst", str(folder / "worst.html")]) == 0
    out = capsys.readouterr().out
    assert "wood, without a hand: found 2/2" in out
    assert "light lamp: found 1/1" in out
    assert "lots: expected calibration error" in out
    assert "guilds and corners: expected calibration error" in out
    assert (folder / "worst.html").exists()


def test_what_was_read_as_what_is_told_group_by_group(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(folder)]) == 0
    told, heading = dict[str, list[str]](), ""
    for line in capsys.readouterr().out.splitlines():
        if line.endswith(", read as something else or not at all:"):
            heading = line
            told[heading] = []
        elif heading and line.startswith("  lots: "):
            told[heading].append(line)
        else:
            heading = ""
    groups = [it.removesuffix(", read as something else or not at all:") for it in told]
    # The one wrong label is of the photo whose light nobody told; of three photos none has a hand.
    assert groups == ["all", "light ?", "wood, without a hand"]
    assert len(set(map(tuple, told.values()))) == 1


def test_a_folder_without_labels_gets_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(tmp_path)]) == 1
    assert "labels.json: cannot be opened" in capsys.readouterr().err
    (tmp_path / "labels.json").write_text("[" * 200_000)
    assert main(["evaluate", str(tmp_path)]) == 1
    assert "labels.json: is not a list of labels" in capsys.readouterr().err
    for nothing in ("[]", "{}", '{"labels": []}', '"labels"', "7"):
        (tmp_path / "labels.json").write_text(nothing)
        assert main(["evaluate", str(tmp_path)]) == 1
        heard = capsys.readouterr()
        assert heard.out == ""
        assert heard.err.endswith("labels.json: is not a list of labels: it holds none\n")


def test_a_label_of_a_photo_that_cannot_be_is_one_of_a_photo_not_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    label = {"image": "a\0.jpg", "position": TRUTH["wooden_tiles.jpg"]["position"]}
    (tmp_path / "labels.json").write_text(json.dumps([label]))
    assert main(["evaluate", str(tmp_path)]) == 1, "nothing was found on any"
    assert "cannot be opened: No such file or directory" in capsys.readouterr().out


def test_the_command_prints_sums_of_a_landscape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(labels(tmp_path, LANDSCAPES[NAME])), "--game", "netzwerk"]) == 0
    out = capsys.readouterr().out
    assert "printed, without a hand: found 1/1" in out
    assert f"kinds wrong 0 unread 0 of {len(parse_seen(LANDSCAPES[NAME]).board.kinds)}" in out
    assert "connectors wrong 0" in out
    for subject in ("kinds", "values", "stones", "miners", "connectors"):
        assert f"{subject}: expected calibration error" in out


def test_labels_of_the_other_game_get_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(labels(tmp_path, LANDSCAPES[NAME]))]) == 1
    heard = capsys.readouterr().err
    assert "labels.json: is not a list of labels" in heard
    assert f"label 1, of {NAME}: " in heard
