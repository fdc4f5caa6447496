"""Whether another game is about to begin on the table: the board was laid anew, or emptied, which no turn does.

As long as nobody has done anything, players are still setting up: then any exchanged part of the board is enough.
"""

from __future__ import annotations

from typing import Any

from engine.game import WatchedGame
from engine.play import Play
from vision.game import Alternative, Memory, Seen

# Chosen, not measured.
# Turns: with more than these, a board without them is a new game. With fewer too where the score was given out, or
# pieces lay there when the game was joined, such as one that was left behind: nobody takes these back in a turn.
_MOST_TAKEN_BACK = 3
# Shares of the places that a game changed: at least this many are as before it, and at most this many are not.
_CLEARED, _LEFT = 0.5, 0.1


def is_another_game(
    rules: WatchedGame[Any, Any],
    play: Play[Any, Any],
    seen: Seen,
    memory: Memory,
    *,
    by_hand: bool,
    is_over: bool = False,
) -> bool:
    """Whether a table no longer shows the game that was played on it.

    by_hand: whether a hand has come since. is_over: whether the score of that game was given out.
    """
    state = rules.format_state(play.state)
    if not seen.is_board_of(state):
        return True
    done, is_joined = len(play.changes), bool(rules.in_play(play.states[0]))
    if not done and not is_joined:
        # A piece that somebody has laid may hide part of the board, so that it is read as another one.
        is_laid_otherwise = by_hand and _is_laid_otherwise(rules, play, seen)
        return is_laid_otherwise and not _likeliest(seen, state, memory).changed
    may_be_taken_back = done <= _MOST_TAKEN_BACK and not is_joined and not is_over
    if may_be_taken_back or not _is_as_before(rules, play, seen.position):
        return False
    # A place that can't be made out looks cleared too; reading it with the game in mind tells the two apart.
    return _is_as_before(rules, play, _likeliest(seen, state, memory).position)


def _likeliest(seen: Seen, state: str, memory: Memory) -> Alternative:
    return max(seen.against(state, memory), key=lambda it: it.nats)


def _is_laid_otherwise(rules: WatchedGame[Any, Any], play: Play[Any, Any], seen: Seen) -> bool:
    """Whether the board is empty, can be made out everywhere, and is another one than was told."""
    table = rules.parse_state(seen.position)
    told = rules.opening(rules.informed(play.state, table, table))
    return not seen.unclear and not rules.in_play(table) and rules.opening(table) != told


def _is_as_before(rules: WatchedGame[Any, Any], play: Play[Any, Any], position: str) -> bool:
    """Whether what a game has changed is as before it; what can't be read counts neither for that nor against."""
    table = rules.parse_state(position)
    now, begun, seen = (
        {spot.place: spot for spot in rules.chart(it) if not spot.ends}
        for it in (play.states[-1], rules.opening(table), table)
    )
    changed = [place for place, spot in begun.items() if spot.is_read and spot != now.get(place)]
    as_before = sum(seen[place] == begun[place] for place in changed)
    left = sum(seen[place].is_read and seen[place] != begun[place] for place in changed)
    return as_before >= max(_CLEARED * len(changed), 1) and left <= _LEFT * len(changed)
