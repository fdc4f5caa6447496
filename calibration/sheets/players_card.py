"""A card to lie beside the board, for those who play: what lights and buttons say, and the rules in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.sheets.sheet import MARGIN_MM, Sheet
from engine.messages import Message

_TOP_MM, _GUTTER_MM, _BETWEEN_MM = 26.0, 8.0, 4.0
_TERM_GAP_MM = 4.0
"""Between the number of a rule, or the name of a button, and what it is about."""
_LETTERS = 9.0
_HEADING = 11.0


@dataclass(frozen=True, slots=True)
class Part:
    """What stands below one heading. rows: terms, "" where there is none, and what each is about."""

    heading: Message
    rows: Sequence[tuple[str, Message]]


def draw_players_card(sheet: Sheet, title: Message, columns: Sequence[Sequence[Part]]) -> None:
    """One page with these parts in columns."""
    sheet.add_page()
    sheet.write(title, (sheet.paper.width / 2, 18), 13)
    room = sheet.paper.width - 2 * MARGIN_MM - (len(columns) - 1) * _GUTTER_MM
    width = room / len(columns)
    for number, column in enumerate(columns):
        left, y = MARGIN_MM + number * (width + _GUTTER_MM), _TOP_MM
        for part in column:
            y = sheet.write_below(sheet.language.say(part.heading), (left, y), width, _HEADING)
            indent = max(
                (sheet.width_of(term, _LETTERS) + _TERM_GAP_MM for term, _ in part.rows if term), default=0
            )
            for term, about in part.rows:
                said = sheet.language.say(about)
                sheet.write_below(term, (left, y), indent, _LETTERS)
                y = sheet.write_below(said, (left + indent, y), width - indent, _LETTERS)
            y += _BETWEEN_MM
