"""Measuring the reader of Netzwerk: whatever the fields are called, what differs is counted once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.netzwerk.fields import Field
from engine.netzwerk.material import City, Colour, Player
from engine.netzwerk.text import format_state, parse_seen
from tests.vision.netzwerk.labels import NAME, TRUTH, labels
from vision.evaluation import UNREAD, Label, evaluate, load_labels
from vision.netzwerk.evaluate import LandscapeLabel
from vision.netzwerk.eyes import NetzwerkEyes
from vision.worst_cuts import worst_cuts

STATE = parse_seen(TRUTH[NAME])


def labelled(folder: Path) -> list[Label]:
    return load_labels(folder, LandscapeLabel.parse)


def errors(folder: Path) -> list[set[tuple[str, str, str, str]]]:
    return [
        {(it.subject, it.place, it.true, it.read) for it in outcome.faults if it.read != UNREAD}
        for outcome in evaluate(labelled(folder), NetzwerkEyes())
    ]


def errors_more(folder: Path, position: str, hidden: tuple[str, ...] = ()) -> set[tuple[str, str, str, str]]:
    """Those that are there only because a label says so."""
    told, truly = errors(labels(folder, position, TRUTH[NAME], hidden=hidden))
    return told - truly


def test_a_photo_is_compared_however_its_fields_are_named(tmp_path: Path) -> None:
    turned = STATE
    for _ in range(2):
        turned = turned.turned()
    told, turned_round = errors(labels(tmp_path, TRUTH[NAME], format_state(turned)))
    assert sorted((subject, true, read) for subject, _, true, read in told) == sorted(
        (subject, true, read) for subject, _, true, read in turned_round
    )
    assert {subject for subject, *_ in told} <= {"stones"}


def test_each_difference_is_told_with_its_place(tmp_path: Path) -> None:
    city, other = [it for it in STATE.board if STATE.board.is_city(it)][:2]
    value, instead = STATE.board[city], STATE.board[other]
    assert isinstance(value, City)
    assert isinstance(instead, City)
    board = replace(STATE.board, kinds={**STATE.board.kinds, city: instead, other: value})
    one = next(it for it in STATE.board.connections if STATE.board.is_city(it.first))
    more = {**STATE.connectors, Player.WHITE: frozenset({one})}
    told = format_state(replace(STATE, board=board, connectors=more))
    assert errors_more(tmp_path, told) == {
        ("connectors", str(one), str(Player.WHITE), "nothing"),
        ("values", str(city), str(instead), str(value)),
        ("values", str(other), str(value), str(instead)),
    }


def test_what_a_hand_hides_need_not_be_read(tmp_path: Path) -> None:
    field, kind = next((it, kind) for it, kind in STATE.board.kinds.items() if isinstance(kind, Colour))
    wrong = next(it for it in Colour if it is not kind)
    told = format_state(replace(STATE, board=replace(STATE.board, kinds={**STATE.board.kinds, field: wrong})))
    assert ("kinds", str(field), str(wrong), str(kind)) in errors_more(tmp_path, told)
    assert errors_more(tmp_path, told, hidden=(str(field),)) == set()


def test_the_page_shows_a_cut_for_each_difference(tmp_path: Path) -> None:
    player, at = next((player, at) for player, at in STATE.miners.items() if isinstance(at, Field))
    gone = format_state(replace(STATE, miners={**STATE.miners, player: None}))
    outcomes = list(evaluate(labelled(labels(tmp_path, gone)), NetzwerkEyes()))
    html = worst_cuts(outcomes)
    assert html.count("<img") == len(outcomes[0].faults) > 0
    assert f"miners {at}: {player} off the board read as " in html


def test_confidences_are_compared_for_all_that_can_be_seen(tmp_path: Path) -> None:
    field = next(it for it, kind in STATE.board.kinds.items() if isinstance(kind, Colour))
    whole, less = (
        evaluate(labelled(labels(tmp_path, TRUTH[NAME])), NetzwerkEyes()),
        evaluate(labelled(labels(tmp_path, TRUTH[NAME], hidden=(str(field),))), NetzwerkEyes()),
    )
    compared, compared_less = (next(it).comparison for it in (whole, less))
    assert compared is not None
    assert compared_less is not None
    said, said_less = compared.said, compared_less.said
    fields, cities = len(STATE.board.kinds), sum(map(STATE.board.is_city, STATE.board))
    counts = {subject: len(pairs) for subject, pairs in said.items()}
    assert {it: counts[it] for it in ("kinds", "values", "stones", "miners")} == {
        "kinds": fields,
        "values": cities,
        "stones": len(STATE.stones),
        "miners": fields,
    }
    assert counts["connectors"] >= len(Player) * len(STATE.board.connections)
    assert {subject: counts[subject] - len(pairs) for subject, pairs in said_less.items()} == {
        "kinds": 1,
        "values": 0,
        "stones": 1,
        "miners": 1,
        "connectors": 0,
    }
    for subject, pairs in said.items():
        assert sum(right for _, right in pairs) >= 0.8 * len(pairs), subject


def test_what_was_given_to_the_truth_is_told_of_every_error(tmp_path: Path) -> None:
    city, other = [it for it in STATE.board if STATE.board.is_city(it)][:2]
    landscape = min(STATE.stones)
    kinds = {**STATE.board.kinds, city: STATE.board[other], other: STATE.board[city]}
    kinds[landscape] = next(it for it in Colour if it is not STATE.board[landscape])
    one = next(it for it in STATE.board.connections if STATE.board.is_city(it.first))
    told = replace(
        STATE,
        board=replace(STATE.board, kinds=kinds),
        connectors={**STATE.connectors, Player.WHITE: frozenset({one})},
        miners=dict.fromkeys(STATE.miners),
    )
    (outcome,) = evaluate(labelled(labels(tmp_path, format_state(told))), NetzwerkEyes())
    wrong = [it for it in outcome.faults if it.read != UNREAD and it.subject != "stones"]
    assert {it.subject for it in wrong} == {"kinds", "values", "miners", "connectors"}
    assert all(it.gave is not None and it.gave < 0.2 for it in wrong)


def test_a_label_that_leaves_something_open_is_refused_with_its_photo(tmp_path: Path) -> None:
    landscape = min(STATE.stones)
    uncounted = replace(
        STATE,
        stones={at: count for at, count in STATE.stones.items() if at != landscape},
        unknown=replace(STATE.unknown, stones=frozenset({landscape})),
    )
    with pytest.raises(ValueError, match=r"label 1, of printed\.jpg: it leaves something on the board open"):
        labelled(labels(tmp_path, format_state(uncounted)))
