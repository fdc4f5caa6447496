"""Settings: later files win key by key; a slip is named with its file, its key and what would be right."""

from __future__ import annotations

import os
import pwd
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cli import main
from firmware.games import NAMES
from firmware.settings import (
    JournalSection,
    Loaded,
    Settings,
    SettingsError,
    journal_path,
    load_settings,
    settings_files,
    text,
)
from firmware.settings.kinds import PINS
from firmware.settings.language import language_codes
from firmware.settings.sections import keys, pins_in_use
from tests.places import ROOT


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


class Place:
    """A machine with a folder for its settings and one for its user's."""

    def __init__(self, folder: Path) -> None:
        self.system = folder / "etc" / "kibitz.toml"
        self.home = folder / "home"
        self.user = self.home / ".config" / "kibitz" / "kibitz.toml"
        self.named = folder / "named.toml"
        for path in (self.system, self.user):
            path.parent.mkdir(parents=True)

    def load(self, file: Path | None = None, wishes: dict[str, object] | None = None) -> Loaded:
        return load_settings(file, wishes, environ={"HOME": str(self.home)}, system_file=self.system)

    def complaint(self, content: str | bytes) -> str:
        """What is said about a settings file, without the file's name."""
        self.named.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(SettingsError) as error:
            self.load(self.named)
        said = str(error.value)
        assert said.startswith(f"{self.named}: ")
        assert "\n" not in said
        assert len(said) < 400
        return said.removeprefix(f"{self.named}: ")


def test_without_any_file_everything_is_as_it_comes(place: Place) -> None:
    loaded = place.load()
    assert loaded.settings == Settings()
    assert loaded.files == ()
    assert {loaded.origin(key) for key in keys()} == {"default"}


def test_later_files_win_key_by_key_and_the_command_line_over_all(place: Place) -> None:
    place.system.write_text("[camera]\nsource = 'usb:1'\nfps = 3\n[lights]\nred = 16")
    place.user.write_text("[camera]\nfps = 4")
    place.named.write_text("[lights]\nred = 20")
    loaded = place.load(place.named, {"camera.source": "simulated"})
    camera, lights = loaded.settings.camera, loaded.settings.lights
    assert (camera.source, camera.fps, lights.red, lights.green) == ("simulated", 4.0, 20, 17)
    assert loaded.origin("camera.source") == "the command line"
    assert loaded.origin("camera.fps") == str(place.user)
    assert loaded.origin("lights.red") == str(place.named)
    assert loaded.files == (place.system, place.user, place.named)


def test_the_users_file_is_looked_for_where_xdg_says() -> None:
    assert settings_files({"XDG_CONFIG_HOME": "/xdg", "HOME": "/home/eva"})[1] == Path(
        "/xdg/kibitz/kibitz.toml"
    )
    assert settings_files({"HOME": "/home/eva"})[1] == Path("/home/eva/.config/kibitz/kibitz.toml")
    assert settings_files({"XDG_CONFIG_HOME": "xdg", "HOME": "/home/eva"})[1] == Path(
        "/home/eva/.config/kibitz/kibitz.toml"
    ), "a relative one doesn't count"


