"""A Kibitz that keeps its journal and is killed at a random moment: a process of its own, for test_killed.

`python -m tests.firmware.journal.killed_keeper JOURNAL EVENTS SECONDS SEED`: EVENTS holds an event of JSON a line.
For every number on standard input it lives once: it opens the journal, says from where it goes on, and appends the
events that follow, round and round, their seconds counting all there ever were. Each is shown on standard output once
it has been appended. When so many were, for 0 before it opens the journal, it has SECONDS left at the most: at some
moment SIGKILL ends it, and `killed` is said.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from firmware.events import Event
from firmware.journal.journal import Journal
from tests.firmware.killed import killed_at_random, say


def live(path: Path, events: list[Event], count: int, call: Callable[[], None]) -> None:
    if not count:
        call()
    journal = Journal(path, "alien-city", time.time)
    latest = journal.latest()
    first = position = int(latest.seconds) + 1 if latest else 0
    say(f"from {position}")
    while True:
        journal.append(replace(events[position % len(events)], seconds=float(position)))
        say(f"shown {position}")
        for remark in journal.remarks():
            say(f"remark {remark}")
        position += 1
        if position - first == count:
            call()


def main() -> None:
    path, file, longest, seed = sys.argv[1:]
    events = [Event.from_json(json.loads(line)) for line in Path(file).read_text().splitlines()]

    def live_on(line: str, call: Callable[[], None]) -> None:
        live(Path(path), events, int(line), call)

    killed_at_random(live_on, float(longest), seed)


if __name__ == "__main__":
    main()
