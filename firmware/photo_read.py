"""A photo read: whichever game lies there, told as text, as JSON, or drawn on the photo."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from engine.game import Fault, Score
from engine.messages import Language, Message, Sentence
from engine.whole import write_whole
from firmware.games import TableGame
from firmware.verdicts import fault_lines, score_if_read, score_lines
from vision.game import NotSeenError, Seen
from vision.lens import Lens
from vision.photo import Picture, decode_photo, encoded

UNREAD = Message("Could not be read: {places}")
NOTHING_WRONG = Message("Nothing against the rules.")
OF_GAME = Message("{game}: {reason}")
BOTH = Message("{one}; {other}")


@dataclass(frozen=True)
class Result:
    """A photo read: which game was seen, what the rules say to it, and how long it took from the file's bytes."""

    picture: Picture
    game: TableGame
    seen: Seen
    faults: tuple[Fault, ...]
    score: Score | None
    sketch: str
    milliseconds: float


def read_photo(games: Sequence[TableGame], data: bytes, lens: Lens | None) -> Result:
    """What lies on the photo in a file of these bytes. lens: the one it was taken through, for pictures of any size.

    Raises BadPhotoError, NotSeenError, and ValueError for a lens that does not fit.
    """
    began = time.perf_counter()
    picture = decode_photo(data)
    height, width = picture.shape[:2]
    game, seen = whatever_lies_there(games, picture, lens.scaled((width, height)) if lens else None)
    state = game.rules.parse_state(seen.position)
    milliseconds = 1000 * (time.perf_counter() - began)
    return Result(
        picture,
        game,
        seen,
        tuple(game.rules.faults(state)),
        score_if_read(game.rules, state),
        game.rules.sketch(state),
        milliseconds,
    )


def whatever_lies_there(
    games: Sequence[TableGame], picture: Picture, lens: Lens | None
) -> tuple[TableGame, Seen]:
    """The first of some games whose board wholly lies there, or else the first that is seen at all.

    Eyes may take another game's board for one of theirs, but can then make out hardly anything on it.
    Raises NotSeenError, where no game is seen, with the reason of each.
    """
    seen: list[tuple[TableGame, Seen]] = []
    refused: dict[str, NotSeenError] = {}
    for game in games:
        try:
            seen.append((game, game.eyes.read(picture, lens)))
        except NotSeenError as error:
            refused[game.rules.name] = error
            continue
        if seen[-1][1].is_laid:
            return seen[-1]
    if seen:
        return seen[0]
    if len({str(error) for error in refused.values()}) == 1:
        raise next(iter(refused.values()))
    first, *others = (Sentence(OF_GAME, {"game": name, "reason": it}) for name, it in refused.items())
    for other in others:
        first = Sentence(BOTH, {"one": first, "other": other})
    raise NotSeenError(first.message, **first.facts)


def json_line(path: Path, result: Result) -> str:
    """All there is to say, as one object."""
    seen = result.seen
    return json.dumps(
        {
            "image": str(path),
            "game": result.game.rules.name,
            "position": seen.position,
            "corners": [[round(x, 1), round(y, 1)] for x, y in seen.corners],
            "confidence": round(seen.confidence, 4),
            "faults": [
                {"rule": fault.rule, "places": list(fault.places), "sentence": fault.sentence()}
                for fault in result.faults
            ],
            "score": result.score.to_json() if result.score else None,
            "milliseconds": round(result.milliseconds, 1),
        }
    )


def text(title: str, result: Result, language: Language) -> str:
    """The position drawn in text, what is against the rules, and the score."""
    say = language.say
    lines = [title, "", result.sketch, ""]
    if result.seen.unread:
        lines.append(say(UNREAD, {"places": tuple(result.seen.unread)}))
    lines += fault_lines(result.faults, language) or [say(NOTHING_WRONG)]
    return "\n".join([*lines, "", *score_lines(result.score, language), ""])


def _fresh(folder: Path, photo: Path) -> Path:
    """The photo's name as a JPEG in a folder, numbered if that file exists: it may be the photo itself."""
    numbered = (f"{photo.stem}-{number}.jpg" for number in count(2))
    paths = (folder / name for name in chain([f"{photo.stem}.jpg"], numbered))
    return next(path for path in paths if not path.exists())


def write_annotated(folder: Path, photo: Path, result: Result) -> None:
    """Write the photo with its reading drawn on it into a folder; OSError with one line when it cannot be written."""
    path = _fresh(folder, photo)
    places = {place for fault in result.faults for place in fault.places}
    drawn = result.seen.annotated(result.picture, places)
    write_whole(path, encoded(drawn, ".jpg", 92))
