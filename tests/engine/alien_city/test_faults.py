"""Faults in words a player understands, with the lots that prove them."""

from __future__ import annotations

import pytest

from engine.alien_city import (
    LOTS,
    UNKNOWN,
    City,
    CityFault,
    Colour,
    HouseRules,
    Lot,
    Piece,
    Player,
    State,
    Tile,
    Turn,
    UnreadLotsError,
    end,
    judge,
    legal_caps,
    position_faults,
    score,
)
from tests.engine.alien_city.cities import CORNER, EMPTY, TILES, city


def sentences(position: City, turn: str, house_rules: HouseRules | None = None) -> list[str]:
    verdict = judge(State(position), Turn.parse(turn), house_rules or HouseRules())
    return [fault.sentence() for fault in verdict.faults]


def test_r1_an_occupied_lot() -> None:
    assert sentences(CORNER, "? Gd@A2") == ["R1: A2 is already built on."]


def test_r2_a_dome_away_from_its_colour() -> None:
    (fault,) = judge(State(EMPTY), Turn.parse("? Gd@C1")).faults
    assert fault.sentence() == (
        "R2: a green dome belongs on a green tile, and C1 is on a black one; "
        "A1, B1, E1 can still be built on."
    )
    assert fault.places[:4] == ("C1", "A1", "B1", "E1")
    greens = [lot for lot in LOTS if EMPTY.tile_at(lot).guild is Colour.GREEN]
    assert set(fault.places[1:]) == set(map(str, greens))


def test_r3_a_foreign_tower_on_a_thin_tile() -> None:
    assert sentences(EMPTY, "? Rt@G3") == [
        "R3: this blue tile holds fewer than two structures, so only a blue tower may stand on G3."
    ]


def test_r4_a_lot_whose_building_cuts_streets_off() -> None:
    (fault,) = judge(State(city("8/8/8/8/8/8/8/8/r7/8")), Turn.parse("? Kd@B1")).faults[1:]
    assert fault.sentence() == "R4: a structure on B1 would cut off A1 from the other streets."
    assert fault.places == ("A1", "B1")


def test_r4_a_structure_that_loses_its_last_street() -> None:
    around = city("8/8/8/8/8/8/8/8/g7/g7")
    assert sentences(around, "? Gt@B1") == ["R4: B1 is the last street of the green dome on A1."]


def test_r5_an_icon_lot_while_its_tile_is_open() -> None:
    (fault,) = judge(State(EMPTY), Turn.parse("? Gt@B2")).faults
    assert (
        fault.sentence() == "R5: B2 is an icon lot, closed as long as A1, B1, A2 of its tile can be built on."
    )


def test_all_faults_are_named_and_never_just_the_first() -> None:
    state = State.start(TILES)
    verdict = judge(state, Turn.parse("white Kd@B2"))
    assert verdict.violates == ("2", "5", "turn")
    assert not verdict.legal


def test_a_piece_that_is_used_up() -> None:
    state = State(EMPTY, ((0,) * 7, (1,) * 7), Player.BLACK)
    assert "P3: Black has no black dome left." in map(str, judge(state, Turn.parse("black Kd@C1")).faults)


def test_where_the_start_was_not_seen_a_piece_is_used_up_when_the_box_is_empty() -> None:
    full = city("g7/1g6/8/g7/1g6/g7/8/1g6/8/8")
    assert "P3: every green dome there is stands already." in sentences(full, "? Gd@A1")


def test_a_cap_is_told_all_that_is_wrong_with_it() -> None:
    state = State.start(TILES)
    assert judge(state, Turn.parse("black Kd@C1 x@D5")).violates == ("no-tower",)
    assert judge(state, Turn.parse("black Kd@C1 o@C1")).violates == ("no-tower", "not-yours")
    assert judge(state, Turn.parse("black x@D5")).violates == ("no-tower", "not-built")
    assert judge(state, Turn.parse("black Rt@C1 x@C1")).legal


def test_a_cap_that_nobody_has_built_for_is_blamed_on_nobody_whose_it_is_not() -> None:
    state = State.start(TILES).played(Turn.parse("black Rt@C1 x@C1")).played(Turn.parse("white Rt@A9"))
    late = state.played(Turn.parse("black Kd@D2"))
    assert judge(late, Turn.parse("white x@A9")).violates == ("not-built",)


