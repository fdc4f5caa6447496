"""`kibitz read`: photos in; position, faults and score out; bad pictures get one line and cost nothing else."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.lens.file import KeptLens, Quality, save_lens
from engine.alien_city import AlienCity, City
from engine.messages import Message
from firmware.cli import main
from firmware.games import TableGame
from firmware.photo_read import whatever_lies_there
from tests.places import DATA, SAMPLES
from vision.game import NotSeenError
from vision.lens import Lens

NONE_IN_VIEW = Message("none in view")
TRUTH = json.loads((DATA / "samples.json").read_text())


def read_json(
    capsys: pytest.CaptureFixture[str], *arguments: str | Path
) -> tuple[int, list[dict[str, object]]]:
    status = main(["read", "--json", *map(str, arguments)])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def differences(read: City, true: City) -> int:
    """Lots and tiles that are wrong, `?` not counted, the better way round."""

    def wrong(city: City) -> int:
        lots = sum("?" != str(a) != str(b) for a, b in zip(city.lots, true.lots, strict=True))
        tiles = zip("".join(map(str, city.tiles)), "".join(map(str, true.tiles)), strict=True)
        marks = sum("?" != a != b for a, b in tiles)
        return lots + marks

    return min(wrong(read), wrong(read.turned()))


@pytest.fixture(scope="module")
def samples() -> dict[str, dict[str, object]]:
    """What is read of the bundled photos, by their names in the order in which they were read."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["read", "--json", str(SAMPLES)]) == 0
    lines = map(json.loads, out.getvalue().splitlines())
    return {Path(line["image"]).name: line for line in lines}


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_a_bundled_photo_is_read_without_a_mistake(samples: dict[str, dict[str, object]], name: str) -> None:
    city, true = City.parse(str(samples[name]["position"])), City.parse(TRUTH[name]["position"])
    assert differences(city, true) == 0
    # What lies half under a hand may be left unread as well, and a lot anywhere.
    assert len(city.unknown_lots()) <= 1 + 2 * len(TRUTH[name]["hidden"])


def test_a_line_of_json_says_all_there_is_to_say(samples: dict[str, dict[str, object]]) -> None:
    line = samples["wooden_tiles.jpg"]
    keys = ["image", "game", "position", "corners", "confidence", "faults", "score", "milliseconds"]
    assert list(line) == keys
    assert line["game"] == "alien-city"
    assert np.shape(line["corners"]) == (4, 2)
    assert 0.1 < float(str(line["confidence"])) <= 1


def test_the_text_draws_the_city_and_counts_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(SAMPLES / "wooden_tiles.jpg")]) == 0
    out = capsys.readouterr().out
    assert "       A  B     C  D     E  F     G  H" in out
    assert "If the game ended now:" in out


def test_a_folder_is_read_picture_by_picture(samples: dict[str, dict[str, object]]) -> None:
    assert list(samples) == sorted(TRUTH)


def test_photos_of_one_name_are_drawn_side_by_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = SAMPLES / "wooden_tiles.jpg"
    other = tmp_path / "other" / photo.name
    other.parent.mkdir()
    shutil.copy(photo, other)
    read_json(capsys, photo, other, "--annotate", tmp_path / "drawn")
    assert {it.name for it in (tmp_path / "drawn").iterdir()} == {f"{photo.stem}.jpg", f"{photo.stem}-2.jpg"}


