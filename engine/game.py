"""The contract between a game and the rest of Kibitz.

A game takes a state of the table and a proposed change, and answers with a verdict that names every
fault; it scores a state; and everything goes to text and back. The referee, the display, the journal
and the command line know games by this contract only: `Game` is what can be asked about states and changes,
`WatchedGame` what a referee asks besides, who sees tables and not turns. It says nothing of squares, colours or two
players: places are named by the game (`C7` in Alien City, `3,1` or `3,1E` on a board of hexagons), players by
words, from one to as many as the game has.

States and changes are immutable values that compare by what they hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from engine.chance import Chance
from engine.messages import ENGLISH, Language, Message, Sentence
from engine.spots import Spot

StateT = TypeVar("StateT")
ChangeT = TypeVar("ChangeT")

NOTHING_FIRST: Mapping[str, int] = MappingProxyType({})
"""Nothing that is new on the table is known to have come before the rest."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, with what proves it.

    `code` is short and stable, for records and programs (`"3"`, `"supply"`), and `"turn"` where nothing is wrong but
    whose turn it is; `rule` is the number in the game's rules (`"R3"`); `places` name what on the board proves it,
    the most telling first.
    """

    code: str
    rule: str
    message: Message
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)
    places: tuple[str, ...] = ()

    def sentence(self, language: Language = ENGLISH) -> str:
        """The fault as a player reads it, its rule in front."""
        return f"{self.rule}: {language.say(self.message, self.facts)}"

    def __str__(self) -> str:
        """The sentence in English."""
        return self.sentence()


def rules_of(faults: Iterable[Fault]) -> tuple[str, ...]:
    """The rules that are broken, each once, sorted."""
    return tuple(sorted({fault.rule for fault in faults}))


def places_of(faults: Iterable[Fault]) -> tuple[str, ...]:
    """The places that prove faults, each once, the most telling first."""
    return tuple(dict.fromkeys(place for fault in faults for place in fault.places))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say to a change: all its faults, never just the first.

    `house_rules` are the names of the game's options, the fewest that would make the change legal; empty
    where it is legal already or no option would do.
    """

    faults: tuple[Fault, ...] = ()
    house_rules: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    @property
    def violates(self) -> tuple[str, ...]:
        """The codes of the faults, each once, sorted."""
        return tuple(sorted({fault.code for fault in self.faults}))


