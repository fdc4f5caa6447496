"""`kibitz demo`: a whole game on the simulated table, watched before your eyes."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from contextlib import ExitStack
from types import FrameType

from engine.messages import Message
from firmware.games import NAMES
from firmware.streams import can_be_drawn_on
from firmware.terminal.arguments import Parser, count, game_argument, wishes

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
        "--seed",
        type=count,
        default=7,
        help=Message("the number of the simulated game: table, lamps and moves follow from it"),
    )
    game_argument(parser, NAMES)
    parser.add_argument("--turns", type=count, help=Message("break the game off after so many"))


def run(args: argparse.Namespace) -> int:
    """Play, watch and show."""
    from firmware.cameras.simulated import open_simulated
    from firmware.demo.playing import Playing
    from firmware.demo.terminal import Terminal
    from firmware.games import table_game
    from firmware.looking.attention import Attention
    from firmware.panel.lights import Lights
    from firmware.panel.screen import Screen
    from firmware.referee.referee import Referee
    from firmware.settings import language_of, load_settings
    from firmware.terminal.keyboard import LEGEND, Keyboard, has_keyboard
    from firmware.terminal.printed import Printed
    from firmware.watching.companion import Companion, Show
    from firmware.watching.round import Round
    from firmware.window.window import Window

    settings = load_settings(wishes=wishes(args)).settings
    language, name = language_of(settings), settings.game.name
    game = table_game(name, settings.game.house_rules)
    _close_when_ended()
    with ExitStack() as stack:
        camera = stack.enter_context(open_simulated(args.seed, size=_SIZE, turns=args.turns, game=name))
        lights, screen = Lights(), Screen(game.rules, language)

        def lasts_s() -> float | None:
            return None if camera.written is None else camera.written.seconds

        window = terminal = keyboard = None
        if args.window:
            window = Window(game.rules, language)
            stack.callback(window.close)
            print(window.said, file=sys.stderr)
        if has_keyboard():
            keyboard = stack.enter_context(Keyboard(sys.stdin.fileno()))
        keys = language.say(LEGEND) if keyboard is not None else ""
        if can_be_drawn_on(sys.stdout):
            address = window.said if window is not None else ""
            terminal = Terminal(sys.stdout, lights, screen, language, lasts_s, address, keys)
            stack.callback(terminal.close)
        elif keys:
            print(keys, flush=True)
        views = [it for it in (window, terminal) if it is not None]
        shows: list[Show] = [lights, *views]
        if terminal is None:
            shows.append(Printed(language, as_json=False))
        pressed = [it for it in (window, keyboard) if it is not None]
        attention, referee = Attention(game.eyes), Referee(game.rules, language)

        def score_lasts_s() -> float:
            is_seen = window is not None or (terminal is not None and terminal.shows_display)
            return screen.score_lasts_s(referee.standing) if is_seen else 0.0

        playing = Playing(camera, score_lasts_s, fast=args.fast)
        companion = Companion(attention, referee, shows)
        Round(playing, attention, companion, [playing, *pressed], views).go(threading.Event(), lambda: None)
    return 0


def _close_when_ended() -> None:
    """Leave the terminal as it was, its cursor shown, when the demonstration is ended from outside."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is not signal.SIG_IGN:  # as `nohup` has it
            signal.signal(each, end)
