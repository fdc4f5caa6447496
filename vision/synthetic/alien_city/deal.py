"""Random scenes: every table, set, camera and lamp that could be."""

from __future__ import annotations

import numpy as np

from engine.alien_city.city import City
from engine.alien_city.pieces import Kind, Player, Structure
from vision.synthetic.alien_city.grid import BOARD_MM, LOT_MM
from vision.synthetic.alien_city.looks import STYLES, random_looks
from vision.synthetic.alien_city.positions import random_position
from vision.synthetic.alien_city.scene import Piece, PieceLook, Scene, Tile, TileLook, city_board
from vision.synthetic.alien_city.views import random_view
from vision.synthetic.arrays import Rgb
from vision.synthetic.chance import one_of
from vision.synthetic.hands import random_hand
from vision.synthetic.lamps import balanced, random_light
from vision.synthetic.sensor import random_sensor
from vision.synthetic.tables import random_table
from vision.synthetic.things import apart, random_stray, random_things

_GUILDS = "RBGK"
_STRAY = 0.03  # of all boards have a foreign thing on them
HOLDABLE = 7  # kinds of towers and domes that a hand may hold, see `render.held_kind`


def random_scene(
    rng: np.random.Generator,
    *,
    size: tuple[int, int] = (1280, 960),
    style: str | None = None,
    position: str | None = None,
    hand: bool | None = None,
    looks: tuple[TileLook, PieceLook] | None = None,
) -> Scene:
    """Draw a scene: style is one of STYLES, position a position text without '?', looks those of a certain set.

    Raises ValueError for an unknown style or position.
    """
    style = style or one_of(rng, STYLES, [0.3, 0.34, 0.16, 0.2])
    if style not in STYLES:
        raise ValueError(f"unknown style {style!r}: one of {', '.join(STYLES)}")
    city = City.parse(position or random_position(rng))
    tile_look, piece_look = looks or random_looks(rng, style)
    view = random_view(rng, size)
    dim = float(rng.beta(2, 4)) if rng.random() < 0.3 else 0.0
    pieces = _standing(rng, city, piece_look)
    spare = _spare(rng, city, tile_look.thickness)
    board = city_board(tile_look.thickness)
    things = random_things(rng, view, board, [p.at[:2] for p in spare])
    if rng.random() < _STRAY:
        things = (*things, random_stray(rng, board))
    spare = tuple(p for p in spare if all(apart(p.at[:2], t) for t in things))
    with_hand = bool(rng.random() < 0.15) if hand is None else hand
    hands = (
        tuple(random_hand(rng, board, HOLDABLE) for _ in range(2 if rng.random() < 0.12 else 1))
        if with_hand
        else ()
    )
    light = random_light(rng)
    return Scene(
        position=str(city),
        style=style,
        view=view,
        tiles=_laid(rng, city),
        pieces=(*pieces, *spare),
        things=things,
        hands=hands,
        tile_look=tile_look,
        piece_look=piece_look,
        table=random_table(rng),
        light=light,
        sensor=balanced(rng, random_sensor(rng, dim=dim), light),
        seed=int(rng.integers(0, 2**31)),
    )


def _laid(rng: np.random.Generator, city: City) -> tuple[Tile, ...]:
    """The tiles as hands lay them."""
    care = float(rng.uniform(0.15, 1.0))
    uneven = float(rng.random() ** 2 * 0.08)
    tiles = []
    for tile in city.tiles:
        if tile.guild is None or tile.corner is None:
            raise ValueError(f"cannot draw {city}: a tile is unknown")
        dx, dy = np.clip(rng.normal(0, 0.4, 2), -0.8, 0.8) * care
        turn = float(np.deg2rad(np.clip(rng.normal(0, 0.6), -1.2, 1.2) * care))
        tiles.append(
            Tile(
                _GUILDS.index(tile.guild),
                "^>v<".index(tile.corner),
                (float(dx), float(dy)),
                turn,
                float(1 + rng.normal(0, uneven)),
                int(rng.integers(0, 6)),
            )
        )
    return tuple(tiles)


def _shade(rng: np.random.Generator) -> Rgb:
    if rng.random() < 0.015:  # from another set
        r, g, b = (float(v) for v in np.exp(rng.normal(0, 0.3, 3)))
        return (r, g, b)
    v = float(np.exp(rng.normal(0, 0.05)))
    return (v * float(np.exp(rng.normal(0, 0.02))), v, v * float(np.exp(rng.normal(0, 0.02))))


