"""Watching a table: what takes part is opened and goes round, and what was lost is said at the end."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from engine.illegible import why
from engine.messages import Language, Message
from firmware.calibrated import CalibrationError, game_of, lens_of, mount_of
from firmware.cameras import Camera, is_live, open_camera
from firmware.complaint import complain
from firmware.events import Status
from firmware.finding import Finding, Level
from firmware.games import TableGame
from firmware.journal import Journal, words
from firmware.journal.reading import is_foreign
from firmware.looking.attention import Attention
from firmware.panel.buttons import Buttons
from firmware.panel.gpio import is_wired
from firmware.panel.lights import Lights
from firmware.panel.panel import Panel
from firmware.referee.referee import Referee
from firmware.settings import Settings, journal_path
from firmware.terminal.keyboard import LEGEND, Keyboard, has_keyboard
from firmware.terminal.notices import Notices
from firmware.terminal.printed import Printed
from firmware.watching.companion import Companion, Show
from firmware.watching.mount_watch import MountWatch
from firmware.watching.notify import Notify, StatusLine
from firmware.watching.round import Presser, Round
from firmware.window.window import Window

if TYPE_CHECKING:
    from calibration.mount.file import Mount
    from vision.lens import Lens

NO_GAME = Message("no game was seen: {why}")
NO_BOARD = Message("there was no board in view for long enough")
NOT_JOINED = Message(
    "a board was seen, but it did not lie still for long enough to join in the game; "
    "`kibitz read` reads single photos"
)
NOT_PRINTED = Message("the output cannot be written ({reason}): the game goes on without it")


class _Voice:
    """Says what is amiss on the error output, beside the game; nobody need be listening."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def tell(self, trouble: str) -> None:
        with suppress(OSError):  # a game is not given up because nobody listens
            complain("watch", trouble)

    def say(self, message: Message, facts: Mapping[str, object] | None = None) -> None:
        self.tell(self.language.say(message, facts))

    def tell_finding(self, finding: Finding) -> None:
        self.tell(finding.told(self.language))

    def tell_remarks(self, journal: Journal) -> None:
        for remark in journal.remarks():
            self.tell(remark.sentence(self.language))


