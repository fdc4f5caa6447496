"""What is said of what is at fault, a file, a text or a device, in one line of bearable length."""

from __future__ import annotations

LONGEST = 400
"""Signs; of a longer one the middle is left out."""


def in_one_line(text: str) -> str:
    """A sentence without its line breaks, however much of a damaged file it quotes."""
    said = " ".join(text.split())
    return said if len(said) <= LONGEST else f"{said[: LONGEST // 2]} … {said[-LONGEST // 2 :]}"


def reason_of(error: BaseException) -> str:
    """What a driver's error says, with its kind: the text alone may be a bare name or nothing."""
    return in_one_line(f"{type(error).__name__}: {error}")
