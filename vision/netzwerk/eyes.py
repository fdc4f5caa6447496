"""Netzwerk's side of the contract `vision.game`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engine.messages import Sentence
from engine.netzwerk.board import Board
from engine.netzwerk.fields import Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State, opening
from engine.netzwerk.text import format_state, parse_seen
from engine.netzwerk.words import MINER, NAMES, PLAYERS
from vision.game import HIDDEN, Alternative, Names
from vision.lens import Floats, Lens
from vision.netzwerk.annotate import annotated
from vision.netzwerk.board import CORNERS, HEX, centres
from vision.netzwerk.compare import alternatives
from vision.netzwerk.confidence import confidence
from vision.netzwerk.decode import decode
from vision.netzwerk.extent import FIELD_COUNTS
from vision.netzwerk.find import NoLandscapeError
from vision.netzwerk.memory import Memory, before_this_game, carried, named_for_sure, relit, remembered
from vision.netzwerk.misnamed import otherwise_named
from vision.netzwerk.naming import is_laid_like, naming_like
from vision.netzwerk.owners import miners_told, told_by_known, usual_sayings
from vision.netzwerk.reader import LandscapeReader
from vision.netzwerk.reading import NOBODY, RATHER, Reading, pooled
from vision.photo import Picture
from vision.pose import Pose
from vision.sharpness import OUT_OF_FOCUS, Bears, in_focus

# Chosen by seven photos, blurred by and by.
_BEARS = Bears(sharp=5.5, blurred=10.0, least=0.3, lost=OUT_OF_FOCUS)


@dataclass(frozen=True, eq=False)
class SeenLandscape:
    """A reading, and the table it comes to.

    known: fields that lie there even where a hand may hide them now. players: who may be playing. as_sharp: what was
    read before it was believed less, as the picture is blurred; None where `reading` is just that.
    """

    reading: Reading
    known: frozenset[Field] = frozenset()
    players: tuple[Player, ...] = tuple(Player)
    as_sharp: Reading | None = None

    @cached_property
    def table(self) -> State:
        """The likeliest table, unknown where nobody could tell."""
        return decode(self._told, self.players)

    @property
    def position(self) -> str:
        """The position text, with `?` for what could not be read."""
        return format_state(self.table)

    @property
    def pose(self) -> Pose:
        """Where the camera stood."""
        return self.reading.pose

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Pixel positions of a rectangle around the landscape; it does not shrink where a hand is over fields."""
        (left, low), (right, high) = self._extent()
        corners = [(left, low, 0.0), (right, low, 0.0), (right, high, 0.0), (left, high, 0.0)]
        return tuple((float(x), float(y)) for x, y in self.pose.project(corners))

    @property
    def area(self) -> float:
        """That of the rectangle around the landscape, in square millimetres."""
        low, high = self._extent()
        return float(np.prod(high - low))

    @property
    def parts(self) -> tuple[tuple[tuple[float, float], ...], ...]:
        """The outlines of the fields."""
        corners = centres(self._fields)[:, None] + CORNERS
        seen = self.pose.project(corners.reshape(-1, 3)).reshape((*corners.shape[:2], 2))
        return tuple(tuple((float(x), float(y)) for x, y in field) for field in seen)

    @property
    def unread(self) -> tuple[str | Sentence, ...]:
        """The fields, and after them the players' miners in words, that could not be read."""
        unknown = self.table.unknown
        fields = [it for it in self.table.board if it in self.table.board.unread | unknown.stones]
        return (
            *map(str, fields),
            *(
                Sentence(MINER, {"player": PLAYERS[player]})
                for player in self.table.players
                if player in unknown.miners
            ),
        )

    @property
    def confidence(self) -> float:
        """The probability that all that is no `?` is right, taken as independent of each other."""
        return confidence(self._told, self.table)

    @cached_property
    def _told(self) -> Reading:
        """The reading, with what lies there told as pieces of those who may be playing, and miners by what is usually
        said of each player's."""
        told = told_by_known(self.reading, opening(Board({}), self.players))
        return replace(told, miners=miners_told(self.reading, self.players, usual_sayings()))

    @property
    def hidden(self) -> tuple[str, ...]:
        """The fields that something foreign hides."""
        pairs = zip(self.reading.fields, self.reading.unseen, strict=True)
        return tuple(str(field) for field, unseen in pairs if unseen > HIDDEN)

    @property
    def rim(self) -> frozenset[str]:
        """The fields at the edge of the landscape, or of a hole in it."""
        fields = frozenset(self._fields)
        return frozenset(str(it) for it in fields if not fields.issuperset(it.neighbours()))

    @property
    def is_laid(self) -> bool:
        """Whether there are as many fields as make a landscape (N-3.3), and somebody stands on them already."""
        stands_there = self.reading.miners[:, NOBODY].min() < RATHER
        return len(self.table.board.kinds) in FIELD_COUNTS and bool(stands_there)

    @property
    def middle(self) -> Floats:
        """The middle of the landscape, (3,) millimetres."""
        low, high = self._extent()
        return np.append((low + high) / 2, 0.0)

    @property
    def _fields(self) -> tuple[Field, ...]:
        """Those that lie there, hidden or not; some of them twice."""
        return (*self.table.board, *self.known)

    def _extent(self) -> Floats:
        """The lower left and the upper right corner of a rectangle around the landscape, (2, 2) millimetres."""
        places = centres(self._fields)[:, :2]
        return np.array([places.min(axis=0) - HEX / 2, places.max(axis=0) + HEX / 2])

    def lost_from(self, pose: Pose) -> tuple[str, ...]:  # noqa: ARG002 - other games need it
        """Nothing: what stands on a landscape is too low to hide a field."""
        return ()

    @property
    def unclear(self) -> tuple[str, ...]:
        """The fields whose kind or value could not be read."""
        return tuple(map(str, sorted(self.table.board.unread)))

    def against(self, state: str, memory: Memory | None = None) -> list[Alternative]:
        """The landscapes that this may be, knowing what lay there a while ago and how it looked."""
        return alternatives(self.reading, parse_seen(state), memory)

    def otherwise_named(self, state: str, memory: Memory | None = None) -> Mapping[Names, float]:
        """Who was taken for somebody else, by the colours of all pieces that are known."""
        sayings, named = before_this_game(memory), named_for_sure(memory)
        return otherwise_named(self.reading, parse_seen(state), self.players, sayings, named)

    def remembered(
        self,
        state: str,
        memory: Memory | None = None,
        *,
        sure: Collection[str] = (),
        named: Collection[str] = (),
    ) -> Memory:
        """How fields and connections look now that it is known what lies there."""
        players = [it for it in Player if NAMES[it] in named]
        return remembered(self.reading, parse_seen(state), memory, sure, players)

    def carried(self, memory: Memory) -> Memory:
        """How the pieces of each player look, by the lamp over this table."""
        return carried(memory)

    def relit(self, memory: Memory, before: SeenLandscape) -> Memory:
        """How the landscape of `memory` would look in the light that has changed since `before`."""
        return relit(memory, before.reading, self.reading)

    def turned_like(self, state: str) -> SeenLandscape:
        """The same, with its fields named as a known state has them."""
        known = parse_seen(state)
        naming = naming_like(self.reading, known)
        as_sharp = None if self.as_sharp is None else self.as_sharp.renamed(naming)
        reading = self.reading.renamed(naming)
        return replace(self, reading=reading, known=frozenset(known.board), as_sharp=as_sharp)

    def is_board_of(self, state: str) -> bool:
        """Whether the fields may be those of a known state."""
        return is_laid_like(self.reading, parse_seen(state))

    def pooled(self, others: Sequence[SeenLandscape]) -> SeenLandscape:
        """One view of what this and other pictures of the same moment show."""
        if not others:
            return self
        return replace(self, reading=pooled([self.reading, *(it.reading for it in others)]))

    def believed(self, exponent: float) -> SeenLandscape:
        """The same, its probabilities raised to an exponent; what it comes to is not worked out again for 1."""
        if exponent == 1:
            return self
        return replace(self, reading=self.reading.believed(exponent), as_sharp=self.as_sharp or self.reading)

    def annotated(self, picture: Picture, faulty: Collection[str]) -> Picture:
        """The picture with fields, readings and faulty places drawn on it."""
        return annotated(picture, self.pose, self.table, faulty)


