"""Netzwerk played on the simulated table: hands move miners, take stones and lay connectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from engine.game import Act
from engine.netzwerk.board import Board as Fields
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Colour, Player
from engine.netzwerk.state import opening
from engine.netzwerk.text import format_state, parse_seen
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import NAMES
from vision.netzwerk.board import Naming
from vision.photo import Picture
from vision.synthetic.arrays import Array
from vision.synthetic.board import CENTRE_MM
from vision.synthetic.colours import told_apart
from vision.synthetic.handled import HandledTable, steady
from vision.synthetic.netzwerk.arrange import fitted, free_lane, miner_on, random_habits, stick_on
from vision.synthetic.netzwerk.deal import scene_of
from vision.synthetic.netzwerk.grid import HEX_MM
from vision.synthetic.netzwerk.labels import seen_pieces, true_centres
from vision.synthetic.netzwerk.landscapes import Placed, random_pieces
from vision.synthetic.netzwerk.render import KINDS_HELD, looked_at, render_landscape
from vision.synthetic.netzwerk.scene import COLOURS, PLAYERS, LandscapeScene, Piece
from vision.synthetic.reach import hand_at, hands_around, opened, withdrawn
from vision.synthetic.setting import Hand
from vision.synthetic.shots import TableShot
from vision.synthetic.things import radius
from vision.table import Deed, Stage

_STONES: Final = {
    Colour.YELLOW: "yellow",
    Colour.ORANGE: "orange",
    Colour.RED: "red",
    Colour.GREEN: "green",
    Colour.BLUE: "blue",
}
_PLAYERS: Final = {name: player for player, name in NAMES.items()}
_COLOURS: Final = {name: colour for colour, name in _STONES.items()}
_GRIP: Final = {"miner": 0.8, "stick": 1.6}  # how high fingers are, by the height of what they hold
_SMALLEST_FIELD = 0.05  # of the picture's width
_STASH_MM = 25.0  # around the stones that a player has taken
_MOST_IN_HAND = 3  # connectors that one visit of a hand lays

Shots = tuple[TableShot[LandscapeScene], ...]


class LandscapeTable(HandledTable[LandscapeScene]):
    """A table with a landscape on it, one camera above and two to four players around; see `vision.table.Table`."""

    def __init__(self, rng: np.random.Generator, size: tuple[int, int], style: str | None = None) -> None:
        """Lay out a landscape in a random set of a style (one of STYLES), seen in pictures of `size`."""
        count = int(rng.choice([2, 3, 4]))
        who = tuple(Player(PLAYERS[int(at)]) for at in rng.permutation(len(PLAYERS))[:count])
        placed = _to_corner(random_pieces(rng, count))
        kinds = {field: kind for piece in placed for field, kind in zip(*piece, strict=True)}
        state = opening(Fields(kinds), who)
        self.start = format_state(state)
        names = [NAMES[player] for player in who]
        self.setup: Mapping[str, str] = {"board": self.start.split()[0]}
        scene = scene_of(rng, size, placed, state, style)
        while not _is_playable(scene):
            scene = scene_of(rng, size, placed, state, style)
        hands = dict(zip(names, hands_around(rng, scene.board, count), strict=True))
        super().__init__(rng, steady(scene), hands, _painted)
        self._habits = random_habits(rng, scene.thing_look)
        self._centres = true_centres(scene.laid, scene.origin)
        self._stashes = {player: _stash(self._scene, self._hands[NAMES[player]]) for player in who}
        self._taken = dict.fromkeys(who, 0)

    def deeds(self, change: str) -> tuple[Deed, ...]:
        """What is done in a turn: the miner moved and the stone under it taken, and then the connectors laid.

        PLACED, MOVED: player, field, perhaps from and stone; BUILT: player, connections as in `0,0E;1,0E`.
        """
        turn = replace(Turn.parse(change), payment=None)
        player = NAMES[turn.player]
        deeds = []
        if turn.to is not None:
            start = self._scene.state.miners[turn.player]
            facts = {"player": player, "field": str(turn.to)}
            if start is not None:
                facts["from"] = str(start)
            if isinstance(turn.took, Colour):
                facts["stone"] = _STONES[turn.took]
            moved = str(replace(turn, build=()))
            deeds.append(Deed(Act.PLACED if start is None else Act.MOVED, facts, moved))
        if turn.build:
            facts = {"player": player, "connections": ";".join(map(str, sorted(turn.build)))}
            deeds.append(Deed(Act.BUILT, facts, str(turn)))
        return tuple(deeds)

    def do(self, deed: Deed) -> Shots:
        """A hand moves the miner and takes a stone with it; or hands lay connectors, a few at a visit."""
        self._done.append(self._scene)
        return self._build(deed) if deed.act is Act.BUILT else self._move(deed)

    def visible(self, deed: Deed) -> float:
        """The share of the miner, or of the worst seen connector, that other pieces leave in view, 0 to 1."""
        player = _PLAYERS[deed.facts["player"]]
        bodies, sight = looked_at(self._scene)
        _, miners, connectors = seen_pieces(sight, bodies)
        if deed.act is Act.BUILT:
            return min(connectors[str(player), connection] for connection in _connections(deed))
        at = self._scene.state.miners[player]
        assert at is not None, "a miner that has just been moved"
        return miners[at]

    def undo(self, deed: Deed) -> Shots:
        """A hand puts back what the last deed has changed; once out of sight, all is as before."""
        before, was = self._scene, self._done.pop()
        if "stone" in deed.facts:
            self._taken[_PLAYERS[deed.facts["player"]]] -= 1
        self._scene = replace(before, pieces=was.pieces, state=was.state)
        lifted = replace(before, pieces=tuple(p for p in before.pieces if p in was.pieces))
        at = np.mean([p.at[:2] for p in before.pieces if p.on and p not in was.pieces], 0)
        kind = "stick" if deed.act is Act.BUILT else "miner"
        return self._taken_back(self._hand(deed, at, kind, _PLAYERS[deed.facts["player"]]), before, lifted)

    def told_as(self, setup: Mapping[str, str], event: Mapping[str, object]) -> dict[str, object]:
        """An event as told by somebody who named fields as in `setup`, wherever 0,0 is and whichever way is east."""
        told, naming = dict(event), self._naming(setup)
        for fact in {"from", "field"} & told.keys():
            told[fact] = str(naming(Field.parse(str(told[fact]))))
        if "connections" in told:
            ways = str(told["connections"]).split(";")
            told["connections"] = ";".join(map(str, _renamed(naming, ways)))
        if "places" in told:
            places = str(told["places"]).split()
            fields = [it for it in places if Field.is_named(it)]
            ways = [it for it in places if it not in fields]
            renamed = [*(naming(Field.parse(it)) for it in fields), *_renamed(naming, ways)]
            told["places"] = " ".join(map(str, renamed))
        if "board" in told:
            kinds = self._scene.state.board.kinds
            board = Fields({naming(it): kind for it, kind in kinds.items()})
            told["board"] = format_state(opening(board, tuple(Player)[:2])).split()[0]
        return told

    def _naming(self, setup: Mapping[str, str]) -> Naming:
        """How the fields are named in a set-up event."""
        rest = self.start.split()[1:]
        kinds = self._scene.state.board.kinds
        theirs = parse_seen(" ".join([setup["board"], *rest])).board.kinds
        ways = []
        for sixths in range(6):
            turn = Naming(sixths, Field(0, 0))
            shifts = Counter(
                (to.q - turn(field).q, to.r - turn(field).r)
                for field, kind in kinds.items()
                for to, other in theirs.items()
                if kind == other
            )
            ways += [(count, turn.shifted(*shift)) for shift, count in shifts.most_common(1)]
        return max(ways, key=lambda way: way[0])[1]

    def _move(self, deed: Deed) -> Shots:
        """A hand lifts the miner, or brings it from beside, puts it down, and goes with a stone if it takes one."""
        before, player = self._scene, _PLAYERS[deed.facts["player"]]
        to, stone = Field.parse(deed.facts["field"]), _COLOURS.get(deed.facts.get("stone", ""))
        start = before.state.miners[player]
        if start is None:
            lifted = replace(before, pieces=tuple(_less_spare(before.pieces, "miner", player)))
        else:
            lifted = replace(before, pieces=tuple(p for p in before.pieces if not _is_miner(p, player)))
        self._scene = self._moved(lifted, player, to, stone)
        shots = self._brought(self._hand(deed, self._centres[to], "miner", player), lifted)
        if stone is not None:
            leaving = replace(shots[-2].scene.hands[0], holds=_held("stone", COLOURS.index(stone.value)))
            shots = (*shots[:-2], self._shot(Stage.LEAVING, self._scene, leaving), self.clear())
        if start is None:
            return shots
        empty = replace(self._hand(deed, self._centres[start], "miner", player), holds=-1)
        coming = withdrawn(self._rng, opened(self._rng, empty))
        lifting = (self._shot(Stage.COMING, before, coming), self._shot(Stage.OVER, before, empty))
        return *lifting, *(shot for shot in shots if shot.stage is not Stage.COMING)

    def _moved(
        self, lifted: LandscapeScene, player: Player, to: Field, stone: Colour | None
    ) -> LandscapeScene:
        """The table with the miner where it was put, and the stone that was taken gone from the board."""
        pieces, stones = list(lifted.pieces), dict(lifted.state.stones)
        if stone is not None:
            here = [n for n, p in enumerate(pieces) if p.kind == "stone" and p.on == (to,)]
            taken = pieces.pop(max(here, key=lambda n: pieces[n].at[2]))
            stones[to] -= 1
            pieces.append(self._won(taken, player))
        pieces.append(miner_on(self._rng, PLAYERS.index(player), to, self._centres[to], self._habits))
        state = replace(lifted.state, stones=stones, miners={**lifted.state.miners, player: to})
        return replace(lifted, pieces=self._fitted(pieces, 1), state=state)

    def _won(self, stone: Piece, player: Player) -> Piece:
        """A stone laid to the others that a player has taken."""
        count = self._taken[player]
        self._taken[player] += 1
        out, way = self._scene.thing_look.stone_mm[0] * 0.75 * (count + 0.3) ** 0.5, 2.4 * count
        x, y = self._stashes[player] + np.array([np.cos(way), np.sin(way)]) * out
        thick = self._scene.print_look.thickness
        return replace(stone, at=(float(x), float(y), -thick), turn=float(self._rng.uniform(0, 6.28)), on=())

    def _build(self, deed: Deed) -> Shots:
        """Hands lay connectors, one to three at a visit."""
        player = _PLAYERS[deed.facts["player"]]
        left = list(_connections(deed))
        shots: Shots = ()
        while left:
            count = int(self._rng.integers(1, 1 + min(len(left), _MOST_IN_HAND)))
            here, left = left[:count], left[count:]
            before = self._scene
            self._scene = self._built(before, player, here)
            ready = tuple(p for p in before.pieces if p.on or p in self._scene.pieces)
            at = np.mean([self._centres[field] for way in here for field in way.fields], 0)
            hand = self._hand(deed, at, "stick", player)
            shots = (*shots[:-1], *self._brought(hand, replace(before, pieces=ready)))
        return shots

    def _built(self, scene: LandscapeScene, player: Player, ways: list[Connection]) -> LandscapeScene:
        """The table with more connectors on the board, and fewer beside it."""
        own, pieces = PLAYERS.index(player), list(scene.pieces)
        for _ in ways:
            pieces = _less_spare(pieces, "stick", player)
        for way in ways:
            aside = free_lane(pieces, way, self._centres, scene.thing_look)
            pieces.append(stick_on(self._rng, own, way, aside, self._centres, self._habits))
        laid = {**scene.state.connectors, player: scene.state.connectors[player] | set(ways)}
        state = replace(scene.state, connectors=laid)
        return replace(scene, pieces=self._fitted(pieces, len(ways)), state=state)

    def _fitted(self, pieces: list[Piece], count: int) -> tuple[Piece, ...]:
        """The pieces with the last `count`, just put down, pushed to where there is room."""
        on_board = [p for p in pieces if p.on]
        loose = frozenset(range(len(on_board) - count, len(on_board)))
        placed = fitted(self._rng, on_board, self._scene.thing_look, self._habits, loose)
        return (*placed, *(p for p in pieces if not p.on))

    def _hand(self, deed: Deed, at: Array, kind: str, player: Player) -> Hand:
        """The player's hand with its grip over a place, holding something of the player's."""
        look = self._scene.thing_look
        high = {"miner": look.miner_mm[1], "stick": look.stick_mm[2]}[kind] * _GRIP[kind]
        holds = _held(kind, PLAYERS.index(player))
        own = self._hands[deed.facts["player"]]
        return hand_at(self._rng, own, at + self._rng.normal(0, 2, 2), high, holds)


def _renamed(naming: Naming, ways: Sequence[str]) -> list[Connection]:
    return sorted(naming.connection(Connection.parse(way)) for way in ways)


def _is_miner(piece: Piece, player: Player) -> bool:
    """Whether it is a player's miner on the board."""
    return bool(piece.on) and (piece.kind, piece.colour) == ("miner", PLAYERS.index(player))


