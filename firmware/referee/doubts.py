"""What the players are asked: what no turn explains, what can't be made out, and what cannot be right."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.game import Account, WatchedGame, places_of, rules_of
from engine.illegible import ILLEGIBLE
from engine.messages import Language, Message
from engine.play import Play
from firmware.events import Event
from firmware.referee.conclusion import Conclusion, Explanation
from firmware.sayings import name_of
from vision.game import Seen

UNEXPLAINED = Message(
    '{places} changed in a way no turn explains; put that right, or press "confirm" to go on from here'
)
DOUBTFUL = Message('{places} can\'t be made out for certain; press "confirm" to take what is likelier')
RATHER_NOTHING = Message(
    '{places} can\'t be made out for certain; press "confirm" if nothing was done there, "back" if something was'
)
LOST = Message('I lost the thread and go on from here; "back" undoes that')
UNCLEAR_BOARD = Message("the board at {places} can't be made out")
WHOSE_TURN = Message(
    'whose turn is it? {places} looks like another player\'s; press "confirm" if so, "back" if not; or take it away'
)
TAKE_BACK = Message(
    'take back what was done at {places}, please; press "back" if nothing was, "confirm" if it stays'
)
INSTEAD = Message('{what}, then? Press "confirm" if so, "back" if not; or take it away')
INSTEAD_BRIEF = Message("{what}?")
NAMED = Message('{what}? Press "confirm" if so, "back" if not')
OR_ELSE = Message('{what}? Press "back" if it was: {otherwise}')
BY_WHOM = Message('{what}? Press "back" if it was {other}')
BY_WHOM_BRIEF = Message('by {player}? "back": {other}')

BRIEF: dict[Message, Message] = {
    UNEXPLAINED: Message("no turn explains this"),
    DOUBTFUL: Message("what is there?"),
    RATHER_NOTHING: Message("was nothing done?"),
    UNCLEAR_BOARD: Message("the board can't be made out"),
    WHOSE_TURN: Message("whose turn is it?"),
    TAKE_BACK: Message("take it back, please"),
}
"""Each question in words that fit on a small display, beside the places."""

_OF_ANOTHER_S_TURN = {"turn", "not-yours"}
"""Codes of faults that vanish if the turn is another player's than it seems."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something to ask the players, and where.

    rules, brief: as in `Standing`. of_refused: whether it is about what players have said was not done. looks_done:
    places where something seems to have come or gone though nothing may have been done. asks: facts of what is asked
    about; or_else: what was done if not that; otherwise: the same in plain words, to go on after a power cut.
    whose_turn: whether it is asked whose turn it was.
    """

    says: str
    places: tuple[str, ...]
    brief: str
    rules: tuple[str, ...] = ()
    of_refused: bool = False
    looks_done: tuple[str, ...] = ()
    asks: Mapping[str, str] = field(default_factory=dict)
    or_else: Account[Any] | None = None
    otherwise: Mapping[str, Any] = field(default_factory=dict)
    whose_turn: bool = False

    @property
    def facts(self) -> dict[str, Any]:
        """What an event tells of it."""
        told: dict[str, Any] = {"places": list(self.places), "says": self.says}
        if self.asks:
            told["asks"] = dict(self.asks)
        if self.otherwise:
            told |= {"brief": self.brief, "otherwise": dict(self.otherwise)}
        return {**told, "rules": list(self.rules)} if self.rules else told


@dataclass(frozen=True, slots=True)
class Doubts:
    """Tells what there is to ask about in a game, in the players' language."""

    rules: WatchedGame[Any, Any]
    language: Language

    @property
    def lost(self) -> str:
        """What is told, without a question, where a game is joined anew as it lies there."""
        return self.language.say(LOST)

    def about_set_up(self, play: Play[Any, Any], seen: Seen) -> Doubt | None:
        """What is unclear, or cannot be right, about the board that a game began on."""
        unclear = self._at(UNCLEAR_BOARD, tuple(seen.unclear)) if seen.unclear else None
        # These hold whatever lies at the places that can't be made out.
        faults = self.rules.faults(play.states[0])
        if not faults:
            return unclear
        says = [fault.sentence(self.language) for fault in faults]
        places = places_of(faults)
        if unclear is not None:
            says, places = [*says, unclear.says], (*places, *unclear.places)
        brief = self.language.say(self.rules.briefs[faults[0].rule])
        return Doubt(" ".join(says), places, brief, rules_of(faults))

    def about_change(
        self,
        play: Play[Any, Any],
        conclusion: Conclusion,
        doubted: Collection[str],
        wavered: object = None,
    ) -> Doubt | None:
        """Why what seems to have been done cannot be accepted without asking; None when it can.

        doubted: places that may look one way or another. wavered: the change that was told and taken back while
        nothing moved, so that it is merely read now one way, now the other.
        """
        account = conclusion.account
        if conclusion.is_rather_nothing:
            return replace(self._at(RATHER_NOTHING, conclusion.places), looks_done=_looks_done(conclusion))
        if account.unexplained:
            return self._at(UNEXPLAINED, conclusion.places)
        if not conclusion.is_clear or (wavered is not None and wavered in account.changes):
            is_news = bool(account.changes) and account.kept == len(play.changes)
            return self._by_name(NAMED, conclusion) if is_news else self._at(DOUBTFUL, conclusion.places)
        if not conclusion.legal and "turn" in conclusion.fault_codes <= _OF_ANOTHER_S_TURN:
            # It is likelier that something was missed than that a player used the other one's piece.
            return replace(self._at(WHOSE_TURN, conclusion.places), whose_turn=True)
        if not conclusion.legal and self._hangs_on(doubted, play, conclusion):
            return self._at(DOUBTFUL, tuple(doubted))
        return None

    def about_what_was_told(self, play: Play[Any, Any], conclusion: Conclusion) -> Doubt | None:
        """The question whether what is told was done, where something else is hardly less likely; None where it is
        plain, or has to be taken back anyway. play: the game until then."""
        or_else = conclusion.or_else
        if or_else is None or not conclusion.legal:
            return None
        what, otherwise = (
            ", ".join(it.sentence(self.language) for it in told.happenings) for told in (conclusion, or_else)
        )
        asks = _facts(conclusion)
        player, other = (_facts(told).get("player", "") for told in (conclusion, or_else))
        by_another = player != other
        facts = {"what": what, "otherwise": otherwise, "player": name_of(player), "other": name_of(other)}
        brief = self.language.say(BY_WHOM_BRIEF if by_another else INSTEAD_BRIEF, facts)
        differs_in_who_alone = by_another and _deeds(conclusion) == _deeds(or_else)
        says = self.language.say(BY_WHOM if differs_in_who_alone else OR_ELSE, facts)
        instead = _instead(play, conclusion.account, or_else.account)
        turns = [self.rules.format_change(change) for change in instead.changes]
        told = {"kept": instead.kept, "turns": turns}
        return Doubt(says, conclusion.places, brief, asks=asks, or_else=instead, otherwise=told)

    def kept(self, play: Play[Any, Any], event: Event) -> Doubt | None:
        """The unanswered question about what was told last, from the kept event after which the game stands so; None
        if that event asked none. ValueError where it cannot be read."""
        facts = event.facts
        otherwise = facts.get("otherwise")
        if otherwise is None:
            return None
        try:
            kept = range(len(play.states))[otherwise["kept"]]
            instead = Play(self.rules, play.states[kept], map(self.rules.parse_change, otherwise["turns"]))
            changes, verdicts = zip(*instead.changes, strict=True)
            says, places, brief = str(facts["says"]), tuple(map(str, facts["places"])), str(facts["brief"])
            asks = {name: str(it) for name, it in facts["asks"].items()}
        except ILLEGIBLE as error:
            raise ValueError(f"not a question: {dict(facts)!r} ({error})") from None
        or_else = Account(kept, changes, verdicts)
        return Doubt(says, places, brief, asks=asks, or_else=or_else, otherwise=otherwise)

    def about_refused(
        self, play: Play[Any, Any], refused: Conclusion, instead: Conclusion, said: Collection[object]
    ) -> Doubt:
        """What to ask where the table still looks like what players have refused: whether it was something else.

        instead: what else it looks like; `refused` itself where there is nothing else: then it is to be taken away,
        without what has come since. said: the changes that players have said were not made.
        """
        if instead is refused:
            places = self._places_of(said, play, refused.account)
            looks_done = places or _looks_done(refused)
            asked = self._at(TAKE_BACK, places or refused.places)
            return replace(asked, of_refused=True, looks_done=looks_done)
        return replace(self._by_name(INSTEAD, instead), of_refused=True)

    def _places_of(
        self, said: Collection[object], play: Play[Any, Any], account: Account[Any]
    ) -> tuple[str, ...]:
        """Where those changes were made, if an account has others as well; nowhere if it has no others."""
        if all(change in said for change in account.changes):
            return ()
        places = dict[str, None]()
        state = play.states[account.kept]
        for change, verdict in zip(account.changes, account.verdicts, strict=True):
            if change in said:
                told = self.rules.retell(state, (), Account(account.kept, (change,), (verdict,)))
                places.update((place, None) for happening in told for place in happening.places)
            state = self.rules.play(state, change)
        return tuple(places)

    def _hangs_on(self, doubted: Collection[str], play: Play[Any, Any], conclusion: Conclusion) -> bool:
        """Whether what seems against the rules may be legal, depending on places that are in doubt."""
        open_places = [place for place in doubted if place not in conclusion.places]
        if not open_places:
            return False
        account = conclusion.account
        state = play.states[account.kept]
        for change, verdict in zip(account.changes, account.verdicts, strict=True):
            if not verdict.legal and self.rules.judge(self.rules.unread(state, open_places), change).legal:
                return True
            state = self.rules.play(state, change)
        return False

    def _by_name(self, message: Message, told: Conclusion) -> Doubt:
        """The question whether just that was done."""
        what = {"what": ", ".join(it.sentence(self.language) for it in told.happenings)}
        brief = self.language.say(INSTEAD_BRIEF, what)
        return Doubt(self.language.say(message, what), told.places, brief, asks=_facts(told))

    def _at(self, message: Message, places: tuple[str, ...]) -> Doubt:
        says = self.language.say(message, {"places": places})
        return Doubt(says, places, self.language.say(BRIEF[message]))


def _instead(play: Play[Any, Any], told: Account[Any], or_else: Account[Any]) -> Account[Any]:
    """The account `or_else`, for after `told` was accepted: it redoes what that undid and `or_else` keeps."""
    kept = min(told.kept, or_else.kept)
    again = play.changes[kept : or_else.kept]
    return replace(
        or_else,
        kept=kept,
        changes=(*(change for change, _ in again), *or_else.changes),
        verdicts=(*(verdict for _, verdict in again), *or_else.verdicts),
    )


def _looks_done(conclusion: Conclusion) -> tuple[str, ...]:
    """The places where something was done, by what is concluded, or the table has changed."""
    return tuple(dict.fromkeys((*conclusion.places, *conclusion.changed)))


def _facts(told: Explanation) -> dict[str, str]:
    """What was done last, in plain words."""
    return {name: str(it) for name, it in told.happenings[-1].facts.items()}


def _deeds(told: Explanation) -> list[dict[str, object]]:
    """What was done, without who did it."""
    return [{name: it for name, it in deed.facts.items() if name != "player"} for deed in told.happenings]
