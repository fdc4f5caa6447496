"""Who plays on a landscape, and in which order, is found out from what lies on it."""

from __future__ import annotations

from dataclasses import replace

from engine.messages import ENGLISH
from engine.netzwerk.fields import Field
from engine.netzwerk.material import Player
from engine.netzwerk.replay import replay
from engine.netzwerk.seats import seated
from engine.netzwerk.state import Phase, State
from engine.netzwerk.text import format_state, parse_seen
from engine.play import Play
from tests.engine.netzwerk.explained import GAME, ROW, best, carried_out, codes, seen, table
from tests.engine.netzwerk.vectors import record


def test_who_plays_and_in_which_order_shows_in_who_comes_first() -> None:
    start = record(1).start
    bare = " ".join(format_state(start).split()[:1])
    play = Play(GAME, GAME.opening(parse_seen(f"{bare} w-;k-;g-;n- w-|k-|g-|n-")))
    assert play.to_move is None
    places = [it for it in sorted(start.board) if start.board.is_city(it)]
    at = dict(zip((Player.BROWN, Player.WHITE, Player.GREY), places, strict=False))
    standing: dict[Player, Field] = {}
    for player, place in at.items():
        standing[player] = place
        miners = ";".join(f"{it}{standing.get(it, '-')}" for it in Player)
        carried_out(play, best(play.states, parse_seen(f"{bare} {miners} w-|k-|g-|n-")))
        assert parse_seen(format_state(play.state)) == play.state
    assert play.to_move is None
    beside = next(it for it in places[0].neighbours() if it in start.stones)
    board = format_state(replace(start, stones={**start.stones, beside: 1})).split()[0]
    standing[Player.BROWN] = beside
    miners = ";".join(f"{it}{standing.get(it, '-')}" for it in Player)
    account = best(play.states, parse_seen(f"{board} {miners} w-|k-|g-|n-"))
    assert account.legal
    carried_out(play, account)
    assert play.state.players == tuple(at)
    standing[Player.BROWN] = places[0]
    miners = ";".join(f"{it}{standing.get(it, '-')}" for it in Player)
    back = best(play.states, parse_seen(f"{bare} {miners} w-|k-|g-|n-"))
    assert (back.kept, back.changes) == (len(at), ()), "that somebody does not play is open again"


def test_who_was_in_doubt_before_others_came_sits_before_them() -> None:
    start = record(1).start
    bare = " ".join(format_state(start).split()[:1])
    places = [it for it in sorted(start.board) if start.board.is_city(it)]
    at = dict(zip((Player.BROWN, Player.WHITE, Player.GREY), places, strict=False))

    def with_these(*players: Player) -> State:
        miners = ";".join(f"{it}{at[it] if it in players else '-'}" for it in Player)
        return parse_seen(f"{bare} {miners} w-|k-|g-|n-")

    for turns, order in ((0, "gnw"), (1, "ngw"), (2, "nwg")):
        play = Play(GAME, GAME.opening(with_these()))
        for seen_now in (with_these(Player.BROWN), with_these(Player.BROWN, Player.WHITE)):
            carried_out(play, best(play.states, seen_now))
        late = GAME.explain(play.states, with_these(*at), {str(at[Player.GREY]): turns})
        account = next(it for it in late if it.kept == turns)
        assert account.legal
        assert [str(it.player) for it in (*(c for c, _ in play.changes[:turns]), *account.changes)] == [
            *order
        ]


def test_a_game_may_be_joined_in_its_middle() -> None:
    truth = replay(record(4))
    number = 20
    joined = table(truth.states[number])
    assert GAME.tell_start(joined).facts["joined"] == format_state(joined)
    play = Play(GAME, joined)
    for after in truth.states[number + 1 :]:
        account = best(play.states, table(after))
        assert (codes(account), account.unexplained) == ([], ())
        carried_out(play, account)
    assert GAME.score(play.state).totals == GAME.score(truth.states[-1]).totals


def test_where_only_one_player_can_be_seen_somebody_else_is_playing_too() -> None:
    alone = parse_seen(f"{ROW} w1,0;k-;g-;n- w-|k-|g-|n-")
    acting = seated(replace(alone, phase=Phase.BUILD), Player.WHITE)
    assert acting.players[0] is Player.WHITE
    assert parse_seen(format_state(acting)) == acting


def test_who_was_taken_for_somebody_else_is_named_anew_in_the_order_in_which_they_came() -> None:
    play = Play(GAME, GAME.opening(seen("w-;k-;g-;n-", "w-|k-|g-|n-")))
    play.play(GAME.parse_change("g 2,0 R - ?"))
    now = seen("w2,0;k-;g1,0;n-", "w-|k-|g-|n-", ROW.replace("Y2R2", "Y1R1"))
    (account,) = (it for it in GAME.explain(play.states, now) if it.kept == 0)
    came = [(it.player, it.to) for it in account.changes]
    assert came == [(Player.WHITE, Field(2, 0)), (Player.GREY, Field(1, 0))]
    assert (account.late, account.legal) == ((), True)
    told = GAME.retell(play.states[0], play.changes, account)
    assert [(it.kind, it.facts["player"]) for it in told] == [("placed", "white"), ("placed", "grey")]
    assert [it.sentence(ENGLISH) for it in told] == [
        "White, not Grey: miner to 2,0, red taken",
        "Grey: miner to 1,0, yellow taken",
    ]
