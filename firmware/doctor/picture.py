"""Checks of what the camera shows: the board in view, the light on it, the focus, the glare."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from calibration.mount.file import Quality
from calibration.mount.hang import hang_of
from calibration.mount.light import Light, light_on
from engine.messages import Message, Number, Sentence, ToldError
from firmware.cameras.words import WITH_REMEDY
from firmware.doctor import texts
from firmware.finding import Finding, Level, left_out, ok, trouble, warning
from vision.game import Eyes, NotSeenError, Seen
from vision.lens import Lens
from vision.light import DARK, WHITE
from vision.photo import Picture
from vision.sharpness import OUT_OF_FOCUS, Corners, Outlines, edge_width, grey_of, on_board

# The bars below were measured on 14 path-traced photos of boards (lots 49 to 73 pixels wide), changed step by step.
# As they were, 0.6 % of the lots were read wrong.
SHORTEST_SIDE = 160
"""Pixels. From 120 to 175 (lots of 15 to 22 pixels) 0.9 % were read wrong, from 90 to 130 1.1 %."""
BORDER = 0.02
"""Share of the picture's width: closer to the border, the tip of a tower leans out of the picture."""
MOST_UNREAD = 4
"""Places that a hand's shadow or a stray reflection may hide without a word about it."""
DIM = 20
"""Median grey level on the board. At 9 there were 1.0 % wrong, with the noise of a camera that did its best."""
BRIGHT = 245
"""Median grey level. At 252 there were 1.3 % wrong; at 255 7 %, and 4 of the 14 boards were not found."""
GLARING, BLINDING = 0.03, 0.3
"""Share of the board that is plain white. Photos in the light of lamps and windows have up to 0.005; at 0.2
1.3 % were read wrong, at 0.7 7 %."""
EVEN = 0.3
"""The darkest part of the board by the brightest; photos in the light of lamps and windows have 0.66 and more."""
BLURRED = 7.5
"""Width of the sharpest edges as `edge_width` has it: 3.1 to 4.6 in sharp photos. At 6.8 there were 1.2 % wrong,
at 8.7 2.1 %, at 11.6 2.9 %."""


def camera(source: str, look: Callable[[], Picture], *, busy: bool) -> tuple[Finding, Picture | None]:
    """Whether the camera gives a picture, and the picture. busy: whether the service is running and has it."""
    try:
        picture = look()
    except (OSError, RuntimeError, ValueError, ImportError, LookupError) as error:
        remedy = texts.CAMERA_BUSY if busy else _camera_remedy(source)
        if isinstance(error, ToldError):
            only = None if error.message in WITH_REMEDY and not busy else remedy
            return Finding("camera", Level.TROUBLE, texts.NO_PICTURE_TOLD, only, {"reason": error}), None
        reason = str(error).removeprefix(f"{source}: ") or type(error).__name__
        return trouble("camera", texts.NO_PICTURE, remedy, source=source, reason=reason), None
    height, width = picture.shape[:2]
    return ok("camera", texts.PICTURE, source=source, width=width, height=height), picture


def _camera_remedy(source: str) -> Message:
    if source == "pi":
        return texts.CHECK_THE_RIBBON
    return texts.CHECK_THE_PLUG if source.startswith("usb:") else texts.CHECK_THE_SOURCE


def board(picture: Picture, eyes: Eyes, lens: Lens | None = None) -> tuple[Finding, Seen | None]:
    """Whether the board is wholly in view and large enough to be read, and what is seen of it."""
    height, width = picture.shape[:2]
    try:
        seen = eyes.read(picture, lens)
    except NotSeenError as error:
        return trouble("board", texts.NO_BOARD, texts.LAY_OUT_THE_BOARD, reason=error), None
    corners = np.array(seen.corners)
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())
    # A rectangle around a landscape may reach much farther than its fields.
    outermost = np.concatenate([np.array(part) for part in seen.parts])
    inside = min(outermost.min(), (np.array([width, height]) - 1 - outermost).min())
    if side < SHORTEST_SIDE:
        finding = warning(
            "board", texts.BOARD_SMALL, texts.GO_NEARER, pixels=round(side), least=SHORTEST_SIDE
        )
    elif inside < BORDER * width:
        finding = warning("board", texts.BOARD_AT_THE_BORDER, texts.CENTRE_THE_CAMERA)
    elif len(seen.unread) > MOST_UNREAD:
        finding = warning("board", texts.BOARD_UNREAD, texts.CLEAR_THE_BOARD, places=tuple(seen.unread))
    else:
        finding = ok("board", texts.BOARD_IN_VIEW, pixels=round(side))
    return finding, seen


def conditions(picture: Picture, seen: Seen | None, lens: Lens | None = None) -> Iterator[Finding]:
    """What there is to say of light, glare, focus and height; without a board, of the picture's light and focus."""
    yield light(picture, None if seen is None else seen.parts)
    if seen is not None:
        yield glare(picture, seen)
        yield evenness(picture, seen)
    yield focus(picture, None if seen is None else seen.corners)
    if seen is not None:
        yield height(seen, lens)


