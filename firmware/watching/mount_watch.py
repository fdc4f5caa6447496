"""Says at the start of a game whether the camera hangs differently from when its mount was checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from firmware.calibrated import hanging
from firmware.events import Event, Standing, Status, What
from firmware.finding import Finding, Level
from vision.game import Seen

if TYPE_CHECKING:
    from calibration.mount.file import Mount

_IN_SIGHT = (Status.TO_MOVE, Status.ILLEGAL, Status.OVER)


class MountWatch:
    """Is shown how things stand, as a display is; compares at each set-up, and when a kept game goes on."""

    def __init__(
        self, mount: Mount, game: str, seen: Callable[[], Seen | None], tell: Callable[[Finding], None]
    ) -> None:
        """game: its name; seen: what was last read of the table; tell: is told what is found anew."""
        self._mount, self._game, self._seen, self._tell = mount, game, seen, tell
        self._has_begun = self._was_told = False

    def show(self, standing: Standing, events: Sequence[Event], now: float) -> None:
        """Compare, when a game begins."""
        begins = any(event.what is What.SETUP for event in events)
        goes_on = not self._has_begun and standing.status in _IN_SIGHT
        seen = self._seen() if begins or goes_on else None
        if seen is None:
            return
        self._has_begun = True
        finding = hanging(self._mount, seen, self._game)
        is_told, self._was_told = self._was_told, finding.level is not Level.OK
        if self._was_told and not is_told:
            self._tell(finding)
