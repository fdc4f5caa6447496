"""Sets as people own or make them: which tiles, which pieces, in which style."""

from __future__ import annotations

import numpy as np

from vision.synthetic.alien_city.icons import INVENTED, SUITS, V22
from vision.synthetic.alien_city.scene import PieceLook, TileLook
from vision.synthetic.arrays import Rgb
from vision.synthetic.chance import different_of, named, one_of
from vision.synthetic.colours import any_colour, mixed, random_colour, shifted, wood_colour
from vision.synthetic.setting import Material

STYLES = ("v22", "piecepack", "coloured", "invented")
Four = tuple[Rgb, Rgb, Rgb, Rgb]
UNLIKE = 0.35
"""In one channel at least, colours that people tell apart."""


def _four(rng: np.random.Generator, base: Four, by: float) -> Four:
    r, b, g, k = (shifted(rng, c, by) for c in base)
    return r, b, g, k


def _stock(rng: np.random.Generator, style: str) -> tuple[str, Rgb]:
    """What tiles are made of, and its colour."""
    stock = named(rng, {"wood": 0.34, "card": 0.42, "linen": 0.14, "ply": 0.1})
    if stock in ("wood", "ply"):
        base = wood_colour(rng)
        if rng.random() < 0.6:
            base = mixed(base, (0.93, 0.85, 0.68), float(rng.uniform(0.4, 1)))
        return stock, base
    shade = float(rng.random())
    if shade < 0.62:
        value = float(rng.uniform(0.8, 0.98))
        return stock, mixed((value, value, value), (0.95, 0.88, 0.7), float(rng.random() ** 2))
    if shade < 0.74:
        value = float(rng.uniform(0.35, 0.8))
        return stock, mixed((value, value, value), any_colour(rng), float(rng.random() * 0.15))
    if shade < 0.84 and style != "v22":
        return stock, mixed((0.1, 0.1, 0.11), any_colour(rng), float(rng.random() * 0.2))
    return stock, mixed(any_colour(rng, 0.5), (0.85, 0.8, 0.7), float(rng.uniform(0.4, 0.9)))


def _inks(rng: np.random.Generator, guilds: Four, base: Rgb) -> Four:
    """Prints that can be seen on the stock."""
    inks = []
    ground = sum(base) / 3
    for ink in guilds:
        lightness = sum(ink) / 3
        if abs(lightness - ground) < 0.14:
            ink = mixed(ink, (0, 0, 0), 0.35) if ground > 0.4 else mixed(ink, (1, 1, 1), 0.35)
        inks.append(ink)
    if ground < 0.3:  # black prints on black stock are printed grey or silver
        grey = float(rng.uniform(0.5, 0.8))
        inks[3] = (grey, grey, grey)
    return inks[0], inks[1], inks[2], inks[3]


def _icons(rng: np.random.Generator, style: str) -> tuple[str, ...]:
    """The icons of the four guilds, which may all be one."""
    known = rng.random() < 0.7
    icons = {"v22": V22, "piecepack": SUITS, "coloured": V22 if rng.random() < 0.5 else SUITS}.get(style)
    if icons and (known or style != "coloured"):
        return tuple(icons[g] for g in "RBGK")
    if rng.random() < 0.2:
        return (one_of(rng, INVENTED),) * 4
    return tuple(different_of(rng, INVENTED, 4))


def _tint(rng: np.random.Generator, style: str) -> str:
    """Which part of a tile is of its guild's colour."""
    if style == "coloured":
        return named(rng, {"tile": 0.5, "frame": 0.2, "lots": 0.15, "patch": 0.1, "badge": 0.1})
    if style == "invented" and rng.random() < 0.35:
        return named(rng, {"tile": 0.35, "frame": 0.25, "lots": 0.15, "patch": 0.15, "badge": 0.15})
    return "none"


def _border(rng: np.random.Generator, base: Rgb) -> tuple[float, Rgb]:
    """How wide the border of tiles is, in millimetres, 0 for none, and of what colour."""
    border = float(rng.choice([0.0, rng.uniform(0.3, 0.9), rng.uniform(0.9, 2.4)], p=[0.5, 0.25, 0.25]))
    dark = float(rng.uniform(0.02, 0.4))
    colour = (dark, dark, dark) if rng.random() < 0.6 else shifted(rng, mixed(base, (0.2, 0.15, 0.1), 0.6), 1)
    return border, any_colour(rng) if rng.random() < 0.12 else colour


