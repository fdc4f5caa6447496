"""Tables of a landscape as a camera sees them, and what is made of them."""

from __future__ import annotations

from engine.game import Account, WatchedGame
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.state import State
from engine.netzwerk.text import format_state, parse_seen
from engine.netzwerk.turns import Turn
from engine.play import Play

GAME: WatchedGame[State, Turn] = Netzwerk()

ROW = "0|0:C2Y2R2C4Y2/0:O2G2B2C7G2"

START = f"{ROW} w1,0;k1,1 w-|k- w1,0,1,0,0|k0,0,0,0,0 w.m"


def table(state: State) -> State:
    """The position as a camera sees it: neither hands nor whose turn it is."""
    return parse_seen(" ".join(format_state(state).split()[:3]))


def seen(miners: str, sticks: str = "w-|k-", board: str = ROW) -> State:
    return parse_seen(f"{board} {miners} {sticks}")


def best(states: tuple[State, ...], now: State, game: WatchedGame[State, Turn] = GAME) -> Account[Turn]:
    """The account with the fewest faults, of the fewest turns undone."""
    accounts = game.explain(states, now)
    return min(
        accounts, key=lambda it: (len(it.unexplained + it.late), sum(len(v.faults) for v in it.verdicts))
    )


def carried_out(play: Play[State, Turn], account: Account[Turn]) -> None:
    while len(play.changes) > account.kept:
        play.undo()
    for change in account.changes:
        play.play(change)


def watched(text: str = START) -> Play[State, Turn]:
    return Play(GAME, GAME.parse_state(text))


def codes(account: Account[Turn]) -> list[tuple[str, str]]:
    return [(fault.code, fault.rule) for verdict in account.verdicts for fault in verdict.faults]
