"""A whole game is played before the simulated camera, and it is known what there is to see."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine.alien_city import AlienCity, City
from firmware.cameras.film import Expected, Habits
from firmware.cameras.script import Script
from firmware.cameras.simulated import SimulatedCamera, open_simulated
from tests.bench import simulated_game
from vision.synthetic.shots import TableShot
from vision.table import Stage

SIZE = (320, 240)


def script(seed: int, **wishes: object) -> Script:
    return open_simulated(seed, size=SIZE, **wishes).script  # type: ignore[arg-type]


def city(shot: object) -> City:
    assert isinstance(shot, TableShot)
    return City.parse(shot.scene.position)


@pytest.fixture(scope="module")
def games() -> list[Script]:
    return [script(seed) for seed in range(6)]


def test_a_game_is_played_by_the_rules_to_its_end(games: list[Script]) -> None:
    rules = AlienCity()
    for game in games:
        state = rules.parse_state(game.start)
        for text in game.turns:
            turn = rules.parse_change(text)
            assert rules.judge(state, turn).legal
            state = rules.play(state, turn)
        assert rules.format_state(state) == game.final
        assert rules.end(state) == game.end
        assert game.end is not None
        assert rules.score(state).totals == game.score
        assert city(game.takes[-1].shot) == state.city


def test_all_that_is_played_is_expected_to_be_told(games: list[Script]) -> None:
    for game in games:
        told = [e.event for e in game.expected]
        assert told[0]["event"] == "setup"
        assert told[-1] == {"event": "over", "score": game.score}
        placed = [f"{e['player']} {e['lot']}" for e in told if e["event"] == "placed"]
        assert placed == [f"{t.split()[0]} {t.split()[1].partition('@')[2]}" for t in game.turns]
        assert sum(e["event"] == "capped" for e in told) == sum(len(t.split()) == 3 for t in game.turns)


def test_what_is_illegal_is_against_the_rules_named_and_is_taken_back_next(games: list[Script]) -> None:
    kinds = set()
    for game in games:
        for now, after in pairwise(game.expected):
            if now.event["event"] == "illegal":
                assert after.event == {"event": "taken back", "lot": now.event["lot"]}
                assert now.event["rules"]
                kinds |= set(now.event["rules"])
    assert len(kinds) >= 2


def done(game: Script, expected: Expected) -> int:
    """Which take is the first without a hand that shows what is expected to be seen."""
    clear = (n for n, take in enumerate(game.takes) if take.shot.stage is Stage.CLEAR)
    return next(n for n in clear if game.takes[n].seconds >= expected.seconds)


def at(game: Script, expected: Expected) -> City:
    return city(game.takes[done(game, expected)].shot)


def test_an_event_is_expected_as_soon_as_no_hand_is_over_the_board(games: list[Script]) -> None:
    for game in games:
        for expected in game.expected:
            first = next(n for n, take in enumerate(game.takes) if take.seconds == expected.seconds)
            assert not any(take.shot.hides_board for take in game.takes[first : done(game, expected) + 1])
            before = game.takes[max(first - 1, 0)].shot
            assert before.hides_board or before.stage in (Stage.COMING, Stage.CLEAR)
            assert expected.until > expected.seconds + 1
            if expected.event["event"] in ("placed", "illegal"):
                standing = {str(lot): structure for lot, structure in at(game, expected).structures()}
                assert str(expected.event["lot"]) in standing
        for now, after in pairwise(game.expected[:-1]):
            assert now.until == after.seconds


def test_each_deed_is_done_by_a_hand_seen_on_its_way_over_the_lot_and_leaving(games: list[Script]) -> None:
    for game in games:
        for expected in game.expected[1:-1]:
            n = done(game, expected)
            stages = [t.shot.stage for t in game.takes[n - 3 : n]]
            assert stages == [Stage.COMING, Stage.OVER, Stage.LEAVING]


def test_lamps_clouds_bumps_and_idle_hands_come_where_they_are_wanted() -> None:
    busy = script(1, turns=8, habits=Habits(reach=1, knock=1, relight=1, cloud=1))
    assert {"reached", "bumped", "relit"} <= {take.event for take in busy.takes}
    assert all(take.dimmed for take in busy.takes if take.shot.stage is Stage.CLEAR)
    calm = script(1, turns=8, habits=Habits(illegal=0, reach=0, knock=0, relight=0, cloud=0))
    assert {take.event for take in calm.takes} <= {"start", "placing", "placed", "capping", "capped"}
    assert calm.end is calm.score is None


def test_players_who_come_to_no_end_break_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.cameras.script._MOST_TURNS", 3)
    script = open_simulated(3, size=(320, 240)).script
    assert (len(script.turns), script.end, script.score) == (3, None, None)


def test_a_game_is_played_as_far_as_it_is_shown() -> None:
    camera = open_simulated(3, size=SIZE, fps=1)
    first = next(camera.frames())
    assert (first.name, camera.written) == ("00001", None)
    for _ in range(3):
        camera.write_on()
    assert camera.written is None
    assert camera.script == camera.written
    assert len(camera.script.turns) > 3


def test_a_game_is_the_same_whether_it_is_written_first_or_as_it_is_shown() -> None:
    shown, whole = (open_simulated(3, size=SIZE, turns=2, fps=1) for _ in range(2))
    assert whole.script.seconds > 10
    frames = [[frame.picture.tobytes() for frame in camera.frames()] for camera in (shown, whole)]
    assert frames[0] == frames[1]
    assert shown.written == whole.written is not None


def test_the_same_seed_gives_the_same_game_and_the_same_frames(games: list[Script]) -> None:
    def frames(seed: int) -> list[bytes]:
        camera = open_simulated(seed, size=SIZE, turns=1, fps=1)
        return [frame.picture.tobytes() for frame in camera.frames()]

    assert frames(3) == frames(3)
    assert script(3).expected == games[3].expected
    assert games[3].expected != games[4].expected


def test_frames_come_at_the_rate_asked_for_and_differ_by_noise() -> None:
    camera = open_simulated(2, size=SIZE, turns=1, fps=4, habits=Habits(cloud=0))
    frames = list(camera.frames())
    assert [f.seconds for f in frames] == pytest.approx([n / 4 for n in range(len(frames))])
    assert frames[-1].seconds == pytest.approx(camera.script.seconds, abs=0.26)
    assert frames[0].picture.shape == (240, 320, 3)
    off = frames[0].picture.astype(int) - frames[1].picture
    assert 0.1 < off.std() < 12
    assert frames[0].name == "00001"


def test_a_cloud_takes_light_away_and_gives_it_back() -> None:
    frames = list(open_simulated(2, size=SIZE, turns=0, habits=Habits(cloud=1)).frames())
    light = [float(np.mean(f.picture)) for f in frames]
    darkest = int(np.argmin(light))
    assert light[darkest] < 0.97 * light[0]
    assert 3 < darkest < len(light) - 3
    assert light[-1] == pytest.approx(light[0], rel=0.03)


def test_a_closed_camera_plays_no_more() -> None:
    camera = open_simulated(2, size=SIZE, turns=1)
    assert isinstance(camera, SimulatedCamera)
    camera.close()
    camera.close()
    assert camera.next() is None


def test_a_game_can_be_written_as_a_folder_of_labelled_pictures(tmp_path: Path) -> None:
    game = script(5, turns=2, habits=Habits(illegal=1))
    count = simulated_game.write(tmp_path, game, "v22")
    labels = json.loads((tmp_path / "labels.json").read_text())
    assert [label["image"] for label in labels] == sorted(p.name for p in tmp_path.glob("*.jpg"))
    assert len(labels) == count
    told = [label["event"] for label in labels]
    assert told[:5] == ["start", "placing_illegally", "placed_illegally", "taking_back", "taken_back"]
    wrong = labels[2]
    assert wrong["reason"]
    assert wrong["hand"] is False
    assert len(wrong["piece"]) == 1
    record = json.loads((tmp_path / "game.json").read_text())
    assert record["tiles"] == game.expected[0].event["tiles"]
    assert [turn["player"] for turn in record["turns"]] == ["black", "white"]
    assert record["score"] is None
