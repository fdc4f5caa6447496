"""The contract between a game's eyes and the rest of Kibitz: a picture in, what is seen of the game out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from vision.lens import Lens
from vision.photo import Picture


class NotSeenError(ValueError):
    """The game is not in the picture, or not wholly; the text says what was seen instead, in one line."""


class Seen(Protocol):
    """What one picture shows of a game."""

    @property
    def position(self) -> str:
        """The position text of the game, with `?` for what could not be read."""

    @property
    def corners(self) -> Sequence[tuple[float, float]]:
        """Where the outer corners of the board are in the picture, in pixels (x, y)."""

    @property
    def unread(self) -> Sequence[str]:
        """The places of the board that could not be read."""

    @property
    def confidence(self) -> float:
        """The probability that everything in `position` that is no `?` is right."""

    def annotated(self, picture: Picture, faulty: Collection[str]) -> Picture:
        """A copy of the picture with the reading drawn on it, and the `faulty` places framed."""


class Eyes(Protocol):
    """Reads pictures of one game."""

    def read(self, picture: Picture, lens: Lens | None = None) -> Seen:
        """What a picture (H, W, 3) uint8 RGB shows. Raises NotSeenError when the game is not in view."""
