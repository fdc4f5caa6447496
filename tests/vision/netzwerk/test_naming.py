"""A landscape that is found anew gets the names that it has in the game."""

from __future__ import annotations

import numpy as np
import pytest

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.text import parse_seen, parse_state
from tests.vision.netzwerk.readings import HANDS, TEXT, sure
from vision.netzwerk.board import Naming
from vision.netzwerk.naming import is_laid_like, naming_like
from vision.netzwerk.reading import Reading

BEFORE = parse_state(TEXT + HANDS)


def by_name(reading: Reading) -> tuple[dict[Field, int], dict[Connection, list[float]]]:
    """What each field is, and who has connectors on each connection."""
    kinds = reading.kinds.argmax(axis=1).tolist()
    return (
        dict(zip(reading.fields, kinds, strict=True)),
        dict(zip(reading.connections, reading.sticks.tolist(), strict=True)),
    )


@pytest.mark.parametrize("sixths", range(6))
def test_a_landscape_seen_from_elsewhere_gets_the_names_it_had(sixths: int) -> None:
    reading = sure()
    away = reading.renamed(Naming(sixths, Field(2, 1)))
    back = away.renamed(naming_like(away, BEFORE))
    assert by_name(back) == by_name(reading)
    np.testing.assert_allclose(
        back.pose.project([[10.0, 20.0, 0.0]]), reading.pose.project([[10.0, 20.0, 0.0]])
    )


def test_another_landscape_is_told_from_the_one_that_lay_there() -> None:
    other = sure("0|0:##R2O2C5G2/0:C8B2B2Y2C3/0:G2Y2##C2R2 w-;k-;g-;n- w-|k-|g-|n-")
    assert is_laid_like(sure(), BEFORE)
    assert not is_laid_like(other, BEFORE)


def test_fields_that_nobody_could_read_speak_against_no_landscape() -> None:
    some = parse_seen(TEXT.replace("C2Y2G2", "??Y2G2").replace("C3", "C?") + HANDS)
    assert is_laid_like(sure(), some)


def test_names_of_connections_turn_with_their_fields() -> None:
    naming = Naming(1, Field(0, 0))
    assert naming.connection(Connection.parse("0,0E")) == Connection.parse("0,0SE")
