"""What calibration has left behind is used for the camera it was made with, and else said to be missing or old."""

from __future__ import annotations

import errno
import json
import os
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from calibration.lens.file import KeptLens, save_lens
from calibration.lens.file import Quality as LensQuality
from calibration.mount.file import Mount, Quality, save_mount
from calibration.mount.hang import moved
from calibration.own_set.file import SetProfile, save_set
from engine.alien_city import PIECES
from engine.messages import Language, Message
from firmware.calibrated import game_of, hanging, lens_of, mount_of
from firmware.finding import Level
from firmware.settings import CameraSection, GameSection, PlayersSection, Settings
from tests.places import SAMPLES
from vision.alien_city.own_set.foreign import Foreign
from vision.alien_city.own_set.guilds import Guilds
from vision.alien_city.own_set.learnt import TILE_WITNESSES, Learnt
from vision.alien_city.own_set.likeness import LOOK_NUMBERS, Prototypes
from vision.alien_city.own_set.lots import Lots
from vision.alien_city.own_set.palette import Palette
from vision.alien_city.own_set.prints import Prints
from vision.alien_city.own_set.things import SORTS
from vision.game import Eyes, Tried
from vision.lens import Lens
from vision.photo import load_photo
from vision.pose import Pose

SAMPLE = SAMPLES / "wooden_tiles.jpg"
MADE = datetime(2026, 3, 1, 12, tzinfo=UTC)
SOON, LATE = MADE + timedelta(days=300), MADE + timedelta(days=400)
USB = Settings(camera=CameraSection(source="usb:0"))
PI = Settings(camera=CameraSection(source="pi"))
FOLDER = Settings(camera=CameraSection(source="/photos"))
LENS = Lens.pinhole(1190.0, (1280, 960))
POSE = Pose(np.array([np.pi, 0.0, 0.0]), np.array([-110.0, 130.0, 450.0]), LENS)
LESS_SURELY = "the edges of the picture are read less surely"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


def keep_lens(path: Path) -> None:
    save_lens(path, KeptLens(LENS, LensQuality(MADE.isoformat(), "usb:0", 14, 0.2, 0.2, 0.001)))


def keep_mount(path: Path, pose: Pose = POSE) -> None:
    save_mount(path, Mount(MADE.isoformat(), "usb:0", pose, 0, {"exposure": 300}))


def test_a_lens_is_used_for_the_camera_it_was_made_with(state: Path) -> None:
    keep_lens(state / "lens.json")
    finding, lens = lens_of(USB, SOON)
    assert finding.line() == f"ok: lens: {state}/lens.json, of 2026-03-01"
    assert lens is not None
    assert lens.focal == 1190
    assert lens_of(FOLDER, SOON)[1] is None
    finding, lens = lens_of(USB, SOON, size=(640, 480))
    assert lens is not None
    assert lens.size == (640, 480)


def test_a_lens_that_is_missing_damaged_or_of_others_is_said_with_what_it_costs_and_what_helps(
    state: Path,
) -> None:
    said = {"missing": lens_of(USB, SOON)}
    keep_lens(state / "lens.json")
    said["of another camera"] = lens_of(PI, SOON)
    said["of another shape"] = lens_of(USB, SOON, size=(1280, 720))
    (state / "lens.json").write_text("{")
    said["damaged"] = lens_of(USB, SOON)
    for why, (finding, lens) in said.items():
        assert (finding.level, lens) == (Level.WARNING, None), why
        assert LESS_SURELY in finding.line(), why
        assert finding.line().endswith(
            "`kibitz calibrate lens` makes one, with the sheet of `kibitz print lens`"
        )
    assert "was made with usb:0, not with pi" in said["of another camera"][0].line()
    assert "which cannot be scaled to 1280x720" in said["of another shape"][0].line()
    czech = said["of another shape"][0].line(Language.of("cs"))
    assert f"{state}/lens.json: objektiv je pro obrázky 1280x960, na 1280x720 ho nelze přepočítat: " in czech


def test_a_lens_that_somebody_has_named_has_to_be_one(state: Path) -> None:
    named = Settings(camera=CameraSection(source="pi", lens=state / "mine.json"))
    finding, lens = lens_of(named, SOON)
    assert (finding.level, lens) == (Level.TROUBLE, None)
    assert finding.line().endswith('; name one that is there in camera.lens, or set it to ""')
    keep_lens(state / "mine.json")
    assert lens_of(named, SOON)[1] is not None
    assert lens_of(named, SOON, size=(1280, 720))[0].level is Level.TROUBLE


