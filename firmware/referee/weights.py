"""How much has to be seen until it is told, and what speaks against it before: evidence in nats."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Costs are what an explanation has against it before anything is seen: three nats are odds of twenty to one.

    A hand that came before the last one, and left something in doubt, seldom came for nothing; a single one did more
    often, to point at something. What a turn begins it mostly finishes. Hardly anybody forgets what belongs to a
    move, or takes back what others have played after.

    Set by recorded looks at simulated games (`python -m tests.bench.referee --looks`).
    """

    # What is so far behind the best explanation says nothing any more.
    margin: float = 1.5
    # What is so far behind that has the same done at the same places, but by another player, with another piece or
    # less of it, is asked about: a wrong name lasts for a game.
    or_else: float = 3.0

    # What an explanation has against it.
    legal: float = 0.5  # each deed that the rules allow
    illegal: float = 3.0  # each that they don't
    another: float = 1.5  # each deed more than hands have come
    by_itself: float = 4.0  # what came without a hand has to be likelier by so much
    for_nothing: float = 2.5  # the first of several hands did nothing
    for_show: float = 1.0  # the only hand did nothing, or nothing that it may do
    undone: float = 3.0  # something legal was taken back
    illegal_undone: float = 0.5  # something illegal was
    followed: float = 2.0  # what was taken back had been played after
    unexplained: float = 4.0  # each place that no turn explains
    unfinished: float = 1.5  # something was only begun
    apart: float = 3.0  # each piece that was laid away from the rest, against the rules
    other_hands: float = 3.4  # a turn was missed, so that the last one was the other player's
    overlooked: float = 1.0  # done in a turn that seemed to be none, though a hand came since
    slip: float = 6.0  # something that belongs to a move was left out
    nothing: float = 6.0  # nothing is there at all, where players say that it is not what it looks like
    doubted: float = -0.25  # a place that was in doubt before was played on
