"""The contract between a game's eyes and the rest of Kibitz: a picture in, what is seen of the game out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.messages import Message, Sentence, ToldError
from vision.lens import Floats, Lens
from vision.photo import Picture
from vision.pose import Pose

ShotT = TypeVar("ShotT")
"""What a picture of an arrangement shows; only the game's `OwnSet` knows what it is."""

Memory = Any
"""How a table looked; only the eyes of the game know what it is. None remembers nothing."""

Names = tuple[tuple[str, str], ...]
"""Pairs of names, as facts of events have them: one by which a player goes, and the one that would be right."""

HIDDEN = 0.5
"""A place more likely hidden than that, by something foreign, shows neither what lies there nor how it looks."""


class NotSeenError(ToldError, ValueError):
    """The game is not in the picture, or not wholly; the text says what was seen instead, in one line.

    Where light or focus is the reason, its message is one of `vision.light.POOR_LIGHT` or `vision.sharpness.BLURRED`;
    with any other message a hand may lie over the board.
    """


@dataclass(frozen=True, slots=True)
class Alternative:
    """A position that a picture may show, and by how many nats it is likelier than that nothing has changed.

    position: as in `Seen`. changed: the places that have changed, with what is there in the letters of position text;
    in Netzwerk, for a field that a miner has left, whose miner.
    """

    position: str
    nats: float
    changed: Mapping[str, str]


class Seen(Protocol):
    """What one picture shows of a game."""

    @property
    def position(self) -> str:
        """A text that `Game.parse_state` reads, with `?` for what could not be read, and nobody to move."""

    @property
    def pose(self) -> Pose:
        """Where the camera stood."""

    @property
    def corners(self) -> Sequence[tuple[float, float]]:
        """Where the outer corners of the board are in the picture, in pixels (x, y), around it.

        Their number stays the same from look to look, and so does the first one as long as the board is taken the
        same way round.
        """

    @property
    def area(self) -> float:
        """How much these corners enclose on the table, in square millimetres."""

    @property
    def parts(self) -> Sequence[Sequence[tuple[float, float]]]:
        """What of that is board and no table: outlines of its parts in the picture, each convex, pixels (x, y)."""

    @property
    def unread(self) -> Sequence[str | Sentence]:
        """The places of the board that could not be read, and, in words, whatever else could not."""

    @property
    def confidence(self) -> float:
        """The probability that everything in `position` other than `?` is right."""

    @property
    def hidden(self) -> Sequence[str]:
        """The places of the board that something foreign hides: a hand, a mug."""

    @property
    def rim(self) -> Collection[str]:
        """The places at the edge of the board, over which a hand reaches in."""

    @property
    def unclear(self) -> Sequence[str]:
        """The parts of the board itself that could not be read: tiles or fields, each named by a place on it.

        None where all boards of the game are alike.
        """

    @property
    def is_laid(self) -> bool:
        """Whether the whole board lies there, so that it will stay where it is and grow no larger.

        False where so little can be made out that it may be anything, such as another game's board.
        """

    @property
    def middle(self) -> Floats:
        """The middle of the board, (3,) millimetres in the world of the pose."""

    def lost_from(self, pose: Pose) -> Sequence[str]:
        """The places that a camera at another pose may lose sight of, behind pieces on places beside them."""

    def against(self, state: str, memory: Memory = None) -> Sequence[Alternative]:
        """What may lie on the table, given the game's state a while ago; that very position is always among them.

        Known places that are hidden are taken to be as they were; those marked `?` stay so. memory: how the table
        looked then, from `remembered`.
        """

    def otherwise_named(self, state: str, memory: Memory = None) -> Mapping[Names, float]:
        """By how many nats other names for the players of a state fit what is seen better, for each way to name them;
        nothing where pieces tell whose they are by more than their colour."""

    def remembered(
        self,
        state: str,
        memory: Memory = None,
        *,
        sure: Collection[str] = (),
        named: Collection[str] = (),
    ) -> Memory:
        """How the table looks now that the game's state is known; `memory` is what was remembered before.

        sure: places where it is certain what is there, whatever the picture seems to show. named: players who
        certainly are who the state says, wherever their pieces go.
        """

    def carried(self, memory: Memory) -> Memory:
        """What of a game's `memory` still holds in the next game at the same table, before anything of that is
        remembered; None where nothing does."""

    def relit(self, memory: Memory, before: Self) -> Memory:
        """The `memory` of a table as it would look in the present light.

        before: the table a moment ago; nothing was seen to move since.
        """

    def turned_like(self, state: str) -> Self:
        """The same, with the board taken the way round that fits a known state of the game best.

        Where nothing at the table tells one side of the board from the other, it may be read either way. It stays as
        it is where no other way fits better.
        """

    def is_board_of(self, state: str) -> bool:
        """Whether the board itself may be the one of a known state of the game, whatever stands on it.

        Always where all boards of the game are alike.
        """

    def pooled(self, others: Sequence[Self]) -> Self:
        """One view of what this and other pictures of the same moment show."""

    def annotated(self, picture: Picture, faulty: Collection[str]) -> Picture:
        """A copy of the picture with the reading drawn on it, and the `faulty` places framed."""