def measured(picture: Picture, seen: Seen) -> Quality:
    """What the checks measure on a board in view, to be kept."""
    edges_px = edge_width(picture, seen.corners)
    return Quality(
        round(median_grey(picture, seen.parts), 1),
        round(white_share(picture, seen.parts), 4),
        round(_light_on(picture, seen).evenness, 3),
        round(edges_px, 2) if np.isfinite(edges_px) else None,
        tuple(seen.lost_from(seen.pose)),
    )


def light(picture: Picture, parts: Outlines | None) -> Finding:
    """Whether there is too little light, or too much; on the board, or in the whole picture without one."""
    median = median_grey(picture, parts)
    facts = {"grey": round(median), "least": DIM, "most": BRIGHT}
    if median < DARK:
        return trouble("light", texts.TOO_DARK, texts.MORE_LIGHT, **facts)
    if median < DIM:
        return warning("light", texts.TOO_DARK, texts.MORE_LIGHT, **facts)
    if median > BRIGHT:
        return warning("light", texts.TOO_BRIGHT, texts.LESS_LIGHT, **facts)
    return ok("light", texts.LIGHT_FINE, **facts)


def glare(picture: Picture, seen: Seen) -> Finding:
    """Whether a lamp is mirrored on the board."""
    share = white_share(picture, seen.parts)
    row, column = _light_on(picture, seen).whitest
    facts = {
        "percent": Number(share, 1, is_share=True),
        "most": Number(GLARING, is_share=True),
        "part": texts.PARTS[row][column],
    }
    if share > BLINDING:
        return trouble("glare", texts.GLARE, texts.MOVE_THE_LAMP, **facts)
    if share > GLARING:
        return warning("glare", texts.GLARE, texts.MOVE_THE_LAMP, **facts)
    return ok("glare", texts.NO_GLARE, **facts)


def evenness(picture: Picture, seen: Seen) -> Finding:
    """Whether all parts of the board get light."""
    lit = _light_on(picture, seen)
    row, column = lit.darkest
    facts = {
        "percent": Number(lit.evenness, is_share=True),
        "least": Number(EVEN, is_share=True),
        "part": texts.PARTS[row][column],
    }
    if lit.evenness < EVEN:
        return warning("evenness", texts.UNEVEN, texts.LIGHT_THERE, **facts)
    return ok("evenness", texts.EVEN, **facts)


def height(seen: Seen, lens: Lens | None) -> Finding:
    """Whether the camera hangs high enough for pieces that stand up not to hide those beside them.

    lens: the one it was seen through; without one, focal length and thus all distances are only estimated.
    """
    hang = hang_of(seen.pose, seen.middle, seen.lost_from)
    facts: dict[str, object] = {
        "height": _cm(hang.height_mm, lens),
        "degrees": round(hang.tilt_degrees),
        "count": len(hang.lost),
        "raise_cm": _cm(hang.raise_mm or 0, lens),
        "nearer_cm": _cm(hang.nearer_mm or 0, lens),
    }
    if not hang.lost:
        return ok("height", texts.HIGH_ENOUGH, **facts)
    remedies = {
        (True, True): texts.RAISE_OR_SHIFT,
        (True, False): texts.RAISE,
        (False, True): texts.SHIFT,
        (False, False): texts.RAISE_AND_SHIFT,
    }
    remedy = remedies[hang.raise_mm is not None, hang.nearer_mm is not None]
    return warning("height", texts.TOO_LOW, remedy, **facts)


def _cm(length_mm: float, lens: Lens | None) -> int | Sentence:
    number = round(length_mm / 10)
    return number if lens is not None else Sentence(texts.ABOUT, {"number": number})


def focus(picture: Picture, corners: Corners | None) -> Finding:
    """Whether the picture is sharp; on the board, or as a whole without one."""
    width = edge_width(picture, corners)
    if width == float("inf"):
        # Without a board in view, the board or the light is what is missing, rather than focus.
        missing = left_out("focus", texts.NO_EDGES)
        return missing if corners is None else trouble("focus", texts.NO_EDGES, texts.TURN_THE_LENS)
    facts = {"pixels": Number(width, 1), "most": Number(BLURRED, 1)}
    if width > OUT_OF_FOCUS:
        return trouble("focus", texts.BLURRED, texts.TURN_THE_LENS, **facts)
    if width > BLURRED:
        return warning("focus", texts.BLURRED, texts.TURN_THE_LENS, **facts)
    return ok("focus", texts.SHARP, **facts)


def median_grey(picture: Picture, parts: Outlines | None) -> float:
    """The median level of 255 on the board, or in the whole picture without one."""
    return float(np.median(on_board(grey_of(picture), parts)))


def white_share(picture: Picture, parts: Outlines) -> float:
    """The share of the board that is plain white."""
    return float((on_board(picture, parts).min(axis=1) >= WHITE).mean())


def _light_on(picture: Picture, seen: Seen) -> Light:
    return light_on(picture, np.array(seen.corners), seen.parts)