class NetzwerkEyes:
    """Reads pictures of Netzwerk."""

    def __init__(self, players: Collection[str] = ()) -> None:
        """Networks are loaded when the first picture comes. players: who may be playing; with none, anybody."""
        self._reader = LandscapeReader()
        self._players = tuple(it for it in Player if not players or NAMES[it] in players)

    def read(self, picture: Picture, lens: Lens | None = None) -> SeenLandscape:
        """Find and read the landscape in a picture (H, W, 3) uint8 RGB; the more blurred, the less sure of it."""
        reading = self._reader.read(picture, lens)
        return _in_focus(SeenLandscape(reading, players=self._players), picture)

    def follow(
        self, picture: Picture, before: SeenLandscape, lens: Lens | None = None, *, turned: bool = False
    ) -> SeenLandscape:
        """Read the landscape where it was a moment ago, or close to that.

        Fields that are known and were not found when it was searched for, as a hand was over them, are looked at
        again; but not where others lie there than were known: that is another landscape.
        """
        found = frozenset(before.reading.fields)
        missed = before.known - found if found <= before.known else frozenset()
        # Blur counts once: if what is believed less were followed, fields would be less certain from look to look.
        as_sharp = before.as_sharp or before.reading
        reading = self._reader.follow(picture, as_sharp, lens, turned=turned, missed=missed)
        still_hidden = {it for it in before.known if str(it) in before.hidden}
        known = frozenset(before.table.board) | missed | still_hidden
        return _in_focus(SeenLandscape(reading, known, self._players), picture)


def _in_focus(seen: SeenLandscape, picture: Picture) -> SeenLandscape:
    return in_focus(seen, picture, _BEARS, NoLandscapeError)