def random_tile_look(rng: np.random.Generator, style: str, guilds: Four) -> TileLook:
    """Tiles of a style in a set whose four colours are `guilds`."""
    stock, base = _stock(rng, style)
    names = _icons(rng, style)
    tint = _tint(rng, style)
    if tint == "none" and sum(base) / 3 < 0.12:
        base = mixed(base, (0.5, 0.5, 0.5), 0.15)
    border, border_colour = _border(rng, base)
    line_dark = mixed(base, (0, 0, 0), float(rng.uniform(0.25, 0.95)))
    line_colour = line_dark if sum(base) > 0.9 and rng.random() < 0.85 else mixed(base, (1, 1, 1), 0.6)
    figures = style == "piecepack" or (style in ("coloured", "invented") and rng.random() < 0.25)
    icon_mm = float(rng.uniform(9, 17)) if rng.random() < 0.8 else float(rng.uniform(8, 21))
    grey = float(rng.uniform(0.2, 0.6))
    pick = rng.random()
    figure_ink = None if pick < 0.55 else (0.6, 0.5, 0.33) if pick < 0.75 else (grey, grey, grey)
    side, high = float(rng.uniform(-9, 9)), float(rng.uniform(-13, 2))
    return TileLook(
        stock=stock,
        base=base,
        inks=_inks(rng, _four(rng, guilds, 0.8), base)
        if tint in ("none", "frame", "badge")
        else _four(rng, guilds, 0.8),
        icons=(names[0], names[1], names[2], names[3]),
        tint=tint,
        tint_share=float(rng.uniform(0.35, 1.0)),
        thickness=float(rng.uniform(1.8, 5)) if rng.random() < 0.85 else float(rng.uniform(0.4, 1.8)),
        border=border,
        border_colour=border_colour,
        corner=float(rng.choice([0.2, 0.8, rng.uniform(0.5, 4.5)], p=[0.45, 0.3, 0.25])),
        lines=named(rng, {"none": 0.17, "thin": 0.58, "dashed": 0.1, "groove": 0.15}),
        line_mm=float(rng.uniform(0.2, 0.9)),
        line_colour=line_colour,
        variant=int(rng.integers(0, 12)),
        outline=bool(rng.random() < 0.08),
        pale_icons=tint in ("tile", "lots", "patch") and bool(rng.random() < 0.65),
        icon_mm=max(icon_mm, 15.0) if tint == "badge" else icon_mm,
        icon_at=(float(rng.normal(0, 1.1)), float(rng.normal(0, 1.1))),
        icon_turn=named(rng, {"tile": 0.6, "upright": 0.15, "any": 0.25}),
        figures=figures,
        figure_mm=float(rng.uniform(9, 20)),
        figure_at=(0.0, high) if rng.random() < 0.5 else (side, high),
        figure_ink=figure_ink,
        worn=float(rng.random() ** 3),
        grain=float(rng.uniform(0.04, 0.2)) if stock in ("wood", "ply") else float(rng.uniform(0.0, 0.07)),
        grain_px=float(rng.uniform(2, 9)),
        gloss=float(rng.random() ** 3),
    )


def _coin_face(rng: np.random.Generator, stock: Rgb) -> Rgb:
    """What coins are made of: often what the tiles are made of, and then only edge and shadow tell them apart."""
    shade = rng.random()
    if shade < 0.62:
        return shifted(rng, stock, float(rng.uniform(0, 0.25)))
    if shade < 0.74:
        return 0.93, 0.92, 0.89
    if shade < 0.87:
        return mixed(wood_colour(rng), (0.93, 0.8, 0.6), 0.6)
    return mixed(any_colour(rng, 0.35), (0.9, 0.9, 0.88), 0.5)


def _towers(rng: np.random.Generator, style: str) -> Material:
    """What towers are made of."""
    clear = rng.random() < {"v22": 0.06, "piecepack": 0.85}.get(style, 0.35)
    return Material(
        clear=float(rng.uniform(0.3, 0.95)) if clear else 0.0,
        gloss=float(rng.uniform(0.3, 1.0)) if clear else float(rng.random() ** 1.5),
        rough=float(rng.uniform(0.05, 0.35)) if clear else float(rng.uniform(0.15, 0.8)),
        speckle=float(rng.random() ** 2 * 0.12),
        uneven=float(rng.uniform(0, 0.4)),
        bend=float(rng.random()) if clear else 0.0,
    )