def _held(kind: str, colour: int) -> int:
    return KINDS_HELD.index((kind, colour))


def _connections(deed: Deed) -> tuple[Connection, ...]:
    return tuple(map(Connection.parse, deed.facts["connections"].split(";")))


def _less_spare(pieces: Sequence[Piece], kind: str, player: Player) -> list[Piece]:
    """The pieces without the uppermost that lies ready; all of them if the player fetches it from out of view."""
    own = (kind, PLAYERS.index(player))
    ready = [n for n, p in enumerate(pieces) if not p.on and (p.kind, p.colour) == own]
    gone = max(ready, key=lambda n: pieces[n].at[2], default=None)
    return [p for n, p in enumerate(pieces) if n != gone]


def _to_corner(placed: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """The landscape with its least q and its least r at 0, as it is named by somebody who sees nothing else."""
    q = min(field.q for fields, _ in placed for field in fields)
    r = min(field.r for fields, _ in placed for field in fields)
    return tuple((tuple(Field(f.q - q, f.r - r) for f in fields), kinds) for fields, kinds in placed)


def _stash(scene: LandscapeScene, hand: Hand) -> Array:
    """Where a player lays stones (2,): beside the board, where the hand comes from and nothing else lies."""
    way = -np.array([np.cos(hand.turn), np.sin(hand.turn)])
    at = CENTRE_MM[:2]
    taken = [(thing.at, radius(thing)) for thing in scene.things] + [(p.at[:2], 20.0) for p in scene.pieces]
    for out in np.arange(50.0, 500.0, 10.0):
        at = CENTRE_MM[:2] + way * out
        clear = all(np.hypot(*(at - np.array(place))) > reach + _STASH_MM for place, reach in taken)
        if clear and -scene.board.depth(float(at[0]), float(at[1])) > _STASH_MM + 12:
            break
    return np.asarray(at)


def _is_playable(scene: LandscapeScene) -> bool:
    """Whether people would play like this: the fields are large enough in view, and colours can be told apart."""
    prints, things = scene.print_look, scene.thing_look
    large = scene.view.px_per_mm * HEX_MM >= _SMALLEST_FIELD * scene.view.size[0]
    sets = (prints.colours, things.stick_colours, things.miner_colours)
    return large and all(told_apart(colours) for colours in sets)


def _painted(scene: LandscapeScene) -> Picture:
    return render_landscape(scene).image
