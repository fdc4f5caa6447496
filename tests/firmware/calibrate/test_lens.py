"""`kibitz calibrate lens`: live, from a folder, broken off; and what takes the place of no result, whatever it is."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.lens import solve
from calibration.lens.file import KeptLens, load_lens, save_lens
from calibration.lens.gathering import Gathering
from calibration.lens.view import BadViewError, View
from engine.messages import Message
from firmware.calibrate import lens as lens_procedure
from firmware.cameras.sheet import SheetCamera
from firmware.cli import main
from tests.places import DATA
from vision.lens import Lens
from vision.photo import encoded

SIZE = (800, 600)
EMPTY = DATA / "alien_city" / "game" / "01.jpg"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Photos of the sheet, as somebody takes them with a camera of their own."""
    path = tmp_path_factory.mktemp("sheet")
    camera = SheetCamera(4, fps=1.0, size=SIZE)
    for number in range(18):
        frame = camera.next()
        assert frame is not None
        camera.next()
        (path / f"{number:02d}.jpg").write_bytes(encoded(frame.picture, ".jpg"))
    (path / "05.jpg").write_bytes(b"no picture")
    cv2.imwrite(str(path / "06.jpg"), cv2.GaussianBlur(cv2.imread(str(path / "06.jpg")), (0, 0), 1.5))
    return path


