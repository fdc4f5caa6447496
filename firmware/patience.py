"""How long the referee waits, and how much it wants to see: times in seconds, evidence in nats."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """What the referee weighs and waits for.

    A verdict is due within a second after the hand has left; what is against the rules has to last longer than what
    isn't, as a false warning spoils a game more than a late one. A hand hides several places, or moves on: a single
    one that stays hidden is soon taken for what lies there, or for a print that looks like it. Costs are what an
    explanation has against it before anything is seen: three nats are odds of twenty to one. A hand that came before
    the last one, and left something in doubt, seldom came for nothing; a single one did more often, to point at
    something. What a turn begins it mostly finishes, and what is laid piece by piece is told as a whole, unless it
    stays as it is. Hardly anybody forgets what belongs to a move, or takes back what others have played after.
    """

    change_s: float = 0.35
    illegal_s: float = 0.2
    unsure_s: float = 2.5
    unfinished_s: float = 2.5
    set_up_s: float = 0.7
    unclear_s: float = 1.6
    joined_s: float = 2.0
    joined_unread_s: float = 8.0
    new_game_s: float = 3.0
    out_of_sight_s: float = 1.0
    lies_on_it_s: float = 10.0
    lies_alone_s: float = 1.0
    hand_s: float = 0.5
    mend_s: float = 10.0

    margin: float = 1.5
    legal: float = 0.5
    another: float = 1.5
    by_itself: float = 4.0
    for_nothing: float = 2.5
    for_show: float = 1.0
    illegal: float = 3.0
    undone: float = 3.0
    illegal_undone: float = 0.5
    followed: float = 2.0
    unexplained: float = 4.0
    unfinished: float = 1.5
    slip: float = 4.5
    doubted: float = 0.25
