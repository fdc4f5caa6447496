"""Simulated pictures of Netzwerk with their truth."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Player
from engine.netzwerk.state import State
from engine.netzwerk.text import parse_state
from vision.lens import Floats
from vision.photo import Picture, load_photo
from vision.pose import Pose
from vision.synthetic.netzwerk import LandscapeRendering, random_landscape, render_landscape
from vision.synthetic.netzwerk.deeds import after_hands
from vision.training.pictures import camera_of, camera_to_json

SIZE = (1280, 960)


@dataclass(frozen=True, eq=False)
class Sample:
    """A simulated picture with its truth.

    state: what lies there; hands and turn in it mean nothing. dots: pixel (x, y) of each field's centre; stones,
    miners: of the middles of those on the board, by their fields, and whose miner it is: in a crowd some stand there
    beside those of the position. stacked: the fields on which one stone lies on the other.
    covered, covered_connections: shares hidden by a hand or something else foreign. seen: for `stones 0,1`,
    `value 0,1` and `miner 0,1`, the share in view, of things that are not wholly in view.
    lamp: (3,) mm from the camera, in its own axes, of the lamp that gives most light; stone_mm: how high a stone is.
    rows: the first row of the file's picture that belongs to it, and the end.
    """

    path: Path
    pose: Pose
    state: State
    dots: Mapping[Field, tuple[float, float]]
    stones: Mapping[Field, Sequence[tuple[float, float]]]
    stacked: frozenset[Field]
    miners: Mapping[Field, tuple[Player, tuple[float, float]]]
    covered: Mapping[Field, float]
    covered_connections: Mapping[Connection, float]
    seen: Mapping[str, float]
    lamp: Floats
    stone_mm: float
    rows: tuple[int, int] = (0, SIZE[1])

    def picture(self) -> Picture:
        """The picture, RGB."""
        return load_photo(self.path)[slice(*self.rows)]

    @property
    def points(self) -> Floats:
        """The dots, (N, 2) pixels."""
        return np.array(list(self.dots.values()), np.float64)

    @classmethod
    def load(cls, path: Path) -> Sample:
        """The sample whose picture is `path`; its truth lies beside it."""
        return cls.of(path, json.loads(path.with_suffix(".json").read_text()))

    @classmethod
    def of(cls, path: Path, truth: Mapping[str, Any], rows: tuple[int, int] = (0, SIZE[1])) -> Sample:
        """The sample of some rows of a picture, and its truth."""
        return cls(
            path,
            camera_of(truth),
            _state_of(truth["position"]),
            {Field.parse(name): (x, y) for name, (x, y) in truth["dots"].items()},
            {Field.parse(name): [(x, y) for x, y in at] for name, at in truth["stones"].items()},
            frozenset(map(Field.parse, truth["stacked"])),
            {Field.parse(at): (Player(it), (x, y)) for at, (it, (x, y)) in truth["miners"].items()},
            {Field.parse(name): share for name, share in truth["covered"].items()},
            {Connection.parse(name): share for name, share in truth["covered_connections"].items()},
            truth["seen"],
            np.array(truth["lamp"]),
            truth["stone_mm"],
            rows,
        )


def _state_of(position: str) -> State:
    """The state of BOARD MINERS STICKS, with empty hands."""
    miners = position.split()[1].split(";")
    hands = "|".join(f"{it[0]}0,0,0,0,0" for it in miners)
    return parse_state(f"{position} {hands} {miners[0][0]}.m")


def drawing(rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
    """A picture, and the truth that `Sample.load` reads back."""
    return with_truth(render_landscape(random_landscape(rng, SIZE)))


def stony_drawing(rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
    """The same; on half of the pictures most landscapes bear stones that are hard to count."""
    return with_truth(render_landscape(random_landscape(rng, SIZE, stony=bool(rng.random() < 0.5))))


def crowded_drawing(rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
    """The same; on half of the pictures many more miners stand on the board than play."""
    return with_truth(render_landscape(random_landscape(rng, SIZE, crowded=bool(rng.random() < 0.5))))


def pair_drawing(rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
    """Two pictures, one below the other, between which hands were there, and the truth that `pair` reads back."""
    scene = replace(random_landscape(rng, SIZE, stony=bool(rng.random() < 0.5)), hands=())
    shown = [with_truth(render_landscape(it)) for it in (scene, after_hands(rng, scene))]
    pictures, truths = zip(*shown, strict=True)
    return np.vstack(pictures), {"truths": truths}


def pair(path: Path) -> tuple[Sample, Sample]:
    """The samples before and after hands were there."""
    truths = json.loads(path.with_suffix(".json").read_text())["truths"]
    high = SIZE[1]
    before, after = (Sample.of(path, it, (n * high, (n + 1) * high)) for n, it in enumerate(truths))
    return before, after


def with_truth(drawn: LandscapeRendering) -> tuple[Picture, dict[str, Any]]:
    """A picture, and the truth that `Sample.load` reads back."""
    seen = {f"stones {_name(it)}": share for it, share in drawn.seen_stones.items()}
    seen |= {f"value {_name(it)}": share for it, share in drawn.seen_values.items()}
    seen |= {f"miner {_name(it)}": share for it, share in drawn.seen_miners.items()}
    truth = {
        "position": drawn.position,
        "dots": {_name(it): _pixel(at) for it, at in drawn.fields.items()},
        "stones": {_name(it): [_pixel(at) for at in places] for it, places in drawn.stones.items()},
        "stacked": sorted(map(_name, drawn.stacked)),
        "miners": {_name(it): [player, _pixel(at)] for it, (player, at) in drawn.miners.items()},
        "covered": _rounded({_name(it): share for it, share in drawn.covered.items()}),
        "covered_connections": _rounded(
            {
                str(Connection.of(Field(*one), Field(*other))): share
                for (one, other), share in drawn.connections_covered.items()
            }
        ),
        "seen": {name: share for name, share in _rounded(seen).items() if share < 1},
        "lamp": [round(it, 1) for it in drawn.lamp],
        "stone_mm": drawn.stone_mm,
    }
    return drawn.image, truth | camera_to_json(drawn.pose)


def _name(field: tuple[int, int]) -> str:
    return str(Field(*field))


def _pixel(at: tuple[float, float]) -> list[float]:
    return [round(it, 2) for it in at]


def _rounded(shares: Mapping[str, float]) -> dict[str, float]:
    return {name: round(float(share), 3) for name, share in shares.items()}
