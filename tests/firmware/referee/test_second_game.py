"""What is known of the pieces of one game helps in the next one at the same table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import pytest

from engine.netzwerk.game import Netzwerk
from engine.netzwerk.replay import Replay
from tests.engine.netzwerk.vectors import game
from tests.firmware.landscapes import SeenLandscape, sight
from tests.firmware.referee.landscape_table import Table
from vision.game import Memory, Names

OTHERS: Names = (("white", "brown"),)


@dataclass(frozen=True, eq=False)
class Remembering(SeenLandscape):
    """A landscape of which the connectors are remembered. doubt: what speaks for other names, in nats; from_before:
    all that was remembered of another game, each time that something is remembered."""

    doubt: float = 0.0
    from_before: list[Memory] = field(default_factory=list)

    def keeps(self, state: str, memory: Memory, _named: Collection[str]) -> Memory:
        """The connectors, and those of the game before."""
        before = memory["before"] if memory else None
        self.from_before.append(before)
        return {"now": state.split()[2], "before": before}

    def carried(self, memory: Memory) -> Memory:
        """The connectors, as those of the game before."""
        return {"before": memory["now"]}

    def otherwise_named(self, _state: str, _memory: Memory = None) -> Mapping[Names, float]:
        """Other names, as far as they fit."""
        return {OTHERS: self.doubt}


def played(table: Table, truth: Replay, turns: int, doubt: float = 0.0) -> list[Memory]:
    """What was remembered, from look to look, of the game before while one was set up and so many turns played."""
    from_before: list[Memory] = []
    for number in range(turns + 1):
        seen = SeenLandscape.of(sight(truth.states[number]))
        table.show(None, 0.8)
        table.show(Remembering(seen.position, seen.pose, doubt=doubt, from_before=from_before))
    return from_before


def connectors(truth: Replay, turns: int) -> str:
    """Those that lie there after so many turns, as the game has them."""
    return Netzwerk(truth.record.options).format_state(truth.states[turns]).split()[2]


def test_how_whose_pieces_look_is_remembered_from_the_last_game_on() -> None:
    truth = game(39)
    table = Table(Netzwerk(truth.record.options))
    assert set(played(table, truth, 7)) == {None}
    table.referee.new_game()
    assert set(played(table, truth, 3)) == {connectors(truth, 7)}
    table.referee.new_game()
    assert set(played(table, truth, 1)) == {connectors(truth, 3)}


@pytest.mark.parametrize(("doubt", "is_carried"), [(1.5, True), (3.0, False)])
def test_where_players_may_have_been_taken_for_others_nothing_is_learnt_for_the_next_game(
    doubt: float, is_carried: bool
) -> None:
    truth = game(39)
    table = Table(Netzwerk(truth.record.options))
    played(table, truth, 3, doubt)
    table.referee.new_game()
    assert set(played(table, truth, 1)) == {connectors(truth, 3) if is_carried else None}
