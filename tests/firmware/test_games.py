"""Every game in the registry: its eyes and its simulated table keep the contracts that the firmware asks for."""

from __future__ import annotations

from typing import get_type_hints

import numpy as np
import pytest

from engine.game import Act
from engine.registry import entry_of
from firmware.events import What
from firmware.games import NAMES, simulated_table, table_game
from tests.engine.contract import assert_kept
from vision.game import Eyes, Seen
from vision.table import Table


@pytest.mark.parametrize("name", NAMES)
def test_eyes_take_what_the_contracts_give(name: str) -> None:
    eyes = type(table_game(name).eyes)
    assert_kept(Eyes, eyes)
    assert_kept(Seen, get_type_hints(eyes.read)["return"])


@pytest.mark.parametrize("name", NAMES)
def test_a_simulated_table_takes_what_the_contract_gives_and_tells_of_its_set_up_as_the_game_does(
    name: str,
) -> None:
    table = simulated_table(np.random.default_rng(1), (320, 240), name=name)
    assert_kept(Table, type(table))
    game = entry_of(name).rules(())
    told = game.tell_start(game.parse_state(table.start)).facts
    assert table.setup
    assert table.setup.items() <= told.items()


def test_what_players_do_is_an_event_of_its_own_kind() -> None:
    assert {*map(str, Act)} <= {*map(str, What)}
