"""Two cities, for tests that need any, with what they want on the lots of the first."""

from __future__ import annotations

from engine.alien_city import City

TILES = "G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<"
OTHER_TILES = "K^GvBvB^/BvR<BvR^/K^G<KvGv/R^K<R<Gv/G^BvK>R>"


def city(lots: str, tiles: str = TILES) -> City:
    """The city of these lots, as position text has them."""
    return City.parse(f"{tiles} {lots}")


EMPTY = City.empty(TILES)
CORNER = city("8/8/8/8/8/8/8/8/r7/8")
