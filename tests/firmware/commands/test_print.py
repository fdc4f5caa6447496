"""`kibitz print` writes sheets where they are wanted, in the players' language, and over nothing else."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from firmware.cli import main


def test_a_sheet_speaks_the_players_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "sk")
    path = tmp_path / "lens.pdf"
    assert main(["print", "lens", "--to", str(path)]) == 0
    with pypdfium2.PdfDocument(path) as document:
        assert "zmerajte" in document[0].get_textpage().get_text_range()


def test_without_a_name_the_sheet_lies_in_the_folder_one_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "corners"]) == 0
    assert (tmp_path / "kibitz-corners.pdf").read_bytes().startswith(b"%PDF")
    assert capsys.readouterr().out.startswith("kibitz-corners.pdf: ")


def test_a_sheet_takes_the_place_of_no_file_but_a_sheets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.pdf"
    for name, content in (("photo.jpg", b"\xff\xd8\xff"), ("thesis.pdf", b"%PDF-1.7\n% mine\n")):
        other = tmp_path / name
        other.write_bytes(content)
        assert main(["print", "corners", "--to", str(other)]) == 1
        assert f"{other} is there and is none of these sheets" in capsys.readouterr().err
        assert other.read_bytes() == content
    for name in ("corners", "lens"):
        assert main(["print", name, "--to", str(sheet)]) == 0


def test_a_sheet_that_is_the_same_for_every_game_is_asked_of_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tiles.pdf"
    assert main(["print", "tiles", "--game", "netzwerk", "--to", str(path)]) == 1
    assert capsys.readouterr().err == "kibitz print: leave out --game: it goes with card\n"
    assert not path.exists()


def test_a_folder_that_is_not_there_gets_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "tiles", "--to", str(tmp_path / "none" / "tiles.pdf")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
