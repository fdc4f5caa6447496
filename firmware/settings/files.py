"""Where settings are read from: the machine's file, the user's, the one named; later ones win key by key."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import combinations
from pathlib import Path
from typing import Any

from engine.illegible import why
from engine.messages import Message, Sentence, ToldError
from firmware import games
from firmware.settings import words
from firmware.settings.kinds import PINS
from firmware.settings.places import xdg_folder
from firmware.settings.sections import Key, Settings, keys, pins_in_use, sections

SYSTEM_FILE = Path("/etc/kibitz/kibitz.toml")
DEFAULT = "default"
COMMAND_LINE = "the command line"


class SettingsError(ToldError, ValueError):
    """Settings that cannot be followed: the text names the file, the key and what would be right, in one line."""


@dataclass(frozen=True)
class Loaded:
    """The settings in force, for each key the place it came from, and the files that were there to be read."""

    settings: Settings = field(default_factory=Settings)
    origins: Mapping[str, str] = field(default_factory=dict)
    files: tuple[Path, ...] = ()

    def origin(self, key: Key | str) -> str:
        """Where the value of a key such as `camera.fps` came from: a file, the command line, or "default"."""
        return self.origins.get(str(key), DEFAULT)

    def place(self, key: Key | str) -> Message | str:
        """The same for people."""
        return _place(self.origin(key))


@dataclass(frozen=True)
class _Layer:
    """What one place says, and the folder that relative paths in it start from."""

    name: str
    folder: Path
    tables: Mapping[str, Any]

    @property
    def place(self) -> Message | str:
        """Its name, for people."""
        return _place(self.name)


def settings_files(
    environ: Mapping[str, str] = os.environ, system_file: Path = SYSTEM_FILE
) -> tuple[Path, ...]:
    """The files that are looked for, the weakest first."""
    folder = xdg_folder("XDG_CONFIG_HOME", ".config", environ)
    return (system_file, folder / "kibitz" / "kibitz.toml") if folder else (system_file,)


def load_settings(
    file: Path | None = None,
    wishes: Mapping[str, object] | None = None,
    *,
    environ: Mapping[str, str] = os.environ,
    system_file: Path = SYSTEM_FILE,
) -> Loaded:
    """The settings in force, checked.

    file: read last, and has to be there. wishes: from the command line, stronger than any file, by key as in
    {"camera.source": "usb:0"}; where they name another game than the files, what these say of theirs is left out.
    Raises SettingsError.
    """
    layers: list[_Layer] = []
    read = []
    looked_for = settings_files(environ, system_file)
    for path in looked_for if file is None else (*looked_for, file):
        tables = _tables(path, missing_is_fine=path is not file)
        if tables is not None:
            layers.append(_Layer(str(path), path.absolute().parent, tables))
            read.append(path)
    if wishes:
        if wishes.get("game.name") not in (None, _game_named(layers)):
            layers = [_of_any_game(it) for it in layers]
        layers.append(_Layer(COMMAND_LINE, Path.cwd(), _nested(wishes)))
    return replace(_joined(layers), files=tuple(read))


# Python's words for a section and for a key that is there twice, as when parts of a file are copied into another.
_TWICE = re.compile(r"Cannot (declare .* twice|overwrite a value) \(at line (?P<line>\d+)")


def _tables(path: Path, *, missing_is_fine: bool) -> dict[str, Any] | None:
    """What a file holds; None when it isn't there and needn't be."""
    try:
        # Some editors begin a file with a byte order mark, or leave out the last line break: faults in an unfinished
        # line would be reported as "at the end".
        return tomllib.loads(path.read_text(encoding="utf-8-sig") + "\n")
    except (FileNotFoundError, NotADirectoryError) as error:
        if missing_is_fine:
            return None
        raise SettingsError(words.NO_FILE, place=path) from error
    except PermissionError as error:
        raise SettingsError(words.NOT_ALLOWED, place=path, reason=why(error)) from error
    except OSError as error:
        raise SettingsError(words.NOT_OPENED, place=path, reason=why(error)) from error
    except UnicodeDecodeError as error:
        raise SettingsError(words.NOT_TEXT, place=path) from error
    except tomllib.TOMLDecodeError as error:
        if twice := _TWICE.match(str(error)):
            raise SettingsError(words.TWICE, place=path, line=twice["line"]) from error
        raise SettingsError(words.NOT_TOML, place=path, reason=error) from error
    except RecursionError as error:
        raise SettingsError(words.NOT_TOML, place=path, reason=why(error)) from error
    except ValueError as error:  # whatever else Python refuses
        raise SettingsError(words.NOT_TOML, place=path, reason=words.TOO_MANY_DIGITS) from error


_OF_A_GAME = "game.house_rules", "game.set", "players.colours"
"""Settings that say something of one game only."""


def _game_named(layers: Sequence[_Layer]) -> object:
    """The game that files name, if any does."""
    named = [table.get("name") for it in layers if isinstance(table := it.tables.get("game"), dict)]
    return next((name for name in reversed(named) if name is not None), Settings().game.name)


def _of_any_game(layer: _Layer) -> _Layer:
    """The part of a file's settings that holds for any game."""
    tables = {
        section: {name: value for name, value in table.items() if f"{section}.{name}" not in _OF_A_GAME}
        if isinstance(table, dict)
        else table
        for section, table in layer.tables.items()
    }
    return replace(layer, tables=tables)


def _place(origin: str) -> Message | str:
    known = {COMMAND_LINE: words.COMMAND_LINE, DEFAULT: words.DEFAULT}
    return known.get(origin, origin)


