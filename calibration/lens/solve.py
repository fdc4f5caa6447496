"""From views of the sheet to the lens, with how far it can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lens.file import is_likely
from calibration.lens.view import View
from engine.messages import Message, Number, ToldError
from vision.lens import Floats, Lens

TOO_FEW = Message(
    "{count} usable picture is too few for a lens; {least} are the least, each with the sheet of "
    "`kibitz print lens`",
    "{count} usable pictures are too few for a lens; {least} are the least, each with the sheet of "
    "`kibitz print lens`",
)
NO_LENS_FITS = Message("no lens explains these pictures: is the sheet flat, and all of them from one camera?")
OFTEN_OFF = Message(
    "the corners lie {error} pixels from where the lens would have them, {most} at most is good: is the "
    "sheet flat, and was it held still?"
)
FOCAL_UNSURE = Message(
    "the focal length is only known to {percent} %: show the sheet tilted more, to all sides"
)
NOT_TILTED = Message("the sheet was hardly ever tilted, and flat it tells nothing of the focal length")
EDGES_UNKNOWN = Message("too little is known of the picture's edges: show the sheet there as well")
ZOOMED = Message("not all pictures seem to have the same zoom or focus: lock both, and begin anew")

FEWEST_VIEWS = 6
_TILTED, _FEWEST_TILTED = 0.15, 3  # the sine of nine degrees; views
_FOLDS = 4
_MOST_RMS = 0.0006  # of the picture's width: 0.8 pixels of 1280
_MOST_FOCAL_SPREAD = 0.005  # of the focal length, one standard deviation
_OUTLIER = 3.0  # times the median error of all views
_MOST_OUTLIERS = 0.25  # of the views: more, and the lens must have changed between them
_K3_GAIN = 0.97  # by which the third coefficient has to lower the error on views that it wasn't fitted to


# The steps are damped and so have one answer, which LU finds in half of the time that singular values take.
_WITH_K3 = cv2.CALIB_USE_LU
_PLAIN = _WITH_K3 | cv2.CALIB_FIX_K3
"""OpenCV's flags: three radial coefficients, or two."""


class BadCalibrationError(ToldError, ValueError):
    """Views from which no good lens came; the text says why and what to do."""

    @property
    def wants_more(self) -> bool:
        """Whether more views beside these would help; otherwise some of them are wrong."""
        return self.message in (TOO_FEW, FOCAL_UNSURE, NOT_TILTED, EDGES_UNKNOWN)


@dataclass(frozen=True, eq=False)
class Calibration:
    """A lens, and how good it is.

    rms_px: how far corners lie from where it has them, root of the mean square, over the views it was fitted to.
    held_out_px: the same over views it was not fitted to, each in turn. focal_spread: standard deviation of the
    focal length, as a share of it. views: the names of those used; left_out: of those that fit nothing.
    """

    lens: Lens
    rms_px: float
    held_out_px: float
    focal_spread: float
    views: tuple[str, ...]
    left_out: tuple[str, ...]


def calibrate(views: Sequence[View]) -> Calibration:
    """The lens that explains some views of one size best (Zhang 2000, as OpenCV has it).

    Raises BadCalibrationError when there are too few views or they leave the lens in doubt.
    """
    if len(views) < FEWEST_VIEWS:
        raise BadCalibrationError(TOO_FEW, count=len(views), least=FEWEST_VIEWS)
    if sum(float(np.linalg.norm(view.lean)) > _TILTED for view in views) < _FEWEST_TILTED:
        # Asked nevertheless, OpenCV gives any focal length and is sure of it.
        raise BadCalibrationError(NOT_TILTED)
    try:
        kept, left_out = _without_outliers(views)
        plain, with_k3 = _held_out(kept, _PLAIN), _held_out(kept, _WITH_K3)
        flags, held_out = (_WITH_K3, with_k3) if with_k3 < _K3_GAIN * plain else (_PLAIN, plain)
        fitted = _fit(kept, flags)
    except cv2.error as error:
        raise BadCalibrationError(NO_LENS_FITS) from error
    width = views[0].size[0]
    if len(views) - len(kept) > _MOST_OUTLIERS * len(views):
        raise BadCalibrationError(ZOOMED)
    if not np.isfinite(held_out) or max(fitted.rms_px, held_out) > _MOST_RMS * width:
        off, most = Number(max(fitted.rms_px, held_out), 2), Number(_MOST_RMS * width, 2)
        raise BadCalibrationError(OFTEN_OFF, error=off, most=most)
    focal_spread = _focal_spread(kept, fitted, flags)
    if focal_spread > _MOST_FOCAL_SPREAD:
        raise BadCalibrationError(FOCAL_UNSURE, percent=Number(100 * focal_spread, 1))
    if not is_likely(fitted.lens):
        # Where nothing was seen, what fits elsewhere may fold the picture over.
        raise BadCalibrationError(EDGES_UNKNOWN)
    return Calibration(
        fitted.lens,
        fitted.rms_px,
        held_out,
        focal_spread,
        tuple(view.name for view in kept),
        tuple(view.name for view in left_out),
    )


