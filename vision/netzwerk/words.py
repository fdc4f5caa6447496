"""What players are told when there is no landscape to be seen."""

from __future__ import annotations

from engine.messages import Message

NO_LANDSCAPE = Message("no landscape of hexagons in view")
NOT_THERE = Message("the landscape is not where it was, or something is in the way")
RUNS_OUT = Message(
    "the landscape seems to run out of the picture; move the camera so that all of it is in view"
)
MIRRORED = Message("the picture is mirrored; turn that off in the settings of the camera")
