"""A set in colours that nobody trained for is learnt from a few arrangements of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.alien_city import LOTS, PIECES, City, Structure, icon_lot
from vision.alien_city.own_set.learner import AlienCitySet
from vision.alien_city.own_set.learnt import Learnt
from vision.alien_city.own_set.likeness import Likeness
from vision.alien_city.own_set.mislaid import Against
from vision.alien_city.own_set.palette import Palette
from vision.alien_city.own_set.prints import Prints
from vision.alien_city.own_set.shown import Shot
from vision.alien_city.reader import CityReader
from vision.alien_city.reading import ICON_LOTS, LOT_STATES, MARKS
from vision.game import Misplaced, NotSeenError
from vision.photo import Picture
from vision.sharpness import BLURRED
from vision.synthetic.alien_city.deal import random_scene
from vision.synthetic.alien_city.hard_looks import medallion_looks
from vision.synthetic.alien_city.looks import Four, random_piece_look, random_tile_look
from vision.synthetic.alien_city.own_set import at_home
from vision.synthetic.alien_city.positions import random_position

OWN = AlienCitySet()
COUNT = len(OWN.arrangements)
Shots = list[Shot]


RED, BLUE, YELLOW, PURPLE = (0.8, 0.1, 0.1), (0.12, 0.3, 0.75), (0.9, 0.8, 0.12), (0.4, 0.12, 0.5)


def pictures(
    positions: tuple[str, ...], seed: int, guilds: Four = (RED, BLUE, YELLOW, PURPLE)
) -> list[Picture]:
    """Opaque pieces, in red, blue, yellow and purple if nothing else is said, on tiles of one's own."""
    rng = np.random.default_rng((77, 4))
    tiles = random_tile_look(rng, "invented", guilds)
    looks = tiles, random_piece_look(rng, "v22", guilds, tiles.base)
    rng = np.random.default_rng(seed)
    shown = at_home(rng, random_scene(rng, size=(1280, 960), looks=looks), positions)
    return [rendering.image for rendering in shown]


@pytest.fixture(scope="module")
def shots() -> Shots:
    """Every arrangement, and then two positions of games."""
    rng = np.random.default_rng(6)
    positions = *OWN.arrangements, *(random_position(rng, odd=False) for _ in range(2))
    found = [
        OWN.shot(picture, position)
        for picture, position in zip(pictures(positions, 6), positions, strict=True)
    ]
    assert all(isinstance(shot, Shot) for shot in found)
    return [shot for shot in found if isinstance(shot, Shot)]


@pytest.fixture(scope="module")
def learnt(shots: Shots) -> Mapping[str, Any]:
    return OWN.learnt(shots[:COUNT])


def test_what_was_learnt_makes_other_pictures_of_the_set_be_read_better(
    shots: Shots, learnt: Mapping[str, Any]
) -> None:
    before, after = OWN.tried(shots[COUNT:], None), OWN.tried(shots[COUNT:], learnt)
    assert before.boards == after.boards == len(shots) - COUNT
    assert after.faults < before.faults / 5
    assert after.exact >= before.exact


def test_each_piece_has_its_colour_and_they_differ(learnt: Mapping[str, Any]) -> None:
    palette = Palette.from_json(learnt["palette"])
    assert not np.isnan(palette.pieces).any()
    yellow, blue = (palette.pieces[[str(piece) for piece in PIECES].index(it)] for it in ("Gt", "Bt"))
    assert yellow[0] - yellow[2] > blue[0] - blue[2] + 1.5, "against each other, whatever the tiles' stock"


def test_what_looks_alike_is_named_and_nothing_else(shots: Shots) -> None:
    assert OWN.alike(shots[:COUNT]) == []
    drawn = pictures(OWN.arrangements, 6, (RED, BLUE, YELLOW, BLUE))
    twins = [OWN.shot(picture, asked) for picture, asked in zip(drawn, OWN.arrangements, strict=True)]
    (pair,) = OWN.alike([shot for shot in twins if isinstance(shot, Shot)])
    assert (pair.one.text, pair.other.text) == ("blue dome", "black dome")
    assert OWN.mislaid([shot for shot in twins if isinstance(shot, Shot)]) == {}, "they are mixed up in all"


