"""Asking for the arrangements of a set, one after the other: what is waited for, taken, kept and gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as changed
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

from calibration.own_set.file import load_set, save_set
from engine.alien_city.names import OwnNames
from engine.illegible import IllegibleError
from engine.messages import Language, Message
from firmware.calibrate.desk import Desk
from firmware.calibrate.own_set import calibrate_set
from firmware.cameras import Camera
from firmware.frame import Frame
from vision.game import Alike, Misplaced, NotSeenError, Tried

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game
    from vision.game import OwnSet
    from vision.photo import Picture


class _Table(Camera):
    """A camera over a table on which nothing moves, a frame a second."""

    def __init__(self, seconds: int) -> None:
        self._left, self._given = seconds, 0

    def next(self, timeout_s: float = 1.0) -> Frame | None:  # noqa: ARG002
        if self._given == self._left:
            self.ended = True
            return None
        self._given += 1
        return Frame(np.zeros((240, 320, 3), np.uint8), float(self._given), str(self._given))

    def close(self) -> None:
        self.ended = True


class _OffByOne:
    """A set of which each arrangement seems to lie otherwise on one lot."""

    arrangements = ("one", "two")

    def shot(self, *_: object) -> Misplaced[object]:
        return Misplaced({"C5": Message("red dome")}, object())


@pytest.mark.parametrize(
    ("source", "seconds", "taken"), [("usb:0", 29, 0), ("usb:0", 35, 1), ("photos", 1, 1)]
)
def test_who_stands_before_the_camera_may_insist_and_photos_are_taken_as_they_are(
    source: str, seconds: int, taken: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = cast("OwnSet[object]", _OffByOne())
    sketched = cast("Game[Any, Any]", SimpleNamespace(parse_state=str, sketch=str))
    desk = Desk(Language(), tmp_path / "own.json", source)
    with _Table(seconds) as camera:
        assert calibrate_set(camera, own, sketched, desk, OwnNames.parse(""), anew=False, replace=False) == 1
    said = capsys.readouterr().out.splitlines()
    waited = [
        "not yet as asked for: C5 (red dome)",
        "If it lies right all the same, leave it so: it is taken after 30 seconds.",
    ]
    took = [
        "It is taken as it is, but seems to lie otherwise on C5 (red dome).",
        "Arrangement 1 of 2 is taken.",
    ]
    live = source == "usb:0"
    again = waited if live and taken else []
    expected = [*(waited if live else []), *(took if taken else []), *again]
    assert [line for line in said if line in (*waited, *took)] == expected


class _Glimpsed(_OffByOne):
    """The same, of which nothing is seen for a while."""

    def __init__(self) -> None:
        self._looks = 0

    def shot(self, *_: object) -> Misplaced[object]:
        self._looks += 1
        if 2 < self._looks < 40:
            raise NotSeenError(Message("a hand"))
        return super().shot()


def test_who_insists_has_left_it_in_view_all_the_while(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = cast("OwnSet[object]", _Glimpsed())
    sketched = cast("Game[Any, Any]", SimpleNamespace(parse_state=str, sketch=str))
    desk = Desk(Language(), tmp_path / "own.json", "usb:0")
    with _Table(45) as camera:
        calibrate_set(camera, own, sketched, desk, OwnNames.parse(""), anew=False, replace=False)
    assert "is taken.\n" not in capsys.readouterr().out


class _Learner:
    """A set of two arrangements, each seen at once: so many places of the last one are read wrong, without what was
    learnt and with it."""

    arrangements = ("one", "two")

    def __init__(self, before: int = 3, after: int = 0) -> None:
        self._wrong = before, after

    def shot(self, *_: object) -> object:
        return object()

    def mislaid(self, shots: Sequence[object]) -> dict[int, dict[str, Message]]:
        assert len(shots) == 2
        return {}

    def learnt(self, shots: Sequence[object]) -> dict[str, int]:
        return {"shots": len(shots)}

    def tried(self, shots: Sequence[object], learnt: dict[str, int] | None) -> Tried:
        assert len(shots) == 1
        assert learnt in (None, {"shots": 1}), "nobody is asked of what he has learnt from"
        return Tried(1, 0, self._wrong[learnt is not None], 0)

    def alike(self, _: object) -> list[Alike]:
        return [Alike(Message("bare lot"), Message("red dome"), 2.96)]

    def eyes(self, learnt: dict[str, int]) -> None:
        if learnt["shots"] != 2:
            raise IllegibleError(Message("by other networks"))

    def drawn(self, *_: object) -> Picture:
        return np.zeros((4, 4, 3), np.uint8)


def calibrated(
    path: Path, learner: _Learner, *, source: str = "usb:0", seconds: int = 9, replace: bool = False
) -> int:
    """The exit status of learning a set at such a camera within so many seconds."""
    sketched = cast("Game[Any, Any]", SimpleNamespace(name="stub", parse_state=str, sketch=str))
    desk, names = Desk(Language(), path, source), OwnNames.parse("")
    with _Table(seconds) as camera:
        own = cast("OwnSet[object]", learner)
        return calibrate_set(camera, own, sketched, desk, names, anew=False, replace=replace)


class _Mislaid(_Learner):
    """The same, of which the first arrangement lies otherwise so many times that it is looked at."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self._times = times

    def shot(self, *asked: object) -> object:
        return asked[1:2]

    def mislaid(self, shots: Sequence[object]) -> dict[int, dict[str, Message]]:
        self._times -= 1
        return {shots.index(("one",)): {"E1": Message("red dome")}} if self._times >= 0 else {}