@dataclass(frozen=True, slots=True)
class Account(Generic[ChangeT]):
    """One way in which a game may have come to what lies on the table.

    The first `kept` changes of the game so far stand; `changes` were made after them, and `verdicts` are what the
    rules say to each. All else are places:

    unexplained: the table looks different there all the same.
    late: something was done in a turn that others have followed since, and is only seen now.
    begun: what lies there calls for more before the turn can end.
    slips: what hardly anybody does: less was taken or laid than had to be, or more taken, or laid out of turn.
    other_hands: what stands there was the other player's after all, as a turn before it was missed.
    overlooked: late as well, done in a turn in which nothing was seen to be done.
    apart: what lies there was laid away from the rest of the same turn, against the rules.
    """

    kept: int
    changes: tuple[ChangeT, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    unexplained: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()
    slips: tuple[str, ...] = ()
    other_hands: tuple[str, ...] = ()
    overlooked: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing that was done is against the rules."""
        return all(verdict.legal for verdict in self.verdicts)


class Act(StrEnum):
    """The kinds of things that players do, named as in records; any of them may break a rule, and is ILLEGAL then.

    They are the firmware's words for what it tells, too: each is one of `firmware.events.What`.
    """

    SETUP = "setup"
    PLACED = "placed"
    CAPPED = "capped"
    BUILT = "built"
    """What a player lays along with what was placed or moved in the same turn."""
    MOVED = "moved"
    TAKEN_BACK = "taken back"
    PASSED = "passed"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that a player did, as it is told.

    `act` is what was done, whether or not there are `faults` in it. `message` says what stands where, such as
    "C7 red dome".
    `facts` are plain words for records and programs: who did it (`player`), where (`lot`, `field` or `place`; benches
    tell events apart by these, `ABOUT` of `tests/bench/referee.py`), and with what, under a name of the game's own,
    such as `piece`. Names that an event has already are taken: `start`, `turns`, `last`, `says`, `rules`, `places`,
    `sentences` and the like.
    """

    act: Act
    facts: Mapping[str, str]
    message: Message
    places: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    message_facts: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def kind(self) -> Act:
        """The kind that it is told as: what was done, or ILLEGAL where that is against the rules."""
        return Act.ILLEGAL if self.faults else self.act

    def sentence(self, language: Language = ENGLISH) -> str:
        """What stands where, as a player reads it."""
        return language.say(self.message, self.message_facts)


class OwnNames(Protocol):
    """What the owner of a set calls its things, where the game has other words; its text form is kept."""

    @property
    def names(self) -> Mapping[str, str]:
        """The owner's words, by the game's."""

    @property
    def words(self) -> Mapping[Message, Sentence]:
        """What is said in place of the game's messages for things (`Language.calling`)."""

    @property
    def legend(self) -> Sequence[Sentence]:
        """What to know before a sketch of the game is laid out with the set."""


class Score(Protocol):
    """A score with its whole working."""

    @property
    def totals(self) -> Mapping[str, int]:
        """Points by player."""

    @property
    def winners(self) -> Sequence[str]:
        """Who leads: several players where they share the lead."""

    def lines(self, language: Language = ...) -> Sequence[str]:
        """The working, line by line, as a player reads it."""

    def to_json(self) -> dict[str, Any]:
        """The working as plain values for a JSON document."""


class Game(Protocol, Generic[StateT, ChangeT]):
    """The rules of one game under one choice of house rules."""

    @property
    def name(self) -> str:
        """The name that records, settings and the registry use, such as `alien-city`."""

    def players(self, state: StateT, /) -> Sequence[str]:
        """The players at that table, in the order of play: a word each, whose capitalised form is a Message.

        Records have `"red"`, sentences `Message("Red")`.
        """

    def to_move(self, state: StateT) -> str | None:
        """The player to act; None when the game is over or it is not known."""

    def legal(self, state: StateT) -> Iterable[ChangeT]:
        """Legal changes for the player to act (any player, where that is not known).

        All of them, unless its parts have too many combinations to list; then those that gain most.
        """

    def tries(self, state: StateT, chance: Chance) -> Iterator[ChangeT]:
        """Changes that the player to act could make with what there is, legal or not, without end."""

    def judge(self, state: StateT, change: ChangeT) -> Verdict:
        """What the rules say to the change; what is unread is never held against anybody."""

    def play(self, state: StateT, change: ChangeT) -> StateT:
        """The state after the change, legal or not: what the table then shows."""

    def faults(self, state: StateT) -> Sequence[Fault]:
        """What cannot be right about the state, however it came about and whatever is unread."""

    def end(self, state: StateT) -> str | None:
        """Why the game is over, as a short code; None while it is not."""

    def score(self, state: StateT) -> Score:
        """The score at this moment; ValueError when too much of the state is unread."""

    def parse_state(self, text: str) -> StateT:
        """The state of a text; ValueError with the offending part for anything else."""

    def format_state(self, state: StateT) -> str:
        """The text that `parse_state` reads back."""

    def opening(self, table: StateT) -> StateT:
        """The start of the game that is played on the table: its board before the first change."""

    def in_play(self, state: StateT) -> Sequence[str]:
        """The places where pieces lie that are not there when a game begins."""

    def tell_start(self, start: StateT) -> Happening:
        """The set-up of a game, as `Act.SETUP`.

        A game that was joined begins in the middle, perhaps with something unread, and it is not known who moves.
        """

    def sketch(self, state: StateT) -> str:
        """The state drawn in text, for people at a terminal."""

    def drawing(self, state: StateT, language: Language = ...) -> str:
        """The state as a picture: the text of an SVG document."""

    def advice(self, state: StateT, language: Language = ...) -> Sequence[str]:
        """What the player to act may do now, line by line; nothing when the game is over."""

    @property
    def briefs(self) -> Mapping[str, Message]:
        """What each rule that a fault may cite is about in a few words, for a small display."""

    def parse_change(self, text: str) -> ChangeT:
        """The change of a text; ValueError with the offending part for anything else."""

    def format_change(self, change: ChangeT) -> str:
        """The text that `parse_change` reads back."""


class WatchedGame(Game[StateT, ChangeT], Protocol[StateT, ChangeT]):
    """A game that can be refereed: what may have been played for the table to look as it does."""

    def due(self, state: StateT) -> Message | None:
        """What the `player` to act has to do now, or all of them where that is not known; None where that is just
        to move."""

    def explain(
        self,
        states: Sequence[StateT],
        table: StateT,
        first: Mapping[str, int] = NOTHING_FIRST,
        unseen: Collection[int] = (),
        /,
    ) -> Sequence[Account[ChangeT]]:
        """The ways in which a game of these states, the first one included, may have come to the table.

        At least one; the first keeps as much of the game as any other. A table doesn't show who is to move, and what
        is unread on it counts as unchanged. Where nothing has changed, all states are kept and nothing comes after
        them; what no change explains is unexplained after the last state. No account undoes a change only to make it
        again. first: places where something new may have been done before the rest, each with the number of changes
        made by then. unseen: numbers of the states that lay between two looks: who did what around them was a guess.
        """

    def informed(self, state: StateT, table: StateT, before: StateT) -> StateT:
        """The state with what was not known of it filled in where the table shows it, and already did `before`.

        What lies under a piece shows by the piece, and is known at once.
        """

    def closed(self, state: StateT, table: StateT) -> Collection[str]:
        """The places of a table where nobody can have done anything since that state, whatever seems to lie there."""

    def unread(self, state: StateT, places: Iterable[str]) -> StateT:
        """The state with nothing known of what is at some places."""

    def mended(
        self, changes: Sequence[ChangeT], table: StateT, places: Sequence[str]
    ) -> Sequence[ChangeT] | None:
        """The changes set right where something at these places of the table was misread, without a last one that
        comes to nothing; None if that cannot be."""

    def renamed(
        self, start: StateT, changes: Sequence[ChangeT], names: Mapping[str, str]
    ) -> tuple[StateT, Sequence[ChangeT]]:
        """The first state and the changes of a game whose players were taken for others, under their right names.

        names: the right ones, by the wrong ones.
        """

    def skip(self, state: StateT) -> ChangeT | None:
        """The change by which a turn ends with nothing done, whether or not the rules allow it.

        None where it is not known whose turn it is.
        """

    def retell(
        self, state: StateT, undone: Sequence[tuple[ChangeT, Verdict]], account: Account[ChangeT]
    ) -> Sequence[Happening]:
        """What the players did, when the changes undone since a state gave way to those of the account.

        What is undone and then done again in the same way was told before, and is not told anew.
        """

    def chart(self, state: StateT) -> Sequence[Spot]:
        """Every place of the board with what stands there, for a small map."""

    def match_lines(self, scores: Sequence[Mapping[str, int]], language: Language = ...) -> Sequence[str]:
        """What games played one after the other come to, the last one just over, as players read it.

        scores: points by player, in the order of play, of each game; earlier games may have had other players, or
        none. Nothing where games are not summed up.
        """
