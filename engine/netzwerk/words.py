"""The words of the game, for sentences."""

from __future__ import annotations

from engine.messages import Message
from engine.netzwerk.material import Colour, Player, Stones

COLOURS = {
    Colour.YELLOW: Message("yellow"),
    Colour.ORANGE: Message("orange"),
    Colour.RED: Message("red"),
    Colour.GREEN: Message("green"),
    Colour.BLUE: Message("blue"),
}
NAMES = {Player.WHITE: "white", Player.BLACK: "black", Player.GREY: "grey", Player.BROWN: "brown"}
"""What records and settings call the players."""

PLAYERS = {
    Player.WHITE: Message("White"),
    Player.BLACK: Message("Black"),
    Player.GREY: Message("Grey"),
    Player.BROWN: Message("Brown"),
}

MINER = Message("{player}'s miner")

BRIEF: dict[str, Message] = {
    "N-2.1": Message("no such pieces"),
    "N-2.2": Message("wrong fields"),
    "N-2.3": Message("wrong cities"),
    "N-2.4": Message("too many stones"),
    "N-2.8": Message("miner on a desert"),
    "N-3.2": Message("board in parts"),
    "N-3.3": Message("city not for two"),
    "N-3.5": Message("two stones each"),
    "N-3.7": Message("not your turn"),
    "N-4.1": Message("no miner there"),
    "N-4.3": Message("no building yet"),
    "N-5.1": Message("miner has to move"),
    "N-5.2": Message("no step or jump"),
    "N-5.3": Message("no such jump"),
    "N-5.4": Message("has moved already"),
    "N-5.5": Message("take one stone"),
    "N-6.1": Message("nothing laid"),
    "N-6.2": Message("one route a turn"),
    "N-6.4": Message("not one line"),
    "N-6.5a": Message("route needs two cities"),
    "N-6.5b": Message("leaves a city twice"),
    "N-6.5c": Message("superfluous connector"),
    "N-6.7": Message("no place for it"),
    "N-6.8": Message("none left"),
    "N-6.10": Message("route not finished"),
    "N-7.2": Message("wrong payment"),
    "N-7.3": Message("not beside the other"),
    "N-7.4": Message("between two cities"),
    "N-7.5": Message("can't be paid"),
    "N-9.2": Message("game is over"),
}
"""What each rule is about, in words that fit on a small display."""


def stones_named(stones: Stones) -> tuple[Message, ...]:
    """Stones as words, one for each stone."""
    return tuple(COLOURS[colour] for colour, count in zip(Colour, stones, strict=True) for _ in range(count))
