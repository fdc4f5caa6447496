"""Netzwerk can be played on the simulated table, and its pictures show what is done."""

from __future__ import annotations

import numpy as np

from engine.netzwerk.conduct import targets
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import DESERT, Player
from engine.netzwerk.state import State
from engine.netzwerk.turns import Turn
from vision.synthetic.netzwerk.play import LandscapeTable
from vision.synthetic.netzwerk.render import render_landscape
from vision.synthetic.netzwerk.scene import LandscapeScene
from vision.synthetic.shots import TableShot
from vision.table import Stage

GAME = Netzwerk()
Shot = TableShot[LandscapeScene]


def table(seed: int = 1) -> LandscapeTable:
    return LandscapeTable(np.random.default_rng(seed), (320, 240), "simple")


def start(played: LandscapeTable) -> State:
    return GAME.parse_state(played.start)


def done(played: LandscapeTable, turn: Turn) -> list[Shot]:
    return [shot for deed in played.deeds(str(turn)) for shot in played.do(deed)]


def place(state: State) -> Turn:
    """The first player's miner put on a landscape, and a stone taken there."""
    to = next(field for field in targets(state) if state.stones.get(field))
    return Turn(state.player, to, state.board.colour_of(to))


def build(state: State, player: Player, count: int) -> Turn:
    """So many connectors of a player, somewhere."""
    fields = sorted(field for field in state.board if state.board[field] is not DESERT)
    ways = sorted({Connection.of(a, b) for a in fields for b in a.neighbours() if b in fields})
    return Turn(player, None, None, tuple(ways[:count]))


def test_a_game_starts_on_a_fair_landscape_with_two_stones_on_each() -> None:
    for seed in range(4):
        played = table(seed)
        state = start(played)
        assert not GAME.faults(state)
        assert played.start.startswith(played.setup["board"])
        assert min(field.q for field in state.board) == min(field.r for field in state.board) == 0


def test_a_hand_brings_the_miner_and_goes_with_a_stone() -> None:
    played = table()
    turn = place(start(played))
    shots = done(played, turn)
    assert [shot.stage for shot in shots[-3:]] == [Stage.OVER, Stage.LEAVING, Stage.CLEAR]
    over, leaving, clear = (shot.scene for shot in shots[-3:])
    assert over.state.miners[turn.player] is None
    assert clear.state.miners[turn.player] == turn.to
    assert clear.state.stones[turn.to or Field(0, 0)] == 1
    assert over.hands[0].holds != leaving.hands[0].holds != -1
    assert sum(it.on == (turn.to,) and it.kind == "stone" for it in clear.pieces) == 1


def test_a_miner_is_lifted_from_where_it_stood() -> None:
    played = table(2)
    state = start(played)
    done(played, place(state))
    turn = Turn(state.player, next(it for it in targets(state) if it != place(state).to), None)
    shots = done(played, turn)
    assert [it.stage for it in shots] == [Stage.COMING, Stage.OVER, Stage.OVER, Stage.LEAVING, Stage.CLEAR]
    miners = [sum(it.kind == "miner" and bool(it.on) for it in shot.scene.pieces) for shot in shots]
    assert miners == [1, 1, 0, 1, 1]


def test_connectors_come_from_beside_the_board_and_lie_where_they_are_said_to() -> None:
    played = table(3)
    state = start(played)
    before = played.clear().scene
    turn = build(state, state.player, 5)
    shots = done(played, turn)
    after = shots[-1].scene
    assert shots[-1].stage is Stage.CLEAR
    assert all(shot.stage is not Stage.CLEAR for shot in shots[:-1])
    assert after.state.connectors[state.player] == set(turn.build)
    laid = [it for it in after.pieces if it.kind == "stick" and it.on]
    assert {it.connection for it in laid} == set(turn.build)
    assert len(after.pieces) == max(len(before.pieces), 5)
    assert 0 <= played.visible(played.deeds(str(turn))[0]) <= 1


def test_what_is_put_back_is_as_if_it_had_never_been() -> None:
    for seed in range(3):
        played = table(seed)
        state = start(played)
        done(played, place(state))
        before = played.clear().scene
        for turn in (build(state, state.player, 3), Turn(state.player, max(targets(state)), None)):
            deed = played.deeds(str(turn))[0]
            played.do(deed)
            shots = played.undo(deed)
            assert shots[-1].scene == before
            assert [it.stage for it in shots] == [Stage.COMING, Stage.OVER, Stage.LEAVING, Stage.CLEAR]


def test_four_connectors_lie_side_by_side_on_one_connection() -> None:
    played = next(it for it in map(table, range(20)) if len(start(it).players) == 4)
    state = start(played)
    way = build(state, state.player, 1).build
    for player in state.players:
        done(played, Turn(player, None, None, way))
    laid = [it for it in played.clear().scene.pieces if it.on == way[0].fields and it.kind == "stick"]
    middles = np.array([it.at[:2] for it in laid])
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)[np.triu_indices(4, 1)]
    assert len(laid) == 4
    assert apart.min() > played.clear().scene.thing_look.stick_mm[1] * 0.7


def test_an_event_is_told_from_another_side_of_the_table() -> None:
    played = table(5)
    state = start(played)
    (moved,), (built,) = (played.deeds(str(it)) for it in (place(state), build(state, Player("w"), 2)))
    turned = {"board": GAME.format_state(state.turned()).split()[0]}
    told = played.told_as(turned, moved.facts)
    assert told == {**moved.facts, "field": str(Field.parse(moved.facts["field"]).turned())}
    ways = [Connection.parse(way).turned() for way in built.facts["connections"].split(";")]
    assert played.told_as(turned, built.facts)["connections"] == ";".join(map(str, sorted(ways)))
    assert played.told_as(played.setup, built.facts) == built.facts
    assert played.told_as(turned, played.setup) == turned
    lacking = {"board": turned["board"].rpartition("/")[0]}
    assert played.told_as(lacking, played.setup) == turned, "who overlooks fields is not right for that"


def test_a_bump_leaves_the_landscape_in_view() -> None:
    for seed in range(3):
        played = table(seed)
        was, now = (
            np.array(list(render_landscape(shot.scene).fields.values()))
            for shot in (played.clear(), played.knock()[-1])
        )
        assert np.linalg.norm(was - now, axis=1).mean() > 0.5
        assert (now > 0).all()
        assert (now < (320, 240)).all()


def test_a_hand_hides_where_it_lays_a_connector() -> None:
    for seed in (6, 7):
        played = table(seed)
        turn = build(start(played), start(played).player, 1)
        over = next(it for it in done(played, turn) if it.stage is Stage.OVER)
        assert over.hides_board
        assert not played.clear().hides_board
        first, second = ((field.q, field.r) for field in turn.build[0].fields)
        covered = render_landscape(over.scene).connections_covered
        assert max(share for way, share in covered.items() if {first, second} & set(way)) > 0.3
