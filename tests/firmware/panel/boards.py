"""Boards as a display has to show them: a city in mid-game, and a landscape as wide as any."""

from __future__ import annotations

from tests.engine.alien_city.cities import OTHER_TILES

STATE = f"{OTHER_TILES} B1Rog4/8/b3Bx3/8/8/4k3/8/8/3b1k2/Gg3k1Rx black"
WIDE = (
    "-1|0:Y2G2/-1:C5CAG2/-2:O2R2O1R2##R2..C2##/-1:O2Y1C3G1Y2C6R2/-1:C9B0R0Y2B2O2/0:B1B1##C7B2/"
    "-1:G1O0C4C8Y2/0:G1#### w1,4;n0,5;k0,3;g1,3 w-|n-1,2SE;0,0E;0,1SW;1,0SW|k-|g- "
    "w0,0,1,1,1|n0,0,0,0,0|k1,0,0,0,1|g0,1,1,0,2 g.b"
)
"""A landscape twice as wide as high."""
