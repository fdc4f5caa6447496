"""Files are written whole, where they were meant to be, for those who are to have them, and leave nothing behind."""

from __future__ import annotations

import multiprocessing
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from engine.whole import read_whole, write_whole

NOBODY = 65534
BY_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can have files belong to others")


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_fresh_file_has_the_mode_of_any_other_and_keeps_one_it_is_given(tmp_path: Path) -> None:
    path, other = tmp_path / "some.json", tmp_path / "other"
    write_whole(path, b"one")
    other.touch()
    assert mode_of(path) == mode_of(other)
    path.chmod(0o660)
    write_whole(path, b"two")
    assert (path.read_bytes(), mode_of(path)) == (b"two", 0o660)


def test_a_link_of_ones_own_goes_on_leading_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "some.json"
    link.symlink_to("elsewhere/some.json")
    for data in (b"one", b"two"):
        write_whole(link, data)
        assert link.is_symlink()
        assert (tmp_path / "elsewhere" / "some.json").read_bytes() == data


def test_a_device_is_written_to_as_it_is(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to(os.devnull)
    for path in (Path(os.devnull), link):
        write_whole(path, b"any")
        assert path.is_char_device()
    code = "from pathlib import Path; from engine.whole import write_whole; write_whole(Path('/dev/stdout'), b'any')"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"any"


@BY_ROOT
@pytest.mark.parametrize("is_there", [False, True])
def test_what_another_has_linked_to_is_neither_written_nor_given_away(tmp_path: Path, is_there: bool) -> None:
    target, folder = tmp_path / "roots", tmp_path / "state"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    if is_there:
        target.write_bytes(b"root's")
    link = folder / "some.json"
    link.symlink_to(target)
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)
    write_whole(link, b"any")
    assert not link.is_symlink()
    assert link.read_bytes() == b"any"
    assert target.exists() == is_there
    assert not is_there or (target.read_bytes(), target.stat().st_uid) == (b"root's", 0)


@BY_ROOT
def test_a_device_that_another_has_linked_to_is_not_written(tmp_path: Path) -> None:
    link = tmp_path / "some.json"
    link.symlink_to("/dev/full")
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)
    write_whole(link, b"any")
    assert link.read_bytes() == b"any"


@BY_ROOT
def test_what_root_writes_belongs_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, NOBODY, NOBODY)
    path = tmp_path / "some.json"
    path.write_bytes(b"root's, from before")
    write_whole(path, b"any")
    assert (path.stat().st_uid, path.stat().st_gid) == (NOBODY, NOBODY)


def test_a_link_laid_where_half_a_file_might_come_to_lie_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"whole")
    for name in (".some.json.new", "some.json.new", ".some.json"):
        (tmp_path / name).symlink_to(target)
    write_whole(tmp_path / "some.json", b"any")
    assert target.read_bytes() == b"whole"


@pytest.mark.parametrize("stopped_by", [KeyboardInterrupt, OSError])
def test_a_file_that_does_not_get_to_its_place_leaves_nothing_behind(
    tmp_path: Path, stopped_by: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_handle: int) -> None:
        raise stopped_by

    path = tmp_path / "some.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(stopped_by):
        write_whole(path, b"any")
    assert [it.name for it in tmp_path.iterdir()] == ["some.json"]
    assert path.read_bytes() == b"old"


def test_what_the_killed_have_left_over_goes_and_what_others_are_writing_stays(tmp_path: Path) -> None:
    old, recent, mine = tmp_path / ".kibitz-old", tmp_path / ".kibitz-recent", tmp_path / ".mine"
    for path in (old, recent, mine):
        path.write_bytes(b"half")
    long_ago = recent.stat().st_mtime - 2 * 3600
    for path in (old, mine):
        os.utime(path, (long_ago, long_ago))
    write_whole(tmp_path / "some.json", b"any")
    assert {it.name for it in tmp_path.iterdir()} == {".kibitz-recent", ".mine", "some.json"}


def test_two_who_write_a_file_at_the_same_time_both_write_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "some.bin"
    contents = (b"a" * 300_000, b"b" * 200_000)
    writers = [
        multiprocessing.get_context("fork").Process(target=_write_often, args=(path, it)) for it in contents
    ]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert not path.exists() or path.read_bytes() in contents
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    assert [it.name for it in tmp_path.iterdir()] == ["some.bin"]


def _write_often(path: Path, data: bytes) -> None:
    for _ in range(20):
        write_whole(path, data)


def test_a_file_in_no_folder_is_named_whole(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "some.json"
    with pytest.raises(FileNotFoundError) as error:
        write_whole(path, b"any")
    assert error.value.filename == str(path)


@BY_ROOT
@pytest.mark.parametrize("read_by", [0, NOBODY])
def test_what_root_reads_for_a_copy_lies_there_or_is_linked_to_by_root(
    tmp_path: Path, read_by: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, link = tmp_path / "state", tmp_path / "state" / "own.json"
    folder.mkdir()
    (tmp_path / "roots").write_bytes(b"root's")
    link.symlink_to("../roots")
    assert read_whole(link) == b"root's"
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)
    monkeypatch.setattr(os, "geteuid", lambda: read_by)
    if read_by == NOBODY:
        assert read_whole(link) == b"root's", "who may read it anyway"
    else:
        with pytest.raises(OSError, match="symbolic links") as error:
            read_whole(link)
        assert error.value.filename == str(link)


@BY_ROOT
def test_a_folder_that_root_writes_in_or_reads_from_is_come_to_by_no_link_of_somebody_elses(
    tmp_path: Path,
) -> None:
    (tmp_path / "roots" / "sets").mkdir(parents=True)
    (tmp_path / "state").symlink_to("roots")
    path = tmp_path / "state" / "sets" / "own.json"
    write_whole(path, b"any")
    assert read_whole(path) == b"any"
    os.chown(tmp_path / "state", NOBODY, NOBODY, follow_symlinks=False)
    for reach in (read_whole, lambda it: write_whole(it, b"other")):
        with pytest.raises(OSError, match="symbolic links"):
            reach(path)
    assert (tmp_path / "roots" / "sets" / "own.json").read_bytes() == b"any"


@BY_ROOT
def test_links_that_lead_in_a_circle_are_given_up(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("other")
    (tmp_path / "other").symlink_to("one")
    for path in (tmp_path / "one", tmp_path / "one" / "own.json"):
        with pytest.raises(OSError, match="symbolic links"):
            read_whole(path)