def exchanged(position: str, *pieces: str) -> tuple[str, dict[str, str]]:
    """An arrangement in which two pieces are exchanged, and what was asked for on their lots."""
    city = City.parse(position)
    one, other = (next(lot for lot in LOTS if str(city[lot]) == piece) for piece in pieces)
    laid = city.with_lot(one, None).with_lot(other, city[one]).with_lot(one, city[other])
    return str(laid), {str(one): pieces[0], str(other): pieces[1]}


def test_pieces_that_were_exchanged_and_tiles_of_another_arrangement_are_told_by_the_others(
    shots: Shots,
) -> None:
    assert OWN.mislaid(shots[:COUNT]) == {}
    asked = OWN.arrangements[1]
    (domes, on_domes), (towers, on_towers) = exchanged(asked, "r", "b"), exchanged(asked, "Ro", "Bx")
    on_others = asked.replace(asked.split()[0], OWN.arrangements[5].split()[0])
    # As the first of several on the table of the others, so that all is as it was there.
    positions = (*OWN.arrangements, domes, towers, on_others)
    names = {
        "r": "red dome",
        "b": "blue dome",
        "Ro": "red tower with a white cap",
        "Bx": "blue tower with a black cap",
    }
    for picture, on_lots in zip(pictures(positions, 6)[COUNT:], (on_domes, on_towers, None), strict=True):
        shot = OWN.shot(picture, asked)
        assert isinstance(shot, Shot), "every lot is built on or bare as asked for"
        ((number, places),) = OWN.mislaid([shots[0], shot, *shots[2:COUNT]]).items()
        assert number == 1
        if on_lots is not None:
            said = {place: what.text for place, what in places.items()}
            assert said == {lot: names[piece] for lot, piece in on_lots.items()}
        else:
            assert len(places) > 12
            assert all(what.text.startswith("icon of ") for what in places.values())


def test_an_arrangement_is_accused_by_what_its_lots_say_in_all_and_the_clearest_one_first() -> None:
    def against(tiles: int, *nats: float) -> Against:
        lots = np.zeros(len(LOTS))
        lots[: len(nats)] = nats
        return Against(np.flatnonzero(lots), np.arange(tiles), lots)

    one, two, doubts, others = against(0, 20.0), against(0, 8.0, 7.0), against(4, *[1.0] * 11), against(9)
    assert [it.is_mislaid for it in (one, two, doubts, others)] == [True, True, False, True]
    assert max((one, two, doubts), key=lambda it: it.badness) is one
    assert max((two, doubts), key=lambda it: it.badness) is two
    assert max((one, two, doubts, others), key=lambda it: it.badness) is others


def test_icons_that_nobody_trained_for_are_told_by_their_looks(
    shots: Shots, learnt: Mapping[str, Any]
) -> None:
    prints = Prints.from_json(learnt["prints"])
    for shot in shots[COUNT:]:
        bare = shot.states == LOT_STATES.index(None)
        said = np.add(*prints(shot.picture, shot.pose, bare)).argmax(axis=1)
        icons = [icon_lot(at, MARKS[mark].corner) for at, mark in enumerate(shot.marks)]
        assert bare[icons].sum() > 5
        assert (said == shot.marks)[bare[icons]].mean() > 0.9
        hidden = np.stack(prints(shot.picture, shot.pose, np.zeros_like(bare)))
        assert not hidden.any(), "what is hidden tells nothing"


