"""The folders of games, named alike in every room."""

from __future__ import annotations

from tests.places import ROOT

GAMES = {path.parent.name for path in (ROOT / "engine").glob("*/game.py")}
