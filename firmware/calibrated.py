"""What calibration has left behind for the camera at hand, and what is said when it is of no use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.messages import Message, Sentence

if TYPE_CHECKING:
    from firmware.cameras.metering import Held
    from firmware.settings import Settings
    from vision.lens import Lens

OF_ANOTHER = Message(
    "{file} was made with {other}, not with {source}: an ordinary lens is assumed. `kibitz calibrate lens` makes one."
)
OF_NO_USE = Message("{reason}; an ordinary lens is assumed. `kibitz calibrate lens` makes one.")
OF_NONE = Message(
    "no lens is calibrated: an ordinary one is assumed, which will do. `kibitz calibrate lens` makes readings surer "
    "at the edges."
)

_SAME_SHAPE = 0.01


def held_of(settings: Settings) -> Held | None:
    """What the camera of the settings was held at when its mount was looked over; None where nobody knows."""
    from calibration.mount.file import MountFileError, load_mount
    from firmware.cameras.metering import Held
    from firmware.settings import mount_path

    try:
        mount = load_mount(mount_path())
    except MountFileError:
        return None
    return Held.from_json(mount.held) if mount.camera == settings.camera.source else None


def lens_of(settings: Settings) -> tuple[Lens | None, Sentence | None]:
    """The lens of the camera in the settings, None for an ordinary one; and what is to be said of it, if anything.

    Raises LensFileError when the file that the settings name cannot be used.
    """
    from calibration.lens.file import LensFileError, load_lens
    from firmware.settings import lens_path

    if settings.camera.lens is not None:
        return load_lens(settings.camera.lens).lens, None
    source = settings.camera.source
    if source.partition(":")[0] not in ("pi", "usb"):
        return None, None
    path = lens_path(settings)
    if not path.exists():
        return None, Sentence(OF_NONE, {})
    try:
        kept = load_lens(path)
    except LensFileError as error:
        return None, Sentence(OF_NO_USE, {"reason": error})
    if kept.quality is not None and kept.quality.camera != source:
        return None, Sentence(OF_ANOTHER, {"file": path, "other": kept.quality.camera, "source": source})
    wide, high = settings.camera.size
    if abs(kept.lens.size[0] * high / (kept.lens.size[1] * wide) - 1) > _SAME_SHAPE:
        shape = "{}x{}".format(*kept.lens.size)
        return None, Sentence(OF_ANOTHER, {"file": path, "other": shape, "source": f"{wide}x{high}"})
    return kept.lens, None
