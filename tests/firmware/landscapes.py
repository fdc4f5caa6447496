"""Landscapes as eyes would see them, without pictures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.netzwerk.difference import Difference
from engine.netzwerk.state import State
from engine.netzwerk.text import format_state, parse_seen
from tests.vision.alien_city.tables import camera
from vision.game import Alternative, Memory, Names
from vision.lens import Floats
from vision.photo import Picture
from vision.pose import Pose

SURE = 30.0
"""Nats by which what is seen well is likelier than that nothing has changed."""


def sight(state: State) -> str:
    """What lies on the table, as a camera reads it: all four colours, whoever plays; no hands, and no turn."""
    board, miners, sticks = format_state(state).split()[:3]
    standing = {it[0]: it[1:] for it in miners.split(";")}
    laid = {it[0]: it[1:] for it in sticks.split("|")}
    return " ".join(
        (
            board,
            ";".join(f"{letter}{standing.get(letter, '-')}" for letter in "wkgn"),
            "|".join(f"{letter}{laid.get(letter, '-')}" for letter in "wkgn"),
        )
    )


@dataclass(frozen=True, eq=False)
class SeenLandscape:
    """A position that is seen well; or_else: what it may be as well, so many nats less likely."""

    position: str
    pose: Pose
    corners: Sequence[tuple[float, float]] = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
    area: float = 50_000.0
    parts: Sequence[Sequence[tuple[float, float]]] = ()
    unread: Sequence[str] = ()
    confidence: float = 1.0
    hidden: Sequence[str] = ()
    rim: Sequence[str] = ()
    unclear: Sequence[str] = ()
    or_else: str = ""
    less_likely: float = 0.0

    @classmethod
    def of(cls, position: str) -> SeenLandscape:
        """A position as it is seen from above."""
        return cls(position, camera())

    @property
    def middle(self) -> Floats:
        """Nobody asks for it here."""
        raise NotImplementedError

    def lost_from(self, _pose: Pose) -> Sequence[str]:
        """Nothing hides anything."""
        return ()

    def against(self, state: str, _memory: Memory = None) -> Sequence[Alternative]:
        """That nothing has changed, or what is seen."""
        before = parse_seen(state)
        as_before = Alternative(sight(before), 0.0, {})
        told = _changed(before, self.position, SURE)
        or_else = _changed(before, self.or_else, (SURE if told else 0.0) - self.less_likely)
        return [as_before, *told, *or_else]

    def otherwise_named(self, _state: str, _memory: Memory = None) -> Mapping[Names, float]:
        """Everybody goes by the right name."""
        return {}

    def remembered(
        self,
        state: str,
        memory: Memory = None,
        *,
        sure: Collection[str] = (),  # noqa: ARG002 - these looks need nobody's word
        named: Collection[str] = (),
    ) -> Memory:
        """What `keeps` says."""
        return self.keeps(state, memory, named)

    def keeps(self, _state: str, _memory: Memory, _named: Collection[str]) -> Memory:
        """What is remembered; nothing need be."""
        return None

    def carried(self, _memory: Memory) -> Memory:
        """Nothing is remembered."""
        return None

    def relit(self, _memory: Memory, _before: SeenLandscape) -> Memory:
        """Nothing is remembered."""
        return None

    def turned_like(self, _state: str) -> SeenLandscape:
        """It is seen the right way round."""
        return self

    @property
    def is_laid(self) -> bool:
        """It is always seen wholly."""
        return True

    def is_board_of(self, state: str) -> bool:
        """Whether the fields are the same."""
        return parse_seen(state).board == parse_seen(self.position).board

    def pooled(self, _others: Sequence[SeenLandscape]) -> SeenLandscape:
        """It is seen well enough."""
        return self

    def annotated(self, picture: Picture, _faulty: Collection[str]) -> Picture:
        """There is no picture."""
        return picture


def _changed(before: State, position: str, nats: float) -> list[Alternative]:
    """A position that is so likely, if it is one and something has changed."""
    difference = Difference.between(before, parse_seen(position or sight(before)))
    if difference.is_nothing:
        return []
    changed = {str(at): str(player) for player, at in difference.went.items()}
    changed |= {str(left): str(it) for it in difference.went if (left := before.miners.get(it)) is not None}
    changed |= {str(at): str(count) for at, count in difference.fewer.items()}
    changed |= {str(it): str(player) for player, laid in difference.laid.items() for it in laid}
    changed |= dict.fromkeys(difference.gone, "")
    return [Alternative(position, nats, changed)]
