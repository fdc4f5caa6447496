"""The simulated landscapes tell the truth about the pictures that are drawn of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from engine.netzwerk.fields import Field
from engine.netzwerk.material import DESERT, City, Colour
from engine.netzwerk.text import format_state, parse_state
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.hands import outlines
from vision.synthetic.netzwerk import LandscapeScene, random_landscape, render_landscape
from vision.synthetic.netzwerk.labels import seen_pieces
from vision.synthetic.netzwerk.miners import SHAPES, miner_solids
from vision.synthetic.netzwerk.positions import random_crowd
from vision.synthetic.netzwerk.prints import colour_of
from vision.synthetic.netzwerk.render import looked_at
from vision.synthetic.netzwerk.scene import COLOURS, PLAYERS, Piece
from vision.synthetic.setting import Lamp, Light

SIZE = (640, 480)
EVEN = Light((), (1.0, 1.0, 1.0), (0.0, 0.0), 0.0)


def drawn(seed: int) -> LandscapeScene:
    return random_landscape(np.random.default_rng(seed), SIZE)


def bare(seed: int) -> LandscapeScene:
    """A landscape with nothing on it, in even white light, through a camera that adds nothing."""
    scene = drawn(seed)
    sensor = replace(
        scene.sensor, exposure=1.0, balance=(1.0, 1.0, 1.0), gamma=1.0, contrast=1.0, saturation=1.0, shoulder=0.0,
        black=0.0, noise=0.0, blur=0.3, motion=(0.0, 0.0), sharpen=0.0, vignette=0.0, haze=0.0, jpeg=95,
    )  # fmt: skip
    look = replace(scene.print_look, drawing="none", gloss=0.0, rim_mm=0.0)
    return replace(scene, sensor=sensor, light=EVEN, pieces=(), things=(), hands=(), print_look=look)


@cache
def evenly_lit(seed: int) -> tuple[LandscapeScene, npt.NDArray[np.uint8]]:
    """A landscape without hands in even white light, and its picture."""
    scene = replace(drawn(seed), hands=(), light=EVEN)
    return scene, render_landscape(scene).image


def seen_at(picture: npt.NDArray[np.uint8], at: tuple[float, float]) -> npt.NDArray[np.float64]:
    u, v = (round(c) for c in at)
    return np.asarray(picture[v - 1 : v + 2, u - 1 : u + 2].mean((0, 1)), np.float64)


def test_the_same_seed_gives_the_same_picture() -> None:
    one, two = (render_landscape(drawn(3)) for _ in range(2))
    assert (one.image == two.image).all()
    assert one.position == two.position
    assert (one.image != render_landscape(drawn(4)).image).any()


def test_on_a_stony_landscape_most_fields_bear_one_stone_or_two_on_each_other() -> None:
    counts, highest = Counter[int](), Counter[int]()
    for seed in range(6):
        scene = random_landscape(np.random.default_rng(seed), SIZE, stony=True)
        counts.update(scene.state.stones.values())
        on_fields = {field for piece in scene.pieces if piece.kind == "stone" for field in piece.on}
        stacks = {f for p in scene.pieces if p.kind == "stone" and p.at[2] > 0 for f in p.on}
        highest.update(field in stacks for field in on_fields if scene.state.stones[field] == 2)
    assert counts[0] < 0.3 * counts.total()
    assert min(counts[1], counts[2]) > 0.3 * counts.total()
    assert highest[True] > 0.6 * highest.total()


def test_landscapes_hold_what_the_box_holds() -> None:
    for seed in range(12):
        state = drawn(seed).state
        kinds = list(state.board.kinds.values())
        small = len(state.players) == 2
        assert sum(kind is DESERT for kind in kinds) == 5
        assert all(kinds.count(colour) == 5 - small for colour in Colour)
        values = [kind.value for kind in kinds if isinstance(kind, City)]
        assert sorted(values) == [v for v in range(2, 11) if not (small and v == 6)]


def test_the_position_reported_is_what_the_scene_holds() -> None:
    scene = drawn(5)
    words = render_landscape(scene).position
    hands = "|".join(f"{player}0,0,0,0,0" for player in scene.state.players)
    state = parse_state(f"{words} {hands} {scene.state.players[0]}.m")
    assert (state.board, state.stones) == (scene.state.board, scene.state.stones)
    assert (state.miners, state.connectors) == (scene.state.miners, scene.state.connectors)


def test_every_field_shows_its_colour_at_its_middle() -> None:
    for seed in range(6):
        scene = bare(seed)
        rendering = render_landscape(scene)
        for (q, r), at in rendering.fields.items():
            kind = scene.state.board[Field(q, r)]
            if isinstance(kind, City):
                continue  # its number is printed there
            due = np.array(colour_of(kind, scene.print_look)) * 255
            seen = seen_at(rendering.image, at)
            assert np.abs(due / due.max() - seen / seen.max()).max() < 0.25


def test_a_print_is_in_the_picture_where_its_field_is_said_to_be() -> None:
    black = (0.0, 0.0, 0.0)
    turns = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    for seed in range(4):
        scene = bare(seed)
        look = replace(
            scene.print_look, shape="disc", disc_mm=36.0, line_mm=0.0, ground_tint=0.0, ground=(1.0, 1.0, 1.0),
            colours=(black, black, black, black, black), desert=black, stock="card", grain=0.0,
        )  # fmt: skip
        rendering = render_landscape(replace(scene, print_look=look))
        dark = 255 - rendering.image.astype(float).mean(2)
        off = []
        for (q, r), at in rendering.fields.items():
            if isinstance(scene.state.board[Field(q, r)], City):
                continue  # its number is printed there
            x, y = scene.view.on_plane(np.array(at), 0.0)
            rim, around = (
                scene.view.project(
                    np.column_stack([x + it * np.cos(turns), y + it * np.sin(turns), 0 * turns])
                )
                for it in (18.0, 20.0)
            )
            window = filled(around)
            ink = np.where(window > 0, dark - dark[window > 0].min(), 0)
            off.append(middle(ink) - middle(filled(rim)))
        assert np.linalg.norm(off, axis=1).max() < 0.3, "pixels"


def filled(outline: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    mask = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillPoly(mask, [np.rint(outline * 16).astype(np.int32)], (255,), cv2.LINE_AA, 4)
    return mask


def middle(weights: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    rows, columns = np.indices(weights.shape)
    return np.array([(columns * weights).sum(), (rows * weights).sum()]) / weights.sum()


def test_the_pose_puts_the_fields_where_they_are_seen() -> None:
    for seed in range(8):
        scene = drawn(seed)
        rendering = render_landscape(scene)
        ideal = np.array([[50 * (q + r / 2), -25 * 3**0.5 * r, 0] for q, r in rendering.fields])
        off = rendering.pose.project(ideal) - np.array(list(rendering.fields.values()))
        assert np.linalg.norm(off, axis=1).max() / scene.view.px_per_mm < 2.5
        assert np.linalg.norm(off.mean(0)) / scene.view.px_per_mm < 0.2


@pytest.mark.parametrize("kind", ["stone", "stick", "miner"])
def test_a_piece_changes_the_picture_where_it_is_said_to_be(kind: str) -> None:
    checked = 0
    for scene, _ in map(evenly_lit, range(4)):
        without = render_landscape(replace(scene, pieces=())).image.astype(int)
        for piece in [it for it in scene.pieces if it.kind == kind and it.on][:3]:
            changed = np.abs(render_landscape(replace(scene, pieces=(piece,))).image - without).sum(2)
            along = np.array([np.cos(piece.turn), np.sin(piece.turn), 0.0]) * scene.thing_look.stick_mm[0]
            parts = np.linspace(-0.4, 0.4, 5) if kind == "stick" else np.zeros(1)
            near = np.zeros_like(changed, bool)
            for x, y in scene.view.project(np.array(piece.at) + parts[:, None] * along).astype(int):
                near[max(y - 9, 0) : y + 10, max(x - 9, 0) : x + 10] = True
            assert changed[near].max() > changed.max() * 0.4
            checked += 1
    assert checked > 2


def test_a_hand_covers_what_is_under_it() -> None:
    scene = replace(drawn(next(seed for seed in range(40) if drawn(seed).hands)), things=())
    hand = replace(scene.hands[0], at=(float(CENTRE_MM[0]), float(CENTRE_MM[1])), holds=-1)
    with_hand, without = (render_landscape(replace(scene, hands=hands)) for hands in ((hand,), ()))
    assert max(without.covered.values()) == max(without.connections_covered.values()) == 0
    assert all(with_hand.seen_values[field] <= share for field, share in without.seen_values.items())
    assert set(with_hand.covered) == set(with_hand.fields)
    under = np.zeros(SIZE[::-1], np.uint8)
    for outline in outlines(scene.view, hand):
        cv2.fillConvexPoly(under, np.rint(outline).astype(np.int32), (255,))
    deep, far = (cv2.distanceTransform(it, cv2.DIST_L2, 5) for it in (under, 255 - under))
    disc_px = scene.print_look.disc_mm / 2 * scene.view.px_per_mm
    hidden, free = [], []
    for places, share in (
        {(it,): n for it, n in with_hand.covered.items()} | with_hand.connections_covered
    ).items():
        x, y = (round(float(it)) for it in np.mean([with_hand.fields[it] for it in places], axis=0))
        if not (0 <= x < SIZE[0] and 0 <= y < SIZE[1]):
            continue
        if deep[y, x] > disc_px:
            hidden.append(len(places))
            assert share > 0.9
        if far[y, x] > 2 * disc_px:
            free.append(len(places))
            assert share < 0.1
    assert set(hidden) == set(free) == {1, 2}, "fields, and connections"


def test_it_is_told_where_one_stone_lies_on_the_other() -> None:
    scene = random_landscape(np.random.default_rng(1), SIZE, stony=True)
    upper = [it for it in scene.pieces if it.kind == "stone" and it.at[2] > 0]
    assert upper
    assert render_landscape(scene).stacked == {(field.q, field.r) for it in upper for field in it.on}


def test_shares_name_everything_that_is_on_the_board() -> None:
    scene = drawn(8)
    rendering, state = render_landscape(scene), scene.state
    assert set(rendering.seen_stones) == {(f.q, f.r) for f, count in state.stones.items() if count}
    standing = {(at.q, at.r): str(player) for player, at in state.miners.items() if at is not None}
    assert {at: player for at, (player, _) in rendering.miners.items()} == standing
    assert set(rendering.seen_miners) == set(standing)
    bodies, sight = looked_at(scene)
    _, _, connectors = seen_pieces(sight, bodies)
    assert set(connectors) == {(str(player), it) for player, its in state.connectors.items() for it in its}
    assert all(0 <= share <= 1 for share in connectors.values())


def test_a_crowd_stands_where_nobody_plays() -> None:
    scene = random_landscape(np.random.default_rng(5), (640, 480), crowded=True)
    rendering, state = render_landscape(scene), scene.state
    standing = {(at.q, at.r): str(player) for player, at in state.miners.items() if at is not None}
    owners = {at: player for at, (player, _) in rendering.miners.items()}
    assert standing.items() < owners.items(), "those of the position stand where it says"
    assert len(owners) >= len(standing) + 4
    assert rendering.position == " ".join(format_state(state).split()[:3]), "a crowd is not part of it"


def test_a_crowd_stands_on_deserts_too() -> None:
    rng = np.random.default_rng(5)
    state = random_landscape(rng, (640, 480)).state
    deserts = {field for field in state.board if state.board[field] is DESERT}
    crowds = [random_crowd(rng, state) for _ in range(20)]
    assert deserts & {field for crowd in crowds for field in crowd}


def test_a_miner_hides_the_number_under_it() -> None:
    scene = drawn(2)
    city = next(field for field in sorted(scene.state.board) if scene.state.board.is_city(field))
    x, y = scene.view.on_plane(np.array(render_landscape(scene).fields[city.q, city.r]), 0.0)
    miner = Piece("miner", PLAYERS.index("w"), (float(x), float(y), 0.0), 0.0)
    free, hidden = (
        render_landscape(replace(scene, pieces=pieces, hands=())).seen_values[city.q, city.r]
        for pieces in ((), (miner,))
    )
    assert free == 1
    assert hidden < 0.9


@pytest.mark.parametrize("azimuth", [0.3, 2.0, 4.4])
def test_shadows_fall_where_the_lamp_of_the_labels_throws_them(azimuth: float) -> None:
    scene = bare(3)
    x, y = scene.view.on_plane(np.mean(list(render_landscape(scene).fields.values()), axis=0), 0.0)
    stone = Piece("stone", COLOURS.index("R"), (float(x), float(y), 0.0), 0.0)
    lamps = [
        Lamp((float(x) + 700 * np.cos(it), float(y) + 700 * np.sin(it), 700.0), 5.0, (share,) * 3, 1)
        for it, share in ((azimuth, 0.6), (azimuth + 2.5, 0.2))
    ]
    light = Light(tuple(lamps), (0.2, 0.2, 0.2), (0.0, 0.0), 0.0)
    drawn = render_landscape(replace(scene, light=light, pieces=(stone,)))
    lamp = scene.view.rotation.T @ (np.array(drawn.lamp) - np.array(scene.view.tvec))
    high = drawn.stone_mm
    fall = (np.array([x, y]) - lamp[:2]) * high / (lamp[2] - high)
    np.testing.assert_allclose(
        fall, high * 700 / (700 - high) * -np.array([np.cos(azimuth), np.sin(azimuth)])
    )
    without = render_landscape(replace(scene, light=light, pieces=()))
    behind, before = (
        seen_at(drawn.image, at).sum() / seen_at(without.image, at).sum()
        for at in scene.view.project(
            np.array([(x + fall[0], y + fall[1], 0), (x - 2 * fall[0], y - 2 * fall[1], 0)])
        )
    )
    assert behind < 0.8
    assert before > 0.93


@pytest.mark.parametrize("name", SHAPES)
def test_a_miner_is_as_wide_and_high_as_its_set_says(name: str) -> None:
    solids = miner_solids(name, 12.0, 25.0, (40.0, 30.0, 1.0), 0.3, lies=False)
    corners = np.vstack([solid.corners for solid in solids])
    np.testing.assert_allclose(corners.min(axis=0), (34.0, 24.0, 1.0), atol=0.2)
    np.testing.assert_allclose(corners.max(axis=0), (46.0, 36.0, 26.0), atol=0.2)
    for solid in solids:
        outwards = ((solid.middles - solid.corners.mean(axis=0)) * solid.normals).sum(axis=1)
        assert (outwards > 0).all(), "every face is seen from outside"


def test_what_has_a_head_does_not_lie() -> None:
    for name, shape in SHAPES.items():
        solids = miner_solids(name, 12.0, 25.0, (0.0, 0.0, 0.0), 0.0, lies=True)
        high = max(float(solid.corners[:, 2].max()) for solid in solids)
        assert high == pytest.approx(25.0 if shape.head else 12.0, abs=0.2)


def test_many_stacks_are_neat_and_some_awry() -> None:
    awry = []
    for seed in range(6):
        scene = random_landscape(np.random.default_rng(seed), SIZE, stony=True)
        stones = [piece for piece in scene.pieces if piece.kind == "stone" and piece.on]
        for lower, upper in pairwise(stones):
            if lower.on == upper.on and upper.at[2] > lower.at[2]:
                awry.append(abs(upper.turn - lower.turn))
                assert np.hypot(upper.at[0] - lower.at[0], upper.at[1] - lower.at[1]) < 6.0
    assert len(awry) > 30
    assert 0.3 < np.mean(np.array(awry) < 0.07) < 0.7, "no seam shows between two that lie so"
    assert max(awry) > 0.4
