"""Looks at games, kept in files: reading takes nearly all the time, and the referee needs only what was read.

A file holds what the eyes said of one game, and is as good as the eyes, size, habits and turns that it was made with.
"""

from __future__ import annotations

import gzip
import pickle
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from firmware.looking.gaze import Look


def kept(path: Path, looks: Iterable[Look]) -> Iterator[Look]:
    """The looks of a file; where there is none yet, those given, which are kept in it once there are no more."""
    if path.exists():
        with gzip.open(path, "rb") as file:
            yield from map(_thought_of_anew, pickle.load(file))
        return
    read = []
    for look in looks:
        read.append(look)
        yield look
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wb", compresslevel=1) as file:
        pickle.dump(read, file)


def _thought_of_anew(look: Look) -> Look:
    """A look, what was already concluded from it when it was kept being forgotten: that is what is tried."""
    seen = look.seen
    if seen is not None:
        concluded = [name for name in vars(seen) if isinstance(vars(type(seen)).get(name), cached_property)]
        for name in concluded:
            del vars(seen)[name]
    return look
