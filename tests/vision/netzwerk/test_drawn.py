"""What the networks read of drawn landscapes late in a game: a few things are wrong, and not many are left open."""

from __future__ import annotations

import pytest

from tests.vision.netzwerk.drawn import late_pictures
from vision.evaluation import Outcome, Tally
from vision.netzwerk.eyes import NetzwerkEyes
from vision.synthetic.netzwerk import STYLES

PICTURES = 10


@pytest.fixture(scope="module", params=STYLES)
def tally(request: pytest.FixtureRequest) -> Tally:
    """What became of all things on some pictures of a style."""
    eyes, tally = NetzwerkEyes(), Tally()
    for picture, label in late_pictures(str(request.param), PICTURES):
        seen = eyes.read(picture)
        tally.add(Outcome(label, seen, label.compared(seen)))
    return tally


# About twice what was wrong, and open, in the style that is read worst; more where that is next to nothing.
@pytest.mark.parametrize(
    ("subject", "at_least", "wrong", "unread"),
    [
        ("kinds", 300, 0.03, 0.05),
        ("values", 75, 0.04, 0.5),
        ("stones", 200, 0.05, 0.16),
        ("miners", 36, 0.1, 0.15),
        ("connectors", 225, 0.12, 0.05),
    ],
)
def test_of_a_late_position_most_is_read_as_it_lies(
    tally: Tally, subject: str, at_least: int, wrong: float, unread: float
) -> None:
    count = tally.compared[subject]
    assert count >= at_least
    assert tally.wrong[subject] <= wrong * count
    assert tally.unread[subject] <= unread * count
