"""`kibitz print`: sheets for a printer, as PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.messages import Message
from firmware.complaint import CommandError, writing
from firmware.terminal.arguments import Parser, place

SHEETS = {
    "lens": Message("a chessboard with markers, to calibrate the lens"),
    "corners": Message("cards for the corners of the board, where it is hard to find"),
    "tiles": Message("the twenty tiles of Alien City, to print and cut out"),
}
WHICH = Message("lens: {lens}; corners: {corners}; tiles: {tiles}")
WRITTEN = Message("{path}: print it at 100 %, and measure the line of {length} mm on it.")
NO_SHEET = Message("{path} is there and is none of these sheets; --to FILE writes it elsewhere")


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz print`."""
    say = parser.language.say
    which = say(WHICH, dict(SHEETS))
    parser.add_argument("sheet", choices=SHEETS, metavar="SHEET", help=which)
    parser.add_argument(
        "--paper", choices=("a4", "letter"), default="a4", help=Message("the size of the paper")
    )
    parser.add_argument(
        "--to", type=place, metavar="FILE", help=Message("where to write it; otherwise kibitz-SHEET.pdf here")
    )


def run(args: argparse.Namespace) -> int:
    """Write the sheet and say where. CommandError where it cannot be written."""
    from calibration.sheets.corner_cards import draw_corner_cards
    from calibration.sheets.lens_sheet import draw_lens_sheet
    from calibration.sheets.sheet import PAPERS, RULER_MM, Sheet, is_sheet
    from calibration.sheets.tile_sheet import draw_tile_sheets
    from firmware.panel.lettering import FONT
    from firmware.settings import spoken_language

    language = spoken_language()
    sheet = Sheet(PAPERS[args.paper], FONT, language)
    {"lens": draw_lens_sheet, "corners": draw_corner_cards, "tiles": draw_tile_sheets}[args.sheet](sheet)
    path = args.to or Path(f"kibitz-{args.sheet}.pdf")
    if path.is_file() and not is_sheet(path):
        raise CommandError(NO_SHEET, path=path)
    with writing(path):
        sheet.save(path)
    print(language.say(WRITTEN, {"path": path, "length": RULER_MM}))
    return 0
