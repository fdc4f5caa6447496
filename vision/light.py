"""The light on a board: whether it will do, and by what standard a thing's brightness and colour are judged."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from engine.messages import Message
from vision.photo import Picture

BLACK_PICTURE = Message("the picture is black; is the lens cap on, or the light off?")
TOO_DARK = Message("it is too dark to see the board; is the light off?")
TOO_BRIGHT = Message("the board is washed out by too much light; dim the lamp or move it")

POOR_LIGHT = (BLACK_PICTURE, TOO_DARK, TOO_BRIGHT)
"""Why nothing that lies there can be seen."""

LIGHT_NUMBERS = 21

DARK = 6
"""Median grey level of a board. At 5.5, 0.4 % of the lots were read wrong; at 3, 2.4 %, many of them confidently."""
WHITE = 250
"""A pixel that reaches this in every channel can't be told from anything else."""
# White shares of a board. In pictures drawn with more and more light, 0.4 % of the lots were read wrong at first, 1 %
# with shares of 0.3 to 0.55, 2 % up to 0.75 and 4 % beyond; whoever watches a board knows what lay there before.
_WASHED_OUT, _WATCHED_WASHED_OUT = 0.5, 0.75
# A picture is black if this percentile of its spots is darker than this grey level: some pixels always glow.
_BLACK, _BRIGHTEST = 12, 99.9
_STEP = 8  # pixels
_COLOURLESS = 2.0  # of 255: the channels of a black-and-white picture differ no more

Light: TypeAlias = tuple[float, npt.NDArray[np.float32]]


def light_of(spots: Picture) -> Light:
    """The factor that scales brightness to the board's own, and its light (21,), by spots of it (N, M, 3) uint8."""
    red, green, blue = spots.reshape(-1, 3).T.astype(np.float32) / 255
    brightest = np.maximum(np.maximum(red, green), blue)
    sides = np.stack([red, green, blue, red - green, blue - green, brightest])
    shares = np.percentile(sides, [5, 25, 50, 75, 90, 95], axis=1)
    gain = 0.7 / max(float(shares[4, 5]), 0.02)
    numbers = [shares[[0, 1, 2, 3, 5], :3], shares[[0, 2, 5], 3:5]]
    return gain, np.concatenate([gain * it.ravel() for it in numbers]).astype(np.float32)


def too_faint_or_bright(spots: Picture, *, watched: bool = False) -> Message | None:
    """Why not much of a board can be seen, by spots of it (N, M, 3) uint8; None where the light will do.

    watched: whether it was seen before, so that only what changes has to be made out.
    """
    if float(np.median(spots @ np.array([0.299, 0.587, 0.114]))) < DARK or _brightest(spots) < _BLACK:
        return TOO_DARK
    most = _WATCHED_WASHED_OUT if watched else _WASHED_OUT
    return TOO_BRIGHT if _white_share(spots) > most else None


def is_washed_out(picture: Picture) -> bool:
    """Whether most of a picture (H, W, 3) uint8 is plain white."""
    return _white_share(picture) > _WASHED_OUT


def _white_share(spots: Picture) -> float:
    return float((spots.min(axis=-1) >= WHITE).mean())


def is_black(picture: Picture) -> bool:
    """Whether a picture (H, W, 3) uint8 shows nothing at all."""
    return _brightest(picture[::_STEP, ::_STEP]) < _BLACK


def has_colour(spots: Picture) -> bool:
    """Whether a board is in colour at all, by spots of it (..., 3) uint8.

    What lies around it doesn't count: a grey table in colour looks the same as one in black and white.
    """
    return float((spots.max(axis=-1) - spots.min(axis=-1)).mean()) > _COLOURLESS


def _brightest(spots: Picture) -> float:
    """How bright the brightest spots (N, M, 3) uint8 are, 0 to 255."""
    red, green, blue = np.ascontiguousarray(spots.T)
    return float(np.percentile(np.maximum(np.maximum(red, green), blue), _BRIGHTEST))
