"""A companion beside a table where games go on, killed at random moments: for test_companion_killed.

`python -m tests.firmware.watching.killed_companion JOURNAL SECONDS SEED`: for every two numbers on standard input it
lives once, from that moment of the table on, for so many moments and at most SECONDS more. All but the reading of
pictures is the real thing: referee, journal and what is printed. Each moment is told on standard output once it is
over.
SIGKILL ends it, and `killed` is said.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.alien_city import LOTS, AlienCity, City, Colour, Structure
from engine.messages import ENGLISH
from firmware.frame import Frame
from firmware.journal import Journal
from firmware.looking.gaze import Look
from firmware.referee.referee import Referee
from firmware.terminal.printed import Printed
from firmware.watching.companion import Companion
from tests.engine.alien_city.play import random_turns
from tests.firmware.killed import killed_at_random, say
from tests.vision.alien_city.tables import seen

TICK_S = 0.2
HAND_TICKS = 5
CLEAR_TICKS = 30  # another game that is well on when it is first seen is joined at the 27th look
GAMES, TURNS = 16, 12


@dataclass(frozen=True)
class Moment:
    """What lies on the table, None while a hand is over it; the game that is played, and how often it was built."""

    city: City | None
    game: int
    turns: int


@cache
def moments() -> list[Moment]:
    """Some games one after the other, with an illegal dome in each that is taken back."""
    told = []
    for game in range(GAMES):
        start, turns = random_turns(100 + game, TURNS)
        told += _deed(start.city, game, 0)
        state = start
        for number, turn in enumerate(turns, start=1):
            if number == TURNS // 2:
                told += _deed(_wrong(state.city), game, number - 1) + _deed(state.city, game, number - 1)
            state = state.played(turn)
            told += _deed(state.city, game, number)
    return told


def _deed(city: City, game: int, turns: int) -> list[Moment]:
    return [Moment(None, game, turns)] * HAND_TICKS + [Moment(city, game, turns)] * CLEAR_TICKS


def _wrong(city: City) -> City:
    """A red dome on a free lot of a tile of another colour."""
    lots = (lot for lot in LOTS if city[lot] is None and city.tile_at(lot).guild != Colour.RED)
    return city.with_lot(next(lots), Structure.parse("r"))


class Replayed:
    """Looks at moments instead of pictures."""

    def look(self, frame: Frame) -> Look:
        city = moments()[int(frame.name)].city
        return Look(frame.seconds, frame.name, _seen(city) if city else None)


_seen = cache(seen)
NOTHING = np.zeros((1, 1, 3), np.uint8)


def live(path: Path, first: int, count: int, call: Callable[[], None]) -> None:
    with Journal(path, "alien-city", time.time) as journal:
        attention: Any = Replayed()
        companion = Companion(attention, Referee(AlienCity()), [Printed(ENGLISH, as_json=True)], journal)
        for number in range(first, len(moments())):
            if number == min(first + count, len(moments()) - 1):
                call()
            companion.tick(Frame(NOTHING, number * TICK_S, str(number)))
            say(f"over {number}")
            for remark in journal.remarks():
                say(f"remark {remark}")
        say("end")
        time.sleep(60)


def main() -> None:
    path, longest, seed = sys.argv[1:]
    moments()

    def live_on(line: str, call: Callable[[], None]) -> None:
        first, count = map(int, line.split())
        live(Path(path), first, count, call)

    killed_at_random(live_on, float(longest), seed)


if __name__ == "__main__":
    main()
