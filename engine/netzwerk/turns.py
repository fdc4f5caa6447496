"""A turn as it was played, and what the rules say to it (N-4, N-5, N-8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..game import Fault, Verdict
from ..messages import Message
from .building import built, judge_build
from .fields import Connection, Field
from .material import NO_STONES, Colour, Player, Stones
from .miners import moved, moves, places
from .options import BOOK, Options
from .state import Phase, State
from .words import COLOURS, PLAYERS

NOT_THEIR_TURN = Message("it is {player}'s turn.")
GAME_OVER = Message("the game is over; nobody moves any more.")
NO_PLACE = Message("a miner cannot be put on {field}: no field, a desert, or another miner stands there.")
NO_WAY = Message("from {start} the miner cannot go to {field} by a step or a jump.")
MUST_MOVE = Message("the miner has to move as long as it can.")
TOOK_WRONG = Message("on {field} the stone to take is: {stone}.")
TOOK_NOTHING_THERE = Message("on {field} there is no stone to take.")
TOOK_UNMOVED = Message("a stone is taken only where the miner goes.")
MUST_PLACE = Message("the miner has to be put on the board.")
HAS_MOVED = Message("the miner has moved already in this turn.")
PAID_FOR_NOTHING = Message("stones are paid, and nothing is built.")
NO_BUILDING_YET = Message("nothing is built in the turn in which the miner is put on the board.")

_NONE = "-"


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player did: the miner put or moved to a field (None where it stayed), the stone taken, what was built
    and what it was paid with.

    >>> str(Turn.parse("w 1,0 Y 0,0E;1,0E 1,0,0,1,0"))
    'w 1,0 Y 0,0E;1,0E 1,0,0,1,0'
    """

    player: Player
    to: Field | None
    took: Colour | None
    build: tuple[Connection, ...] = ()
    payment: Stones = NO_STONES

    @classmethod
    def parse(cls, text: str) -> Turn:
        """The turn of a text: the player, the field or ``-``, the stone or ``-``, and perhaps connectors and what
        they were paid with. ValueError for anything else."""
        words = text.split()
        if len(words) not in (3, 5):
            raise ValueError(
                f"illegal turn: {text!r} is not a player, a field, a stone, connectors, a payment"
            )
        try:
            turn = cls(
                Player(words[0]),
                None if words[1] == _NONE else Field.parse(words[1]),
                None if words[2] == _NONE else Colour(words[2]),
            )
            if len(words) == 3:
                return turn
            build = tuple(map(Connection.parse, words[3].split(";")))
            y, o, r, g, b = (_count(word) for word in words[4].split(","))
        except ValueError as error:
            raise ValueError(f"illegal turn: {text!r} ({error})") from None
        return replace(turn, build=build, payment=(y, o, r, g, b))

    def __str__(self) -> str:
        """The text that `parse` reads back."""
        words = [str(self.player), str(self.to or _NONE), str(self.took or _NONE)]
        if self.build:
            words += [";".join(map(str, self.build)), ",".join(map(str, self.payment))]
        return " ".join(words)


def _count(word: str) -> int:
    if not (word.isascii() and word.isdecimal()):
        raise ValueError(f"no number of stones: {word!r}")
    return int(word)


@dataclass(frozen=True, slots=True)
class Played:
    """A turn judged. verdict: all faults; after: the position that the table then shows."""

    turn: Turn
    verdict: Verdict
    after: State


def targets(state: State) -> dict[Field, int]:
    """Where the miner of the player to act may be put or go, and over how many others it jumps."""
    if state.phase is Phase.PLACE:
        return dict.fromkeys(places(state), 0)
    return dict(moves(state, state.player)) if state.phase is Phase.MOVE else {}


def play(state: State, turn: Turn, options: Options = BOOK) -> Played:
    """A turn played and judged; one against the rules is played on from, as on a real table.

    Whoever plays out of turn moves the own miner. When the game is over nothing changes any more.
    """
    if state.phase is Phase.OVER:
        return Played(turn, Verdict((Fault("over", "N-9.2", GAME_OVER),)), state)
    faults = []
    if turn.player is not state.player:
        faults.append(Fault("turn", "N-3.7", NOT_THEIR_TURN, {"player": PLAYERS[state.player]}))
        if turn.player not in state.players:
            return Played(turn, Verdict(tuple(faults)), state)
        state = replace(state, player=turn.player)
    faults += _miner_faults(state, turn)
    done = moved(state, turn.to)
    if turn.took is not done.took:
        faults.append(_wrong_stone(turn, done.took))
    if state.phase is Phase.PLACE:
        if turn.build:
            faults.append(Fault("build", "N-4.3", NO_BUILDING_YET, {}, tuple(map(str, turn.build))))
        return Played(turn, Verdict(tuple(faults)), done.state)
    if turn.build:
        faults += judge_build(done.state, state.player, turn.build, options, turn.payment).faults
    elif any(turn.payment):
        faults.append(Fault("payment_wrong", "N-7.2", PAID_FOR_NOTHING))
    return Played(turn, Verdict(tuple(faults)), built(done.state, turn.build, turn.payment))


def _miner_faults(state: State, turn: Turn) -> list[Fault]:
    may = targets(state)
    if turn.to is None and may:
        is_placing = state.phase is Phase.PLACE
        return [Fault("place", "N-4.1", MUST_PLACE) if is_placing else Fault("stay", "N-5.1", MUST_MOVE)]
    if turn.to is None or turn.to in may:
        return []
    place = (str(turn.to),)
    if state.phase is Phase.PLACE:
        return [Fault("place", "N-4.1", NO_PLACE, {"field": str(turn.to)}, place)]
    if state.phase is Phase.BUILD:
        return [Fault("move", "N-5.4", HAS_MOVED, {}, place)]
    facts = {"start": str(state.miners[state.player]), "field": str(turn.to)}
    return [Fault("move", "N-5.2", NO_WAY, facts, place)]


def _wrong_stone(turn: Turn, due: Colour | None) -> Fault:
    """A stone that was taken or left though the rules say otherwise (N-5.5)."""
    if turn.to is None:
        return Fault("took", "N-5.5", TOOK_UNMOVED)
    field = str(turn.to)
    if due is None:
        return Fault("took", "N-5.5", TOOK_NOTHING_THERE, {"field": field}, (field,))
    return Fault("took", "N-5.5", TOOK_WRONG, {"field": field, "stone": COLOURS[due]}, (field,))
