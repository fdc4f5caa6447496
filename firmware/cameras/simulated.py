"""The simulated table as a camera: a whole game is played before it."""

from __future__ import annotations

import numpy as np

from firmware.cameras.camera import Camera
from firmware.cameras.film import Habits, Take
from firmware.cameras.script import Script, write_script
from firmware.cameras.through import through
from firmware.frame import Frame
from firmware.games import DEFAULT, simulated_table, table_rules
from vision.lens import Lens
from vision.photo import Picture
from vision.table import Table


class SimulatedCamera(Camera):
    """Plays a script. Each scene is drawn once; from frame to frame only noise and clouds change.

    Frames are named by their number. `script` holds the truth about what is seen.
    """

    def __init__(self, script: Script, *, fps: float, rng: np.random.Generator, lens: Lens | None) -> None:
        """Play a script at so many frames a second of camera time; noise comes from `rng`."""
        self.script = script
        self._fps, self._rng, self._lens = fps, rng, lens
        self._given = self._at = 0
        self._drawn: tuple[int, Picture] | None = None

    def next(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame as soon as it is drawn; None after the last."""
        seconds, takes = self._given / self._fps, self.script.takes
        while self._at < len(takes) and seconds >= takes[self._at].until:
            self._at += 1
        if self.ended or self._at == len(takes):
            self.ended = True
            return None
        take = takes[self._at]
        if self._drawn is None or self._drawn[0] != self._at:
            self._drawn = (self._at, take.shot.draw())
        picture = take.shot.again(self._drawn[1], self._rng, _gain(take, seconds))
        self._given += 1
        return Frame(picture, seconds, f"{self._given:05d}", through(self._lens, picture))

    def close(self) -> None:
        """Play no more."""
        self.ended, self._drawn = True, None


def open_simulated(
    seed: int,
    *,
    fps: float = 5.0,
    size: tuple[int, int] = (1280, 960),
    lens: Lens | None = None,
    style: str | None = None,
    habits: Habits | None = None,
    turns: int | None = None,
    game: str = DEFAULT,
) -> SimulatedCamera:
    """The game of a seed: its table, camera, lamps and all that happens follow from it alone.

    style: one of the table's, or any. turns: break off after so many.
    """
    rng = np.random.default_rng((seed, 0))
    table = simulated_table(rng, size, style, game)
    return playing(table, rng, seed, fps=fps, lens=lens, habits=habits, turns=turns, game=game)


def playing(
    table: Table,
    rng: np.random.Generator,
    seed: int,
    *,
    fps: float = 5.0,
    lens: Lens | None = None,
    habits: Habits | None = None,
    turns: int | None = None,
    game: str = DEFAULT,
) -> SimulatedCamera:
    """The same on a table that has been laid already, by what came from `rng`."""
    play_rng, noise_rng = (np.random.default_rng((seed, n)) for n in (1, 2))
    script = write_script(table_rules(game), table, play_rng, rng, habits, turns)
    return SimulatedCamera(script, fps=fps, rng=noise_rng, lens=lens)


def _gain(take: Take, seconds: float) -> float:
    """What share of the light a passing cloud leaves."""
    through_it = (seconds - take.seconds) / (take.until - take.seconds)
    return 1 - take.dimmed * float(np.sin(np.pi * through_it)) ** 2