def test_what_was_measured_when_the_mount_was_looked_over_is_told_again(state: Path) -> None:
    quality = Quality(121.4, 0.0021, 0.687, 4.23, ("A1", "B1"))
    save_mount(state / "mount.json", Mount(MADE.isoformat(), "usb:0", POSE, 1, None, None, quality))
    assert mount_of(USB, SOON)[0].line() == (
        "ok: mount of the camera: it was looked over on 2026-03-01; found then: edges 4.2 pixels wide, the darkest "
        "part 69% as bright as the brightest, 0.2% plain white, half lighter than 121 of 255, 2 places lost behind "
        "pieces"
    )


def test_what_is_older_than_the_settings_have_it_is_used_and_said_to_be_old(state: Path) -> None:
    keep_lens(state / "lens.json")
    keep_mount(state / "mount.json")
    finding, lens = lens_of(USB, LATE)
    assert lens is not None
    assert finding.level is Level.WARNING
    assert "is of 2026-03-01" in finding.line()
    assert LESS_SURELY in finding.line()
    finding, mount = mount_of(USB, LATE)
    assert mount is not None
    assert "last looked over on 2026-03-01" in finding.line()
    patient = Settings(camera=CameraSection(source="usb:0", calibration_days=0))
    for of in (lens_of, mount_of):
        assert of(patient, LATE)[0].level is Level.OK
        assert of(USB, MADE - timedelta(days=9000))[0].level is Level.OK, "a clock that nobody has set"


def test_a_simulated_table_is_seen_through_an_ordinary_lens_whatever_lens_is_named(state: Path) -> None:
    keep_lens(state / "lens.json")
    simulated = Settings(camera=CameraSection(source="simulated", lens=state / "lens.json"))
    finding, lens = lens_of(simulated, SOON, (640, 360))
    assert (finding.level, lens) == (Level.OK, None)


@pytest.mark.parametrize("made", ["lately, I think", "", None])
def test_a_file_without_a_date_is_never_old_and_none_is_said_of_it(state: Path, made: str | None) -> None:
    keep_lens(state / "lens.json")
    data = json.loads((state / "lens.json").read_text())
    (state / "lens.json").write_text(json.dumps(data | {"quality": data["quality"] | {"made": made}}))
    assert lens_of(USB, LATE)[0].line() == f"ok: lens: {state}/lens.json, of ?"


def test_a_mount_that_is_missing_damaged_or_of_another_camera_is_said_with_what_it_costs(state: Path) -> None:
    said = [mount_of(USB, SOON)]
    keep_mount(state / "mount.json")
    said.append(mount_of(PI, SOON))
    assert mount_of(FOLDER, SOON)[0].level is Level.OK
    finding, mount = mount_of(USB, SOON)
    assert finding.level is Level.OK
    assert mount is not None
    assert mount.held == {"exposure": 300}
    (state / "mount.json").write_text("{}")
    said.append(mount_of(USB, SOON))
    for finding, mount in said:
        assert (finding.level, mount) == (Level.WARNING, None)
        assert "exposure and focus are found anew each time; `kibitz calibrate mount`" in finding.line()


@pytest.mark.parametrize(
    ("damage", "slovak", "czech"),
    [
        (
            {"distortion": [0]},
            "koeficienty skreslenia majú tvar (1), nie (5)",
            "koeficienty zkreslení mají tvar (1), ne (5)",
        ),
        (
            {"matrix": [[-1, 0, 1], [0, 1, 1], [0, 0, 1]]},
            "jeho ohnisková vzdialenosť nie je kladná",
            "jeho ohnisková vzdálenost není kladná",
        ),
        ({"size": [0, 0]}, "také čísla nemá žiadny objektív", "taková čísla nemá žádný objektiv"),
        (
            {"size": None},
            "niektorá hodnota je iného druhu, než má byť",
            "některá hodnota je jiného druhu, než má být",
        ),
    ],
)
def test_why_a_lens_is_damaged_is_said_in_the_players_language(
    damage: dict[str, object], slovak: str, czech: str, state: Path
) -> None:
    keep_lens(state / "lens.json")
    (state / "lens.json").write_text(json.dumps(json.loads((state / "lens.json").read_text()) | damage))
    finding = lens_of(USB, SOON)[0]
    assert f"{state}/lens.json: je poškodený: {slovak}: počíta sa " in finding.line(Language.of("sk"))
    assert f"{state}/lens.json: je poškozený: {czech}: počítá se " in finding.line(Language.of("cs"))


