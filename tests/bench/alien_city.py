"""How fast the rules of Alien City are, against a plain implementation: `python -m tests.bench.alien_city`.

Both work out the full legal list and the full score of the same mid-game positions; their answers are
compared first. The plain implementation walks networkx graphs breadth first: once for every lot that R4
is asked of, and once for every question of the score (a tower's customers, its competition, a bonus).
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Iterable
from typing import TypeAlias

import networkx as nx

from engine.alien_city import (
    BOOK,
    LOTS,
    PIECES,
    TILE_LOTS,
    City,
    CityScore,
    Colour,
    Kind,
    Lot,
    Piece,
    Placement,
    Player,
    Survey,
    icon_lot,
    score,
)
from tests.places import DATA

GAMES = DATA / "alien_city" / "games_dev.jsonl.gz"
TURNS = range(8, 32, 3)
"""Mid-game: the positions after these turns."""

BOARD = nx.Graph(
    (lot, other)
    for lot in LOTS
    for other in LOTS
    if abs(lot.row - other.row) + abs(lot.column - other.column) == 1
)


def plain_passes_r4(city: City, lot: Lot) -> bool:
    """R4 for one lot."""
    streets = [other for other in LOTS if city[other] is None and other != lot]
    graph = BOARD.subgraph(streets)
    if not streets or not nx.is_connected(graph):
        return False
    standing = [lot, *(other for other, _ in city.structures())]
    return all(any(near in graph for near in BOARD[other]) for other in standing)


def plain_legal(city: City) -> list[Placement]:
    """All legal placements, hands left aside."""
    empty = [lot for lot in LOTS if city[lot] is None]
    passing = [lot for lot in empty if plain_passes_r4(city, lot)]
    return [Placement(piece, lot) for piece in PIECES for lot in passing if _fits(city, passing, piece, lot)]


def _fits(city: City, passing: list[Lot], piece: Piece, lot: Lot) -> bool:
    tile = city.tile_at(lot)
    on_tile = TILE_LOTS[lot.tile]
    is_icon_lot = tile.corner is not None and icon_lot(lot.tile, tile.corner) == lot
    if is_icon_lot and any(other in passing for other in on_tile if other != lot):
        return False
    if piece.kind is Kind.TOWER:
        thick = sum(city[other] is not None for other in on_tile) >= 2
        return tile.guild in (Colour.BLACK, piece.colour) or thick
    home_open = any(city.tile_at(other).guild is piece.colour for other in passing)
    return tile.guild is piece.colour or not home_open


Outline: TypeAlias = tuple[list[tuple[str, int, int | None, int, int]], list[tuple[str, str, int, int]]]
"""Capped towers: lot, customers, distance, walk's length, points. Bonuses considered: lot, colour, points,
walk's length."""


def plain_score(city: City) -> Outline:
    """Capped towers and bonuses, rule by rule."""
    towers = sorted((it for it in city.structures() if it[1].is_tower), key=lambda it: str(it[0]))
    counted = []
    considered = []
    for lot, tower in towers:
        if tower.cap is not None:
            customers = plain_customers(city, lot, tower.colour)
            _, walk = plain_nearest_tower(city, lot, tower.colour)
            far = len(walk) or None
            counted.append((str(lot), len(customers), far, len(walk), len(customers) * len(walk)))
        elif tower.colour is Colour.GREEN:
            for colour in (Colour.BLUE, Colour.RED):
                owners, walk = plain_nearest_tower(city, lot, colour)
                is_paid = len(set(owners)) == 1 and owners[0] is not None
                points = max(0, 10 - 2 * len(walk)) if is_paid else 0
                considered.append((str(lot), str(colour), points, len(walk)))
    return counted, considered


def plain_customers(city: City, lot: Lot, colour: Colour) -> list[Lot]:
    """S2: everything of other colours at distance 1 or 2."""
    standing = dict(city.structures())
    walks = plain_walks(city, lot)
    return [other for other, walk in walks.items() if len(walk) <= 2 and standing[other].colour is not colour]


def plain_nearest_tower(city: City, lot: Lot, colour: Colour) -> tuple[list[Player | None], list[Lot]]:
    """S3 and B2: the owners of the caps on the nearest towers of the colour, and a walk there."""
    walks = plain_walks(city, lot)
    rivals = {
        other: it for other, it in city.structures() if it.is_tower and it.colour is colour and other in walks
    }
    if not rivals:
        return [], []
    least = min(len(walks[other]) for other in rivals)
    nearest = sorted((other for other in rivals if len(walks[other]) == least), key=str)
    return [rivals[other].cap for other in nearest], walks[nearest[0]]


def plain_walks(city: City, start: Lot) -> dict[Lot, list[Lot]]:
    """S1: a shortest walk from `start` to every other structure, as the streets walked through."""
    streets = [lot for lot in LOTS if city[lot] is None]
    paths = nx.single_source_shortest_path(BOARD.subgraph([*streets, start]), start)
    walks = {}
    for lot, _ in city.structures():
        ways = [paths[other][1:] for other in BOARD[lot] if other in paths and other != start]
        if lot != start and ways:
            walks[lot] = min(ways, key=len)
    return walks


def engine_legal(city: City) -> list[Placement]:
    """The engine's legal list."""
    return Survey(city, BOOK).legal()


def outline(result: CityScore) -> Outline:
    """The engine's score in the shape of the plain one."""
    return (
        [
            (
                str(it.lot),
                len(it.customers),
                it.competition.distance,
                len(it.competition.walk),
                it.points,
            )
            for it in result.towers
        ],
        [(str(it.green), str(it.colour), it.points, len(it.nearest.walk)) for it in result.bonuses],
    )


def positions() -> list[City]:
    """Mid-game positions of the recorded games."""
    with gzip.open(GAMES, "rt", encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines][::6]
    return [
        City.parse(game["turns"][turn]["position"])
        for game in games
        for turn in TURNS
        if turn < len(game["turns"])
    ]


def seconds_each(work: Callable[[City], object], cities: Iterable[City], repeats: int) -> float:
    """The time of one call: the best of the repeats over all cities."""
    cities = list(cities)
    best = float("inf")
    for _ in range(repeats):
        begun = time.perf_counter()
        for city in cities:
            work(city)
        best = min(best, time.perf_counter() - begun)
    return best / len(cities)


def main() -> None:
    """Compare the answers, then the times."""
    cities = positions()
    for city in cities:
        if set(plain_legal(city)) != set(engine_legal(city)):
            raise SystemExit(f"the legal lists differ: {city}")
        if plain_score(city) != outline(score(city)):
            raise SystemExit(f"the scores differ: {city}")
    print(f"{len(cities)} mid-game positions, same answers")
    for what, plain, fast in (("legal list", plain_legal, engine_legal), ("score", plain_score, score)):
        slow_s, fast_s = seconds_each(plain, cities, 2), seconds_each(fast, cities, 20)
        print(
            f"{what:>10}: plain {slow_s * 1e6:8.0f} us, engine {fast_s * 1e6:6.1f} us, "
            f"{slow_s / fast_s:5.0f} times faster"
        )


if __name__ == "__main__":
    main()
