"""What is said in lines: whose turn it is, what each player has, and what has happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.messages import Language, Message
from firmware.events import Event

TO_MOVE = Message("{player} to move")
ANYONE = Message("Play on")
IS_REALLY = Message("{other} is really {player}")
POINTS = Message("{player} {points}")
UNCOUNTED = Message("the score can't be counted while something is unread")


def whose_turn(player: str, due: Message | None, language: Language) -> str:
    """Whose turn it is, in words for an unknown player too; due: what is to be done, if not to move."""
    return language.say(due or (TO_MOVE if player else ANYONE), {"player": name_of(player)})


def who_is_who(names: Iterable[tuple[str, str]], language: Language) -> str:
    """Who players with wrong names really are: pairs of each name and the right one."""
    return ", ".join(
        language.say(IS_REALLY, {"other": name_of(other), "player": name_of(player)})
        for other, player in names
    )


def points_of_each(totals: Mapping[str, int], language: Language) -> Iterator[str]:
    """What each player has, one after the other."""
    for player, points in totals.items():
        yield language.say(POINTS, {"player": name_of(player), "points": points})


def points_of(totals: Mapping[str, int], language: Language) -> str:
    """What all players have; nothing where there are no totals."""
    return ", ".join(points_of_each(totals, language))


def score_of(totals: Mapping[str, int], language: Language) -> str:
    """The same, and that it can't be counted where there are no totals."""
    return points_of(totals, language) or language.say(UNCOUNTED)


def lines_of(event: Event) -> tuple[str, ...]:
    """What there is to read of an event: what has happened, then the rules broken or the working of the score."""
    return (event.facts["says"], *event.facts.get("sentences", ()), *event.facts.get("working", ()))


def name_of(player: str) -> Message:
    """What a player is called: the capitalised form of the player's word, which the game has as a message."""
    return Message(player.capitalize())
