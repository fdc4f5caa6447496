"""Measuring the reader: what differs is counted once, in the better way round, and `?` is no error."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.alien_city import City, icon_lot
from firmware.cli import main
from firmware.games import labelled
from vision.alien_city.evaluate import CityLabel
from vision.alien_city.eyes import AlienCityEyes
from vision.evaluation import UNREAD, Tally, evaluate, page, reliability

ROOT = Path(__file__).parents[3]
TRUTH = json.loads((ROOT / "tests" / "data" / "samples.json").read_text())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A labelled folder: a photo, the same with its label turned and one lot wrong, and a file that is no photo."""
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(ROOT / "vision" / "samples" / "wooden_tiles.jpg", tmp_path / name)
    (tmp_path / "c.jpg").write_bytes(b"nothing")
    true = City.parse(TRUTH["wooden_tiles.jpg"]["position"])
    street = next(lot for lot in range(80) if true.lots[lot] is None)
    wrong = true.with_lot(type(true.structures()[0][0])(street), true.structures()[0][1]).turned()
    labels = [
        {"image": "a.jpg", "position": str(true), "style": "wood", "notes": {"light": "lamp"}},
        {"image": "b.jpg", "position": str(wrong), "style": "wood", "hand": False, "hidden": []},
        {"image": "c.jpg", "position": str(true), "style": "none"},
    ]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    return tmp_path


def test_each_photo_is_compared_the_better_way_round(folder: Path) -> None:
    straight, turned, none = evaluate(labelled(folder), AlienCityEyes())
    assert not [it for it in straight.faults if it.subject == "lots" and it.read != UNREAD]
    assert sum(it.subject == "lots" and it.read != UNREAD for it in turned.faults) == 1
    assert none.seen is None
    assert "not a picture" in none.reason
    tally = Tally()
    for outcome in (straight, turned, none):
        tally.add(outcome)
    assert (tally.photos, tally.found, tally.wrong["lots"]) == (3, 2, 1)
    assert tally.compared == {"lots": 160, "guilds and corners": 80}


def test_the_page_shows_a_strip_for_each_difference(folder: Path) -> None:
    outcomes = list(evaluate(labelled(folder), AlienCityEyes()))
    html = page(outcomes)
    assert html.count("<img") == sum(len(outcome.faults) for outcome in outcomes)
    assert "not a picture" in html


def test_reliability_counts_every_lot_and_icon_that_can_be_seen(folder: Path) -> None:
    rows = reliability(evaluate(labelled(folder), AlienCityEyes()))
    assert sum(count for *_, count in rows["lots"]) == 160
    icons = sum(
        city[icon_lot(number, tile.corner)] is None
        for label in labelled(folder)[:2]
        if isinstance(label, CityLabel)
        for city in [label.city]
        for number, tile in enumerate(city.tiles)
        if tile.corner is not None
    )
    marks = rows["guilds and corners"]
    assert sum(count for *_, count in marks) == 2 * icons
    assert sum(right * count for _, right, count in marks) > 0.95 * 2 * icons


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
    for nothing in ("[]", "{}"):
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
    assert main(["evaluate", str(tmp_path)]) == 0
    assert "cannot be opened: No such file or directory" in capsys.readouterr().out


def test_a_label_that_leaves_a_tile_open_is_refused_with_its_photo(folder: Path) -> None:
    labels = json.loads((folder / "labels.json").read_text())
    labels[1]["position"] = "??" + labels[1]["position"][2:]
    (folder / "labels.json").write_text(json.dumps(labels))
    with pytest.raises(ValueError, match=r"b\.jpg: the label leaves tiles open"):
        labelled(folder)