def _standing(rng: np.random.Generator, city: City, look: PieceLook) -> tuple[Piece, ...]:
    """The pieces on the board, put down by hand."""
    care = float(rng.uniform(0.2, 1.2))
    free = rng.random() < 0.75
    pieces = []
    for lot, structure in enumerate(city.lots):
        if structure is None:
            continue
        if not isinstance(structure, Structure):
            raise ValueError(f"cannot draw {city}: lot {lot} is unknown")
        piece = put_down(rng, lot, structure, care, free)
        pieces.append(piece)
        if structure.cap is not None:
            pieces.append(laid_on(rng, piece, structure.cap, look))
    return tuple(pieces)


def put_down(rng: np.random.Generator, lot: int, structure: Structure, care: float, free: bool) -> Piece:
    """A tower or dome as a hand leaves it on a lot.

    care: how far off the middle, from 0 for not at all to about 1; free: whether towers may be turned anyhow.
    """
    dx, dy = np.clip(rng.normal(0, 1.2, 2), -2.6, 2.6) * care
    x, y = float((lot % 8 + 0.5) * LOT_MM + dx), float((lot // 8 + 0.5) * LOT_MM + dy)
    tower = structure.kind is Kind.TOWER
    turn = (
        float(rng.uniform(0, 2 * np.pi))
        if free and (not tower or rng.random() < 0.4)
        else float(rng.normal(0, 0.12))
    )
    colour = _GUILDS.index(structure.colour)
    return Piece("tower" if tower else "dome", colour, (x, y, 0.0), turn, lot, shade=_shade(rng))


def laid_on(rng: np.random.Generator, tower: Piece, owner: Player, look: PieceLook) -> Piece:
    """A cap as a hand leaves it on a tower. Where pieces are listed, it comes right behind its tower."""
    turn = tower.turn + float(rng.normal(0, 0.1) if rng.random() < 0.7 else rng.uniform(0, 1.6))
    lean = (float(rng.normal(0, 0.05)), float(rng.normal(0, 0.05)))
    at = (
        tower.at[0] + float(rng.normal(0, 0.5)),
        tower.at[1] + float(rng.normal(0, 0.5)),
        look.cap_top - look.cap_height,
    )
    black = int(owner is Player.BLACK)
    return Piece("cap", black, at, turn, tower.lot, lean=lean, shade=_shade(rng))


def _spare(rng: np.random.Generator, city: City, thickness: float) -> tuple[Piece, ...]:
    """The pieces not built yet, in heaps and rows beside the board."""
    if rng.random() < 0.12:
        return ()
    counts: dict[tuple[str, int], int] = {
        ("tower", 0): 5, ("tower", 1): 5, ("tower", 2): 4,
        **{("dome", c): 6 for c in range(4)}, ("cap", 0): 3, ("cap", 1): 3,
    }  # fmt: skip
    for _, s in city.structures():
        counts[("tower" if s.kind is Kind.TOWER else "dome", _GUILDS.index(s.colour))] -= 1
        if s.cap is not None:
            counts[("cap", int(s.cap is Player.BLACK))] -= 1
    left = [key for key, count in counts.items() for _ in range(max(0, count))]
    rng.shuffle(left)
    left = left[: int(len(left) * (rng.uniform(0.2, 1) if rng.random() < 0.5 else 1))]
    heaps = []
    for _ in range(int(rng.integers(1, 5))):
        side = int(rng.integers(0, 4))
        along = float(rng.uniform(0.1, 0.9))
        off = float(rng.uniform(35, 110))
        x = BOARD_MM[0] * along if side < 2 else (-off if side == 2 else BOARD_MM[0] + off)
        y = BOARD_MM[1] * along if side > 1 else (-off if side == 0 else BOARD_MM[1] + off)
        heaps.append((x, y, float(rng.uniform(25, 75))))
    placed: list[tuple[float, float]] = []
    pieces = []
    for kind, colour in left:
        reach = {"tower": 17.0, "dome": 12.0, "cap": 11.0}[kind]
        for _ in range(8):
            hx, hy, wide = heaps[int(rng.integers(0, len(heaps)))]
            x, y = hx + float(rng.normal(0, wide)), hy + float(rng.normal(0, wide))
            off_board = not (
                -reach - 6 < x < BOARD_MM[0] + reach + 6 and -reach - 6 < y < BOARD_MM[1] + reach + 6
            )
            if off_board and all(np.hypot(x - a, y - b) > reach + 12 for a, b in placed):
                placed.append((x, y))
                lies = kind != "dome" and bool(rng.random() < (0.35 if kind == "tower" else 0.3))
                pieces.append(
                    Piece(
                        kind,
                        colour,
                        (x, y, -thickness),
                        float(rng.uniform(0, 2 * np.pi)),
                        None,
                        lies,
                        shade=_shade(rng),
                    )
                )
                break
    return tuple(pieces)
