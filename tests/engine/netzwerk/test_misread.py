"""Tables as nobody left them: whatever is misread, the referee has an account of it."""

from __future__ import annotations

from random import Random

import pytest

from engine.netzwerk.material import Player
from engine.netzwerk.replay import replay
from engine.netzwerk.state import State, seen
from engine.netzwerk.text import format_state, parse_seen
from engine.play import Play
from tests.engine.netzwerk.explained import GAME, best, carried_out, table
from tests.engine.netzwerk.vectors import record


def misread(random: Random, state: State) -> State:
    """A table as nobody left it: miners, stones and connectors of any colour where they are not."""
    text = format_state(state).split()[:3]
    seen_ = parse_seen(" ".join(text))
    fields, pairs = sorted(seen_.board.kinds), sorted(seen_.board.connections)
    miners, connectors, stones = dict(seen_.miners), dict(seen_.connectors), dict(seen_.stones)
    for _ in range(random.randint(1, 4)):
        what, player = random.randrange(4), random.choice(list(Player))
        if what == 0:
            miners[player] = random.choice([None, *fields])
        elif what == 1:
            connectors[player] = connectors.get(player, frozenset()) ^ {random.choice(pairs)}
        elif what == 2:
            stones[random.choice(sorted(stones))] = random.randrange(3)
        elif {*miners, *connectors} != {player}:
            miners.pop(player, None)
            connectors.pop(player, None)
    players = tuple(it for it in Player if it in miners or it in connectors)
    return seen(
        seen_.board,
        stones,
        {it: miners.get(it) for it in players},
        {it: connectors.get(it, frozenset()) for it in players},
    )


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_seen_there_is_an_account_of_it(seed: int) -> None:
    random = Random(seed)
    truth = replay(record(seed))
    play = Play(GAME, GAME.opening(table(truth.states[0])))
    for after in truth.states[1:16]:
        for _ in range(3):
            accounts = GAME.explain(play.states, misread(random, after))
            assert accounts
            assert all(0 <= it.kept < len(play.states) for it in accounts)
        carried_out(play, best(play.states, table(after)))
