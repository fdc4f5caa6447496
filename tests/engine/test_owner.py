"""What root makes belongs to the owner of its folder, and nothing that this owner puts in its place does."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import owner
from engine.owner import make_file, make_folder

NOBODY = 65534
BY_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="files are given away by root alone")


def test_folders_are_made_down_to_the_last_and_may_be_there_already(tmp_path: Path) -> None:
    for _ in range(2):
        make_folder(tmp_path / "state" / "sets")
        assert (tmp_path / "state" / "sets").is_dir()


def test_a_folder_that_cannot_be_made_is_named_whole(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    for path in (tmp_path / "state", tmp_path / "state" / "sets"):
        with pytest.raises(OSError, match=r"File exists|Not a directory") as error:
            make_folder(path)
        assert str(error.value.filename).startswith(str(tmp_path / "state"))


@BY_ROOT
@pytest.mark.parametrize("make", [make_file, make_folder])
def test_a_link_put_in_the_place_of_what_was_made_gives_nothing_else_away(
    tmp_path: Path, make: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    roots, folder = tmp_path / "roots", tmp_path / "state"
    roots.mkdir()
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    path = folder / "made"
    give_away = owner.give_away

    def give_away_what_has_gone(made: int, held: int) -> None:
        path.rename(folder / "aside")
        path.symlink_to(roots)
        give_away(made, held)

    monkeypatch.setattr(owner, "give_away", give_away_what_has_gone)
    make(path)
    assert (folder / "aside").stat().st_uid == NOBODY
    assert roots.stat().st_uid == 0
