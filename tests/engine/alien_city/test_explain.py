"""From the table to the turns: what must have been played for the city to look as it does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.alien_city import AlienCity, City, Lot, Player, State, Structure, Turn
from engine.game import Account
from engine.messages import Language
from tests.engine.alien_city.cities import OTHER_TILES
from tests.engine.alien_city.play import random_turns

GAME = AlienCity()


def states_of(start: State, turns: list[Turn]) -> list[State]:
    states = [start]
    for turn in turns:
        states.append(states[-1].played(turn))
    return states


def best(states: list[State], table: City) -> Account[Turn]:
    """The account with the fewest faults, of the fewest turns undone."""
    accounts = GAME.explain(states, State(table))
    return min(
        accounts, key=lambda it: (len(it.unexplained + it.late), sum(len(v.faults) for v in it.verdicts))
    )


def told(states: list[State], turns: list[Turn], table: City) -> list[tuple[str, dict[str, str]]]:
    account = best(states, table)
    undone = [(turn, GAME.judge(state, turn)) for state, turn in zip(states, turns, strict=False)][
        account.kept :
    ]
    return [(it.kind, dict(it.facts)) for it in GAME.retell(states[account.kept], undone, account)]


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game_is_retold_from_the_cities_it_led_to(seed: int) -> None:
    start, turns = random_turns(seed)
    states = [start]
    for turn in turns:
        table = states[-1].played(turn).city
        account = best(states, table)
        if turn.is_pass:
            continue
        assert account.kept == len(states) - 1
        assert account.legal
        for done in account.changes:
            states.append(states[-1].played(done))
        assert states[-1].city == table
    assert states[-1].hands == states_of(start, turns)[-1].hands


@pytest.mark.parametrize("seed", range(6))
def test_two_structures_at_once_are_given_to_both_players_in_an_order_that_is_legal(seed: int) -> None:
    start, turns = random_turns(seed, most=20)
    states = states_of(start, turns)
    account = best(states[:-2], states[-1].city)
    assert account.legal
    assert [turn.player for turn in account.changes] == [turn.player for turn in turns[-2:]]
    assert account.unexplained == ()


def test_a_cap_belongs_to_the_turn_of_the_player_who_has_just_built() -> None:
    start, turns = random_turns(3, most=9)
    states = states_of(start, turns)
    last = turns[-1]
    tower = next(lot for lot, it in states[-1].city.structures() if it.is_tower and it.cap is None)
    structure = states[-1].city[tower]
    assert isinstance(structure, Structure)
    assert last.player is not None
    table = states[-1].city.with_lot(tower, structure.capped(last.player))
    assert told(states, turns, table) == [
        ("capped", {"lot": str(tower), "piece": f"{last.player} cap", "player": str(last.player)})
    ]
    other = states[-1].city.with_lot(tower, structure.capped(last.player.opponent))
    (kind, facts), *_ = told(states, turns, other)
    assert (kind, facts["lot"]) == ("illegal", str(tower))


@pytest.mark.parametrize(
    ("language", "says"), [("en", "cap taken off"), ("cs", "čepička odebrána"), ("sk", "čiapočka odobratá")]
)
def test_a_cap_taken_off_again_is_no_tower_taken_back(language: str, says: str) -> None:
    start, turns = random_turns(3, most=13)
    capped = turns[-1]
    assert capped.cap is not None
    lot, bare = str(capped.cap.lot), replace(capped, cap=None)
    *_, before, _ = states_of(start, turns)
    undone = capped, GAME.judge(before, capped)
    (off,) = GAME.retell(before, [undone], Account(12, (bare,), (GAME.judge(before, bare),)))
    assert (off.kind, off.facts) == ("taken back", {"lot": lot})
    assert off.sentence(Language.of(language)) == f"{lot}: {says}"


def test_a_structure_taken_off_again_is_the_last_turn_undone() -> None:
    start, turns = random_turns(5, most=7)
    states = states_of(start, turns)
    account = best(states, states[-2].city)
    assert (account.kept, account.changes) == (6, ())
    assert turns[-1].placement is not None
    assert told(states, turns, states[-2].city)[0] == ("taken back", {"lot": str(turns[-1].placement.lot)})


def test_a_structure_put_on_another_lot_has_moved() -> None:
    start = State.start(OTHER_TILES)
    turns = [Turn.parse("black Bd@D2")]
    states = states_of(start, turns)
    table = start.city.with_lot(Lot.parse("E9"), Structure.parse("b"))
    assert GAME.judge(start, Turn.parse("black Bd@E9")).legal
    assert told(states, turns, table) == [
        ("moved", {"player": "black", "from": "D2", "lot": "E9", "piece": "blue dome"})
    ]


def test_an_illegal_structure_put_elsewhere_was_taken_back_first() -> None:
    start = State.start(OTHER_TILES)
    turns = [Turn.parse("black Gd@D2")]
    states = states_of(start, turns)
    table = start.city.with_lot(Lot.parse("A1"), Structure.parse("g"))
    kinds = [kind for kind, _ in told(states, turns, table)]
    assert kinds == ["taken back", "placed"]


def test_an_older_structure_that_is_gone_is_explained_by_no_turn() -> None:
    start, turns = random_turns(2, most=12)
    states = states_of(start, turns)
    assert turns[0].placement is not None
    table = states[-1].city.with_lot(turns[0].placement.lot, None)
    account = best(states, table)
    assert account.unexplained == (str(turns[0].placement.lot),)


def test_an_illegal_structure_may_be_taken_back_after_the_next_turn() -> None:
    start = State.start(OTHER_TILES)
    turns = [Turn.parse("black Gd@D2"), Turn.parse("white Gd@D10")]
    states = states_of(start, turns)
    table = start.city.with_lot(Lot.parse("D10"), Structure.parse("g"))
    account = best(states, table)
    assert (account.kept, account.unexplained) == (0, ())
    assert told(states, turns, table) == [("taken back", {"lot": "D2"})]


def test_of_two_new_structures_the_illegal_one_came_last() -> None:
    start = State.start(OTHER_TILES)
    table = start.city.with_lot(Lot.parse("D2"), Structure.parse("g"))
    account = best([start], table.with_lot(Lot.parse("D10"), Structure.parse("g")))
    assert [verdict.legal for verdict in account.verdicts] == [True, False]


def test_more_new_structures_than_anyone_could_tell_apart_stay_unexplained() -> None:
    start, turns = random_turns(4, most=8)
    states = states_of(start, turns)
    account = best(states[:5], states[-1].city)
    assert len(account.unexplained) == 4
    assert account.changes == ()


def test_lots_that_cannot_be_read_change_nothing() -> None:
    start, turns = random_turns(8, most=8)
    states = states_of(start, turns)
    text = str(states[-1].city).split()[0] + " " + "/".join(["????????"] * 10)
    assert best(states, City.parse(text)) == Account(8)


def test_where_the_player_is_not_known_a_cap_tells() -> None:
    city = City.parse(f"{OTHER_TILES} 8/8/8/8/8/8/3R4/8/8/8")
    table = city.with_lot(Lot.parse("D4"), Structure.parse("Ro")).with_lot(
        Lot.parse("A1"), Structure.parse("g")
    )
    account = best([State(city)], table)
    assert [turn.player for turn in account.changes] == [Player.WHITE]


def test_who_seemed_to_pass_may_have_built_what_comes_to_light_later() -> None:
    start = State.start(OTHER_TILES)
    states = states_of(start, [Turn.parse(text) for text in ("black pass", "white Gd@D10")])
    found = states[-1].city.with_lot(Lot.parse("D2"), Structure.parse("b"))
    account = next(it for it in GAME.explain(states, State(found)) if it.overlooked)
    assert account.changes == (Turn.parse("black Bd@D2"), Turn.parse("white Gd@D10"))
    assert (account.kept, account.overlooked, account.late, account.legal) == (0, ("D2",), ("D2",), True)
    gone = start.city.with_lot(Lot.parse("D2"), Structure.parse("b"))
    assert not any(it.overlooked for it in GAME.explain(states, State(gone))), "what was built since is there"
    against = states[-1].city.with_lot(Lot.parse("H9"), Structure.parse("k"))
    assert not any(it.overlooked for it in GAME.explain(states, State(against)))
    built = states_of(start, [Turn.parse(text) for text in ("black Kd@F1", "white Gd@D10")])
    more = built[-1].city.with_lot(Lot.parse("D2"), Structure.parse("b"))
    assert not any(it.overlooked for it in GAME.explain(built, State(more)))


def test_a_cap_alone_may_tell_whose_the_last_turn_was() -> None:
    start = State.start(OTHER_TILES)
    texts = ("black Bt@D2", "white Gd@D10", "black Kd@F1")
    states = states_of(start, [Turn.parse(text) for text in texts])
    capped = states[-1].city.with_lot(Lot.parse("D2"), Structure.parse("Bo"))
    by_white = [it for it in GAME.explain(states, State(capped)) if it.other_hands]
    assert [it.changes for it in by_white] == [(Turn.parse("white Kd@F1 o@D2"),)]
    assert [(it.kept, it.other_hands) for it in by_white] == [(2, ("F1",))]
    assert [fault.rule for fault in by_white[0].verdicts[0].faults] == ["T1"]
    own = states[-1].city.with_lot(Lot.parse("D2"), Structure.parse("Bx"))
    more = capped.with_lot(Lot.parse("H1"), Structure.parse("R"))
    late = states_of(start, [Turn.parse(text) for text in ("black Bt@D2", "white Rt@H1", "black Gd@D10")])
    too_late = late[-1].city.with_lot(Lot.parse("H1"), Structure.parse("Ro"))
    assert not any(it.other_hands for it in GAME.explain(late, State(too_late))), "rather a turn ago"
    for table in (own, more, states[-1].city):
        assert not any(it.other_hands for it in GAME.explain(states, State(table)))


def test_turns_are_mended_with_the_pieces_that_really_stand_there() -> None:
    turns = [Turn.parse(text) for text in ("black Bd@D2", "white Rt@H1 o@H1", "black Gd@D10")]
    start = State.start(OTHER_TILES)
    table = states_of(start, turns)[-1].city.with_lot(Lot.parse("H1"), Structure.parse("B"))
    mended = GAME.mended(turns, State(table), ["H1"])
    assert mended == (turns[0], Turn.parse("white Bt@H1"), turns[2])
    assert states_of(start, list(mended))[-1].city == table


def test_a_cap_on_what_was_taken_for_a_dome_was_laid_by_the_last_turn_of_its_owner_that_laid_none() -> None:
    texts = ("black Bd@D2", "white Rd@H1", "black Gd@D10", "white Kd@F1", "black pass")
    turns = [Turn.parse(text) for text in texts]
    start = State.start(OTHER_TILES)
    city = states_of(start, turns)[-1].city
    table = State(city.with_lot(Lot.parse("H1"), Structure.parse("Rx")))
    mended = GAME.mended(turns, table, ["H1"])
    assert mended == (turns[0], Turn.parse("white Rt@H1"), Turn.parse("black Gd@D10 x@H1"), *turns[3:])
    assert GAME.mended(turns[:2], table, ["H1"]) is None


def test_a_turn_of_which_nothing_is_left_was_none_if_it_was_the_last() -> None:
    turns = [Turn.parse(text) for text in ("black Rt@H1", "white o@H1", "black Gd@D10")]
    start = State.start(OTHER_TILES)
    table = State(start.city.with_lot(Lot.parse("H1"), Structure.parse("R")))
    assert GAME.mended(turns[:2], table, ["H1"]) == (turns[0],)
    assert GAME.mended(turns, table, ["H1"]) is None, "who built D10, if White did nothing, is to be asked"
    passed = [turns[0], Turn.parse("white pass")]
    other = State(start.city.with_lot(Lot.parse("H1"), Structure.parse("B")))
    assert GAME.mended(passed, other, ["H1"]) == (Turn.parse("black Bt@H1"), passed[1]), "a pass was one"


def test_what_no_piece_explains_is_not_mended() -> None:
    turns = [Turn.parse("black Bd@D2")]
    start = State.start(OTHER_TILES)
    assert GAME.mended(turns, start, ["D2"]) is None
    elsewhere = State(start.city.with_lot(Lot.parse("E9"), Structure.parse("b")))
    assert GAME.mended(turns, elsewhere, ["E9"]) is None