def test_without_a_home_in_the_environment_the_machines_list_of_users_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home = Path(pwd.getpwuid(os.getuid()).pw_dir)
    assert settings_files({"HOME": ""})[1] == home / ".config/kibitz/kibitz.toml"

    def nobody(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert settings_files({}) == (Path("/etc/kibitz/kibitz.toml"),)


def test_paths_start_from_the_folder_of_the_file_that_names_them(place: Place) -> None:
    place.named.write_text(
        "[camera]\nsource = 'evening.mp4'\nlens = '../lens.json'\n[journal]\npath = '/games.db'"
    )
    settings = place.load(place.named).settings
    assert settings.camera.source == str(place.named.parent / "evening.mp4")
    assert settings.camera.lens == place.named.parent / ".." / "lens.json"
    assert settings.journal.path == Path("/games.db")


def test_a_folder_that_is_there_may_be_named_without_a_slash(place: Place) -> None:
    (place.named.parent / "frames").mkdir()
    place.named.write_text("[camera]\nsource = 'frames'")
    assert place.load(place.named).settings.camera.source == str(place.named.parent / "frames")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[camera]\nfps = 0", "camera.fps is 0; it has to be a number from 0.5 to 30"),
        ("[camera]\nfps = true", "camera.fps is True; it has to be a number from 0.5 to 30"),
        ("[camera]\nfps = nan", "camera.fps is nan; it has to be a number from 0.5 to 30"),
        ("[lights]\ngreen = 17.0", "lights.green is 17.0; it has to be a GPIO number from 2 to 27"),
        ("[lights]\ngreen = 40", "or 0 where nothing is connected"),
        ("[camera]\nsize = [1280]", "camera.size is [1280]; it has to be [width, height] in pixels"),
        ("[camera]\nsize = [1280, 1.5]", "it has to be [width, height] in pixels"),
        ("[camera]\nsource = 'ubs:0'", 'it has to be "pi", "usb:0" (or another number), "simulated", or the path'),
        ("[camera]\nsource = ''", 'it has to be "pi"'),
        (f"[camera]\nsource = '{'a' * 300}'", 'it has to be "pi"'),
        (
            "[display]\nkind = 'ili9341'\nsize = [240, 320]",
            "display.size is [240, 320]; it has to be one that this chip has, before it is turned: [320, 240],",
        ),
        ("[display]\nkind = 'ssd1306'\nsize = [128, 128]", "before it is turned: [128, 64]"),
        ("[camera]\nlens = 3", 'camera.lens is 3; it has to be a path, or "" for none'),
        ("[display]\nkind = 'ssd1309'", 'it has to be one of "none", "ssd1306", "sh1106", "st7789", "ili9341"'),
        ("[display]\nkind = ['st7789']", "display.kind is ['st7789']; it has to be one of"),
        ("[display]\nkind = 'sh1106'\nrotation = 90", "display.rotation is 90; it has to be 0 or 180 degrees"),
        ("[display]\nkind = 'st7789'\ndata_pin = 0", "display.data_pin is 0; it has to be a GPIO number from 2"),
        ("[display]\nrotation = 45", "display.rotation is 45; it has to be 0, 90, 180 or 270 degrees"),
        ("[display]\ni2c_address = 0x80", "display.i2c_address is 128; it has to be an I2C address from 0x08"),
        ("[display]\nsize = [128, 32]", "it has to be [width, height] in pixels, from 128 by 64 to 1024"),
        (
            "[game]\nname = 'chess'",
            "game.name is 'chess'; it has to be one of " + ", ".join(f'"{name}"' for name in NAMES),
        ),
        ("[game]\nhouse_rules = 'cut_off_lots'", 'it has to be a list of names, such as ["one", "two"]'),
        ("[game]\nhouse_rules = ['cut_lots']", "no such house rule: 'cut_lots' (there are: cut_off_lots"),
        ("[game]\nname = 'netzwerk'\n[players]\ncolours = ['White', 'grey']", "no such players: White (there are: "),
        ("[game]\nname = 'netzwerk'\n[players]\ncolours = ['grey', 'grey']", "['grey', 'grey']; at least two play"),
        ("[players]\nlanguage = 'de'", "players.language is 'de'; it has to be one of"),
        ("[camera]\nspeed = 5", "there is no setting camera.speed; there are camera.source, camera.size"),
        ("[camera]\nsorce = 'pi'", "there is no setting camera.sorce; did you mean camera.source?"),
        ("[camera]\nkind = 'st7789'", "there is no setting camera.kind; did you mean display.kind?"),
        ("[light]\ngreen = 17", "there is no section [light]; did you mean [lights]?"),
        ("[xyzzy]", "there is no section [xyzzy]; the sections are [game], [camera]"),
        ("fps = 5", "'fps' stands in no section; put it under [camera]"),
        ("size = [1280, 960]", "'size' stands in no section; put it under [camera] or [display]"),
        ("camera = 'pi'", "camera is 'pi'; it has to be a section, begun by [camera]"),
        ("[camera]\nfps : 5", "is not TOML: "),
        ("[camera]\nfps = 5\nfps = 6", "line 3 has a section or a key that is there already; "),
        ("[camera]\nfps = 5\n[game]\n[camera]\n", "line 4 has a section or a key that is there already; "),
        ("[" * 5000, "is not TOML: "),
        ("[camera]\nsize = " + "[" * 50_000, "is not TOML: it has brackets in brackets, too deep to be read"),
        ("[camera]\nfps = " + "9" * 5000, "is not TOML: a number in it has too many digits"),
        ("[camera]\nfps = 0x" + "f" * 5000, "camera.fps is …; it has to be a number from"),
        (b"[camera]\nsource = '\xff'", "is not text in UTF-8; save it as UTF-8"),
    ],
)  # fmt: skip
def test_a_slip_is_named_with_its_key_and_what_would_be_right(
    place: Place, content: str | bytes, said: str
) -> None:
    assert said in place.complaint(content)


