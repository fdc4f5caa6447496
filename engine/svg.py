"""Pictures of positions as SVG: the few shapes that games are drawn of."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

INK, PAPER = "#222222", "#fbf9f4"


def canvas(left: float, top: float, width: float, height: float) -> Element:
    """An empty picture, its upper left corner at (left, top), in pixels."""
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}",
            "width": f"{width:.0f}",
            "height": f"{height:.0f}",
            "font-family": "sans-serif",
        },
    )
    shape(root, "rect", x=left, y=top, width=width, height=height, fill=PAPER)
    return root


def shape(into: Element, kind: str, **values: float | str) -> Element:
    """A shape with these attributes; an underscore stands for a hyphen in their names."""
    texts = {
        name.replace("_", "-"): value if isinstance(value, str) else f"{value:.1f}"
        for name, value in values.items()
    }
    return SubElement(into, kind, texts)


def words(
    into: Element, x: float, y: float, text: str, size: float, *, fill: str = INK, anchor: str = "middle"
) -> Element:
    """Words in one line whose foot is at y, the middle, start or end of it at x."""
    line = shape(into, "text", x=x, y=y, fill=fill, font_size=size, text_anchor=anchor)
    line.text = text
    return line


def document(root: Element) -> str:
    """The text of the file."""
    return ElementTree.tostring(root, encoding="unicode") + "\n"
