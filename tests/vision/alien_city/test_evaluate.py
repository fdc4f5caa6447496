"""Measuring the reader: what differs is counted once, in the better way round, and `?` is no error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.alien_city import LOTS, icon_lot
from tests.vision.alien_city.labels import labelled_samples
from vision.alien_city.evaluate import CityLabel
from vision.alien_city.eyes import AlienCityEyes
from vision.evaluation import UNREAD, Tally, evaluate, load_labels, reliability
from vision.worst_cuts import worst_cuts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return labelled_samples(tmp_path)


def test_each_photo_is_compared_the_better_way_round(folder: Path) -> None:
    straight, turned, none = evaluate(load_labels(folder, CityLabel.parse), AlienCityEyes())
    assert not [it for it in straight.faults if it.subject == "lots" and it.read != UNREAD]
    (wrong,) = (it for it in turned.faults if it.subject == "lots" and it.read != UNREAD)
    assert isinstance(straight.label, CityLabel)
    assert isinstance(turned.label, CityLabel)
    true, said = straight.label.city.turned(), turned.label.city
    assert [str(lot) for lot in LOTS if said[lot] != true[lot]] == [wrong.place], "named as in the label"
    assert none.seen is None
    assert "not a picture" in none.reason
    tally = Tally()
    for outcome in (straight, turned, none):
        tally.add(outcome)
    assert (tally.photos, tally.found, tally.wrong["lots"]) == (3, 2, 1)
    assert tally.compared == {"lots": 160, "guilds and corners": 80}


def test_the_page_shows_a_strip_for_each_difference(folder: Path) -> None:
    outcomes = list(evaluate(load_labels(folder, CityLabel.parse), AlienCityEyes()))
    html = worst_cuts(outcomes)
    assert html.count("<img") == sum(len(outcome.faults) for outcome in outcomes)
    assert "not a picture" in html


def test_reliability_counts_every_lot_and_icon_that_can_be_seen(folder: Path) -> None:
    rows = reliability(evaluate(load_labels(folder, CityLabel.parse), AlienCityEyes()))
    assert sum(count for *_, count in rows["lots"]) == 160
    icons = sum(
        city[icon_lot(number, tile.corner)] is None
        for label in load_labels(folder, CityLabel.parse)[:2]
        if isinstance(label, CityLabel)
        for city in [label.city]
        for number, tile in enumerate(city.tiles)
        if tile.corner is not None
    )
    marks = rows["guilds and corners"]
    assert sum(count for *_, count in marks) == 2 * icons
    assert sum(right * count for _, right, count in marks) > 0.95 * 2 * icons


def test_a_label_that_leaves_a_tile_open_is_refused_with_its_photo(folder: Path) -> None:
    labels = json.loads((folder / "labels.json").read_text())
    labels[1]["position"] = "??" + labels[1]["position"][2:]
    (folder / "labels.json").write_text(json.dumps(labels))
    with pytest.raises(ValueError, match=r"label 2, of b\.jpg: it leaves tiles open"):
        load_labels(folder, CityLabel.parse)