def test_the_file_that_is_wrong_is_the_one_named(place: Place) -> None:
    place.system.write_text("[camera]\nfps = 0")
    place.named.write_text("[camera]\nfps = 5")
    with pytest.raises(SettingsError, match=str(place.system)):
        place.load(place.named)


def test_a_named_file_has_to_be_there_and_to_be_a_file(place: Place, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"named.toml: there is no such file"):
        place.load(place.named)
    with pytest.raises(
        SettingsError, match="cannot be opened: Is a directory; name a settings file that can be"
    ):
        place.load(tmp_path)


def test_a_mark_of_the_encoding_at_the_beginning_of_a_file_is_passed_over(place: Place) -> None:
    place.named.write_text("[camera]\nfps = 5.0\n", encoding="utf-8-sig")
    assert place.load(place.named).settings.camera.fps == 5


def test_no_pin_is_given_away_twice(place: Place) -> None:
    said = place.complaint("[buttons]\nback = 17")
    assert said.startswith("buttons.back takes GPIO 17, which lights.green has already; free are 2, 3, 4, ")
    said = place.complaint("[lights]\ngreen = 5")
    assert said.startswith("lights.green takes GPIO 5, which buttons.confirm has already; ")


def test_a_display_takes_the_pins_of_its_bus(place: Place) -> None:
    for kind, pin, said in (
        ("ssd1306", 3, "lights.red takes GPIO 3, which display.kind has already"),
        ("st7789", 10, "lights.red takes GPIO 10, which display.kind has already"),
        ("st7789", 24, "lights.red takes GPIO 24, which display.data_pin has already"),
    ):
        assert said in place.complaint(f"[lights]\nred = {pin}\n[display]\nkind = '{kind}'")
        place.named.write_text(f"[lights]\nred = {pin}")
        assert place.load(place.named).settings.lights.red == pin


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        (
            "backlight_pin = 0\nspi_device = 2\n[lights]\nred = 20",
            "lights.red takes GPIO 20, which display.kind",
        ),
        (
            "backlight_pin = 0\nspi_device = 2\n[lights]\nred = 16",
            "lights.red takes GPIO 16, which display.kind",
        ),
        ("backlight_pin = 0\nspi_device = 1", "lights.green takes GPIO 17, which display.kind"),
        ("spi_device = 0", "display.backlight_pin takes GPIO 18, which display.kind"),
    ],
)
def test_a_display_on_the_other_bus_takes_the_pins_of_that(place: Place, rest: str, said: str) -> None:
    place.named.write_text(f"[display]\nkind = 'st7789'\nspi_bus = 1\n{rest}")
    with pytest.raises(SettingsError, match=f"{said} has already"):
        place.load(place.named)


def test_a_display_on_the_other_bus_leaves_the_pins_of_the_usual_one(place: Place) -> None:
    bus = "kind = 'st7789'\nspi_bus = 1\nspi_device = 2\nbacklight_pin = 0"
    place.named.write_text(f"[display]\n{bus}\n[lights]\nred = 10")
    assert place.load(place.named).settings.lights.red == 10


def test_what_is_not_connected_takes_no_pin(place: Place) -> None:
    place.named.write_text("[lights]\ngreen = 0\namber = 0\nred = 0\n[buttons]\nconfirm = 0\nback = 0")
    assert pins_in_use(place.load(place.named).settings) == []


def test_a_display_that_needs_no_data_pin_may_have_none(place: Place) -> None:
    place.named.write_text("[display]\nkind = 'ssd1306'\ndata_pin = 0")
    assert place.load(place.named).settings.display.data_pin == 0


def test_who_plays_netzwerk_may_stay_named_while_something_else_is_played(place: Place) -> None:
    place.named.write_text("[players]\ncolours = ['white', 'grey']")
    assert place.load(place.named).settings.players.colours == ("white", "grey")


