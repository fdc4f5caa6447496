"""Replaying a recorded game: every turn judged, every position kept, the end and the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.illegible import IllegibleError
from engine.messages import ENGLISH, Language, Message
from engine.netzwerk.conduct import Played, play, targets
from engine.netzwerk.fields import Connection
from engine.netzwerk.game import NAME
from engine.netzwerk.match import Match
from engine.netzwerk.material import NO_STONES, Colour, Player
from engine.netzwerk.records import Record
from engine.netzwerk.score import NetzwerkScore, score
from engine.netzwerk.setup import faults_at_start
from engine.netzwerk.state import Phase, State
from engine.netzwerk.text import format_state
from engine.netzwerk.words import COLOURS, PLAYERS, stones_named
from engine.telling import ALL_LEGAL, ILLEGAL, NOT_OVER, SCORE_SO_FAR, SOME_ILLEGAL, TITLE

SET_UP = Message("Wrong from the start: {sentence}")
STAYED = Message("{number}. {player}: the miner stays")
WENT = Message("{number}. {player}: miner to {field}")
WENT_AND_TOOK = Message("{number}. {player}: miner to {field}, takes {stone}")
BUILT = Message("   builds {connections} for {stones}")
BUILT_UNPAID = Message("   builds {connections}")
OVER = Message("The game is over: the last stone of a colour was taken ({colours}).")
PLAYED_AFTER = Message("{name} was played after the match was over")
OTHERS_PLAY = Message("{name} is not played by {players} with {first} beginning")
GAME_NOT_OVER = Message("{name} is not over")
NOT_COUNTED = Message("The score is not counted while connectors or cities are unread.")


@dataclass(frozen=True, slots=True)
class Replay:
    """A record with every turn judged."""

    record: Record
    turns: tuple[Played, ...]

    @property
    def game(self) -> str:
        """The name of the game."""
        return NAME

    @property
    def states(self) -> tuple[State, ...]:
        """All positions, the first one included."""
        return (self.record.start, *(it.after for it in self.turns))

    @property
    def colours_gone(self) -> tuple[Colour, ...]:
        """The colours of which no stone is left on the board, where that has ended the game (N-9.1)."""
        state = self.states[-1]
        return state.colours_gone if state.phase is Phase.OVER else ()

    @property
    def score(self) -> NetzwerkScore | None:
        """The score at the end of the record; None where connectors or cities could not be read."""
        try:
            return score(self.states[-1])
        except ValueError:
            return None

    def account(self, language: Language = ENGLISH) -> list[str]:
        """The replay as a person reads it."""
        say = language.say
        lines = [say(TITLE, {"id": self.record.id})]
        wrong = (fault.sentence(language) for fault in faults_at_start(self.record.start))
        lines += [say(SET_UP, {"sentence": sentence}) for sentence in wrong]
        for number, played in enumerate(self.turns, start=1):
            turn = played.turn
            facts = {"number": number, "player": PLAYERS[turn.player], "field": str(turn.to)}
            if turn.to is None:
                lines.append(say(STAYED, facts))
            elif isinstance(turn.took, Colour):
                lines.append(say(WENT_AND_TOOK, {**facts, "stone": COLOURS[turn.took]}))
            else:
                lines.append(say(WENT, facts))
            if turn.build:
                # What nobody saw paid is left out.
                built = {"connections": _names(turn.build), "stones": stones_named(turn.payment or NO_STONES)}
                lines.append(say(BUILT if any(turn.payment or ()) else BUILT_UNPAID, built))
            sentences = (fault.sentence(language) for fault in played.verdict.faults)
            lines += [f"   {say(ILLEGAL, {'sentence': sentence})}" for sentence in sentences]
        illegal = sum(not it.verdict.legal for it in self.turns)
        lines.append(say(SOME_ILLEGAL, {"count": illegal}) if illegal else say(ALL_LEGAL))
        gone = tuple(COLOURS[colour] for colour in self.colours_gone)
        lines.append(say(OVER, {"colours": gone}) if gone else say(NOT_OVER))
        counted = self.score
        if counted is None:
            return [*lines, say(NOT_COUNTED)]
        so_far = [] if gone else [say(SCORE_SO_FAR)]
        return [*lines, *so_far, *counted.lines(language)]

    def to_json(self) -> dict[str, Any]:
        """The replay as plain values: one line of `kibitz replay --json`. Turns count from 1."""
        state = self.states[-1]
        is_over = state.phase is Phase.OVER
        return {
            "game": self.game,
            "id": self.record.id,
            "positions": [format_state(it.after) for it in self.turns],
            "moves": [
                [[[at.q, at.r], jumped] for at, jumped in targets(before).items()]
                for before in self.states[:-1]
            ],
            "faults": [
                {"turn": number, "reasons": list(dict.fromkeys(fault.code for fault in it.verdict.faults))}
                for number, it in enumerate(self.turns, start=1)
                if not it.verdict.legal
            ],
            "end": {
                "n": len(self.turns),
                "player": str(state.player),
                "colours_gone": [str(colour) for colour in self.colours_gone],
                "position": format_state(state),
            }
            if is_over
            else None,
            "final": self.score and self.score.to_json(),
        }


def replay(record: Record) -> Replay:
    """Play a record through under its own options; an illegal turn is judged and played on from."""
    state, turns = record.start, []
    for turn in record.turns:
        played = play(state, turn, record.options)
        turns.append(played)
        state = played.after
    return Replay(record, tuple(turns))


def _names(connections: tuple[Connection, ...]) -> tuple[str, ...]:
    return tuple(map(str, sorted(connections)))


def match_of(replays: Sequence[Replay]) -> Match:
    """Games as one match. Raises IllegibleError for other players, another one to begin, or one not over."""
    seats = tuple(map(str, replays[0].record.start.players))
    match = Match(seats)
    for played in replays:
        state, name = played.states[-1], played.record.id
        if match.next_to_begin is None:
            raise IllegibleError(PLAYED_AFTER, name=name)
        if not match.goes_on_with(tuple(map(str, state.players))):
            names = tuple(PLAYERS[Player(seat)] for seat in seats)
            first = PLAYERS[Player(match.next_to_begin)]
            raise IllegibleError(OTHERS_PLAY, name=name, players=names, first=first)
        if state.phase is not Phase.OVER:
            raise IllegibleError(GAME_NOT_OVER, name=name)
        totals = {str(player): it.total for player, it in score(state).players.items()}
        match = Match(seats, (*match.games, totals))
    return match


def summed_up(replays: Sequence[Replay], language: Language) -> list[str]:
    """The same as a person reads it, and who begins the next game or has won."""
    return match_of(replays).lines(language)
