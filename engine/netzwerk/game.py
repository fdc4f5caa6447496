"""Netzwerk as a game that the rest of Kibitz can play: the contract of `engine/game.py` kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.chance import Chance
from engine.game import NOTHING_FIRST, Account, Fault, Happening, Verdict
from engine.messages import ENGLISH, Language, Message
from engine.netzwerk.advice import can_do
from engine.netzwerk.chart import chart
from engine.netzwerk.conduct import judge, play, targets
from engine.netzwerk.difference import Difference
from engine.netzwerk.drawing import drawing
from engine.netzwerk.due import due
from engine.netzwerk.explain import explain
from engine.netzwerk.faults import position_faults
from engine.netzwerk.match import latest_match
from engine.netzwerk.mend import mended
from engine.netzwerk.miners import moved
from engine.netzwerk.options import BOOK, Options
from engine.netzwerk.planning import affordable
from engine.netzwerk.renaming import renamed
from engine.netzwerk.retell import retell, tell_start
from engine.netzwerk.score import NetzwerkScore, score
from engine.netzwerk.seats import playing
from engine.netzwerk.setup import faults_at_start
from engine.netzwerk.sight import informed, unread
from engine.netzwerk.sketch import sketch
from engine.netzwerk.state import Phase, State, opening
from engine.netzwerk.text import format_state, parse_seen
from engine.netzwerk.tries import tries
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import BRIEF, NAMES
from engine.spots import Spot

NAME = "netzwerk"
COLOUR_GONE = "colour gone"

_MOST_MISTAKEN = 2  # prints and shadows of an untouched landscape that may be taken for something done


@dataclass(frozen=True, slots=True)
class Netzwerk:
    """The rules of Netzwerk under a choice of options.

    >>> game = Netzwerk()
    >>> state = game.parse_state("0|0:C2Y2R2C4 w1,0;k- w-|k- w1,0,0,0,0|k0,0,0,0,0 w.m")
    >>> for fault in game.judge(state, Turn.parse("w 3,0 -")).faults:
    ...     print(fault)
    N-5.3: from 1,0 no jump leads to 3,0: it goes over up to three miners in a row, onto the free field behind.
    """

    options: Options = BOOK

    @property
    def name(self) -> str:
        """The name in records and settings."""
        return NAME

    def players(self, state: State, /) -> tuple[str, ...]:
        """The players in seat order, who began first, as far as that is known."""
        return tuple(NAMES[player] for player in playing(state))

    def to_move(self, state: State) -> str | None:
        """The player to act; None when the game is over or it is not known."""
        is_open = bool(state.unknown.seats) and state.phase is not Phase.BUILD
        return None if state.phase is Phase.OVER or is_open else NAMES[state.player]

    def legal(self, state: State) -> Iterator[Turn]:
        """Every move of the miner, each without a build, and with each of the best builds that join other cities."""
        if state.phase is Phase.OVER:
            return
        for to in targets(state) or [None]:
            done = moved(state, to)
            turn = Turn(state.player, to, done.took)
            yield turn
            if state.phase is not Phase.PLACE:
                for plan in affordable(done.state, state.player, self.options):
                    yield replace(turn, build=plan.build, payment=plan.payment)

    def tries(self, state: State, chance: Chance) -> Iterator[Turn]:
        """The miner anywhere, the stone taken or left, connectors anywhere."""
        return tries(state, chance, self.options)

    def judge(self, state: State, change: Turn) -> Verdict:
        """All faults of a turn, and the options that would make it legal."""
        return judge(state, change, self.options)

    def play(self, state: State, change: Turn) -> State:
        """The state after a turn, legal or not."""
        return play(state, change, self.options).after

    def faults(self, state: State) -> tuple[Fault, ...]:
        """What cannot be right about the landscape by the material, and about what lies on it."""
        return *faults_at_start(state), *position_faults(state, self.options)

    def end(self, state: State) -> str | None:
        """Why the game is over (N-9.1)."""
        return COLOUR_GONE if state.phase is Phase.OVER else None

    def score(self, state: State) -> NetzwerkScore:
        """The score if the game ended now; ValueError where connectors or the cities that they reach are unread."""
        return score(state)

    def parse_state(self, text: str) -> State:
        """The state of a position text, which may leave something open (`parse_seen`)."""
        return parse_seen(text)

    def format_state(self, state: State) -> str:
        """The text that `parse_state` reads back."""
        return format_state(state)

    def opening(self, table: State) -> State:
        """The start of a game on this landscape, with these players, or some of them, in an order not known yet."""
        return opening(table.board, table.players, seated=not table.unknown.seats)

    def in_play(self, state: State) -> tuple[str, ...]:
        """The fields on which miners stand, and where connectors lie."""
        joined = {it for connectors in state.connectors.values() for it in connectors}
        return *map(str, sorted(state.occupied)), *map(str, sorted(joined))

    def tell_start(self, start: State) -> Happening:
        """The set-up, told by its fields and players; a game that was joined in the middle, with what lay there."""
        return tell_start(start)

    def due(self, state: State) -> Message | None:
        """To put miners on the board, to take a stone, or that the player may still build."""
        return due(state, is_known=self.to_move(state) is not None)

    def explain(
        self,
        states: Sequence[State],
        table: State,
        first: Mapping[str, int] = NOTHING_FIRST,
        _unseen: Collection[int] = (),
    ) -> list[Account[Turn]]:
        """The ways in which a game of these states may have come to what lies on the table."""
        return explain(states, table, self.options, first)

    def informed(self, state: State, table: State, before: State) -> State:
        """The state with unknown fields, values and miners filled in where the table agrees with `before`."""
        return informed(state, table, before)

    def closed(self, state: State, table: State) -> tuple[str, ...]:
        """All connections, and landscapes without a miner, as long as miners are being put on the board.

        Nothing is built then (N-4.3), and only a miner that comes takes a stone (N-5.5): while there are none,
        missing stones are still being laid, or hard to see. Nothing is closed once more seems to be done than prints
        are mistaken for: then the game has gone on.
        """
        if state.phase is not Phase.PLACE:
            return ()
        difference = Difference.between(state, table)
        laid = sum(map(len, difference.laid.values()))
        fewer = len(difference.fewer.keys() - table.occupied) if table.occupied else 0
        if fewer + laid > _MOST_MISTAKEN:
            return ()
        return (*map(str, state.board.connections), *map(str, sorted(state.stones.keys() - table.occupied)))

    def unread(self, state: State, places: Iterable[str]) -> State:
        """The state with nothing known of what lies and stands on some fields and connections."""
        return unread(state, places)

    def mended(self, changes: Sequence[Turn], table: State, places: Sequence[str]) -> tuple[Turn, ...] | None:
        """The turns with what the table has at these places; None when a turn can't explain them."""
        return mended(changes, table, places)

    def renamed(
        self, start: State, changes: Sequence[Turn], names: Mapping[str, str]
    ) -> tuple[State, tuple[Turn, ...]]:
        """The game with its players under their right names."""
        return renamed(start, changes, names)

    def skip(self, state: State) -> Turn | None:
        """The end of the turn of the player to act, whose miner stays if it has not moved.

        None while it is not known who that is: it would seat somebody who may not be playing.
        """
        return None if self.to_move(state) is None else Turn(state.player, None, None)

    def retell(
        self, state: State, undone: Sequence[tuple[Turn, Verdict]], account: Account[Turn]
    ) -> list[Happening]:
        """What the players did, when the turns undone since that state gave way to those of the account."""
        return retell(state, undone, account, self.options)

    def chart(self, state: State) -> list[Spot]:
        """The fields with what stands and lies on them, and the connections, for a small map."""
        return chart(state)

    def sketch(self, state: State) -> str:
        """The landscape from above with all that lies on it, drawn in text."""
        return sketch(state)

    def match_lines(self, scores: Sequence[Mapping[str, int]], language: Language = ENGLISH) -> list[str]:
        """The sums of the match that the last game belongs to, and who begins the next one or has won (N-11)."""
        return latest_match(scores).lines(language)

    def drawing(self, state: State, language: Language = ENGLISH) -> str:
        """The landscape and what each player has as SVG."""
        return drawing(state, language)

    def advice(self, state: State, language: Language = ENGLISH) -> list[str]:
        """The best builds that the player to act can pay for."""
        return can_do(state, self.options, language)

    @property
    def briefs(self) -> Mapping[str, Message]:
        """What each rule is about in a few words, for a small display."""
        return BRIEF

    def parse_change(self, text: str) -> Turn:
        """The turn of a text such as `w 1,0 Y 0,0E;1,0E 1,0,0,1,0`."""
        return Turn.parse(text)

    def format_change(self, change: Turn) -> str:
        """The text that `parse_change` reads back."""
        return str(change)
