"""What is printed has the right size, can be read by a camera, and is told apart by everybody."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest

from calibration.sheets import lens_sheet, tile_sheet
from calibration.sheets.icons import ICONS
from calibration.sheets.sheet import PAPERS, RULER_MM
from engine.alien_city import Colour
from engine.alien_city.tiles import TILES_EACH
from engine.messages import Language
from firmware.cli import main
from firmware.games import NAMES, table_rules
from firmware.panel.card import BACK, CONFIRM, NEW_GAME, NO, THE_END, YES
from firmware.panel.signals import SIGNALS
from scripts.languages import languages
from tests.calibration.sheets.printed import PX_PER_MM, pages
from vision.alien_city import cards

SHEETS = ("lens", "corners", "tiles")
"""Those with a line to measure."""


@pytest.fixture(params=PAPERS)
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def printed(tmp_path: Path, sheet: str, paper: str) -> list[npt.NDArray[np.uint8]]:
    path = tmp_path / f"{sheet}.pdf"
    assert main(["print", sheet, "--paper", paper, "--to", str(path)]) == 0
    return pages(path)


@pytest.mark.parametrize("sheet", [*SHEETS, "card"])
def test_a_page_has_the_size_of_the_paper_and_nothing_lies_at_its_rim(
    sheet: str, paper: str, tmp_path: Path
) -> None:
    size = PAPERS[paper]
    for page in printed(tmp_path, sheet, paper):
        assert page.shape[:2] == pytest.approx((size.height * PX_PER_MM, size.width * PX_PER_MM), abs=1)
        inner = round(10 * PX_PER_MM)
        rim = page.copy()
        rim[inner:-inner, inner:-inner] = 255
        assert rim.min() == 255, "printers can't reach there"


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_line_to_measure_is_as_long_as_it_says(sheet: str, paper: str, tmp_path: Path) -> None:
    for page in printed(tmp_path, sheet, paper):
        # Beside the tiles there is more room than below them.
        beside = page[:, -page.shape[1] // 4 :].transpose(1, 0, 2)
        low = (beside if sheet == "tiles" else page[page.shape[0] // 3 :]).max(axis=2)
        runs = [_longest_run(row < 120) for row in low[::2]]
        assert any(abs(run / PX_PER_MM - RULER_MM) < 0.5 for run in runs)


def _longest_run(flags: npt.NDArray[np.bool_]) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    return int((edges[1::2] - edges[::2]).max(initial=0))


def test_opencv_finds_every_corner_of_the_lens_sheet_where_it_belongs(paper: str, tmp_path: Path) -> None:
    (page,) = printed(tmp_path, "lens", paper)
    board = lens_sheet.charuco_board()
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(
        cv2.cvtColor(page, cv2.COLOR_RGB2GRAY)
    )
    assert len(numbers) == (lens_sheet.COLUMNS - 1) * (lens_sheet.ROWS - 1)
    seen = (corners.reshape(-1, 2) + 0.5) / PX_PER_MM
    meant = board.getChessboardCorners()[numbers.ravel(), :2]
    apart = seen - meant
    np.testing.assert_allclose(apart, np.broadcast_to(apart.mean(axis=0), apart.shape), atol=0.06)


def test_opencv_finds_the_corner_cards(paper: str, tmp_path: Path) -> None:
    (page,) = printed(tmp_path, "corners", paper)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cards.FAMILY))
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY))
    assert sorted(numbers.ravel()) == list(range(len(cards.TOUCHING)))
    for found in corners:
        sides = np.linalg.norm(found[0] - np.roll(found[0], 1, axis=0), axis=1) / PX_PER_MM
        np.testing.assert_allclose(sides, cards.MARKER_MM, atol=0.3)


def test_tiles_are_of_four_guilds_five_each_and_exactly_two_lots_wide(paper: str, tmp_path: Path) -> None:
    sheets = printed(tmp_path, "tiles", paper)
    assert len(sheets) == 2
    for guild, ink in tile_sheet.INKS.items():
        count = 0
        for page in sheets:
            near = (np.abs(page.astype(int) - ink).max(axis=2) < 8).astype(np.uint8)
            outlines, _ = cv2.findContours(near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            boxes = [cv2.boundingRect(it) for it in outlines]
            for _, _, width, height in boxes:
                if width > 40 * PX_PER_MM:
                    assert width / PX_PER_MM == pytest.approx(tile_sheet.TILE_MM, abs=0.3)
                    count += round(height / PX_PER_MM / tile_sheet.TILE_MM)
                    high = height / PX_PER_MM / tile_sheet.TILE_MM
                    assert abs(high - round(high)) < 0.02
        assert count == TILES_EACH, guild


def test_an_icon_stays_within_its_square_and_no_two_have_one_shape() -> None:
    assert set(ICONS) == set(Colour)
    drawn = []
    for outlines in ICONS.values():
        assert np.abs(np.vstack(outlines)).max() <= 1
        picture = np.zeros((100, 100), np.uint8)
        cv2.fillPoly(picture, [np.round(it * 48 + 50).astype(np.int32) for it in outlines], (1,))
        drawn.append(picture > 0)
    for one, other in combinations(drawn, 2):
        assert (one & other).sum() / (one | other).sum() < 0.65


# How people see sRGB (linear) who lack one kind of cones: Machado, Oliveira and Fernandes 2009, severity 1.
_PROTANOPIA = [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
]
_DEUTERANOPIA = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
]


@pytest.mark.parametrize("seeing", [np.eye(3), np.array(_PROTANOPIA), np.array(_DEUTERANOPIA)])
def test_guild_colours_are_told_apart_by_those_who_lack_red_or_green(seeing: npt.NDArray[np.float64]) -> None:
    inks = np.array([list(ink) for ink in tile_sheet.INKS.values()]) / 255.0
    linear = np.clip((inks**2.2) @ seeing.T, 0, 1)
    shown = (linear ** (1 / 2.2)).astype(np.float32)
    lab = cv2.cvtColor(shown[None], cv2.COLOR_RGB2LAB)[0]
    for one, other in combinations(lab, 2):
        assert np.linalg.norm(one - other) > 25, "ten times what one just notices"


@pytest.mark.parametrize("code", ["en", *languages()])
@pytest.mark.parametrize("game", NAMES)
def test_a_card_for_players_has_all_lights_buttons_and_rules_in_their_language(
    game: str, code: str, paper: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", code)
    path, language, rules = tmp_path / "card.pdf", Language.of(code), table_rules(game)
    assert main(["print", "card", "--game", game, "--paper", paper, "--to", str(path)]) == 0
    with pypdfium2.PdfDocument(path) as document:
        (page,) = document
        written = " ".join(page.get_textpage().get_text_bounded().split())
    for signal in SIGNALS.values():
        assert language.say(signal.legend) in written
    for rule, about in rules.briefs.items():
        assert f"{rule} {language.say(about)}" in written
    for part in (CONFIRM, BACK, YES, NO, NEW_GAME, THE_END):
        assert language.say(part) in written
