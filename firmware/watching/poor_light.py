"""When a camera is to find its exposure anew, as the board can't be seen in this light.

A camera holds its exposure, and finds another one by itself only once its picture has become much brighter or darker.
A lamp over the board may wash it out long before that: most of the picture is table.
"""

from __future__ import annotations

# Chosen, not measured.
LASTS_S = 5.0
"""How long the light has to be too poor before the camera is asked: a hand may cast a shadow, or turn the lamp."""
AGAIN_S = 60.0
"""How long after that the camera is asked again, if the light is still too poor."""


class PoorLight:
    """Remembers since when the board can't be seen for the light. seconds: camera time."""

    def __init__(self) -> None:
        """The light is fine."""
        self._due: float | None = None

    def note(self, is_poor: bool, seconds: float) -> bool:
        """Note whether the light is too poor now; whether the camera is to be asked."""
        if not is_poor:
            self._due = None
        elif self._due is None:
            self._due = seconds + LASTS_S
        elif seconds >= self._due:
            self._due = seconds + AGAIN_S
            return True
        return False