def test_what_is_under_a_hand_tells_no_tiles(shots: Shots, learnt: Mapping[str, Any]) -> None:
    shot = shots[0]
    reader = CityReader()
    as_any = reader.read_at(shot.picture, shot.pose)
    hidden = np.zeros(len(LOTS))
    hidden[ICON_LOTS[:8].ravel()] = 1.0
    likeness = Likeness()(shot.picture, shot.pose)
    far = replace(likeness, looks=np.where(hidden[:, None] > 0, likeness.looks + 3.0, likeness.looks))
    judged = Learnt.from_json(dict(learnt)).judged(shot.picture, replace(as_any, unseen=hidden), far)
    assert judged.unseen[hidden > 0].min() > 0.9
    guilds = judged.tiles.reshape(-1, 4, 4).sum(axis=2).max(axis=1)
    assert guilds[:8].max() < 0.5
    assert np.median(guilds[8:]) > 0.9


def test_every_mark_and_every_state_is_shown() -> None:
    cities = [City.parse(position) for position in OWN.arrangements]
    assert len(cities) <= 6
    assert {tile for city in cities for tile in city.tiles} == set(MARKS)
    assert {content for city in cities for content in city.lots} == set(LOT_STATES)


def test_what_does_not_lie_as_asked_is_named() -> None:
    asked = OWN.arrangements[0]
    city = City.parse(asked)
    empty = next(lot for lot in LOTS if city[lot] is None)
    built = [lot for lot in LOTS if city[lot] is not None][:3]
    other = city.with_lot(empty, Structure.parse("r"))
    for lot in built:
        other = other.with_lot(lot, None)
    (picture,) = pictures((str(other),), 9)
    found = OWN.shot(picture, asked)
    assert isinstance(found, Misplaced)
    assert set(found.places) >= {str(lot) for lot in (empty, *built)}


@pytest.mark.parametrize("on_icon", [False, True])
def test_one_piece_beside_its_lot_is_noticed_and_who_laid_it_may_insist(on_icon: bool) -> None:
    asked = OWN.arrangements[0]
    city = City.parse(asked)
    tower = next(lot for lot in LOTS if str(city[lot]) == "R")
    icons = {icon_lot(place, tile.corner) for place, tile in enumerate(city.tiles) if tile.corner is not None}
    elsewhere = next(lot for lot in reversed(LOTS) if city[lot] is None and (lot in icons) == on_icon)
    moved = city.with_lot(elsewhere, city[tower]).with_lot(tower, None)
    (picture,) = pictures((str(moved),), 9)
    found = OWN.shot(picture, asked)
    assert isinstance(found, Misplaced)
    assert set(found.places) == {str(tower), str(elsewhere)}
    assert isinstance(found.anyway, Shot)


def test_a_kind_of_pieces_that_nobody_can_see_is_no_reason_to_ask_for_another_picture() -> None:
    """Two black coins on black tiles, and nothing else that is missing; one of them alone was left out."""
    city = City.parse(OWN.arrangements[0])
    coins = [lot for lot in LOTS if str(city[lot]) == "k"]
    towers = [lot for lot in LOTS if city[lot] is not None and city[lot] not in map(city.__getitem__, coins)][
        ::4
    ]
    without_kind, without_some = city, city
    for lot in coins:
        without_kind = without_kind.with_lot(lot, None)
    for lot in (coins[0], *towers):
        without_some = without_some.with_lot(lot, None)
    blind, careless = pictures((str(without_kind), str(without_some)), 9)
    assert isinstance(OWN.shot(blind, OWN.arrangements[0]), Shot)
    assert isinstance(OWN.shot(careless, OWN.arrangements[0]), Misplaced)


@pytest.mark.parametrize("seed", [0, 5])
def test_icons_in_round_fields_are_no_coins_that_lie_there(seed: int) -> None:
    """One of them may seem to be one; who laid the tiles knows better."""
    looks, rng = medallion_looks(np.random.default_rng(seed)), np.random.default_rng(6)
    asked = OWN.arrangements[0]
    (seen,) = at_home(rng, random_scene(rng, size=(1280, 960), looks=looks), [asked])
    found = OWN.shot(seen.image, asked)
    assert isinstance(found if isinstance(found, Shot) else found.anyway, Shot)


