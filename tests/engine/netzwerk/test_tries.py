"""What players try in a turn of Netzwerk is what they could do with what they have, legal or not."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np

from engine.netzwerk.conduct import targets
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import DESERT, Player
from engine.netzwerk.setup import random_board
from engine.netzwerk.state import State, opening
from engine.netzwerk.turns import Turn

GAME = Netzwerk()


def start(seed: int) -> State:
    return opening(random_board(Random(seed), 3), tuple(Player)[:3])


def tries(state: State) -> list[Turn]:
    return list(islice(GAME.tries(state, np.random.default_rng(1)), 150))


def test_players_try_right_and_wrong_things() -> None:
    state = start(4)
    for player in state.players:
        state = GAME.play(state, Turn(player, targets(state).popitem()[0], None))
    codes = set()
    for turn in tries(state):
        assert turn.player is state.player
        codes |= set(GAME.judge(state, turn).violates or ("legal",))
    assert {"legal", "move", "took", "cost", "desert"} <= codes


def test_miners_are_tried_on_deserts_as_well() -> None:
    state = start(3)
    on_deserts = [it for it in tries(state) if it.to is not None and state.board[it.to] is DESERT]
    assert on_deserts
    assert not any(GAME.judge(state, it).legal for it in on_deserts)


def test_the_same_chance_tries_the_same() -> None:
    assert tries(start(5)) == tries(start(5))
