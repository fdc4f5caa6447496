"""Portable Piecepack Notation (PPN) of Alien City, read generously and written canonically.

The notation is Trevor L. Davis' (trevorldavis.com/piecepackr/portable-piecepack-notation.html); games
of Alien City are noted as the R package ppgames does: a YAML head with the tiles, then moves. The
suits of a piecepack stand for the guilds: suns S red, moons M black, crowns C green, arms A blue. In
the moves `R3x B3x G3x` are towers (pyramids), bare suits are domes, `K1x W1x` caps::

    ---
    GameType:
      Name: Alien City
      Tiles: C^S^SvA>/M>S>M>A^/CvM>M>Av/C<S^CvC^/A<M^A^Sv
    ...
    1. B3x@e6 K1x@e6 1... R3x@f5
    2. S@c7
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.alien_city.house_rules import HouseRules
from engine.alien_city.ppn_head import Head, is_field, parse_head
from engine.alien_city.ppn_moves import COLOURS, SUITS, read_moves, write_moves
from engine.alien_city.records import Record, RecordError, one_line, starts_from_empty
from engine.alien_city.state import State
from engine.alien_city.tiles import TILE_COLUMNS, format_tiles
from engine.illegible import IllegibleError, why
from engine.messages import Message
from engine.unwritable import START_UNSEEN, UnwritableError

TILES_UNREAD = Message("not every tile could be read")
IN_GAME = Message("game {number}: {reason}")
ANOTHER_GAME = Message("this is a game of {name!r}, not of Alien City")
NO_TILES = Message("the head names no 'Tiles', so it cannot be told what was built where")
OTHER_TILES = Message("'Tiles' does not name 20 tiles: {text!r}")

_TO_SUITS = str.maketrans({colour.value: suit for colour, suit in SUITS.items()})


def read_ppn(text: str) -> list[Record]:
    """The games of a PPN file; RecordError naming the game and the text that cannot be read."""
    records = []
    for number, lines in enumerate(_games(text), 1):
        try:
            records.append(_record(lines, str(number)))
        except ValueError as error:
            raise RecordError(IN_GAME, number=number, reason=why(error)) from None
    return records


def _games(text: str) -> Iterator[list[str]]:
    """The lines of each game, from its first that is not blank: `---` begins another one."""
    game: list[str] = []
    for line in [*text.splitlines(), "---"]:
        if line.startswith("---"):
            if game:
                yield game
            game = []
        elif not line.startswith("%") and (game or line.strip()):
            game.append(line)


def _record(lines: list[str], default_id: str) -> Record:
    head_lines, moves = _head_and_moves(lines)
    head = parse_head(head_lines)
    identity = head.get("event") or default_id
    return Record(str(identity), State.start(_tiles(head)), read_moves(moves), _house_rules(head))


def _head_and_moves(lines: list[str]) -> tuple[list[str], str]:
    """The head ends at `...`; where that is missing, at the first blank line or the first move."""
    for number, line in enumerate(lines):
        if line.rstrip() == "...":
            return lines[:number], "\n".join(lines[number + 1 :])
    for number, line in enumerate(lines):
        if not line.strip() or ("@" in line and not is_field(line)):
            return lines[:number], "\n".join(lines[number:])
    return lines, ""


def _tiles(head: Head) -> str:
    """The tile string that the head names, in our letters."""
    game = head.get("gametype", "")
    fields = game if isinstance(game, dict) else {"name": game}
    name = re.sub(r"[^a-z]", "", fields.get("name", "").lower())
    if name and name != "aliencity":
        raise IllegibleError(ANOTHER_GAME, name=fields["name"])
    tiles = fields.get("tiles") or head.get("tiles")
    if not isinstance(tiles, str) or not tiles:
        raise IllegibleError(NO_TILES)
    compact = re.sub(r"[\s/:;\\|]", "", tiles)
    found = re.findall(r"([SMCARBGK?])([0-5naNA]?)([\^>v<?])", compact)
    if len("".join(map("".join, found))) != len(compact) or len(found) != 20:
        raise IllegibleError(OTHER_TILES, text=tiles)
    letters = ["?" if suit == "?" else COLOURS[suit].value for suit, _, _ in found]
    pairs = [letter + corner for letter, (_, _, corner) in zip(letters, found, strict=True)]
    return "/".join("".join(pairs[i : i + TILE_COLUMNS]) for i in range(0, 20, TILE_COLUMNS))


def _house_rules(head: Head) -> HouseRules:
    names = head.get("houserules", "")
    return HouseRules.named(names.replace(",", " ").split() if isinstance(names, str) else ())


def write_ppn(record: Record) -> str:
    """The record as PPN; UnwritableError where it cannot say it (start or tiles unknown, some illegal turns)."""
    tiles = record.start.city.tiles
    if not starts_from_empty(record.start):
        raise UnwritableError(START_UNSEEN)
    if any(tile.guild is None or tile.corner is None for tile in tiles):
        raise UnwritableError(TILES_UNREAD)
    lines = ["---"]
    if not record.id.isdecimal():
        lines.append(f'Event: "{one_line(record.id)}"')
    lines += ["GameType:", "  Name: Alien City", f"  Tiles: {format_tiles(tiles).translate(_TO_SUITS)}"]
    if record.house_rules.names:
        lines.append(f"HouseRules: {' '.join(record.house_rules.names)}")
    return "\n".join([*lines, "...", *write_moves(record.turns), ""])