def test_annotated_photos_are_written_beside_nothing_else(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    photo = SAMPLES / "wooden_tiles.jpg"
    read_json(capsys, photo, "--annotate", tmp_path / "drawn")
    (drawn,) = (tmp_path / "drawn").iterdir()
    before, after = cv2.imread(str(photo)), cv2.imread(str(drawn))
    assert before.shape == after.shape
    changed = np.abs(before.astype(int) - after).max(axis=2) > 60
    assert 0.02 < changed.mean() < 0.5


def picture_of_nothing() -> bytes:
    return cv2.imencode(".png", np.zeros((480, 640, 3), np.uint8))[1].tobytes()


def plain_table() -> bytes:
    noise = np.random.default_rng(1).normal(120, 6, (480, 640, 3))
    return cv2.imencode(".png", np.clip(noise, 0, 255).astype(np.uint8))[1].tobytes()


def half_a_city() -> bytes:
    photo = cv2.imread(str(SAMPLES / "wooden_tiles.jpg"))
    return cv2.imencode(".png", photo[:, : photo.shape[1] // 2])[1].tobytes()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"no picture", "not a picture"),
        ((SAMPLES / "wooden_tiles.jpg").read_bytes()[:50_000], "breaks off"),
        (picture_of_nothing(), "black"),
        (plain_table(), "no board"),
        (half_a_city(), "runs out of the picture"),
    ],
    ids=["text", "truncated", "black", "no city", "half a city"],
)
def test_a_bad_picture_gets_one_line_and_the_others_are_still_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: bytes, reason: str
) -> None:
    bad = tmp_path / "bad.png"
    bad.write_bytes(data)
    status = main(["read", "--json", str(bad), str(SAMPLES / "wooden_tiles.jpg")])
    out, err = capsys.readouterr()
    first, second = (json.loads(line) for line in out.splitlines())
    assert status == 1
    assert set(first) == {"image", "error"}
    assert len(err.splitlines()) == 1
    assert re.search(reason, err), err
    assert "position" in second


def test_a_photo_whose_name_the_system_refuses_keeps_no_other_from_being_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["read", "x" * 300 + ".jpg", str(SAMPLES / "hand.jpg"), "--json"]) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert "File name too long" in first["error"]
    assert second["position"]


