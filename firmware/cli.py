"""The command `kibitz`: finds the command asked for and imports nothing else, so that help comes at once."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import NoReturn

from engine.illegible import why
from engine.messages import Message, ToldError
from firmware.complaint import complain, in_one_line, reason_of
from firmware.settings import spoken_language
from firmware.streams import UnwrittenError, fit_for_all, give_up_output, output, quiet_libraries
from firmware.terminal.arguments import Parser

COMMANDS: Mapping[str, Message] = {
    "demo": Message("play a whole game on a simulated table and watch it before your eyes"),
    "watch": Message("watch a table through a camera, from the set-up to the score"),
    "read": Message("read photos of a table: what stands where, what is against the rules, the score"),
    "evaluate": Message("measure the reader on labelled photos: what is found, read wrong and left unread"),
    "replay": Message("go through recorded games turn by turn: what is against the rules, the score"),
    "judge": Message("answer questions about games: what is legal, which rule is broken, what it scores"),
    "show": Message("draw a position: what is wrong with it, what it scores, what can be built now"),
    "games": Message("the games that were watched: list them, show one with its score, or export it"),
    "doctor": Message(
        "look over the device: camera, light, focus, pins, display, disk, power; each with its remedy"
    ),
    "calibrate": Message(
        "find out once what your camera does to pictures, whether it hangs well, and how your own set looks"
    ),
    "print": Message(
        "sheets for your printer: for the lens, for corners of the board, a set of tiles, a card for players"
    ),
    "settings": Message("show the settings in force and where each came from"),
}
"""Name and one line of help; the module of the same name in firmware.commands does the work."""

WHAT_IT_IS = Message("The companion that sits beside a real board game.")
MORE = Message("`kibitz COMMAND --help` says more about each.")
VERSION = Message("show the version and stop")
NOT_INSTALLED = Message("not installed; it runs from its sources, which know no version")
NOT_WRITTEN = Message("kibitz {name}: the output cannot be written: {reason}")
CANNOT_GO_ON = Message("kibitz {name}: cannot go on: {reason}")
NO_LIBRARY = Message("kibitz {name}: a library cannot be used: {reason}; `kibitz doctor` says what helps")
CANNOT_GO_ON_WITH = Message("kibitz {name}: cannot go on: {path}: {reason}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 all well, 1 something could not be done, 2 wrong usage, 130
    stopped with Ctrl-C."""
    fit_for_all()
    quiet_libraries()
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return 130


class _Version(argparse.Action):
    """Look up the version only where it is asked for: run from its sources alone, Kibitz has none."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print it and stop."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"kibitz {version('kibitz')}")
        except PackageNotFoundError:
            print(f"kibitz: {spoken_language().say(NOT_INSTALLED)}")
        parser.exit()


def _run(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    name = next((word for word in given if not word.startswith("-")), None)
    called = name or " ".join(given)
    language = spoken_language()
    say = language.say
    parser = Parser(language=language, prog="kibitz", description=say(WHAT_IT_IS), epilog=say(MORE))
    parser.add_argument("--version", action=_Version, nargs=0, help=VERSION)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    module = importlib.import_module(f"firmware.commands.{name}") if name in COMMANDS else None
    for command, message in COMMANDS.items():
        summary = say(message)
        description = f"{summary[0].upper()}{summary[1:]}."
        subparser = commands.add_parser(command, language=language, help=summary, description=description)
        if command == name and module is not None:
            module.add_arguments(subparser)
    try:
        with output():
            args = parser.parse_args(given)
            assert module is not None, "argparse accepts only names in COMMANDS"
            return _done(module, args)
    except BrokenPipeError:
        # The reader of our output (`head`, say) has gone; there is nobody left to tell.
        give_up_output()
        return 1
    except UnwrittenError as error:
        give_up_output()
        said, facts = NOT_WRITTEN, {"name": called, "reason": why(error)}
    except ImportError as error:
        said, facts = NO_LIBRARY, {"name": called, "reason": reason_of(error)}
    except OSError as error:
        # Commands report errors of the files they open; this is what none of them has foreseen.
        said = CANNOT_GO_ON if error.filename is None else CANNOT_GO_ON_WITH
        facts = {"name": called, "reason": why(error) or type(error).__name__, "path": error.filename}
    print(in_one_line(say(said, facts)), file=sys.stderr)
    return 1


def _done(module: ModuleType, args: argparse.Namespace) -> int:
    """What a command comes to: 1 where it cannot be done, which is said in the language of its settings."""
    try:
        return int(module.run(args))
    except ToldError as error:
        complain(args.command, error.sentence(spoken_language(getattr(args, "settings", None))))
        return 1
