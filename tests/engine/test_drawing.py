"""Positions drawn: everything that lies on the table is in the picture, once."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

from engine.alien_city import AlienCity
from engine.messages import Language
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.text import parse_state
from tests.engine.netzwerk.vectors import lines

CITY = "G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K< r7/3Bx4/8/3?4/8/8/4kg2/8/3Rok?2/8 white"


def drawn(text: str) -> tuple[Counter[str], list[str]]:
    """How many shapes of each kind, and all that is written."""
    shapes = list(ElementTree.fromstring(text).iter())
    kinds = Counter(it.tag.partition("}")[2] for it in shapes)
    return kinds, [it.text for it in shapes if it.text and it.text.strip()]


@pytest.mark.parametrize("position", lines("positions.jsonl")[::12], ids=lambda it: str(it["id"]))
def test_a_landscape_with_all_that_lies_on_it(position: dict[str, str]) -> None:
    state = parse_state(position["position"])
    kinds, words = drawn(Netzwerk().drawing(state))
    assert kinds["polygon"] == len(list(state.board))
    assert kinds["line"] == 2 * sum(map(len, state.connectors.values()))
    assert kinds["circle"] == len(state.players) + len(state.occupied)
    in_hands = sum(count > 0 for hand in state.hands.values() for count in hand)
    assert kinds["rect"] == 1 + sum(state.stones.values()) + in_hands
    assert set(map(str, state.board)) <= set(words)
    assert {str(value) for value in state.board.city_values(state.board)} <= set(words)


def test_a_city_with_its_pieces_and_what_is_unread() -> None:
    game = AlienCity()
    kinds, words = drawn(game.drawing(game.parse_state(CITY), Language.of("sk")))
    assert kinds["circle"] == 4
    assert kinds["line"] == 2 * 4  # the edges of two towers and two caps
    assert words.count("?") == 2
    assert {"A", "H", "1", "10", "r", "k", "g"} <= set(words)
    assert "Biely" in words[-1]