def test_a_lens_file_that_is_none_is_refused_before_anything_is_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lens = tmp_path / "lens.json"
    lens.write_text("{}")
    assert main(["read", str(SAMPLES / "wooden_tiles.jpg"), "--lens", str(lens)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "is not a lens file" in err


def test_drawings_go_into_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    assert main(["read", str(SAMPLES / "wooden_tiles.jpg"), "--annotate", str(file)]) == 1
    assert capsys.readouterr().err == f"kibitz read: {file} is a file; --annotate names a folder\n"


def test_a_photo_that_cannot_be_drawn_on_is_still_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Nobody can write there; a full disk ends in the same way.
    status = main(["read", "--json", str(SAMPLES / "wooden_tiles.jpg"), "--annotate", "/proc/self"])
    out, err = capsys.readouterr()
    assert status == 1
    assert "position" in json.loads(out)
    assert "read, but not drawn" in err


def test_where_not_all_was_read_it_is_said_what_calibration_may_help(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "yellow.json").write_text("{}")
    assert main(["read", "--json", str(SAMPLES / "wooden_tiles.jpg")]) == 0
    assert capsys.readouterr().err == ""
    assert main(["read", "--json", str(SAMPLES / "hand.jpg")]) == 0
    about_lens, about_set = capsys.readouterr().err.splitlines()
    assert "an ordinary one is assumed" in about_lens
    assert about_set.endswith("--set NAME reads with one of your sets: yellow.")
    blurred = tmp_path / "blurred.png"
    cv2.imwrite(
        str(blurred), cv2.GaussianBlur(cv2.imread(str(SAMPLES / "netzwerk" / "plain.jpg")), (0, 0), 3.0)
    )
    assert main(["read", "--json", str(blurred)]) == 0
    (about_lens,) = capsys.readouterr().err.splitlines()
    assert "an ordinary one is assumed" in about_lens, "no sets of Netzwerk are learnt"


@pytest.mark.parametrize("name", ["piecepack.jpg", "netzwerk/plain.jpg"])
def test_of_a_photo_in_black_and_white_that_is_said(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), cv2.imread(str(SAMPLES / name), cv2.IMREAD_GRAYSCALE))
    assert main(["read", "--json", str(path)]) == 0
    heard = capsys.readouterr()
    assert heard.err == f"kibitz read: {path} is in black and white: nobody can tell colours there.\n"
    assert json.loads(heard.out)["position"]


def test_a_lens_of_long_ago_is_used_and_said_to_be_old(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lens = Lens.pinhole(1190, (1280, 960))
    save_lens(tmp_path / "lens.json", KeptLens(lens, Quality("2020-01-01", "pi", 12, 0.1, 0.1, 0.001)))
    command = ["read", "--json", str(SAMPLES / "wooden_tiles.jpg"), "--lens", str(tmp_path / "lens.json")]
    assert main(command) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "is of 2020-01-01: if focus or zoom were touched since" in line


def test_an_empty_folder_is_said_to_be_empty(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["read", str(tmp_path)]) == 1
    assert "no JPEG or PNG picture" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["plain.jpg", "printed.jpg"])
@pytest.mark.parametrize("asked", [(), ("--game", "netzwerk")])
def test_which_game_lies_there_is_found_out_or_told(
    capsys: pytest.CaptureFixture[str], name: str, asked: tuple[str, ...]
) -> None:
    status, (line,) = read_json(capsys, *asked, SAMPLES / "netzwerk" / name)
    assert status == 0
    assert line["game"] == "netzwerk"
    assert len(str(line["position"]).split()) == 3
    assert line["score"] is not None, "stones count nothing, read or not"


def test_a_game_that_does_not_lie_there_is_not_seen(capsys: pytest.CaptureFixture[str]) -> None:
    status, (line,) = read_json(capsys, "--game", "netzwerk", SAMPLES / "wooden_tiles.jpg")
    assert status == 1
    assert line["error"] == "no landscape of hexagons in view"


@pytest.mark.parametrize(
    ("name", "game"), [("wooden_tiles.jpg", "alien-city"), ("netzwerk/plain.jpg", "netzwerk")]
)
def test_the_text_names_the_game_that_nobody_asked_for(
    capsys: pytest.CaptureFixture[str], name: str, game: str
) -> None:
    photo = SAMPLES / name
    assert main(["read", str(photo)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"{photo}: {game}"
    assert main(["read", "--game", game, str(photo)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == str(photo)


def test_where_no_game_is_seen_each_says_why_and_what_they_agree_on_is_said_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "black.png").write_bytes(picture_of_nothing())
    (tmp_path / "plain.png").write_bytes(plain_table())
    status, (black, plain) = read_json(capsys, tmp_path)
    assert status == 1
    assert black["error"] == "the picture is black; is the lens cap on, or the light off?"
    assert re.match(
        r"alien-city: no board in view.*; netzwerk: no landscape of hexagons in view", str(plain["error"])
    )
    _, (one,) = read_json(capsys, "--game", "alien-city", tmp_path / "plain.png")
    assert str(one["error"]).startswith("no board in view")


def test_a_photo_is_never_overwritten_by_what_is_drawn_on_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "piecepack.jpg"
    photo.write_bytes((SAMPLES / "piecepack.jpg").read_bytes())
    before = photo.read_bytes()
    read_json(capsys, photo, "--annotate", tmp_path)
    assert photo.read_bytes() == before
    assert (tmp_path / "piecepack-2.jpg").exists()


class Sees:
    """Eyes that see something in every picture, their board wholly or hardly a thing of it; or nothing at all."""

    def __init__(self, *, is_laid: bool | None) -> None:
        self.is_laid = is_laid

    def read(self, *_: Any, **__: Any) -> Any:
        if self.is_laid is None:
            raise NotSeenError(NONE_IN_VIEW)
        return SimpleNamespace(is_laid=self.is_laid)

    def follow(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("nothing is followed from photo to photo")


@pytest.mark.parametrize(
    ("seen", "taken"),
    [([False, True], 1), ([True, True], 0), ([False, False], 0), ([False, None], 0), ([None, False], 1)],
)
def test_of_several_games_that_are_seen_the_one_that_lies_there_wholly_is_taken(
    seen: list[bool | None], taken: int
) -> None:
    games = [TableGame(AlienCity(), Sees(is_laid=is_laid)) for is_laid in seen]
    game, _ = whatever_lies_there(games, np.zeros((8, 8, 3), np.uint8), None)
    assert game is games[taken]


def test_photos_are_read_without_the_settings_where_these_are_faulty_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings = tmp_path / "kibitz" / "kibitz.toml"
    settings.parent.mkdir()
    settings.write_text('[game]\nset = "mine.json"\n[camera]\nfps = 99\n')
    assert main(["read", str(SAMPLES / "piecepack.jpg"), "--json"]) == 0
    heard = capsys.readouterr()
    assert json.loads(heard.out)["position"]
    assert heard.err == f"kibitz read: {settings}: camera.fps is 99; it has to be a number from 0.5 to 30\n"