def _nested(wishes: Mapping[str, object]) -> dict[str, dict[str, object]]:
    tables: dict[str, dict[str, object]] = {}
    for key, value in wishes.items():
        section, _, name = key.partition(".")
        tables.setdefault(section, {})[name] = value
    return tables


def _joined(layers: Sequence[_Layer]) -> Loaded:
    known = {str(key): key for key in keys()}
    values: dict[str, dict[str, Any]] = {}
    origins: dict[str, str] = {}
    for layer in layers:
        for section, table in layer.tables.items():
            _refuse_unknown_section(layer, section, table)
            for name, value in table.items():
                key = known.get(f"{section}.{name}")
                if key is None:
                    raise _unknown_key(layer, section, name)
                values.setdefault(section, {})[name] = _value(layer, key, value)
                origins[str(key)] = layer.name
    settings = Settings(
        **{section: replace(sections()[section], **table) for section, table in values.items()}
    )
    loaded = Loaded(settings, origins)
    _refuse_names_that_the_game_has_not(loaded)
    _refuse_an_unfit_display(loaded)
    _refuse_a_pin_twice(loaded, [layer.name for layer in layers])
    return loaded


def _value(layer: _Layer, key: Key, value: object) -> Any:
    try:
        return key.kind.read(value, layer.folder)
    except ValueError:
        raise SettingsError(
            words.NOT_RIGHT, place=layer.place, key=key, value=_shown(value), right=key.kind.right
        ) from None


def _shown(value: object) -> str:
    """A value as complaints quote it, in one line of reasonable length."""
    try:
        text = repr(value)
    except ValueError:  # a number with more digits than Python will write in decimal
        text = "…"
    return text if len(text) <= 60 else f"{text[:40]} … {text[-15:]}"


def _refuse_unknown_section(layer: _Layer, section: str, table: object) -> None:
    if section not in sections():
        # The likeliest slip is a key above the first section's head.
        homes: list[str | Sentence] = [f"[{key.section}]" for key in keys() if key.name == section]
        if homes:
            home = reduce(lambda one, other: Sentence(words.EITHER, {"one": one, "other": other}), homes)
            raise SettingsError(words.OUTSIDE, place=layer.place, key=_shown(section), section=home)
        near = _near(section, sections(), "[{}]", words.SECTIONS_ARE)
        raise SettingsError(words.NO_SECTION, place=layer.place, section=f"[{section}]", near=near)
    if not isinstance(table, dict):
        raise SettingsError(
            words.NOT_A_SECTION, place=layer.place, key=section, value=_shown(table), section=f"[{section}]"
        )


def _unknown_key(layer: _Layer, section: str, name: str) -> SettingsError:
    here = [key.name for key in keys() if key.section == section]
    elsewhere = [str(key) for key in keys() if key.name == name]
    near = (
        Sentence(words.MEANT, {"word": elsewhere[0]})
        if elsewhere
        else _near(name, here, f"{section}.{{}}", words.SETTINGS_ARE)
    )
    return SettingsError(
        words.NO_SETTING, place=layer.place, key=f"{section}.{_shown(name)[1:-1]}", near=near
    )


def _near(word: str, known: Iterable[str], form: str, there_are: Message) -> Sentence:
    """The known word that was probably meant, or all of them, as a message says it."""
    known = list(known)
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return Sentence(words.MEANT, {"word": form.format(near[0])})
    return Sentence(there_are, {"words": tuple(form.format(each) for each in known)})


def _refuse_names_that_the_game_has_not(loaded: Loaded) -> None:
    """Refuse house rules and players that the game doesn't have, or has no use for."""
    game, players = loaded.settings.game, loaded.settings.players
    for key, names, check in (
        ("game.house_rules", game.house_rules, games.check_house_rules),
        ("players.colours", players.colours, games.check_players),
    ):
        try:
            check(game.name, names)
        except ValueError as error:
            value = _shown(list(names))
            raise SettingsError(
                words.OTHER_NAMES, place=loaded.place(key), key=key, value=value, reason=error
            ) from None


def _refuse_an_unfit_display(loaded: Loaded) -> None:
    """Refuse a display of an impossible size, turned so that it is too narrow, or on SPI without a data pin."""
    display = loaded.settings.display

    def refuse(key: str, value: object, right: Message | Sentence) -> None:
        raise SettingsError(words.NOT_RIGHT, place=loaded.place(key), key=key, value=value, right=right)

    if display.is_of_no_such_size:
        sizes = tuple(map(str, map(list, display.sizes)))
        refuse("display.size", list(display.pixels), Sentence(words.PANEL_SIZES, {"sizes": sizes}))
    if display.is_turned_too_narrow:
        refuse("display.rotation", display.rotation, words.HALF_TURN)
    if display.on_spi and not display.data_pin:  # that pin tells commands from pictures
        right = Sentence(words.PIN_ON_SPI, {"low": PINS[0], "high": PINS[-1]})
        refuse("display.data_pin", display.data_pin, right)


def _refuse_a_pin_twice(loaded: Loaded, order: Sequence[str]) -> None:
    """Refuse a pin that is used twice: the later setting has to give way, or the one further down in the same place.

    A bus can't move.
    """
    used = pins_in_use(loaded.settings)
    strength = {name: rank for rank, name in enumerate(order)}
    for first, second in combinations(used, 2):
        if first[1] != second[1]:
            continue
        pair = sorted(
            (first, second),
            key=lambda it: -2 if it[0] == "display.kind" else strength.get(loaded.origin(it[0]), -1),
        )
        (other, pin), (faulty, _) = pair
        free = sorted(set(PINS) - {pin for _, pin in used})
        raise SettingsError(
            words.PIN_TAKEN,
            place=loaded.place(faulty),
            key=faulty,
            pin=pin,
            other=other,
            free=tuple(map(str, free)),
        )
