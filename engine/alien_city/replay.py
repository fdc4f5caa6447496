"""Replaying a record: every turn judged, every state kept, the end and the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.alien_city.account import account
from engine.alien_city.conduct import End, end, judge, legal_caps, legal_placements
from engine.alien_city.counting import UnreadLotsError, score
from engine.alien_city.game import NAME
from engine.alien_city.house_rules import HouseRules
from engine.alien_city.lots import Lot
from engine.alien_city.records import Record
from engine.alien_city.score import CityScore
from engine.alien_city.state import State
from engine.alien_city.turns import Placement, Turn
from engine.game import Verdict
from engine.messages import ENGLISH, Language


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of a replay.

    `legal` are the placements of the player to move before it, `caps` the lots where a cap was
    allowed after its placement; both in the order of their names.
    """

    turn: Turn
    before: State
    legal: tuple[Placement, ...]
    verdict: Verdict
    caps: tuple[Lot, ...]
    after: State


@dataclass(frozen=True, slots=True)
class Replay:
    """A record with every turn judged; `score` is None where lots could not be read."""

    record: Record
    house_rules: HouseRules
    steps: tuple[Step, ...]
    end: End | None
    score: CityScore | None

    @property
    def game(self) -> str:
        """The name of the game."""
        return NAME

    @property
    def state(self) -> State:
        """The state after the last turn."""
        return self.steps[-1].after if self.steps else self.record.start

    @property
    def agreed_house_rules(self) -> tuple[str, ...]:
        """The house rules that make every illegal turn legal; empty where there are none such."""
        illegal = [step.verdict for step in self.steps if not step.verdict.legal]
        if not illegal or not all(verdict.house_rules for verdict in illegal):
            return ()
        return tuple(dict.fromkeys(name for verdict in illegal for name in verdict.house_rules))

    def account(self, language: Language = ENGLISH) -> list[str]:
        """The replay as a person reads it."""
        return account(self, language)

    def to_json(self) -> dict[str, Any]:
        """The replay as plain values: one line of `kibitz replay --json`. Turns count from 0."""
        return {
            "game": self.game,
            "id": self.record.id,
            "positions": [str(step.after.city) for step in self.steps],
            "legal": [list(map(str, step.legal)) for step in self.steps],
            "caps": [list(map(str, step.caps)) for step in self.steps],
            "faults": [
                {"turn": number, "violates": list(step.verdict.violates)}
                for number, step in enumerate(self.steps)
                if not step.verdict.legal
            ],
            "end": self.end and self.end.value,
            "score": self.score and self.score.to_json(),
        }


def replay(record: Record, house_rules: HouseRules | None = None) -> Replay:
    """Play a record through under its own house rules, or under those given.

    An illegal turn is judged and play goes on from the position it made. Where a record leaves out the
    pass of a player who cannot build, the pass is understood.
    """
    rules = record.house_rules if house_rules is None else house_rules
    state, steps = record.start, []
    for turn in record.turns:
        state = _with_pass_understood(state, turn, rules)
        step = _step(state, turn, rules)
        steps.append(step)
        state = step.after
    try:
        final_score = score(state.city)
    except UnreadLotsError:
        final_score = None
    return Replay(record, rules, tuple(steps), end(state, rules), final_score)


def _with_pass_understood(state: State, turn: Turn, rules: HouseRules) -> State:
    out_of_turn = state.to_move is not None and turn.player not in (None, state.to_move)
    if out_of_turn and not legal_placements(state, None, rules) and end(state, rules) is None:
        return state.played(Turn(state.to_move))
    return state


def _step(state: State, turn: Turn, rules: HouseRules) -> Step:
    legal = sorted(legal_placements(state, None, rules), key=str)
    verdict = judge(state, turn, rules)
    player = turn.player or state.to_move
    caps: Sequence[Lot] = ()
    if turn.placement is not None and player is not None:
        built = state.played(Turn(player, turn.placement))
        caps = sorted(legal_caps(built, player, rules), key=str)
    return Step(turn, state, tuple(legal), verdict, tuple(caps), state.played(turn))
