"""What hands do between two pictures of a landscape: the truth follows them, and all else stays."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from engine.netzwerk.material import DESERT
from engine.netzwerk.state import State
from vision.synthetic.netzwerk.deal import random_landscape
from vision.synthetic.netzwerk.deeds import after_hands
from vision.synthetic.netzwerk.scene import PLAYERS, LandscapeScene, Piece

SIZE = (320, 240)
SEEDS = range(12)


@pytest.fixture(scope="module")
def visits() -> list[tuple[LandscapeScene, LandscapeScene]]:
    scenes = [replace(random_landscape(np.random.default_rng((19, it)), SIZE), hands=()) for it in SEEDS]
    return [(it, after_hands(np.random.default_rng((23, n)), it)) for n, it in enumerate(scenes)]


def test_the_state_says_what_lies_there(visits: list[tuple[LandscapeScene, LandscapeScene]]) -> None:
    for _, scene in visits:
        stones = Counter(it.on[0] for it in scene.pieces if it.kind == "stone" and it.on)
        sticks = Counter(
            (PLAYERS[it.colour], it.connection) for it in scene.pieces if it.kind == "stick" and it.on
        )
        assert stones == Counter({field: count for field, count in scene.state.stones.items() if count})
        assert sticks == Counter(
            (player.value, way) for player, laid in scene.state.connectors.items() for way in laid
        )


def test_nothing_else_changes(visits: list[tuple[LandscapeScene, LandscapeScene]]) -> None:
    for before, after in visits:
        assert _beside(after) == _beside(before)
        assert (after.laid, after.view, after.light) == (before.laid, before.view, before.light)


def test_deserts_are_visited_against_the_rules_as_well(
    visits: list[tuple[LandscapeScene, LandscapeScene]],
) -> None:
    miners = sum(
        _is_desert(after.state, it) and it not in before.pieces
        for before, after in visits
        for it in after.pieces
        if it.kind == "miner" and it.on
    )
    sticks = sum(
        after.state.board.is_on_desert(way)
        for _, after in visits
        for laid in after.state.connectors.values()
        for way in laid
    )
    assert min(miners, sticks) > 0


def _beside(scene: LandscapeScene) -> list[Piece]:
    return [it for it in scene.pieces if not it.on]


def _is_desert(state: State, piece: Piece) -> bool:
    return state.board.kinds[piece.on[0]] is DESERT
