"""Why a picture of what might be a landscape is not read: each says so with the reason, or lets it pass."""

from __future__ import annotations

from collections.abc import Collection, Set

from engine.netzwerk.fields import Field, parts
from vision.light import BLACK_PICTURE, TOO_BRIGHT, is_black, is_washed_out, too_faint_or_bright
from vision.netzwerk import words
from vision.netzwerk.extent import goes_on, is_of_too_few_kinds
from vision.netzwerk.find import NoLandscapeError
from vision.netzwerk.reading import Reading
from vision.photo import Picture

FEWEST = 12
"""Fields: fewer are no landscape, or too much of it is hidden to tell."""

MOST = 60
"""Fields: more are no landscape, with whatever is taken for part of it. Of 39, up to 45 were seen on 44 photos and
157 drawn pictures; a floor of hexagons has hundreds, which to look at closely takes minutes and gigabytes."""


def refuse_black(picture: Picture) -> None:
    """Raise NoLandscapeError when a picture shows nothing at all."""
    if is_black(picture):
        raise NoLandscapeError(BLACK_PICTURE)


def refuse_too_few(fields: Collection[Field]) -> None:
    """Raise NoLandscapeError when there are too few fields."""
    if len(fields) < FEWEST:
        raise NoLandscapeError(words.NO_LANDSCAPE)


def refuse_too_many(fields: Collection[Field]) -> None:
    """Raise NoLandscapeError when there are too many fields."""
    if len(fields) > MOST:
        raise NoLandscapeError(words.NO_LANDSCAPE)


def refuse_too_few_dots(fields: Collection[Field], picture: Picture) -> None:
    """The same of fields by their dots alone, which too much light hides as well."""
    if len(fields) < FEWEST and is_washed_out(picture):
        raise NoLandscapeError(TOO_BRIGHT)
    refuse_too_few(fields)


def refuse_poor_light(spots: Picture, *, watched: bool = False) -> None:
    """Raise NoLandscapeError when it is too dark or too bright to see much, by spots of fields (N, M, 3) uint8.

    watched: whether the landscape was seen before.
    """
    if trouble := too_faint_or_bright(spots, watched=watched):
        raise NoLandscapeError(trouble)


def refuse_apart(fields: Collection[Field]) -> None:
    """Raise NoLandscapeError when nowhere enough of what looks like fields lies together."""
    if max(map(len, parts(fields)), default=0) < FEWEST:
        raise NoLandscapeError(words.NO_LANDSCAPE)


def refuse_other_things(seen: Reading) -> None:
    """Raise NoLandscapeError when what looks like fields is too much alike."""
    if is_of_too_few_kinds(seen.kinds):
        raise NoLandscapeError(words.NO_LANDSCAPE)


def refuse_running_out(seen: Reading, outside: Set[Field], whole: Set[Field]) -> None:
    """Raise NoLandscapeError when the landscape goes on where the picture ends, as nobody can tell what it lacks.

    outside: places beside its fields that are not in the picture; whole: all fields that it seems to have, however
    many these are.
    """
    if outside and (whole & outside or goes_on(seen.kinds, len(outside))):
        raise NoLandscapeError(words.RUNS_OUT)
