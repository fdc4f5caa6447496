"""The record of one game at one table: what was played, what is open to dispute, and what players have said of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from engine.game import Account, Fault, Happening, WatchedGame
from engine.play import Play
from firmware.referee.mending import Mending
from vision.game import Names


class Record:
    """What a game was from its first state on.

    play: its states and changes. over: whether its score was given out. unseen: numbers of the states that lay
    between two looks, as far as known: after a power cut it isn't. vouched: places where players have said what is
    there, and nothing was done since. begun_with: how many changes were seen with the set-up. refused: changes that
    players have said were not made, as long as it may still look like them. named: players whose deeds players have
    confirmed by name. taken_back: places where something was taken back since the last change, and after how many
    changes it had been done. let_stand: the numbers of changes after which the last one was accepted all the same.
    """

    def __init__(self, rules: WatchedGame[Any, Any], start: object) -> None:
        """A game that begins, or is joined, at the state `start`."""
        self.play = Play(rules, start)
        self.over = False
        self.unseen: frozenset[int] = frozenset()
        self.vouched: tuple[str, ...] = ()
        self.begun_with = 0
        self.refused: tuple[object, ...] = ()
        self.named: tuple[str, ...] = ()
        self.taken_back: Mapping[str, int] = {}
        self.let_stand: set[int] = set()
        self.rules = rules
        self._mending = Mending(rules)
        self._heard: tuple[int, object] | None = None  # hands until the table was last seen, and that table
        self._heard_before: object = None  # the table as seen before the last hand

    @property
    def state(self) -> str:
        """The state at this moment, as text."""
        return self.rules.format_state(self.play.state)

    def refuses(self, account: Account[Any]) -> bool:
        """Whether players have said that some change of it was not made."""
        return any(change in self.refused for change in account.changes)

    @property
    def is_ended_by_hand(self) -> bool:
        """Whether the score was given out though the rules see no end."""
        return self.over and self.play.end is None

    @property
    def is_let_stand(self) -> bool:
        """Whether the last change was accepted whatever the rules say."""
        return len(self.play.changes) in self.let_stand

    @property
    def contested(self) -> tuple[Fault, ...]:
        """What is against the rules in the last change, unless it was let stand."""
        if not self.play.changes or self.is_let_stand:
            return ()
        return self.play.changes[-1][1].faults

    @property
    def has_turn_to_end(self) -> bool:
        """Whether the turn may well be over: something was done in it already, or there is nothing to be done."""
        change = self.rules.skip(self.play.state)
        return change is not None and (self._is_turn_begun or self.rules.judge(self.play.state, change).legal)

    @property
    def _is_turn_begun(self) -> bool:
        """Whether the player to move also made the last change, so that the turn goes on.

        Somebody else may have made it, ending thereby an earlier turn of the player to move.
        """
        player = self.play.to_move
        if not self.play.changes or player is None or player != self.rules.to_move(self.play.states[-2]):
            return False
        return any(it.facts.get("player") == player for it in self.done_last())

    def done_last(self) -> Sequence[Happening]:
        """What was done by the last change."""
        change, verdict = self.play.changes[-1]
        account = Account(len(self.play.changes) - 1, (change,), (verdict,))
        return self.rules.retell(self.play.states[-2], (), account)

    def take(self, account: Account[Any], vouched: Sequence[str] = ()) -> Sequence[Happening]:
        """Change the game by an account of the table; what was done by that.

        vouched: places where players say that this is so.
        """
        undone, since = self.play.changes[account.kept :], self.play.states[account.kept]
        stood = _whats(undone[-1][1].faults) if undone and self.is_let_stand else set()
        before, seen = self.play.changes, self._seen_from(account.kept)
        lay = self._in_play(-1)
        if undone and not account.changes and not self.contested:  # what was warned of stays gone
            self._mending.taken_off(before)
        self.taken_back = {} if account.changes else {**self.taken_back, **self._done_since(account.kept)}
        for _ in undone:
            self.play.undo()
        for change in account.changes:
            self.play.play(change)
        # Changes that were not made again no longer count.
        self.let_stand = {
            it for it in self.let_stand if before[it - 1 : it] == self.play.changes[it - 1 : it]
        }
        self.unseen = self._unseen_now(account.kept, seen)
        if account.changes and self.contested and _whats(self.contested) <= stood:
            self.accept_last()  # the same again, in a turn that goes on
        happenings = self.rules.retell(since, undone, account)
        done = {place for it in happenings for place in it.places} | (lay ^ self._in_play(-1))
        self.vouched = (*(it for it in self.vouched if it not in done), *vouched)
        if vouched:
            self._name(happenings[-1].facts)
        return happenings

    def _done_since(self, number: int) -> dict[str, int]:
        """The places where pieces have come to lie since that state, and after how many changes."""
        steps = (
            (at, self._in_play(at + 1) - self._in_play(at)) for at in range(number, len(self.play.changes))
        )
        return {place: at for at, places in steps for place in places}

    def _seen_from(self, number: int) -> set[frozenset[str]]:
        """Where pieces lay when the table was looked at, from that state on."""
        numbers = range(number, len(self.play.states))
        return {self._in_play(number) for number in numbers if number not in self.unseen}

    def _unseen_now(self, kept: int, seen: Collection[frozenset[str]]) -> frozenset[int]:
        """The numbers of the states that lay between looks; those up to `kept` are as before.

        The last state was seen, as it lies on the table, and so was any other whose pieces lay so at an earlier look.
        """
        last = len(self.play.changes)
        as_before = {number for number in self.unseen if number <= kept}
        return frozenset(as_before - {last}) | {
            number for number in range(kept + 1, last) if self._in_play(number) not in seen
        }

    def _in_play(self, number: int) -> frozenset[str]:
        return frozenset(self.rules.in_play(self.play.states[number]))

    def set_right(self, table: object, places: Sequence[str]) -> bool:
        """Set the game right at some places of a table, where something was misread; whether any change explains
        them."""
        mended = self._mending.mended(self.play, table, places)
        if mended is None:
            return False
        warned, self.play = _whats(self.contested), mended
        self.unseen = frozenset(number for number in self.unseen if number < len(mended.changes))
        if not _whats(self.contested) & warned:
            self.accept_last()  # what comes to light this late is no longer worth a warning
        return True

    def set_right_again(self, table: object) -> Sequence[str]:
        """Put back what seemed never to have been there, or some of it, where a table shows it again; the places,
        none if anything else was done since."""
        again = self._mending.put_back(self.play, table)
        if again is None:
            return ()
        self.play = again
        return self._mending.places

    def as_before(self, table: object) -> Account[Any] | None:
        """What restores the game as it was before pieces were taken off, once a table shows all of them again: they
        belong to whom they did, in whichever order they came back."""
        return self._mending.as_before(self.play, table)

    def keep_as_it_is(self) -> None:
        """Let nothing that was taken away before be put back any more."""
        self._mending.forget()

    def call(self, names: Names) -> None:
        """Call players who were taken for others by their right names, from the beginning on."""
        changes = [change for change, _ in self.play.changes]
        self.play = Play(self.rules, *self.rules.renamed(self.play.states[0], changes, dict(names)))
        self.keep_as_it_is()  # what was remembered has the old names

    def learn(self, table: object, hands: int) -> None:
        """Take what was not known of the board from a table, and judge all changes anew.

        hands: how many have come and gone. What could not be made out while the board lay there untouched is hard to
        read: once a hand has come, it is believed only if it is read alike before and after a hand.
        """
        begun, *_ = self.play.states
        if self._heard is not None and self._heard[0] != hands:
            self._heard_before = self._heard[1]
        self._heard = hands, table
        start = self.rules.informed(begun, table, table if self._heard_before is None else self._heard_before)
        if start == begun:
            return
        self.play = Play(self.rules, start, (change for change, _ in self.play.changes))

    def accept_last(self) -> None:
        """Accept the last change whatever the rules say."""
        self.let_stand.add(len(self.play.changes))

    def have_said(self, places: Sequence[str], done: Mapping[str, str]) -> None:
        """Note that players say all is as the game has it at some places; done: facts of what they say was done
        there, if anything was."""
        self.vouched = tuple(dict.fromkeys((*self.vouched, *places)))
        self._name(done)

    def _name(self, done: Mapping[str, str]) -> None:
        """Note that players have confirmed who did something, given its facts."""
        if player := done.get("player"):
            self.named = tuple(dict.fromkeys((*self.named, player)))


def _whats(faults: Iterable[Fault]) -> set[tuple[str, tuple[str, ...]]]:
    """What is wrong, and where."""
    return {(fault.code, fault.places) for fault in faults}
