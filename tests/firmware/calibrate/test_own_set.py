"""`kibitz calibrate set` from the command line, and the set in use."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.own_set.file import load_set
from calibration.own_set.gathering import kept_pictures
from firmware.cli import main
from firmware.games import set_learner, simulated_set
from tests.firmware.calibrate.breaking_off import broken_off
from tests.places import SAMPLES
from vision.photo import encoded

SAMPLE = SAMPLES / "wooden_tiles.jpg"
SIMULATED = ["calibrate", "set", "--camera", "simulated:2"]


@dataclass(frozen=True)
class Learning:
    """How a set was learnt on the simulated table: what was said until it was broken off and once it went on."""

    path: Path
    status: int
    said: str
    kept: int
    """Pictures that were there when it was broken off."""
    said_then: str


@pytest.fixture(scope="module")
def learning(tmp_path_factory: pytest.TempPathFactory) -> Learning:
    path = tmp_path_factory.mktemp("sets") / "own.json"
    status, said = broken_off("1 of 6 is taken", *SIMULATED[1:], "--to", path)
    kept = len(kept_pictures(path.with_name("own-pictures")).pictures)
    assert not path.exists()
    with contextlib.redirect_stdout(io.StringIO()) as then:
        assert main([*SIMULATED, "--to", str(path)]) == 0
    return Learning(path, status, said, kept, then.getvalue())


@pytest.fixture(scope="module")
def own(learning: Learning) -> Path:
    """The set that was learnt."""
    return learning.path


def test_a_set_goes_on_with_the_arrangements_that_were_taken(learning: Learning) -> None:
    assert learning.status == 130
    assert "call it again to go on" in learning.said
    assert "Traceback" not in learning.said
    assert learning.kept == 1
    assert learning.said_then.startswith("Going on with 1 arrangement from before")
    assert "Arrangement 1 of 6" not in learning.said_then
    assert sorted(it.name for it in learning.path.parent.iterdir()) == ["own.json", "own.png"]


def test_a_set_is_learnt_and_says_how_much_better_it_is_read(own: Path) -> None:
    kept = load_set(own)
    assert (kept.game, kept.camera) == ("alien-city", "simulated:2")
    assert kept.after.faults < kept.before.faults


def test_a_folder_of_photos_does_as_well_as_a_camera(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    positions = [position for position in set_learner().arrangements for _ in range(2)]
    for number, picture in enumerate(simulated_set(np.random.default_rng(2), (1280, 960), positions)):
        (photos / f"{number:02}.jpg").write_bytes(encoded(picture, ".jpg"))
    path = tmp_path / "mine.json"
    assert main(["calibrate", "set", "--camera", str(photos), "--to", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.count("is taken.\n") == 6
    assert 'set = "' in said
    assert load_set(path).camera == str(photos)


def test_a_game_of_which_no_sets_are_learnt_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "kibitz.toml"
    settings.write_text('[game]\nname = "netzwerk"\n')
    assert main([*SIMULATED, "--settings", str(settings), "--to", str(tmp_path / "own.json")]) == 1
    assert capsys.readouterr().err == "kibitz calibrate: Kibitz learns no sets of netzwerk\n"


def test_too_few_arrangements_keep_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.json"
    assert main(["calibrate", "set", "--camera", str(SAMPLE), "--to", str(path)]) == 1
    heard = capsys.readouterr()
    assert f"{SAMPLE.name}: not yet as asked for" in heard.out
    assert "0 of 6 arrangements were seen" in heard.err
    assert not path.exists()


def test_photos_in_a_folder_that_has_the_name_of_kibitz_own_are_not_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = tmp_path / "wood-pictures"
    photos.mkdir()
    positions = set_learner().arrangements[:1]
    for number, picture in enumerate(simulated_set(np.random.default_rng(2), (1280, 960), positions)):
        (photos / f"IMG_{number}.jpg").write_bytes(encoded(picture, ".jpg"))
    before = sorted(photos.iterdir())
    to = str(tmp_path / "wood.json")
    assert main(["calibrate", "set", "--camera", str(photos), "--to", to]) == 1
    assert main(["calibrate", "set", "--camera", str(photos), "--to", to, "--anew"]) == 1
    assert "wood-pictures" in capsys.readouterr().err
    assert sorted(photos.iterdir()) == before


@pytest.mark.parametrize(("step", "suffix"), [("lens", ".png"), ("mount", ".jpg"), ("set", ".png")])
def test_no_picture_that_is_somebodys_own_is_written_over(
    step: str, suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / f"table{suffix}"
    shutil.copy(SAMPLE, photo)
    assert main(["calibrate", step, "--camera", str(photo), "--to", str(tmp_path / "table.json")]) == 1
    assert f"table{suffix} is there already" in capsys.readouterr().err
    assert photo.read_bytes() == SAMPLE.read_bytes()


def test_the_picture_of_a_set_shows_the_colours_that_were_learnt(own: Path) -> None:
    sheet = cv2.imread(str(own.with_suffix(".png")))
    assert sheet.shape == (512, 640, 3)
    cyan = sheet[6 * 64 + 32, 64 + 32]  # of this set's black domes: blue, green, red
    assert cyan[0] > cyan[2] + 100
    assert cyan[1] > cyan[2] + 100


def test_a_set_that_is_read_better_is_not_lost(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.json"
    harder = ["calibrate", "set", "--camera", "simulated:6"]  # it is not read without a fault
    data = json.loads(own.read_text())
    data["after"] |= {"wrong": 0, "unread": 0}
    path.write_text(json.dumps(data))
    before = path.read_bytes()
    assert main([*harder, "--to", str(path)]) == 1
    assert "--replace" in capsys.readouterr().err
    assert path.read_bytes() == before
    path.write_text(json.dumps(json.loads(own.read_text()) | {"camera": "pi"}))
    assert main([*harder, "--to", str(path)]) == 1
    assert f"{path} was made with pi. Nothing was changed" in capsys.readouterr().err
    assert main([*harder, "--to", str(path), "--replace"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Going on with 6 arrangements from before")
    assert "Lay it out" not in said, "nothing has to be laid out again"
    assert path.read_bytes() != before


def test_photos_are_read_with_ones_own_set(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(SAMPLE), "--set", str(own), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["position"]


def test_photos_are_read_with_the_set_of_the_settings_unless_another_or_none_is_named(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "kibitz").mkdir()
    old, spoilt = tmp_path / "old.json", tmp_path / "spoilt.json"
    old.write_text(json.dumps(json.loads(own.read_text()) | {"made": "2020-01-01"}))
    spoilt.write_text("{}")
    settings = tmp_path / "kibitz" / "kibitz.toml"

    def heard_with(file: Path, *asked: str) -> tuple[int, list[str]]:
        settings.write_text(f'[game]\nset = "{file}"\n')
        status = main(["read", "--json", *asked])
        return status, capsys.readouterr().err.splitlines()

    status, (about_set, *_) = heard_with(old, str(SAMPLE))
    assert status == 0
    assert about_set.startswith(f"kibitz read: set of pieces: {old} is of 2020-01-01: if another lamp")
    status, (refusal,) = heard_with(spoilt, str(SAMPLE))
    assert status == 1
    assert "spoilt.json: cannot be used" in refusal
    for named in (str(own), ""):
        status, lines = heard_with(spoilt, str(SAMPLE), "--set", named)
        assert status == 0
        assert not any("spoilt.json" in line for line in lines)
    landscape = SAMPLE.parent / "netzwerk" / "printed.jpg"
    assert heard_with(own, str(landscape))[0] == 0, "other games are read without it"
    for file in (old, spoilt):
        assert heard_with(file, str(landscape), "--game", "netzwerk")[0] == 0


NAMES = "green=yellow, white cap=clear"


def test_the_owner_is_told_to_choose_colours_and_what_the_drawing_means(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["calibrate", "set", "--camera", str(SAMPLE), "--to", str(tmp_path / "own.json")]
    main(asked)
    choose, signs, first, *_ = capsys.readouterr().out.splitlines()
    assert choose.startswith("Choose once which of your own colours plays red (R)")
    assert signs.startswith("In the drawing the letter of a tile")
    assert first.startswith("Arrangement 1 of 6.")
    main([*asked, "--names", NAMES])
    assert capsys.readouterr().out.startswith("Your colours: R red, B blue, G yellow, K black.")


def test_a_set_is_spoken_of_in_its_owners_words(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    mine = tmp_path / "sets" / "mine.json"
    mine.parent.mkdir()
    shutil.copy(own, mine)
    assert main(["calibrate", "set", "--name", "mine", "--names", NAMES]) == 0
    assert capsys.readouterr().out == f"{mine}: in your words: {NAMES}\n"
    assert load_set(mine).names == {"green": "yellow", "white cap": "clear"}
    assert load_set(mine).learnt == load_set(own).learnt
    assert main(["calibrate", "set", "--list"]) == 0
    assert capsys.readouterr().out.endswith(f"; in your words: {NAMES}\n")

    (_, _, picture) = simulated_set(np.random.default_rng(2), (1280, 960), set_learner().arrangements[:3])
    photo = tmp_path / "photo.png"
    photo.write_bytes(encoded(picture, ".png"))
    assert main(["read", str(photo), "--set", "mine"]) == 0
    said = capsys.readouterr().out
    assert "Against the rules: R2: the yellow dome on " in said
    assert "yellow tower on " in said
    assert "green" not in said

    assert main(["calibrate", "set", "--name", "mine", "--names", ""]) == 0
    assert capsys.readouterr().out == f"{mine}: everything is called as in the game\n"
    assert main(["calibrate", "set", "--name", "mine", "--names", "teal=yellow"]) == 1
    assert capsys.readouterr().err.startswith(
        "kibitz calibrate: 'teal=yellow' names nothing; names are written like "
    )
    assert load_set(mine).names == {}


def test_who_names_the_things_of_a_set_that_is_of_no_use_is_told_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "spoilt.json").write_text("{}")
    assert main(["calibrate", "set", "--name", "spoilt", "--names", NAMES]) == 1
    assert capsys.readouterr().err.endswith("; `kibitz calibrate set` learns it anew\n")
    assert main(["calibrate", "set", "--list", "--name", "theirs", "--names", NAMES]) == 1
    assert capsys.readouterr().err.endswith("; `kibitz calibrate set --list` names those there are\n")


def test_a_set_of_before_there_were_names_is_read_and_one_with_odd_names_refused(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(own.read_text())
    path = tmp_path / "own.json"
    path.write_text(
        json.dumps({key: data[key] for key in data if key != "names"} | {"format": "kibitz-set/2"})
    )
    assert load_set(path).names == {}
    assert main(["read", str(SAMPLE), "--json", "--set", str(path)]) == 0
    for odd in ({"teal": "yellow"}, {"green": 7}, ["green"]):
        capsys.readouterr()
        path.write_text(json.dumps(data | {"names": odd}))
        assert main(["read", str(SAMPLE), "--set", str(path)]) == 1
        assert "cannot be used" in capsys.readouterr().err


def test_sets_are_listed_and_copied_by_their_names(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main(["calibrate", "set", "--list"]) == 0
    assert capsys.readouterr().out == "No set was learnt yet; `kibitz calibrate set` learns one.\n"
    sets = tmp_path / "sets"
    sets.mkdir()
    for suffix in (".json", ".png"):
        shutil.copy(own.with_suffix(suffix), sets / f"mine{suffix}")
    assert main(["calibrate", "set", "--copy", "mine", "evening-lamp"]) == 0
    assert (sets / "evening-lamp.json").read_bytes() == own.read_bytes()
    assert (sets / "evening-lamp.png").exists()
    data = json.loads(own.read_text())
    (sets / "odd.json").write_text(json.dumps(data | {"after": data["after"] | {"wrong": None}}))
    (sets / "spoilt.json").write_text("{}")
    settings = tmp_path / "kibitz.toml"
    settings.write_text(f'[game]\nset = "{sets / "mine.json"}"\n')
    capsys.readouterr()
    assert main(["calibrate", "set", "--list", "--settings", str(settings)]) == 0
    evening, mine, odd, spoilt = capsys.readouterr().out.splitlines()
    assert evening.startswith("evening-lamp: alien-city, learnt on 20")
    assert mine.endswith(" (in use)")
    assert "odd.json: cannot be used" in odd
    assert "spoilt.json: cannot be used" in spoilt
    assert main(["read", str(SAMPLE), "--json", "--set", "evening-lamp"]) == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["set", "--copy", "theirs", "new"], "there is no set called theirs; those there are: mine"),
        (["set", "--copy", "mine", "mine"], "there is a set called mine already; --replace overwrites it"),
        (["set", "--copy", "mine", "../mine"], "../mine is no name for a set"),
        (["set", "--copy", "mine", "m" * 300], "is no name for a set: it is made of at most 60 letters"),
        (["set", "--camera", "simulated", "--name", "m" * 300], "is no name for a set"),
        (["set", "--camera", "simulated", "--name", "my/set"], "my/set is no name for a set"),
    ],
)
def test_what_cannot_be_done_with_a_set_gets_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    reason: str,
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "mine.json").write_text("{}")
    assert main(["calibrate", *arguments]) != 0
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line


def test_a_set_without_a_picture_is_not_shown_by_that_of_the_set_it_replaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    sets = tmp_path / "sets"
    sets.mkdir()
    for name in ("mine.json", "evening.json", "evening.png"):
        (sets / name).write_text(name)
    assert main(["calibrate", "set", "--copy", "mine", "evening", "--replace"]) == 0
    assert (sets / "evening.json").read_text() == "mine.json"
    assert not (sets / "evening.png").exists()


def test_where_no_set_was_learnt_none_is_to_be_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main(["calibrate", "set", "--copy", "own", "evening"]) == 1
    said = "there is no set called own; none was learnt yet, `kibitz calibrate set` learns one\n"
    assert capsys.readouterr().err.endswith(said)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "cannot be used"),
        ("{}", 'it lacks "format"'),
        ('{"format": "kibitz-set/1"}', "cannot be used"),
        ("NO PALETTE", "cannot be used"),
        ("OTHER NETWORKS", "it was learnt by another version of Kibitz"),
    ],
)
def test_a_file_that_is_no_set_gets_one_line_with_a_way_out(
    own: Path, tmp_path: Path, text: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.json"
    data = json.loads(own.read_text())
    if text == "NO PALETTE":
        text = json.dumps(data | {"learnt": {"pieces": {}}})
    elif text == "OTHER NETWORKS":
        text = json.dumps(data | {"learnt": data["learnt"] | {"networks": "0123456789ab"}})
    path.write_text(text)
    assert main(["read", str(SAMPLE), "--set", str(path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line
    assert line.count("`kibitz calibrate set` learns it anew") == 1
    assert str(path) in line
    settings = tmp_path / "kibitz.toml"
    settings.write_text(f'[game]\nset = "{path}"\n')
    assert main(["watch", "--camera", str(SAMPLE), "--settings", str(settings)]) == os.EX_CONFIG
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line
    assert main(["settings", "--settings", str(settings)]) == 1
    (again,) = capsys.readouterr().err.splitlines()
    assert again.removeprefix("kibitz settings: ") == line.removeprefix("kibitz watch: ")
    assert again.endswith('; to play without it, set game.set to ""')


def test_a_set_of_another_game_is_left_aside_in_one_line(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chess, settings = tmp_path / "chess.json", tmp_path / "kibitz.toml"
    chess.write_text(json.dumps(json.loads(own.read_text()) | {"game": "chess"}))
    assert main(["read", str(SAMPLE), "--set", str(chess)]) == 1
    assert "is a set of chess" in capsys.readouterr().err
    for file, game, said in (
        (chess, "alien-city", f"{chess} is a set of chess, and isn't used"),
        (own, "netzwerk", f"{own} isn't used: none is learnt of netzwerk"),
    ):
        settings.write_text(f'[game]\nname = "{game}"\nset = "{file}"\n')
        assert main(["watch", "--camera", str(SAMPLE), "--settings", str(settings)]) != os.EX_CONFIG
        first, *_ = capsys.readouterr().err.splitlines()
        assert first == f"kibitz watch: set of pieces: {said}"
        assert main(["settings", "--settings", str(settings)]) == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can read what others may not")
def test_a_copy_that_root_makes_holds_nothing_that_the_owner_of_the_sets_could_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    sets, secret = tmp_path / "sets", tmp_path / "secret"
    sets.mkdir()
    secret.write_text("root's")
    secret.chmod(0o600)
    for name in ("own.json", "other.json", "other.png"):
        (sets / name).write_text("{}") if name == "other.json" else (sets / name).symlink_to(secret)
    for path in (sets, *sets.iterdir()):
        os.chown(path, 65534, 65534, follow_symlinks=False)
    for name in ("own", "other"):
        assert main(["calibrate", "set", "--copy", name, "evening"]) == 1
        assert "symbolic links" in capsys.readouterr().err
        assert not list(sets.glob("evening*"))


def test_of_a_set_that_cannot_be_read_nothing_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    sets = tmp_path / "sets"
    (sets / "own.json").mkdir(parents=True)
    (sets / "own.png").write_bytes(b"of own")
    (sets / "evening.json").write_bytes(b"{}")
    (sets / "evening.png").write_bytes(b"of evening")
    assert main(["calibrate", "set", "--copy", "own", "evening", "--replace"]) == 1
    said = capsys.readouterr().err
    assert said == f"kibitz calibrate: {sets}/own.json: cannot be used: Is a directory\n"
    assert (sets / "evening.png").read_bytes() == b"of evening"
