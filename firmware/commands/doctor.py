"""`kibitz doctor`: looks over the device and says of each thing whether it works, and what helps."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from engine.messages import Message
from firmware.games import NAMES
from firmware.terminal.arguments import Parser, camera_argument, game_argument, settings_argument, wishes

if TYPE_CHECKING:
    from firmware.settings import Loaded, Settings
    from vision.photo import Picture

SETTLED_AFTER = 10
"""Pictures: a camera that has just been opened first has to find its exposure."""
PATIENCE_S = 10.0
"""For each of them."""


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz doctor`."""
    settings_argument(parser)
    camera_argument(parser)
    game_argument(parser, NAMES)
    parser.add_argument("--json", action="store_true", help=Message("print one line of JSON a check"))


def run(args: argparse.Namespace) -> int:
    """Look at everything; 1 when something does not work, 0 otherwise, warnings or not."""
    from firmware.calibrated import game_of
    from firmware.doctor import texts
    from firmware.doctor.visit import visit
    from firmware.finding import Level
    from firmware.settings import load_settings, spoken_language

    def load() -> Loaded:
        return load_settings(args.settings, wishes(args))

    language = spoken_language(args.settings)
    tally: Counter[Level] = Counter()
    for finding in visit(load, _look, game_of, datetime.now(UTC).astimezone()):
        tally[finding.level] += 1
        print(json.dumps(finding.to_json(language)) if args.json else finding.line(language), flush=True)
    if not args.json:
        well = not tally[Level.TROUBLE] and not tally[Level.WARNING]
        counts = {str(level): tally[level] for level in Level}
        print(language.say(texts.ALL_WELL if well else texts.SUMMARY, counts))
    return 1 if tally[Level.TROUBLE] else 0


def _look(settings: Settings) -> Picture:
    """A picture from the camera of the settings, after it has settled; CameraError when none comes."""
    from firmware.cameras import CameraError, open_camera
    from firmware.cameras.words import NOTHING_CAME

    named = settings.camera
    heard: list[CameraError] = []
    frame = None
    with open_camera(
        named.source, fps=named.fps, size=named.size, tell=heard.append, game=settings.game.name, turns=0
    ) as camera:
        for _ in range(SETTLED_AFTER):
            newest = camera.next(timeout_s=PATIENCE_S)
            if newest is None:
                break
            frame = newest
    if frame is None:
        raise (
            heard[-1] if heard else CameraError(NOTHING_CAME, source=named.source, seconds=round(PATIENCE_S))
        )
    return frame.picture
