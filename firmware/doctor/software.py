"""Checks of Python and of the libraries: tried in a process of their own, because a misfit may take it down."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.messages import Message
from firmware.doctor import texts
from firmware.finding import Finding, ok, trouble, warning

OLDEST_PYTHON = (3, 11)
_OF_BOOKWORM = (3, 11)  # Python
TIME_LIMIT_S = 60

_TRY = """
import importlib, importlib.metadata, json, sys
for name in sys.argv[1:]:
    found = {"library": name}
    try:
        library = importlib.import_module(name)
        version = getattr(library, "__version__", None) or importlib.metadata.version(name)
        found |= {"version": str(version), "file": str(library.__file__)}
    except BaseException as error:
        found["error"] = f"{type(error).__name__}: {error}"
    print(json.dumps(found), flush=True)
"""


@dataclass(frozen=True)
class Library:
    """A library as it was found: its version and the file it comes from, or why it cannot be imported."""

    name: str
    version: str = ""
    file: str = ""
    error: str = ""

    @property
    def origin(self) -> str:
        """Which of the two that install libraries on a Pi has brought it."""
        return "apt" if self.file.startswith("/usr/lib/python3/") else "pip"


def fitting(python: tuple[int, ...]) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """From which version on, and before which, libraries are known to work with a Python; pyproject.toml says why."""
    opencv = ((4, 11), (4, 12)) if python[:2] <= _OF_BOOKWORM else ((4, 13), (5,))
    return {"numpy": ((1, 24), (3,)), "cv2": opencv}


def python(version: tuple[int, ...], bits: int) -> Finding:
    """Whether this Python can run Kibitz. version: as in (3, 11, 2)."""
    facts = {"version": ".".join(map(str, version)), "bits": bits}
    if version < OLDEST_PYTHON:
        return trouble("python", texts.PYTHON, texts.NEWER_SYSTEM, **facts)
    if bits < 64:
        return trouble("python", texts.PYTHON, texts.SYSTEM_OF_64_BITS, **facts)
    return ok("python", texts.PYTHON, **facts)


def tried(names: Sequence[str], search: Sequence[Path] = ()) -> list[Library]:
    """Each library as another process of this Python finds it. search: folders to look in first."""
    path = os.pathsep.join([*map(str, search), *filter(None, [os.environ.get("PYTHONPATH")])])
    found: list[Library] = []
    while len(found) < len(names):
        left = names[len(found) :]
        found += _tried_together(left, path) or [Library(left[0], error="it took Python down with it")]
    return found


def _tried_together(names: Sequence[str], path: str) -> list[Library]:
    """The libraries as found, up to one that ended the process.

    They are tried in an empty folder: lgpio leaves a file in the current one, and a file there could be imported as
    a library.
    """
    try:
        with TemporaryDirectory() as folder:
            run = subprocess.run(
                [sys.executable, "-c", _TRY, *names],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=TIME_LIMIT_S,
                check=False,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": path},
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        return [Library(name, error=str(error)) for name in names]
    # Libraries may print, too.
    lines = [line for line in run.stdout.splitlines() if line.startswith('{"library": ')]
    return [Library(**_renamed(json.loads(line))) for line in lines]


def _renamed(found: dict[str, str]) -> dict[str, str]:
    return {"name" if key == "library" else key: value for key, value in found.items()}


def libraries(found: Sequence[Library], prefix: str = sys.prefix) -> Iterator[Finding]:
    """A line on those that work, and one for each that doesn't. prefix: of the environment that runs Kibitz."""
    working = []
    for library in found:
        if library.error:
            yield trouble(
                "libraries",
                texts.LIBRARY_FAILS,
                _remedy(library),
                library=library.name,
                reason=library.error,
                prefix=prefix,
            )
        elif not _fits(library):
            yield warning(
                "libraries",
                texts.LIBRARY_UNTRIED,
                texts.INSTALL_AGAIN,
                library=library.name,
                version=library.version,
                prefix=prefix,
            )
        else:
            working.append(f"{library.name} {library.version} ({library.origin})")
    if working:
        yield ok("libraries", texts.LIBRARIES, libraries=tuple(working))


def _fits(library: Library) -> bool:
    known = fitting(sys.version_info[:3])
    if library.name not in known:
        return True
    version = tuple(map(int, re.findall(r"\d+", library.version)[:3]))
    oldest, before = known[library.name]
    return oldest <= version < before


def _remedy(library: Library) -> Message:
    if re.search(
        r"numpy.*(size changed|compiled using|multiarray|_ARRAY_API)|NumPy 1|_ARRAY_API", library.error
    ):
        return texts.ONE_NUMPY
    if library.name == "picamera2":
        return texts.INSTALL_PICAMERA2
    return texts.INSTALL_AGAIN
