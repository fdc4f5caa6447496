"""How much evidence it takes to tell something, and what speaks against it beforehand, in nats."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Costs are what an explanation has against it before anything is seen: three nats are odds of twenty to one.

    A hand before the last one that left something in doubt seldom came for nothing; a single hand more often did, to
    point at something. Players mostly finish what they begin in a turn. Hardly anybody forgets what belongs to a
    move, or takes back a change that others have followed.

    Set by recorded looks at simulated games (`python -m tests.bench.referee --looks`).
    """

    # Explanations that are further behind the best one no longer count.
    margin: float = 1.5
    # An explanation no further behind, with the same done at the same places but by another player, with another
    # piece or with less of it, is asked about: a wrong name lasts for a game.
    or_else: float = 3.0

    # What an explanation has against it.
    legal: float = 0.5  # each deed that the rules allow
    illegal: float = 3.0  # each that they don't
    another: float = 1.5  # each deed beyond the number of hands that came
    by_itself: float = 4.0  # what came without a hand has to be this much likelier, on top of `margin`
    for_nothing: float = 2.5  # the first of several hands did nothing
    for_show: float = 1.0  # the only hand did nothing, or nothing legal
    undone: float = 3.0  # something legal was taken back
    illegal_undone: float = 0.5  # something illegal was
    followed: float = 2.0  # what was taken back had been followed by other changes
    unexplained: float = 4.0  # each place that no turn explains
    unfinished: float = 1.5  # something was only begun
    apart: float = 3.0  # each piece that was laid away from the rest, against the rules
    other_hands: float = 3.4  # a turn was missed, so that the last one was the other player's
    overlooked: float = 1.0  # done in a turn in which nothing seemed to be done, though a hand came since
    slip: float = 6.0  # something that belongs to a move was left out
    nothing: float = 6.0  # nothing was done at all, where players say that it is not what it looks like
    doubted: float = -0.25  # something was done at a place that was in doubt before
