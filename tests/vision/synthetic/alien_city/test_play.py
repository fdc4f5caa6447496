"""A game can be played on the simulated table, and its pictures show what is done."""

from __future__ import annotations

import numpy as np
import pytest

from engine.alien_city import AlienCity, City, Lot, format_tiles, parse_tiles
from vision.synthetic.alien_city.play import CityTable
from vision.synthetic.alien_city.render import render
from vision.synthetic.alien_city.scene import Scene
from vision.synthetic.shots import TableShot
from vision.table import Stage


def table(seed: int = 1) -> CityTable:
    return CityTable(np.random.default_rng(seed), (320, 240), "v22")


def city(shot: TableShot[Scene]) -> City:
    return City.parse(shot.scene.position)


def done(played: CityTable, change: str) -> list[TableShot[Scene]]:
    return [shot for deed in played.deeds(change) for shot in played.do(deed)]


def lots(shot: TableShot[Scene]) -> dict[str, str]:
    return {str(Lot(n)): str(s) for n, s in city(shot).structures()}


def test_a_game_starts_on_a_shuffled_city_with_nothing_built() -> None:
    played = table()
    state = AlienCity().parse_state(played.start)
    assert not state.city.structures()
    assert sorted(str(tile.guild) for tile in state.city.tiles) == sorted("RBGK" * 5)
    assert state.to_move == "black"
    assert played.start.startswith(played.setup["tiles"])


def test_a_hand_comes_with_a_piece_puts_it_down_and_goes() -> None:
    shots = done(table(), "black Rt@C7")
    stages = [shot.stage for shot in shots]
    assert stages[0] is Stage.COMING
    assert stages[-3:] == [Stage.OVER, Stage.LEAVING, Stage.CLEAR]
    assert [lots(shot) for shot in shots[-3:]] == [{}, {"C7": "R"}, {"C7": "R"}]
    over, leaving = shots[-3].scene.hands[0], shots[-2].scene.hands[0]
    assert (over.holds, leaving.holds) == (0, -1)


def test_the_hand_hides_the_lot_it_puts_a_piece_on() -> None:
    for seed in range(4):
        over = next(s for s in done(table(seed), "white Gd@D5") if s.stage is Stage.OVER)
        covered = render(over.scene).covered
        lot = Lot.parse("D5")
        near = [covered[lot + step] for step in (-9, -8, -7, -1, 0, 1, 7, 8, 9)]
        assert max(near) > 0.2


def test_a_shot_knows_whether_the_hand_hides_some_of_the_board() -> None:
    for seed in range(4):
        for shot in done(table(seed), "white Gd@D5"):
            assert shot.hides_board or shot.stage is not Stage.OVER
            if not shot.hides_board:
                assert render(shot.scene).covered.max() < 0.05


def test_the_piece_comes_from_beside_the_board() -> None:
    played = table()
    before = [p for p in played.clear().scene.pieces if p.lot is None]
    shots = done(played, "black Rt@C7")
    after = [p for p in shots[-1].scene.pieces if p.lot is None]
    taken = [p for p in before if p not in after]
    assert [(p.kind, p.colour) for p in taken] == [("tower", 0)]
    assert taken[0] not in shots[0].scene.pieces


def test_a_cap_stands_on_its_tower_and_is_of_the_builder() -> None:
    played = table()
    shots = done(played, "black Rt@C7 x@C7")
    assert lots(shots[-1]) == {"C7": "Rx"}
    on_board = [p.kind for p in shots[-1].scene.pieces if p.lot is not None]
    assert on_board == ["tower", "cap"]


def test_what_is_taken_back_is_as_if_it_had_never_been() -> None:
    played = table()
    done(played, "black Rt@C7")
    before = played.clear().scene
    deed = played.deeds("white Bd@A1")[0]
    played.do(deed)
    shots = played.undo(deed)
    assert shots[-1].scene == before
    assert [s.stage for s in shots] == [Stage.COMING, Stage.OVER, Stage.LEAVING, Stage.CLEAR]
    assert [len(lots(s)) for s in shots] == [2, 1, 1, 1]


def test_a_bump_moves_the_board_in_the_picture_and_leaves_it_whole() -> None:
    for seed in range(6):
        played = table(seed)
        before = render(played.clear().scene).corners
        after = render(played.knock()[-1].scene).corners
        assert np.linalg.norm(after - before, axis=1).mean() > 1
        assert (after > -2).all()
        assert (after < np.array([322, 242])).all()


def test_another_light_changes_the_picture_and_nothing_else() -> None:
    played = table()
    before = played.clear()
    after = played.relight()[-1]
    assert after.scene.light != before.scene.light
    assert after.scene.pieces == before.scene.pieces
    assert after.scene.view == before.scene.view


def test_an_event_is_told_from_the_other_side_of_the_table() -> None:
    played = table()
    tiles = parse_tiles(played.setup["tiles"])
    across = {"tiles": format_tiles([tile.turned() for tile in reversed(tiles)])}
    placed = {"lot": "A1", "piece": "red dome"}
    assert played.told_as(across, placed) == {"lot": "H10", "piece": "red dome"}
    assert played.told_as(across, played.setup) == across
    assert played.told_as(played.setup, placed) == placed


def test_frames_of_one_shot_differ_by_noise_alone() -> None:
    shot = table().clear()
    picture, rng = shot.draw(), np.random.default_rng(0)
    one, two = shot.again(picture, rng), shot.again(picture, rng)
    off = one.astype(int) - two
    assert 0.2 < off.std() < 8
    assert abs(off.mean()) < 0.3
    assert (shot.draw() == picture).all()


@pytest.mark.parametrize(("holds", "bright"), [(7, True), (8, False)])
def test_a_hand_can_hold_a_cap(holds: int, bright: bool) -> None:
    played = table(2)
    change = f"{'white' if bright else 'black'} Rt@D5 {'o' if bright else 'x'}@D5"
    over = [s for s in done(played, change) if s.stage is Stage.OVER][-1]
    assert over.scene.hands[0].holds == holds
