"""Who built what of one look was a guess, and is guessed otherwise when that turns out to be wrong."""

from __future__ import annotations

import random

import pytest

from engine.alien_city import AlienCity, City, State, Turn
from engine.game import Account
from tests.engine.alien_city.play import random_turns

GAME = AlienCity()


def looks_at(start: State, turns: list[Turn], share: float, seed: int) -> list[City]:
    """The table as it is seen in a game, in that share of the looks after two turns at once."""
    chance, state, looks = random.Random(seed), start, []
    left = list(turns)
    while left:
        for turn in [left.pop(0) for _ in range(min(len(left), 1 + (chance.random() < share)))]:
            state = state.played(turn)
        looks.append(state.city)
    return looks


def end_of(state: State, turns: list[Turn]) -> State:
    for turn in turns:
        state = state.played(turn)
    return state


def fewest_faults(accounts: list[Account[Turn]]) -> Account[Turn]:
    return min(
        accounts, key=lambda it: (len(it.unexplained + it.late), sum(len(v.faults) for v in it.verdicts))
    )


@pytest.mark.parametrize("seed", [1, 3, 6, 10, 12, 13, 18, 26, 36, 40, 46, 57])
def test_a_legal_game_stays_legal_however_often_two_turns_are_seen_at_once(seed: int) -> None:
    start, turns = random_turns(seed)
    states, unseen = [start], set[int]()
    for table in looks_at(start, turns, 0.3, seed):
        account = fewest_faults(GAME.explain(states, State(table), {}, unseen))
        assert account.legal
        before = len(states)
        del states[account.kept + 1 :]
        for turn in account.changes:
            states.append(states[-1].played(turn))
        unseen.update(range(before, len(states) - 1))
    assert states[-1].city == table
    assert states[-1].hands == end_of(start, turns).hands
