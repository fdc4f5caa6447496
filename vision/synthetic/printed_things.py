"""What is printed on things that lie about on a table: sheets, cards, screens, books, cloths."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic.arrays import Array
from vision.synthetic.chance import one_of, some_of
from vision.synthetic.setting import Thing


def printed_on(thing: Thing) -> Array:
    """What is printed on a sheet, a card, a screen or a book (h, w, 3) uint8 sRGB."""
    rng = np.random.default_rng(thing.number)
    scale = 2.2
    w, h = max(8, round(thing.size[0] * scale)), max(8, round(thing.size[1] * scale))
    first, second = (tuple(round(255 * v) for v in c) for c in thing.colours)
    face = np.full((h, w, 3), first, np.uint8)
    if thing.kind == "paper":
        ink = (40, 40, 60) if rng.random() < 0.7 else second
        step = max(5, round(rng.uniform(3.5, 9) * scale))
        margin = int(10 * scale)
        pick = rng.random()
        if pick < 0.2:
            for at in range(0, max(w, h), step):
                cv2.line(face, (at, 0), (at, h), (170, 190, 210), 1)
                cv2.line(face, (0, at), (w, at), (170, 190, 210), 1)
        for y in range(margin, h - margin, step):
            x = margin
            stop = w - margin - (int(rng.integers(0, w // 2)) if rng.random() < 0.2 else 0)
            while x < stop and pick < 0.85:
                n = int(rng.integers(3, 16) * scale * 0.8)
                cv2.line(face, (x, y), (min(x + n, stop), y), ink, max(1, step // 4), cv2.LINE_AA)
                x += n + int(2.0 * scale)
    elif thing.kind == "card":
        cv2.rectangle(face, (6, 6), (w - 7, h - 7), second, 3 if rng.random() < 0.5 else -1)
        text = one_of(rng, "23456789JQKA")
        cv2.putText(face, text, (12, 34), cv2.FONT_HERSHEY_DUPLEX, 1.0, first[::-1], 2, cv2.LINE_AA)
        cv2.circle(
            face,
            (w // 2, h // 2),
            int(w * 0.25),
            tuple(int(v) for v in rng.integers(0, 255, 3)),
            -1,
            cv2.LINE_AA,
        )
    elif thing.kind == "phone":
        face[:] = (18, 18, 20)
        if rng.random() < 0.4:
            top = np.array(rng.integers(0, 255, 3), np.float32)
            low = np.array(rng.integers(0, 255, 3), np.float32)
            t = np.linspace(0, 1, h - 16)[:, None, None]
            face[8:-8, 6:-6] = top * (1 - t) + low * t
            for i in range(20):
                x, y = 14 + i % 4 * (w - 20) // 4, 30 + i // 4 * 40
                cv2.rectangle(
                    face, (x, y), (x + 22, y + 22), tuple(int(v) for v in rng.integers(0, 255, 3)), -1
                )
    elif thing.kind in ("book", "cloth"):
        for _ in range(int(rng.integers(1, 9))):
            x, y = int(rng.integers(0, w)), int(rng.integers(0, h))
            x1, y1 = x + int(rng.integers(5, w)), y + int(rng.integers(5, h // 2))
            cv2.rectangle(face, (x, y), (x1, y1), tuple(int(v) for v in rng.integers(0, 255, 3)), -1)
        if thing.kind == "book":
            word = "".join(some_of(rng, "ABCDEFGHIKLMNOPRSTUVWYZ", int(rng.integers(3, 9))))
            size = w / (22 * len(word))
            cv2.putText(
                face,
                word,
                (w // 10, h // 3),
                cv2.FONT_HERSHEY_TRIPLEX,
                size,
                second,
                max(2, int(size * 3)),
                cv2.LINE_AA,
            )
        else:
            for at in range(0, max(w, h), max(6, int(thing.number % 40))):
                cv2.line(face, (at, 0), (at, h), second, 3)
                if thing.number % 2:
                    cv2.line(face, (0, at), (w, at), second, 3)
    return face
