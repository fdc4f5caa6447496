"""Position text: five words on one line, there and back; and the one text of all that mean the same position."""

from __future__ import annotations

from dataclasses import replace

from .board import Board
from .fields import Connection, Field
from .material import DESERT, City, Colour, Kind, Player, Stones
from .state import Phase, State

_NO_FIELD = ".."
_TEN = "A"
_FEWEST_PLAYERS = 2
_WORDS = "BOARD MINERS STICKS HANDS TURN"


def parse_state(text: str) -> State:
    """The position of a text; ValueError with the offending part for anything else.

    >>> text = "0|0:C2Y2C3 w1,0;k- w-|k- w1,0,0,0,0|k0,0,0,0,0 k.p"
    >>> format_state(parse_state(text)) == text
    True
    """
    words = text.split()
    if len(words) != len(_WORDS.split()):
        raise ValueError(f"illegal position: {text!r} has {len(words)} words, not {_WORDS}")
    board, stones = _parse_board(words[0])
    miners = dict(_parse_miner(entry, board) for entry in words[1].split(";"))
    players = tuple(miners)
    if len(players) != len(words[1].split(";")):
        raise ValueError(f"illegal position: a player is named twice in {words[1]!r}")
    if len(players) < _FEWEST_PLAYERS:
        raise ValueError(f"illegal position: {words[1]!r} names one player only")
    connectors = dict(_parse_connectors(group, board) for group in words[2].split("|"))
    hands = dict(_parse_hand(group) for group in words[3].split("|"))
    for word, named in ((words[2], connectors), (words[3], hands)):
        if tuple(named) != players or word.count("|") >= len(players):
            raise ValueError(f"illegal position: {word!r} does not name the players of {words[1]!r} in order")
    player, dot, phase = words[4].partition(".")
    try:
        turn, doing = Player(player), Phase(phase)
    except ValueError:
        raise ValueError(f"illegal position: {words[4]!r} is no turn (a player and .p .m .b or .x)") from None
    if not dot or turn not in players:
        raise ValueError(f"illegal position: {words[4]!r} is no turn of one of its players")
    return State(board, players, stones, miners, connectors, hands, turn, doing)


def format_state(state: State) -> str:
    """The text that `parse_state` reads back."""
    miners = ";".join(f"{player}{state.miners[player] or '-'}" for player in state.players)
    sticks = "|".join(
        f"{player}{';'.join(sorted(map(str, state.connectors[player]))) or '-'}" for player in state.players
    )
    hands = "|".join(f"{player}{','.join(map(str, state.hands[player]))}" for player in state.players)
    return f"{_format_board(state)} {miners} {sticks} {hands} {state.player}.{state.phase}"


def canonical(state: State) -> str:
    """The smallest text of the table seen turned by sixths and with its origin in the corner.

    Two positions are the same when their canonical texts are; a mirror image is another one.
    """
    texts = []
    for _ in range(6):
        state = state.turned()
        texts.append(format_state(_to_corner(state)))
    return min(texts)


def _to_corner(state: State) -> State:
    """The same position with the smallest q and the smallest r at 0."""
    q, r = min(field.q for field in state.board), min(field.r for field in state.board)

    def moved(field: Field) -> Field:
        return Field(field.q - q, field.r - r)

    return replace(
        state,
        board=Board({moved(field): state.board[field] for field in state.board}),
        stones={moved(field): count for field, count in state.stones.items()},
        miners={player: at and moved(at) for player, at in state.miners.items()},
        connectors={
            player: frozenset(Connection.of(*map(moved, it.fields)) for it in laid)
            for player, laid in state.connectors.items()
        },
    )


def _parse_board(word: str) -> tuple[Board, dict[Field, int]]:
    top, bar, rows = word.partition("|")
    if not bar or not _is_number(top):
        raise ValueError(f"illegal board: {word!r} does not begin with the number of its first row")
    kinds: dict[Field, Kind] = {}
    stones: dict[Field, int] = {}
    for r, row in enumerate(rows.split("/"), start=int(top)):
        start, colon, tokens = row.partition(":")
        if not colon or not _is_number(start) or len(tokens) % 2:
            raise ValueError(f"illegal row: {row!r} (the first q, a colon, two signs for each field)")
        for q, at in enumerate(range(0, len(tokens), 2), start=int(start)):
            token = tokens[at : at + 2]
            if token == _NO_FIELD:
                continue
            kinds[Field(q, r)], count = _parse_token(token)
            if count is not None:
                stones[Field(q, r)] = count
    if not kinds:
        raise ValueError(f"illegal board: {word!r} has no field")
    return Board(kinds), stones


def _is_number(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 5


def _parse_token(token: str) -> tuple[Kind, int | None]:
    """A field's kind and, of a landscape, its stones."""
    if token == DESERT.value * 2:
        return DESERT, None
    if token[0] == "C" and token[1] in "23456789" + _TEN:
        return City(10 if token[1] == _TEN else int(token[1])), None
    if token[0] in list(Colour) and token[1] in "012":
        return Colour(token[0]), int(token[1])
    raise ValueError(f"illegal field: {token!r} (as Y2, C7, CA, ## or ..)")


def _format_board(state: State) -> str:
    rows = sorted({field.r for field in state.board})
    texts = []
    for r in range(rows[0], rows[-1] + 1):
        qs = sorted(field.q for field in state.board if field.r == r)
        tokens = "".join(_token(state, Field(q, r)) for q in range(qs[0], qs[-1] + 1)) if qs else ""
        texts.append(f"{qs[0] if qs else 0}:{tokens}")
    return f"{rows[0]}|{'/'.join(texts)}"


def _token(state: State, field: Field) -> str:
    if field not in state.board:
        return _NO_FIELD
    kind = state.board[field]
    if isinstance(kind, Colour):
        return f"{kind}{state.stones[field]}"
    if isinstance(kind, City):
        return f"C{_TEN if kind.value == 10 else kind.value}"
    return DESERT.value * 2


def _player(group: str, part: str) -> tuple[Player, str]:
    """The player a group begins with, and the rest of it."""
    try:
        return Player(group[:1]), group[1:]
    except ValueError:
        raise ValueError(f"illegal {part}: {group!r} does not begin with a player (w k g n)") from None


def _parse_miner(entry: str, board: Board) -> tuple[Player, Field | None]:
    player, place = _player(entry, "miner")
    if place == "-":
        return player, None
    field = Field.parse(place)
    if not board.can_be_entered(field):
        raise ValueError(f"illegal miner: {entry!r} stands on no field, or on a desert")
    return player, field


def _parse_connectors(group: str, board: Board) -> tuple[Player, frozenset[Connection]]:
    player, names = _player(group, "connectors")
    laid = [] if names == "-" else [Connection.parse(name) for name in names.split(";")]
    for connection in laid:
        if not all(board.can_be_entered(field) for field in connection.fields):
            raise ValueError(f"illegal connector: {connection} ends off the board, or on a desert")
    if len(set(laid)) < len(laid):
        raise ValueError(f"illegal connectors: {group!r} names one twice")
    return player, frozenset(laid)


def _parse_hand(group: str) -> tuple[Player, Stones]:
    player, numbers = _player(group, "hand")
    counts = numbers.split(",")
    if len(counts) != len(Colour) or not all(_is_number(count) and count[0] != "-" for count in counts):
        raise ValueError(f"illegal hand: {group!r} (a player and five numbers, Y O R G B)")
    y, o, r, g, b = map(int, counts)
    return player, (y, o, r, g, b)
