"""An owner's sets: listed and copied by their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as changed
from pathlib import Path

from calibration.own_set.file import NO_SET, SetFileError, load_set, save_set
from calibration.store import day_of, write_in_folder
from engine.illegible import why
from engine.messages import Language, Message, ToldError
from engine.whole import read_whole
from firmware.games import DEFAULT, NAMES, own_names, table_game
from firmware.settings import Settings, set_names, set_path

LISTED = Message(
    "{name}: {game}, learnt on {date} with {camera}; places wrong or open when it was tried: {faults}"
)
NAMED = Message("{line}; in your words: {names}")
IN_USE = Message("{line} (in use)")
NONE_LEARNT = Message("No set was learnt yet; `kibitz calibrate set` learns one.")
CALLED = Message("{path}: in your words: {names}")
CALLED_AS_IN_THE_GAME = Message("{path}: everything is called as in the game")
COPIED = Message("{path}: a copy of {name}.")
NO_SETS = Message("there is no set called {name}; none was learnt yet, `kibitz calibrate set` learns one")
NO_SUCH_SET = Message("there is no set called {name}; those there are: {names}")
NAME_TAKEN = Message("there is a set called {name} already; --replace overwrites it")
NO_NAME = Message("{name} is no name for a set: it is made of at most {most} letters, digits, - and _")

LONGEST_NAME = 60
"""Letters: with up to four bytes each, the name of a file that is being written has room for them."""


class SetNameError(ToldError, ValueError):
    """A set that cannot be had by its name; the text says why."""


def list_sets(settings: Settings, language: Language) -> None:
    """Print a line about each set; about one that cannot be used, why."""
    names = set_names()
    for name in names:
        path = set_path(settings, name)
        try:
            own = load_set(path)
            # Its game's eyes may not be able to use it.
            table_game(own.game if own.game in NAMES else DEFAULT, own_set=own)
        except SetFileError as error:
            print(error.sentence(language))
            continue
        facts = {"name": name, "game": own.game, "date": day_of(own.made), "camera": own.camera}
        line = language.say(LISTED, {**facts, "faults": own.after.faults})
        if own.names:
            line = language.say(NAMED, {"line": line, "names": _written(own.names)})
        print(language.say(IN_USE, {"line": line}) if path == settings.game.set else line)
    if not names:
        print(language.say(NONE_LEARNT))


def copy_set(settings: Settings, name: str, fresh: str, *, replace: bool) -> Path:
    """Copy a set with its picture under a fresh name, and return its file.

    Raises SetNameError, SetFileError where there is nothing to be read, and OSError where nothing can be written.
    """
    check_name(fresh)
    names = set_names()
    if name not in names:
        raise SetNameError(NO_SUCH_SET if names else NO_SETS, name=name, names=names)
    if fresh in names and not replace:
        raise SetNameError(NAME_TAKEN, name=fresh)
    source, copy = set_path(settings, name), set_path(settings, fresh)
    picture = source.with_suffix(".png")
    try:
        data, drawn = read_whole(source), read_whole(picture) if picture.exists() else None
    except OSError as error:
        raise SetFileError(NO_SET, file=error.filename, reason=why(error)) from error
    if drawn is not None:
        write_in_folder(copy.with_suffix(".png"), drawn)
    else:
        copy.with_suffix(".png").unlink(missing_ok=True)
    write_in_folder(copy, data)
    return copy


def name_things(path: Path, names: str, language: Language) -> None:
    """Keep in the file of a set what its owner calls its things, and say it.

    Raises SetFileError, IllegibleError for what cannot be names, and OSError.
    """
    own = load_set(path)
    named = own_names(names, own.game)
    save_set(path, changed(own, names=named.names))
    said = CALLED if named.names else CALLED_AS_IN_THE_GAME
    print(language.say(said, {"path": path, "names": _written(named.names)}))


def _written(names: Mapping[str, str]) -> tuple[str, ...]:
    """Names as they are given."""
    return tuple(f"{what}={name}" for what, name in names.items())


def check_name(text: str) -> None:
    """Raise SetNameError where no set can have that name, which is its file's."""
    if not 0 < len(text) <= LONGEST_NAME or not all(it.isalnum() or it in "-_" for it in text):
        raise SetNameError(NO_NAME, name=text, most=LONGEST_NAME)
