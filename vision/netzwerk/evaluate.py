"""How well labelled photos of Netzwerk are read: every field, stone, miner and connector compared with the truth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.illegible import IllegibleError
from engine.messages import Message
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import UNREAD_VALUE, City, Player
from engine.netzwerk.state import State
from engine.netzwerk.text import parse_seen
from vision.evaluation import UNREAD, Comparison, Fault, Said, light_of_notes
from vision.netzwerk.chances import NOTHING, Chances, ground_name, miner_name
from vision.netzwerk.cuts import CLOSER, connection_cuts, field_cuts, scene, upright
from vision.netzwerk.eyes import SeenLandscape
from vision.netzwerk.reading import MINERS, RATHER, Reading
from vision.photo import Picture

LEAVES_OPEN = Message("it leaves something on the board open")

_KINDS, _VALUES, _STONES, _MINERS, _CONNECTORS = "kinds", "values", "stones", "miners", "connectors"
_OFF_THE_BOARD = "off the board"


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
            raise IllegibleError(LEAVES_OPEN)
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
        visible = [it for it in truth.board.kinds if it not in self.hidden]
        cities = [it for it in visible if truth.board.is_city(it)]
        landscapes = [it for it in visible if it in truth.stones]
        faults = (
            *_kinds(truth, seen, visible, self.hidden),
            *_values(truth, seen, cities),
            *_stones(truth, seen, landscapes),
            *_miners(truth, seen, self.hidden),
            *_connectors(truth, seen, self.hidden_connections),
        )
        compared = {
            _KINDS: len(visible),
            _VALUES: len(cities),
            _STONES: len(landscapes),
            _MINERS: len(Player),
            _CONNECTORS: sum(map(len, truth.connectors.values())),
        }
        return Comparison(faults, compared, _said(truth, seen.reading, self.hidden, self.hidden_connections))

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


def _said(
    truth: State, reading: Reading, hidden: Collection[Field], hidden_connections: Collection[Connection]
) -> dict[str, Said]:
    """The likeliest by subject, of all that was looked at and nothing hides: how likely, and whether it is right."""
    chances = Chances(reading)
    places = [it for it in reading.fields if it not in hidden]
    fields = [it for it in places if it in truth.board]
    cities = [it for it in fields if truth.board.is_city(it)]
    stand = {field: player for player, field in truth.miners.items()}
    ways = [it for it in reading.connections if it not in hidden_connections]
    return {
        _KINDS: tuple(_likeliest(chances.grounds(it), _true_ground(truth, it)) for it in places),
        _VALUES: tuple(_likeliest(chances.values(it), str(truth.board[it])) for it in cities),
        _STONES: tuple(
            _likeliest(chances.stones(it), str(truth.stones[it])) for it in fields if it in truth.stones
        ),
        _MINERS: tuple(_likeliest(chances.miners(it), miner_name(stand.get(it))) for it in fields),
        _CONNECTORS: tuple(
            (max(chance, 1 - chance), (chance > RATHER) == (it in truth.connectors.get(player, ())))
            for it in ways
            for player, chance in chances.connectors(it).items()
        ),
    }


def _likeliest(chances: Mapping[str, float], true: str) -> tuple[float, bool]:
    best = max(chances, key=chances.__getitem__)
    return chances[best], best == true


def _true_ground(truth: State, field: Field) -> str:
    return ground_name(truth.board.kinds.get(field))


def _kinds(
    truth: State, seen: SeenLandscape, visible: Sequence[Field], hidden: Collection[Field]
) -> Iterator[Fault]:
    """Fields that are taken for something else, left out, or seen where none lies; cities are all alike."""
    chances, read = Chances(seen.reading), seen.table.board.kinds
    for field in (*visible, *(it for it in read if it not in truth.board and it not in hidden)):
        true, told = _true_ground(truth, field), ground_name(read.get(field))
        if told != true:
            yield Fault(_KINDS, str(field), true, told, chances.grounds(field).get(true))


def _values(truth: State, seen: SeenLandscape, cities: Sequence[Field]) -> Iterator[Fault]:
    """Cities, seen as such, that are read as having another value."""
    chances = Chances(seen.reading)
    for field in cities:
        true, told = truth.board[field], seen.table.board.kinds.get(field)
        if isinstance(told, City) and told != true:
            name = UNREAD if told.value == UNREAD_VALUE else str(told)
            yield Fault(_VALUES, str(field), str(true), name, chances.values(field).get(str(true)))


def _stones(truth: State, seen: SeenLandscape, landscapes: Sequence[Field]) -> Iterator[Fault]:
    """Landscapes, seen as such, on which another number of stones is read."""
    chances, read = Chances(seen.reading), seen.table
    for field in landscapes:
        true, told = truth.stones[field], read.stones.get(field)
        is_read = field in read.board and read.board.colour_of(field) is not None
        if is_read and told != true:
            name = UNREAD if told is None else str(told)
            yield Fault(_STONES, str(field), str(true), name, chances.stones(field).get(str(true)))


def _miners(truth: State, seen: SeenLandscape, hidden: Collection[Field]) -> Iterator[Fault]:
    """Players whose miner is read as standing elsewhere; the place is where it is, or seems to be."""
    reading, read = seen.reading, seen.table
    for player in Player:
        true, told = truth.miners.get(player), read.miners.get(player)
        unread = player in read.unknown.miners
        if (unread or told != true) and not (true in hidden and told is None):
            likeliest = reading.fields[int(reading.miners[:, MINERS.index(player)].argmax())]
            where = [f"{player} {it or _OFF_THE_BOARD}" for it in (true, told)]
            name, gave = UNREAD if unread else where[1], Chances(reading).standing(player, true)
            yield Fault(_MINERS, str(true or told or likeliest), where[0], name, gave)


def _connectors(truth: State, seen: SeenLandscape, hidden: Collection[Connection]) -> Iterator[Fault]:
    """Connections on which somebody's connector is overlooked, invented, or taken for another player's."""
    chances, read = Chances(seen.reading), seen.table
    laid, told = (
        {
            connection: {player for player in Player if connection in state.connectors.get(player, ())}
            for player in Player
            for connection in state.connectors.get(player, ())
        }
        for state in (truth, read)
    )
    for connection in sorted({*laid, *told} - set(hidden)):
        true, taken = laid.get(connection, set()), told.get(connection, set())
        if true == taken:
            continue
        is_open = any(end not in read.board or end in read.board.unread for end in connection.fields) or any(
            read.unknown.may_lie(player, connection) for player in true
        )
        names = ["+".join(sorted(map(str, it))) or NOTHING for it in (true, taken)]
        name = UNREAD if is_open and not taken else names[1]
        # Of several players, the one of whom the reading was least right.
        gave = [it if of in true else 1 - it for of, it in chances.connectors(connection).items()]
        yield Fault(_CONNECTORS, str(connection), names[0], name, min(gave, default=None))
