"""The referee at set-up, on joining, after a power cut, and when another game is laid."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.alien_city import LOTS, AlienCity, City, Lot
from firmware.events import Event, Status, What
from firmware.referee.referee import Referee
from tests.engine.alien_city.cities import OTHER_TILES
from tests.engine.alien_city.play import random_turns
from tests.firmware.refereed import EMPTY, Table, built, facts
from tests.vision.alien_city.tables import seen
from vision.alien_city.eyes import SeenCity
from vision.alien_city.reading import LOT_STATES, MARKS


def test_a_game_may_be_joined_in_the_middle_and_what_is_not_known_is_said() -> None:
    start, turns = random_turns(1, most=14)
    state = start
    for turn in turns:
        state = state.played(turn)
    table = Table()
    (setup,) = table.show(state.city, 4.0)
    assert setup.what is What.SETUP
    assert setup.facts["joined"] == str(state.city)
    assert table.referee.standing.player == ""


PRINTS = {"H3": ("g", 0.97), "G8": ("b", 0.9), "F7": ("g", 0.9), "B7": ("b", 0.85), "D1": ("b", 0.8)}
"""Icon lots, where nobody can build yet, whose prints look like domes."""


def test_prints_that_look_like_pieces_are_no_game_that_has_gone_on() -> None:
    table = Table()
    setup, turn = table.show(seen(EMPTY, misread=PRINTS), 4.0)
    assert (setup.what, turn.what) == (What.SETUP, What.TURN)
    assert "joined" not in setup.facts
    city = built(EMPTY, D2="b")
    assert facts(table.play(seen(city, misread=PRINTS))) == [("placed", "D2"), ("turn", None)]
    assert table.show(seen(city, misread=PRINTS), 10.0) == []
    (warning,) = table.play(seen(built(city, H3="g"), misread=PRINTS))
    assert (warning.what, warning.facts["lot"], warning.facts["rules"]) == (What.ILLEGAL, "H3", ["R5"])


def test_a_board_that_is_cleared_but_for_prints_that_look_like_pieces_is_a_new_game() -> None:
    start, turns = random_turns(1, most=10)
    state, table = start, Table()
    table.show(start.city)
    for turn in turns:
        state = state.played(turn)
        table.play(state.city)
    table.show(None, 5.0)
    icon = AlienCity().closed(start, start)[0]
    events = table.show(seen(start.city, misread={icon: ("b", 0.97)}), 8.0)
    assert [event.what for event in events] == [What.SETUP, What.TURN]


def test_when_the_board_is_cleared_a_new_game_is_set_up() -> None:
    start, turns = random_turns(1, most=10)
    state = start
    table = Table()
    table.show(start.city)
    for turn in turns:
        state = state.played(turn)
        table.play(state.city)
    table.show(None, 5.0)
    events = table.show(EMPTY, 8.0)
    assert [event.what for event in events] == [What.SETUP, What.TURN]
    assert events[0].facts["tiles"] == OTHER_TILES


@pytest.mark.parametrize("most", [10, 60], ids=["in the middle", "at its end"])
def test_when_a_board_is_cleared_that_was_joined_as_it_lay_a_new_game_is_set_up(most: int) -> None:
    start, turns = random_turns(1, most=most)
    state, table = start, Table()
    for turn in turns:
        state = state.played(turn)
    table.show(start.city)
    table.referee.new_game()
    (joined, *_) = table.show(state.city, 6.0)
    assert "joined" in joined.facts
    table.show(None, 5.0)
    events = table.show(start.city, 8.0)
    assert [event.what for event in events] == [What.SETUP, What.TURN]


def test_the_game_goes_on_from_any_event_that_was_kept() -> None:
    start, turns = random_turns(6, most=9)
    state, table = start, Table()
    events = table.show(start.city)
    for turn in turns:
        state = state.played(turn)
        events += table.play(state.city)
    kept = Event.from_json(events[-1].to_json())
    again = Referee(AlienCity())
    again.go_on(kept)
    assert again.standing.state == table.referee.standing.state
    last = turns[-1].placement
    assert last is not None
    resumed = Table(again)
    before = AlienCity().parse_state(kept.start)
    for turn in turns[:-1]:
        before = before.played(turn)
    assert ("taken back", str(last.lot)) in facts(resumed.show(before.city))


def to_its_end() -> tuple[City, City, Event, Event]:
    """A game: the city as it began and as it ended, the last event before the score, and the score."""
    start, turns = random_turns(3)
    state, table = start, Table()
    events = table.show(start.city)
    for turn in turns:
        state = state.played(turn)
        events += [] if turn.is_pass else table.play(state.city)
    *_, last, over = events
    assert (last.turns, over.what) == (over.turns, What.OVER)
    return start.city, state.city, last, over


def test_a_score_that_a_power_cut_came_before_is_told_afterwards() -> None:
    _, city, last, over = to_its_end()
    again = Referee(AlienCity())
    again.go_on(Event.from_json(last.to_json()))
    later = Table(again)
    (told,) = later.show(city)
    assert (told.what, told.facts["score"]) == (What.OVER, over.facts["score"])
    assert later.play(city) == []


def test_a_score_that_a_power_cut_came_before_is_told_though_the_table_was_cleared_meanwhile() -> None:
    begun, _, last, over = to_its_end()
    again = Referee(AlienCity())
    again.go_on(Event.from_json(last.to_json()))
    later = Table(again)
    told, *others = later.show(begun, 8.0)
    assert (told.what, told.facts["score"], told.turns) == (What.OVER, over.facts["score"], over.turns)
    assert [event.what for event in others] == [What.SETUP, What.TURN]


def test_a_game_that_was_cleared_before_its_end_gets_no_score() -> None:
    begun, _, last, _ = to_its_end()
    again = Referee(AlienCity())
    again.go_on(replace(Event.from_json(last.to_json()), turns=last.turns[:-2]))
    later = Table(again)
    assert [event.what for event in later.show(begun, 8.0)] == [What.SETUP, What.TURN]


def test_a_tile_that_cannot_be_made_out_is_named_and_does_not_stop_the_game() -> None:
    tiles = "?" + OTHER_TILES[1:]
    events = Table().show(City.empty(tiles), 8.0)
    assert [event.what for event in events] == [What.SETUP, What.TURN, What.UNSURE]
    assert events[2].facts["places"] == ["A9"]


def test_what_was_built_while_nobody_watched_is_told_as_that() -> None:
    table = Table()
    kept = table.show(EMPTY)[-1]
    again = Referee(AlienCity())
    again.go_on(kept)
    (placed, turn) = Table(again).show(built(EMPTY, D2="b"))
    assert (placed.what, placed.facts["lot"], placed.facts["away"]) == (What.PLACED, "D2", True)
    assert placed.facts["says"] == "while I was away: D2 blue dome"
    assert turn.facts["says"] == "White to move"


@pytest.mark.parametrize("seen_first", [EMPTY, built(EMPTY, D2="b")], ids=["nothing new", "a turn"])
def test_what_is_built_later_is_not_told_as_built_while_nobody_watched(seen_first: City) -> None:
    table = Table()
    kept = table.show(EMPTY)[-1]
    again = Referee(AlienCity())
    again.go_on(kept)
    resumed = Table(again)
    resumed.show(seen_first)
    (placed, _) = resumed.play(built(seen_first, D10="g"))
    assert placed.facts["says"] == "D10 green dome"
    assert "away" not in placed.facts


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_of_much_that_was_built_while_nobody_watched_nothing_is_passed_over_without_a_word(seed: int) -> None:
    start, turns = random_turns(seed, most=9)
    state, table = start, Table()
    events = table.show(start.city)
    for turn in turns[:4]:
        state = state.played(turn)
        events += table.play(state.city)
    again = Referee(AlienCity())
    again.go_on(Event.from_json(events[-1].to_json()))
    for turn in turns[4:]:
        state = state.played(turn)
    resumed = Table(again)
    for _ in range(2):
        resumed.show(state.city, 40.0)
        assert again.standing.status is Status.UNSURE
        told = AlienCity().parse_state(again.standing.state).city
        missing = {str(lot) for lot in LOTS if told[lot] != state.city[lot]}
        assert missing >= set(again.standing.places) != set()
        again.confirm(resumed.seconds, "picture")
    resumed.show(state.city)
    assert AlienCity().parse_state(again.standing.state).city == state.city


def test_a_tile_that_could_not_be_made_out_at_first_is_learnt_later() -> None:
    table = Table()
    unclear = City.empty(f"?{OTHER_TILES[1:]}")
    events = table.show(unclear)
    assert facts(events)[-1] == ("unsure", None)
    assert events[0].facts["tiles"] == f"K?{OTHER_TILES[2:]}", "the guild follows from the others"
    for city in (built(EMPTY, D2="b"), built(EMPTY, D2="b", G5="g")):
        (placed, turn) = table.play(city)
        assert (placed.what, turn.what) == (What.PLACED, What.TURN)
    assert turn.start.startswith(OTHER_TILES)
    assert facts(table.play(built(city, A1="r")))[0] == ("illegal", "A1")


def test_a_tile_that_could_not_be_made_out_at_first_is_not_learnt_from_one_look() -> None:
    table = Table()
    table.show(City.empty(f"?{OTHER_TILES[1:]}"))
    misread = City.empty(f"Kv{OTHER_TILES[2:]}")
    assert table.play(built(misread, D2="b"))[-1].start.startswith(f"K?{OTHER_TILES[2:]}")
    city = built(EMPTY, D2="b", G5="g")
    assert table.play(city)[-1].start.startswith(f"K?{OTHER_TILES[2:]}"), "read in two ways"
    assert table.play(built(city, C8="g"))[-1].start.startswith(OTHER_TILES)


def test_a_piece_that_was_taken_back_is_not_built_anew_because_a_tile_comes_to_be_known() -> None:
    table = Table()
    unclear = City.empty(f"?{OTHER_TILES[1:]}")
    table.show(unclear)
    table.play(built(unclear, D2="b"))
    table.referee.take_back(table.seconds, "picture")
    (question,) = table.show(built(unclear, D2="b"), 4.0)
    assert question.facts["says"].endswith("; or take it away")
    assert table.play(built(EMPTY, D2="b")) == table.play(built(EMPTY, D2="b")) == []
    assert table.referee.standing.state.startswith(OTHER_TILES), "the tile is known"
    assert table.referee.standing.places == ("D2",)


def test_a_board_of_which_something_cannot_be_made_out_is_looked_at_longer_before_the_game_begins() -> None:
    clear, unclear = Table(), Table()
    assert clear.show(EMPTY, 1.2)[0].what is What.SETUP
    assert unclear.show(City.empty(f"?{OTHER_TILES[1:]}"), 1.2) == []
    assert unclear.show(City.empty(f"?{OTHER_TILES[1:]}"), 1.0)[0].what is What.SETUP


def test_what_cannot_be_made_out_of_the_set_up_is_asked_until_it_is_seen_or_confirmed() -> None:
    unclear = City.empty(f"?{OTHER_TILES[1:]}")
    seen_later, confirmed = Table(), Table()
    for table in (seen_later, confirmed):
        table.show(unclear, 4.0)
        standing = table.referee.standing
        assert (standing.status, standing.places, standing.player) == (Status.UNSURE, ("A9",), "black")
        assert standing.because == "the board at A9 can't be made out"
    assert seen_later.show(EMPTY) == []
    assert seen_later.referee.standing.status is Status.TO_MOVE
    assert confirmed.referee.confirm(confirmed.seconds, "picture") == []
    assert confirmed.show(unclear, 4.0) == []
    standing = confirmed.referee.standing
    assert (standing.status, standing.player) == (Status.TO_MOVE, "black"), "the turn stays where it was"


SIX_RED = City.empty(OTHER_TILES.replace("K^GvBvB^", "R^GvBvB^", 1))


def test_what_cannot_be_right_about_the_set_up_is_asked_until_somebody_builds() -> None:
    table = Table()
    *_, question = table.show(SIX_RED, 4.0)
    assert (question.what, question.facts["rules"]) == (What.UNSURE, ["P1"])
    standing = table.referee.standing
    assert (standing.status, standing.brief) == (Status.UNSURE, "too many of a guild")
    assert standing.because == question.facts["says"]
    assert set(standing.places) == set(question.facts["places"]) >= {"A9"}
    assert facts(table.play(built(SIX_RED, D2="b"))) == [("placed", "D2"), ("turn", None)]
    assert table.referee.standing.status is Status.TO_MOVE


def test_what_cannot_be_right_about_the_set_up_is_asked_no_more_once_the_tile_is_exchanged() -> None:
    table = Table()
    table.show(SIX_RED, 4.0)
    table.show(None, 2.0)
    assert facts(table.show(EMPTY, 6.0)) == [("setup", None), ("turn", None)]
    assert table.referee.standing.status is Status.TO_MOVE
    assert table.referee.standing.state.startswith(OTHER_TILES)


def test_a_tile_that_is_turned_before_anybody_builds_is_taken_as_it_then_lies() -> None:
    table, turned = Table(), City.empty(OTHER_TILES.replace("K^", "K>", 1))
    table.show(EMPTY)
    table.play(EMPTY)
    table.show(None, 2.0)
    assert table.show(turned, 2.0) == [], "somebody may still be at it"
    assert facts(table.show(turned, 3.0)) == [("setup", None), ("turn", None)]
    assert facts(table.play(built(turned, A10="k"))) == [("placed", "A10"), ("turn", None)]


def test_a_tile_that_is_seen_later_and_cannot_be_right_is_asked_about_then() -> None:
    table = Table()
    *_, unclear = table.show(City.empty(OTHER_TILES.replace("K^GvBvB^", "?^?vBvB^", 1)))
    assert unclear.facts["places"] == ["A9", "C9"]
    (question,) = table.show(SIX_RED, 4.0)
    assert (question.what, question.facts["rules"]) == (What.UNSURE, ["P1"])


def test_what_cannot_be_right_is_told_though_something_else_cannot_be_made_out() -> None:
    table = Table()
    *_, question = table.show(City.empty(OTHER_TILES.replace("K^GvBvB^", "R^?vBvB^", 1)), 4.0)
    assert question.facts["rules"] == ["P1"]
    assert question.facts["says"].endswith(" the board at C9 can't be made out")
    assert set(question.facts["places"]) > {"A9", "C9"}


def test_a_lot_that_could_not_be_read_when_the_game_was_joined_is_learnt_and_the_score_counted() -> None:
    start, turns = random_turns(1)
    states = [start]
    for turn in turns:
        states.append(states[-1].played(turn))
    half = len(turns) // 2
    never_built_on = next(lot for lot in LOTS if states[-1].city[lot] is None)
    table = Table()
    unread = [blurred(state.city, never_built_on) for state in states]
    assert table.show(unread[half], 6.0) == [], "it may still be made out"
    (joined,) = table.show(unread[half], 4.0)
    assert joined.facts["joined"].count("?") == 1
    for view in unread[half + 1 :]:
        table.play(view)
    assert table.referee.standing.status is Status.TO_MOVE, "the score cannot be counted"
    table.show(states[-1].city)
    *_, over = table.play(states[-1].city)
    assert over.what is What.OVER


def blurred(city: City, lot: Lot) -> SeenCity:
    """The city as read where nobody can tell what stands on a lot."""
    view = seen(city)
    lots = view.reading.lots.copy()
    lots[lot] = 1 / len(LOT_STATES)
    return SeenCity(replace(view.reading, lots=lots))


@pytest.mark.parametrize(("turns", "told"), [(3, What.TAKEN_BACK), (4, What.SETUP)])
def test_more_turns_than_anybody_takes_back_are_a_board_that_was_cleared(turns: int, told: What) -> None:
    table, city = Table(), EMPTY
    table.show(EMPTY)
    for lot, piece in [("D2", "b"), ("D10", "g"), ("E4", "r"), ("F1", "k")][:turns]:
        city = built(city, **{lot: piece})
        table.play(city)
    table.show(None, 5.0)
    assert table.show(EMPTY, 8.0)[0].what is told


def test_a_game_that_was_ended_after_a_few_turns_gives_way_to_the_next_one_on_the_same_board() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    table.play(city)
    table.referee.end_game(table.seconds, "picture")
    assert facts(table.play(city) + table.show(city, 20.0)) == [], "it is over and lies there still"
    assert table.referee.standing.status is Status.OVER
    table.show(None, 5.0)
    assert [event.what for event in table.show(EMPTY, 8.0)] == [What.SETUP, What.TURN]
    assert facts(table.play(built(EMPTY, D10="g")), What.PLACED) == [("placed", "D10")]


def test_a_piece_that_was_left_behind_makes_no_game_once_it_is_cleared_away_too() -> None:
    table = Table()
    (joined,) = table.show(built(EMPTY, H9="g"), 6.0)
    assert "joined" in joined.facts, "nobody may build that in a first turn"
    assert [event.what for event in table.play(EMPTY) + table.show(EMPTY, 8.0)] == [What.SETUP, What.TURN]
    assert facts(table.play(built(EMPTY, D2="b"))) == [("placed", "D2"), ("turn", None)]
    assert table.referee.standing.player == "white"


def test_where_hardly_a_tile_can_be_read_the_game_goes_on() -> None:
    table = Table()
    table.show(EMPTY)
    city = built(EMPTY, D2="b")
    table.play(city)
    view = seen(city)
    tiles = np.full_like(view.reading.tiles, 1 / len(MARKS))
    tiles[0, (MARKS.index(city.tiles[0]) + 4) % len(MARKS)] = 10.0
    one_misread = SeenCity(replace(view.reading, tiles=tiles / tiles.sum(axis=1, keepdims=True)))
    assert table.show(one_misread, 8.0) == []
    assert table.referee.standing.player == "white"


def test_other_tiles_on_the_table_are_another_game() -> None:
    table = Table()
    table.show(EMPTY)
    table.play(built(EMPTY, D2="b"))
    other = City.empty(OTHER_TILES[::-1].translate(str.maketrans("KGBR^v<>", "RBGKv^<>"))[::-1])
    assert facts(table.show(built(other, D2="g"), 8.0))[0] == ("setup", None)
    assert str(table.referee.standing.state).startswith(str(other).split()[0])
