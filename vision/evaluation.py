"""How well labelled photos are read: everything that can be seen compared with the truth, the differences counted.

What is compared is a game's (`vision.<game>.evaluate`); how it is summed up is here.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numpy as np

from engine.illegible import ILLEGIBLE, IllegibleError, why
from engine.messages import Message, ToldError
from vision.game import Eyes, NotSeenError
from vision.photo import BadPhotoError, Picture, load_photo

UNREAD = "?"

NOT_OPENED = Message("{path}: cannot be opened: {reason}")
NONE_IN_IT = Message("it holds none")
NO_LABELS = Message("{path}: is not a list of labels: {reason}")
IN_LABEL = Message("label {number}, of {image}: {reason}")


class LabelsError(ToldError, ValueError):
    """There are no labels that can be read; the text says why."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is read wrongly, or not at all (UNREAD).

    subject: what is compared, in the plural; place: where; gave: the probability that was given to the truth, None
    where the reading gives none.
    """

    subject: str
    place: str
    true: str
    read: str
    gave: float | None = None


Said: TypeAlias = tuple[tuple[float, bool], ...]
Bins: TypeAlias = list[tuple[float, float, int]]


@dataclass(frozen=True)
class Comparison:
    """How a photo's things were read: the faults; how many things were compared, by subject; and, by subject, for
    each thing with probabilities the highest of them, and whether that answer was right."""

    faults: tuple[Fault, ...]
    compared: Mapping[str, int]
    said: Mapping[str, Said] = field(default_factory=dict)

    @property
    def badness(self) -> tuple[int, int]:
        """How many faults are errors, and how many there are in all: the least bad of several comparisons counts."""
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
        told = json.loads(path.read_text(encoding="utf-8"))
        listed = told if isinstance(told, list) else []
        labels = [_label(parse, folder, number, data) for number, data in enumerate(listed, 1)]
    except OSError as error:
        raise LabelsError(NOT_OPENED, path=path, reason=why(error)) from error
    except ILLEGIBLE as error:
        raise LabelsError(NO_LABELS, path=path, reason=why(error)) from error
    if not labels:
        raise LabelsError(NO_LABELS, path=path, reason=NONE_IN_IT)
    return labels


def _label(
    parse: Callable[[Path, dict[str, Any]], Label], folder: Path, number: int, data: dict[str, Any]
) -> Label:
    try:
        return parse(folder, data)
    except ILLEGIBLE as error:
        image = data.get("image", UNREAD) if isinstance(data, dict) else UNREAD
        raise IllegibleError(IN_LABEL, number=number, image=image, reason=why(error)) from error


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
    """How often each (subject, truth, reading) occurs among the differences."""
    return Counter((it.subject, it.true, it.read) for outcome in outcomes for it in outcome.faults)


def reliability(outcomes: Iterable[Outcome], bins: int = 10) -> dict[str, Bins]:
    """Confidence against truth by subject: for equally wide bins of confidence, its mean, the share right, the count.

    The likeliest answer counts, even where it was given as `?`.
    """
    pairs: defaultdict[str, list[tuple[float, bool]]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.comparison:
            for subject, said in outcome.comparison.said.items():
                pairs[subject] += said
    return {subject: _binned(said, bins) for subject, said in pairs.items() if said}


def _binned(pairs: Sequence[tuple[float, bool]], bins: int) -> Bins:
    said, right = np.array([it[0] for it in pairs]), np.array([it[1] for it in pairs])
    where = np.minimum((said * bins).astype(int), bins - 1)
    rows = []
    for number in range(bins):
        chosen = where == number
        if chosen.any():
            rows.append((float(said[chosen].mean()), float(right[chosen].mean()), int(chosen.sum())))
    return rows


def calibration_error(rows: Bins) -> float:
    """How far confidence is from the share that was right, averaged over bins by their counts: 0 is honest.

    The expected calibration error of Naeini, Cooper and Hauskrecht (2015).
    """
    return sum(abs(said - right) * count for said, right, count in rows) / sum(count for *_, count in rows)
