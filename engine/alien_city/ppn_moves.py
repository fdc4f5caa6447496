"""The moves of a PPN game of Alien City.

`1.` is Black's turn and `1...` White's. A numbered turn with nothing in it is a pass, and so is a
turn that the numbers leave out. Without any `1...` the players simply alternate, structure by
structure. A black pyramid `K1x` on a lot where nothing was built is a black dome: records are
written so when the black suit's coins have run out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.alien_city.lots import Lot
from engine.alien_city.pieces import Colour, Kind, Piece, Player
from engine.alien_city.turns import Cap, Placement, Turn
from engine.illegible import IllegibleError
from engine.messages import Message, Sentence
from engine.unwritable import UnwritableError

OUT_OF_TURN = Message("in turn {number} a player moves out of turn, which PPN cannot say")
CAP_ON_NOTHING = Message(
    "in turn {number} a black cap lies on {lot}, where nothing was built, which PPN cannot say"
)
LONE_BRACE = Message("a comment brace has no partner: {text!r}")
NO_MOVE = Message("cannot read {word!r} (moves are like R3x@f5, S@c7 or K1x@e6)")
MOVE_OF = {
    Player.BLACK: Message("move {number} of black: {reason}"),
    Player.WHITE: Message("move {number} of white: {reason}"),
}

SUITS = {Colour.RED: "S", Colour.BLACK: "M", Colour.GREEN: "C", Colour.BLUE: "A"}
"""The suit of a piecepack that stands for a colour: suns, moons, crowns, arms."""

COLOURS = {suit: colour for colour, suit in SUITS.items()} | {colour.value: colour for colour in Colour}
"""Colours by suit, or by their own letter."""

_CAPS = {"K": Player.BLACK, "W": Player.WHITE}
_CAP_LETTERS = {player: letter for letter, player in _CAPS.items()}

_COMMENT = re.compile(r"\{[^{}]*\}")
_LINE_COMMENT = re.compile(r"(^|\s)[;#].*$", re.MULTILINE)
_LABEL = re.compile(r"(\d+)(\.+|…)(.*)$")
_WORD_LABEL = re.compile(r"[A-Za-z]\w*\.+$")
_MOVE = re.compile(r"([A-Z])\d?([X△▲]?)@([A-H]\d+)[!?]*$")
_IDLE = re.compile(r"(pass|-|--|1-0|0-1|1/2-1/2|½-½|\*|[!?]+|)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Move:
    letter: str
    is_pyramid: bool
    lot: Lot

    @property
    def is_tower(self) -> bool:
        return self.is_pyramid and self.letter in "RGB"

    @property
    def is_cap(self) -> bool:
        return self.letter == "W" or (self.is_pyramid and self.letter == "K")


@dataclass(slots=True)
class _Numbered:
    """The moves behind one number; `player` is None before the first number."""

    number: int
    player: Player | None
    moves: list[_Move] = field(default_factory=list)


@dataclass(slots=True)
class _Deed:
    """What one turn did."""

    placement: Placement | None = None
    cap: Cap | None = None


def read_moves(text: str) -> tuple[Turn, ...]:
    """The turns of a game's moves; IllegibleError with the offending move."""
    return tuple(_turns(_numbered(_words(text))))


def write_moves(turns: Sequence[Turn]) -> list[str]:
    """The moves, a line for Black's turn and White's.

    Raises UnwritableError for a turn out of turn, and for a black cap that would be read back as a dome.
    """
    lines: list[str] = []
    built: set[Lot] = set()
    for count, turn in enumerate(turns):
        player = (Player.BLACK, Player.WHITE)[count % 2]
        if turn.player not in (player, None):
            raise UnwritableError(OUT_OF_TURN, number=count + 1)
        if turn.placement is not None:
            built.add(turn.placement.lot)
        if turn.cap is not None and turn.cap.owner is Player.BLACK and turn.cap.lot not in built:
            raise UnwritableError(CAP_ON_NOTHING, number=count + 1, lot=turn.cap.lot)
        if player is Player.BLACK:
            lines.append(f"{count // 2 + 1}. {_turn_text(turn)}")
        else:
            lines[-1] += f" {len(lines)}... {_turn_text(turn)}"
    return lines


def _turn_text(turn: Turn) -> str:
    words = []
    if turn.placement is not None:
        piece, lot = turn.placement.piece, str(turn.placement.lot).lower()
        name = f"{piece.colour}3x" if piece.kind is Kind.TOWER else SUITS[piece.colour]
        words.append(f"{name}@{lot}")
    if turn.cap is not None:
        words.append(f"{_CAP_LETTERS[turn.cap.owner]}1x@{str(turn.cap.lot).lower()}")
    return " ".join(words) or "{pass}"


def _words(text: str) -> list[str]:
    plain = _LINE_COMMENT.sub(" ", _COMMENT.sub(" ", text))
    if brace := re.search(r"[{}].{0,20}", plain):
        raise IllegibleError(LONE_BRACE, text=brace[0])
    return plain.split()


def _numbered(words: Sequence[str]) -> list[_Numbered]:
    parts = [_Numbered(0, None)]
    for word in words:
        rest = word
        if label := _LABEL.match(word):
            parts.append(_Numbered(int(label[1]), Player.BLACK if label[2] == "." else Player.WHITE))
            rest = label[3]
        if not _IDLE.match(rest) and not _WORD_LABEL.match(rest):
            parts[-1].moves.append(_move(rest, parts[-1]))
    return parts if parts[0].moves else parts[1:]


def _move(word: str, part: _Numbered) -> _Move:
    match = _MOVE.match(word.upper())
    if match is None or match[1] not in (*COLOURS, "W") or (match[2] and match[1] in "SMCA"):
        if part.player is None:
            raise IllegibleError(NO_MOVE, word=word)
        reason = Sentence(NO_MOVE, {"word": word})
        raise IllegibleError(MOVE_OF[part.player], number=part.number, reason=reason)
    return _Move(match[1], bool(match[2]), Lot.parse(match[3]))


def _deeds(part: _Numbered, built: set[Lot]) -> list[_Deed]:
    """The structures of a part, each with the cap laid beside it; `built` gains the lots built on."""
    deeds: list[_Deed] = []
    built |= {move.lot for move in part.moves if not move.is_cap}
    for move in part.moves:
        if move.is_cap and (move.letter == "W" or move.lot in built):
            cap = Cap(_CAPS[move.letter], move.lot)
            if deeds and deeds[-1].cap is None:
                deeds[-1].cap = cap
            else:
                deeds.append(_Deed(cap=cap))
            continue
        kind = Kind.TOWER if move.is_tower else Kind.DOME
        placement = Placement(Piece(kind, COLOURS[move.letter]), move.lot)
        built.add(move.lot)
        if deeds and deeds[-1].placement is None:
            deeds[-1].placement = placement
        else:
            deeds.append(_Deed(placement))
    return deeds


def _turns(parts: Sequence[_Numbered]) -> Iterator[Turn]:
    built: set[Lot] = set()
    names_white = any(part.player is Player.WHITE for part in parts)
    to_move = Player.BLACK
    last_number = 0
    for part, following in zip(parts, [*parts[1:], None], strict=True):
        deeds = _deeds(part, built)
        player = part.player if names_white and part.player else to_move
        if player is not to_move and part.number != last_number:
            yield Turn(to_move)
        if not deeds and names_white:
            deeds = [_Deed()]
        alternates = following is None or following.player is player or not names_white
        for deed in deeds:
            yield Turn(player, deed.placement, deed.cap)
            to_move = player.opponent
            if alternates:
                player = to_move
        last_number = part.number
