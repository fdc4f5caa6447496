"""The contract between a game and the rest, and every game keeping it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.alien_city import AlienCity, CityScore, Player, State, Turn
from engine.alien_city.state import FULL_HANDS, Hand
from engine.game import Game, Score, WatchedGame
from engine.netzwerk.score import NetzwerkScore
from engine.play import Play
from engine.recorded import FORMATS
from engine.registry import entries, entry_of
from tests.engine.alien_city.cities import OTHER_TILES
from tests.engine.alien_city.play import random_city, random_turns
from tests.engine.contract import assert_kept
from tests.game_folders import GAMES


def every_game() -> list[WatchedGame[Any, Any]]:
    return [entry.rules(()) for entry in entries()]


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_a_game_takes_what_the_contracts_give(game: WatchedGame[Any, Any]) -> None:
    assert_kept(Game, type(game))
    assert_kept(WatchedGame, type(game))


def test_every_game_is_registered_by_its_name_and_lives_in_a_folder_called_so() -> None:
    named = [game.name for game in every_game()]
    assert [entry_of(name).rules(()).name for name in named] == named
    assert {name.replace("-", "_") for name in named} == GAMES


@pytest.mark.parametrize("score", [CityScore, NetzwerkScore])
def test_a_score_takes_what_the_contract_gives(score: type[Score]) -> None:
    assert_kept(Score, score)


def test_one_game_at_most_is_laid_at_random() -> None:
    assert sum(entry.random_opening is not None for entry in entries()) <= 1


def test_games_are_written_in_the_formats_there_are() -> None:
    for entry in entries():
        assert entry.records.FORMATS
        assert set(entry.records.FORMATS) <= set(FORMATS)


def test_a_game_can_be_played_by_the_contract_alone() -> None:
    start, turns = random_turns(3)
    play: Play[State, Turn] = Play(AlienCity(), start)
    for turn in turns:
        assert play.to_move == turn.player
        assert turn in list(play.game.legal(play.state))
        assert play.play(play.game.parse_change(play.game.format_change(turn))).legal
    assert play.end is not None
    assert play.to_move is None
    assert list(play.game.legal(play.state)) == []
    assert play.game.faults(play.state) == ()
    score = play.score()
    assert set(score.totals) == set(play.game.players(play.state))
    assert set(score.winners) <= set(play.game.players(play.state))
    assert score.lines()


@pytest.mark.parametrize("hands", [FULL_HANDS, None])
@pytest.mark.parametrize("to_move", [Player.WHITE, None])
def test_every_turn_listed_as_legal_is_judged_so_whatever_is_not_known(
    hands: tuple[Hand, Hand] | None, to_move: Player | None
) -> None:
    game, state = AlienCity(), State(random_city(7, 8), hands, to_move)
    turns = list(game.legal(state))
    assert all(game.judge(state, turn).legal for turn in turns)
    owners = {turn.cap.owner for turn in turns if turn.cap}
    assert owners == ({to_move} if to_move else set(Player))


def test_at_the_start_the_icon_lots_are_closed_and_later_what_is_built_on_too() -> None:
    game = AlienCity()
    start = State.start(OTHER_TILES)
    closed = game.closed(start, start)
    assert len(closed) == 20
    later = game.play(start, game.parse_change("black Bd@D2"))
    assert set(game.closed(later, later)) == {*closed, "D2"}


def test_what_lies_there_beyond_the_set_up_is_named() -> None:
    game = AlienCity()
    start = game.parse_state(f"{'G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<'} 8/8/8/8/8/8/8/8/8/8")
    assert game.in_play(start) == ()
    built = game.play(start, game.parse_change("black Rt@C1 x@C1"))
    assert game.in_play(game.unread(built, ["D1"])) == ("C1",)
