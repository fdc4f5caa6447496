"""A landscape that is named otherwise looks the same: what was remembered of its places is still known of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from engine.netzwerk.fields import Field
from engine.netzwerk.state import State
from engine.netzwerk.text import format_state, parse_seen
from tests.vision.netzwerk.drawn import late_pictures
from vision.netzwerk.board import Naming
from vision.netzwerk.cuts import CLOSER, connection_cuts, field_cuts, scene
from vision.netzwerk.eyes import NetzwerkEyes, SeenLandscape
from vision.netzwerk.memory import changed, looks_of, remembered
from vision.photo import Picture

NOISE = 0.1
"""In logarithms of brightness, whose deviation is six times as much all over a landscape."""


@pytest.fixture(scope="module")
def drawn() -> tuple[Picture, SeenLandscape]:
    ((picture, _),) = late_pictures("printed", 1)
    return picture, NetzwerkEyes().read(picture)


def inside(fields: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """What is as far from the middle of each square as it can be turned."""
    side = np.linspace(-1, 1, fields.shape[1])
    return fields[:, np.hypot(side[:, None], side) < 0.9]


@pytest.mark.parametrize("sixths", range(6))
def test_looks_are_those_of_the_places_by_their_new_names(
    sixths: int, drawn: tuple[Picture, SeenLandscape]
) -> None:
    picture, seen = drawn
    named = seen.reading.renamed(Naming(sixths, Field(1, -2)))
    shown = scene(picture, named.pose, named.fields, CLOSER)
    fields = looks_of(field_cuts(shown, named.fields, sheet=CLOSER))
    ways = looks_of(connection_cuts(shown, named.connections))
    assert named.looks is not None
    assert np.abs(inside(named.looks[0]) - inside(fields)).mean() < NOISE * inside(fields).std()
    assert np.abs(named.looks[1] - ways).mean() < 1e-3


@pytest.mark.parametrize("sixths", [1, 3])
def test_where_nothing_was_done_nothing_seems_to_have_been_though_it_is_named_otherwise(
    sixths: int, drawn: tuple[Picture, SeenLandscape]
) -> None:
    _, seen = drawn
    state: State = parse_seen(seen.position)
    memory = remembered(seen.reading, state, None)
    anew = SeenLandscape(seen.reading.renamed(Naming(sixths, Field(0, 1))))
    told = changed(anew.turned_like(format_state(state)).reading, state, memory)
    assert {place for place, _ in memory.looks} <= told.keys()
    assert max(told.values()) < 0