class Eyes(Protocol):
    """Reads pictures of one game."""

    def read(self, picture: Picture, lens: Lens | None = None) -> Seen:
        """What a picture (H, W, 3) uint8 RGB shows. Raises NotSeenError when the game is not in view."""

    def follow(
        self, picture: Picture, before: Any, lens: Lens | None = None, *, turned: bool = False
    ) -> Seen:
        """The same where these eyes saw `before` a moment ago: cheap, as nothing is searched for.

        The board is taken the same way round as there.
        turned: look at it as from the other side of the table, from where other mistakes are made.
        Raises NotSeenError when the game is not where it was, or hidden.
        """


@dataclass(frozen=True, slots=True)
class Misplaced(Generic[ShotT]):
    """Where an arrangement does not lie as it was asked for.

    places: with what should lie there. anyway: what was seen of it, if so few places are off that whoever laid it may
    know better; else None.
    """

    places: Mapping[str, Message]
    anyway: ShotT | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """How pictures with known truth were read: boards without a mistake, places wrong and unread."""

    boards: int
    exact: int
    wrong: int
    unread: int

    @property
    def faults(self) -> int:
        """How many places were read wrong or left open."""
        return self.wrong + self.unread


@dataclass(frozen=True, slots=True)
class Alike:
    """Two things that look much the same: how many times as much they differ as things of one kind do."""

    one: Message
    other: Message
    distance: float


class OwnSet(Protocol[ShotT]):
    """Learns how an owner's own set looks, from pictures of arrangements that lie as asked for."""

    @property
    def arrangements(self) -> Sequence[str]:
        """The positions to lay, one after the other."""

    def shot(self, picture: Picture, position: str, lens: Lens | None = None) -> ShotT | Misplaced[ShotT]:
        """What a picture shows of an arrangement, or where that lies otherwise. Raises NotSeenError."""

    def mislaid(self, shots: Sequence[ShotT]) -> Mapping[int, Mapping[str, Message]]:
        """The shots that clearly contradict the others, by their numbers from 0.

        Other pieces or other parts of the board lie there than were asked for: places, with what should lie there.
        """

    def learnt(self, shots: Sequence[ShotT]) -> Mapping[str, Any]:
        """What is learnt from shots, as plain values. Raises ValueError when it is too little."""

    def tried(self, shots: Sequence[ShotT], learnt: Mapping[str, Any] | None) -> Tried:
        """How well shots are read by eyes that know what was learnt, or nothing."""

    def drawn(self, shots: Sequence[ShotT], learnt: Mapping[str, Any]) -> Picture:
        """A picture (H, W, 3) uint8 RGB of what was learnt, for people to look at, with the shots it comes from."""

    def alike(self, shots: Sequence[ShotT]) -> Sequence[Alike]:
        """What may be mixed up, the likest first, judging each shot by the others."""

    def eyes(self, learnt: Mapping[str, Any]) -> Eyes:
        """The eyes that know the set. Raises ValueError, KeyError or TypeError for what was not learnt here."""
