"""The camera that a procedure looks through; a simulated one shows what the procedure asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware.cameras import Camera, Keep, open_camera
from firmware.cameras.camera import forget

if TYPE_CHECKING:
    from firmware.calibrate.desk import Desk
    from firmware.settings import Settings
    from vision.lens import Lens

_SIMULATED_TRIES = 3


def opened(settings: Settings, desk: Desk, lens: Lens | None, keep: Keep = forget) -> Camera:
    """The camera of the settings; a simulated one shows the empty board. CameraError."""
    named = settings.camera
    return open_camera(
        named.source,
        fps=named.fps,
        size=named.size,
        lens=lens,
        tell=desk.report,
        keep=keep,
        game=settings.game.name,
        turns=0,
    )


def opened_for_lens(settings: Settings, desk: Desk) -> Camera:
    """The same without a lens; a simulated one shows the sheet. CameraError."""
    seed = _simulated(settings)
    if seed is None:
        return opened(settings, desk, None)
    from firmware.cameras.sheet import SheetCamera

    return SheetCamera(seed, fps=settings.camera.fps, size=settings.camera.size)


def opened_for_set(settings: Settings, desk: Desk, lens: Lens | None, positions: Sequence[str]) -> Camera:
    """The same; a simulated one shows a set laid out in these arrangements. CameraError."""
    seed = _simulated(settings)
    if seed is None:
        return opened(settings, desk, lens)
    import numpy as np

    from firmware.cameras.arranged import ArrangedCamera
    from firmware.games import simulated_set

    # Some pictures of the simulated camera don't show the whole board; then the next one may.
    again = [position for position in positions for _ in range(_SIMULATED_TRIES)]
    pictures = simulated_set(np.random.default_rng(seed), settings.camera.size, again, settings.game.name)
    return ArrangedCamera(pictures, fps=settings.camera.fps)


def _simulated(settings: Settings) -> int | None:
    """The number of the simulated table that is named as the camera, None for another camera."""
    kind, _, number = settings.camera.source.partition(":")
    return int(number or 0) if kind == "simulated" and (number.isdecimal() or not number) else None
