"""Netzwerk as a game that the rest of Kibitz can ask: the contract ``Game`` of ``engine/game.py`` kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from ..game import Fault, Happening, Verdict
from ..messages import ENGLISH, Language, Message
from .advice import can_do
from .drawing import drawing
from .faults import position_faults
from .miners import moved
from .options import BOOK, LENIENT, Options
from .planning import affordable
from .score import NetzwerkScore, score
from .setup import landscape_faults, setup_faults
from .sketch import sketch
from .state import Phase, State, opening
from .text import format_state, parse_state
from .turns import Turn, play, targets
from .words import BRIEF, NAMES

NAME = "netzwerk"
COLOUR_GONE = "colour gone"

SET_UP = Message("The landscape is laid out.")


@dataclass(frozen=True, slots=True)
class Netzwerk:
    """The rules of Netzwerk under a choice of options.

    >>> game = Netzwerk()
    >>> state = game.parse_state("0|0:C2Y2R2C4 w1,0;k- w-|k- w1,0,0,0,0|k0,0,0,0,0 w.m")
    >>> for fault in game.judge(state, Turn.parse("w 3,0 -")).faults:
    ...     print(fault)
    N-5.2: from 1,0 the miner cannot go to 3,0 by a step or a jump.
    """

    options: Options = BOOK

    @property
    def name(self) -> str:
        """The name in records and settings."""
        return NAME

    def players(self, state: State, /) -> tuple[str, ...]:
        """The players in seat order, who began first."""
        return tuple(NAMES[player] for player in state.players)

    def to_move(self, state: State) -> str | None:
        """The player to act; None when the game is over."""
        return None if state.phase is Phase.OVER else NAMES[state.player]

    def legal(self, state: State) -> Iterator[Turn]:
        """Every way of the miner, each without a build, and with each of those that join other cities."""
        if state.phase is Phase.OVER:
            return
        for to in targets(state) or [None]:
            done = moved(state, to)
            turn = Turn(state.player, to, done.took)
            yield turn
            if state.phase is not Phase.PLACE:
                for plan in affordable(done.state, state.player, self.options):
                    yield replace(turn, build=plan.build, payment=plan.payment)

    def judge(self, state: State, change: Turn) -> Verdict:
        """All faults of a turn, and the options that would make it legal."""
        verdict = play(state, change, self.options).verdict
        if verdict.legal:
            return verdict
        return Verdict(verdict.faults, self._would_be_legal(state, change))

    def _would_be_legal(self, state: State, change: Turn) -> tuple[str, ...]:
        """The fewest options by which a turn would be legal."""
        for count in range(1, len(LENIENT) + 1):
            for names in combinations(LENIENT, count):
                if play(state, change, self.options.but(names)).verdict.legal:
                    return names
        return ()

    def play(self, state: State, change: Turn) -> State:
        """The state after a turn, legal or not."""
        return play(state, change, self.options).after

    def faults(self, state: State) -> tuple[Fault, ...]:
        """What cannot be right about the landscape by the material, and about what lies on it."""
        is_set_up = not state.occupied and not any(state.connectors.values())
        return *(setup_faults(state) if is_set_up else landscape_faults(state)), *position_faults(state)

    def end(self, state: State) -> str | None:
        """Why the game is over (N-9.1)."""
        return COLOUR_GONE if state.phase is Phase.OVER else None

    def score(self, state: State) -> NetzwerkScore:
        """The score if the game ended now."""
        return score(state)

    def parse_state(self, text: str) -> State:
        """The state of a position text."""
        return parse_state(text)

    def format_state(self, state: State) -> str:
        """The text that ``parse_state`` reads back."""
        return format_state(state)

    def opening(self, table: State) -> State:
        """The start of a game of these players on this landscape."""
        return opening(table.board, table.players)

    def tell_start(self, start: State) -> Happening:
        """The set-up, told by its fields and players."""
        facts = {"board": format_state(start).split()[0], "players": " ".join(self.players(start))}
        return Happening("setup", facts, SET_UP)

    def sketch(self, state: State) -> str:
        """The landscape from above with all that lies on it, drawn in text."""
        return sketch(state)

    def drawing(self, state: State, language: Language = ENGLISH) -> str:
        """The landscape and what each player has as SVG."""
        return drawing(state, language)

    def advice(self, state: State, language: Language = ENGLISH) -> list[str]:
        """The best builds that the player to act can pay for."""
        return can_do(state, self.options, language)

    def brief(self, rule: str) -> Message:
        """What a rule is about in a few words, for a small display."""
        return BRIEF[rule]

    def parse_change(self, text: str) -> Turn:
        """The turn of a text such as ``w 1,0 Y 0,0E;1,0E 1,0,0,1,0``."""
        return Turn.parse(text)

    def format_change(self, change: Turn) -> str:
        """The text that ``parse_change`` reads back."""
        return str(change)
