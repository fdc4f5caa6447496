"""The simulated table as a camera: a game is played before it, turn by turn as it goes on."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from firmware.cameras.camera import Camera
from firmware.cameras.film import Habits, Take
from firmware.cameras.script import Script, Scriptwriter
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

    def __init__(
        self,
        writer: Scriptwriter,
        takes: Iterable[Take] | None = None,
        *,
        fps: float,
        rng: np.random.Generator,
        lens: Lens | None,
    ) -> None:
        """Play a script at so many frames a second of camera time; noise comes from `rng`.

        takes: to be shown instead of the script's, of the same game.
        """
        self._writer, self._takes = writer, iter(writer.takes if takes is None else takes)
        self._fps, self._rng, self._lens = fps, rng, lens
        self._given = 0
        self._shown: tuple[Take, Picture] | None = None

    @property
    def script(self) -> Script:
        """The whole script, written to its end first if need be."""
        return self._writer.script

    @property
    def written(self) -> Script | None:
        """The same; None as long as its end is not written."""
        return self._writer.written

    def write_on(self) -> None:
        """Think one turn ahead, where there is time to."""
        self._writer.write_on()

    def showing(self, takes: Iterable[Take]) -> SimulatedCamera:
        """The same camera, showing the game by other takes."""
        return SimulatedCamera(self._writer, takes, fps=self._fps, rng=self._rng, lens=self._lens)

    def next(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame as soon as it is drawn; None after the last."""
        seconds = self._given / self._fps
        while not self.ended and (self._shown is None or seconds >= self._shown[0].until):
            take = next(self._takes, None)
            if take is None:
                self.ended = True
            elif seconds < take.until:
                self._shown = take, take.shot.draw()
        if self.ended or self._shown is None:
            return None
        take, drawn = self._shown
        picture = take.shot.again(drawn, self._rng, _gain(take, seconds))
        self._given += 1
        return Frame(picture, seconds, f"{self._given:05d}", through(self._lens, picture))

    def close(self) -> None:
        """Play no more."""
        self.ended, self._shown = True, None


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
    """The same on a table that was already laid, at random from `rng`."""
    play_rng, noise_rng = (np.random.default_rng((seed, n)) for n in (1, 2))
    writer = Scriptwriter(table_rules(game), table, play_rng, rng, habits, turns)
    return SimulatedCamera(writer, fps=fps, rng=noise_rng, lens=lens)


def _gain(take: Take, seconds: float) -> float:
    """What share of the light a passing cloud leaves."""
    through_it = (seconds - take.seconds) / (take.until - take.seconds)
    return 1 - take.dimmed * float(np.sin(np.pi * through_it)) ** 2
