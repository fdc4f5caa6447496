"""What players may want to look up beside the board, in their language: lights, buttons and rules."""

from __future__ import annotations

from typing import Any

from calibration.sheets.players_card import Part
from engine.game import WatchedGame
from engine.messages import Language, Message
from firmware.panel.signals import GOES_ON, PASSES_NEXT, SIGNALS

TITLE = Message("Kibitz beside the board")
LIGHTS = Message("Lights")
BUTTONS = Message("Buttons")
RULES = Message("Rules that may be broken")
CONFIRM, BACK = Message("confirm"), Message("back")
HELD = Message("{button}, held")
YES = Message("yes: it was read rightly, may stay there, or the turn is over; else shows the score")
NO = Message("no: takes the last turn back, or what a button has brought")
NEW_GAME = Message("a new game")
THE_END = Message("ends the game and counts the score")


def card_of(rules: WatchedGame[Any, Any], language: Language) -> tuple[tuple[Part, ...], ...]:
    """The columns of a card for a game."""
    legends = [*(signal.legend for signal in SIGNALS.values()), PASSES_NEXT.legend, GOES_ON.legend]
    names = [language.say(it) for it in (CONFIRM, BACK)]
    confirm, back = names
    held = [language.say(HELD, {"button": name}) for name in names]
    buttons = ((confirm, YES), (held[0], NEW_GAME), (back, NO), (held[1], THE_END))
    return (
        (Part(LIGHTS, [("", legend) for legend in legends]), Part(BUTTONS, buttons)),
        (Part(RULES, [*rules.briefs.items()]),),
    )
