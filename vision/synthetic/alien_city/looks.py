"""Sets as people own or make them: which tiles, which pieces, in which style."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.synthetic.alien_city.grid import LOT_MM
from vision.synthetic.alien_city.icons import INVENTED, SUITS, V22
from vision.synthetic.alien_city.patterns import PATTERNS, Pattern
from vision.synthetic.alien_city.scene import Mark, PieceLook, TileLook
from vision.synthetic.arrays import Rgb
from vision.synthetic.chance import different_of, one_of
from vision.synthetic.colours import any_colour, mixed, random_colour, shifted, wood_colour
from vision.synthetic.setting import Material

STYLES = ("v22", "piecepack", "coloured", "invented")
Four = tuple[Rgb, Rgb, Rgb, Rgb]
UNLIKE = 0.35
"""In one channel at least, colours that people tell apart."""


def _pick(rng: np.random.Generator, shares: dict[str, float]) -> str:
    return one_of(rng, list(shares), list(shares.values()))


def _four(rng: np.random.Generator, base: Four, by: float) -> Four:
    r, b, g, k = (shifted(rng, c, by) for c in base)
    return r, b, g, k


def _stock(rng: np.random.Generator, style: str) -> tuple[str, Rgb]:
    """What tiles are made of, and its colour."""
    stock = _pick(rng, {"wood": 0.34, "card": 0.42, "linen": 0.14, "ply": 0.1})
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


def random_tile_look(rng: np.random.Generator, style: str, guilds: Four) -> TileLook:
    """Tiles of a style in a set whose four colours are `guilds`."""
    stock, base = _stock(rng, style)
    own = rng.random() < 0.7
    icons = {"v22": V22, "piecepack": SUITS, "coloured": V22 if rng.random() < 0.5 else SUITS}.get(style)
    names = tuple(icons[g] for g in "RBGK") if icons and own else None
    if names is None:
        if style in ("v22", "piecepack"):
            names = tuple((V22 if style == "v22" else SUITS)[g] for g in "RBGK")
        elif rng.random() < 0.2:
            names = (one_of(rng, INVENTED),) * 4
        else:
            names = tuple(different_of(rng, INVENTED, 4))
    tint = "none"
    if style == "coloured":
        tint = _pick(rng, {"tile": 0.5, "frame": 0.2, "lots": 0.15, "patch": 0.1, "badge": 0.1})
    elif style == "invented" and rng.random() < 0.35:
        tint = _pick(rng, {"tile": 0.35, "frame": 0.25, "lots": 0.15, "patch": 0.15, "badge": 0.15})
    if tint == "none" and sum(base) / 3 < 0.12:
        base = mixed(base, (0.5, 0.5, 0.5), 0.15)
    border = float(rng.choice([0.0, rng.uniform(0.3, 0.9), rng.uniform(0.9, 2.4)], p=[0.5, 0.25, 0.25]))
    dark = float(rng.uniform(0.02, 0.4))
    border_colour = (
        (dark, dark, dark) if rng.random() < 0.6 else shifted(rng, mixed(base, (0.2, 0.15, 0.1), 0.6), 1)
    )
    if rng.random() < 0.12:
        border_colour = any_colour(rng)
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
        lines=_pick(rng, {"none": 0.17, "thin": 0.58, "dashed": 0.1, "groove": 0.15}),
        line_mm=float(rng.uniform(0.2, 0.9)),
        line_colour=line_colour,
        variant=int(rng.integers(0, 12)),
        outline=bool(rng.random() < 0.08),
        pale_icons=tint in ("tile", "lots", "patch") and bool(rng.random() < 0.65),
        icon_mm=max(icon_mm, 15.0) if tint == "badge" else icon_mm,
        icon_at=(float(rng.normal(0, 1.1)), float(rng.normal(0, 1.1))),
        icon_turn=_pick(rng, {"tile": 0.6, "upright": 0.15, "any": 0.25}),
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


def random_piece_look(rng: np.random.Generator, style: str, guilds: Four, stock: Rgb) -> PieceLook:
    """Towers, domes and caps of a style, for a set whose tiles are of the colour `stock`."""
    clear_towers = rng.random() < {"v22": 0.06, "piecepack": 0.85}.get(style, 0.35)
    tower = Material(
        clear=float(rng.uniform(0.3, 0.95)) if clear_towers else 0.0,
        gloss=float(rng.uniform(0.3, 1.0)) if clear_towers else float(rng.random() ** 1.5),
        rough=float(rng.uniform(0.05, 0.35)) if clear_towers else float(rng.uniform(0.15, 0.8)),
        speckle=float(rng.random() ** 2 * 0.12),
        uneven=float(rng.uniform(0, 0.4)),
        bend=float(rng.random()) if clear_towers else 0.0,
    )
    shape = _pick(
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
    dome = Material(
        gloss=float(rng.random() ** 1.3) if shape == "bead" else float(rng.random() ** 3),
        rough=float(rng.uniform(0.05, 0.6)),
        speckle=float(rng.random() ** 2 * 0.08),
    )
    clear_caps = rng.random() < 0.04
    cap = Material(
        clear=float(rng.uniform(0.1, 0.4)) if clear_caps else 0.0,
        gloss=float(rng.random()),
        rough=float(rng.uniform(0.1, 0.6)),
    )
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
        edge=float(rng.normal(-0.12 if clear_towers else 0.0, 0.25)),
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


def pictorial_looks(rng: np.random.Generator) -> tuple[TileLook, PieceLook]:
    """A set whose tiles are hard to tell from pieces: all of their guild's colour, with pale prints on dark stock, or
    with pictures all over them."""
    kind = _pick(rng, {"of their colour": 0.55, "pale on dark": 0.25, "mottled": 0.2})
    if kind == "of their colour":
        tiles, pieces = random_looks(rng, "coloured")
        return replace(
            tiles,
            tint=_pick(rng, {"tile": 0.8, "lots": 0.2}),
            tint_share=float(rng.uniform(0.6, 1.0)),
            pale_icons=bool(rng.random() < 0.7),
            pattern=_pattern(rng, 3, 12) if rng.random() < 0.65 else None,
        ), pieces
    tiles, pieces = random_looks(rng, one_of(rng, STYLES))
    if kind == "pale on dark":
        dark = float(rng.uniform(0.08, 0.45))
        r, b, g, k = (mixed(ink, (0.95, 0.94, 0.9), float(rng.uniform(0.4, 0.9))) for ink in tiles.inks)
        tiles = replace(
            tiles,
            base=mixed((dark, dark, dark), any_colour(rng), float(rng.random() * 0.3)),
            inks=(r, b, g, k),
            tint="none",
        )
        if rng.random() < 0.5:
            return tiles, pieces
    return replace(tiles, pattern=_pattern(rng, 5, 25)), pieces


def marked_looks(rng: np.random.Generator) -> tuple[TileLook, PieceLook]:
    """A set whose icons are all of one ink, burnt, cut or printed; something else bears the guild's colour: a small
    mark, a frame or the lot around the icon."""
    tiles, pieces = random_looks(rng, one_of(rng, ["v22", "piecepack", "invented"]))
    pale = sum(tiles.base) < 0.9
    tone = float(rng.uniform(0.6, 0.95) if pale else rng.uniform(0.03, 0.35))
    tiles = replace(
        tiles,
        tint="none",
        one_ink=mixed((tone, tone, tone), any_colour(rng) if rng.random() < 0.3 else (0.3, 0.17, 0.08), 0.35),
        outline=bool(rng.random() < 0.4),
        figures=tiles.figures and bool(rng.random() < 0.5),
    )
    if rng.random() < 0.25:
        tint = _pick(rng, {"frame": 0.6, "patch": 0.4})
        return replace(tiles, tint=tint, tint_share=float(rng.uniform(0.5, 1.0)), pale_icons=False), pieces
    size, beyond = float(rng.uniform(2.5, 8)), 2 * LOT_MM
    while abs(beyond) + size / 2 > LOT_MM - 0.5:
        beyond = float(rng.uniform(LOT_MM * 0.6, LOT_MM))
    place = {
        "corner": (beyond, beyond),
        "side": (beyond, LOT_MM / 2),
        "beside": (LOT_MM / 2, float(rng.uniform(1, 0.2 * LOT_MM)) + size / 2),
        "middle": (0.0, 0.0),
        "across": (-beyond, -beyond),
    }
    at = place[_pick(rng, {"corner": 0.55, "side": 0.1, "beside": 0.15, "middle": 0.1, "across": 0.1})]
    kind = _pick(rng, {"ring": 0.4, "disc": 0.3, "square": 0.15, "diamond": 0.08, "triangle": 0.07})
    return replace(tiles, mark=Mark(kind, size, bool(rng.random() < 0.25), at)), pieces


def coin_looks(rng: np.random.Generator) -> tuple[TileLook, PieceLook]:
    """A set whose domes are flat coins of its tiles' own stock with the tiles' own print: rim and shadow are all that
    tells them from bare tiles."""
    tiles, pieces = random_looks(rng, one_of(rng, ["piecepack", "invented"]))
    return replace(tiles, tint="none"), replace(
        pieces,
        dome_shape="coin",
        dome_width=float(rng.uniform(16.5, 21)),
        dome_height=float(rng.uniform(1.5, 4.5)),
        coin_face=shifted(rng, tiles.base, float(rng.uniform(0, 0.08))),
        coin_print="icon",
        coin_icon_mm=min(tiles.icon_mm, 13.0),
    )


def _pattern(rng: np.random.Generator, least: float, most: float) -> Pattern:
    """Something printed all over tiles, its parts from `least` to `most` millimetres wide."""
    kinds = [one_of(rng, PATTERNS) for _ in "RBGK"] if rng.random() < 0.6 else [one_of(rng, PATTERNS)] * 4
    tone = one_of(rng, [(0.05, 0.05, 0.05), (0.95, 0.94, 0.9), any_colour(rng)], [0.5, 0.3, 0.2])
    share = float(rng.uniform(0.1, 0.6))
    return Pattern((kinds[0], kinds[1], kinds[2], kinds[3]), float(rng.uniform(least, most)), share, tone)
