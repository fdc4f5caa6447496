"""Games are never lost: every event is on the disk before it is shown.

`Journal` keeps them while a game is played, `past_games` and `events_of` read them afterwards. A journal is one
SQLite file with a write-ahead log, each entry a line with a checksum of its own, so that what a damaged file
still holds can be found in its bytes. It keeps order by a count, never by a clock.
"""

from firmware.journal.journal import Journal
from firmware.journal.past import PastGame, events_of, past_games
from firmware.journal.words import Remark

__all__ = ["Journal", "PastGame", "Remark", "events_of", "past_games"]
