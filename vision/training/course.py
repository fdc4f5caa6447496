"""A course: all that it takes to teach one network."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from torch import Tensor, nn

from vision.training.pictures import Drawing, draw, sample_paths
from vision.training.train import DIGITS, Batch, Examples, export, take_weights, train

SampleT = TypeVar("SampleT")

_RATE, _GENTLE_RATE = 2e-3, 5e-4
_TRACED_SEED = 1000  # added to that of the course: traced scenes are none of those that are drawn
_TRACED_TIMES = 3  # times as often as others traced pictures are seen: they are few, and nearest to photos


@dataclass(frozen=True)
class Course:
    """How one network is taught.

    network: makes it; file: its name. drawing: draws the pictures of the folder `pictures`, from which several
    courses may learn. prepared: makes from pictures, a seed and a number of workers the files that examples are made
    of. example, collate, loss: as `vision.training.train` takes them. inputs: shapes of one example, by name;
    outputs: names.
    seed: added to that of the plan where pictures are drawn, so that no two folders hold the same scenes.
    finish: what is learnt last, from the pictures, when the network itself stays as it is; says what came of it.
    digits: binary digits of weights that are kept.
    traced: gives what draws such pictures ray by ray; asked for only when needed, as it takes the extra `trace`.
    of_package: whether its examples are what the networks of the package make of pictures, wherever it is written.
    """

    file: str
    network: Callable[[], nn.Module]
    pictures: str
    drawing: Drawing
    example: Callable[[Path, np.random.Generator], Any]
    collate: Callable[[list[Any]], Batch]
    loss: Callable[[nn.Module, Batch], Tensor]
    inputs: Mapping[str, tuple[int, ...]]
    outputs: Sequence[str]
    epochs: int
    batch: int
    seed: int = 0
    prepared: Callable[[list[Path], int, int], list[Path]] | None = None
    finish: Callable[[Any, list[Path]], str] | None = None
    traced: Callable[[], Drawing] | None = None
    digits: int = DIGITS
    of_package: bool = False


@dataclass(frozen=True)
class Plan:
    """How much of a course is gone through: `count` pictures, `epochs` of the course if None; and where things lie.

    traced: how many more pictures are drawn ray by ray, in courses that have such.
    go_on: whether to teach the existing network further, gently, instead of one that knows nothing.
    """

    pictures: Path
    models: Path
    count: int
    epochs: int | None
    seed: int
    workers: int
    go_on: bool
    traced: int = 0


def of_samples(
    load: Callable[[Path], SampleT], example: Callable[[SampleT, np.random.Generator], Any]
) -> Callable[[Path, np.random.Generator], Any]:
    """Examples made of drawn pictures, by their files."""

    def of_file(path: Path, rng: np.random.Generator) -> Any:
        return example(load(path), rng)

    return of_file


def why_not(course: Course, plan: Plan) -> str | None:
    """What is wrong with a plan for a course, as far as it can be told before anything is drawn."""
    traced = plan.traced if course.traced is not None else 0
    if plan.count + traced * _TRACED_TIMES < course.batch:
        return (
            f"{plan.count} pictures are too few for {course.file}, which learns from {course.batch} at once"
        )
    if traced and find_spec("mitsuba") is None:
        return "tracing pictures takes the extra 'trace': pip install -e .[trace]"
    if plan.go_on and not (plan.models / course.file).is_file():
        return f"there is no {plan.models / course.file} to go on with"
    return None


def teach(course: Course, plan: Plan) -> None:
    """Draw the pictures that are missing, train, and write the network where the reader looks."""
    seed = plan.seed + course.seed
    folder = plan.pictures / f"{course.pictures}-{seed}"
    draw(folder, plan.count, seed, course.drawing, plan.workers)
    paths = sample_paths(folder, plan.count)
    rays = plan.pictures / f"{course.pictures}-traced-{seed}"
    if plan.traced and course.traced is not None:
        # Mitsuba uses all cores by itself.
        draw(rays, plan.traced, seed + _TRACED_SEED, course.traced(), workers=1)
        paths += sample_paths(rays, plan.traced)
    net = course.network()
    if plan.go_on:
        take_weights(net, plan.models / course.file)
    learnt_from = course.prepared(paths, plan.seed, plan.workers) if course.prepared else paths
    # Repeated only now, as two workers that prepare one picture write over each other; it lies beside the picture.
    learnt_from = learnt_from + [it for it in learnt_from if it.parent == rays] * (_TRACED_TIMES - 1)
    train(
        net,
        Examples(learnt_from, course.example, plan.seed),
        course.collate,
        course.loss,
        epochs=course.epochs if plan.epochs is None else plan.epochs,
        batch=course.batch,
        rate=_GENTLE_RATE if plan.go_on else _RATE,
        workers=plan.workers,
    )
    if course.finish:
        print(course.finish(net, paths))
    export(net, course.inputs, course.outputs, plan.models / course.file, course.digits)
