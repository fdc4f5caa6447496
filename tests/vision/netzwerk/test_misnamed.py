"""All pieces together show who was taken for somebody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np
import pytest

from engine.netzwerk.material import Player
from engine.netzwerk.renaming import renamed
from engine.netzwerk.text import parse_state
from tests.vision.netzwerk.readings import HANDS, TEXT, sure
from vision.netzwerk.misnamed import otherwise_named
from vision.netzwerk.owners import CONNECTOR, MINER, Piece, groups_of, part, usual_sayings

STATE = parse_state(TEXT + HANDS)
PLAYERS = range(len(Player))


def test_pieces_that_look_white_are_white_whatever_their_player_is_called() -> None:
    reading = sure(TEXT)
    for other in ("grey", "brown"):
        wrong, _ = renamed(STATE, (), {"white": other})
        told = otherwise_named(reading, wrong, tuple(Player), usual_sayings())
        best = max(told, key=lambda names: told[names])
        assert best == ((other, "white"),)
        assert told[best] > 3
    assert max(otherwise_named(reading, STATE, tuple(Player), usual_sayings()).values()) < -3


def test_nobody_is_called_by_the_name_of_who_does_not_play() -> None:
    wrong, _ = renamed(STATE, (), {"white": "black", "black": "white"})
    told = otherwise_named(sure(TEXT), wrong, (Player.WHITE, Player.BLACK), usual_sayings())
    assert [*told] == [(("black", "white"), ("white", "black"))] or [*told] == [
        (("white", "black"), ("black", "white"))
    ]
    (nats,) = told.values()
    assert nats > 3


def test_where_nobody_has_come_nobody_has_a_name() -> None:
    nothing = TEXT.replace("w4,1;k0,1", "w-;k-").replace("w0,0E;1,0E;2,0E", "w-")
    assert otherwise_named(sure(nothing), parse_state(nothing + HANDS), tuple(Player), usual_sayings()) == {}


def drawn(rng: np.random.Generator, owners: Sequence[int], connectors: int) -> Iterator[Piece]:
    """Pieces of a game as the networks may see them: a miner each, and so many connectors of the first player."""
    sayings = usual_sayings()
    game = rng.multivariate_normal(sayings.usual, sayings.between)
    pieces = [(MINER, it) for it in owners] + [(CONNECTOR, owners[0])] * connectors
    for kind, owner in pieces:
        off = rng.multivariate_normal(np.zeros(len(Player)), sayings.within[kind])
        yield Piece(kind, owner, game[part(kind, owner)] + off)


@pytest.mark.parametrize(("connectors", "most"), [(0, 0.1), (3, 0.05)])
def test_in_few_games_other_names_than_the_right_ones_fit_best(connectors: int, most: float) -> None:
    rng, wrong, games = np.random.default_rng(1), 0, 200
    for _ in range(games):
        owners = [*map(int, rng.permutation(PLAYERS)[:2])]
        groups = groups_of(drawn(rng, owners, connectors))
        fits = {
            names: usual_sayings().fits(groups, dict(zip(owners, names, strict=True)))
            for names in permutations(PLAYERS, len(owners))
        }
        wrong += max(fits, key=lambda names: fits[names]) != tuple(owners)
    assert wrong <= most * games


def test_pieces_that_are_alike_are_told_as_one_with_less_chance_in_it() -> None:
    rng = np.random.default_rng(2)
    pieces = [*drawn(rng, [0, 2], 4)]
    groups = groups_of(pieces)
    assert [(it.kind, it.owner, it.count) for it in groups] == [
        (MINER, 0, 1),
        (MINER, 2, 1),
        (CONNECTOR, 0, 4),
    ]
    np.testing.assert_allclose(groups[2].says, np.mean([it.says for it in pieces[2:]], axis=0))