def test_an_arrangement_out_of_focus_is_refused_for_that_and_not_for_where_things_lie() -> None:
    (picture,) = pictures(OWN.arrangements[:1], 6)
    assert isinstance(OWN.shot(picture, OWN.arrangements[0]), Shot)
    for blur in (3, 5, 8):
        blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
        with pytest.raises(NotSeenError) as refused:
            OWN.shot(blurred, OWN.arrangements[0])
        assert refused.value.message == BLURRED


def test_an_empty_board_is_no_arrangement_nor_one_with_towers_only() -> None:
    asked = OWN.arrangements[0]
    city = City.parse(asked)
    towers_only = city
    for lot in LOTS:
        if str(city[lot]) in ("r", "b", "g", "k"):
            towers_only = towers_only.with_lot(lot, None)
    for picture in pictures((str(City.empty(city.tiles)), str(towers_only)), 9):
        found = OWN.shot(picture, asked)
        assert isinstance(found, Misplaced)
        assert found.anyway is None


def test_what_other_networks_have_learnt_is_refused(learnt: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match="learnt by another version of Kibitz"):
        OWN.eyes(dict(learnt) | {"networks": "0123456789ab"})


@pytest.mark.parametrize(
    ("part", "wrong", "reason"),
    [
        ("palette", {"grounds": []}, "no palette"),
        ("palette", {"grounds": [[0.0, float("nan"), 0.0]]}, "no palette"),
        ("palette", {"grounds": [[1, 2, None]]}, "no palette"),
        ("lots", {"offsets": [0.0]}, "no layer"),
        ("lots", {"weights": [[float("inf")] * 28] * 14}, "no layer"),
        ("lots", {"weights": [[1e300] * 78] * 14}, "no layer"),
        ("lots", {"colours": {"middles": [1e308] * 18, "spreads": [1.0] * 18}}, "no scale"),
        ("lots", {"weights": [[0.0] * 60] * 14}, "no set"),
        ("lots", {"colours": {"middles": [0.0] * 17, "spreads": [1.0] * 17}}, "no set"),
        ("lots", {"colours": {"middles": [0.0] * 18, "spreads": [0.0] * 18}}, "no scale"),
        ("prints", {"means": [[1.0]]}, "no prints"),
        ("guilds", {"weights": [[0.0] * 49] * 3}, "no layer"),
        ("guilds", {"weights": [[0.0] * 36] * 4}, "no set"),
        ("guilds", {"inks": {"middles": [0.0] * 12, "spreads": [1.0] * 12}}, "no set"),
        ("guilds", {"inks": {"middles": [float("nan")] * 13, "spreads": [1.0] * 13}}, "no scale"),
    ],
)
def test_numbers_that_cannot_be_of_a_set_are_refused(
    learnt: Mapping[str, Any], part: str, wrong: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        OWN.eyes(dict(learnt) | {part: learnt[part] | wrong})


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"prototypes": [[0.0] * 31] * 21}, "no prototypes"),
        ({"prototypes": [[0.0] * 32] * 20}, "no prototypes"),
        ({"prototypes": [None] * 21}, "no prototypes"),
        ({"prototypes": [[float("inf")] * 32] * 21}, "no prototypes"),
        ({"tile_shares": [1.0] * 3}, "no set"),
        ({"tile_shares": [1.0, 1.0, 1.0, -1.0]}, "no set"),
        ({"tile_shares": [1.0, 1.0, 1.0, float("nan")]}, "no set"),
    ],
)
def test_prototypes_that_cannot_be_of_a_set_are_refused(
    learnt: Mapping[str, Any], wrong: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        OWN.eyes(dict(learnt) | wrong)


@pytest.mark.parametrize(
    "data",
    [{}, {"networks": 3}, {"networks": "", "lots": {}}, dict.fromkeys(("networks", "prototypes", "lots"))],
)
def test_what_is_no_set_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        OWN.eyes(data)