def _domes(rng: np.random.Generator, style: str) -> tuple[str, float, float, Material]:
    """The shape of domes, how wide and how high they are, in millimetres, and what they are made of."""
    shape = named(
        rng,
        {"v22": {"bead": 0.9, "disc": 0.1}, "piecepack": {"coin": 0.9, "disc": 0.1}}.get(
            style, {"bead": 0.45, "coin": 0.33, "disc": 0.22}
        ),
    )
    height = {
        "bead": float(rng.uniform(8, 12)) if rng.random() < 0.75 else float(rng.uniform(6, 17)),
        "coin": float(rng.uniform(2, 4.5)),
        "disc": float(rng.uniform(3, 8)),
    }[shape]
    width = float(rng.uniform(19, 22.5)) if shape == "bead" else float(rng.uniform(16.5, 21))
    material = Material(
        gloss=float(rng.random() ** 1.3) if shape == "bead" else float(rng.random() ** 3),
        rough=float(rng.uniform(0.05, 0.6)),
        speckle=float(rng.random() ** 2 * 0.08),
    )
    return shape, width, height, material


def _caps(rng: np.random.Generator) -> Material:
    """What caps are made of."""
    clear = rng.random() < 0.04
    return Material(
        clear=float(rng.uniform(0.1, 0.4)) if clear else 0.0,
        gloss=float(rng.random()),
        rough=float(rng.uniform(0.1, 0.6)),
    )


def random_piece_look(rng: np.random.Generator, style: str, guilds: Four, stock: Rgb) -> PieceLook:
    """Towers, domes and caps of a style, for a set whose tiles are of the colour `stock`."""
    tower = _towers(rng, style)
    shape, width, height, dome = _domes(rng, style)
    cap = _caps(rng)
    by = 0.5 if rng.random() < 0.6 else 1.6
    towers, domes = _four(rng, guilds, by), _four(rng, guilds, by)
    white, black = float(rng.uniform(0.76, 0.99)), float(rng.uniform(0.07, 0.28))
    whites = mixed((white, white, white), (0.93, 0.88, 0.75), float(rng.random() ** 2))
    base, tall = float(rng.normal(24.3, 0.5)), float(rng.normal(44, 1.5))
    if rng.random() < 0.35:
        base, tall = float(rng.uniform(20, 25)), float(rng.uniform(30, 50))
    cap_base = base * float(rng.uniform(0.48, 0.62))
    slope = tall / base
    cap_height = cap_base * slope * float(rng.uniform(0.82, 1.1))
    return PieceLook(
        tower_colours=towers,
        dome_colours=domes,
        cap_colours=(whites, (black, black, black * float(rng.uniform(0.8, 1.1)))),
        tower=tower,
        dome=dome,
        cap=cap,
        tower_base=min(max(base, 19.5), 25.2),
        tower_height=min(max(tall, 28.0), 52.0),
        edge=float(rng.normal(-0.12 if tower.clear else 0.0, 0.25)),
        cap_base=cap_base,
        cap_height=cap_height,
        cap_top=tall + float(rng.uniform(0.5, 3.5)),
        dome_shape=shape,
        dome_width=width,
        dome_height=height,
        coin_face=_coin_face(rng, stock),
        coin_print="icon" if rng.random() < 0.82 else "pale",
        coin_rim=float(rng.choice([0.0, rng.uniform(0.4, 1.6)], p=[0.6, 0.4])),
        coin_icon_mm=width * float(rng.uniform(0.48, 0.8)),
    )


def random_guilds(rng: np.random.Generator) -> Four:
    """The four colours of a set; sometimes all near the book's, sometimes far off."""
    wide = float(rng.choice([0.1, 0.5, 0.9]))
    r, b, g, k = (random_colour(rng, letter, wide) for letter in "RBGK")
    return r, b, g, k


def random_looks(rng: np.random.Generator, style: str) -> tuple[TileLook, PieceLook]:
    """The tiles and pieces of a set of a style."""
    guilds = random_guilds(rng)
    tiles = random_tile_look(rng, style, guilds)
    return tiles, random_piece_look(rng, style, guilds, tiles.base)


def unusual_looks(rng: np.random.Generator) -> tuple[TileLook, PieceLook]:
    """A set such as people make themselves: any four colours that differ, any icons, any kind of pieces."""
    guilds: list[Rgb] = []
    while len(guilds) < len("RBGK"):
        colour = any_colour(rng)
        if all(np.abs(np.subtract(colour, other)).max() > UNLIKE for other in guilds):
            guilds.append(colour)
    four = guilds[0], guilds[1], guilds[2], guilds[3]
    tiles = random_tile_look(rng, "invented", four)
    return tiles, random_piece_look(rng, one_of(rng, STYLES), four, tiles.base)
