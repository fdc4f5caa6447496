"""The command line: one line for what goes wrong, whatever it is."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

from firmware.cli import COMMANDS, main
from firmware.commands import judge
from tests.engine.netzwerk.vectors import lines
from tests.places import ROOT

GAME = (
    "kibitz-record 1\ngame: alien-city\ntiles: G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<\n\nblack Gd@B1\n"
)
LANDSCAPE = "0|0:C2Y2R2C4 w1,0;k- w-|k- w1,1,1,0,0|k0,0,0,0,0 w.b"


def kibitz(*arguments: str, stdout: int | IO[Any] = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "firmware", *arguments]
    return subprocess.run(
        command,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=ROOT,
    )


def test_an_unknown_command_is_named() -> None:
    run = kibitz("see")
    assert run.returncode == 2
    assert "'see'" in run.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["read", ""],
        ["read", "a.jpg", "--annotate", ""],
        ["games", "--journal", ""],
        ["watch", "--settings", ""],
        ["calibrate", "set", "--name", ""],
        ["calibrate", "set", "--copy", "own", ""],
    ],
)
def test_an_empty_word_is_refused_and_stands_for_no_folder(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert capsys.readouterr().err.endswith(": an empty word names nothing\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_under_the_output_gets_one_line(
    unbuffered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.txt").write_text(GAME)
    (tmp_path / "questions.jsonl").write_text(json.dumps(lines("positions.jsonl")[0]))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "own.json").write_text("{}")
    for words in (
        f"replay {tmp_path}/game.txt",
        f"judge {tmp_path}/questions.jsonl",
        "calibrate set --copy own evening",
        "--version",
        "--help",
    ):
        with Path("/dev/full").open("w") as full:
            run = kibitz(*words.split(), stdout=full)
        assert run.returncode == 1
        name = words.split()[0]
        assert run.stderr == f"kibitz {name}: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "/etc/shadow"), "/etc/shadow: Permission denied"),
        (OSError(errno.ENODEV, "No such device"), "No such device"),
        (OSError("the bus is\nbusy"), "the bus is busy"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_what_nobody_has_foreseen_is_not_said_of_the_output(
    error: OSError, said: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(_args: object) -> int:
        print("so far")
        raise error

    monkeypatch.setattr(judge, "run", run)
    assert main(["judge", "-"]) == 1
    assert capfd.readouterr() == ("so far\n", f"kibitz judge: cannot go on: {said}\n")


def test_a_set_that_cannot_be_copied_is_not_said_to_be_at_fault(tmp_path: Path) -> None:
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "own.json").write_text("-" * 5000)
    run = subprocess.run(
        ["bash", "-c", f"ulimit -f 1; exec {sys.executable} -m firmware calibrate set --copy own evening"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=os.environ | {"STATE_DIRECTORY": str(tmp_path)},
    )
    assert run.returncode == 1
    assert run.stderr.startswith(f"kibitz calibrate: {tmp_path}/sets/evening.json: cannot be written: ")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("print lens --to kept.pdf", "kept.pdf"),
        (f"show --svg kept.svg '{LANDSCAPE}'", "kept.svg"),
        (f"read --annotate . {ROOT}/vision/samples/wooden_tiles.jpg", "wooden_tiles.jpg"),
    ],
)
def test_a_disk_that_fills_up_leaves_a_file_as_it_was(tmp_path: Path, command: str, name: str) -> None:
    (tmp_path / name).write_text("as it was")
    # No file may grow beyond 1 KiB, which ends in the same way as a full disk.
    run = subprocess.run(
        ["bash", "-c", f"ulimit -f 1; exec {sys.executable} -m firmware {command}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert run.returncode == 1
    assert run.stderr.count("\n") >= 1
    assert [it.name for it in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "as it was"


def test_a_device_or_a_link_is_written_to_and_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link.svg").symlink_to("there.svg")
    for place in ("link.svg", "pipe.svg"):
        if place.startswith("pipe"):
            os.mkfifo(tmp_path / place)
        run = subprocess.Popen(
            [sys.executable, "-m", "firmware", "show", LANDSCAPE, "--svg", str(tmp_path / place)],
            stdout=subprocess.DEVNULL,
            cwd=ROOT,
        )
        if place.startswith("pipe"):
            assert "<svg" in (tmp_path / place).read_text()
        assert run.wait() == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert "<svg" in (tmp_path / "there.svg").read_text()


def test_a_reader_that_stops_reading_is_no_error_to_speak_of(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(GAME * 400)
    command = f"{sys.executable} -m firmware replay {tmp_path / 'games.txt'} --json | head -1"
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.stderr == ""
    assert run.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "status"),
    [("print lens --to lens.pdf >&-", 0), ("show --deal 3 --seed 1 >&- 2>&-", 0), ("show - <&- 2>said", 1)],
)
def test_closed_streams_lead_nowhere(tmp_path: Path, command: str, status: int) -> None:
    run = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m firmware {command}"],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert (run.returncode, run.stderr) == (status, "")
    for file in tmp_path.iterdir():
        begins = "%PDF" if file.suffix == ".pdf" else "kibitz show: "
        assert file.read_bytes().startswith(begins.encode())


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("kibitz 0.")


def test_without_an_installed_package_only_the_version_is_missing(tmp_path: Path) -> None:
    for room in ("engine", "vision", "calibration", "firmware"):
        (tmp_path / room).symlink_to(ROOT / room)  # beside them here, an installation may have left its mark

    def bare(*words: str) -> subprocess.CompletedProcess[str]:
        # Without the folder in which packages are installed.
        command = [sys.executable, "-S", "-m", "firmware", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    assert bare("show", "--deal", "2", "--seed", "1").returncode == 0
    version = bare("--version")
    assert (version.returncode, version.stderr) == (0, "")
    assert version.stdout.startswith("kibitz: not installed; ")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_in_the_language_of_the_system(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(language: str) -> str:
        monkeypatch.setenv("LANGUAGE", language)
        with pytest.raises(SystemExit):
            main([command, "--help"])
        return capsys.readouterr().out

    english, slovak = said("en"), said("sk")
    assert english.startswith(f"usage: kibitz {command} [-h]")
    assert slovak.startswith(f"použitie: kibitz {command} [-h]")
    words = COMMANDS[command].text.split()
    assert " ".join(words[1:]) in " ".join(english.split())
    below = [text.partition("\n\n")[2].splitlines() for text in (english, slovak)]
    sentences = [{line for line in lines_of_it if " " in line.strip()} for lines_of_it in below]
    assert not sentences[0] & sentences[1], "a line of one word may be a name"


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_no_line_of_help_ends_within_a_name_that_is_to_be_typed(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for command, name in (("evaluate", "alien-city"), ("print", "kibitz-SHEET.pdf")):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        said = capsys.readouterr().out
        assert "".join(said.split()).count(name) == said.count(name) > 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["replay"], "kibitz replay: chyba: chybí povinné argumenty: FILE"),
        (["demo", "--seed", "x"], "kibitz demo: chyba: argument --seed: 'x' není celé číslo od 0 výš"),
        (
            ["show", "--deal", "3", "--seed", "-1"],
            "kibitz show: chyba: argument --seed: '-1' není celé číslo od 0 výš",
        ),
        (["games", "show", "last"], "kibitz games show: chyba: argument N: 'last' není celé číslo od 0 výš"),
        (["watch", "--journal", "/"], "kibitz watch: chyba: argument --journal: '/' není název souboru"),
        (
            ["watch", "--journal", "/tmp"],
            "kibitz watch: chyba: argument --journal: '/tmp' už existuje a není to soubor",
        ),
        (
            ["calibrate", "lens", "--to", "/dev/null"],
            "kibitz calibrate lens: chyba: argument --to: '/dev/null' už existuje a není to soubor",
        ),
        (
            ["calibrate", "lens", "--to", "lens.png"],
            "kibitz calibrate lens: chyba: argument --to: 'lens.png' je název obrázku; obrázek toho, co se zjistí, "
            "se ukládá vedle souboru",
        ),
        (["demo", "--sed", "1"], "kibitz: chyba: neznámé argumenty: --sed 1"),
        (["calibrate", "lens", "--list"], "kibitz: chyba: neznámé argumenty: --list"),
    ],
)
def test_complaints_are_in_the_language_of_the_system(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "cs")
    with pytest.raises(SystemExit) as stopped:
        main(given)
    assert stopped.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1] == said
    assert os.environ["LANGUAGE"] == "cs", "no trace of it is left"