def some_settings() -> st.SearchStrategy[dict[str, dict[str, Any]]]:
    """Settings files that are right, whatever they say, with pins apart from each other."""
    words = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=9)
    pins = st.permutations([pin for pin in PINS if pin not in (2, 3, *range(7, 12))])
    return st.builds(
        lambda pins, source, lens, size, fps, kind, panel, turn, journal, house: {
            "game": {"house_rules": house},
            "camera": {"source": source, "lens": lens, "size": size, "fps": fps},
            "lights": dict(zip(("green", "amber", "red", "buzzer"), pins, strict=False)),
            "buttons": dict(zip(("confirm", "back"), pins[4:], strict=False)),
            "display": {
                "kind": kind, "size": panel, "rotation": turn,
                "data_pin": pins[6], "reset_pin": pins[7], "backlight_pin": pins[8],
            },
            "journal": {"path": journal},
        },
        pins,
        st.sampled_from(["pi", "usb:12", "simulated"]) | words.map(lambda word: f"/films/{word}"),
        st.just("") | words.map(lambda word: f"/{word}"),
        st.lists(st.integers(320, 8000), min_size=2, max_size=2),
        st.floats(0.5, 30) | st.integers(1, 30),
        st.sampled_from(["none", "ssd1306", "st7789"]),
        st.just([]) | st.just([128, 64]),
        st.sampled_from([0, 180]),
        st.just("") | words.map(lambda word: f"/{word}"),
        st.lists(st.sampled_from(["cut_off_lots", "fallback_keeps_r3"]), unique=True),
    )  # fmt: skip