def test_who_laid_a_cap_and_built_nothing_has_still_to_build() -> None:
    after = State.start(TILES).played(Turn.parse("black x@D5"))
    assert after.to_move is Player.BLACK
    assert judge(after, Turn.parse("black Rt@C1")).legal


def test_a_player_who_can_build_may_not_pass() -> None:
    start = State.start(TILES)
    assert judge(start, Turn.parse("black pass")).violates == ("pass",)
    unclear = State(start.city.with_lot(Lot.parse("A1"), UNKNOWN), start.hands, start.to_move)
    assert judge(unclear, Turn.parse("black pass")).legal


def test_nobody_passes_any_more_when_the_game_is_over() -> None:
    (fault,) = judge(State(EMPTY, ((0,) * 7, (0,) * 7), Player.BLACK), Turn.parse("black pass")).faults
    assert fault.sentence() == "E3: the game is over; nobody passes any more."


def test_foreign_towers_are_no_reason_for_each_other() -> None:
    # Of three on a green tile two are foreign: the first of these found only one there.
    faults = position_faults(city("8/8/8/8/8/8/8/8/R7/gR6"))
    assert [fault.places for fault in faults.details if fault.code == "3"] == [("B1",), ("A2",)]
    fine = position_faults(city("8/8/8/8/8/8/8/8/g7/gR6"))
    assert CityFault.FOREIGN_TOWER not in fine.flags


def test_a_position_is_charged_with_everything_at_once() -> None:
    wrong = city("8/3BxBxBxBx1/8/8/8/8/8/r7/1r6/8")
    faults = position_faults(wrong)
    assert CityFault.CAPS in faults.flags
    assert CityFault.FOREIGN_TOWER in faults.flags
    assert CityFault.FOREIGN_DOME in faults.flags
    assert any("4 caps of Black are on the board; there are only 3." in line for line in faults.sentences())


def test_split_streets_are_shown_by_the_lots_cut_off() -> None:
    faults = position_faults(city("8/8/8/8/8/8/8/8/g7/1g6"))
    assert faults.flags & CityFault.STREETS_SPLIT
    (split,) = (fault for fault in faults.details if fault.code == "4")
    assert split.places == ("A1",)
    assert split.sentence() == "R4: A1 is cut off from the other streets."
    both = position_faults(city("8/8/8/8/8/8/8/8/gG6/2G5"))
    assert "R4: A1, B1 are cut off from the other streets." in both.sentences()


def test_a_structure_without_a_street() -> None:
    faults = position_faults(city("8/8/8/8/8/8/8/8/gg6/gg6"))
    assert faults.flags & CityFault.NO_STREET
    assert "R4: the green dome on A1 touches no street." in faults.sentences()


def test_an_icon_lot_built_too_early() -> None:
    faults = position_faults(city("8/8/8/8/8/8/8/8/1g6/8"))
    assert faults.flags == CityFault.ICON_LOT
    assert faults.sentences() == [
        "R5: the icon lot B2 is built on although A1, B1, A2 of its tile could still be built on."
    ]


def test_an_icon_lot_that_closed_the_last_other_lot_of_its_tile_was_built_too_early_all_the_same() -> None:
    # B2, now the last street of B1, could be built on as long as A1 was open.
    faults = position_faults(city("8/8/8/8/8/8/8/8/8/ggk5", TILES.replace("G>K>G>K<", "G<K>G>K<")))
    assert faults.sentences() == [
        "R5: the icon lot A1 is built on although B2 of its tile could still be built on."
    ]


def test_a_dome_that_closed_the_last_lots_of_its_colour_was_misplaced_all_the_same() -> None:
    # The streets pass a wall on both sides until H5 is built on; then only by A5 and A6.
    tiles = "????????/????????/R?K?K?K?/????????/????????"
    faults = position_faults(city("8/8/8/8/1r6/1rkkkkkr/8/8/8/8", tiles))
    assert faults.sentences() == [
        "R2: the red dome on H5 stands on a black tile although A5, A6 of its own colour could still be built on."
    ]


def test_too_many_tiles_and_pieces() -> None:
    tiles = TILES.replace("K", "G")
    faults = position_faults(city("8/8/8/8/8/8/RRRRR3/R7/8/8", tiles))
    assert CityFault.TILES | CityFault.SUPPLY in faults.flags
    assert "P3: red tower: 6 stand, there are only 5." in faults.sentences()


