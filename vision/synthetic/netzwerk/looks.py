"""Sets of Netzwerk as people own or make them: which prints, which pieces."""

from __future__ import annotations

import colorsys

import numpy as np

from vision.synthetic.arrays import Rgb
from vision.synthetic.chance import named, one_of
from vision.synthetic.colours import any_colour, mixed, shifted, wood_colour
from vision.synthetic.netzwerk.miners import SHAPES
from vision.synthetic.netzwerk.motifs import MOTIFS, USUAL
from vision.synthetic.netzwerk.numerals import FACES
from vision.synthetic.netzwerk.scene import COLOURS, Five, Four, Numerals, PrintLook, ThingLook
from vision.synthetic.setting import Material

STYLES = ("plain", "simple", "printed")

# Hue in degrees, saturation and value of the five colours, within which people still name them right.
_RANGES = {
    "Y": ((46, 58), (0.62, 1.0), (0.72, 1.0)),
    "O": ((18, 33), (0.7, 1.0), (0.72, 1.0)),
    "R": ((-12, 8), (0.65, 1.0), (0.45, 0.92)),
    "G": ((88, 160), (0.4, 0.95), (0.25, 0.75)),
    "B": ((198, 236), (0.5, 1.0), (0.35, 0.95)),
}


def _grey(rng: np.random.Generator, low: float, high: float, cast: float = 0.03) -> Rgb:
    v = float(rng.uniform(low, high))
    r, g, b = (float(np.clip(v * (1 + rng.normal(0, cast)), 0, 1)) for _ in range(3))
    return r, g, b


def random_five(rng: np.random.Generator) -> Five:
    """Yellow, orange, red, green, blue, all as bright and as bold as the set is."""
    bold, bright = rng.normal(0, 0.25, 2)
    colours: list[Rgb] = []
    for letter in COLOURS:
        hue, saturation, value = _RANGES[letter]
        h = float(rng.uniform(*hue))
        s, v = (
            low + (high - low) * float(np.clip(rng.uniform(0, 1) + all_, 0, 1))
            for (low, high), all_ in ((saturation, bold), (value, bright))
        )
        colours.append(colorsys.hsv_to_rgb((h % 360) / 360, s, v))
    y, o, r, g, b = colours
    return y, o, r, g, b


def _five_near(rng: np.random.Generator, colours: Five, by: float) -> Five:
    y, o, r, g, b = (shifted(rng, colour, by) for colour in colours)
    return y, o, r, g, b


def _numerals(rng: np.random.Generator, city: Rgb) -> Numerals:
    pale = sum(city) / 3 < 0.45
    ink = mixed((1, 1, 1), (0.95, 0.85, 0.6), float(rng.random() ** 2)) if pale else _grey(rng, 0.02, 0.2)
    if pale and rng.random() < 0.15:
        ink = colorsys.hsv_to_rgb(float(rng.uniform(0.1, 0.16)), float(rng.uniform(0.4, 0.9)), 0.95)
    size = float(rng.uniform(12, 28))
    return Numerals(
        face=int(rng.integers(0, FACES)),
        weight=float(round(rng.random() ** 1.3, 2)),
        slant=float(round(rng.uniform(0.05, 0.25), 2)) if rng.random() < 0.15 else 0.0,
        stretch=float(round(rng.uniform(0.75, 1.25), 2)),
        size_mm=size,
        ink=ink,
        turn=named(rng, {"six": 0.7, "any": 0.18, "upright": 0.12}),
        mark=named(rng, {"line": 0.8, "dot": 0.2}),
        ring_mm=size * float(rng.uniform(0.72, 0.9)) if rng.random() < 0.15 else 0.0,
    )


def _ground(rng: np.random.Generator) -> tuple[str, Rgb, float]:
    """What the landscape is printed on: its stock, its colour, and how much of the print's colour is mixed in."""
    kind = named(rng, {"white": 0.3, "dark": 0.26, "grey": 0.12, "wood": 0.16, "any": 0.06, "tint": 0.1})
    stock = "linen" if rng.random() < 0.15 else "card"
    if kind in ("white", "tint"):
        ground = mixed(_grey(rng, 0.78, 0.98, 0.01), (0.93, 0.85, 0.66), float(rng.random() ** 2 * 0.8))
    elif kind == "dark":
        ground = _grey(rng, 0.05, 0.3, 0.08)
    elif kind == "grey":
        ground = _grey(rng, 0.35, 0.7)
    elif kind == "wood":
        ground, stock = wood_colour(rng), "wood"
    else:
        ground = any_colour(rng, 0.5)
    is_tinted = kind == "tint" or rng.random() < 0.15
    return stock, ground, float(rng.uniform(0.2, 0.95)) if is_tinted else 0.0


def _city(rng: np.random.Generator) -> Rgb:
    """The colour of cities: mostly nearly black."""
    pick = rng.random()
    if pick < 0.68:
        return _grey(rng, 0.03, 0.2, 0.05)
    if pick < 0.8:
        return mixed((0.05, 0.08, 0.22), (0.16, 0.18, 0.4), float(rng.random()))
    if pick < 0.93:
        return mixed((0.12, 0.08, 0.05), (0.28, 0.19, 0.13), float(rng.random()))
    return _grey(rng, 0.72, 0.95)


