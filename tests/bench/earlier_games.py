"""What is known of a table of Netzwerk by the second game of an evening: how whose pieces look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.netzwerk.board import Board
from engine.netzwerk.text import format_state
from vision.game import Eyes, Memory, NotSeenError
from vision.synthetic.netzwerk import render_landscape
from vision.synthetic.netzwerk.deal import scene_of
from vision.synthetic.netzwerk.landscapes import random_pieces
from vision.synthetic.netzwerk.positions import random_state_of
from vision.synthetic.netzwerk.scene import LandscapeScene
from vision.synthetic.shots import TableShot
from vision.table import Table

GAME = "netzwerk"
_ATTEMPTS = 10


def remembered_of_earlier_game(eyes: Eyes, table: Table, seed: int) -> Memory:
    """What eyes remember of a game of the same players, with the set, by the lamp and from the camera of a table.

    Nothing where none of some such landscapes is seen from there.
    """
    clear = table.clear()
    assert isinstance(clear, TableShot)
    home = clear.scene
    assert isinstance(home, LandscapeScene)
    for attempt in range(_ATTEMPTS):
        earlier = _earlier(np.random.default_rng((seed, 5, attempt)), home)
        state = format_state(earlier.state)
        try:
            return eyes.read(render_landscape(earlier).image).turned_like(state).remembered(state)
        except NotSeenError:
            continue  # the camera hangs so that another shape runs out of its picture
    return None


def _earlier(rng: np.random.Generator, home: LandscapeScene) -> LandscapeScene:
    placed = random_pieces(rng, len(home.state.players))
    board = Board({field: kind for piece in placed for field, kind in zip(*piece, strict=True)})
    state = random_state_of(rng, board, home.state.players)
    looks = home.print_look, home.thing_look
    scene = scene_of(rng, home.view.size, placed, state, home.style, looks=looks)
    return replace(scene, view=home.view, table=home.table, light=home.light, sensor=home.sensor)
