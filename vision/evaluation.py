"""How well labelled photos are read: everything that can be seen compared with the truth, the differences counted.

What is compared is a game's (`vision.<game>.evaluate`); how it is summed up, and shown to be looked at, is here.
"""

from __future__ import annotations

import base64
import html
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from engine.illegible import ILLEGIBLE, why
from engine.messages import Message, ToldError
from vision.game import Eyes, NotSeenError
from vision.photo import BadPhotoError, Picture, load_photo

UNREAD = "?"

NOT_OPENED = Message("{path}: cannot be opened: {reason}")
NONE_IN_IT = Message("it holds none")
NO_LABELS = Message("{path}: is not a list of labels: {reason}")

_STYLE = (
    "body{font:14px sans-serif;margin:2em;max-width:70em}figure{display:inline-block;margin:.5em;vertical-align:top}"
    "img{image-rendering:pixelated}figcaption{max-width:24em}"
)


class LabelsError(ToldError, ValueError):
    """There are no labels that can be read; the text says why."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is read otherwise than it is, or not at all (UNREAD).

    subject: what is compared, in the plural; place: where; gave: the probability that was given to the truth, None
    where the reading says nothing of that.
    """

    subject: str
    place: str
    true: str
    read: str
    gave: float | None = None


@dataclass(frozen=True)
class Comparison:
    """What became of a photo's things: the faults, how many were compared by subject, and for each of those of which
    the reading gives probabilities, the highest, and whether what it was given to was right."""

    faults: tuple[Fault, ...]
    compared: Mapping[str, int]
    said: tuple[tuple[float, bool], ...] = ()

    @property
    def badness(self) -> tuple[int, int]:
        """How many faults are errors, and how many there are: of several ways to compare, the least bad counts."""
        return sum(it.read != UNREAD for it in self.faults), len(self.faults)


class Label(Protocol):
    """The truth about a photo, as a game has it. style, light: what results are grouped by."""

    @property
    def path(self) -> Path:
        """Its file."""

    @property
    def style(self) -> str:
        """The look of the set."""

    @property
    def light(self) -> str:
        """The light."""

    @property
    def hand(self) -> bool:
        """Whether a hand is in the picture."""

    def compared(self, seen: Any) -> Comparison:
        """What was seen against the truth."""

    def cut(self, picture: Picture, seen: Any, fault: Fault) -> Picture:
        """What the reader saw of a fault's place."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """A photo read and compared; where nothing was found, seen and comparison are None and the reason says why."""

    label: Label
    seen: Any = None
    comparison: Comparison | None = None
    reason: str = ""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What differs."""
        return self.comparison.faults if self.comparison else ()


def load_labels(folder: Path, parse: Callable[[Path, dict[str, Any]], Label]) -> list[Label]:
    """The labels of a folder, each made of an object of the list in `labels.json`.

    Raises LabelsError with one line when there are none that can be read.
    """
    path = folder / "labels.json"
    try:
        labels = [parse(folder, data) for data in json.loads(path.read_text(encoding="utf-8"))]
    except OSError as error:
        raise LabelsError(NOT_OPENED, path=path, reason=why(error)) from error
    except ILLEGIBLE as error:
        raise LabelsError(NO_LABELS, path=path, reason=why(error)) from error
    if not labels:
        raise LabelsError(NO_LABELS, path=path, reason=NONE_IN_IT)
    return labels


def light_of_notes(data: Mapping[str, Any]) -> str:
    """The light that a label's notes tell of, `?` where they don't."""
    notes = data.get("notes")
    return str(notes.get("light", UNREAD)) if isinstance(notes, dict) else UNREAD


def evaluate(labels: Iterable[Label], eyes: Eyes) -> Iterator[Outcome]:
    """Read each photo and compare."""
    for label in labels:
        try:
            seen = eyes.read(load_photo(label.path))
        except (BadPhotoError, NotSeenError) as error:
            yield Outcome(label, reason=str(error))
            continue
        yield Outcome(label, seen, label.compared(seen))


@dataclass
class Tally:
    """Sums over photos."""

    photos: int = 0
    found: int = 0
    exact: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    unread: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        """Count one photo more."""
        self.photos += 1
        if outcome.comparison is None:
            return
        self.found += 1
        self.exact += not outcome.faults
        self.compared.update(outcome.comparison.compared)
        self.wrong.update(it.subject for it in outcome.faults if it.read != UNREAD)
        self.unread.update(it.subject for it in outcome.faults if it.read == UNREAD)

    def __str__(self) -> str:
        """One line."""
        subjects = (
            f"{subject} wrong {self.wrong[subject]} unread {self.unread[subject]} of {count}"
            for subject, count in self.compared.items()
        )
        return ", ".join(
            [f"found {self.found}/{self.photos}", f"exact {self.exact}/{self.photos}", *subjects]
        )


def confusion(outcomes: Iterable[Outcome]) -> Counter[tuple[str, str, str]]:
    """How often what was read as what: subject, truth and reading of the differences."""
    return Counter((it.subject, it.true, it.read) for outcome in outcomes for it in outcome.faults)


def reliability(outcomes: Iterable[Outcome], bins: int = 10) -> list[tuple[float, float, int]]:
    """Said against true: for equally wide bins of confidence, its mean, the share that was right, the count.

    The likeliest answer counts, before any `?`.
    """
    pairs = [pair for outcome in outcomes if outcome.comparison for pair in outcome.comparison.said]
    said, right = np.array([it[0] for it in pairs]), np.array([it[1] for it in pairs])
    where = np.minimum((said * bins).astype(int), bins - 1)
    rows = []
    for number in range(bins):
        chosen = where == number
        if chosen.any():
            rows.append((float(said[chosen].mean()), float(right[chosen].mean()), int(chosen.sum())))
    return rows


def page(outcomes: Sequence[Outcome], most: int = 200) -> str:
    """An HTML page that stands by itself, with what the reader saw of each difference, photo by photo."""
    parts = [f"<!doctype html><meta charset=utf-8><title>The worst cuts</title><style>{_STYLE}</style>"]
    parts.append("<h1>The worst cuts</h1>")
    shown = 0
    for outcome in outcomes:
        name = html.escape(outcome.label.path.name)
        if outcome.comparison is None:
            parts.append(f"<h2>{name}</h2><p>{html.escape(outcome.reason)}</p>")
        elif outcome.faults and shown < most:
            picture = load_photo(outcome.label.path)
            parts.append(f"<h2>{name}</h2>")
            parts += [_figure(outcome, picture, fault) for fault in outcome.faults]
            shown += len(outcome.faults)
    return "\n".join(parts)


def _figure(outcome: Outcome, picture: Picture, fault: Fault) -> str:
    gave = "" if fault.gave is None else f" (gave {fault.true} {fault.gave:.3f})"
    text = html.escape(f"{fault.subject} {fault.place}: {fault.true} read as {fault.read}{gave}")
    cut = outcome.label.cut(picture, outcome.seen, fault)
    large = cv2.resize(cut, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST)
    _, data = cv2.imencode(".png", cv2.cvtColor(large, cv2.COLOR_RGB2BGR))
    image = f'<img alt="" src="data:image/png;base64,{base64.b64encode(data.tobytes()).decode()}">'
    return f"<figure>{image}<figcaption>{text}</figcaption></figure>"
