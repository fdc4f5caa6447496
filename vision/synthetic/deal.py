"""Random scenes: every table, set, camera and lamp that could be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.alien_city.city import City
from engine.alien_city.pieces import Kind, Player, Structure
from vision.synthetic.arrays import Rgb
from vision.synthetic.camera import BOARD_MM, LOT_MM, View, random_view
from vision.synthetic.hands import random_hand
from vision.synthetic.looks import STYLES, random_looks
from vision.synthetic.positions import random_position
from vision.synthetic.scene import Lamp, Light, Piece, PieceLook, Scene, Sensor, Thing, Tile, TileLook
from vision.synthetic.sensor import random_sensor
from vision.synthetic.tables import random_table
from vision.synthetic.things import FLAT, radius, random_stray, random_thing

_GUILDS = "RBGK"


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
    style = style or str(rng.choice(STYLES, p=[0.3, 0.34, 0.16, 0.2]))
    if style not in STYLES:
        raise ValueError(f"unknown style {style!r}: one of {', '.join(STYLES)}")
    city = City.parse(position or random_position(rng))
    tile_look, piece_look = looks or random_looks(rng, style)
    view = random_view(rng, size)
    dim = float(rng.beta(2, 4)) if rng.random() < 0.3 else 0.0
    pieces = _standing(rng, city, piece_look)
    spare = _spare(rng, city, tile_look.thickness)
    things = _things(rng, view, spare)
    spare = tuple(p for p in spare if all(_apart(p, t) for t in things))
    with_hand = bool(rng.random() < 0.15) if hand is None else hand
    hands = tuple(random_hand(rng) for _ in range(2 if rng.random() < 0.12 else 1)) if with_hand else ()
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
        sensor=_balanced(rng, random_sensor(rng, dim=dim), light),
        seed=int(rng.integers(0, 2**31)),
    )


def _balanced(rng: np.random.Generator, sensor: Sensor, light: Light) -> Sensor:
    """The sensor with its white balance drawn towards the light's colour, as far as cameras manage."""
    total = np.array(light.ambient) + sum(np.array(lamp.colour) for lamp in light.lamps)
    gain = (total / total.mean()) ** -float(rng.uniform(0.2, 1.0)) * np.array(sensor.balance)
    return replace(sensor, balance=(float(gain[0]), float(gain[1]), float(gain[2])))


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


def _apart(piece: Piece, thing: Thing) -> bool:
    if thing.kind in FLAT:
        return True
    return float(np.hypot(piece.at[0] - thing.at[0], piece.at[1] - thing.at[1])) > radius(thing) + 16


def _things(rng: np.random.Generator, view: View, spare: tuple[Piece, ...]) -> tuple[Thing, ...]:
    """Clutter around the board, never on it but for a rare small thing."""
    things: list[Thing] = []
    for _ in range(int(rng.poisson(2.0))):
        for _ in range(6):
            pixel = rng.uniform((-0.1, -0.1), (1.1, 1.1)) * np.array(view.size)
            x, y = (float(v) for v in view.on_plane(pixel[None], 0.0)[0])
            thing = random_thing(rng, (x, y))
            r = radius(thing)
            if thing.kind in ("paper", "card", "phone", "book", "pencil", "cloth", "cable"):
                r *= 0.95
            dx = max(-x, 0, x - BOARD_MM[0])
            dy = max(-y, 0, y - BOARD_MM[1])
            crowd = sum(not _apart(p, thing) for p in spare) > 4
            if (
                np.hypot(dx, dy) > r + 6
                and not crowd
                and all(np.hypot(x - t.at[0], y - t.at[1]) > r + radius(t) for t in things)
            ):
                things.append(thing)
                break
    if rng.random() < 0.03:
        things.append(random_stray(rng))
    return tuple(things)


def _warmth(rng: np.random.Generator, spread: float) -> np.ndarray:
    """The colour of a light from candle to sky, mean 1 (3,)."""
    t = float(rng.normal(0, spread))
    c = np.exp(np.array([0.55, 0.05, -0.75]) * t) * (1, float(np.exp(rng.normal(0, 0.04))), 1)
    return np.asarray(c / c.mean())


def random_light(rng: np.random.Generator) -> Light:
    """One to three lamps and the light from all around."""
    base = _warmth(rng, 0.32)
    share = float(rng.beta(2.0, 2.8))
    count = int(rng.choice([1, 2, 3], p=[0.6, 0.28, 0.12]))
    parts = rng.dirichlet(np.full(count, 1.2)) * (1 - share)
    lamps = []
    for part in parts:
        azimuth = float(rng.uniform(0, 2 * np.pi))
        low = rng.random() < 0.3
        height = float(rng.uniform(350, 700)) if low else float(rng.uniform(600, 2200))
        out = float(rng.uniform(0.15, 1.5)) * height
        place = (BOARD_MM[0] / 2 + out * np.cos(azimuth), BOARD_MM[1] / 2 + out * np.sin(azimuth), height)
        size = float(rng.choice([10, 60, 200, 600])) * float(rng.uniform(0.5, 1.5)) * height / 1000
        colour = base * _warmth(rng, 0.15 if count == 1 else 0.4) * part * 1.05
        gobo = None
        bars = False
        if rng.random() < 0.14:
            turn = float(rng.uniform(0, 2 * np.pi))
            normal = np.array([np.cos(turn), np.sin(turn)])
            offset = float(normal @ (np.array(BOARD_MM) / 2)) + float(rng.uniform(-220, 60))
            gobo = (float(normal[0]), float(normal[1]), offset, float(rng.uniform(3, 60)))
            bars = bool(rng.random() < 0.3)
        lamps.append(
            Lamp(
                (float(place[0]), float(place[1]), height),
                size,
                (float(colour[0]), float(colour[1]), float(colour[2])),
                1 if size < 15 else 5 if size < 120 else 7,
                gobo,
                bars,
            )
        )
    around = base * _warmth(rng, 0.15) * share
    return Light(
        tuple(lamps),
        (float(around[0]), float(around[1]), float(around[2])),
        (float(rng.normal(0, 0.28)), float(rng.normal(0, 0.28))),
        float(rng.uniform(0.25, 0.8)),
    )
