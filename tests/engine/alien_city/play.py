"""Games played at random, for tests that need many positions."""

from __future__ import annotations

import random

from engine.alien_city import Cap, City, Colour, Corner, State, Tile, Turn, format_tiles, legal_caps
from engine.alien_city import legal_placements as legal
from engine.alien_city.conduct import end


def random_tiles(seed: int) -> str:
    """A shuffled city (P1)."""
    chance = random.Random(seed)
    guilds = [guild for guild in Colour for _ in range(5)]
    chance.shuffle(guilds)
    return format_tiles([Tile(guild, chance.choice(list(Corner))) for guild in guilds])


def random_turns(seed: int, most: int = 60) -> tuple[State, list[Turn]]:
    """A start and legal turns from it, as many as asked for or until the game is over."""
    chance = random.Random(seed)
    start = state = State.start(random_tiles(seed))
    turns: list[Turn] = []
    while len(turns) < most and end(state) is None:
        player = state.to_move
        assert player is not None
        placements = legal(state)
        turn = Turn(player)
        if placements:
            turn = Turn(player, chance.choice(placements))
            caps = legal_caps(state.played(turn), player)
            if caps and chance.random() < 0.3:
                turn = Turn(player, turn.placement, Cap(player, chance.choice(caps)))
        turns.append(turn)
        state = state.played(turn)
    return start, turns


def random_city(seed: int, turns: int) -> City:
    """A position that legal play leads to."""
    state, played = random_turns(seed, turns)
    for turn in played:
        state = state.played(turn)
    return state.city
