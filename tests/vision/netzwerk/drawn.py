"""Drawn pictures of landscapes late in a game, as people would lay and show them, with what truly lies there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import numpy as np

from vision.netzwerk.evaluate import LandscapeLabel
from vision.photo import Picture
from vision.synthetic.colours import told_apart
from vision.synthetic.netzwerk import STYLES, LandscapeScene, random_landscape, render_landscape
from vision.synthetic.netzwerk.grid import HEX_MM

SIZE = (1280, 960)
_CONNECTORS = 20  # a late position has at least so many
_FIELD_PIXELS = 72  # nobody shows smaller fields to a camera


def late_pictures(style: str, number: int) -> list[tuple[Picture, LandscapeLabel]]:
    """The first so many of a style, the same ones each time."""
    return list(islice(_late(style), number))


def _late(style: str) -> Iterator[tuple[Picture, LandscapeLabel]]:
    for seed in count():
        scene = random_landscape(np.random.default_rng((seed, STYLES.index(style))), SIZE, style)
        if _is_late(scene) and _is_playable(scene):
            drawn, name = render_landscape(scene), Path(f"{style}-{seed}")
            yield (
                drawn.image,
                LandscapeLabel(name, drawn.position, frozenset(), frozenset(), style, "any", hand=False),
            )


def _is_late(scene: LandscapeScene) -> bool:
    """Every player has a miner there, and a good part of the connectors lies."""
    state = scene.state
    laid = sum(map(len, state.connectors.values()))
    return laid >= _CONNECTORS and all(state.miners[player] is not None for player in state.players)


def _is_playable(scene: LandscapeScene) -> bool:
    """No hand is over it, it is large enough in the picture, and its colours can be told apart."""
    things, prints = scene.thing_look, scene.print_look
    sets = (prints.colours, things.stick_colours, things.miner_colours)
    large = scene.view.px_per_mm * HEX_MM >= _FIELD_PIXELS
    return not scene.hands and large and all(map(told_apart, sets))
