"""A city as spots of a small map."""

from __future__ import annotations

from engine.alien_city.city import UNKNOWN, City, Content
from engine.alien_city.lots import LOTS
from engine.alien_city.pieces import Kind, Structure
from engine.spots import Hue, Sign, Spot

_DOME, _TOWER = 0.44, 0.72  # widths of a lot


def chart(city: City) -> list[Spot]:
    """The 80 lots, A1 first, at whole numbers from (0, 0) for A1 to (7, 9) for H10.

    >>> tiles = "G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<"
    >>> city = City.parse(f"{tiles} r7/8/8/8/8/8/8/8/3Rok?2/8")
    >>> [(spot.place, spot.x, spot.y, str(spot.sign.hue)) for spot in chart(city) if spot.sign][:2]
    [('D2', 3, 1, 'red'), ('E2', 4, 1, 'black')]
    """
    return [_spot(str(lot), lot.column, lot.row, city[lot]) for lot in LOTS]


def _spot(place: str, x: int, y: int, content: Content) -> Spot:
    sign = _sign(content) if isinstance(content, Structure) else None
    return Spot(place, x, y, sign, is_read=content is not UNKNOWN)


def _sign(built: Structure) -> Sign:
    """A disc for a dome, a square for a tower, with a core where it is capped."""
    hue = Hue[built.colour.name]
    if built.kind is Kind.DOME:
        return Sign(hue, _DOME, is_round=True)
    return Sign(hue, _TOWER, core=Hue[built.cap.name] if built.cap else None)