def watch(
    settings: Settings, language: Language, *, journal: Path | None, as_json: bool, on_page: bool
) -> bool:
    """Watch until the camera has nothing more to show or somebody stops it; whether a game was seen and all was kept.

    journal: the file that was asked for. Raises CameraError, CalibrationError, and SystemExit after a SIGHUP.
    """
    voice = _Voice(language)
    if journal is not None and is_foreign(journal):
        # Whoever named it just now made a slip. One that the settings name is set aside: nobody may be there to ask.
        voice.say(words.FOREIGN, {"path": journal})
        return False
    remarks, lens, mount, game = _calibrated(settings)
    voice.language = language = language.calling(game.own_words)
    notify = Notify.from_environment()
    with ExitStack() as stack:
        camera = stack.enter_context(_camera(settings, lens, mount, voice))
        # Told only once there is a camera: without one, nobody wants to hear how its lens was calibrated.
        for finding in remarks:
            voice.tell_finding(finding)
        panel = _panel(settings, game, voice, stack)
        kept = _journal(journal, settings, voice, stack)
        window = _window(game, voice, stack) if on_page else None
        attention = Attention(game.eyes)
        is_seen_elsewhere = is_wired(settings.camera.source) or kept is not None or window is not None
        printed = _printed(voice, as_json=as_json, is_seen_elsewhere=is_seen_elsewhere)
        viewers = [] if window is None else [window]
        shows: list[Show] = [printed, panel, StatusLine(notify), *viewers]
        pressed: list[Presser] = [panel, *viewers]
        if mount is not None:
            shows.append(MountWatch(mount, settings.game.name, lambda: attention.seen, voice.tell_finding))
        companion = Companion(attention, Referee(game.rules, language), shows, kept)
        stopped = stack.enter_context(_stopped_by(signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
        if has_keyboard() and not as_json:
            pressed.append(stack.enter_context(Keyboard(sys.stdin.fileno())))
            print(language.say(LEGEND), flush=True)

        def each_time() -> None:
            notify.watchdog()
            if kept is not None:
                voice.tell_remarks(kept)

        notify.ready()
        was_seen = Round(camera, attention, companion, pressed, viewers).go(stopped, each_time)
        notify.stopping()
        # How a game from the journal stands is known without seeing it.
        if camera.ended and not (was_seen and companion.standing.state):
            _say_why_no_game(companion, voice, was_seen=was_seen)
            return False
    if stopped.by == signal.SIGHUP:
        # The terminal is gone; or a service is to read its settings again, and is restarted only if it fails.
        raise SystemExit(128 + signal.SIGHUP)
    is_kept = kept is None or kept.trouble is None
    return is_kept and not printed.is_lost


def _calibrated(settings: Settings) -> tuple[list[Finding], Lens | None, Mount | None, TableGame]:
    """The calibrations in use and what there is to say of them; CalibrationError where one can't be used."""
    now = datetime.now(UTC)
    about_lens, lens = lens_of(settings, now)
    about_mount, mount = mount_of(settings, now)
    about_set, game = game_of(settings, now)
    found = [about_lens, about_mount, about_set]
    for finding in found:
        if finding.level is Level.TROUBLE:
            raise CalibrationError(finding)
    return [it for it in found if it.level is not Level.OK], lens, mount, game


def _camera(settings: Settings, lens: Lens | None, mount: Mount | None, voice: _Voice) -> Camera:
    return open_camera(
        settings.camera.source,
        fps=settings.camera.fps,
        size=settings.camera.size,
        lens=lens,
        held=None if mount is None else mount.held,
        tell=lambda trouble: voice.tell(trouble.sentence(voice.language)),
        game=settings.game.name,
    )


def _panel(settings: Settings, game: TableGame, voice: _Voice, stack: ExitStack) -> Panel:
    """The panel of a device; elsewhere one that shows nothing."""
    if not is_wired(settings.camera.source):
        return Panel(Lights(), Buttons())
    panel = Panel.wired(settings, game.rules, voice.language, voice.tell)
    stack.callback(panel.close)
    return panel


def _journal(asked_for: Path | None, settings: Settings, voice: _Voice, stack: ExitStack) -> Journal | None:
    """The journal that was asked for, or else, for a live camera, that of the settings."""
    path = asked_for or (journal_path(settings) if is_live(settings.camera.source) else None)
    if path is None:
        return None
    journal = Journal(path, settings.game.name, time.time, settings.game.house_rules)
    # Whatever ends the watching, players are told what was lost once the journal is closed.
    stack.callback(voice.tell_remarks, journal)
    return stack.enter_context(journal)


def _window(game: TableGame, voice: _Voice, stack: ExitStack) -> Window:
    window = Window(game.rules, voice.language)
    stack.callback(window.close)
    voice.tell(window.said)
    return window


def _printed(voice: _Voice, *, as_json: bool, is_seen_elsewhere: bool) -> Printed:
    def tell_unprinted(error: OSError) -> None:
        voice.say(NOT_PRINTED, {"reason": why(error)})

    return Printed(
        voice.language,
        as_json=as_json,
        notices=Notices(voice.language) if sys.stdout.isatty() and not as_json else None,
        lost=tell_unprinted if is_seen_elsewhere else None,
    )


def _say_why_no_game(companion: Companion, voice: _Voice, *, was_seen: bool) -> None:
    if was_seen:
        voice.say(NOT_JOINED)
        return
    standing = companion.standing
    is_unseen = standing.status in (Status.LOOKING, Status.CANT_SEE)
    voice.say(NO_GAME, {"why": (standing.because if is_unseen else "") or NO_BOARD})


class _Stopped(threading.Event):
    """by: the number of the signal that has set it."""

    by: int | None = None


@contextmanager
def _stopped_by(*signals: signal.Signals) -> Iterator[_Stopped]:
    """An event that the first of these signals sets; the current tick is still finished. A second ends what hangs."""
    stopped, before = _Stopped(), {each: signal.getsignal(each) for each in signals}

    def give_back() -> None:
        for each, handler in before.items():
            signal.signal(each, handler)

    def stop(number: int, _frame: FrameType | None) -> None:
        stopped.by = number
        stopped.set()
        give_back()

    for each, handler in before.items():
        if handler is not signal.SIG_IGN:  # as `nohup` has it
            signal.signal(each, stop)
    try:
        yield stopped
    finally:
        give_back()
