"""A page of the worst cuts: the lots that were read wrong or not at all, as the reader saw them."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable

import cv2
import numpy as np

from engine.alien_city import Lot
from vision.alien_city.evaluate import Outcome, probability_of
from vision.alien_city.sheets import HEIGHTS_MM, LOT_PIXELS, MARGIN, at_scale, cut
from vision.photo import Picture, load_photo

_STYLE = (
    "body{font:14px sans-serif;margin:2em;max-width:70em}figure{display:inline-block;margin:.5em;vertical-align:top}"
    "img{image-rendering:pixelated}figcaption{max-width:24em}"
)


def page(outcomes: Iterable[Outcome], most: int = 200) -> str:
    """An HTML page that stands by itself, with a strip of cuts for each lot that differs, photo by photo."""
    parts = [f"<!doctype html><meta charset=utf-8><title>The worst cuts</title><style>{_STYLE}</style>"]
    parts.append("<h1>The worst cuts</h1><p>Each strip shows a lot and its neighbours on the sheets at ")
    parts.append(" and ".join(f"{height:g}" for height in HEIGHTS_MM) + " mm.</p>")
    shown = 0
    for outcome in outcomes:
        name = html.escape(str(outcome.label.path.name))
        if outcome.seen is None:
            parts.append(f"<h2>{name}</h2><p>{html.escape(outcome.reason)}</p>")
            continue
        if not outcome.lots or shown >= most:
            continue
        parts.append(f"<h2>{name}</h2>")
        sheets = cut(*at_scale(load_photo(outcome.label.path), outcome.seen.reading.pose))
        for lot, true, read in outcome.lots:
            shown += 1
            text = f"{lot}: {true} read as {read} (gave {true} {probability_of(outcome, lot, true):.3f})"
            parts.append(
                f"<figure>{_image(_strip(sheets, lot))}<figcaption>{html.escape(text)}</figcaption></figure>"
            )
    return "\n".join(parts)


def _strip(sheets: list[Picture], lot: Lot) -> Picture:
    """A lot with half a lot around it on each sheet, side by side, three times as large."""
    half = LOT_PIXELS // 2
    left, top = MARGIN + lot.column * LOT_PIXELS - half, MARGIN + (9 - lot.row) * LOT_PIXELS - half
    around = 2 * LOT_PIXELS
    padded = [cv2.copyMakeBorder(sheet, half, half, half, half, cv2.BORDER_CONSTANT) for sheet in sheets]
    cuts = [sheet[top + half : top + half + around, left + half : left + half + around] for sheet in padded]
    return np.asarray(
        cv2.resize(np.hstack(cuts), None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST), np.uint8
    )


def _image(picture: Picture) -> str:
    _, data = cv2.imencode(".png", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    return f'<img alt="" src="data:image/png;base64,{base64.b64encode(data.tobytes()).decode()}">'
