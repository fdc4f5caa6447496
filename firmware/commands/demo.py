"""`kibitz demo`: a whole game on the simulated table, watched before your eyes."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING

from engine.messages import Message
from firmware.arguments import Parser, count
from firmware.games import NAMES
from firmware.streams import can_be_drawn_on

if TYPE_CHECKING:
    from firmware.frame import Frame

_SIZE = (800, 600)


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz demo`."""
    parser.add_argument(
        "--fast", action="store_true", help=Message("as fast as this computer can, not in its own time")
    )
    parser.add_argument(
        "--window",
        action="store_true",
        help=Message("show the camera's view on a page in the browser of this computer"),
    )
    parser.add_argument(
        "--seed", type=count, default=7, help=Message("which game: table, lamps and moves follow from it")
    )
    parser.add_argument(
        "--game",
        choices=NAMES,
        metavar="GAME",
        help=Message("which game is played (default: that of the settings)"),
    )
    parser.add_argument("--turns", type=count, help=Message("break the game off after so many"))


def run(args: argparse.Namespace) -> int:
    """Play, watch and show."""
    from engine.messages import Language
    from firmware.attention import Attention
    from firmware.cameras.simulated import open_simulated
    from firmware.companion import Companion, Show
    from firmware.demo.terminal import Terminal
    from firmware.games import table_game
    from firmware.panel.buttons import Press
    from firmware.panel.lights import Lights
    from firmware.panel.screen import Screen
    from firmware.printed import Printed, sentences
    from firmware.referee import Referee
    from firmware.settings import language_codes, load_settings
    from firmware.window.window import Window

    settings = load_settings().settings
    language = Language.of(*language_codes(settings))
    name = args.game or settings.game.name
    game = table_game(name, settings.game.house_rules if name == settings.game.name else ())
    _close_when_ended()
    with ExitStack() as stack:
        camera = stack.enter_context(open_simulated(args.seed, size=_SIZE, turns=args.turns, game=name))
        lights, screen = Lights(), Screen(game.rules, language)
        terminal = window = None
        shows: list[Show] = [lights]
        if args.window:
            window = Window(game.rules, language, buttons=())
            stack.callback(window.close)
            shows.append(window)
            print(window.said, file=sys.stderr)
        if can_be_drawn_on(sys.stdout):
            address = window.said if window is not None else ""
            terminal = Terminal(sys.stdout, lights, screen, language, address)
            stack.callback(terminal.close)
        if terminal is None:
            shows.append(Printed(language, as_json=False))
        referee = Referee(game.rules, language)
        companion = Companion(Attention(game.eyes), referee, shows)

        def score_lasts_s() -> float:
            is_seen = window is not None or (terminal is not None and terminal.shows_display)
            return screen.score_lasts_s(referee.standing) if is_seen else 0.0

        began, last, pressed = time.monotonic(), None, camera.script.pressed
        for frame in lasting(camera.frames(), score_lasts_s):
            if not args.fast:
                time.sleep(max(0.0, frame.seconds - (time.monotonic() - began)))
            presses = [Press.CONFIRM] if pressed is not None and frame.seconds >= pressed else []
            pressed = None if presses else pressed
            if window is not None:
                window.see(frame)
            events = companion.tick(frame, presses)
            last = events[-1] if events else last
            if terminal is not None:
                share = min(1.0, frame.seconds / camera.script.seconds)
                terminal.show(frame, companion.standing, events, share)
    if terminal is not None and last is not None:
        print(*sentences(last), sep="\n")
    return 0


def lasting(frames: Iterable[Frame], longer_s: Callable[[], float]) -> Iterator[Frame]:
    """Frames, and the last of them again and again for some more seconds, as many as there are to be at their end."""
    frame, period = None, 0.0
    for each in frames:
        period = each.seconds - frame.seconds if frame is not None else 0.0
        frame = each
        yield each
    if frame is None or not period:
        return
    until = frame.seconds + longer_s()
    while frame.seconds + period < until:
        frame = replace(frame, seconds=frame.seconds + period)
        yield frame


def _close_when_ended() -> None:
    """Let whoever ends the demonstration from outside find the terminal as it was, its cursor shown."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is not signal.SIG_IGN:  # as `nohup` has it
            signal.signal(each, end)
