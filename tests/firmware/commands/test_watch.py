"""`kibitz watch` as a process: pictures of a game in, events out, nothing lost on the way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.mount.file import load_mount, save_mount
from calibration.mount.hang import moved
from firmware.cameras import Camera, open_camera
from firmware.cameras.camera import CameraError
from firmware.cameras.folder import FolderCamera
from firmware.cameras.words import GIVEN_UP
from firmware.cli import main
from firmware.frame import Frame
from firmware.journal import events_of, past_games
from tests.places import DATA, ROOT, SAMPLES

GAME = DATA / "alien_city" / "game"
"""Photos from the set-up to an illegal dome and its taking back, some with a hand."""

TOLD = [
    ("setup", None),
    ("placed", "D2"),
    ("placed", "D10"),
    ("placed", "E4"),
    ("placed", "F1"),
    ("placed", "D6"),
    ("placed", "F4"),
    ("illegal", "H9"),
    ("taken back", "H9"),
]


def watch(*arguments: str | Path, **kwargs: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "firmware", "watch", *map(str, arguments)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | kwargs
    return subprocess.run(command, text=True, cwd=ROOT, timeout=120, check=False, **streams)


def told(run: subprocess.CompletedProcess[str]) -> list[tuple[str, str | None]]:
    """What was said but for turns, with lots as seen from the side that this game is labelled from."""
    events = [json.loads(line) for line in run.stdout.splitlines()]
    lots = [event.get("lot") for event in events if event["event"] != "turn"]
    if "E9" in lots:  # D2 from the other side
        lots = [lot and f"{'HGFEDCBA'['ABCDEFGH'.index(lot[0])]}{11 - int(lot[1:])}" for lot in lots]
    return list(zip((event["event"] for event in events if event["event"] != "turn"), lots, strict=True))


@pytest.fixture(scope="module")
def watched() -> subprocess.CompletedProcess[str]:
    return watch("--json", "--camera", GAME)


@pytest.fixture
def beginning(tmp_path: Path) -> Path:
    """Its photos up to the second piece, of which the first three of TOLD are told."""
    folder = tmp_path / "beginning"
    folder.mkdir()
    for name in ("01.jpg", "03.jpg", "04.jpg"):
        (folder / name).symlink_to(GAME / name)
    return folder


def test_photos_of_a_game_are_told_event_by_event(watched: subprocess.CompletedProcess[str]) -> None:
    assert (watched.returncode, watched.stderr) == (0, "")
    assert told(watched) == TOLD


def test_each_event_comes_while_its_picture_is_in_view(watched: subprocess.CompletedProcess[str]) -> None:
    events = [json.loads(line) for line in watched.stdout.splitlines()]
    frames = [event["frame"] for event in events if event["event"] not in ("turn", "setup")]
    assert frames == ["03.jpg", "04.jpg", "05.jpg", "06.jpg", "07.jpg", "08.jpg", "10.jpg", "12.jpg"]


def test_a_warning_names_the_rule_and_says_it_in_words(watched: subprocess.CompletedProcess[str]) -> None:
    events = [json.loads(line) for line in watched.stdout.splitlines()]
    (warning,) = (event for event in events if event["event"] == "illegal")
    assert (warning["rules"], warning["player"], warning["piece"]) == (["R2"], "black", "green dome")
    assert warning["sentences"][0].startswith("R2: a green dome belongs on a green tile")


def test_a_corrupt_picture_is_told_and_left_out(tmp_path: Path) -> None:
    for number, name in enumerate(("01.jpg", "02.jpg", "03.jpg")):
        shutil.copy(GAME / name, tmp_path / f"{2 * number}.jpg")
    (tmp_path / "1.jpg").write_bytes(b"\xff\xd8 not a picture")
    run = watch("--json", "--camera", tmp_path)
    assert run.returncode == 0
    assert told(run) == TOLD[:2]
    (line,) = run.stderr.splitlines()
    assert "1.jpg" in line


def test_a_game_goes_on_where_the_journal_says(beginning: Path, tmp_path: Path) -> None:
    later, journal = tmp_path / "later", tmp_path / "games.sqlite3"
    later.mkdir()
    for name in ("05.jpg", "06.jpg"):
        shutil.copy(GAME / name, later)
    assert told(watch("--json", "--camera", beginning, "--journal", journal)) == TOLD[:3]
    again = watch("--json", "--camera", later, "--journal", journal)
    events = [json.loads(line) for line in again.stdout.splitlines()]
    assert [event["event"] for event in events] == ["placed", "turn", "placed", "turn"]
    assert events[0]["says"].startswith("while I was away: ")
    assert events[0]["player"] == "black"
    (game,) = past_games(journal)
    assert game.turns[-1] == events[-1]["turns"][-1]
    assert len(events_of(journal, game.number)) == 6 + 4


@pytest.mark.parametrize("output", ["a full disk", "a pipe that nobody reads"])
def test_a_game_is_kept_to_its_end_though_nothing_can_be_printed(
    beginning: Path, tmp_path: Path, output: str
) -> None:
    journal = tmp_path / "games.sqlite3"
    if output == "a full disk":
        handle = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, handle = os.pipe()
        os.close(reader)
    try:
        run = watch("--camera", beginning, "--journal", journal, stdout=handle)
    finally:
        os.close(handle)
    assert run.returncode == 1
    reason = "No space left on device" if output == "a full disk" else "Broken pipe"
    assert run.stderr == (
        f"kibitz watch: the output cannot be written ({reason}): the game goes on without it\n"
    )
    (game,) = past_games(journal)
    assert len(game.turns) == len([what for what, _ in TOLD[:3] if what == "placed"])


def test_a_player_reads_sentences() -> None:
    run = watch("--camera", GAME / "01.jpg")
    assert run.stdout.splitlines() == ["  0:01  The city is laid out.", "  0:01  Black to move"]


def test_bad_settings_end_it_for_good_and_a_missing_camera_does_not(tmp_path: Path) -> None:
    settings = tmp_path / "kibitz.toml"
    settings.write_text("[camera]\nfsp = 5\n")
    run = watch("--settings", settings)
    assert run.returncode == os.EX_CONFIG
    assert "fsp" in run.stderr
    run = watch("--camera", tmp_path / "nowhere")
    assert run.returncode == 1
    assert len(run.stderr.splitlines()) == 1


def test_where_there_is_no_camera_that_is_all_there_is_to_say_of_it(tmp_path: Path) -> None:
    run = watch("--camera", "usb:77", env=os.environ | {"STATE_DIRECTORY": str(tmp_path)})
    (camera,) = run.stderr.splitlines()
    assert "usb:77: no camera is there" in camera


def test_what_a_real_camera_lacks_is_said_in_a_line_each_once_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def opened(_: str, **how: Any) -> Camera:
        return open_camera(str(GAME / "01.jpg"), fps=how["fps"])

    monkeypatch.setattr("firmware.watching.watch.open_camera", opened)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main(["watch", "--json", "--camera", "usb:77"]) == 0
    lens, mount = capsys.readouterr().err.splitlines()[:2]
    assert lens.startswith("kibitz watch: lens: none is calibrated: ")
    assert mount.startswith("kibitz watch: mount of the camera: nobody has looked it over: ")


def test_a_camera_that_hangs_otherwise_is_told_once_when_a_game_begins_or_goes_on(tmp_path: Path) -> None:
    photos, journal = tmp_path / "photos", tmp_path / "games.sqlite3"
    photos.mkdir()
    for name in ("01.jpg", "03.jpg"):
        shutil.copy(GAME / name, photos)
    env = os.environ | {"STATE_DIRECTORY": str(tmp_path)}
    kept = ["--camera", str(photos), "--to", str(tmp_path / "mount.json")]
    assert main(["calibrate", "mount", *kept]) == 0
    as_it_was = watch("--json", "--camera", photos, env=env)
    mount = load_mount(tmp_path / "mount.json")
    save_mount(tmp_path / "mount.json", replace(mount, pose=moved(mount.pose, np.array([0.0, 0.0, 90.0]))))
    begun = watch("--json", "--camera", photos, "--journal", journal, env=env)
    (photos / "01.jpg").unlink()
    gone_on = watch("--json", "--camera", photos, "--journal", journal, env=env)
    assert as_it_was.stderr == ""
    assert told(begun) == told(as_it_was) == TOLD[:2]
    assert told(gone_on) == []
    for run in (begun, gone_on):
        (line,) = run.stderr.splitlines()
        assert "mount of the camera: it hangs otherwise than on" in line
        assert line.endswith("`kibitz calibrate mount` looks it over, with the empty board in view")


@pytest.fixture
def at_a_terminal() -> Iterator[None]:
    """Signals as at a terminal: in the background and after `nohup`, where tests may run as well, some go unheard."""
    interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)
    hung_up = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGHUP, hung_up)


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGTERM, 0), (signal.SIGHUP, 129)])
def test_a_signal_stops_it_after_the_tick_in_hand(sent: signal.Signals, status: int) -> None:
    command = [sys.executable, "-m", "firmware", "watch", "--json", "--camera", str(GAME)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["event"] == "setup"
        process.send_signal(sent)
        told_later = [json.loads(line)["event"] for line in process.stdout]
        assert process.wait(30) == status
    assert TOLD[-1][0] not in told_later


class Stopped(FolderCamera):
    """A camera during which somebody presses Ctrl-C, and once more in what hangs."""

    hangs_in = ""

    def next(self, timeout_s: float = 1.0) -> Frame | None:
        signal.raise_signal(signal.SIGINT)
        if self.hangs_in == "next":
            signal.raise_signal(signal.SIGINT)
        return super().next(timeout_s)

    def close(self) -> None:
        super().close()
        if self.hangs_in == "close":
            signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize(("hangs_in", "status"), [("", 0), ("next", 130), ("close", 130)])
def test_a_second_ctrl_c_ends_what_hangs_without_a_word(
    hangs_in: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Stopped, "hangs_in", hangs_in)
    monkeypatch.setattr(
        "firmware.watching.watch.open_camera",
        lambda _source, *, fps, tell, **_: Stopped(GAME / "01.jpg", fps=fps, lens=None, tell=tell),
    )
    assert main(["watch", "--json", "--camera", str(GAME / "01.jpg")]) == status
    assert tuple(capsys.readouterr()) == ("", "")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler, "and is as it was before"


def test_pictures_without_a_game_are_said_to_hold_none(tmp_path: Path) -> None:
    black = np.zeros((480, 640, 3), np.uint8)
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), black)
    seen = watch("--json", "--camera", tmp_path)
    assert (seen.returncode, seen.stdout) == (1, "")
    assert seen.stderr.startswith("kibitz watch: no game was seen: ")


def test_a_kept_game_that_is_not_seen_again_is_said_not_to_be(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((480, 640, 3), np.uint8))
    journal = tmp_path / "games.sqlite3"
    assert watch("--camera", GAME / "01.jpg", "--journal", journal).returncode == 0
    assert watch("--camera", GAME / "01.jpg", "--journal", journal).returncode == 0, "seen, as it was left"
    seen = watch("--camera", tmp_path / "black.png", "--journal", journal)
    assert (seen.returncode, seen.stdout) == (1, "")
    assert seen.stderr.startswith("kibitz watch: no game was seen: the picture is black; ")


def test_a_game_that_is_seen_too_briefly_to_be_joined_is_said_to_be_seen() -> None:
    seen = watch("--camera", SAMPLES / "piecepack.jpg")
    assert (seen.returncode, seen.stdout) == (1, "")
    assert seen.stderr == (
        "kibitz watch: a board was seen, but it did not lie still for long enough to join in the game; "
        "`kibitz read` reads single photos\n"
    )


def test_what_could_not_be_saved_is_counted_at_the_end(beginning: Path) -> None:
    seen = watch("--json", "--camera", beginning, "--journal", "/proc/nowhere/games.sqlite3")
    assert seen.returncode == 1
    assert told(seen) == TOLD[:3]
    *_, last = seen.stderr.splitlines()
    assert (
        last == f"kibitz watch: {len(seen.stdout.splitlines())} events could not be saved, and are lost now."
    )


def test_what_could_not_be_saved_is_counted_when_the_camera_is_given_up_as_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class GivenUp(FolderCamera):
        def next(self, timeout_s: float = 1.0) -> Frame | None:
            frame = super().next(timeout_s)
            if self.ended:
                raise CameraError(GIVEN_UP, source="usb:0", count=20)
            return frame

    monkeypatch.setattr(
        "firmware.watching.watch.open_camera",
        lambda _source, *, fps, tell, **_: GivenUp(GAME / "01.jpg", fps=fps, lens=None, tell=tell),
    )
    assert main(["watch", "--json", "--camera", "usb:0", "--journal", "/proc/nowhere/games.sqlite3"]) == 1
    said = capsys.readouterr()
    *_, lost, camera = said.err.splitlines()
    count = len(said.out.splitlines())
    assert lost == f"kibitz watch: {count} events could not be saved, and are lost now."
    assert camera.startswith("kibitz watch: usb:0: gives no picture after 20 attempts")


@pytest.mark.parametrize("journal", ["", ".", "/"])
def test_a_journal_without_a_name_is_refused_before_anything_begins(journal: str) -> None:
    seen = watch("--camera", GAME, "--journal", journal)
    assert seen.returncode == 2
    assert seen.stderr.splitlines()[-1].startswith("kibitz watch: error: argument --journal: ")


@pytest.mark.parametrize("program", ["CREATE TABLE recipes (name TEXT)", None])
def test_a_file_of_something_else_is_not_taken_for_a_journal(tmp_path: Path, program: str | None) -> None:
    path = tmp_path / "notes.txt"
    if program is None:
        path.write_text("kibitz-record 1\ngame: alien-city\n")
    else:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(program)
    content = path.read_bytes()
    seen = watch("--camera", GAME / "01.jpg", "--journal", path)
    said = f"kibitz watch: {path}: is no journal of Kibitz; name another file with --journal\n"
    assert (seen.returncode, seen.stdout, seen.stderr) == (1, "", said)
    assert [it.read_bytes() for it in tmp_path.iterdir()] == [content]
