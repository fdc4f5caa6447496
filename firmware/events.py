"""What happened at the table, and how it stands: what the referee says and everything else only shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.game import Act
from engine.messages import Message


class What(StrEnum):
    """The kinds of events, named as in JSON: what players do, and what follows."""

    SETUP = Act.SETUP
    PLACED = Act.PLACED
    ILLEGAL = Act.ILLEGAL
    TAKEN_BACK = Act.TAKEN_BACK
    CAPPED = Act.CAPPED
    BUILT = Act.BUILT
    MOVED = Act.MOVED
    UNSURE = "unsure"
    TURN = "turn"
    PASSED = Act.PASSED
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that has happened.

    seconds: camera time at which it was given out; frame: name of the picture then in view.
    facts: what there is to say about it, as plain JSON values: `lot`, `piece`, `player`, `rules`, `score` …
    start, turns: the game as it then stands: the state it began from and the turns since, as texts of
    `engine.game.Game`. let_stand: whether the last of them was accepted whatever the rules say. stood: the numbers of
    those before it that were, the first one being 1. last: what was last read, as players read it. vouched: places
    where players have said what is there, whatever it looks like.
    begun_with: how many of the turns were seen with the set-up. refused: turns that players have said were not
    played, though it may look like them. named: players whose names players have confirmed, whatever their pieces
    look like. Any single event is enough to go on from.
    """

    what: What
    seconds: float
    frame: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    start: str = ""
    turns: tuple[str, ...] = ()
    let_stand: bool = False
    stood: tuple[int, ...] = ()
    last: str = ""
    vouched: tuple[str, ...] = ()
    begun_with: int = 0
    refused: tuple[str, ...] = ()
    named: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The event as one flat object; `from_json` reads it back."""
        named = {"event": str(self.what), "frame": self.frame, "seconds": self.seconds}
        game = {"start": self.start, "turns": list(self.turns)}
        where_any = {
            "let_stand": self.let_stand,
            "stood": list(self.stood),
            "last": self.last,
            "vouched": list(self.vouched),
            "begun_with": self.begun_with,
            "refused": list(self.refused),
            "named": list(self.named),
        }
        return {**named, **self.facts, **game, **{name: it for name, it in where_any.items() if it}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Event:
        """The event of such an object; ValueError when it is none."""
        facts = dict(data)
        try:
            return cls(
                what=What(facts.pop("event")),
                frame=str(facts.pop("frame")),
                seconds=float(facts.pop("seconds")),
                start=str(facts.pop("start")),
                turns=_texts(facts.pop("turns")),
                let_stand=bool(facts.pop("let_stand", False)),
                stood=tuple(map(int, facts.pop("stood", ()))),
                last=str(facts.pop("last", "")),
                vouched=_texts(facts.pop("vouched", ())),
                begun_with=int(facts.pop("begun_with", 0)),
                refused=_texts(facts.pop("refused", ())),
                named=_texts(facts.pop("named", ())),
                facts=facts,  # all that is left
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"not an event: {dict(data)!r} ({error})") from None


def _texts(values: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, values))


class Status(StrEnum):
    """What a player has to know right now, one thing at a time."""

    LOOKING = "looking for the board"
    SETTING_UP = "setting up"
    TO_MOVE = "to move"
    HAND = "hand over the board"
    ILLEGAL = Act.ILLEGAL
    UNSURE = "unsure"
    CANT_SEE = "can't see"
    CAMERA_MOVED = "camera moved"
    OVER = "over"


WAITED_FOR: Mapping[Status, Message] = {
    Status.LOOKING: Message("Looking for the board"),
    Status.SETTING_UP: Message("Set up the board"),
    Status.CANT_SEE: Message("I can't see the board"),
    Status.CAMERA_MOVED: Message("The camera has moved"),
}
"""What Kibitz waits for, in words, for a display and a terminal alike; otherwise it waits for nothing."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand at the table.

    player: who is to move, empty where it isn't known; due: what else is to be done now, if not that. rules: the
    violated rules of an illegal placement, such as "R3"; where: its place. places: where to look, such as "C7", those
    that prove it included. because: why nothing can be seen, what is illegal or what is unclear, as a sentence in
    the players' language; brief: what is illegal, unclear or cannot be right about the set-up, in a few words.
    last: what was last read, such as "C7 red dome". totals: the running score by player, the final one when the
    game is over; working: its lines. state: the game's state as a text of `engine.game.Game`, empty before the
    set-up. can_pass: whether a button can pass the turn on. is_ended_by_hand: whether the score was given out
    though the rules see no end, so that "back" continues the game. goes_on: whether play goes on in spite of what is
    unclear. score_asked: whether players want to see the score now; told: what they are told beside the game, such as
    that it isn't being saved.
    """

    status: Status
    player: str = ""
    due: Message | None = None
    rules: tuple[str, ...] = ()
    where: str = ""
    places: tuple[str, ...] = ()
    because: str = ""
    brief: str = ""
    last: str = ""
    totals: Mapping[str, int] = field(default_factory=dict)
    working: tuple[str, ...] = ()
    state: str = ""
    can_pass: bool = False
    is_ended_by_hand: bool = False
    goes_on: bool = False
    score_asked: bool = False
    told: str = ""

    @property
    def asks_beside(self) -> bool:
        """Whether something is asked while the game goes on."""
        return self.goes_on and self.status is Status.UNSURE

    @property
    def answers_with_score(self) -> bool:
        """Whether the score was asked for by a press of "confirm", and nothing more important waits."""
        waits = (Status.ILLEGAL, Status.UNSURE, Status.OVER)
        return self.score_asked and bool(self.state) and self.status not in waits

    @property
    def passes_next(self) -> bool:
        """Whether another press of "confirm" now passes the turn on."""
        return self.answers_with_score and self.can_pass
