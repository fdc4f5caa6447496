"""What is said of a file or a text that is at fault, in one line of bearable length."""

from __future__ import annotations

LONGEST = 400
"""Signs; of a longer one the middle is left out."""


def in_one_line(text: str) -> str:
    """A sentence without its line breaks, however much of a damaged file it quotes."""
    said = " ".join(text.split())
    return said if len(said) <= LONGEST else f"{said[: LONGEST // 2]} … {said[-LONGEST // 2 :]}"
