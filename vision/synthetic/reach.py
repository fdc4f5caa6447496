"""How players' hands reach over the board: whose they are, where they come from, where their grip is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.board import Board
from vision.synthetic.hands import grip, random_hand
from vision.synthetic.setting import Hand

_ALOFT_MM = 200.0  # high enough that no finger would touch the table
_GRASPING = (0.3, 0.5, 0.55, 0.6, 0.65)
_OPEN = (0.2, 0.25, 0.3, 0.35, 0.4)


def hands_around(rng: np.random.Generator, board: Board, count: int) -> tuple[Hand, ...]:
    """The hands of people who sit evenly around a table; each keeps skin, sleeve and size all game long."""
    turn = float(rng.uniform(0, 2 * np.pi))
    hands = [replace(random_hand(rng, board, 1), holds=-1) for _ in range(count)]
    return tuple(replace(hand, turn=turn + 2 * np.pi * k / count) for k, hand in enumerate(hands))


def hand_at(rng: np.random.Generator, own: Hand, middle: Array, grip_mm: float, holds: int) -> Hand:
    """A player's hand with its grip `grip_mm` above `middle` (2,), in millimetres, or as low as fingers allow."""
    curl = _curled(rng, _GRASPING)
    hand = replace(
        own,
        at=(0.0, 0.0),
        turn=own.turn + float(rng.normal(0, 0.3)),
        height=_ALOFT_MM,
        curl=curl,
        holds=holds,
    )
    hand = replace(hand, height=float(_ALOFT_MM + grip_mm - grip(hand)[2]))
    x, y = (float(v) for v in middle - grip(hand)[:2])
    return replace(hand, at=(x, y))


def opened(rng: np.random.Generator, hand: Hand) -> Hand:
    """The hand when it has let go."""
    return replace(hand, curl=_curled(rng, _OPEN), holds=-1)


def withdrawn(rng: np.random.Generator, hand: Hand) -> Hand:
    """The hand on its way between the board and its owner, a little higher."""
    back = float(rng.uniform(60, 150))
    x, y = hand.at[0] - back * float(np.cos(hand.turn)), hand.at[1] - back * float(np.sin(hand.turn))
    return replace(hand, at=(x, y), height=hand.height + float(rng.uniform(15, 40)))


def _curled(
    rng: np.random.Generator, curl: tuple[float, float, float, float, float]
) -> tuple[float, float, float, float, float]:
    a, b, c, d, e = (float(v) for v in np.clip(np.array(curl) + rng.normal(0, 0.07, 5), 0, 1))
    return a, b, c, d, e
