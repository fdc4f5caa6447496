"""How well labelled photos are read: every lot and tile compared with the truth, and the worst cuts to look at."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.alien_city import LOTS, UNKNOWN, City, Colour, Corner, Lot, icon_lot
from vision.alien_city.eyes import AlienCityEyes, SeenCity
from vision.alien_city.reading import LOT_STATES
from vision.game import NotSeenError
from vision.photo import BadPhotoError, load_photo

Mark = Colour | Corner


@dataclass(frozen=True)
class Label:
    """The truth about a photo, from `labels.json`: a list of objects, one a photo.

    hidden: lots that something foreign hides, which need not be read. style, light: what results are grouped by.
    """

    path: Path
    city: City
    hidden: frozenset[Lot]
    style: str
    light: str
    hand: bool

    @classmethod
    def parse(cls, folder: Path, data: dict[str, Any]) -> Label:
        """One object of the list; KeyError or ValueError where it is none."""
        notes = data.get("notes")
        city = City.parse(data["position"])
        if any(tile.guild is None or tile.corner is None for tile in city.tiles):
            raise ValueError(f"{data['image']}: the label leaves tiles open")
        return cls(
            folder / data["image"],
            city,
            frozenset(Lot.parse(name) for name in data.get("hidden", [])),
            str(data.get("style", "?")),
            str(notes.get("light", "?")) if isinstance(notes, dict) else "?",
            bool(data.get("hand", False)),
        )


def load_labels(folder: Path) -> list[Label]:
    """The labels of a folder. Raises ValueError with one line when there are none that can be read."""
    path = folder / "labels.json"
    try:
        return [Label.parse(folder, data) for data in json.loads(path.read_text(encoding="utf-8"))]
    except OSError as error:
        raise ValueError(f"{path}: cannot be opened: {error.strerror or error}") from error
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{path}: is not a list of labels: {error}") from error


@dataclass(frozen=True, eq=False)
class Outcome:
    """A photo read and compared.

    truth: the label's city, turned as the reading sees it; None of `seen` when no city was found (`reason` says
    why). lots: (lot, what stands there, what was read) wherever they differ, UNKNOWN readings included unless the
    lot is hidden; marks: (truth, reading) of guilds and corners that differ and are not unknown.
    """

    label: Label
    truth: City
    seen: SeenCity | None
    reason: str = ""
    lots: tuple[tuple[Lot, str, str], ...] = ()
    marks: tuple[tuple[Mark, Mark], ...] = ()
    marks_unread: int = 0

    @property
    def wrong_lots(self) -> int:
        """Lots read as something else than what stands there."""
        return sum(read != str(UNKNOWN) for _, _, read in self.lots)

    @property
    def exact(self) -> bool:
        """Nothing wrong, nothing unread that could be seen."""
        return self.seen is not None and not self.lots and not self.marks and not self.marks_unread


def evaluate(labels: Iterable[Label], eyes: AlienCityEyes) -> Iterator[Outcome]:
    """Read each photo and compare."""
    for label in labels:
        try:
            seen = eyes.read(load_photo(label.path))
        except (BadPhotoError, NotSeenError) as error:
            yield Outcome(label, label.city, None, str(error))
            continue
        straight = _compared(label, label.city, label.hidden, seen)
        turned = _compared(label, label.city.turned(), frozenset(lot.turned() for lot in label.hidden), seen)
        yield min(straight, turned, key=_badness)


def _badness(outcome: Outcome) -> tuple[int, int]:
    wrong = outcome.wrong_lots + len(outcome.marks)
    return wrong, len(outcome.lots) + outcome.marks_unread


def _compared(label: Label, truth: City, hidden: frozenset[Lot], seen: SeenCity) -> Outcome:
    read = seen.city
    lots = tuple(
        (lot, _name(truth, lot), _name(read, lot))
        for lot in LOTS
        if truth[lot] != read[lot] and not (lot in hidden and read[lot] is UNKNOWN)
    )
    pairs: list[tuple[Mark, Mark | None, bool]] = []
    for number, (true, tile) in enumerate(zip(truth.tiles, read.tiles, strict=True)):
        assert true.guild is not None, "a label knows its tiles"
        assert true.corner is not None, "a label knows its tiles"
        icon = icon_lot(number, true.corner)
        visible = truth[icon] is None and icon not in hidden
        pairs += [(true.guild, tile.guild, visible), (true.corner, tile.corner, visible)]
    return Outcome(
        label,
        truth,
        seen,
        lots=lots,
        marks=tuple((true, tile) for true, tile, _ in pairs if tile is not None and tile is not true),
        marks_unread=sum(visible and tile is None for _, tile, visible in pairs),
    )


def _name(city: City, lot: Lot) -> str:
    content = city[lot]
    return "." if content is None else str(content)


@dataclass(frozen=True)
class Tally:
    """Sums over photos."""

    photos: int = 0
    found: int = 0
    exact: int = 0
    lots_wrong: int = 0
    lots_unread: int = 0
    marks_wrong: int = 0
    marks_unread: int = 0

    def with_outcome(self, outcome: Outcome) -> Tally:
        """The sums with one photo more."""
        return replace(
            self,
            photos=self.photos + 1,
            found=self.found + (outcome.seen is not None),
            exact=self.exact + outcome.exact,
            lots_wrong=self.lots_wrong + outcome.wrong_lots,
            lots_unread=self.lots_unread + len(outcome.lots) - outcome.wrong_lots,
            marks_wrong=self.marks_wrong + len(outcome.marks),
            marks_unread=self.marks_unread + outcome.marks_unread,
        )

    def __str__(self) -> str:
        """One line."""
        lots, marks = 80 * self.found, 40 * self.found
        return (
            f"found {self.found}/{self.photos}, exact {self.exact}/{self.photos}, "
            f"lots wrong {self.lots_wrong} unread {self.lots_unread} of {lots}, "
            f"guilds and corners wrong {self.marks_wrong} unread {self.marks_unread} of {marks}"
        )


def confusion(outcomes: Iterable[Outcome]) -> Counter[tuple[str, str]]:
    """How often what was read as what: lots, guilds and corners, the differences only."""
    counts: Counter[tuple[str, str]] = Counter()
    for outcome in outcomes:
        counts.update((true, read) for _, true, read in outcome.lots)
        counts.update((f"guild or corner {true}", str(read)) for true, read in outcome.marks)
    return counts


def probability_of(outcome: Outcome, lot: Lot, name: str) -> float:
    """What the reading gave to a state of a lot, by the state's name."""
    if outcome.seen is None:
        return 0.0
    names = ["." if state is None else str(state) for state in LOT_STATES]
    return float(outcome.seen.reading.lots[lot, names.index(name)]) if name in names else float("nan")


def reliability(outcomes: Iterable[Outcome], bins: int = 10) -> list[tuple[float, float, int]]:
    """Said against true: for equally wide bins of confidence, its mean, the share that was right, the count.

    Every lot that is not hidden counts with its likeliest state, before any `?`.
    """
    said, right = [], []
    for outcome in outcomes:
        if outcome.seen is None:
            continue
        reading = outcome.seen.reading
        best = reading.lots.argmax(axis=1)
        for lot in LOTS:
            if reading.unseen[lot] < 0.5:
                said.append(float(reading.lots[lot, best[lot]]))
                right.append(LOT_STATES[best[lot]] == outcome.truth[lot])
    where = np.minimum((np.array(said) * bins).astype(int), bins - 1)
    rows = []
    for number in range(bins):
        chosen = where == number
        if chosen.any():
            rows.append(
                (
                    float(np.array(said)[chosen].mean()),
                    float(np.array(right)[chosen].mean()),
                    int(chosen.sum()),
                )
            )
    return rows
