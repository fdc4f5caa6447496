"""The journal of a companion at work: every event is on the disk before it is shown, or it is said why not."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from firmware.events import Event, What
from firmware.journal import words
from firmware.journal.entry import Entry
from firmware.journal.file import Folder, JournalFile
from firmware.journal.past import past_games, score_at
from firmware.journal.reading import UNREADABLE, examine, is_damage
from firmware.journal.rescue import finish_rescue, rescue
from firmware.journal.trouble import GoneError, trouble
from firmware.journal.words import Remark

CLOCK_SLACK_S = 1.0
"""A clock that is set back by no more than this has not jumped."""


class Journal:
    """Keeps events on the disk, and in memory while there is no disk to be had.

    >>> from tempfile import TemporaryDirectory
    >>> from time import time
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "games.sqlite3"
    ...     with Journal(path, "alien-city", time) as journal:
    ...         journal.append(Event(What.TURN, 3.0, "0001.jpg", {"player": "black"}))
    ...     with Journal(path, "alien-city", time) as journal:
    ...         print(journal.latest().facts, journal.trouble)
    {'player': 'black'} None

    Nothing that goes wrong with the disk is raised: `trouble` says what is wrong now, `remarks` what there is to
    tell, and what could not be written is tried again with every event and by `catch_up`. One process at a time
    writes in a folder. All methods are called by the thread that opened it.
    """

    def __init__(
        self, path: Path, game: str, clock: Callable[[], float], house_rules: Sequence[str] = ()
    ) -> None:
        """Open the journal at `path`, which is made where there is none.

        game: the name of the game being played, as in the registry, and the house rules it is played by. clock:
        seconds since 1970; it may jump, as entries are ordered by their count.
        """
        self._path, self._game, self._clock = path, game, clock
        self._house_rules = tuple(house_rules)
        self._folder: Folder | None = None
        self._file: JournalFile | None = None
        self._is_examined = False
        self._known = ""
        """The text of the last entry known to be on the disk."""
        self._waiting: list[Entry] = []
        self._sequence = self._number = self._highest = 0
        self._left = 0
        """The number of the game that was left for the one in progress; 0 where there is none to go back to."""
        self._latest: Event | None = None
        self._left_at: Event | None = None
        self._at = float("-inf")
        """What the clock said at the last entry."""
        self._is_closed = False
        self._trouble: Remark | None = None
        self._remarks: list[Remark] = []
        self.catch_up()

    @property
    def trouble(self) -> Remark | None:
        """Why events are not being saved at the moment; None while they are."""
        return self._trouble

    def remarks(self) -> tuple[Remark, ...]:
        """What there is to tell since the last call: each trouble once, its end, what was rescued."""
        remarks, self._remarks = tuple(self._remarks), []
        return remarks

    def latest(self) -> Event | None:
        """The last event of the last game, to go on from; None where a game has only just been begun.

        A game that is over stays the last one until another begins.
        """
        return self._latest

    def left(self) -> Event | None:
        """The last event of the game that `go_back` leads to; None where it leads to none.

        As it was when the journal was opened: a button had left that game for the one that goes on, and nothing was
        played since.
        """
        return self._left_at

    def earlier_scores(self) -> list[Mapping[str, int]]:
        """The scores of the games before this one that were played to their end, as far as they can be read.

        Those that still wait for the disk are among them.
        """
        ends: dict[int, Mapping[str, int]] = {}
        with suppress(*UNREADABLE):
            games = past_games(self._path)
            ends = {it.number: it.score for it in games if it.game == self._game and it.is_over}
        for entry in self._waiting:
            ends.pop(entry.number, None)
            if entry.game == self._game and entry.event is not None and entry.event.what is What.OVER:
                ends[entry.number] = score_at(entry.event)
        return [ends[number] for number in sorted(ends) if number < self._number]

    def begin(self) -> None:
        """Begin another game: the next event is its first."""
        if self._latest is not None:
            self._left = self._number
            self._take_number()
            self._add(None)

    def begin_again(self) -> None:
        """Begin the game in progress again: what is kept of it so far doesn't count."""
        if self._latest is not None:
            self._add(None)

    def go_back(self) -> None:
        """Go on with the game before this one, which was begun by mistake: the next event is one of that game."""
        self.begin_again()
        if self._left:
            self._number = self._left
        else:
            self._take_number()

    def set_aside(self, reason: Exception) -> None:
        """Begin another game, as the latest one can't be gone on with; a remark says so.

        `go_back` still leads to the game that it led to before.
        """
        self._remarks.append(Remark(words.NOT_GONE_ON_WITH, {"reason": reason}))
        left = self._left
        self.begin()
        self._left = left

    def append(self, event: Event) -> None:
        """Keep the event. When this returns it is on the disk, or there is `trouble`.

        A set-up begins another game, unless one is in progress in which nothing has been played.
        """
        before = self._latest
        if (event.what is What.SETUP and _is_played(before)) or not self._number:
            self._take_number()
        self._add(event)

    def _take_number(self) -> None:
        """Number the next game. One that was gone on with may have a lower number than others."""
        self._number = self._highest = self._highest + 1

    def _add(self, event: Event | None) -> None:
        if self._is_closed:
            raise ValueError(f"the journal {self._path} is closed")
        self._sequence += 1
        before, self._at = self._at, self._clock()
        if self._at < before - CLOCK_SLACK_S:
            self._remarks.append(Remark(words.CLOCK_BACK))
        entry = Entry(self._sequence, self._number, self._game, self._at, event, self._house_rules)
        self._waiting.append(entry)
        self._latest = event
        self.catch_up()

    def catch_up(self) -> bool:
        """Write what waits in memory, if the disk lets it be written now; whether nothing waits any more."""
        for _ in range(2):
            # What fails with an open file may well work once it is opened, and examined, again.
            try:
                self._write()
            except UNREADABLE as error:
                self._let_go()
                if is_damage(error):
                    self._is_examined = False
                if isinstance(error, GoneError):
                    self._is_examined = False
                    self._remarks.append(Remark(words.GONE, {"path": str(self._path)}))
                remark = trouble(error, self._path)
            else:
                self._trouble = None
                return True
        if remark != self._trouble:
            self._remarks.append(remark)
        self._trouble = remark
        return False

    def _write(self) -> None:
        file = self._file or self._opened()
        count = len(self._waiting)
        while self._waiting:
            file.write(self._waiting[0])
            self._known = self._waiting.pop(0).to_text()
        if self._trouble is not None:
            said = words.SAVED_AGAIN if count else words.WRITABLE_AGAIN
            self._remarks.append(Remark(said, {"count": count}))

    def _opened(self) -> JournalFile:
        """Take the folder, see what the journal holds, set it right if it is damaged, and open it."""
        self._folder = Folder(self._path.parent)
        finish_rescue(self._path)
        if not self._is_examined:
            found = examine(self._path)
            unfinished = [found.unfinished] if found.unfinished else []
            entries = [*found.lasts, *unfinished, *(found.legible or ())]
            if entries and not self._sequence:
                self._go_on_from(entries)
            if found.unfinished is not None:
                self._finish(found.unfinished, found.lasts)
            if found.legible is not None:
                kept = rescue(self._path, found.legible)
                facts = {"kept": str(kept), "count": len(found.legible)}
                said = words.OTHER_VERSIONS_SET_ASIDE if found.is_other_versions else words.SET_ASIDE
                self._remarks.append(Remark(said, facts))
                if found.legible and found.legible[-1].sequence <= self._sequence - len(self._waiting):
                    # These entries are our own, even if the last ones were lost.
                    self._known = found.legible[-1].to_text()
        self._file = JournalFile(self._path)
        self._is_examined = True
        self._follow(self._file.last(), self._file.highest())
        return self._file

    def _go_on_from(self, entries: Sequence[Entry]) -> None:
        """Go on with the last game, or with the last one of this kind that was left for one of another kind."""
        last = entries[-1]
        self._known, self._sequence, self._at = last.to_text(), last.sequence, last.at
        self._highest = max(entry.number for entry in entries)
        of_this_kind = [entry for entry in entries if entry.game == self._game]
        if of_this_kind and (of_this_kind[-1] is last or _is_in_progress(of_this_kind[-1])):
            self._number, self._latest = of_this_kind[-1].number, of_this_kind[-1].event
            left = _left_for_the_last(of_this_kind)
            if left is not None:
                self._left, self._left_at = left.number, left.event
        else:
            self._take_number()

    def _finish(self, unfinished: Entry, lasts: Sequence[Entry]) -> None:
        """Let an entry that was being written when Kibitz ended be written next; `unfinished`, `lasts` as in `Found`.

        Only the log holds it, which SQLite may clear away before the disk can be written.
        """
        self._follow(unfinished.to_text(), max(entry.number for entry in (*lasts, unfinished)))
        self._waiting.insert(0, unfinished)
        self._known = lasts[-1].to_text() if lasts else ""

    def _follow(self, last: str, highest: int) -> None:
        """Number what waits to follow `last`, the last entry in the file; highest: its highest number of a game.

        That entry may be one whose writing failed and that got there all the same. If it is unknown, this is another
        disk, or another Kibitz has written to it meanwhile: then the game goes on under a number of its own.
        """
        waiting = [entry.to_text() for entry in self._waiting]
        if last in waiting:
            del self._waiting[: waiting.index(last) + 1]
        elif last not in ("", self._known):
            entry = Entry.from_text(last)
            sequences = entry.sequence - (self._sequence - len(waiting))
            numbers = highest + 1 - (self._waiting[0].number if waiting else self._number)
            self._waiting = [
                replace(it, sequence=it.sequence + sequences, number=it.number + numbers)
                for it in self._waiting
            ]
            self._sequence += sequences
            self._number += numbers
            self._highest += numbers
            self._left = 0
        self._known = last

    def _let_go(self) -> None:
        if self._file is not None:
            with suppress(sqlite3.Error):
                self._file.close()
        if self._folder is not None:
            self._folder.close()
        self._file = self._folder = None

    def close(self) -> None:
        """Write what still waits, if that can be done, and close the file. May be called again."""
        if not self._is_closed:
            if not self.catch_up() and self._waiting:
                self._remarks.append(Remark(words.LOST, {"count": len(self._waiting)}))
            self._let_go()
            self._is_closed = True

    def __enter__(self) -> Journal:
        """The open journal."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()


def _is_in_progress(entry: Entry) -> bool:
    """Whether the game whose last entry this is was being played and is not over."""
    return entry.event is not None and entry.event.what is not What.OVER


def _is_played(event: Event | None) -> bool:
    """Whether something was played in the game of which this is the last event."""
    # A game that is joined at its end is over without a turn.
    return event is not None and (bool(event.turns) or event.what is What.OVER)


def _is_gone_on_with(event: Event | None) -> bool:
    """Whether something was played, or taken back, since the set-up of the game of which this is the last event."""
    return event is not None and (len(event.turns) != event.begun_with or event.what is What.OVER)


def _left_for_the_last(entries: Sequence[Entry]) -> Entry | None:
    """The end of the game that a button left for the last one, if one did and nothing was played since."""
    last = entries[-1]
    is_begun_by_button = any(it.event is None for it in entries if it.number == last.number)
    if not is_begun_by_button or _is_gone_on_with(last.event):
        return None
    # A game that was itself begun by mistake, and left by "back", has no event in its last entry.
    lasts = {it.number: it for it in entries if it.number != last.number}
    ends = [it for it in entries if it is lasts.get(it.number) and it.event is not None]
    return ends[-1] if ends else None
