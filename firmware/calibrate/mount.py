"""Checking the mount: what the camera sees of the table, how sharp and how well lit it is, and what to change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.messages import Message
from firmware.calibrate.desk import Desk, now
from firmware.cameras import is_live

if TYPE_CHECKING:
    from firmware.cameras import Camera
    from firmware.finding import Finding
    from firmware.frame import Frame
    from firmware.games import TableGame
    from vision.game import Seen

LAY_IT_OUT = Message("Lay the empty board out under the camera. Ctrl-C keeps it as it hangs.")
KEPT = Message("{path}: all is well.")
KEPT_WITH = Message(
    "{path}: kept, with {count} thing to change.", "{path}: kept, with {count} things to change."
)
IN_PLAY = Message(
    "in the middle of a game: pieces lie on {count} place",
    "in the middle of a game: pieces lie on {count} places",
)
CLEAR_IT = Message("set it up as for a new game; what lies on it hides how the board itself is lit and seen")
NEVER_SEEN = Message("the board was never in view; nothing was kept")
THE_OTHER_IS_BETTER = Message(
    "{path} holds a mount with less to change ({old}, now {new}). Nothing was changed; --replace takes the new one."
)

_EVERY_S = 2.0
_MISREAD = 1
"""Of an empty board, so many places may be taken for ones on which something lies."""
_HELD_AFTER_S = 20.0
"""So long a real camera may take to find exposure, white balance and focus; not all say what they hold."""

_About = tuple[str, Message]  # what was looked at, and what is said of it


@dataclass(frozen=True, eq=False)
class View:
    """One look at the table; seen: None where there is no board."""

    frame: Frame
    findings: tuple[Finding, ...]
    seen: Seen | None

    @property
    def to_change(self) -> tuple[Finding, ...]:
        """What is not as it should be."""
        from firmware.finding import Level

        return tuple(it for it in self.findings if it.level in (Level.WARNING, Level.TROUBLE))

    @property
    def faults(self) -> int:
        """How many things are to be changed."""
        return len(self.to_change)


def calibrate_mount(
    camera: Camera, game: TableGame, desk: Desk, held: Sequence[Mapping[str, Any]], *, replace: bool
) -> int:
    """Look until all is well or somebody is content with how it is; 1 when nothing was kept.

    held: what the camera is held at, the latest last; grows while it runs.
    Raises CameraError, OccupiedError and OSError.
    """
    from calibration.mount.file import load_mount

    if not desk.may_draw(".jpg", replace=replace):
        return 1
    before = desk.there(load_mount, replace=replace)
    if before is not None:
        desk.forewarn(before.camera)
    if desk.is_live:
        desk.ask(LAY_IT_OUT)
    latest: View | None = None
    began: float | None = None
    said: dict[_About, Finding] = {}
    try:
        for view in _views(camera, game):
            began = view.frame.seconds if began is None else began
            latest = latest if view.seen is None else view
            # Told only once it is kept: a person who reads it and breaks off is content with just that.
            said = _told(view, said, desk)
            if view.seen is not None:
                is_held = held or not is_live(desk.source) or view.frame.seconds - began >= _HELD_AFTER_S
                if not view.faults and is_held:
                    break
    except KeyboardInterrupt:
        print()
    desk.ask_no_more()
    if latest is None:
        desk.complain(NEVER_SEEN)
        return 1
    return _keep(latest, game.rules.name, desk, held[-1] if held else None, replace=replace)


def _views(camera: Camera, game: TableGame) -> Iterator[View]:
    """A look every other second, or at each picture of a folder."""
    for frame in camera.now_and_then(_EVERY_S):
        yield look_over(frame, game)


def _told(view: View, said: Mapping[_About, Finding], desk: Desk) -> dict[_About, Finding]:
    """Say what has changed since it was last said; all that has been said by now."""
    told = {}
    for finding in view.findings:
        about = finding.check, finding.said
        before = said.get(about)
        if before is None or finding.is_news(before):
            line = finding.line(desk.language)
            desk.show(line if desk.is_live else f"{view.frame.name}: {line}")
            before = finding
        told[about] = before
    return told


def look_over(frame: Frame, game: TableGame) -> View:
    """What there is to say about the mount of the camera that has taken this frame."""
    from firmware.doctor import picture

    board, seen = picture.board(frame.picture, game.eyes, frame.lens)
    findings = (board, *_in_play(game, seen), *picture.conditions(frame.picture, seen, frame.lens))
    return View(frame, findings, seen)


def _in_play(game: TableGame, seen: Seen | None) -> list[Finding]:
    """What there is to say where the board is not empty."""
    from firmware.finding import warning

    places = () if seen is None else game.rules.in_play(game.rules.parse_state(seen.position))
    return [warning("board", IN_PLAY, CLEAR_IT, count=len(places))] if len(places) > _MISREAD else []


def _keep(view: View, game: str, desk: Desk, held: Mapping[str, Any] | None, *, replace: bool) -> int:
    """Write the mount and its picture, unless the one that was there before has less to change and still holds."""
    from calibration.mount.file import Mount, load_mount, save_mount
    from calibration.mount.hang import hangs_elsewhere
    from calibration.store import write_in_folder
    from firmware.doctor.picture import measured
    from vision.photo import encoded

    assert view.seen is not None, "only such views are kept"
    # By now another one may be there.
    before = desk.there(load_mount, replace=replace)
    if before is not None:
        still_holds = before.is_of(game) and not hangs_elsewhere(before.pose, view.seen.pose)
        is_better = still_holds and before.faults < view.faults
        faults = {"old": before.faults, "new": view.faults}
        if not desk.may_replace(before.camera, THE_OTHER_IS_BETTER if is_better else None, **faults):
            return 1
        if held is None and before.camera == desk.source:
            held = before.held  # broken off before the camera had measured anew
    quality = measured(view.frame.picture, view.seen)
    save_mount(desk.path, Mount(now(), desk.source, view.seen.pose, view.faults, held, game, quality))
    if view.faults:
        desk.say(KEPT_WITH, path=desk.path, count=view.faults)
        if desk.is_live:  # it may be long since anything was said of it
            desk.show("\n".join(it.line(desk.language) for it in view.to_change))
    else:
        desk.say(KEPT, path=desk.path)
    # Last: if the disk is full, it has been said already that the mount is kept.
    drawn = view.seen.annotated(view.frame.picture, ())
    write_in_folder(desk.path.with_suffix(".jpg"), encoded(drawn, ".jpg"))
    return 0