def test_what_lies_otherwise_by_the_others_is_asked_for_once_more_and_taken_when_it_lies_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.json"
    assert calibrated(path, _Mislaid(2)) == 0
    said = [
        line for line in capsys.readouterr().out.splitlines() if "rrangement" in line or "not yet" in line
    ]
    assert said[2:] == [
        "Arrangement 2 of 2. Lay it out like this; it is taken by itself. Ctrl-C breaks it off.",
        "Arrangement 2 of 2 is taken.",
        "Arrangement 1 seems to lie otherwise than asked for on E1 (red dome).",
        "Lay arrangement 1 of 2 once more, like this; it is taken as soon as it lies so.",
        "not yet as asked for: E1 (red dome)",
        "Arrangement 1 of 2 is taken.",
        "The last arrangement was read with 3 places wrong or open before, and with 0 now that the others are known.",
    ]
    assert path.exists()


@pytest.mark.parametrize(
    ("source", "after", "said"),
    [
        ("usb:0", 2, 'kept. `set = "'),
        ("usb:0", 3, "kept, but this set is read as well without: it needs no learning"),
        ("simulated:2", 2, "kept. It is of the simulated table, and of no use before another camera."),
    ],
)
def test_a_set_is_recommended_where_it_gains_something_and_is_no_trial(
    source: str, after: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert calibrated(tmp_path / "own.json", _Learner(before=3, after=after), source=source) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"{tmp_path / 'own.json'}: {said}")


