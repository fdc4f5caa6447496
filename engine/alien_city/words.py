"""The words of Alien City that sentences are made of, as messages that can be translated."""

from __future__ import annotations

from ..messages import Message
from .pieces import Colour, Kind, Piece, Player, Structure

COLOURS: dict[Colour, Message] = {
    Colour.RED: Message("red"),
    Colour.BLUE: Message("blue"),
    Colour.GREEN: Message("green"),
    Colour.BLACK: Message("black"),
}

PLAYERS: dict[Player, Message] = {
    Player.BLACK: Message("Black"),
    Player.WHITE: Message("White"),
}

PIECE_NAMES: dict[Piece, Message] = {
    Piece(Kind.TOWER, Colour.RED): Message("red tower"),
    Piece(Kind.TOWER, Colour.BLUE): Message("blue tower"),
    Piece(Kind.TOWER, Colour.GREEN): Message("green tower"),
    Piece(Kind.DOME, Colour.RED): Message("red dome"),
    Piece(Kind.DOME, Colour.BLUE): Message("blue dome"),
    Piece(Kind.DOME, Colour.GREEN): Message("green dome"),
    Piece(Kind.DOME, Colour.BLACK): Message("black dome"),
}

CAP_NAMES: dict[Player, Message] = {
    Player.BLACK: Message("black cap"),
    Player.WHITE: Message("white cap"),
}


def name_of(structure: Structure) -> Message:
    """What a structure is called, leaving out its cap."""
    return PIECE_NAMES[structure.piece]
