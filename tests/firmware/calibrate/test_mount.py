"""`kibitz calibrate mount`: what is said of how the camera hangs, and which mount is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from calibration.mount.file import load_mount
from engine.messages import ENGLISH, Number
from firmware.calibrate import mount
from firmware.calibrate.desk import Desk
from firmware.calibrate.mount import calibrate_mount, look_over
from firmware.cameras import Camera
from firmware.cli import main
from firmware.doctor import texts
from firmware.finding import warning
from firmware.frame import Frame
from firmware.games import NAMES, table_game
from tests.places import DATA, SAMPLES
from vision.photo import load_photo

EMPTY = DATA / "alien_city" / "game" / "01.jpg"


@pytest.fixture
def dim(tmp_path: Path) -> str:
    """A photo in which it is too dark."""
    path = tmp_path / "dim.jpg"
    cv2.imwrite(str(path), cv2.imread(str(EMPTY)) // 14)
    return str(path)


def test_a_mount_without_faults_is_kept_with_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mount.json"
    assert main(["calibrate", "mount", "--camera", str(EMPTY), "--to", str(path)]) == 0
    said = capsys.readouterr().out
    assert "ok: height of the camera: about 4" in said, "no lens was calibrated"
    assert said.splitlines()[-1] == f"{path}: all is well."
    assert cv2.imread(str(path.with_suffix(".jpg"))) is not None
    mount = load_mount(path)
    assert mount.faults == 0
    assert mount.quality is not None
    assert f"half of what is seen is lighter than {mount.quality.grey:.0f} of 255" in said
    assert f"{mount.quality.white:.1%} of the board is plain white" in said
    assert f"the darkest part of the board is {mount.quality.evenness:.0%} as bright" in said
    assert mount.quality.edges_px is not None
    assert 3 < mount.quality.edges_px < 7.5
    assert mount.quality.lost == ()


@pytest.mark.parametrize("game", NAMES)
def test_to_try_it_on_the_simulated_table_no_game_is_played_there(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("firmware.cameras.script._chosen", Mock(side_effect=AssertionError))
    settings = tmp_path / "kibitz.toml"
    settings.write_text(f'[game]\nname = "{game}"\n[camera]\nsource = "simulated"\nsize = [640, 480]\n')
    path = tmp_path / "mount.json"
    assert main(["calibrate", "mount", "--settings", str(settings), "--to", str(path)]) == 0
    assert f"{path}: " in capsys.readouterr().out
    main(["doctor", "--settings", str(settings)])
    assert "ok: camera: a picture of 640x480 from simulated\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("source", "found_at", "kept_at"),
    [("usb:0", 6.0, 6.0), ("usb:0", None, 20.0), (str(EMPTY), None, 0.0)],
    ids=["it says what it holds", "it never says", "a photo"],
)
def test_a_camera_has_time_to_find_its_exposure_before_its_mount_is_kept(
    source: str,
    found_at: float | None,
    kept_at: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    photo = load_photo(EMPTY)
    view = look_over(Frame(photo, 0.0, ""), table_game("alien-city"))
    assert view.faults == 0
    monkeypatch.setattr(mount, "look_over", lambda frame, _: replace(view, frame=frame))
    held: list[Mapping[str, Any]] = []
    looked_at: list[float] = []

    class Hanging(Camera):
        """A camera in whose picture nothing is wrong from the start."""

        def next(self, timeout_s: float = 1.0) -> Frame:  # noqa: ARG002
            looked_at.append(2.0 * len(looked_at))
            if looked_at[-1] == found_at:
                held.append({"exposure": 300})
            return Frame(photo.copy(), looked_at[-1], "")

        def close(self) -> None:
            """There is nothing to let go."""

    desk = Desk(ENGLISH, tmp_path / "mount.json", source)
    assert calibrate_mount(Hanging(), table_game("alien-city"), desk, held, replace=False) == 0
    assert looked_at[-1] == kept_at
    assert load_mount(desk.path).held == (held[-1] if held else None)
    held_before, held = held, []
    assert calibrate_mount(Hanging(), table_game("alien-city"), desk, [], replace=False) == 0
    assert load_mount(desk.path).held == (held_before[-1] if held_before else None), "nothing new was held"


def test_a_board_in_the_middle_of_a_game_is_said_not_to_be_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mount.json"
    asked = ["calibrate", "mount", "--camera", str(SAMPLES / "wooden_tiles.jpg"), "--to", str(path)]
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert "warning: board: in the middle of a game: pieces lie on 3" in said
    assert "; set it up as for a new game; " in said
    assert said.endswith(f"{path}: kept, with 1 thing to change.\n")


def test_the_table_of_another_game_is_looked_over_and_what_is_fine_is_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "kibitz.toml"
    settings.write_text('[game]\nname = "netzwerk"\n')
    path, film = tmp_path / "mount.json", tmp_path / "looks"
    film.mkdir()
    photo = cv2.imread(str(SAMPLES / "netzwerk" / "printed.jpg"))
    cv2.imwrite(str(film / "1.png"), photo)
    cv2.imwrite(str(film / "2.png"), photo * 0.9)
    given = ["calibrate", "mount", "--camera", str(film), "--settings", str(settings), "--to", str(path)]
    assert main(given) == 0
    said = capsys.readouterr().out.splitlines()
    assert len([line for line in said if line.startswith("1.png: ok: light")]) == 1
    assert len([line for line in said if "focus" in line]) == 1
    assert load_mount(path).pose.centre[2] > 0


def test_advice_is_not_repeated_because_a_figure_flickers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), cv2.imread(str(EMPTY)) - number)
    view = look_over(Frame(load_photo(EMPTY), 0.0, ""), table_game("alien-city"))
    heights = iter((44, 45, 44))

    def flickering(frame: Frame, _: object) -> mount.View:
        facts = {"height": next(heights), "degrees": 30, "count": 14, "raise_cm": 10, "nearer_cm": 6}
        return replace(view, frame=frame, findings=(warning("height", texts.TOO_LOW, texts.RAISE, **facts),))

    monkeypatch.setattr(mount, "look_over", flickering)
    path = tmp_path / "state" / "mount.json"
    assert main(["calibrate", "mount", "--camera", str(tmp_path), "--to", str(path)]) == 0
    assert next(heights, None) is None
    assert capsys.readouterr().out.count("raise the camera") == 1


def test_advice_is_said_again_when_it_has_changed() -> None:
    facts = {"height": 39, "degrees": 30, "count": 14, "raise_cm": 10, "nearer_cm": 6}
    said = warning("height", texts.TOO_LOW, texts.RAISE, **facts)
    higher = replace(said, facts={**facts, "height": 44, "count": 6, "raise_cm": 5})
    assert higher.is_news(said)
    assert not replace(said, facts={**facts, "height": 40, "count": 13}).is_news(said), "it flickers"
    glare = {"percent": Number(0.02, 1, is_share=True), "most": Number(0.01, is_share=True)}
    left, right = (
        warning("glare", texts.GLARE, texts.MOVE_THE_LAMP, **glare, part=texts.PARTS[0][at]) for at in (0, 2)
    )
    assert right.is_news(left)
    assert not left.is_news(left)
    lost = warning("board", texts.BOARD_UNREAD, texts.CLEAR_THE_BOARD, places=("A1", "B1"))
    assert not replace(lost, facts={"places": ("A1", "C1")}).is_news(lost), "much the same"
    assert not replace(lost, remedy=None, facts={"places": ()}).is_news(replace(lost, remedy=None))


def test_what_is_to_be_changed_is_said_and_a_better_mount_is_kept(
    dim: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mount.json"
    assert main(["calibrate", "mount", "--camera", dim, "--to", str(path)]) == 0
    said = capsys.readouterr().out
    assert "warning: light" in said
    assert "thing to change" in said or "things to change" in said
    good = ["calibrate", "mount", "--camera", str(EMPTY), "--to", str(path)]
    assert main(good) == 0
    assert load_mount(path).faults == 0
    capsys.readouterr()
    assert main(["calibrate", "mount", "--camera", dim, "--to", str(path)]) == 1
    assert "--replace" in capsys.readouterr().err
    assert load_mount(path).faults == 0


def test_a_mount_from_where_the_camera_no_longer_hangs_is_no_better(dim: str, tmp_path: Path) -> None:
    path = tmp_path / "mount.json"
    assert main(["calibrate", "mount", "--camera", str(EMPTY), "--to", str(path)]) == 0
    data = json.loads(path.read_text())
    data["translation"][2] += 150
    path.write_text(json.dumps(data))
    assert main(["calibrate", "mount", "--camera", dim, "--to", str(path)]) == 0
    assert load_mount(path).faults > 0


def test_a_mount_of_another_game_is_no_better(dim: str, tmp_path: Path) -> None:
    path = tmp_path / "mount.json"
    assert main(["calibrate", "mount", "--camera", str(EMPTY), "--to", str(path)]) == 0
    assert load_mount(path).game == "alien-city"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"game": "netzwerk"}))
    assert main(["calibrate", "mount", "--camera", dim, "--to", str(path)]) == 0
    assert load_mount(path).game == "alien-city"


def test_without_a_board_nothing_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "wall.jpg"), np.full((480, 640, 3), 130, np.uint8))
    path = tmp_path / "mount.json"
    assert main(["calibrate", "mount", "--camera", str(tmp_path / "wall.jpg"), "--to", str(path)]) == 1
    assert "never in view" in capsys.readouterr().err
    assert not path.exists()


@pytest.mark.parametrize("name", ["/dev/full", ".", "mount.jpg"])
def test_what_can_be_no_result_is_refused_at_once(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["calibrate", "mount", "--camera", str(EMPTY), "--to", name])
    assert f"argument --to: '{name}' " in capsys.readouterr().err


def test_a_mount_takes_the_place_of_anything_if_that_is_wished(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text("eggs, milk, coffee")
    assert main(["calibrate", "mount", "--camera", str(EMPTY), "--to", str(path), "--replace"]) == 0
    assert load_mount(path).faults == 0
