"""What a hand came for, counted in what was done."""

from __future__ import annotations

import pytest

from engine.game import Act, Fault, Happening
from engine.messages import Message
from firmware.referee.conclusion import put_down

SAYS = Message("something was done")


def done(text: str) -> Happening:
    """Something that a player did, such as "black placed", or "black placed!" where it was against the rules."""
    player, act = text.removesuffix("!").split(" ", 1)
    faults = (Fault("code", "R2", SAYS),) if text.endswith("!") else ()
    return Happening(Act(act), {"player": player}, SAYS, faults=faults)


@pytest.mark.parametrize(
    ("acts", "count"),
    [
        ((), 0),
        (("black placed",), 1),
        (("black placed", "white placed"), 2),
        (("black placed", "black placed"), 2),
        (("black placed!",), 1),
        (("black passed", "black taken back"), 0),
        (("black moved", "black built"), 1),
        (("black moved", "white built"), 2),
        (("black built", "black built"), 1),
        (("black placed", "black capped"), 1),
        (("black placed", "black capped!"), 1),
        (("black placed", "white capped!"), 2),
        (("black capped",), 0),
        (("black capped!",), 1),
    ],
)
def test_a_hand_puts_down_what_does_not_come_along_with_something_else(
    acts: tuple[str, ...], count: int
) -> None:
    assert put_down([done(act) for act in acts]) == count
