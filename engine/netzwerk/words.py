"""The words of the game, for sentences."""

from __future__ import annotations

from ..messages import Message
from .material import Colour, Player, Stones

COLOURS = {
    Colour.YELLOW: Message("yellow"),
    Colour.ORANGE: Message("orange"),
    Colour.RED: Message("red"),
    Colour.GREEN: Message("green"),
    Colour.BLUE: Message("blue"),
}
PLAYERS = {
    Player.WHITE: Message("White"),
    Player.BLACK: Message("Black"),
    Player.GREY: Message("Grey"),
    Player.BROWN: Message("Brown"),
}


def stones_named(stones: Stones) -> tuple[Message, ...]:
    """Stones as words, each colour as often as there are."""
    return tuple(COLOURS[colour] for colour, count in zip(Colour, stones, strict=True) for _ in range(count))
