"""The courses of Netzwerk's networks, all from the same pictures."""

from __future__ import annotations

from functools import partial

from vision.netzwerk.cuts import ABOUT_NUMBERS, CONNECTION_SIZE, FIELD_SIZE
from vision.training.course import Course, of_samples
from vision.training.layers import Hourglass
from vision.training.netzwerk.cut_examples import connection_example, field_example
from vision.training.netzwerk.dot_examples import dot_example
from vision.training.netzwerk.losses import (
    collate_connections,
    collate_fields,
    connections_loss,
    dots_loss,
    fields_loss,
)
from vision.training.netzwerk.networks import ConnectionReader, FieldReader
from vision.training.netzwerk.pictures import Sample, drawing
from vision.training.train import stacked

COURSES = {
    "finder": Course(
        file="find.onnx",
        network=partial(Hourglass, 3),
        pictures="landscapes",
        drawing=drawing,
        example=of_samples(Sample.load, dot_example),
        collate=stacked,
        loss=dots_loss,
        inputs={"picture": (3, 240, 320)},
        outputs=["dots"],
        epochs=12,
        batch=32,
    ),
    "fields": Course(
        file="fields.onnx",
        network=FieldReader,
        pictures="landscapes",
        drawing=drawing,
        example=of_samples(Sample.load, field_example),
        collate=collate_fields,
        loss=fields_loss,
        inputs={"colours": (3, *FIELD_SIZE[::-1]), "about": (ABOUT_NUMBERS,)},
        outputs=["kinds", "stones", "miners", "unseen"],
        epochs=12,
        batch=8,
    ),
    "connections": Course(
        file="connections.onnx",
        network=ConnectionReader,
        pictures="landscapes",
        drawing=drawing,
        example=of_samples(Sample.load, connection_example),
        collate=collate_connections,
        loss=connections_loss,
        inputs={"colours": (3, *CONNECTION_SIZE[::-1]), "about": (ABOUT_NUMBERS,)},
        outputs=["sticks", "hidden"],
        epochs=12,
        batch=8,
    ),
}
