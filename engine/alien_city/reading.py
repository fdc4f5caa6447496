"""Reading a file of games, whichever of the formats it is in."""

from __future__ import annotations

from engine.alien_city.json_lines import read_json_lines
from engine.alien_city.ppn import read_ppn
from engine.alien_city.records import Record, RecordError, is_record, read_records
from engine.messages import Message

NO_GAME = Message("the file holds no game")
READ_AS_PPN = Message("read as PPN, {reason}")


def read_games(text: str) -> list[Record]:
    """The games of a file in Kibitz's record format, PPN or JSON lines.

    Raises RecordError saying where the text cannot be read; a file without a game is one.
    """
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    if is_record(text):
        games = read_records(text)
    elif text.lstrip().startswith(("{", "[")):
        games = read_json_lines(text)
    else:
        games = _read_what_may_be_ppn(text)
    if not games:
        raise RecordError(NO_GAME)
    return games


def _read_what_may_be_ppn(text: str) -> list[Record]:
    """PPN has no mark of its own, so any text may come here; an error says that it was read as PPN."""
    try:
        return read_ppn(text)
    except RecordError as error:
        raise RecordError(READ_AS_PPN, reason=error) from None
