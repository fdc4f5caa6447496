"""`kibitz watch`: watches a table, from the set-up to the score."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from engine.messages import Language, Message
from firmware.arguments import Parser
from firmware.notify import Notify, StatusLine

if TYPE_CHECKING:
    from firmware.settings import Settings

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
        "--settings", type=Path, metavar="FILE", help=Message("a settings file that wins over all others")
    )
    parser.add_argument(
        "--journal",
        type=Path,
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
        wishes = {"camera.source": args.camera} if args.camera else {}
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
    from calibration.lens.file import LensFileError
    from calibration.own_set.file import SetFileError, load_set
    from firmware.attention import Attention
    from firmware.calibrated import held_of, lens_of
    from firmware.cameras import open_camera
    from firmware.companion import Companion
    from firmware.games import table_game
    from firmware.journal import Journal
    from firmware.panel.buttons import Buttons
    from firmware.panel.gpio import has_pins
    from firmware.panel.lights import Lights
    from firmware.panel.panel import Panel
    from firmware.printed import Printed
    from firmware.referee import Referee
    from firmware.settings import journal_path

    notify = Notify.from_environment()
    try:
        lens, about_lens = lens_of(settings)
    except LensFileError as error:
        print(f"kibitz watch: {error.sentence(language)}", file=sys.stderr)
        return _BAD_SETTINGS
    try:
        own = load_set(settings.game.set) if settings.game.set else None
        game = table_game(settings.game.name, settings.game.house_rules, own)
    except SetFileError as error:
        print(f"kibitz watch: {error.sentence(language)}", file=sys.stderr)
        return _BAD_SETTINGS

    def tell(trouble: str) -> None:
        print(f"kibitz watch: {trouble}", file=sys.stderr, flush=True)

    if about_lens is not None:
        tell(language.say(about_lens.message, about_lens.facts))
    source = settings.camera.source
    is_live = source.partition(":")[0] in ("pi", "usb")
    with ExitStack() as stack:
        camera = stack.enter_context(
            open_camera(
                source,
                fps=settings.camera.fps,
                size=settings.camera.size,
                lens=lens,
                held=held_of(settings),
                tell=lambda trouble: tell(trouble.sentence(language)),
            )
        )
        panel = (
            Panel.wired(settings, game.rules, language, tell)
            if source == "pi" or has_pins()
            else Panel(Lights(), Buttons())
        )
        stack.callback(panel.close)
        path = args.journal or (journal_path(settings) if is_live else None)
        journal = None
        if path is not None:
            journal = stack.enter_context(Journal.open(path, settings.game.name, time.time))
        companion = Companion(
            Attention(game.eyes),
            Referee(game.rules, language),
            [Printed(as_json=args.json), panel, StatusLine(notify)],
            journal,
        )
        stopped = _stopped_by(signal.SIGTERM, signal.SIGINT)
        notify.ready()
        while not camera.ended and not stopped.is_set():
            frame = camera.next()
            if frame is not None:
                companion.tick(frame, panel.presses())
                notify.watchdog()
            for remark in journal.remarks() if journal else ():
                tell(remark.sentence(language))
        notify.stopping()
    return 0


def _stopped_by(*signals: signal.Signals) -> threading.Event:
    """Is set by the first of these signals; the tick in hand is finished all the same."""
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    for each in signals:
        signal.signal(each, stop)
    return stopped
