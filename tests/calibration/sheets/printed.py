"""Sheets as a printer would lay them on paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2

PX_PER_MM = 8.0


def pages(path: Path) -> list[npt.NDArray[np.uint8]]:
    """The pages of a PDF as pictures (H, W, 3) uint8 RGB of 8 pixels to the millimetre."""
    with pypdfium2.PdfDocument(path) as document:
        return [
            np.asarray(page.render(scale=PX_PER_MM * 25.4 / 72).to_pil().convert("RGB")) for page in document
        ]
