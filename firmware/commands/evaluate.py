"""`kibitz evaluate`: labelled photos in; how well they are read out, by style and by light."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.messages import Message, Sentence
from engine.whole import write_whole
from firmware.complaint import writing
from firmware.games import DEFAULT, NAMES, labelled, table_game
from firmware.terminal.arguments import Parser, place

if TYPE_CHECKING:
    from vision.evaluation import Outcome

SHOW = Message("the game that they show: {games} (default: {default})")

_ALL = "all"


def add_arguments(parser: Parser) -> None:
    """What can be said behind `kibitz evaluate`."""
    parser.add_argument("folder", type=place, metavar="FOLDER", help=Message("photos with a labels.json"))
    parser.add_argument(
        "--game",
        choices=NAMES,
        default=DEFAULT,
        metavar="GAME",
        help=Sentence(SHOW, {"games": NAMES, "default": DEFAULT}),
    )
    parser.add_argument(
        "--worst", type=place, metavar="FILE", help=Message("write a page of the worst cuts, as HTML")
    )


def run(args: argparse.Namespace) -> int:
    """Read all photos of the folder and print the sums; 1 when nothing was found on any.

    Raises LabelsError and CommandError.
    """
    from vision.evaluation import Tally, calibration_error, evaluate, reliability
    from vision.worst_cuts import worst_cuts

    labels = labelled(args.folder, args.game)
    groups: defaultdict[str, list[Outcome]] = defaultdict(list)
    outcomes = []
    for outcome in evaluate(labels, table_game(args.game).eyes):
        outcomes.append(outcome)
        label = outcome.label
        hand = "with a hand" if label.hand else "without a hand"
        for group in (f"{label.style}, {hand}", f"light {label.light}", f"{_ALL} {hand}", _ALL):
            groups[group].append(outcome)
        if outcome.comparison is None:
            print(f"{label.path.name}: {outcome.reason}")
    for name in sorted(groups):
        tally = Tally()
        for outcome in groups[name]:
            tally.add(outcome)
        print(f"{name}: {tally}")
    _print_confusion(groups)
    for subject, rows in reliability(outcomes).items():
        total = sum(count for *_, count in rows)
        print(f"{subject}: expected calibration error {100 * calibration_error(rows):.2f} % over {total}")
        print("  confidence said, share right, how often:")
        for said, right, count in rows:
            print(f"    {said:.3f} {right:.3f} {count}")
    if args.worst:
        with writing(args.worst):
            write_whole(args.worst, worst_cuts(outcomes).encode())
    return 0 if any(outcome.comparison for outcome in outcomes) else 1


def _print_confusion(groups: Mapping[str, Sequence[Outcome]]) -> None:
    """What was read as what, over all photos and, where they are not all alike, group by group."""
    from vision.evaluation import confusion

    for name in sorted(groups):
        if name != _ALL and len(groups[name]) == len(groups[_ALL]):
            continue
        for number, ((subject, true, read), count) in enumerate(confusion(groups[name]).most_common()):
            if not number:
                print(f"{name}, read as something else or not at all:")
            print(f"  {subject}: {true} read as {read}: {count}")
