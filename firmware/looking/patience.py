"""How long to wait before a picture is looked into, and before a verdict is given, in seconds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """What attention and the referee wait for.

    A verdict is due within a second after the hand has left; what is against the rules has to last longer than what
    isn't, as a false warning spoils a game more than a late one. A hand hides several places, or moves on: a single
    place that stays hidden is soon put down to something that lies there, or to a print that looks like a finger.
    What is laid piece by piece is told as a whole, unless it stays as it is.

    The referee's waits were set by recorded looks at simulated games (`python -m tests.bench.referee --looks`). Those
    of attention, and how long looks are pooled, were chosen, not measured, except where a comment says otherwise.
    """

    # How long nothing near the board has to move until a picture is looked into, and what is then made of it.
    still_s: float = 0.2  # it is read
    search_s: float = 0.8  # the board is searched for, where it was lost: a hand hardly ever rests that long
    search_again_s: float = 20.0  # once more, as long as it can't be seen
    # It is remembered as the table: hands rest more briefly. In 343 turns of simulated games one hand was in it.
    remembered_s: float = 1.0
    # What was taken for a hand only as it touches the picture's rim, or newly hides places, is taken to stand there.
    rests_s: float = 1.5
    accepted_s: float = 4.0  # what is foreign, and hides no place, is part of the table
    look_again_s: float = 2.0  # after the last reading, where it has been read enough: it is read once more
    pooled_s: float = 1.0  # looks less far apart than that are pooled

    # How long something has to be so until it counts.
    change_s: float = 0.35  # nothing moves: then the table is looked into
    illegal_s: float = 0.2  # something is against the rules
    unsure_s: float = 2.5  # nobody can tell, and the players are asked
    unfinished_s: float = 2.5  # something was only begun
    by_itself_s: float = 2.5  # something came though no hand did: long enough to be looked at once more
    mend_s: float = 10.0  # a place shows something else than was told of it
    lost_s: float = 30.0  # more has changed than any turns explain, while players play on
    set_up_s: float = 0.7  # a board lies there as games begin
    unclear_s: float = 1.6  # the same, where some of it can't be read
    joined_s: float = 2.0  # a board lies there in mid-game
    joined_unread_s: float = 8.0  # the same, where some of it can't be read
    new_game_s: float = 3.0  # another board lies there, or one that was cleared
    out_of_sight_s: float = 1.0  # nothing can be seen, and that is said
    hand_s: float = 0.5  # the table is hidden, as by a hand that is doing something
    lies_on_it_s: float = 10.0  # the same places are hidden, by something that is no hand
    lies_alone_s: float = 1.0  # one place is, by itself


PATIENCE = Patience()
