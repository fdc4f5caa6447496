"""The one table of what lights, buzzer and display do: for each status, and for events that call for more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.messages import Message
from firmware.events import Standing, Status, What

Beats = tuple[float, ...]
"""Seconds on, off, on, off and so on."""


class Light(StrEnum):
    """The three lights, named as in the settings."""

    GREEN = "green"
    AMBER = "amber"
    RED = "red"


class Page(StrEnum):
    """The pages of the display."""

    TURN = "turn"
    """Whose turn it is, what was last read, and the map."""
    WARNING = "warning"
    """Which rule is broken and where."""
    QUESTION = "question"
    """What is unclear and where."""
    BESIDE = "beside"
    """What is unclear though the game goes on and, in turn with that, whose turn it is."""
    NOTICE = "notice"
    """What Kibitz waits for, in words."""
    TOLD = "told"
    """What players are told beside the game."""
    SCORE = "score"
    """The totals, and their working once the game is over."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One light, and how it blinks until the status changes. brightness: 0 to 1. beats: none for a steady light."""

    light: Light
    beats: Beats = ()
    brightness: float = 1.0

    def level(self, elapsed: float) -> float:
        """The brightness, 0 to 1, so many seconds after the pattern began."""
        if not self.beats:
            return self.brightness
        return self.brightness * is_on(self.beats, elapsed % sum(self.beats))


@dataclass(frozen=True, slots=True)
class Signal:
    """What a status looks like. legend: the light, its rhythm and what it means, as players are told."""

    pattern: Pattern
    page: Page
    legend: Message


@dataclass(frozen=True, slots=True)
class Cue:
    """What an event adds to the status it leads to: a sound, played once, and a page shown for some seconds.

    The page gives way to `Page.WARNING`, `Page.QUESTION` and `Page.BESIDE`, which players must not miss.
    """

    sound: Beats = ()
    page: Page | None = None
    seconds: float = 0.0


# No beat is shorter than two pictures at 5 a second, so that it can be seen in the demonstration too.
_SHORT, _LONG, _PAUSE = 0.4, 2.0, 1.2
_ONE = (_SHORT, _PAUSE)
_TWO = (_SHORT, _SHORT, *_ONE)
_THREE = (_SHORT, _SHORT, *_TWO)
_FOUR = (_SHORT, _SHORT, *_THREE)

SIGNALS: Mapping[Status, Signal] = {
    # Green stays lit all evening, and a hand comes with every turn: both are dim enough not to be noticed.
    Status.TO_MOVE: Signal(
        Pattern(Light.GREEN, brightness=0.5), Page.TURN, Message("green, steady: all is well, play on")
    ),
    Status.SETTING_UP: Signal(
        Pattern(Light.GREEN, (_LONG, _SHORT)),
        Page.NOTICE,
        Message("green, long flashes: set up the board"),
    ),
    Status.OVER: Signal(
        Pattern(Light.GREEN, (_LONG, _SHORT, _SHORT, _SHORT)),
        Page.SCORE,
        Message("green, long and short in turn: the game is over"),
    ),
    Status.HAND: Signal(
        Pattern(Light.AMBER, _ONE, brightness=0.4),
        Page.TURN,
        Message("amber, one dim flash: a hand is over the board"),
    ),
    Status.UNSURE: Signal(
        Pattern(Light.AMBER, _TWO), Page.QUESTION, Message("amber, two flashes: look at the display")
    ),
    Status.CANT_SEE: Signal(
        Pattern(Light.AMBER, _THREE), Page.NOTICE, Message("amber, three flashes: the board can't be seen")
    ),
    Status.CAMERA_MOVED: Signal(
        Pattern(Light.AMBER, (_SHORT, _SHORT, _SHORT, _SHORT, _LONG, _PAUSE)),
        Page.NOTICE,
        Message("amber, two short flashes and a long one: the camera has moved"),
    ),
    Status.LOOKING: Signal(
        Pattern(Light.AMBER, (_LONG, _LONG)),
        Page.NOTICE,
        Message("amber, slowly on and off: looking for the board"),
    ),
    Status.ILLEGAL: Signal(
        Pattern(Light.RED, (_SHORT, _SHORT)),
        Page.WARNING,
        Message("red, quickly on and off: against the rules"),
    ),
}

PASSES_NEXT = Signal(
    Pattern(Light.GREEN, _FOUR),
    Page.SCORE,
    Message("green, four flashes: press again to pass the turn"),
)
"""As long as the score is shown that was asked for: without a display, a press has to be answered as well."""

GOES_ON = Signal(
    Pattern(Light.GREEN, (_LONG, _SHORT, _LONG, _PAUSE), brightness=0.5),
    Page.BESIDE,
    Message("green, two long flashes: play on, or answer what the display asks"),
)
"""As long as something is asked that holds nothing up: who sees amber waits."""

CUES: Mapping[What, Cue] = {
    What.ILLEGAL: Cue(sound=(0.2,)),
    What.CAPPED: Cue(page=Page.SCORE, seconds=4.0),
    What.BUILT: Cue(page=Page.SCORE, seconds=4.0),
    What.OVER: Cue(sound=(0.2, 0.2, 0.6)),
}
"""Other events are silent, and leave the page to the status."""

LIGHTS: Mapping[Light, Message] = {
    Light.GREEN: Message("green"),
    Light.AMBER: Message("amber"),
    Light.RED: Message("red"),
}


def signal_of(standing: Standing) -> Signal:
    """What the lights say of how things stand."""
    if standing.passes_next:
        return PASSES_NEXT
    return GOES_ON if standing.asks_beside else SIGNALS[standing.status]


def is_on(beats: Beats, elapsed: float) -> bool:
    """Whether the beats, played once, are "on" so many seconds after they began."""
    end = 0.0
    for place, seconds in enumerate(beats):
        end += seconds
        if 0 <= elapsed < end:
            return place % 2 == 0
    return False
