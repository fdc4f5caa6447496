"""A city drawn in text, for people at a terminal."""

from __future__ import annotations

from engine.alien_city.city import City
from engine.alien_city.lots import COLUMNS, LOTS, ROWS, Lot
from engine.alien_city.tiles import icon_lot
from engine.messages import Message

STREET, OPEN_ICON = "·", "*"

SIGNS = Message(
    "In the drawing the letter of a tile, R B G K, is its guild. On the lots R B G is a tower, r b g k a dome, Rx a "
    "tower with a black cap, Ro one with a white cap, * an icon, · a bare lot."
)
"""What a sketch means, for anybody who sees one for the first time."""


def sketch(city: City) -> str:
    """The city from above, its tiles framed: guild letters, structures as in position text, streets as dots.

    An icon lot that is not built on is a star.

    >>> tiles = "G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<"
    >>> print("\\n".join(sketch(City.parse(f"{tiles} r7/8/8/8/8/8/8/8/3Rok?2/8")).splitlines()[:4]))
           A  B     C  D     E  F     G  H
        +--------+--------+--------+--------+
     10 |G r  ·  |R *  ·  |K *  ·  |R *  ·  | 10
      9 |  ·  ·  |  ·  ·  |  ·  ·  |  ·  ·  | 9
    """
    frame = "    +" + "--------+" * (COLUMNS // 2)
    names = "       " + "     ".join(f"{a}  {b}" for a, b in zip("ACEG", "BDFH", strict=True))
    lines = [names]
    for row in reversed(range(ROWS)):
        if row % 2:
            lines.append(frame)
        cells = [_tile_row(city, LOTS[row * COLUMNS + column]) for column in range(0, COLUMNS, 2)]
        lines.append(f"{row + 1:>3} |{'|'.join(cells)}| {row + 1}")
    return "\n".join([*lines, frame, names])


def _tile_row(city: City, left: Lot) -> str:
    """One of the two rows of a tile; the guild stands in the upper one."""
    guild = (city.tile_at(left).guild or "?") if left.row % 2 else " "
    return f"{guild} " + "".join(f"{_cell(city, LOTS[left + step]):<3}" for step in (0, 1))


def _cell(city: City, lot: Lot) -> str:
    content = city[lot]
    if content is not None:
        return str(content)
    tile = city.tile_at(lot)
    return OPEN_ICON if tile.corner is not None and icon_lot(lot.tile, tile.corner) == lot else STREET
