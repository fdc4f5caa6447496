"""Records of games, and Kibitz's own format for them.

A record is plain text, one turn a line, so that a line can be appended while the game goes on::

    kibitz-record 1
    game: alien-city
    id: kitchen table, Sunday
    tiles: G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<
    house-rules: cut_off_lots

    black Bt@E6 x@E6
    white Rt@F5
    black pass

The first line names the format and its version. Head lines are `name: value`; `game` and `tiles`
must be there, `id` and `house-rules` (names parted by blanks) may be, and names that are not known
are left alone. Instead of `tiles` there is `position` where the start of the game was not seen: a
position text, perhaps followed by the player to move and both hands (as AlienCity.parse_state reads
it). A turn is a player (`?` where not known), then `pass` or a placement and perhaps the cap laid:
`x@` a black one, `o@` a white one. A line that begins with `#` is a comment, and so is what follows
`#` behind a turn. Another first line begins another game.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.alien_city.game import NAME, AlienCity
from engine.alien_city.house_rules import BOOK, HouseRules
from engine.alien_city.state import State
from engine.alien_city.tiles import format_tiles
from engine.alien_city.turns import Turn
from engine.illegible import IN_LINE, MISSING, IllegibleError, why
from engine.messages import Message

HEADER = "kibitz-record"
VERSION = "1"

NO_HEADER = Message("a record begins with '{header}', not with {text!r}")
OTHER_VERSION = Message("this is {text!r}; this Kibitz reads version {version}, a newer one may be needed")
OTHER_GAME = Message("the game is {game!r}, not {known!r}")
NO_START = Message("neither 'tiles:' nor 'position:' says how it began")
IN_GAME_FROM_LINE = Message("game that begins in line {number}: {reason}")


class RecordError(IllegibleError):
    """A record cannot be read; the message says where and what is wrong with which text."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played: where it began and its turns, legal or not."""

    id: str
    start: State
    turns: tuple[Turn, ...]
    house_rules: HouseRules = BOOK


def is_record(text: str) -> bool:
    """Whether the text begins like a record in Kibitz's own format."""
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return next((words[0] == HEADER for words in lines if words), False)


def read_records(text: str) -> list[Record]:
    """The games of a record file; RecordError naming the line that cannot be read."""
    games: list[_Draft] = []
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        try:
            if content.split()[0] == HEADER:
                games.append(_Draft(content, number))
            elif not games:
                raise IllegibleError(NO_HEADER, header=f"{HEADER} {VERSION}", text=content)
            else:
                games[-1].add(content)
        except ValueError as error:
            raise RecordError(IN_LINE, number=number, reason=why(error)) from None
    return [game.record(str(count)) for count, game in enumerate(games, 1)]


class _Draft:
    """A record while its lines are read."""

    def __init__(self, first_line: str, number: int) -> None:
        version = first_line.split()[1:]
        if version != [VERSION]:
            raise IllegibleError(OTHER_VERSION, text=first_line, version=VERSION)
        self.number = number
        self.head: dict[str, str] = {}
        self.turns: list[Turn] = []

    def add(self, line: str) -> None:
        name, colon, value = line.partition(":")
        if colon and "#" not in name and not self.turns:
            self.head[name.strip().lower()] = value.strip()
        else:
            self.turns.append(Turn.parse(line.partition("#")[0]))

    def record(self, default_id: str) -> Record:
        try:
            house_rules = HouseRules.named(self.head.get("house-rules", "").split())
            return Record(
                self.head.get("id", default_id), self._start(house_rules), tuple(self.turns), house_rules
            )
        except ValueError as error:
            raise RecordError(IN_GAME_FROM_LINE, number=self.number, reason=why(error)) from None

    def _start(self, house_rules: HouseRules) -> State:
        game = self.head.get("game")
        if not game:
            raise IllegibleError(MISSING, name=f"game: {NAME}")
        if game != NAME:
            raise IllegibleError(OTHER_GAME, game=game, known=NAME)
        if "tiles" in self.head:
            return State.start(self.head["tiles"])
        if "position" in self.head:
            return AlienCity(house_rules).parse_state(self.head["position"])
        raise IllegibleError(NO_START)


def write_record(record: Record) -> str:
    """The record in Kibitz's own format."""
    lines = [f"{HEADER} {VERSION}", f"game: {NAME}", f"id: {one_line(record.id)}"]
    if starts_from_empty(record.start):
        lines.append(f"tiles: {format_tiles(record.start.city.tiles)}")
    else:
        lines.append(f"position: {AlienCity().format_state(record.start)}")
    if record.house_rules.names:
        lines.append(f"house-rules: {' '.join(record.house_rules.names)}")
    return "\n".join([*lines, "", *map(str, record.turns), ""])


def one_line(name: str) -> str:
    """The name as a head line can hold it; one from JSON may have line breaks."""
    return " ".join(name.split())


def starts_from_empty(state: State) -> bool:
    """Whether the state is the start of a game on its tiles."""
    return state == State.start(format_tiles(state.city.tiles))
