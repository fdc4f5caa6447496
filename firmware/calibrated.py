"""What calibration has left behind for the camera at hand: taken into use, or found missing, old or of no use.

The doctor, `kibitz watch` and the calibration itself all go by these findings, so that they say the same.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.store import day_of
from engine.messages import ENGLISH, Language, Message, Number, Sentence, ToldError
from firmware.cameras.opening import is_live, is_simulated
from firmware.finding import Finding, Level, left_out, ok, trouble, warning

if TYPE_CHECKING:
    from calibration.lens.file import KeptLens
    from calibration.mount.file import Mount
    from calibration.own_set.file import SetFileError, SetProfile
    from firmware.games import TableGame
    from firmware.settings import Settings
    from vision.game import Seen
    from vision.lens import Lens

LENS = Message("{file}, of {date}")
LENS_ORDINARY = Message("none is named; an ordinary one is assumed")
LENS_WRONG = Message("{reason}")
OF_FILE = Message("{file}: {reason}")
LENS_AGAIN = Message('calibrate it again with this camera and camera.size, or set camera.lens to ""')
NO_SUCH_LENS = Message('name one that is there in camera.lens, or set it to ""')
NO_LENS = Message(
    "none is calibrated: an ordinary one is assumed, and the edges of the picture are read less surely"
)
LENS_OF_NO_USE = Message(
    "{reason}: an ordinary one is assumed, and the edges of the picture are read less surely"
)
LENS_OF_ANOTHER = Message(
    "{file} was made with {other}, not with {source}: an ordinary one is assumed, and the edges of the picture are "
    "read less surely"
)
LENS_OLD = Message(
    "{file} is of {date}: if focus or zoom were touched since, the edges of the picture are read less surely"
)
CALIBRATE_LENS = Message("`kibitz calibrate lens` makes one, with the sheet of `kibitz print lens`")

OWN_SET = Message("{file}, of {date}; places wrong or open when it was tried: {faults}")
NO_OWN_SET = Message("none is named; pieces are taken to be red, blue, green and black")
NO_SETS_LEARNT = Message("none is learnt of {game}; its pieces are taken to have its own colours")
SET_WRONG = Message("{reason}")
SET_OF_ANOTHER = Message(
    "{file} was learnt with {other}, not with {source}: its pieces may be mixed up more often"
)
SET_OLD = Message(
    "{file} is of {date}: if another lamp hangs there since, its pieces may be mixed up more often"
)
SET_OF_ANOTHER_GAME = Message("{file} is a set of {game}, and isn't used")
SET_UNNEEDED = Message("{file} isn't used: none is learnt of {game}")
SET_AGAIN = Message('`kibitz calibrate set` learns it anew; to play without it, set game.set to ""')
NO_SUCH_SET = Message('name one that is there in game.set; to play without it, set game.set to ""')
NAME_A_SET = Message("`kibitz calibrate set --list` names those there are")
LEARN_THE_SET = Message("`kibitz calibrate set` learns it anew")
ASK_WITH_SUDO = Message("it belongs to another user, as the service's do: do the same with sudo")

MOUNT_AS_IT_WAS = Message("as it was when it was looked over on {date}")
MOUNT = Message("it was looked over on {date}")
MOUNT_MEASURED = Message(
    "{line}; found then: edges {edges} pixels wide, the darkest part {evenness} as bright as the brightest, {white} "
    "plain white, half lighter than {grey} of 255, {count} place lost behind a piece",
    "{line}; found then: edges {edges} pixels wide, the darkest part {evenness} as bright as the brightest, {white} "
    "plain white, half lighter than {grey} of 255, {count} places lost behind pieces",
)
MOUNT_OF_ANOTHER_GAME = Message(
    "it was looked over on {date}, with the board of {game}; over another one, how it hangs cannot be compared"
)
MOUNT_UNNEEDED = Message("there is none to look over")
NO_MOUNT = Message(
    "nobody has looked it over: glare, blur and places hidden by pieces may cost readings, and exposure and focus "
    "are found anew each time"
)
MOUNT_OF_NO_USE = Message("{reason}: exposure and focus are found anew each time")
MOUNT_OF_ANOTHER = Message(
    "{file} is that of {other}, not of {source}: glare, blur and places hidden by pieces may cost readings, and "
    "exposure and focus are found anew each time"
)
MOUNT_OLD = Message(
    "it was last looked over on {date}: lamp and focus may be others by now, and pieces read less surely"
)
MOUNT_ELSEWHERE = Message(
    "it hangs otherwise than on {date}, when it was looked over ({height} cm high then, {now} now); nothing is "
    "hidden by pieces"
)
MOUNT_ELSEWHERE_LOSING = Message(
    "it hangs otherwise than on {date}, when it was looked over ({height} cm high then, {now} now): {count} place is "
    "lost behind pieces",
    "it hangs otherwise than on {date}, when it was looked over ({height} cm high then, {now} now): {count} places "
    "are lost behind pieces",
)
LOOK_IT_OVER = Message("`kibitz calibrate mount` looks it over, with the empty board in view")


class CalibrationError(ToldError):
    """A calibration that the settings name cannot be used."""

    def __init__(self, finding: Finding) -> None:
        """finding: the trouble."""
        super().__init__(finding.said, **finding.facts)
        self._finding = finding

    def sentence(self, language: Language = ENGLISH) -> str:
        """The trouble with its remedy."""
        return self._finding.told(language)


def lens_of(
    settings: Settings, now: datetime, size: tuple[int, int] | None = None
) -> tuple[Finding, Lens | None]:
    """The lens of the camera in the settings, None for an ordinary one, and what there is to say of it.

    size: (width, height) of the pictures that it is for, where they are known. It is in trouble where the settings
    name a file that cannot be used.
    """
    from calibration.lens.file import LensFileError, load_lens
    from firmware.settings import lens_path
    from vision.lens import LensSizeError

    source, path = settings.camera.source, lens_path(settings)
    is_named = settings.camera.lens is not None
    if is_simulated(source) or not (is_named or is_live(source)):
        return ok("lens", LENS_ORDINARY), None
    try:
        kept = load_lens(path)
    except LensFileError as error:
        if is_named:
            remedy = _remedy_for(error, NO_SUCH_LENS, LENS_AGAIN)
            return trouble("lens", LENS_WRONG, remedy, reason=error), None
        if isinstance(error.__cause__, FileNotFoundError):
            return warning("lens", NO_LENS, CALIBRATE_LENS), None
        return warning("lens", LENS_OF_NO_USE, CALIBRATE_LENS, reason=error), None
    # A file named in the settings may have been made from photos, or with the camera at another socket.
    other = None if is_named or kept.quality is None else kept.quality.camera
    if other is not None and other != source:
        return _of_another("lens", path, other, source), None
    try:
        lens = kept.lens if size is None else kept.lens.scaled(size)
    except LensSizeError as error:
        reason = Sentence(OF_FILE, {"file": path, "reason": error})
        if is_named:
            return trouble("lens", LENS_WRONG, LENS_AGAIN, reason=reason), None
        return warning("lens", LENS_OF_NO_USE, CALIBRATE_LENS, reason=reason), None
    return lens_in_use(path, kept, settings, now), lens


def unusable(settings: Settings) -> list[Finding]:
    """What is wrong with the files that the settings name; Kibitz does not watch with them then."""
    now, found = datetime.now(UTC), []
    if settings.camera.lens is not None:
        found.append(lens_of(settings, now)[0])
    if settings.game.set is not None:
        found.append(game_of(settings, now)[0])
    return [finding for finding in found if finding.level is Level.TROUBLE]


def lens_in_use(file: Path, kept: KeptLens, settings: Settings, now: datetime) -> Finding:
    """What there is to say of a lens that is used: how old it is."""
    made = "" if kept.quality is None else kept.quality.made
    facts = {"file": file, "date": day_of(made)}
    if _is_old(made, settings, now):
        return warning("lens", LENS_OLD, CALIBRATE_LENS, **facts)
    return ok("lens", LENS, **facts)


def mount_of(settings: Settings, now: datetime) -> tuple[Finding, Mount | None]:
    """How the camera in the settings hung when its mount was checked, None where that is not known."""
    from calibration.mount.file import MountFileError, load_mount
    from firmware.settings import mount_path

    source, path = settings.camera.source, mount_path()
    try:
        mount = load_mount(path)
    except MountFileError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            if not is_live(source):
                return ok("mount", MOUNT_UNNEEDED), None
            return warning("mount", NO_MOUNT, LOOK_IT_OVER), None
        return warning("mount", MOUNT_OF_NO_USE, LOOK_IT_OVER, reason=error), None
    if mount.camera != source:
        if not is_live(source):
            return ok("mount", MOUNT_UNNEEDED), None
        return _of_another("mount", path, mount.camera, source), None
    if _is_old(mount.made, settings, now):
        return warning("mount", MOUNT_OLD, LOOK_IT_OVER, date=day_of(mount.made)), mount
    return _mount_found(mount, MOUNT), mount


def _mount_found(mount: Mount, said: Message) -> Finding:
    """A mount that is fine, with what was measured when it was checked."""
    facts = {"date": day_of(mount.made)}
    if mount.quality is None:
        return ok("mount", said, **facts)
    found = mount.quality
    return ok(
        "mount",
        MOUNT_MEASURED,
        line=Sentence(said, facts),
        edges="?" if found.edges_px is None else Number(found.edges_px, 1),
        evenness=Number(found.evenness, is_share=True),
        white=Number(found.white, 1, is_share=True),
        grey=round(found.grey),
        count=len(found.lost),
    )


def hanging(mount: Mount, seen: Seen, game: str) -> Finding:
    """Whether the camera still hangs as when its mount was checked and, if not, what that costs.

    game: the name of the game that is seen.
    """
    from calibration.mount.hang import hangs_elsewhere

    if not mount.is_of(game):
        return ok("mount", MOUNT_OF_ANOTHER_GAME, date=day_of(mount.made), game=mount.game)
    before, now = mount.pose, seen.pose
    if not hangs_elsewhere(before, now):
        return _mount_found(mount, MOUNT_AS_IT_WAS)
    lost = len(seen.lost_from(now))
    return warning(
        "mount",
        MOUNT_ELSEWHERE_LOSING if lost else MOUNT_ELSEWHERE,
        LOOK_IT_OVER,
        date=day_of(mount.made),
        height=round(before.centre[2] / 10),
        now=round(now.centre[2] / 10),
        count=lost,
    )


def game_of(settings: Settings, now: datetime) -> tuple[Finding, TableGame]:
    """The game in the settings, with eyes for the owner's set where one is named.

    There is trouble where the set that is named cannot be used; the eyes then know no set, nor do they know one of
    another game.
    """
    from calibration.own_set.file import SetFileError, load_set
    from firmware.games import learns_sets, table_game

    name, path = settings.game.name, settings.game.set
    of_settings = partial(table_game, name, settings.game.house_rules, players=settings.players.colours)
    if not learns_sets(name):
        if path is None:
            return ok("set", NO_SETS_LEARNT, game=name), of_settings()
        return left_out("set", SET_UNNEEDED, file=path, game=name), of_settings()
    if path is None:
        return ok("set", NO_OWN_SET), of_settings()
    try:
        own = load_set(path)
        if own.game != name:
            said = left_out("set", SET_OF_ANOTHER_GAME, file=path, game=own.game)
            return said, of_settings()
        game = of_settings(own_set=own)
    except SetFileError as error:
        return set_of_no_use(error), of_settings()
    source = settings.camera.source
    hangs = [is_live(it) or is_simulated(it) for it in (own.camera, source)]
    if all(hangs) and own.camera != source:
        return _of_another("set", path, own.camera, source), game
    return set_in_use(path, own, settings, now), game


def _remedy_for(error: Exception, missing: Message, damaged: Message) -> Message:
    """What helps where a file that is named cannot be used: making it anew helps only if it is damaged."""
    match error.__cause__:
        case FileNotFoundError():
            return missing
        case PermissionError():
            return ASK_WITH_SUDO
        case _:
            return damaged


def set_of_no_use(error: SetFileError, *, is_asked_for: bool = False) -> Finding:
    """What there is to say of a set that cannot be used, and what helps; is_asked_for: by a command, whatever the
    settings name."""
    missing, damaged = (NAME_A_SET, LEARN_THE_SET) if is_asked_for else (NO_SUCH_SET, SET_AGAIN)
    return trouble("set", SET_WRONG, _remedy_for(error, missing, damaged), reason=error)


def set_in_use(file: Path, own: SetProfile, settings: Settings, now: datetime) -> Finding:
    """What there is to say of a set that is used: how old it is, and how well it is read."""
    facts = {"file": file, "date": day_of(own.made)}
    if _is_old(own.made, settings, now):
        return warning("set", SET_OLD, LEARN_THE_SET, **facts)
    return ok("set", OWN_SET, faults=own.after.faults, **facts)


_OTHERS = {
    "lens": (LENS_OF_ANOTHER, CALIBRATE_LENS),
    "mount": (MOUNT_OF_ANOTHER, LOOK_IT_OVER),
    "set": (SET_OF_ANOTHER, LEARN_THE_SET),
}


def _of_another(check: str, file: Path, other: str, source: str) -> Finding:
    said, remedy = _OTHERS[check]
    return warning(check, said, remedy, file=file, other=other, source=source)


def _is_old(made: str, settings: Settings, now: datetime) -> bool:
    """Whether a file of that date, ISO 8601, is older than the settings allow; one without a date is not."""
    days = settings.camera.calibration_days
    try:
        then = datetime.fromisoformat(made)
    except ValueError:
        return False
    return days > 0 and now - (then if then.tzinfo else then.replace(tzinfo=UTC)) > timedelta(days=days)