@given(tables=some_settings())
def test_the_settings_in_force_are_a_file_that_gives_the_same_settings(
    tables: dict[str, dict[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    wishes = {f"{section}.{key}": value for section, table in tables.items() for key, value in table.items()}
    nowhere = tmp_path_factory.getbasetemp() / "nowhere"
    loaded = load_settings(wishes=wishes, environ={}, system_file=nowhere)
    printed = tmp_path_factory.getbasetemp() / "printed.toml"
    printed.write_text(text.in_force(loaded), encoding="utf-8")
    assert load_settings(printed, environ={}, system_file=nowhere).settings == loaded.settings


def test_the_command_prints_every_key_with_where_it_came_from(
    place: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(place.user.parents[1]))
    place.user.write_text("[camera]\nfps = 4")
    place.named.write_text("[lights]\nred = 20")
    assert main(["settings", "--settings", str(place.named)]) == 0
    out = capsys.readouterr().out
    tables = tomllib.loads(out)
    assert {f"{section}.{name}" for section, table in tables.items() for name in table} == set(
        map(str, keys())
    )
    lines = {line.partition("  #")[0].strip(): line.partition("  # ")[2] for line in out.splitlines()}
    assert lines["fps = 4.0"] == str(place.user)
    assert lines["red = 20"] == str(place.named)
    assert lines["green = 17"] == "default"


def test_the_command_says_a_slip_in_one_line(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    place.named.write_text("[camera]\nfps = 0")
    assert main(["settings", "--settings", str(place.named)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"kibitz settings: {place.named}: camera.fps is 0; it has to be a number from 0.5 to 30\n"


@pytest.mark.parametrize(
    ("command", "status"),
    [("games", 1), ("demo", 1), ("calibrate lens", 1), ("calibrate set --list", 1), ("watch", os.EX_CONFIG)],
)
def test_no_command_follows_settings_with_a_slip(
    place: Place,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    status: int,
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(place.user.parents[1]))
    place.user.write_text("[camera]\nfps = 0")
    name, *words = command.split()
    assert main([name, *words]) == status
    said = f"kibitz {name}: {place.user}: camera.fps is 0; it has to be a number from 0.5 to 30\n"
    assert capsys.readouterr() == ("", said)


def test_a_slip_is_said_in_the_language_of_the_system(
    place: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "sk")
    place.named.write_text("[light]\ngreen = 17")
    assert main(["settings", "--settings", str(place.named)]) == 1
    said = f"kibitz settings: {place.named}: sekcia [light] neexistuje; nemysleli ste [lights]?\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(("key", "section"), [("set", "game"), ("lens", "camera")])
def test_a_file_that_they_name_and_that_cannot_be_used_is_named_with_its_key(
    place: Place, key: str, section: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place.named.write_text(f'[{section}]\n{key} = "own.json"\n')
    (place.named.parent / "own.json").write_text("{}")
    assert main(["settings", "--settings", str(place.named)]) == 1
    out, err = capsys.readouterr()
    assert "own.json" in out
    (line,) = err.splitlines()
    assert f"{place.named.parent}/own.json: " in line
    assert f'set {section}.{key} to ""' in line


def test_the_file_that_is_installed_holds_every_key_as_it_comes(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["settings", "--example"]) == 0
    example = capsys.readouterr().out
    installed = ROOT / "systemd" / "kibitz.toml"
    assert installed.read_text() == example, "./kibitz settings --example > systemd/kibitz.toml"
    assert not any(tomllib.loads(example).values()), "nothing is set as long as nobody takes a # away"
    assert f"# Which game it is: {', '.join(NAMES)}." in example, (
        "who chooses a game has to know which there are"
    )
    assert max(map(len, example.splitlines())) <= text.WIDTH
    bare = "\n".join(
        line[1:] if line.startswith("#") and line[1:2] != " " else line for line in example.splitlines()
    )
    place.named.write_text(bare)
    loaded = place.load(place.named)
    assert loaded.settings == Settings()
    assert {loaded.origin(key) for key in keys()} == {str(place.named)}


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("arguments", [(), ("--example",)])
def test_settings_are_explained_in_the_language_of_the_system(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "cs")
    assert main(["settings", *arguments]) == 0
    shown = capsys.readouterr().out
    assert "# Kamera nad stolem." in shown
    assert not [line for line in shown.splitlines() if line.startswith("# The ")]
    assert max(len(line) for line in shown.splitlines() if line.startswith("# ")) <= text.WIDTH
    assert tomllib.loads(shown).keys() == {it.name for it in fields(Settings)}


def test_the_journal_lies_where_the_settings_the_service_or_the_users_home_say(tmp_path: Path) -> None:
    settings = Settings()
    nowhere = tmp_path / "nowhere"
    named = Settings(journal=JournalSection(Path("/mnt/games.db")))
    assert journal_path(named, {"STATE_DIRECTORY": "/var/lib/kibitz"}) == Path("/mnt/games.db")
    assert journal_path(settings, {"STATE_DIRECTORY": "/state"}, nowhere) == Path("/state/games.sqlite3")
    assert journal_path(settings, {"HOME": "/home/eva"}, tmp_path) == tmp_path / "games.sqlite3"
    assert journal_path(settings, {"HOME": "/home/eva"}, nowhere) == Path(
        "/home/eva/.local/state/kibitz/games.sqlite3"
    )
    assert journal_path(settings, {"XDG_STATE_HOME": "/xdg"}, nowhere) == Path("/xdg/kibitz/games.sqlite3")


def test_the_language_is_the_settings_or_the_systems() -> None:
    slovak = Settings(players=type(Settings().players)("sk"))
    assert language_codes(slovak, {"LANG": "cs_CZ.UTF-8"}) == ("sk",)
    assert language_codes(Settings(), {"LANG": "cs_CZ.UTF-8", "LC_ALL": ""}) == ("cs_CZ",)
    assert language_codes(Settings(), {"LANGUAGE": "sk:cs", "LANG": "en_GB.UTF-8"}) == ("sk", "cs")
    assert language_codes(Settings(), {}) == ()


def test_what_files_say_of_their_game_is_nothing_to_another_that_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "kibitz.toml"
    file.write_text('[game]\nhouse_rules = ["cut_off_lots"]\nset = "own.json"\n[camera]\nfps = 3\n')

    def loaded(**wishes: str) -> Settings:
        found = load_settings(file, {f"game.{name}": it for name, it in wishes.items()}, environ={})
        return found.settings

    assert loaded(name="alien-city").game.house_rules == loaded().game.house_rules == ("cut_off_lots",)
    netzwerk = loaded(name="netzwerk")
    assert (netzwerk.game.name, netzwerk.game.house_rules, netzwerk.game.set) == ("netzwerk", (), None)
    assert netzwerk.camera.fps == 3
    file.write_text('[game]\nname = "netzwerk"\n[players]\ncolours = ["white", "brown"]\n')
    assert loaded(name="netzwerk").players.colours == ("white", "brown")
    assert loaded(name="alien-city").players.colours == ()
    file.write_text("game = 7\n")
    with pytest.raises(SettingsError, match="game is 7"):
        loaded(name="netzwerk")