def test_a_folder_of_photos_becomes_a_lens_with_its_quality_and_a_picture(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "state" / "lens.json"
    assert main(["calibrate", "lens", "--camera", str(folder), "--to", str(path)]) == 0
    kept = load_lens(path)
    assert kept.quality is not None
    assert kept.quality.camera == str(folder)
    assert 12 <= kept.quality.views <= 16
    assert kept.lens.focal == pytest.approx(SheetCamera(4, fps=1.0, size=SIZE).lens.focal, rel=0.005)
    assert cv2.imread(str(path.with_suffix(".png"))).shape == (480, 640, 3)
    assert sorted(it.name for it in path.parent.iterdir()) == ["lens.json", "lens.png"]
    said = capsys.readouterr()
    assert "blurred" in next(line for line in said.out.splitlines() if line.startswith("06.jpg: not taken"))
    assert "05.jpg" in said.err
    assert "known to 0." in said.out


def test_a_better_lens_is_not_overwritten_without_being_told_to(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lens.json"
    command = ["calibrate", "lens", "--camera", str(folder), "--to", str(path)]
    assert main(command) == 0
    data = json.loads(path.read_text())
    data["quality"]["held_out_px"] = 0.001
    path.write_text(json.dumps(data))
    before = path.read_bytes()
    assert main(command) == 1
    assert path.read_bytes() == before
    assert "--replace" in capsys.readouterr().err
    assert main([*command, "--replace"]) == 0
    assert path.read_bytes() != before


@pytest.mark.parametrize(
    ("size", "times_as_far_off", "is_kept"),
    [((1600, 1200), 1.8, True), ((400, 300), 0.6, False), ((800, 450), 0.01, False)],
    ids=["better in larger pictures", "worse in smaller ones", "of another shape"],
)
def test_lenses_are_compared_by_how_far_they_are_off_in_pictures_of_one_size(
    folder: Path, tmp_path: Path, size: tuple[int, int], times_as_far_off: float, is_kept: bool
) -> None:
    path = tmp_path / "lens.json"
    command = ["calibrate", "lens", "--camera", str(folder), "--to", str(path)]
    assert main(command) == 0
    data = json.loads(path.read_text())
    data["size"] = size
    data["matrix"] = (np.diag([size[0] / SIZE[0], size[0] / SIZE[0], 1]) @ data["matrix"]).tolist()
    data["quality"]["held_out_px"] *= times_as_far_off
    path.write_text(json.dumps(data))
    assert main(command) == int(is_kept)
    assert load_lens(path).lens.size == (size if is_kept else SIZE)


def test_a_lens_that_is_known_in_more_of_the_picture_is_not_lost_to_one_that_is_not(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lens.json"
    command = ["calibrate", "lens", "--camera", str(folder), "--to", str(path)]
    assert main(command) == 0
    data = json.loads(path.read_text())
    assert 0.3 < data["quality"]["seen"] < 1
    data["quality"] |= {"seen": data["quality"]["seen"] + 0.2, "held_out_px": 3.0}
    path.write_text(json.dumps(data))
    capsys.readouterr()
    assert main(command) == 1
    assert "% of the picture, and this one in" in capsys.readouterr().err
    assert json.loads(path.read_text()) == data
    assert main([*command, "--replace"]) == 0


def test_a_lens_that_came_to_lie_there_meanwhile_is_not_lost_either(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lens.json"
    command = ["calibrate", "lens", "--camera", str(folder), "--to", str(path)]
    assert main(command) == 0
    kept = json.loads(path.read_text())
    path.unlink()
    path.with_suffix(".png").unlink()
    gather = lens_procedure._gather

    def gather_while_another_does(*given: Any) -> None:
        path.write_text(json.dumps(kept | {"quality": kept["quality"] | {"camera": "usb:0"}}))
        gather(*given)

    monkeypatch.setattr(lens_procedure, "_gather", gather_while_another_does)
    assert main(command) == 1
    assert "was made with usb:0" in capsys.readouterr().err
    assert load_lens(path).quality is not None
    assert json.loads(path.read_text())["quality"]["camera"] == "usb:0"


def test_a_picture_without_its_lens_is_in_nobodys_way_for_long(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "lens.json"
    command = ["calibrate", "lens", "--camera", str(folder), "--to", str(path)]
    path.with_suffix(".png").write_bytes(b"what is left of another lens")
    assert main(command) == 1
    assert main([*command, "--replace"]) == 0
    assert load_lens(path).quality is not None


def test_a_trial_does_not_cost_a_real_camera_its_calibration(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for what, source in (("lens", folder), ("mount", EMPTY)):
        path = tmp_path / f"{what}.json"
        command = ["calibrate", what, "--camera", str(source), "--to", str(path)]
        assert main(command) == 0
        data = json.loads(path.read_text())
        kept = data["quality"] if what == "lens" else data
        kept |= {"camera": "pi", "held_out_px": 9.0} if what == "lens" else {"camera": "pi", "faults": 9}
        path.write_text(json.dumps(data))
        before = path.read_bytes()
        assert main(command) == 1
        assert path.read_bytes() == before
        *early, last = capsys.readouterr().err.splitlines()
        forewarned = f"{path} was made with pi: what comes of this will not take its place. --replace"
        assert sum(forewarned in line for line in early) == 1
        assert f"{path} was made with pi. Nothing was changed" in last
        assert main([*command, "--replace"]) == 0
        assert "was made with" not in capsys.readouterr().err


@pytest.mark.parametrize("what", ["lens", "mount", "set"])
def test_what_is_no_result_or_a_damaged_one_is_not_written_over(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.json"
    for content in ("eggs, milk, coffee", json.dumps({"format": f"kibitz-{what}/9", "camera": "pi"}), ""):
        path.write_text(content)
        assert main(["calibrate", what, "--camera", str(EMPTY), "--to", str(path)]) == 1
        heard = capsys.readouterr()
        assert str(path) in heard.err
        assert "--replace makes it so, --to FILE keeps it elsewhere" in heard.err
        assert not heard.out, "nobody goes to any trouble before"
        assert path.read_text() == content


def test_a_file_with_the_name_of_the_views_that_is_somebodys_own_is_let_alone(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    views = tmp_path / "lens-views.json"
    views.write_text("views of Crete")
    for anew in ([], ["--anew"]):
        asked = ["calibrate", "lens", "--camera", str(folder), "--to", str(tmp_path / "lens.json"), *anew]
        assert main(asked) == 1
        assert f"{views}: holds no pictures to go on with" in capsys.readouterr().err
    assert views.read_text() == "views of Crete"


def test_photos_of_the_sheet_are_not_mixed_with_those_of_another_folder(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = tmp_path / "few"
    few.mkdir()
    for name in ("00.jpg", "01.jpg", "02.jpg"):
        (few / name).write_bytes((folder / name).read_bytes())
    path = tmp_path / "lens.json"
    assert main(["calibrate", "lens", "--camera", str(few), "--to", str(path)]) == 1
    assert "too few" in capsys.readouterr().err
    assert not path.exists()
    assert main(["calibrate", "lens", "--camera", str(folder), "--to", str(path)]) == 0
    said = capsys.readouterr().out
    assert "Going on" not in said
    assert "00.jpg: taken" in said, "nothing was kept of the other folder"


def test_a_simulated_camera_is_calibrated_from_beginning_to_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    settings = tmp_path / "kibitz.toml"
    settings.write_text("[camera]\nsize = [640, 480]\nfps = 1.0\n")
    assert main(["calibrate", "lens", "--camera", "simulated:2", "--settings", str(settings)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Show the sheet")
    assert any("tilt the edge" in line or "corner" in line for line in said)
    # Every third view the map shows what is still missing, and at the end what there is.
    maps = [number for number, line in enumerate(said) if line.startswith("Where in the picture")]
    taken = [number for number, line in enumerate(said) if ": taken, " in line]
    between = [sum(start < it < end for it in taken) for start, end in pairwise([0, *maps])]
    assert between[:-1] == [3] * (len(maps) - 1)
    assert sum(between) == len(taken)
    assert set("·░▒▓× ") >= set("".join(said[maps[0] + 1 : maps[0] + 7]))
    assert load_lens(tmp_path / "kibitz" / "lens.json").quality is not None


@pytest.fixture(scope="module")
def shown() -> list[View]:
    """Views that are enough of the simulated camera."""
    gathering = Gathering(wait_for_stillness=True)
    for frame in SheetCamera(2, fps=1.0, size=(640, 480)).frames():
        with contextlib.suppress(BadViewError):
            gathering.look(frame.picture, frame.name)
        if not gathering.coverage.wishes:
            break
    return gathering.views


@pytest.mark.parametrize(
    ("refusal", "is_kept"), [(solve.FOCAL_UNSURE, True), (solve.NOT_TILTED, True), (solve.OFTEN_OFF, False)]
)
def test_more_is_asked_for_where_it_helps_and_wrong_views_of_a_camera_are_forgotten(
    shown: list[View],
    refusal: Message,
    is_kept: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    refused = 0

    def calibrate(views: Sequence[View]) -> solve.Calibration:
        nonlocal refused
        refused += 1
        if refused <= 2:
            raise solve.BadCalibrationError(refusal, percent=1, error=2, most=1)
        return found(views)

    found = solve.calibrate
    monkeypatch.setattr(solve, "calibrate", calibrate)
    settings, path = tmp_path / "kibitz.toml", tmp_path / "lens.json"
    settings.write_text("[camera]\nsize = [640, 480]\nfps = 1.0\n")
    Gathering(shown[:-1], wait_for_stillness=True).keep(tmp_path / "lens-views.json", "simulated:2")
    asked = ["calibrate", "lens", "--camera", "simulated:2", "--settings", str(settings), "--to", str(path)]
    assert main(asked) == (0 if is_kept else 1)
    heard = capsys.readouterr()
    assert heard.out.count(": taken, and not yet enough: ") == (2 if is_kept else 0)
    assert ("forgotten: call it again to begin anew" in heard.out) is not is_kept
    assert path.exists() is is_kept
    assert not (tmp_path / "lens-views.json").exists()


def test_who_goes_on_from_views_that_were_not_enough_is_told_at_once_what_they_lack(
    shown: list[View], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refusals = [solve.BadCalibrationError(solve.FOCAL_UNSURE, percent=1)]
    found = solve.calibrate

    def calibrate(views: Sequence[View]) -> solve.Calibration:
        if refusals:
            raise refusals.pop()
        return found(views)

    monkeypatch.setattr(solve, "calibrate", calibrate)
    settings, path = tmp_path / "kibitz.toml", tmp_path / "lens.json"
    settings.write_text("[camera]\nsize = [640, 480]\nfps = 1.0\n")
    Gathering(shown, wait_for_stillness=True).keep(tmp_path / "lens-views.json", "simulated:2")
    asked = ["calibrate", "lens", "--camera", "simulated:2", "--settings", str(settings), "--to", str(path)]
    assert main(asked) == 0
    goes_on, lacks, *_ = capsys.readouterr().out.splitlines()
    assert goes_on.startswith("Going on with")
    assert lacks == "the focal length is only known to 1 %: show the sheet tilted more, to all sides"


def test_a_trial_does_not_cost_a_lens_of_which_nobody_knows_how_good_it_is(
    shown: list[View], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, path = tmp_path / "kibitz.toml", tmp_path / "lens.json"
    settings.write_text("[camera]\nsize = [640, 480]\nfps = 1.0\n")
    save_lens(path, KeptLens(Lens(np.diag([900.0, 900.0, 1.0]), np.zeros(5), (640, 480))))
    before = path.read_bytes()
    Gathering(shown[:-1], wait_for_stillness=True).keep(tmp_path / "lens-views.json", "simulated:2")
    asked = ["calibrate", "lens", "--camera", "simulated:2", "--settings", str(settings), "--to", str(path)]
    assert main(asked) == 1
    assert path.read_bytes() == before
    early, *_, last = capsys.readouterr().err.splitlines()
    assert f"{path} was made with an unknown camera: what comes of this will not take its place" in early
    assert f"{path} was made with an unknown camera. Nothing was changed" in last
