"""`kibitz print`: sheets for a printer, as PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.messages import Message
from firmware.complaint import CommandError, writing
from firmware.games import NAMES
from firmware.terminal.arguments import Parser, game_argument, place, wishes

SHEETS = {
    "lens": Message("a chessboard with markers, to calibrate the lens"),
    "corners": Message("cards for the corners of Alien City's board, where it is hard to find"),
    "tiles": Message("the twenty tiles of Alien City, to print and cut out"),
    "card": Message("what lights and buttons say, and the rules in a few words, to lie beside the board"),
}
WHICH = Message("lens: {lens}; corners: {corners}; tiles: {tiles}; card: {card}")
WRITTEN = Message("{path}: print it at 100 %, and measure the line of {length} mm on it.")
CARD_WRITTEN = Message("{path}: print it, and lay it beside the board.")
ONE_FOR_ALL = Message("leave out --game: it goes with card")
NO_SHEET = Message("{path} is there and is none of these sheets; --to FILE writes it elsewhere")


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz print`."""
    say = parser.language.say
    which = say(WHICH, dict(SHEETS))
    parser.add_argument("sheet", choices=SHEETS, metavar="SHEET", help=which)
    parser.add_argument(
        "--paper", choices=("a4", "letter"), default="a4", help=Message("the size of the paper (default: a4)")
    )
    game_argument(parser, NAMES)
    parser.add_argument(
        "--to", type=place, metavar="FILE", help=Message("where to write it; otherwise kibitz-SHEET.pdf here")
    )


def run(args: argparse.Namespace) -> int:
    """Write the sheet and say where. CommandError where it can't be, or a game is named for a sheet alike for all."""
    from calibration.sheets.corner_cards import draw_corner_cards
    from calibration.sheets.lens_sheet import draw_lens_sheet
    from calibration.sheets.players_card import draw_players_card
    from calibration.sheets.sheet import PAPERS, RULER_MM, Sheet, is_sheet
    from calibration.sheets.tile_sheet import draw_tile_sheets
    from firmware.games import table_rules
    from firmware.panel.card import TITLE, card_of
    from firmware.panel.lettering import FONT
    from firmware.settings import load_settings, spoken_language

    language = spoken_language()
    sheet = Sheet(PAPERS[args.paper], FONT, language)
    is_card = args.sheet == "card"
    if args.game is not None and not is_card:
        raise CommandError(ONE_FOR_ALL)
    if is_card:
        settings = load_settings(wishes=wishes(args)).settings
        draw_players_card(sheet, TITLE, card_of(table_rules(settings.game.name), language))
    else:
        {"lens": draw_lens_sheet, "corners": draw_corner_cards, "tiles": draw_tile_sheets}[args.sheet](sheet)
    path = args.to or Path(f"kibitz-{args.sheet}.pdf")
    if path.is_file() and not is_sheet(path):
        raise CommandError(NO_SHEET, path=path)
    with writing(path):
        sheet.save(path)
    said = CARD_WRITTEN if is_card else WRITTEN
    print(language.say(said, {"path": path, "length": RULER_MM}))
    return 0