def test_a_sixth_tile_of_a_guild_is_one_too_many() -> None:
    faults = position_faults(city("8/8/8/8/8/8/8/8/8/8", TILES.replace("K", "G", 1)))
    assert faults.sentences() == ["P1: there are 6 green tiles, more than the 5 of a guild."]


def test_where_streets_are_split_nothing_is_made_of_lots_that_could_be_built_on() -> None:
    # Nobody can tell when B2, an icon lot, was built, as by the rules this city cannot have come about at all.
    assert position_faults(city("8/8/8/8/8/8/8/g7/1g6/2k5")).flags == CityFault.STREETS_SPLIT


def test_an_unread_lot_may_be_the_street_that_is_missing() -> None:
    split = city("8/8/8/8/8/8/8/8/g7/1g6")
    assert not position_faults(split.with_lot(Lot.parse("A2"), UNKNOWN)).flags & CityFault.STREETS_SPLIT


def test_an_unknown_guild_may_fit() -> None:
    tiles = (Tile(None, None), *EMPTY.tiles[1:])
    unclear = City(tiles, EMPTY.lots)
    assert sentences(unclear, "? Rt@A1") == []
    assert sentences(unclear, "? Gd@B2") == []


def test_a_score_says_which_lots_it_lacks() -> None:
    unclear = EMPTY.with_lot(Lot.parse("A2"), UNKNOWN).with_lot(Lot.parse("C7"), UNKNOWN)
    with pytest.raises(UnreadLotsError, match=r"score not counted: 2 lots unread \(A2, C7\)") as caught:
        score(unclear)
    assert caught.value.lots == (Lot.parse("A2"), Lot.parse("C7"))


def test_after_an_illegal_cut_the_rest_of_the_city_is_judged_on_its_own() -> None:
    pocket = city("8/8/8/8/8/8/8/g7/1g6/2k5")
    assert judge(State(pocket), Turn.parse("? Kd@H1")).legal
    assert sentences(pocket, "? Gt@A2") == ["R4: A2 is cut off from the streets of the city."]
    assert end(State(pocket)) is None


class TestHouseRules:
    def test_cut_off_lots_lets_streets_be_cut_off_that_no_structure_needs(self) -> None:
        verdict = judge(State(CORNER), Turn.parse("? Gt@B1"))
        assert verdict.violates == ("4",)
        assert verdict.house_rules == ("cut_off_lots",)
        assert judge(State(CORNER), Turn.parse("? Gt@B1"), HouseRules(cut_off_lots=True)).legal

    def test_cut_off_lots_still_keeps_every_structure_on_the_streets(self) -> None:
        house = HouseRules(cut_off_lots=True)
        around = city("8/8/8/8/8/8/8/8/g7/g7")
        assert judge(State(around), Turn.parse("? Gt@B1"), house).violates == ("4",)

    def test_fallback_keeps_r3_holds_a_fallback_dome_to_thick_tiles(self) -> None:
        no_blue = TILES.replace("B", "R")
        start = State(city("8/8/8/8/8/8/8/8/8/8", no_blue))
        assert judge(start, Turn.parse("? Bd@A1")).legal
        verdict = judge(start, Turn.parse("? Bd@A1"), HouseRules(fallback_keeps_r3=True))
        assert verdict.violates == ("3",)
        assert judge(start, Turn.parse("? Bd@C1"), HouseRules(fallback_keeps_r3=True)).legal
        thin = city("8/8/8/8/8/8/8/8/8/b7", no_blue)
        assert position_faults(thin).flags == CityFault.TILES
        assert (
            position_faults(thin, HouseRules(fallback_keeps_r3=True)).flags
            == CityFault.TILES | CityFault.THIN_FALLBACK
        )

    def test_an_unknown_house_rule_is_named(self) -> None:
        with pytest.raises(ValueError, match="'no_domes'"):
            HouseRules.named(["no_domes"])


def test_a_game_whose_start_was_not_seen_goes_on() -> None:
    state = State(city("8/8/8/8/8/8/8/8/g7/4R3"))
    assert end(state) is None
    after = state.played(Turn.parse("black Kd@C1 x@E1"))
    assert after.to_move is Player.WHITE
    assert after.caps_left(Player.BLACK) == 2
    assert legal_caps(state, Player.WHITE) == [Lot.parse("E1")]
    assert Piece.parse("Rt") in after.pieces_of(Player.WHITE)
    assert score(after.city).totals == {"black": 0, "white": 0}