def random_print_look(rng: np.random.Generator, style: str, colours: Five) -> PrintLook:
    """The landscape of a set whose five colours are `colours`."""
    shape = "hexagon" if rng.random() < 0.2 else "disc"
    stock, ground, tint = _ground(rng)
    city = _city(rng)
    desert = mixed(_grey(rng, 0.35, 0.75), (0.76, 0.68, 0.5), float(rng.random() ** 2 * 0.9))
    motifs = [one_of(rng, USUAL[letter] if rng.random() < 0.7 else MOTIFS) for letter in COLOURS]
    rimmed = rng.random() < 0.3
    lined = rng.random() < 0.4
    dark_line = _grey(rng, 0.03, 0.5) if rng.random() < 0.6 else _grey(rng, 0.6, 1.0)
    core = _grey(rng, 0.55, 0.85) if rng.random() < 0.6 else mixed(ground, (0, 0, 0), 0.4)
    return PrintLook(
        shape=shape,
        disc_mm=float(rng.uniform(30, 49)),
        colours=colours,
        desert=desert,
        city=city,
        ground=ground,
        ground_tint=tint,
        stock=stock,
        drawing={"plain": "none", "simple": "simple", "printed": "picture"}[style],
        motifs=(motifs[0], motifs[1], motifs[2], motifs[3], motifs[4]),
        desert_motif=named(rng, {"none": 0.35, "waves": 0.35, "dots": 0.2, "rocks": 0.1}),
        strength=float(rng.uniform(0.25, 1.0)),
        alike=bool(rng.random() < 0.6),
        rim_mm=float(rng.uniform(0.4, 2.5)) if rimmed else 0.0,
        rim=_grey(rng, 0.75, 1.0) if rng.random() < 0.6 else _grey(rng, 0.02, 0.3),
        line_mm=float(rng.uniform(0.3, 2.4)) if lined else 0.0,
        line=dark_line,
        numerals=_numerals(rng, city),
        thickness=float(rng.uniform(1.2, 4)),
        corner_mm=float(rng.uniform(0, 5)) if rng.random() < 0.4 else 0.0,
        edge=core,
        grain=float(rng.uniform(0.0, 0.07)),
        gloss=float(rng.random() ** 2.5),
        off_mm=float(rng.uniform(0, 0.5)),
        number=int(rng.integers(0, 10_000)),
    )


def _players(rng: np.random.Generator) -> Four:
    """White, black, grey and brown, painted or of wood."""
    white = mixed(_grey(rng, 0.78, 0.98, 0.015), (0.93, 0.86, 0.7), float(rng.random() ** 2))
    black = _grey(rng, 0.04, 0.2, 0.06)
    grey = _grey(rng, 0.36, 0.64, 0.05)
    brown = colorsys.hsv_to_rgb(
        float(rng.uniform(0.035, 0.09)), float(rng.uniform(0.45, 0.8)), float(rng.uniform(0.28, 0.62))
    )
    return white, black, grey, brown


def random_thing_look(rng: np.random.Generator, colours: Five) -> ThingLook:
    """Stones, connectors and miners for a set whose five colours are `colours`."""
    stone = named(rng, {"cube": 0.84, "disc": 0.08, "octagon": 0.08})
    side = float(rng.uniform(7, 11))
    players = _players(rng)
    miners: Four = players
    if rng.random() < 0.5:
        w, k, g, n = (shifted(rng, colour, 0.6) for colour in players)
        miners = w, k, g, n
    miner = named(rng, {name: shape.share for name, shape in SHAPES.items()})

    def material() -> Material:
        wooden = rng.random() < 0.6
        return Material(
            gloss=float(rng.random() ** 2 * (0.5 if wooden else 1.0)),
            rough=float(rng.uniform(0.15, 0.8)),
            speckle=float(rng.uniform(0.02, 0.14)) if wooden else float(rng.random() * 0.03),
        )

    return ThingLook(
        stone=stone,
        stone_mm=(side, side if stone == "cube" else float(rng.uniform(3, 6))),
        stone_colours=_five_near(rng, colours, 0.9 * float(rng.random() ** 2)),
        stick_mm=(float(rng.uniform(36, 46)), float(rng.uniform(4, 7)), float(rng.uniform(3.5, 6))),
        stick_colours=players,
        miner=miner,
        miner_mm=(float(rng.uniform(10, 16)), float(rng.uniform(15, 30))),
        miner_colours=miners,
        stone_material=material(),
        stick_material=material(),
        miner_material=material(),
        edge=_edge(rng),
    )


def _edge(rng: np.random.Generator) -> float:
    """How bright edges are; on every other set like the faces, as if cut sharply and painted all over."""
    edge = float(rng.normal(0, 0.15))
    return edge if abs(edge) > 0.1 else 0.0


def random_looks(rng: np.random.Generator, style: str) -> tuple[PrintLook, ThingLook]:
    """The landscape and the pieces of a set of a style."""
    colours = random_five(rng)
    return random_print_look(rng, style, colours), random_thing_look(rng, colours)
