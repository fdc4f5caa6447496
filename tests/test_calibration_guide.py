"""The calibration guide shows pictures that are there, are small, and are the ones that its script makes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from scripts import calibration_pictures
from tests.places import ROOT

DOCS = ROOT / "docs"
GUIDE = (DOCS / "calibration.md").read_text()


def test_every_picture_is_shown_and_there_and_made_by_the_script() -> None:
    shown = set(re.findall(r"!\[[^]]+\]\(pictures/([\w-]+)\.jpg\)", GUIDE))
    assert shown == {path.stem for path in (DOCS / "pictures").iterdir()}
    made = Path(calibration_pictures.__file__).read_text()
    assert all(f'"{name}": ' in made for name in shown)


def test_the_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in (DOCS / "pictures").iterdir()) < 400_000


def test_every_call_that_the_guide_shows_is_one_that_there_is() -> None:
    from engine.messages import ENGLISH
    from firmware.commands.calibrate import add_arguments
    from firmware.terminal.arguments import Parser

    parser = Parser(language=ENGLISH)
    add_arguments(parser)
    calls = re.findall(r"(?:\./|sudo )kibitz calibrate ([^#\n]+)", GUIDE)
    assert len(calls) >= 8
    for call in calls:
        parser.parse_args(shlex.split(call))
