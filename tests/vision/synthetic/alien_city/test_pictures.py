"""The simulated table tells the truth about the pictures that it draws."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from engine.alien_city import BOX, CAPS_EACH, City, Player, Structure
from tests.engine.alien_city.cities import TILES
from vision.synthetic.alien_city import STYLES, Scene, random_scene, render
from vision.synthetic.alien_city.grid import CORNERS_MM, LOT_MM
from vision.synthetic.alien_city.labels import seen_lots
from vision.synthetic.alien_city.positions import random_position
from vision.synthetic.alien_city.render import caster
from vision.synthetic.camera import look
from vision.synthetic.pyramids import draw_solid
from vision.synthetic.setting import Hand, Light, Material
from vision.synthetic.solids import pyramid
from vision.synthetic.stage import Blockers, Stage

EMPTY = f"{TILES} 8/8/8/8/8/8/8/8/8/8"
CALM_LIGHT = Light((), (1.0, 1.0, 1.0), (0.0, 0.0), 0.0)


def drawn(seed: int, **wishes: object) -> Scene:
    return random_scene(np.random.default_rng(seed), **{"size": (640, 480), "hand": False, **wishes})  # type: ignore[arg-type]


def neutral(scene: Scene) -> Scene:
    """The scene in even white light, through a camera that adds nothing."""
    sensor = replace(
        scene.sensor, exposure=1.0, balance=(1.0, 1.0, 1.0), gamma=1.0, contrast=1.0, saturation=1.0, shoulder=0.0,
        black=0.0, noise=0.0, blur=0.3, motion=(0.0, 0.0), sharpen=0.0, vignette=0.0, haze=0.0, jpeg=95,
    )  # fmt: skip
    return replace(scene, sensor=sensor, light=CALM_LIGHT)


def seen_at(scene: Scene, lot: int, height: float) -> npt.NDArray[np.float64]:
    """The mean colour of a few pixels around the middle of a lot at a height, in millimetres."""
    x, y = ((lot % 8) + 0.5) * LOT_MM, ((lot // 8) + 0.5) * LOT_MM
    u, v = np.rint(scene.view.project(np.array([x, y, height]))).astype(int)
    return np.asarray(render(scene).image[v - 1 : v + 2, u - 1 : u + 2].mean((0, 1)))


@pytest.mark.parametrize("style", STYLES)
def test_every_style_draws_a_picture_of_the_size_asked_for(style: str) -> None:
    for size in ((640, 480), (500, 300)):
        scene = drawn(1, style=style, size=size)
        image = render(scene).image
        assert image.shape == (size[1], size[0], 3)
        assert image.dtype == np.uint8
        assert image.std() > 5
        assert scene.style == style


def test_the_same_seed_gives_the_same_picture() -> None:
    one, two = (drawn(7, hand=True) for _ in range(2))
    assert one == two
    assert (render(one).image == render(two).image).all()
    assert (render(one).image != render(drawn(8, hand=True)).image).any()


def test_the_position_asked_for_is_the_position_reported() -> None:
    position = f"{TILES} 8/2Ro5/8/8/5g2/8/8/bk6/8/7R"
    rendering = render(drawn(3, position=position))
    assert City.parse(rendering.position) == City.parse(position)


def test_random_positions_are_cities() -> None:
    counts = []
    for seed in range(60):
        city = City.parse(drawn(seed).position)
        assert sorted(str(t.guild) for t in city.tiles) == sorted("RBGK" * 5)
        counts.append(len(city.structures()))
    assert min(counts) < 8
    assert max(counts) > 30


def test_a_position_that_is_not_odd_keeps_to_the_box() -> None:
    rng = np.random.default_rng(5)
    fullest = Counter[str]()
    for _ in range(60):
        city = City.parse(random_position(rng, odd=False))
        counts = Counter(str(built.piece) for built in city.lots if isinstance(built, Structure))
        caps = Counter(built.cap for built in city.lots if isinstance(built, Structure) and built.cap)
        assert all(counts[str(piece)] <= most for piece, most in BOX.items())
        assert all(caps[player] <= CAPS_EACH for player in Player)
        fullest |= counts
    assert fullest == {str(piece): most for piece, most in BOX.items()}


def test_an_unknown_style_is_refused_with_the_styles_there_are() -> None:
    with pytest.raises(ValueError, match="v22"):
        random_scene(np.random.default_rng(0), style="chess")


@pytest.mark.parametrize(("letter", "strongest"), [("r", 0), ("b", 2)])
def test_a_dome_shows_its_colour_where_its_lot_is_projected(letter: str, strongest: int) -> None:
    for seed in range(6):
        base = drawn(seed, style="v22", position=f"{TILES} 8/8/8/8/3{letter}4/8/8/8/8/8")
        plain = ((0.8, 0.1, 0.1), (0.1, 0.2, 0.8), (0.1, 0.6, 0.2), (0.1, 0.1, 0.1))
        look = replace(base.piece_look, dome_shape="bead", dome_colours=plain)
        scene = neutral(replace(base, piece_look=look))
        colour = seen_at(scene, 5 * 8 + 3, base.piece_look.dome_height * 0.6)
        others = np.delete(colour, strongest)
        assert colour[strongest] > others.max() + 25


def test_black_domes_are_darker_than_white_tiles() -> None:
    base = drawn(2, style="v22", position=f"{TILES} 8/8/8/8/3k4/8/8/8/8/8")
    look = replace(base.tile_look, stock="card", base=(0.95, 0.95, 0.95), tint="none", gloss=0.0)
    scene = neutral(replace(base, tile_look=look))
    assert seen_at(scene, 43, 6).mean() < seen_at(scene, 44, 0).mean() - 60


def test_the_cap_is_what_shows_on_top_of_a_capped_tower() -> None:
    for mark, low, high in (("o", 130, 256), ("x", 0, 90)):
        base = drawn(4, style="v22", position=f"{TILES} 8/8/8/8/3R{mark}4/8/8/8/8/8")
        look = base.piece_look
        scene = neutral(replace(base, piece_look=replace(look, cap=replace(look.cap, clear=0.0, gloss=0.0))))
        colour = seen_at(scene, 43, look.cap_top - 8)
        assert low < colour.mean() < high
        assert colour.max() - colour.min() < 60


def test_the_board_s_corners_lie_where_the_pose_puts_them() -> None:
    for seed in range(20):
        scene = drawn(seed)
        rendering = render(scene)
        ideal = rendering.pose.project(CORNERS_MM)
        off = np.linalg.norm(rendering.corners - ideal, axis=1) / scene.view.px_per_mm
        assert off.max() < 2.5  # millimetres: tiles are laid by hand
        assert (rendering.corners > -0.01 * 640).all()
        assert (rendering.corners < np.array([640, 480]) * 1.01).all()


def test_tiles_differ_from_the_table_just_inside_the_corners() -> None:
    base = drawn(5, style="v22", position=EMPTY)
    tiles = replace(base.tile_look, stock="card", base=(0.95, 0.95, 0.95), tint="none", border=0.0, gloss=0.0)
    table = replace(base.table, kind="plain", colours=((0.1, 0.1, 0.1),) * 3, folds=0.0, gloss=0.0)
    scene = neutral(replace(base, tile_look=tiles, table=table, pieces=(), things=()))
    rendering = render(scene)
    middle = rendering.corners.mean(0)
    for corner in rendering.corners:
        way = (middle - corner) / np.linalg.norm(middle - corner)
        inside = np.rint(corner + way * 5).astype(int)
        outside = np.clip(np.rint(corner - way * 5).astype(int), 0, (639, 479))
        assert (
            rendering.image[inside[1], inside[0]].mean() > rendering.image[outside[1], outside[0]].mean() + 60
        )


def test_no_lot_is_covered_without_a_hand() -> None:
    scene = drawn(11)
    scene = replace(scene, things=tuple(t for t in scene.things if not t.on_board))
    assert not render(scene).covered.any()


def test_a_hand_covers_the_lots_under_it_and_no_far_ones() -> None:
    base = drawn(12, position=EMPTY)
    hand = Hand(
        (101.6, 60.0), 40.0, np.pi / 2, (0.8, 0.6, 0.5), (0.2, 0.2, 0.5), 40.0, 1.0, False, 1.0, (0.2,) * 5, 3
    )
    scene = replace(base, hands=(hand,), things=())
    covered = render(scene).covered
    assert covered.shape == (80,)
    assert covered[2 * 8 + 3 : 2 * 8 + 5].min() > 0.7  # the palm
    assert covered[9 * 8] == covered[9 * 8 + 7] == 0  # corners that the fingers don't reach
    drawn_over = render(scene).image.astype(int) - render(replace(scene, hands=())).image.astype(int)
    x, y = np.rint(scene.view.project(np.array([101.6, 60.0, 40.0]))).astype(int)
    assert np.abs(drawn_over[y, x]).sum() > 20


def test_towers_in_front_hide_what_stands_behind_them() -> None:
    tilted = look((640, 480), 60.0, 500.0, 27.0, 0.0, 0.0, (101.6, 127.0))
    alone, behind = (
        seen(replace(drawn(13, position=f"{TILES} 8/8/8/8/{row}/8/8/8/8/8"), view=tilted))
        for row in ("7k", "6Rk")
    )
    assert alone[47] > 0.9
    assert behind[47] < alone[47] - 0.08
    assert (alone <= 1).all()


def seen(scene: Scene) -> npt.NDArray[np.float32]:
    outlines = [caster(piece, scene.piece_look).corners for piece in scene.pieces]
    return seen_lots(scene.view, scene.pieces, scene.piece_look, outlines)


def test_shadows_darken_the_ground_away_from_the_lamp() -> None:
    base = drawn(14, style="v22", position=f"{TILES} 8/8/8/8/3R4/8/8/8/8/8")
    from vision.synthetic.setting import Lamp

    lamp = Lamp((-600.0, 140.0, 700.0), 10.0, (0.8, 0.8, 0.8), 1)
    flat = replace(base.tile_look, stock="card", base=(0.9, 0.9, 0.9), tint="none", lines="none", gloss=0.0)
    opaque = replace(base.piece_look, tower=replace(base.piece_look.tower, clear=0.0))
    scene = neutral(replace(base, tile_look=flat, piece_look=opaque))
    scene = replace(scene, light=Light((lamp,), (0.2, 0.2, 0.2), (0.0, 0.0), 0.0))
    x, y = 3.5 * LOT_MM, 5.5 * LOT_MM
    image = render(scene).image.astype(float)
    shaded, lit = (np.rint(scene.view.project(np.array([x + d, y, 0.0]))).astype(int) for d in (20.0, -20.0))
    assert image[shaded[1], shaded[0]].mean() < image[lit[1], lit[0]].mean() - 30


def test_an_empty_board_lies_in_the_same_light_as_one_with_a_piece() -> None:
    piece = drawn(14, position=f"{TILES} 8/8/8/8/8/8/8/8/8/r7")
    bare = replace(piece, pieces=())
    x, y = np.rint(piece.view.project(np.array([6.5 * LOT_MM, 8.5 * LOT_MM, 0.0]))).astype(int)
    with_piece, without = (render(scene).image[y, x].astype(float) for scene in (piece, bare))
    assert np.abs(with_piece - without).max() < 12


BLUE = (0.1, 0.1, 0.8)


def with_tower(material: Material, albedo: tuple[float, float, float]) -> npt.NDArray[np.float32]:
    """From straight above, the right wall of a tower without a lamp; the table there is white, the rest is black."""
    view = look((640, 480), 50, 500, 0, 0, 90, (100, 100))
    tower = pyramid(24, 44, (100, 100, 0), 0)
    right = int(view.project(np.array([112.0, 100, 0]))[0])
    picture = np.zeros((480, 640, 3), np.float32)
    picture[:, right:] = 1
    stage = Stage(picture, view, CALM_LIGHT, Blockers(np.zeros((0, 7))))
    draw_solid(stage, tower, np.array(albedo), material, np.zeros((len(tower.samples[0]), 3)))
    x, y = (int(at) for at in view.project(np.array([100.0, 100, 0])))
    return picture[y - 3 : y + 4, 2 * x - right : right]


def test_a_wall_of_a_clear_tower_is_pale_with_the_lot_before_it() -> None:
    dull, glossy = (with_tower(Material(clear=0.9, gloss=gloss), BLUE).mean((0, 2)) for gloss in (0.0, 1.0))
    half = len(dull) // 2
    # The room, which is lit evenly, is mirrored by all walls.
    assert (glossy - dull)[half + 4 : -1].min() > 0.15
    assert (glossy - dull)[1 : half - 1].max() < 0.1


def test_a_black_wall_that_is_glossy_mirrors_the_lot_before_it_and_all_the_less_the_rougher_it_is() -> None:
    looks = (Material(gloss=0.0), Material(gloss=1.0, rough=1.0), Material(gloss=1.0, rough=0.0))
    matt, rough, smooth = (with_tower(look, (0.0, 0.0, 0.0))[:, 1:-1].mean() for look in looks)
    assert matt == 0
    assert 0.03 < rough < 0.7 * smooth


def test_what_is_behind_a_clear_tower_is_seen_elsewhere_when_its_walls_bend() -> None:
    plain, bent = (with_tower(Material(clear=0.9, gloss=0.0, bend=bend), BLUE) for bend in (0.0, 1.0))
    assert abs(bent - plain).max() > 0.02
    assert plain[:, 3:-3].max() < 0.02
