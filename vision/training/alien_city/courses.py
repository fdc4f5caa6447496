"""The courses of Alien City's networks; the closer look learns from the doubts of the reader that is installed."""

from __future__ import annotations

from functools import partial

from vision.alien_city import emblems
from vision.alien_city.closer import ABOUT_NUMBERS
from vision.alien_city.lot_cuts import SIDE
from vision.light import LIGHT_NUMBERS
from vision.training.alien_city import (
    board_examples,
    closer_examples,
    emblem_examples,
    lot_examples,
    set_examples,
)
from vision.training.alien_city.kinship import learn_looks
from vision.training.alien_city.losses import (
    board_loss,
    collate_lot_cuts,
    collate_lots,
    collate_sets,
    collate_tile_cuts,
    cuts_loss,
    lot_loss,
    set_loss,
    tiles_loss,
)
from vision.training.alien_city.networks import Closer, EmblemReader, LotReader, SetReader
from vision.training.alien_city.pictures import TRACED, Sample
from vision.training.course import Course, of_samples
from vision.training.layers import Hourglass
from vision.training.pictures import Drawing
from vision.training.train import stacked

_COMPARED = 500  # pictures from which it is learnt how lots are compared


def _traced() -> Drawing:
    from vision.training.alien_city.traced import Tracing

    return Tracing(TRACED)


COURSES = {
    "finder": Course(
        file="find.onnx.xz",
        network=partial(Hourglass, 1),
        pictures="finder",
        drawing=board_examples.DRAWING,
        example=of_samples(Sample.load, board_examples.board_example),
        collate=stacked,
        loss=board_loss,
        inputs={"picture": (3, 240, 320)},
        outputs=["board"],
        epochs=8,
        batch=32,
    ),
    "reader": Course(
        file="read.onnx.xz",
        network=LotReader,
        pictures="reader",
        drawing=lot_examples.DRAWING,
        example=of_samples(Sample.load, lot_examples.lot_example),
        collate=collate_lots,
        loss=lot_loss,
        inputs={"colours": (9, 256, 208), "lean": (2, 32, 26), "light": (LIGHT_NUMBERS,)},
        outputs=["states", "marks", "places", "looks"],
        epochs=10,
        batch=16,
        seed=1,
        finish=lambda net, paths: learn_looks(net, paths[:_COMPARED]),
        traced=_traced,
    ),
    "closer": Course(
        file="closer.onnx.xz",
        network=Closer,
        pictures="closer",
        drawing=closer_examples.DRAWING,
        prepared=closer_examples.read_all,
        example=closer_examples.closer_example,
        collate=collate_lot_cuts,
        loss=cuts_loss,
        inputs={"colours": (9, SIDE, SIDE), "about": (ABOUT_NUMBERS,), "company": (1,)},
        outputs=["alone", "states"],
        epochs=15,
        batch=16,
        digits=5,
        seed=2,
        traced=_traced,
        of_package=True,
    ),
    "emblems": Course(
        file="emblems.onnx.xz",
        network=EmblemReader,
        pictures="emblems",
        drawing=emblem_examples.DRAWING,
        prepared=emblem_examples.read_all,
        example=emblem_examples.emblem_example,
        collate=collate_tile_cuts,
        loss=tiles_loss,
        inputs={
            "colours": (3, emblems.SIDE, emblems.SIDE),
            "about": (emblems.ABOUT_NUMBERS,),
            "company": (1,),
        },
        outputs=["alone", "marks"],
        epochs=12,
        batch=16,
        seed=4,
        traced=_traced,
        of_package=True,
    ),
    "sets": Course(
        file="sets.onnx.xz",
        network=SetReader,
        pictures="sets",
        drawing=set_examples.draw_set,
        prepared=set_examples.cut_all,
        example=set_examples.set_example,
        collate=collate_sets,
        loss=set_loss,
        inputs={"colours": (9, SIDE, SIDE), "lean": (2,)},
        outputs=["sorts", "looks"],
        epochs=20,
        batch=2,
        seed=3,
    ),
}
