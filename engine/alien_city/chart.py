"""A city as spots of a small map."""

from __future__ import annotations

from engine.alien_city.city import UNKNOWN, City, Content
from engine.alien_city.lots import LOTS
from engine.alien_city.words import COLOURS
from engine.game import Spot


def chart(city: City) -> list[Spot]:
    """The 80 lots, A1 first, at whole numbers from (0, 0) for A1 to (7, 9) for H10.

    >>> tiles = "G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<"
    >>> city = City.parse(f"{tiles} r7/8/8/8/8/8/8/8/3Rok?2/8")
    >>> [(spot.place, spot.x, spot.y, spot.sign) for spot in chart(city) if spot.sign][:2]
    [('D2', 3, 1, 'red tower capped white'), ('E2', 4, 1, 'black dome')]
    """
    return [Spot(str(lot), lot.column, lot.row, _sign(city[lot])) for lot in LOTS]


def _sign(content: Content) -> str:
    if content is None:
        return ""
    if content is UNKNOWN:
        return str(content)
    words = f"{COLOURS[content.colour].text} {content.kind}"
    return f"{words} capped {content.cap}" if content.cap else words
