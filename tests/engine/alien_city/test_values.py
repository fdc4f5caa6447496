"""Values have a text form that goes there and back, and errors carry the offending text."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from engine.alien_city import (
    BOX,
    LOTS,
    PIECES,
    SUPPLIES,
    UNKNOWN,
    Cap,
    City,
    Colour,
    Corner,
    Kind,
    Lot,
    Piece,
    Placement,
    Player,
    Structure,
    Tile,
    Turn,
    icon_lot,
)
from tests.engine.alien_city.cities import TILES


def test_lots_are_numbered_row_by_row_from_the_lower_left() -> None:
    assert [str(LOTS[number]) for number in (0, 7, 8, 79)] == ["A1", "H1", "A2", "H10"]
    assert [Lot.parse(str(lot)) for lot in LOTS] == list(LOTS)
    c7 = Lot.parse("C7")
    assert (c7.column, c7.row, c7.tile) == (2, 6, 13)
    assert f"{c7:>4}" == "  C7"


def test_tiles_name_the_corner_of_their_icon() -> None:
    tile = Lot.parse("C7").tile
    icons = [str(icon_lot(tile, corner)) for corner in Corner]
    assert icons == ["C8", "D8", "D7", "C7"]
    assert Tile.parse("??") == Tile(None, None)


def test_the_box_holds_38_structures_without_black_towers() -> None:
    assert sum(BOX.values()) == 38
    assert [sum(SUPPLIES[player].values()) for player in Player] == [19, 19]
    assert SUPPLIES[Player.BLACK][Piece(Kind.TOWER, Colour.BLUE)] == 3
    assert all(str(piece) != "Kt" for piece in PIECES)


def test_a_position_may_hold_what_could_not_be_read() -> None:
    text = f"{TILES[:-2]}?? 8/?7/8/8/8/8/8/8/8/RxRoRrk3"
    city = City.parse(text)
    assert str(city) == text
    assert city[Lot.parse("A9")] is UNKNOWN
    assert city[Lot.parse("B1")] == Structure(Kind.TOWER, Colour.RED, Player.WHITE)
    assert city.tile_at(Lot.parse("H2")) == Tile(None, None)
    assert repr(UNKNOWN) == "UNKNOWN"


def test_a_city_turned_twice_is_itself() -> None:
    city = City.parse(f"{TILES} 8/?7/8/8/8/8/8/8/8/RxRoRrk3")
    assert city.turned() != city
    assert city.turned().turned() == city


@pytest.mark.parametrize(
    ("parse", "text", "offending"),
    [
        (Lot.parse, "I3", "I3"),
        (Lot.parse, "A0", "A0"),
        (Tile.parse, "RR", "RR"),
        (Structure.parse, "K", "K"),
        (Structure.parse, "rx", "rx"),
        (Piece.parse, "Kt", "Kt"),
        (Placement.parse, "Rt-C7", "Rt-C7"),
        (Placement.parse, "rd@C11", "rd@C11"),
        (Cap.parse, "z@C7", "z@C7"),
        (Turn.parse, "green pass", "'green' .the players are black and white"),
        (Turn.parse, "black pass x@C7", "nothing follows a pass"),
        (City.parse, TILES, "is not two words"),
        (City.parse, f"{TILES} 8/8", "has 2 rows"),
        (City.parse, f"{TILES} 9/8/8/8/8/8/8/8/8/8", "'9' holds 9 lots"),
        (City.parse, f"{TILES} 999999999999/8/8/8/8/8/8/8/8/8", "'999999999999' holds"),
        (City.parse, f"{TILES} 7z/8/8/8/8/8/8/8/8/8", "'z' in row '7z'"),
        (City.parse, f"{TILES} 7K/8/8/8/8/8/8/8/8/8", "no black towers"),
    ],
)
def test_errors_carry_the_offending_text(parse: Callable[[str], object], text: str, offending: str) -> None:
    with pytest.raises(ValueError, match=offending.replace("?", r"\?")):
        parse(text)


def test_the_engine_needs_the_standard_library_only() -> None:
    program = (
        "import sys; before = set(sys.modules); import engine.alien_city, engine.recorded, engine.play;"
        "import engine.alien_city.replay, engine.alien_city.reading;"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(sorted(new - sys.stdlib_module_names))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['engine']"
