"""A position drawn as an SVG picture, for people."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt
from xml.etree.ElementTree import Element

from engine import svg
from engine.messages import ENGLISH, Language, Message
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import UNREAD, City, Colour, Kind, Player, Unread
from engine.netzwerk.state import Phase, State
from engine.netzwerk.words import PLAYERS

HAND = Message("{player}: {count} connector left", "{player}: {count} connectors left")
TO_PLAY = Message("{player} to play")
ENDED = Message("The game is over.")

_R = 40.0  # from a field's middle to its corners
_MARGIN = 24.0
_LINE = 30.0  # of the legend
_LABEL, _STONES = 275.0, 56.0  # of the legend: the words, and each colour of stones after them
_FIELDS = {
    Colour.YELLOW: "#f2d43d",
    Colour.ORANGE: "#ee8a2f",
    Colour.RED: "#cc3b34",
    Colour.GREEN: "#5b9e4d",
    Colour.BLUE: "#4b83c3",
}
_CITY, _DESERT, _WHITE, _BLACK = "#26262a", "#b9b6b0", "#ffffff", "#000000"
_STICKS = {Player.WHITE: "#ffffff", Player.BLACK: "#101014", Player.GREY: "#8d8f94", Player.BROWN: "#6d4225"}
_STONES_AT = {1: (0.0,), 2: (-0.2, 0.2)}  # in _R beside a field's middle


def drawing(state: State, language: Language = ENGLISH) -> str:
    """The position as the text of an SVG document: the landscape, and under it what each player has.

    Fields, stones and sticks in their colours; letters and numbers say the same for those who don't see colours.
    """
    middles = [_middle(field) for field in state.board]
    left, top = (min(axis) - _R - _MARGIN for axis in zip(*middles, strict=True))
    right, low = (max(axis) + _R + _MARGIN for axis in zip(*middles, strict=True))
    width = max(right - left, 2 * _MARGIN + _LABEL + len(Colour) * _STONES)
    root = svg.canvas(left, top, width, low - top + _LINE * (len(state.players) + 1) + _MARGIN)
    for field in sorted(state.board):
        _draw_field(root, state, field)
    for connection in sorted(set().union(*state.connectors.values())):
        _draw_connectors(root, state, connection)
    for field in sorted(state.board):
        _draw_label(root, field, state.board[field])
    for player, standing in state.miners.items():
        if standing is not None:
            _draw_miner(root, player, *_middle(standing))
    _draw_legend(root, state, language, left + _MARGIN, low + _LINE / 2)
    return svg.document(root)


def _middle(field: Field) -> tuple[float, float]:
    return _R * sqrt(3) * (field.q + field.r / 2), _R * 1.5 * field.r


def _draw_field(into: Element, state: State, field: Field) -> None:
    x, y = _middle(field)
    corners = ((x + _R * sin(n * pi / 3), y - _R * cos(n * pi / 3)) for n in range(6))
    points = " ".join(f"{u:.1f},{v:.1f}" for u, v in corners)
    kind = state.board[field]
    svg.shape(into, "polygon", points=points, fill=_fill(kind), stroke=_WHITE, stroke_width=2.5)
    if isinstance(kind, Colour):
        for aside in _STONES_AT.get(state.stones.get(field, 0), ()):
            _draw_stone(into, kind, x + aside * _R, y + 0.62 * _R)


def _fill(kind: Kind) -> str:
    if isinstance(kind, Colour):
        return _FIELDS[kind]
    if kind is UNREAD:
        return _WHITE
    return _CITY if isinstance(kind, City) else _DESERT


def _draw_label(into: Element, field: Field, kind: Kind) -> None:
    """A field's name, and a city's value or a landscape's letter, where neither sticks nor stones hide them."""
    x, y = _middle(field)
    is_city = isinstance(kind, City)
    svg.words(into, x, y - 0.68 * _R, str(field), 9, fill=_WHITE if is_city else svg.INK)
    if isinstance(kind, City):
        svg.words(into, x, y + 0.75 * _R, str(kind.value or UNREAD), 24, fill=_WHITE)
    elif isinstance(kind, Colour | Unread):
        svg.words(into, x, y - 0.4 * _R, str(kind), 12)


def _draw_stone(into: Element, colour: Colour, x: float, y: float) -> None:
    svg.shape(
        into, "rect", x=x - 6, y=y - 6, width=12.0, height=12.0, rx=2.0, fill=_FIELDS[colour], stroke=_BLACK
    )


def _draw_connectors(into: Element, state: State, connection: Connection) -> None:
    """All sticks of a connection side by side, each with a dark rim, so that white ones show."""
    (x, y), (u, v) = map(_middle, connection.fields)
    owners = state.owners(connection)
    for number, owner in enumerate(owners):
        aside = 9 * (number - (len(owners) - 1) / 2) / hypot(u - x, v - y)
        right, down = (y - v) * aside, (u - x) * aside
        line = {"x1": x + right, "y1": y + down, "x2": u + right, "y2": v + down}
        for colour, thick in (("#00000088", 8.0), (_STICKS[owner], 5.5)):
            svg.shape(into, "line", **line, stroke=colour, stroke_width=thick, stroke_linecap="round")


def _draw_miner(into: Element, player: Player, x: float, y: float) -> None:
    svg.shape(into, "circle", cx=x, cy=y, r=13.0, fill=_STICKS[player], stroke=_BLACK)
    svg.words(into, x, y + 5, str(player), 14, fill=_BLACK if player is Player.WHITE else _WHITE)


def _draw_legend(into: Element, state: State, language: Language, x: float, y: float) -> None:
    turn = ENDED if state.phase is Phase.OVER else TO_PLAY
    if not state.unknown.seats:
        svg.words(into, x, y + 5, language.say(turn, {"player": PLAYERS[state.player]}), 16, anchor="start")
    for player in state.players:
        y += _LINE
        _draw_miner(into, player, x + 12, y)
        facts = {"player": PLAYERS[player], "count": state.connectors_left(player)}
        svg.words(into, x + 34, y + 5, language.say(HAND, facts), 16, anchor="start")
        for place, (colour, count) in enumerate(zip(Colour, state.hands[player], strict=True)):
            if count:
                at = x + _LABEL + place * _STONES
                _draw_stone(into, colour, at, y)
                svg.words(into, at + 10, y + 5, f"{colour} {count}", 16, anchor="start")