@dataclass(frozen=True, eq=False)
class _Fit:
    lens: Lens
    rms_px: float
    poses: tuple[tuple[Floats, Floats], ...]  # of each view: OpenCV's rvec and tvec
    errors_px: Floats  # of each view


def _fit(views: Sequence[View], flags: int) -> _Fit:
    size = views[0].size
    rms, matrix, distortion, rotations, translations, _, _, errors = cv2.calibrateCameraExtended(
        [view.world.astype(np.float32) for view in views],
        [view.pixels.astype(np.float32) for view in views],
        size,
        np.eye(3),
        np.zeros(5),
        flags=flags,
    )
    lens = Lens(np.asarray(matrix, np.float64), np.asarray(distortion, np.float64).ravel()[:5], size)
    poses = tuple(
        (np.asarray(rotation, np.float64), np.asarray(translation, np.float64))
        for rotation, translation in zip(rotations, translations, strict=True)
    )
    return _Fit(lens, float(rms), poses, np.asarray(errors, np.float64).ravel())


def _focal_spread(views: Sequence[View], fitted: _Fit, flags: int) -> float:
    """Standard deviation of the focal length that was fitted to some views, as a share of it.

    OpenCV's own leaves out what the views tell least of: of a sheet that lay in the same plane in all of them, it is
    sure of any focal length.
    """
    lens, count = fitted.lens, 8 if flags & cv2.CALIB_FIX_K3 else 9
    known = np.zeros((count, count))
    for view, (rotation, translation) in zip(views, fitted.poses, strict=True):
        _, slopes = cv2.projectPoints(view.world, rotation, translation, lens.matrix, lens.distortion)
        by_pose, _ = np.linalg.qr(slopes[:, :6])
        by_lens = slopes[:, 6 : 6 + count]
        by_lens = by_lens - by_pose @ (by_pose.T @ by_lens)  # what no other pose would explain as well
        known += by_lens.T @ by_lens
    # The unknowns are of many sizes; only when they are made alike can it be seen how little is known of some.
    scale = 1 / np.sqrt(np.diag(known))
    strengths, axes = np.linalg.eigh(known * np.outer(scale, scale))
    spreads = scale * np.sqrt((axes**2 / np.maximum(strengths, 1e-15)).sum(axis=1))
    corners = sum(len(view.numbers) for view in views)
    px = fitted.rms_px * np.sqrt(corners / (2 * corners - 6 * len(views) - count))
    return float(px * spreads[:2].max() / lens.focal)


def _without_outliers(views: Sequence[View]) -> tuple[list[View], list[View]]:
    """The views without those that fit the others far worse than the rest, blurred by a movement, say; and these."""
    kept, left_out = list(views), list[View]()
    while len(kept) > FEWEST_VIEWS:
        errors = _fit(kept, _PLAIN).errors_px
        worst = int(errors.argmax())
        if errors[worst] <= _OUTLIER * float(np.median(errors)):
            break
        left_out.append(kept.pop(worst))
    return kept, left_out


def _held_out(views: Sequence[View], flags: int) -> float:
    """How far corners of views lie from where a lens has them that was fitted to the other views."""
    squares, count = 0.0, 0
    for fold in range(_FOLDS):
        lens = _fit([view for n, view in enumerate(views) if n % _FOLDS != fold], flags).lens
        for view in views[fold::_FOLDS]:
            squares += float((_misses(view, lens) ** 2).sum())
            count += len(view.numbers)
    return float(np.sqrt(squares / max(count, 1)))


def _misses(view: View, lens: Lens) -> Floats:
    """How far each corner of a view (N,) lies, in pixels, from where the lens has it at the best pose."""
    _, rotation, translation = cv2.solvePnP(view.world, view.pixels, lens.matrix, lens.distortion)
    seen, _ = cv2.projectPoints(view.world, rotation, translation, lens.matrix, lens.distortion)
    return np.asarray(np.linalg.norm(seen.reshape(-1, 2) - view.pixels, axis=1), np.float64)
