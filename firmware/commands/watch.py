"""`kibitz watch`: watches a table, from the set-up to the score."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from engine.illegible import why
from engine.messages import Language, Message
from firmware.arguments import Parser, file
from firmware.notify import Notify, StatusLine

if TYPE_CHECKING:
    from firmware.settings import Settings

NO_GAME = Message("no game was seen: {why}")
NO_BOARD = Message("there was no board in view for long enough")
NOT_JOINED = Message("a board was seen, but it did not lie still for long enough to join in the game")
NOT_PRINTED = Message("the output cannot be written ({reason}): the game goes on without it")
_NO_PICTURES_S = 5.0  # after which it is shown that none come

_BAD_SETTINGS = os.EX_CONFIG  # the service isn't started again with settings that can't be followed


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz watch`."""
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help=Message("pi, usb:0, simulated, a film or a folder of pictures played as a camera"),
    )
    parser.add_argument("--json", action="store_true", help=Message("print one line of JSON an event"))
    parser.add_argument(
        "--window",
        action="store_true",
        help=Message("show all of it, with buttons, on a page in the browser of this computer"),
    )
    parser.add_argument(
        "--settings", type=Path, metavar="FILE", help=Message("a settings file that wins over all others")
    )
    parser.add_argument(
        "--journal",
        type=file,
        metavar="FILE",
        help=Message(
            "keep the game here (default: as in the settings, and nowhere for what isn't a live camera)"
        ),
    )


def run(args: argparse.Namespace) -> int:
    """Watch until the camera has nothing more to show or somebody stops it; 1 when there is no watching."""
    from firmware.cameras import CameraError
    from firmware.settings import SettingsError, language_codes, load_settings, spoken_language

    try:
        wishes = {"camera.source": args.camera} if args.camera is not None else {}
        settings = load_settings(args.settings, wishes).settings
    except SettingsError as error:
        print(f"kibitz watch: {error.sentence(spoken_language(args.settings))}", file=sys.stderr)
        return _BAD_SETTINGS
    language = Language.of(*language_codes(settings))
    try:
        return _watch(settings, language, args)
    except CameraError as error:
        print(f"kibitz watch: {error.sentence(language)}", file=sys.stderr)
        return 1


def _watch(settings: Settings, language: Language, args: argparse.Namespace) -> int:
    from firmware.attention import Attention
    from firmware.calibrated import game_of, lens_of, mount_of
    from firmware.cameras import is_live, open_camera
    from firmware.companion import Companion, Show
    from firmware.doctor.finding import Finding, Level
    from firmware.events import Status
    from firmware.journal import Journal, words
    from firmware.journal.reading import is_foreign
    from firmware.keyboard import LEGEND, Keyboard, has_keyboard
    from firmware.mount_watch import MountWatch
    from firmware.notices import Notices
    from firmware.panel.buttons import Buttons, Press
    from firmware.panel.gpio import is_wired
    from firmware.panel.lights import Lights
    from firmware.panel.panel import Panel
    from firmware.printed import Printed
    from firmware.referee import Referee
    from firmware.settings import journal_path
    from firmware.window.window import Window

    notify = Notify.from_environment()

    def tell(trouble: str) -> None:
        with suppress(OSError):  # a game is not given up because nobody listens
            print(f"kibitz watch: {trouble}", file=sys.stderr, flush=True)

    def tell_unprinted(error: OSError) -> None:
        tell(language.say(NOT_PRINTED, {"reason": why(error)}))

    def tell_finding(finding: Finding) -> None:
        tell(finding.told(language))

    def tell_remarks(journal: Journal) -> None:
        for remark in journal.remarks():
            tell(remark.sentence(language))

    if args.journal and is_foreign(args.journal):
        # A slip of whoever named it just now. What the settings name is set aside: there nobody may be to answer.
        tell(language.say(words.FOREIGN, {"path": args.journal}))
        return 1
    now = datetime.now(UTC)
    about_lens, lens = lens_of(settings, now)
    about_mount, mount = mount_of(settings, now)
    about_set, game = game_of(settings, now)
    for finding in (about_lens, about_mount, about_set):
        if finding.level is not Level.OK:
            tell_finding(finding)
        if finding.level is Level.TROUBLE:
            return _BAD_SETTINGS
    language = language.calling(game.own_words)
    source = settings.camera.source
    with ExitStack() as stack:
        camera = stack.enter_context(
            open_camera(
                source,
                fps=settings.camera.fps,
                size=settings.camera.size,
                lens=lens,
                held=None if mount is None else mount.held,
                tell=lambda trouble: tell(trouble.sentence(language)),
                game=settings.game.name,
            )
        )
        has_panel = is_wired(source)
        panel = Panel.wired(settings, game.rules, language, tell) if has_panel else Panel(Lights(), Buttons())
        stack.callback(panel.close)
        path = args.journal or (journal_path(settings) if is_live(source) else None)
        journal = None
        if path is not None:
            played = settings.game
            journal = Journal.open(path, played.name, time.time, played.house_rules)
            # Whatever ends the watching, what is lost is told once the journal is closed.
            stack.callback(tell_remarks, journal)
            stack.enter_context(journal)
        attention = Attention(game.eyes)
        is_seen_elsewhere = has_panel or journal is not None or args.window
        printed = Printed(
            language,
            as_json=args.json,
            notices=Notices(language) if sys.stdout.isatty() and not args.json else None,
            lost=tell_unprinted if is_seen_elsewhere else None,
        )
        shows: list[Show] = [printed, panel, StatusLine(notify)]
        pressed: list[Panel | Window | Keyboard] = [panel]
        window = None
        if args.window:
            window = Window(game.rules, language)
            stack.callback(window.close)
            shows.append(window)
            pressed.append(window)
            tell(window.said)
        if mount is not None:
            shows.append(MountWatch(mount, settings.game.name, lambda: attention.seen, tell_finding))
        companion = Companion(attention, Referee(game.rules, language), shows, journal)
        stopped = _stopped_by(signal.SIGTERM, signal.SIGINT)
        if has_keyboard() and not args.json:
            pressed.append(stack.enter_context(Keyboard(sys.stdin.fileno())))
            print(language.say(LEGEND), flush=True)

        def presses() -> list[Press]:
            return [press for each in pressed for press in each.presses()]

        notify.ready()
        seconds, at, was_seen = 0.0, time.monotonic(), False
        while not camera.ended and not stopped.is_set():
            frame = camera.next()
            if frame is not None:
                if window is not None:
                    window.see(frame)
                companion.tick(frame, presses())
                was_seen |= attention.seen is not None
                seconds, at = frame.seconds, time.monotonic()
            elif time.monotonic() - at > _NO_PICTURES_S:
                presses()  # whatever they were about, nobody saw it
                companion.blind(seconds + time.monotonic() - at)
            notify.watchdog()
            if journal is not None:
                tell_remarks(journal)
        notify.stopping()
        standing = companion.standing
        # How a game stands that the journal has kept is known without seeing it.
        if camera.ended and not (was_seen and standing.state):
            is_unseen = standing.status in (Status.LOOKING, Status.CANT_SEE)
            unseen = (standing.because if is_unseen else "") or NO_BOARD
            tell(language.say(NOT_JOINED) if was_seen else language.say(NO_GAME, {"why": unseen}))
            return 1
    is_kept = journal is None or journal.trouble is None
    return 0 if is_kept and not printed.is_lost else 1


def _stopped_by(*signals: signal.Signals) -> threading.Event:
    """Is set by the first of these signals; the tick in hand is finished all the same."""
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    for each in signals:
        signal.signal(each, stop)
    return stopped
