"""The whole visit: every thing looked at once, each in one line, whatever is wrong with the others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware.calibrated import game_of
from firmware.cli import main
from firmware.doctor.visit import needed_libraries, visit
from firmware.finding import CHECKS, LEVELS, Finding, Level
from firmware.settings import (
    DisplaySection,
    GameSection,
    JournalSection,
    Loaded,
    Settings,
    SettingsError,
    load_settings,
    words,
)
from tests.places import ROOT, SAMPLES
from vision.photo import Picture, load_photo

SAMPLE = SAMPLES / "wooden_tiles.jpg"
LATER = datetime(2100, 1, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, pretend_lgpio: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user of nobody's, with gpiozero's pretend pins."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(pretend_lgpio))


def visited(load: object, *, has_panel: bool = True) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = {}
    look = lambda _settings: load_photo(SAMPLE)  # noqa: E731
    for finding in visit(load, look, game_of, LATER, lambda _source: has_panel):  # type: ignore[arg-type]
        found.setdefault(finding.check, []).append(finding)
    return found


def test_a_visit_looks_at_everything_once_and_in_one_line_each(tmp_path: Path) -> None:
    loaded = load_settings(wishes={"camera.source": "simulated"}, environ={}, system_file=tmp_path / "none")
    found = visited(lambda: loaded)
    assert set(found) == set(CHECKS) - {"players"}, "of Alien City the same always play"
    assert all("\n" not in finding.line() for findings in found.values() for finding in findings)
    for check in (
        "settings",
        "python",
        "pins",
        "camera",
        "lens",
        "set",
        "mount",
        "board",
        "light",
        "glare",
        "evenness",
        "focus",
        "height",
        "clock",
    ):
        assert [finding.level for finding in found[check]] == [Level.OK], check


def test_a_game_that_is_written_during_the_visit_does_not_put_the_clock_in_the_wrong(tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite3"
    loaded = Loaded(Settings(journal=JournalSection(path=journal)))

    def look(_settings: Settings) -> Picture:
        journal.touch()
        os.utime(journal, times=(LATER.timestamp() + 5, LATER.timestamp() + 5))
        return load_photo(SAMPLE)

    found = {it.check: it for it in visit(lambda: loaded, look, game_of, LATER, lambda _source: True)}
    assert journal.exists()
    assert found["clock"].level is Level.OK


def test_what_is_no_raspberry_pi_is_only_asked_to_name_a_camera(tmp_path: Path) -> None:
    loaded = load_settings(environ={}, system_file=tmp_path / "none")
    found = visited(lambda: loaded, has_panel=False)
    assert [finding.level for finding in found["camera"]] == [Level.TROUBLE]
    assert "--camera usb:0" in found["camera"][0].line()
    troubles = [check for check, findings in found.items() for it in findings if it.level is Level.TROUBLE]
    assert troubles == ["camera"], "it needs nothing that only a Raspberry Pi has"
    named = load_settings(wishes={"camera.source": "pi"}, environ={}, system_file=tmp_path / "none")
    assert "name one" not in visited(lambda: named, has_panel=False)["camera"][0].line()


def test_a_library_that_cannot_be_used_is_named_and_keeps_nothing_else_from_being_looked_at(
    tmp_path: Path, pretend_lgpio: Path
) -> None:
    (tmp_path / "cv2.py").write_text('raise ImportError("numpy.core.multiarray failed to import")')
    environ = {**os.environ, "PYTHONPATH": f"{tmp_path}:{pretend_lgpio}:{ROOT}", "LANGUAGE": "en"}
    command = [sys.executable, "-m", "firmware"]

    def said(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *words], capture_output=True, text=True, check=False, cwd=tmp_path, env=environ
        )

    visit = said("doctor", "--camera", "simulated")
    assert visit.stderr == ""
    lines = visit.stdout.splitlines()
    assert any(line.startswith("trouble: libraries: cv2 cannot be used") for line in lines)
    assert any(": disk:" in line for line in lines)
    assert not any(": board:" in line for line in lines)
    read = said("read", str(SAMPLE))
    assert read.returncode == 1
    assert read.stderr.startswith("kibitz read: a library cannot be used: ImportError: numpy.core")
    assert read.stderr.endswith("`kibitz doctor` says what helps\n")
    assert read.stderr.count("\n") == 1


def test_on_a_computer_without_pins_nothing_is_missed_that_watching_does_without(tmp_path: Path) -> None:
    (tmp_path / "kibitz.toml").write_text('[camera]\nsource = "simulated"\n[display]\nkind = "sh1106"\n')
    loaded = load_settings(tmp_path / "kibitz.toml", environ={}, system_file=tmp_path / "none")
    found = visited(lambda: loaded, has_panel=False)
    for check in ("pins", "display"):
        (finding,) = found[check]
        assert finding.level is Level.LEFT_OUT
        assert (
            "this computer has none: `kibitz watch` does without lights, buttons and display"
            in finding.line()
        )
    libraries = " ".join(finding.line() for finding in found["libraries"])
    assert not any(name in libraries for name in ("gpiozero", "lgpio", "luma"))


def test_a_game_of_which_no_sets_are_learnt_is_not_said_to_be_played_in_the_colours_of_another() -> None:
    settings = Settings(GameSection(name="netzwerk"))
    said = "ok: set of pieces: none is learnt of netzwerk; its pieces are taken to have its own colours"
    assert game_of(settings, LATER)[0].line() == said


@pytest.mark.parametrize(
    ("colours", "line"),
    [
        ('["white", "brown"]', "ok: players: white, brown"),
        (
            "[]",
            "left out: players: the settings name nobody; where the same always play, named under players",
        ),
    ],
)
def test_where_not_the_same_always_play_it_is_said_who_does(tmp_path: Path, colours: str, line: str) -> None:
    (tmp_path / "kibitz.toml").write_text(
        f'[camera]\nsource = "simulated"\n[game]\nname = "netzwerk"\n[players]\ncolours = {colours}\n'
    )
    loaded = load_settings(tmp_path / "kibitz.toml", environ={}, system_file=tmp_path / "none")
    (finding,) = visited(lambda: loaded)["players"]
    assert finding.line().startswith(line)


def test_with_faulty_settings_nothing_is_tried_on_pins_that_nobody_named() -> None:
    def load() -> Loaded:
        raise SettingsError(words.NOT_TEXT, place="kibitz.toml")

    found = visited(load)
    assert found["settings"][0].line() == (
        "trouble: settings: kibitz.toml: is not text in UTF-8; save it as UTF-8; "
        "until that is right, camera, pins and display are not looked at"
    )
    assert not {"pins", "display", "camera", "board"} & found.keys()
    assert {"python", "disk", "clock", "temperature", "power"} <= found.keys()


def test_only_the_libraries_that_the_settings_need_are_looked_for() -> None:
    assert needed_libraries(Settings()) == ["numpy", "cv2", "picamera2", "gpiozero", "lgpio"]
    oled = Settings(display=DisplaySection(kind="sh1106"))
    assert "luma.oled" in needed_libraries(oled)
    assert "luma.lcd" not in needed_libraries(oled)


def test_the_command_ends_with_1_when_something_does_not_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "faulty.toml").write_text("[camera]\nfps = 0")
    assert main(["doctor", "--settings", str(tmp_path / "faulty.toml")]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert all(line.startswith(("ok: ", "warning: ", "trouble: ", "left out: ")) for line in lines)
    assert last.startswith("1 in trouble, ")


def test_json_is_one_line_a_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "faulty.toml").write_text("[camera]\nfps = 0")
    assert main(["doctor", "--json", "--settings", str(tmp_path / "faulty.toml")]) == 1
    first, *others = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["check"] == "settings"
    assert first["level"] == "trouble"
    assert first["remedy"].startswith("until that is right")
    assert all(list(line) == ["check", "level", "said", "remedy"] for line in others)
    assert all(line["remedy"] is None for line in others if line["level"] in ("ok", "left out"))


def test_every_level_has_its_word() -> None:
    assert set(LEVELS) == set(Level)
