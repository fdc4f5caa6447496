"""What players try in a turn of Alien City is what they could do with what they have, legal or not."""

from __future__ import annotations

from itertools import islice

import numpy as np

from engine.alien_city import LOTS, AlienCity, State, Turn
from tests.engine.alien_city.cities import TILES

GAME = AlienCity()


def tries(state: State, count: int) -> list[Turn]:
    return list(islice(GAME.tries(state, np.random.default_rng(1)), count))


def test_players_try_what_they_have_on_lots_that_are_free() -> None:
    start = State.start(TILES)
    state = GAME.play(start, next(iter(GAME.legal(start))))
    for turn in tries(state, 50):
        assert turn.player == state.to_move == "white"
        assert turn.placement is not None
        assert turn.placement.piece in state.pieces_of(state.to_move)
        assert state.city[turn.placement.lot] is None


def test_players_try_right_and_wrong_things() -> None:
    state = State.start(TILES)
    assert {GAME.judge(state, turn).legal for turn in tries(state, 50)} == {True, False}


def test_who_has_nothing_left_tries_nothing() -> None:
    state = State.start(TILES)
    assert tries(State(state.city, ((0,) * 7, (0,) * 7), state.to_move), len(LOTS)) == []
