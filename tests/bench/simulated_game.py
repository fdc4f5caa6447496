"""A simulated game of Alien City as labelled pictures: `python -m tests.bench.simulated_game FOLDER --seed N`.

The folder is a camera for `kibitz watch`: for every placement and cap a picture with the hand over the
lot and one after it. labels.json says what each picture shows, game.json how the game went.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.alien_city import LOTS, City, Structure, Turn
from firmware.cameras.film import Take
from firmware.cameras.script import Script
from firmware.cameras.simulated import open_simulated
from vision.photo import encoded
from vision.synthetic.alien_city import STYLES
from vision.synthetic.alien_city.render import Rendering, render
from vision.synthetic.shots import TableShot
from vision.table import Stage

HIDDEN_FROM = 0.4
"""Share covered from which a lot counts as hidden."""
CORNERS = ("A1", "H1", "H10", "A10")


def shown(script: Script) -> Iterator[Take]:
    """The takes worth a picture: the table clear, and hands right over a lot."""
    return (take for take in script.takes if take.shot.stage in (Stage.CLEAR, Stage.OVER))


def label(take: Take, seen: Rendering, style: str) -> dict[str, Any]:
    """What labels.json says of a picture."""
    hand = take.shot.stage is Stage.OVER
    said: dict[str, Any] = {
        "style": style,
        "position": seen.position,
        "corners": {name: np.round(at, 2).tolist() for name, at in zip(CORNERS, seen.corners, strict=True)},
        "K": seen.pose.lens.matrix.tolist(),
        "dist": seen.pose.lens.distortion.tolist(),
        "rvec": seen.pose.rotation.tolist(),
        "tvec": seen.pose.translation.tolist(),
        "hand": hand,
        "hidden": [str(lot) for lot in LOTS if seen.covered[lot] > HIDDEN_FROM],
        "event": take.event,
    }
    if "lot" in take.facts:
        said |= {"lot": take.facts["lot"], "piece": letter(take)}
    if "rules" in take.facts and not hand:
        said |= {"illegal": True, "reason": take.facts["rules"]}
    return said


def letter(take: Take) -> str:
    """The piece of a take as in position text: r a red dome, R a red tower, o and x a white and a black cap."""
    if "piece" not in take.facts:
        return "x" if take.facts["player"] == "black" else "o"
    colour, kind = take.facts["piece"].split()
    mark = "k" if colour == "black" else colour[0]
    return str(mark.upper() if kind == "tower" else mark)


def game_record(script: Script, tiles: str) -> dict[str, Any]:
    """What game.json says of the game."""
    turns = []
    for text in script.turns:
        turn = Turn.parse(text)
        place = turn.placement and {
            "kind": str(turn.placement.piece.kind),
            "colour": str(turn.placement.piece.colour),
            "lot": str(turn.placement.lot),
        }
        turns.append({"player": str(turn.player), "place": place, "cap": turn.cap and str(turn.cap.lot)})
    final = " ".join(script.final.split()[:2])
    return {"tiles": tiles, "turns": turns, "final": final, "end": script.end, "score": script.score}


def write(folder: Path, script: Script, style: str) -> int:
    """Write pictures, labels.json and game.json; returns how many pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for number, take in enumerate(shown(script), start=1):
        assert isinstance(take.shot, TableShot)
        name, seen = f"{number:04d}.jpg", render(take.shot.scene)
        (folder / name).write_bytes(encoded(seen.image, ".jpg", 92))
        labels.append({"image": name, **label(take, seen, style)})
    tiles = str(script.expected[0].event["tiles"])
    (folder / "labels.json").write_text(json.dumps(labels))
    (folder / "game.json").write_text(json.dumps(game_record(script, tiles), indent=1))
    return len(labels)


def main() -> None:
    """Draw a game and say what is in it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--style", choices=STYLES)
    parser.add_argument("--size", default="1280x960", help="width and height of the pictures")
    parser.add_argument("--turns", type=int, help="break the game off after so many")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    script = open_simulated(args.seed, size=(width, height), style=args.style, turns=args.turns).script
    first = script.takes[0].shot
    assert isinstance(first, TableShot)
    pictures = write(args.folder, script, first.scene.style)
    built = sum(isinstance(s, Structure) for s in City.parse(" ".join(script.final.split()[:2])).lots)
    print(f"{args.folder}: {pictures} pictures of {first.scene.style}, {built} built, score {script.score}")
    if any(Turn.parse(turn).is_pass for turn in script.turns):
        print("a player had to pass, which labels cannot say: whoever grades by them takes the wrong player")


if __name__ == "__main__":
    main()
