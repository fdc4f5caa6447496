"""The folders of games, named alike in every room."""

from __future__ import annotations

from pathlib import Path

GAMES = {path.parent.name for path in (Path(__file__).parents[1] / "engine").glob("*/game.py")}
