"""A page of the worst cuts: what the reader saw where it was most wrong, to be looked at."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence

import cv2
import numpy as np

from vision.evaluation import UNREAD, Fault, Outcome
from vision.photo import Picture, encoded, load_photo

_STYLE = (
    "body{font:14px sans-serif;margin:2em;max-width:70em}figure{display:inline-block;margin:.5em;vertical-align:top}"
    "img{image-rendering:pixelated}figcaption{max-width:24em}"
)


def worst_cuts(outcomes: Sequence[Outcome], most: int = 200) -> str:
    """An HTML page, complete in itself, of what the reader saw of the worst differences.

    Errors come before `?`, and among either those first whose truth was given the least probability.
    """
    parts = [f"<!doctype html><meta charset=utf-8><title>The worst cuts</title><style>{_STYLE}</style>"]
    parts.append("<h1>The worst cuts</h1>")
    for outcome in outcomes:
        if outcome.comparison is None:
            name = html.escape(outcome.label.path.name)
            parts.append(f"<h2>{name}</h2><p>{html.escape(outcome.reason)}</p>")
    faults = [(number, fault) for number, outcome in enumerate(outcomes) for fault in outcome.faults]
    worst = sorted(faults, key=lambda it: (it[1].read == UNREAD, it[1].gave or 0.0))[:most]
    figures = dict[tuple[int, Fault], str]()
    for number in sorted({number for number, _ in worst}):
        # One photo at a time, as there may be many, and large ones.
        picture = load_photo(outcomes[number].label.path)
        for of, fault in worst:
            if of == number:
                figures[of, fault] = _figure(outcomes[number], picture, fault)
    return "\n".join([*parts, *(figures[it] for it in worst)])


def _figure(outcome: Outcome, picture: Picture, fault: Fault) -> str:
    gave = "" if fault.gave is None else f" (gave {fault.true} {fault.gave:.3f})"
    name = outcome.label.path.name
    text = html.escape(f"{name}: {fault.subject} {fault.place}: {fault.true} read as {fault.read}{gave}")
    cut = outcome.label.cut(picture, outcome.seen, fault)
    large = cv2.resize(cut, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST)
    data = base64.b64encode(encoded(np.asarray(large, np.uint8), ".png")).decode()
    image = f'<img alt="" src="data:image/png;base64,{data}">'
    return f"<figure>{image}<figcaption>{text}</figcaption></figure>"