@pytest.mark.parametrize("source", ["usb:0", "photos"])
def test_a_set_that_goes_on_lying_otherwise_is_not_kept_unless_asked_for(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.json"
    assert calibrated(path, _Mislaid(99), source=source, seconds=50) == 1
    heard = capsys.readouterr()
    assert "kibitz calibrate: nothing was kept, as what lies otherwise would be learnt" in heard.err
    assert ("once more, like this" in heard.out) is (source == "usb:0")
    assert not path.exists()
    assert calibrated(path, _Mislaid(99), source=source, replace=True) == 0
    assert path.exists()


@pytest.mark.parametrize(("after", "kept"), [(2, True), (3, True), (4, False)])
def test_what_makes_a_set_be_read_worse_is_not_kept_unless_asked_for(
    after: int, kept: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.json"
    assert calibrated(path, _Learner(before=3, after=after)) == (0 if kept else 1)
    assert path.exists() is kept
    refused = (
        "nothing was kept: the set is read no better with what was learnt; --replace keeps it all the same"
    )
    assert (refused in capsys.readouterr().err) is not kept
    assert (tmp_path / "own-pictures").exists() is not kept
    assert calibrated(path, _Learner(before=3, after=after), seconds=1 if not kept else 9, replace=True) == 0
    said = capsys.readouterr().out
    assert ("is taken" in said) is kept, "nothing has to be laid out again where nothing was kept"
    assert (load_set(path).learnt, load_set(path).after.wrong) == ({"shots": 2}, after)


def test_a_set_goes_on_with_pictures_of_the_same_camera(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.json"
    assert calibrated(path, _Learner(), seconds=1) == 1
    assert "Arrangement 1 of 2 is taken." in capsys.readouterr().out
    assert calibrated(path, _Learner()) == 0
    said = capsys.readouterr().out.splitlines()
    assert "Going on with 1 arrangement from before; --anew begins anew." in said
    assert "Arrangement 1 of 2 is taken." not in said


@pytest.mark.parametrize("then", ["usb:1", "photos", "simulated"])
def test_half_of_a_set_taken_with_one_camera_is_not_lost_to_another(
    then: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.json"
    assert calibrated(path, _Learner(), source="usb:0", seconds=1) == 1
    before = {it: it.read_bytes() for it in (tmp_path / "own-pictures").iterdir()}
    capsys.readouterr()
    assert calibrated(path, _Learner(), source=then) == 1
    heard = capsys.readouterr()
    assert heard.err == (
        "kibitz calibrate: 1 picture taken with usb:0 lies there for the same result; --anew forgets it, "
        "--to FILE keeps this elsewhere\n"
    )
    assert not heard.out
    assert {it: it.read_bytes() for it in (tmp_path / "own-pictures").iterdir()} == before


def test_of_photos_nothing_is_kept_as_they_can_be_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.json"
    assert calibrated(path, _Learner(), source="photos", seconds=1) == 1
    assert not list(tmp_path.iterdir())
    assert calibrated(path, _Learner(), source="more-photos") == 0
    assert "Going on" not in capsys.readouterr().out
    assert load_set(path).camera == "more-photos"


def test_what_looks_alike_is_never_said_to_differ_by_as_much_as_would_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert calibrated(tmp_path / "own.json", _Learner()) == 0
    assert (
        "bare lot and red dome look much alike under this lamp: 2.9 where 3 would do."
        in capsys.readouterr().out
    )


def test_a_set_that_other_networks_have_learnt_gives_way_however_well_it_was_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.json"
    assert calibrated(path, _Learner(after=0)) == 0
    assert calibrated(path, _Learner(after=1)) == 1
    assert "holds a set that is read better (0 places wrong or open, now 1)" in capsys.readouterr().err
    save_set(path, changed(load_set(path), learnt={"shots": 7}))
    assert calibrated(path, _Learner(after=1)) == 0
    assert load_set(path).after.wrong == 1


class _BrokenOff(_Table):
    """A camera before which somebody presses Ctrl-C after a second."""

    def frames(self) -> Iterator[Frame]:
        yield from super().frames()
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("source", "too_few", "broken_off"),
    [
        (
            "usb:0",
            "1 of 2 arrangements were seen; call it again to go on",
            "Broken off. What was taken is kept: call it again to go on.",
        ),
        (
            "photos",
            "1 of 2 arrangements were seen. Nothing was kept: call it again with a photo of each",
            "",
        ),
    ],
)
def test_nobody_is_told_to_go_on_with_photos_of_which_nothing_is_kept(
    source: str, too_few: str, broken_off: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert calibrated(tmp_path / "own.json", _Learner(), source=source, seconds=1) == 1
    assert capsys.readouterr().err.startswith(f"kibitz calibrate: {too_few}")
    sketched = cast("Game[Any, Any]", SimpleNamespace(name="stub", parse_state=str, sketch=str))
    desk = Desk(Language(), tmp_path / "other.json", source)
    own = cast("OwnSet[object]", _Learner())
    with _BrokenOff(1) as camera:
        assert (
            calibrate_set(camera, own, sketched, desk, OwnNames.parse(""), anew=False, replace=False) == 130
        )
    assert capsys.readouterr().out.splitlines()[-1] == broken_off