def test_why_a_mount_or_a_set_cannot_be_used_is_said_in_the_players_language(state: Path) -> None:
    slovak, czech = Language.of("sk"), Language.of("cs")
    keep_mount(state / "mount.json")
    whole = json.loads((state / "mount.json").read_text())
    for damage, said in (
        ({"rotation": [1]}, "také čísla nemá žiadna kamera"),
        ({"format": "other"}, 'chýba v ňom "format": "kibitz-mount/2"'),
        ({"faults": "many"}, "niektorá hodnota je iného druhu, než má byť"),
        ({"faults": float("inf")}, "niektorá hodnota je iného druhu, než má byť"),
    ):
        (state / "mount.json").write_text(json.dumps(whole | damage))
        assert f"/mount.json: nedá sa použiť: {said}: expozícia" in mount_of(USB, SOON)[0].line(slovak)
    (state / "mount.json").write_text("[" * 200_000)
    said = mount_of(USB, SOON)[0].line(slovak)
    assert "/mount.json: nedá sa použiť: má zátvorky v zátvorkách, na čítanie príliš hlboko: " in said
    (state / "mount.json").write_text(json.dumps({"format": "kibitz-mount/1"}))
    assert "/mount.json: nelze použít: chybí 'made': expozice" in mount_of(USB, SOON)[0].line(czech)

    named = Settings(GameSection(set=state / "own.json"))
    (state / "own.json").write_text("{")
    assert "/own.json: nedá sa použiť: od znaku 2 to nie je JSON; " in game_of(named, SOON)[0].line(slovak)
    tried = Tried(1, 0, 3, 2)
    of_old = SetProfile("alien-city", MADE.isoformat(), "pi", {"networks": "of old"}, tried, tried)
    save_set(state / "own.json", of_old)
    finding = game_of(named, SOON)[0]
    assert "/own.json: nedá sa použiť: naučila sa ju iná verzia Kibitza; " in finding.line(slovak)
    assert "/own.json: nelze použít: naučila se ji jiná verze Kibitze; " in finding.line(czech)
    for language in (Language.of("en"), slovak, czech):
        assert finding.line(language).count("`kibitz calibrate set`") == 1

    netzwerk = Settings(GameSection(name="netzwerk", set=state / "own.json"))
    said = "/own.json se nepoužije: u hry netzwerk se Kibitz žádnou sadu neučí"
    assert game_of(netzwerk, SOON)[0].line(czech).endswith(said)


def test_nothing_is_read_as_a_piece_of_those_who_do_not_play_by_the_settings() -> None:
    two = Settings(GameSection(name="netzwerk"), players=PlayersSection(colours=("grey", "brown")))
    seen = game_of(two, SOON)[1].eyes.read(load_photo(SAMPLES / "netzwerk" / "plain.jpg"))
    miners, connectors = seen.position.split()[1:3]
    assert re.fullmatch(r"g.+;n.+", miners)
    assert re.fullmatch(r"g.+\|n.+", connectors)


