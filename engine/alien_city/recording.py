"""Records, and games played, as replays and as files: Alien City's `Records`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.alien_city.game import AlienCity
from engine.alien_city.house_rules import HouseRules
from engine.alien_city.json_lines import write_json_line
from engine.alien_city.ppn import write_ppn
from engine.alien_city.reading import read_games
from engine.alien_city.records import Record
from engine.alien_city.replay import Replay, replay
from engine.illegible import asked

_WRITERS = {"ppn": write_ppn, "json": write_json_line}
FORMATS = tuple(_WRITERS)


def replays(text: str, house_rules: Sequence[str] | None) -> list[Replay]:
    """Every game of a file, judged by its own house rules or by these; AskedRuleError for one that there is not."""
    rules = None if house_rules is None else asked(HouseRules.named, house_rules)
    return [replay(record, rules) for record in read_games(text)]


def replayed(name: str, start: str, turns: Sequence[str], house_rules: Sequence[str]) -> Replay:
    """A game played through; ValueError saying which text cannot be read, or which house rule doesn't exist."""
    return replay(_record(name, start, turns, house_rules))


def written(name: str, start: str, turns: Sequence[str], form: str, house_rules: Sequence[str]) -> str:
    """The text of a file in one of the formats; ValueError saying what can't be read, or said in that format."""
    return _WRITERS[form](_record(name, start, turns, house_rules))


def _record(name: str, start: str, turns: Sequence[str], house_rules: Sequence[str]) -> Record:
    rules = AlienCity(HouseRules.named(house_rules))
    changes = tuple(map(rules.parse_change, turns))
    return Record(name, rules.parse_state(start), changes, rules.house_rules)
