"""Alien City played on the simulated table: hands bring pieces and take them back, lamps and camera change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from engine.alien_city import (
    PIECES,
    City,
    Colour,
    Corner,
    Kind,
    Lot,
    Player,
    State,
    Structure,
    Tile,
    Turn,
    format_tiles,
    parse_tiles,
)
from engine.alien_city import Piece as CityPiece
from engine.alien_city.text import format_state
from engine.game import Act
from vision.photo import Picture
from vision.synthetic.alien_city.deal import laid_on, put_down, random_scene
from vision.synthetic.alien_city.grid import LOT_MM
from vision.synthetic.alien_city.labels import seen_lots
from vision.synthetic.alien_city.render import caster, render
from vision.synthetic.alien_city.scene import Piece, PieceLook, Scene, TileLook
from vision.synthetic.chance import shuffled, some_of
from vision.synthetic.colours import told_apart
from vision.synthetic.handled import HandledTable, steady
from vision.synthetic.reach import hand_at, hands_around
from vision.synthetic.setting import Hand
from vision.synthetic.shots import TableShot
from vision.table import Deed

_COLOURS: Final = "RBGK"
_WORDS: Final = {Colour.RED: "red", Colour.BLUE: "blue", Colour.GREEN: "green", Colour.BLACK: "black"}
_PIECES: Final[Mapping[str, CityPiece]] = {f"{_WORDS[p.colour]} {p.kind}": p for p in PIECES}
_NAMES: Final = {piece: name for name, piece in _PIECES.items()}
_GRIP_MM: Final = {Kind.TOWER: 28.0, Kind.DOME: 12.0}  # how high fingers are that put it down
_CAP_GRIP_MM = 38.0
_SMALLEST_LOT = 0.045  # of the picture's width; with 0.1 the board would fill it


class CityTable(HandledTable[Scene]):
    """A table with a city on it, one camera above and two players across; see `vision.table.Table`."""

    def __init__(
        self,
        rng: np.random.Generator,
        size: tuple[int, int],
        style: str | None = None,
        looks: Callable[[np.random.Generator], tuple[TileLook, PieceLook]] | None = None,
    ) -> None:
        """Lay out a shuffled city in a random set of a style (one of STYLES), seen in pictures of `size`.

        looks: draws sets of another kind, until one comes whose pieces its players can tell apart.
        """
        tiles = _shuffled(rng)
        self.start = format_state(State.start(tiles))
        self.setup: Mapping[str, str] = {"tiles": tiles}
        position = str(City.empty(tiles))
        while True:
            of_set = None if looks is None else looks(rng)
            scene = random_scene(rng, size=size, style=style, position=position, hand=False, looks=of_set)
            if _is_playable(scene):
                break
        self._care, self._free = float(rng.uniform(0.2, 1.0)), bool(rng.random() < 0.75)
        names = [player.value for player in Player]
        hands = dict(zip(names, hands_around(rng, scene.board, len(names)), strict=True))
        super().__init__(rng, steady(scene), hands, _painted)

    def deeds(self, change: str) -> tuple[Deed, ...]:
        """The placement and the cap of a turn."""
        turn = Turn.parse(change)
        player = {"player": str(turn.player)}
        deeds = []
        if turn.placement is not None:
            facts = {"lot": str(turn.placement.lot), "piece": _NAMES[turn.placement.piece]}
            deeds.append(Deed(Act.PLACED, facts | player, str(replace(turn, cap=None))))
        if turn.cap is not None:
            deeds.append(Deed(Act.CAPPED, {"lot": str(turn.cap.lot)} | player, change))
        return tuple(deeds)

    def do(self, deed: Deed) -> tuple[TableShot[Scene], ...]:
        """A hand brings a piece from the heaps, puts it on its lot or on the tower there, and goes."""
        before = self._scene
        self._done.append(before)
        self._scene = after = self._capped(deed) if deed.act is Act.CAPPED else self._placed(deed)
        ready = tuple(p for p in before.pieces if p.lot is not None or p in after.pieces)
        return self._brought(self._hand_over(deed), replace(before, pieces=ready))

    def visible(self, deed: Deed) -> float:
        """The share of a deed's lot, or of what stands there, that other pieces leave in view, 0 to 1."""
        scene = self._scene
        outlines = [caster(piece, scene.piece_look).corners for piece in scene.pieces]
        seen = seen_lots(scene.view, scene.pieces, scene.piece_look, outlines)
        return float(seen[Lot.parse(deed.facts["lot"])])

    def undo(self, deed: Deed) -> tuple[TableShot[Scene], ...]:
        """A hand comes and takes away what was put down last; once out of sight, it puts it where it was from."""
        before, was = self._scene, self._done.pop()
        self._scene = replace(before, pieces=was.pieces, position=was.position)
        lifted = replace(self._scene, pieces=tuple(p for p in self._scene.pieces if p in before.pieces))
        return self._taken_back(self._hand_over(deed), before, lifted)

    def told_as(self, setup: Mapping[str, str], event: Mapping[str, object]) -> dict[str, object]:
        """An event as told by somebody whose set-up event was `setup`, who may take H10 for A1."""
        tiles, seen = parse_tiles(self.setup["tiles"]), parse_tiles(setup["tiles"])
        turned = [tile.turned() for tile in reversed(tiles)]
        if _agreeing(turned, seen) <= _agreeing(tiles, seen):
            return dict(event)
        told = dict(event)
        if "lot" in told:
            told["lot"] = str(Lot.parse(str(told["lot"])).turned())
        if "tiles" in told:
            told["tiles"] = format_tiles(turned)
        return told

    def _hand_over(self, deed: Deed) -> Hand:
        """The builder's hand that holds what a deed puts down, right over its lot."""
        player, lot = deed.facts["player"], Lot.parse(deed.facts["lot"])
        if deed.act is Act.CAPPED:
            high, holds = _CAP_GRIP_MM, 7 + (player == Player.BLACK)
        else:
            piece = _PIECES[deed.facts["piece"]]
            high, holds = _GRIP_MM[piece.kind], _COLOURS.index(piece.colour) + 3 * (piece.kind is Kind.DOME)
        middle = np.array([lot.column + 0.5, lot.row + 0.5]) * LOT_MM + self._rng.normal(0, 2, 2)
        return hand_at(self._rng, self._hands[player], middle, high, holds)

    def _placed(self, deed: Deed) -> Scene:
        """The table with one more piece on the board and one less beside it."""
        lot, piece = Lot.parse(deed.facts["lot"]), _PIECES[deed.facts["piece"]]
        structure = Structure(piece.kind, piece.colour)
        new = put_down(self._rng, lot, structure, self._care, self._free)
        return self._with(lot, structure, [*self._without_spare(new.kind, new.colour), new])

    def _capped(self, deed: Deed) -> Scene:
        """The table with a cap on a tower; ValueError where none stands."""
        lot, owner = Lot.parse(deed.facts["lot"]), Player(deed.facts["player"])
        tower = City.parse(self._scene.position)[lot]
        if not isinstance(tower, Structure):
            raise ValueError(f"there is no tower to cap on {lot}")
        pieces = self._without_spare("cap", int(owner is Player.BLACK))
        under = next(n for n, piece in enumerate(pieces) if piece.lot == lot)
        pieces.insert(under + 1, laid_on(self._rng, pieces[under], owner, self._scene.piece_look))
        return self._with(lot, tower.capped(owner), pieces)

    def _with(self, lot: Lot, structure: Structure, pieces: list[Piece]) -> Scene:
        city = City.parse(self._scene.position).with_lot(lot, structure)
        return replace(self._scene, pieces=tuple(pieces), position=str(city))

    def _without_spare(self, kind: str, colour: int) -> list[Piece]:
        """The pieces without one that lies ready; all of them if the player fetches it from out of view."""
        pieces = list(self._scene.pieces)
        for number, piece in enumerate(pieces):
            if piece.lot is None and (piece.kind, piece.colour) == (kind, colour):
                del pieces[number]
                break
        return pieces


def _shuffled(rng: np.random.Generator) -> str:
    """A shuffled city, as a tile string (P1)."""
    guilds = shuffled(rng, [colour for colour in Colour for _ in range(5)])
    corners = some_of(rng, list(Corner), len(guilds))
    return format_tiles([Tile(g, c) for g, c in zip(guilds, corners, strict=True)])


def _agreeing(one: Sequence[Tile | None], other: Sequence[Tile | None]) -> int:
    return sum(tile == seen for tile, seen in zip(one, other, strict=True))


def _is_playable(scene: Scene) -> bool:
    """Whether people would play like this: the board fills the picture well, and pieces can be told apart."""
    tiles, pieces = scene.tile_look, scene.piece_look
    fills = scene.view.px_per_mm * LOT_MM >= _SMALLEST_LOT * scene.view.size[0]
    stock = () if pieces.dome_shape == "coin" else (tiles.base,)
    sets = (pieces.tower_colours, (*pieces.dome_colours, *stock), tiles.inks)
    return fills and pieces.cap.clear == 0 and all(told_apart(colours) for colours in sets)


def _painted(scene: Scene) -> Picture:
    return render(scene).image