def test_a_set_that_is_missing_or_of_another_user_need_not_be_learnt_anew(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = Settings(GameSection(set=state / "own.json"))
    missing = game_of(named, SOON)[0].line()
    assert "name one that is there in game.set" in missing

    def forbidden(path: Path, *_: object, **__: object) -> str:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    for name in ("read_text", "read_bytes", "open"):
        monkeypatch.setattr(Path, name, forbidden)
    refused = game_of(named, SOON)[0].line()
    assert "Permission denied; it belongs to another user" in refused
    assert "calibrate set" not in missing + refused


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return game_of(Settings(), SOON)[1].eyes


def test_a_camera_that_hangs_otherwise_is_told_with_the_places_that_it_loses(eyes: Eyes) -> None:
    seen = eyes.read(load_photo(SAMPLE))

    def after(*by_mm: float) -> str:
        mount = Mount("2026-03-01", "pi", moved(seen.pose, np.array(by_mm)), 0)
        return hanging(mount, seen, "alien-city").line()

    assert after(0, 0, 0) == "ok: mount of the camera: as it was when it was looked over on 2026-03-01"
    assert after(60, -40, 0).startswith("ok: "), "the board may lie elsewhere"
    high = round(seen.pose.centre[2] / 10)
    assert f"({high + 12} cm high then, {high} now); nothing is hidden by pieces" in after(0, 0, 120)
    flat = moved(seen.pose, np.array([330.0, 0.0, -100.0]))
    assert len(seen.lost_from(flat)) > 4
    seen_flat = _At(seen.lost_from, flat)
    mount = Mount("2026-03-01", "pi", seen.pose, 0)
    finding = hanging(mount, seen_flat, "alien-city")  # type: ignore[arg-type]
    assert f"{len(seen.lost_from(flat))} places are lost behind pieces" in finding.line()


class _At:
    """What is seen of the board from elsewhere."""

    def __init__(self, lost_from: object, pose: Pose) -> None:
        self.lost_from, self.pose = lost_from, pose


def test_the_same_camera_through_a_lens_that_is_guessed_otherwise_hangs_as_it_did(eyes: Eyes) -> None:
    photo = load_photo(SAMPLE)
    poses = [eyes.read(photo, Lens.pinhole(focal, (1280, 960))).pose for focal in (1050.0, 1190.0)]
    assert abs(poses[0].centre[2] / poses[1].centre[2] - 1) > 0.1
    seen = eyes.read(photo, Lens.pinhole(1190.0, (1280, 960)))
    assert hanging(Mount("2026-03-01", "pi", poses[0], 0), seen, "alien-city").level is Level.OK


def test_how_a_camera_hangs_over_another_game_is_not_compared(eyes: Eyes) -> None:
    seen = eyes.read(load_photo(SAMPLE))
    higher = moved(seen.pose, np.array([0.0, 0.0, 120.0]))
    of_netzwerk = Mount("2026-03-01", "pi", higher, 0, game="netzwerk")
    assert hanging(of_netzwerk, seen, "netzwerk").level is Level.WARNING
    assert hanging(of_netzwerk, seen, "alien-city").line() == (
        "ok: mount of the camera: it was looked over on 2026-03-01, with the board of netzwerk; over another one, "
        "how it hangs cannot be compared"
    )


def test_a_set_learnt_with_another_camera_is_used_and_said_to_be_so(state: Path) -> None:
    learnt = Learnt(
        Prototypes(np.zeros((len(SORTS), LOOK_NUMBERS))),
        Lots.unlearnt(),
        (1.0,) * TILE_WITNESSES,
        Prints(np.zeros((4, 24, 24, 3)), np.zeros((4, 24, 24, 3))),
        Guilds.unlearnt(),
        Foreign(np.zeros(len(SORTS))),
        Palette(-0.5 * np.ones((len(PIECES), 3)), np.full((1, 3), 0.1)),
    ).to_json()
    tried = Tried(1, 0, 3, 2)
    names = {"green": "yellow"}
    profile = SetProfile("alien-city", MADE.isoformat(), "pi", learnt, tried, tried, names)
    save_set(state / "own.json", profile)

    def said(source: str, now: datetime) -> str:
        settings = Settings(GameSection(set=state / "own.json"), CameraSection(source=source))
        return game_of(settings, now)[0].line()

    game = game_of(Settings(GameSection(set=state / "own.json")), SOON)[1]
    assert Language().calling(game.own_words).say(Message("green dome")) == "yellow dome"
    assert said("pi", SOON).endswith("of 2026-03-01; places wrong or open when it was tried: 5")
    assert "was learnt with pi, not with usb:0: its pieces may be mixed up more often" in said("usb:0", SOON)
    assert "was learnt with pi, not with simulated:2" in said("simulated:2", SOON)
    assert "if another lamp hangs there since" in said("pi", LATE)
    assert "was learnt" not in said("photos", SOON)
    save_set(state / "own.json", replace(profile, camera="simulated:2"))
    assert "was learnt with simulated:2, not with pi" in said("pi", SOON), "a trial is of no real table"
    (state / "own.json").write_text("{}")
    assert said("pi", SOON).startswith("trouble: set of pieces: ")
    assert game_of(Settings(), SOON)[0].line().startswith("ok: set of pieces: none is named")
