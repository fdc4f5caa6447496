"""What players are told when there is no city to be seen."""

from __future__ import annotations

from engine.messages import Message

NO_BOARD = Message("no board in view")
TOO_FAR = Message("no board in view, or it is too far away")
NO_CITY = Message("something board-like lies there, but not in the shape of a city of 4 by 5 tiles")
NO_OUTLINE = Message("something board-like lies there, but it has no clear outline")
NO_CORNERS = Message("something board-like lies there, but it has no four corners in the picture")
NO_TILES = Message(
    "something board-like lies there, but its tiles cannot be made out; is a hand or something else in the way?"
)
NOT_THERE = Message("the board is not where it was, or something is in the way")
RUNS_OUT = Message(
    "the board runs out of the picture ({sides}); move the camera so that the whole city is in view"
)
LEFT, RIGHT, ABOVE, BELOW = Message("left"), Message("right"), Message("above"), Message("below")
CORNER_OUTSIDE = Message(
    "{count} of the city's 4 corners is outside the picture; move the camera so that the whole city is in view",
    "{count} of the city's 4 corners are outside the picture; move the camera so that the whole city is in view",
)
