"""What is usually said of players' pieces is learnt from games in which it is known whose they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.netzwerk.material import Player
from vision.netzwerk.owners import CONNECTOR, MINER, Piece, Sayings, part
from vision.training.netzwerk.owners import learnt, pieces_on
from vision.training.netzwerk.pictures import drawing
from vision.training.pictures import draw, sample_paths

PLAYERS = range(len(Player))
BETWEEN, WITHIN = 2.0, 0.5  # standard deviations


def games(count: int) -> list[list[Piece]]:
    """Of each, what is said of three connectors and the miner of all players but one, in its own light."""
    rng = np.random.default_rng(3)
    usual = np.array([[6.0 if said == owner else -4.0 for said in PLAYERS] for owner in PLAYERS])
    made = []
    for _ in range(count):
        light = rng.normal(0, BETWEEN, len(PLAYERS))  # what it adds to what is said, whosever it is
        absent = rng.integers(len(PLAYERS))
        made.append(
            [
                Piece(kind, owner, usual[owner] + light + rng.normal(0, WITHIN, len(PLAYERS)))
                for owner in PLAYERS
                if owner != absent
                for kind in (MINER, CONNECTOR, CONNECTOR, CONNECTOR)
            ]
        )
    return made


@pytest.fixture(scope="module")
def sayings() -> Sayings:
    return learnt(games(200))


def test_the_usual_and_its_spreads_are_found(sayings: Sayings) -> None:
    for owner in PLAYERS:
        mine = part(CONNECTOR, owner)
        np.testing.assert_allclose(sayings.usual[mine][owner], 6.0, atol=0.6)
        np.testing.assert_allclose(np.sqrt(np.diag(sayings.between[mine, mine])), BETWEEN, rtol=0.25)
    np.testing.assert_allclose(np.sqrt(np.diag(sayings.within[CONNECTOR])), WITHIN, rtol=0.25)


def test_known_pieces_tell_what_is_said_of_anothers(sayings: Sayings) -> None:
    """Light adds to all players' alike: what is known of one moves what is to be expected of the others."""
    brighter = sayings.usual[part(CONNECTOR, 0)] + 3.0
    knowing = sayings.knowing([Piece(CONNECTOR, 0, brighter)])
    for kind, owner in ((CONNECTOR, 2), (MINER, 2)):
        moved = knowing.usual[part(kind, owner)] - sayings.usual[part(kind, owner)]
        np.testing.assert_allclose(moved, 3.0, atol=1.0)
    spread = (np.trace(it.between) for it in (knowing, sayings))
    assert next(spread) < 0.5 * next(spread)


def test_they_are_kept_in_a_file(sayings: Sayings, tmp_path: Path) -> None:
    sayings.save(tmp_path / "owners.npz")
    again = Sayings.load(tmp_path / "owners.npz")
    says = np.random.default_rng(1).normal(0, 4, (9, len(PLAYERS)))
    np.testing.assert_allclose(again.nats(MINER, says), sayings.nats(MINER, says), rtol=1e-3)


def test_the_pieces_of_drawn_pictures_are_their_true_owners(tmp_path: Path) -> None:
    draw(tmp_path, 3, seed=8, drawing=drawing, workers=1)
    told = [piece for game in pieces_on(sample_paths(tmp_path, 3)) for piece in game]
    assert {it.kind for it in told} == {MINER, CONNECTOR}
    assert np.mean([it.says.argmax() == it.owner for it in told]) > 0.8
