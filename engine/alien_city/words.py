"""The words of Alien City that sentences are made of, as messages that can be translated."""

from __future__ import annotations

from engine.alien_city.pieces import Colour, Kind, Piece, Player, Structure
from engine.messages import Message

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

CAPPED_NAMES: dict[tuple[Colour, Player], Message] = {
    (Colour.RED, Player.BLACK): Message("red tower with a black cap"),
    (Colour.RED, Player.WHITE): Message("red tower with a white cap"),
    (Colour.BLUE, Player.BLACK): Message("blue tower with a black cap"),
    (Colour.BLUE, Player.WHITE): Message("blue tower with a white cap"),
    (Colour.GREEN, Player.BLACK): Message("green tower with a black cap"),
    (Colour.GREEN, Player.WHITE): Message("green tower with a white cap"),
}

ICON_NAMES: dict[Colour, Message] = {
    Colour.RED: Message("icon of red tiles"),
    Colour.BLUE: Message("icon of blue tiles"),
    Colour.GREEN: Message("icon of green tiles"),
    Colour.BLACK: Message("icon of black tiles"),
}

BRIEF: dict[str, Message] = {
    "R1": Message("lot is taken"),
    "R2": Message("dome: own colour first"),
    "R3": Message("tile needs two first"),
    "R4": Message("cuts the streets"),
    "R5": Message("icon lot comes last"),
    "P1": Message("too many of a guild"),
    "P3": Message("none left"),
    "T1": Message("not your turn"),
    "T4": Message("you can build"),
    "E3": Message("game is over"),
    "C1": Message("cap only after building"),
    "C2": Message("no cap fits there"),
    "C3": Message("not your cap"),
    "C4": Message("no cap at the end"),
}
"""What each rule is about, in words that fit on a small display."""


def name_of(structure: Structure) -> Message:
    """What a structure is called, leaving out its cap."""
    return PIECE_NAMES[structure.piece]
