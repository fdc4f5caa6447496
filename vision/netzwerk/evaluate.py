"""How well labelled photos of Netzwerk are read: every field, stone, miner and connector compared with the truth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.illegible import IllegibleError
from engine.messages import Message
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import UNREAD_VALUE, City, Kind, Player, Unread
from engine.netzwerk.state import State
from engine.netzwerk.text import parse_seen
from vision.evaluation import UNREAD, Comparison, Fault, light_of_notes
from vision.netzwerk.cuts import CLOSER, connection_cuts, field_cuts, scene, upright
from vision.netzwerk.eyes import SeenLandscape
from vision.netzwerk.reading import MINERS, STONES
from vision.photo import Picture

LEAVES_OPEN = Message("{image}: the label leaves something on the board open")

_KINDS, _VALUES, _STONES, _MINERS, _CONNECTORS = "kinds", "values", "stones", "miners", "connectors"
_NOTHING, _OFF_THE_BOARD, _CITY = "nothing", "off the board", "city"


@dataclass(frozen=True)
class LandscapeLabel:
    """The truth about a photo of Netzwerk, however its fields are named in a reading.

    hidden, hidden_connections: what something foreign hides, which need not be read.
    """

    path: Path
    position: str
    hidden: frozenset[Field]
    hidden_connections: frozenset[Connection]
    style: str
    light: str
    hand: bool

    @classmethod
    def parse(cls, folder: Path, data: dict[str, Any]) -> LandscapeLabel:
        """One object of a list of labels; KeyError or ValueError where it is none."""
        truth = parse_seen(data["position"])
        unknown = truth.unknown
        if truth.board.unread or unknown.stones or unknown.miners or unknown.networks or unknown.connections:
            raise IllegibleError(LEAVES_OPEN, image=data["image"])
        return cls(
            folder / data["image"],
            data["position"],
            frozenset(map(Field.parse, data.get("hidden", []))),
            frozenset(map(Connection.parse, data.get("hidden_connections", []))),
            str(data.get("style", UNREAD)),
            light_of_notes(data),
            bool(data.get("hand", False)),
        )

    def compared(self, seen: SeenLandscape) -> Comparison:
        """What was seen, with its fields named as the truth has them, against that."""
        truth, seen = parse_seen(self.position), seen.turned_like(self.position)
        read = seen.table
        visible = [it for it in truth.board.kinds if it not in self.hidden]
        cities = [it for it in visible if truth.board.is_city(it)]
        landscapes = [it for it in visible if it in truth.stones]
        faults = (
            *_kinds(truth, read, visible, self.hidden),
            *_values(truth, read, cities),
            *_stones(truth, seen, landscapes),
            *_miners(truth, seen, self.hidden),
            *_connectors(truth, read, self.hidden_connections),
        )
        compared = {
            _KINDS: len(visible),
            _VALUES: len(cities),
            _STONES: len(landscapes),
            _MINERS: len(Player),
            _CONNECTORS: sum(map(len, truth.connectors.values())),
        }
        row = {field: n for n, field in enumerate(seen.reading.fields)}
        likeliest = [(it, seen.reading.stones[row[it]]) for it in landscapes if it in row]
        said = tuple((float(it.max()), STONES[int(it.argmax())] == truth.stones[at]) for at, it in likeliest)
        return Comparison(faults, compared, said)

    def cut(self, picture: Picture, seen: SeenLandscape, fault: Fault) -> Picture:
        """What the reader saw of a fault's field or connection, a field upright."""
        pose = seen.turned_like(self.position).pose
        if fault.subject == _CONNECTORS:
            connection = Connection.parse(fault.place)
            cuts = connection_cuts(scene(picture, pose, connection.fields, CLOSER), [connection])
        else:
            field = [Field.parse(fault.place)]
            cuts = field_cuts(scene(picture, pose, field, CLOSER), field, upright(pose, field), CLOSER)
        shown: Picture = cuts.pictures[0]
        return shown


def _kinds(truth: State, read: State, visible: Sequence[Field], hidden: Collection[Field]) -> Iterator[Fault]:
    """Fields that are taken for something else, left out, or seen where none lies; cities are all alike."""
    for field in visible:
        true = _ground(truth.board[field])
        told = _ground(read.board[field]) if field in read.board else _NOTHING
        if told != true:
            yield Fault(_KINDS, str(field), true, told)
    for field in read.board:
        if field not in truth.board and field not in hidden:
            yield Fault(_KINDS, str(field), _NOTHING, _ground(read.board[field]))


def _values(truth: State, read: State, cities: Sequence[Field]) -> Iterator[Fault]:
    """Cities, seen as such, that are read as having another value."""
    for field in cities:
        true, told = truth.board[field], read.board.kinds.get(field)
        if isinstance(told, City) and told != true:
            yield Fault(_VALUES, str(field), str(true), UNREAD if told.value == UNREAD_VALUE else str(told))


def _stones(truth: State, seen: SeenLandscape, landscapes: Sequence[Field]) -> Iterator[Fault]:
    """Landscapes, seen as such, on which another number of stones is read."""
    chances = dict(zip(seen.reading.fields, seen.reading.stones, strict=True))
    for field in landscapes:
        true, told = truth.stones[field], seen.table.stones.get(field)
        is_read = field in seen.table.board and seen.table.board.colour_of(field) is not None
        if is_read and told != true:
            gave = float(chances[field][STONES.index(true)])
            yield Fault(_STONES, str(field), str(true), UNREAD if told is None else str(told), gave)


def _miners(truth: State, seen: SeenLandscape, hidden: Collection[Field]) -> Iterator[Fault]:
    """Players whose miner is read as standing elsewhere; the place is where it is, or seems to be."""
    reading, read = seen.reading, seen.table
    for player in Player:
        true, told = truth.miners.get(player), read.miners.get(player)
        unread = player in read.unknown.miners
        if (unread or told != true) and not (true in hidden and told is None):
            likeliest = reading.fields[int(reading.miners[:, MINERS.index(player)].argmax())]
            where = [f"{player} {it or _OFF_THE_BOARD}" for it in (true, told)]
            yield Fault(_MINERS, str(true or told or likeliest), where[0], UNREAD if unread else where[1])


def _connectors(truth: State, read: State, hidden: Collection[Connection]) -> Iterator[Fault]:
    """Connections on which somebody's connector is overlooked, invented, or taken for another player's."""
    laid, told = (
        {
            connection: {player for player in Player if connection in state.connectors.get(player, ())}
            for player in Player
            for connection in state.connectors.get(player, ())
        }
        for state in (truth, read)
    )
    for connection in sorted({*laid, *told} - set(hidden)):
        true, seen = laid.get(connection, set()), told.get(connection, set())
        if true == seen:
            continue
        is_open = any(end not in read.board or end in read.board.unread for end in connection.fields) or any(
            read.unknown.may_lie(player, connection) for player in true
        )
        names = ["+".join(sorted(map(str, it))) or _NOTHING for it in (true, seen)]
        yield Fault(_CONNECTORS, str(connection), names[0], UNREAD if is_open and not seen else names[1])


def _ground(kind: Kind) -> str:
    if isinstance(kind, Unread):
        return UNREAD
    return _CITY if isinstance(kind, City) else str(kind)
