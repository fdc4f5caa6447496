"""State text: position text, then perhaps the player to move, then both hands, there and back."""

from __future__ import annotations

import re

from engine.alien_city.city import NOT_TWO_WORDS, City
from engine.alien_city.pieces import PIECES, Player
from engine.alien_city.state import Hand, State
from engine.illegible import ILLEGAL_POSITION, IllegibleError
from engine.messages import Message

NO_HANDS = Message("hands are two groups of 7 digits, not {text!r}")


def parse_state(text: str) -> State:
    """The state of a text; IllegibleError for anything else.

    A bare position is a game whose start was not seen. Hands are numbers in the order of PIECES,
    Black's first: in `… white 2322333/3223333` Black has built one red dome and White nothing.
    """
    words = text.split()
    if not 2 <= len(words) <= 4:
        raise IllegibleError(ILLEGAL_POSITION, text=text, reason=NOT_TWO_WORDS)
    city = City.parse(" ".join(words[:2]))
    try:
        to_move = Player(words[2]) if len(words) > 2 and words[2] != "?" else None
        hands = _parse_hands(words[3]) if len(words) > 3 else None
    except IllegibleError as error:
        raise IllegibleError(ILLEGAL_POSITION, text=text, reason=error) from None
    return State(city, hands, to_move)


def format_state(state: State) -> str:
    """The text that `parse_state` reads back."""
    words = [str(state.city)]
    if state.to_move is not None or state.hands is not None:
        words.append(state.to_move or "?")
    if state.hands is not None:
        words.append("/".join("".join(map(str, hand)) for hand in state.hands))
    return " ".join(words)


def _parse_hands(text: str) -> tuple[Hand, Hand]:
    black, _, white = text.partition("/")
    for hand in (black, white):
        if re.fullmatch(r"[0-9]*", hand) is None or len(hand) != len(PIECES):
            raise IllegibleError(NO_HANDS, text=text)
    return tuple(map(int, black)), tuple(map(int, white))
