"""The courses of Netzwerk's networks, each after those that tell it where to look, and what to compare with.

Those that look at spots learn from pictures with more to see at them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from vision.netzwerk.changes import ABOUT_NUMBERS as CHANGE_NUMBERS
from vision.netzwerk.cuts import ABOUT_NUMBERS, CLOSER, CONNECTION, FIELD, SPOT, VALUE, Sheet
from vision.netzwerk.memory import look_size
from vision.netzwerk.players import PLAYERS_NUMBERS
from vision.netzwerk.shadows import ALONG_NUMBERS, ALONG_SIZE, AROUND
from vision.netzwerk.spots import MINER_HEIGHTS_MM, STONE_HEIGHTS_MM
from vision.training.course import Course, of_samples
from vision.training.layers import Hourglass
from vision.training.netzwerk.change_examples import ChangeExample, come_example, laid_example, taken_example
from vision.training.netzwerk.cut_examples import (
    closer_example,
    connection_example,
    field_example,
    value_example,
)
from vision.training.netzwerk.dot_examples import dot_example
from vision.training.netzwerk.losses import (
    changes_loss,
    closer_loss,
    collate_changes,
    collate_closer,
    collate_connections,
    collate_fields,
    collate_miners,
    collate_stones,
    collate_values,
    collate_votes,
    connections_loss,
    dots_loss,
    fields_loss,
    miners_loss,
    stones_loss,
    values_loss,
    votes_loss,
)
from vision.training.netzwerk.networks import (
    ChangeReader,
    CloserReader,
    ConnectionReader,
    FieldReader,
    ValueReader,
)
from vision.training.netzwerk.pair_looks import compare_all
from vision.training.netzwerk.pictures import Sample, crowded_drawing, drawing, pair_drawing, stony_drawing
from vision.training.netzwerk.spot_examples import miners_example
from vision.training.netzwerk.spot_networks import MinerReader, ShadowVoter, StoneReader
from vision.training.netzwerk.stone_examples import stones_example, votes_example
from vision.training.pictures import Drawing
from vision.training.train import stacked


def _traced() -> Drawing:
    from vision.training.netzwerk.traced import traced_drawing

    return traced_drawing


_of_landscapes = partial(Course, pictures="landscapes", drawing=drawing, epochs=12)
_of_stony_landscapes = partial(
    Course, pictures="stony", drawing=stony_drawing, epochs=12, seed=1, traced=_traced
)
_of_crowded_landscapes = partial(Course, pictures="crowded", drawing=crowded_drawing, epochs=12, seed=2)


def _cut_inputs(sheet: Sheet, heights: int = 1) -> dict[str, tuple[int, ...]]:
    return {"colours": (3 * heights, *sheet.size[::-1]), "about": (ABOUT_NUMBERS,)}


def _of_pairs(
    told: str, sheet: Sheet, example: Callable[[Path, np.random.Generator], ChangeExample]
) -> Course:
    """The course of a network that tells by two looks at places, in cuts of a sheet, what was done there."""
    size = look_size(sheet)
    return Course(
        file=f"{told}.onnx.xz",
        network=partial(ChangeReader, size),
        pictures="pairs",
        drawing=pair_drawing,
        prepared=compare_all,
        example=example,
        collate=collate_changes,
        loss=changes_loss,
        inputs={"looks": (6, *size), "about": (CHANGE_NUMBERS,)},
        outputs=[told],
        epochs=30,
        batch=6,
        seed=3,
    )


COURSES = {
    "finder": _of_landscapes(
        file="find.onnx.xz",
        network=partial(Hourglass, 3),
        example=of_samples(Sample.load, dot_example),
        collate=stacked,
        loss=dots_loss,
        inputs={"picture": (3, 240, 320)},
        outputs=["dots"],
        batch=32,
    ),
    "fields": _of_landscapes(
        file="fields.onnx.xz",
        network=FieldReader,
        example=of_samples(Sample.load, field_example),
        collate=collate_fields,
        loss=fields_loss,
        inputs={**_cut_inputs(FIELD), "company": (1,)},
        outputs=["alone", "grounds"],
        batch=4,
    ),
    "closer": _of_landscapes(
        file="closer.onnx.xz",
        network=CloserReader,
        example=of_samples(Sample.load, closer_example),
        collate=collate_closer,
        loss=closer_loss,
        inputs={**_cut_inputs(CLOSER), "company": (1,)},
        outputs=["alone", "grounds", "stones", "miners", "unseen", "places"],
        batch=3,
    ),
    "lamp": _of_stony_landscapes(
        file="lamp.onnx.xz",
        network=ShadowVoter,
        example=of_samples(Sample.load, votes_example),
        collate=collate_votes,
        loss=votes_loss,
        inputs=_cut_inputs(AROUND),
        outputs=["votes"],
        batch=8,
        of_package=True,
    ),
    "stones": _of_stony_landscapes(
        file="stones.onnx.xz",
        network=StoneReader,
        example=of_samples(Sample.load, stones_example),
        collate=collate_stones,
        loss=stones_loss,
        inputs={
            "nearest": (3 * len(STONE_HEIGHTS_MM), *SPOT.size[::-1]),
            "about": (ABOUT_NUMBERS,),
            "along": (3, *ALONG_SIZE[::-1]),
            "about_along": (ALONG_NUMBERS,),
            "company": (1,),
        },
        outputs=["alone", "beside", "piles"],
        batch=6,
        of_package=True,
    ),
    "connections": _of_landscapes(
        file="connections.onnx.xz",
        network=ConnectionReader,
        example=of_samples(Sample.load, connection_example),
        collate=collate_connections,
        loss=connections_loss,
        inputs={**_cut_inputs(CONNECTION), "company": (1,)},
        outputs=["alone", "sticks", "hidden", "looks"],
        batch=8,
    ),
    "miners": _of_crowded_landscapes(
        file="miners.onnx.xz",
        network=MinerReader,
        example=of_samples(Sample.load, miners_example),
        collate=collate_miners,
        loss=miners_loss,
        inputs={
            **_cut_inputs(SPOT, len(MINER_HEIGHTS_MM)),
            "players": (PLAYERS_NUMBERS,),
            "company": (1,),
        },
        outputs=["alone", "owners"],
        batch=8,
        of_package=True,
    ),
    "values": _of_landscapes(
        file="values.onnx.xz",
        network=ValueReader,
        example=of_samples(Sample.load, value_example),
        collate=collate_values,
        loss=values_loss,
        inputs={"colours": (3, *VALUE.size[::-1])},
        outputs=["values"],
        batch=8,
    ),
    "taken": _of_pairs("taken", CLOSER, taken_example),
    "come": _of_pairs("come", CLOSER, come_example),
    "laid": _of_pairs("laid", CONNECTION, laid_example),
}
