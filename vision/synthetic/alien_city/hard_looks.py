"""Sets that are hard to read: their tiles look like pieces, their pieces like tiles, or all of their icons alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.synthetic.alien_city.grid import LOT_MM
from vision.synthetic.alien_city.looks import STYLES, random_looks
from vision.synthetic.alien_city.patterns import PATTERNS, Pattern
from vision.synthetic.alien_city.scene import Mark, Medallion, PieceLook, TileLook
from vision.synthetic.arrays import Rgb
from vision.synthetic.chance import named, one_of
from vision.synthetic.colours import any_colour, mixed, shifted


def pictorial_looks(rng: np.random.Generator) -> tuple[TileLook, PieceLook]:
    """A set whose tiles are hard to tell from pieces: all of their guild's colour, with pale prints on dark stock, or
    with pictures all over them."""
    kind = named(rng, {"of their colour": 0.55, "pale on dark": 0.25, "mottled": 0.2})
    if kind == "of their colour":
        tiles, pieces = random_looks(rng, "coloured")
        return replace(
            tiles,
            tint=named(rng, {"tile": 0.8, "lots": 0.2}),
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
        pale_icons=False,
        one_ink=mixed((tone, tone, tone), any_colour(rng) if rng.random() < 0.3 else (0.3, 0.17, 0.08), 0.35),
        outline=bool(rng.random() < 0.4),
        figures=tiles.figures and bool(rng.random() < 0.5),
    )
    if rng.random() < 0.25:
        tint = named(rng, {"frame": 0.6, "patch": 0.4})
        return replace(tiles, tint=tint, tint_share=float(rng.uniform(0.5, 1.0))), pieces
    size = float(rng.uniform(2.5, 8))
    beyond = float(rng.uniform(LOT_MM * 0.6, LOT_MM - 0.5 - size / 2))
    place = {
        "corner": (beyond, beyond),
        "side": (beyond, LOT_MM / 2),
        "beside": (LOT_MM / 2, float(rng.uniform(1, 0.2 * LOT_MM)) + size / 2),
        "middle": (0.0, 0.0),
        "across": (-beyond, -beyond),
    }
    at = place[named(rng, {"corner": 0.55, "side": 0.1, "beside": 0.15, "middle": 0.1, "across": 0.1})]
    kind = named(rng, {"ring": 0.4, "disc": 0.3, "square": 0.15, "diamond": 0.08, "triangle": 0.07})
    return replace(tiles, mark=Mark(kind, size, bool(rng.random() < 0.25), at)), pieces


def medallion_looks(rng: np.random.Generator) -> tuple[TileLook, PieceLook]:
    """A set whose icons are printed within round fields, each like a coin that lies there. The pieces are seldom
    coins."""
    tiles, pieces = random_looks(rng, one_of(rng, STYLES))
    if pieces.dome_shape == "coin" and rng.random() < 0.7:
        tiles, pieces = random_looks(rng, "v22")
    white = float(rng.uniform(0.75, 0.98))
    face = (white, white, white * float(rng.uniform(0.85, 1)))
    if rng.random() < 0.35:
        face = mixed(
            face, tiles.base if rng.random() < 0.6 else any_colour(rng), float(rng.uniform(0.2, 0.9))
        )
    rim_ink = None
    if rng.random() < 0.6:
        rim_ink = mixed(
            tiles.base,
            (0.1, 0.08, 0.06) if rng.random() < 0.7 else any_colour(rng),
            float(rng.uniform(0.3, 1)),
        )
    rim = float(rng.uniform(0.2, 1.2)) if rng.random() < 0.85 else 0.0
    tints = {"none": 0.4, "tile": 0.35, "frame": 0.15, "lots": 0.1}
    return replace(
        tiles,
        tint=named(rng, tints),
        tint_share=float(rng.uniform(0.05, 0.5)),
        pale_icons=False,
        medallion=Medallion(float(rng.uniform(12, 21)), face, rim, rim_ink),
        one_ink=None if rng.random() < 0.8 else (0.15, 0.13, 0.12),
        icon_at=(0.3 * tiles.icon_at[0], 0.3 * tiles.icon_at[1]),
        pattern=_pattern(rng, 2, 10, faintest=0.04) if rng.random() < 0.3 else None,
    ), pieces


def haloed_looks(rng: np.random.Generator) -> tuple[TileLook, PieceLook]:
    """A set with a pale or dark line all around each icon, as of patches that are sewn on; often on dark tiles, where
    black icons could not be seen without it."""
    tiles, pieces = random_looks(rng, one_of(rng, ["v22", "piecepack", "invented"]))
    base, four = tiles.base, pieces.tower_colours
    if rng.random() < 0.6:
        dark = float(rng.uniform(0.1, 0.5))
        base = mixed((dark, dark, dark), any_colour(rng), float(rng.random() * 0.35))
    pale = float(rng.uniform(0.7, 0.98))
    halo = (pale, pale, pale * float(rng.uniform(0.85, 1)))
    if sum(base) > 1.8:
        halo = mixed(base, (0.1, 0.1, 0.1), float(rng.uniform(0.5, 1)))
    if rng.random() < 0.15:
        halo = any_colour(rng)
    return replace(
        tiles,
        base=base,
        tint="none",
        pale_icons=False,
        inks=four if rng.random() < 0.7 else tiles.inks,
        halo=halo,
        icon_mm=float(rng.uniform(10, 20)),
        lines=named(rng, {"dashed": 0.5, "thin": 0.3, "none": 0.2}),
        line_colour=mixed(base, halo, float(rng.uniform(0.3, 1))),
        stock=named(rng, {"linen": 0.4, "card": 0.4, "wood": 0.2}),
    ), pieces


def faint_looks(rng: np.random.Generator) -> tuple[TileLook, PieceLook]:
    """A set whose icons are small and drawn with thin lines, in inks through which the paper shows."""
    tiles, pieces = random_looks(rng, one_of(rng, STYLES))
    thin = float(rng.uniform(0.0, 0.45))
    r, b, g, k = (mixed(ink, tiles.base, thin) for ink in tiles.inks)
    return replace(
        tiles,
        tint="none" if rng.random() < 0.8 else "frame",
        pale_icons=False,
        inks=(r, b, g, k),
        outline=bool(rng.random() < 0.75),
        icon_mm=float(rng.uniform(6.5, 12)),
    ), pieces


def vivid_looks(rng: np.random.Generator) -> tuple[TileLook, PieceLook]:
    """A set whose tiles are of one strong colour, as felt or printed plastic: it isn't the lamp that is orange."""
    tiles, pieces = random_looks(rng, one_of(rng, STYLES))
    base = tiles.base
    while max(base) - min(base) < 0.3 or min(_apart(base, ink) for ink in tiles.inks) < 0.3:
        base = any_colour(rng)
    return replace(
        tiles,
        base=base,
        tint="none",
        pale_icons=False,
        stock=named(rng, {"card": 0.7, "linen": 0.2, "wood": 0.1}),
        line_colour=mixed(base, (0.0, 0.0, 0.0), float(rng.uniform(0.2, 0.8))),
    ), pieces


def _apart(one: Rgb, other: Rgb) -> float:
    """How far two colours are apart in the channel in which they differ most."""
    return float(np.abs(np.subtract(one, other)).max())


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


def _pattern(rng: np.random.Generator, least: float, most: float, faintest: float = 0.1) -> Pattern:
    """Something printed all over tiles, its parts from `least` to `most` millimetres wide."""
    kinds = [one_of(rng, PATTERNS) for _ in "RBGK"] if rng.random() < 0.6 else [one_of(rng, PATTERNS)] * 4
    tone = one_of(rng, [(0.05, 0.05, 0.05), (0.95, 0.94, 0.9), any_colour(rng)], [0.5, 0.3, 0.2])
    share = float(rng.uniform(faintest, 6 * faintest))
    return Pattern((kinds[0], kinds[1], kinds[2], kinds[3]), float(rng.uniform(least, most)), share, tone)
