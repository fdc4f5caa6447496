"""Position text: five words on one line, there and back; and the one text of all that mean the same position.

Somebody who looks at the table does not know everything. In `parse_seen` and `format_state`, `Y?` is a landscape
whose stones are not counted, `C?` a city of unread value, `??` an unread field; `w?` a miner, connectors or a
hand of which nothing is known; `3,1E?` a place where a player may have a connector; `w1,0,0,0,0/0,0,0,1,0` a
hand that may be either. The turn is `?wk.m` where it is not known when White and Black act. After `+` follows what
the player still has to finish: `w.b+stone;3,1E`. Where hands and turn are both unknown, they are left out.
"""

from __future__ import annotations

from dataclasses import replace

from engine.illegible import ILLEGAL_POSITION, WRITTEN_LIKE, IllegibleError
from engine.messages import Message, Sentence
from engine.netzwerk.board import Board
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import (
    DESERT,
    FEWEST_PLAYERS,
    NO_STONES,
    UNREAD,
    UNREAD_VALUE,
    City,
    Colour,
    Kind,
    Player,
    Stones,
    Unread,
)
from engine.netzwerk.state import FINISHED, Begun, Phase, State
from engine.netzwerk.unknown import Unknown

_NO_FIELD = ".."
_TEN = "A"
_WORDS = "BOARD MINERS STICKS HANDS TURN"
_SEEN_WORDS = "BOARD MINERS STICKS"
_STONE = "stone"

OTHER_WORDS = Message("{text!r} has {count} words, not {words}")
LEFT_OPEN = Message("{text!r} leaves something open, and the rules need to know all of it")
OTHER_PLAYERS = Message("two to four players are named, each once, and in the same order everywhere")
OFF_BOARD = Message("it lies off the board")
LAID_TWICE = Message("a connector is named twice")


def is_position(text: str) -> bool:
    """Whether a position text is of this game: only a landscape begins with the number of its first row."""
    return "|" in text.partition(" ")[0]


def parse_state(text: str) -> State:
    """The position of a text that leaves nothing open; IllegibleError with the offending part for anything else.

    >>> text = "0|0:C2Y2C3 w1,0;k- w-|k- w1,0,0,0,0|k0,0,0,0,0 k.p"
    >>> format_state(parse_state(text)) == text
    True
    """
    if len(text.split()) != len(_WORDS.split()):
        raise IllegibleError(OTHER_WORDS, text=text, count=len(text.split()), words=_WORDS)
    state = parse_seen(text)
    if not state.is_known:
        raise IllegibleError(LEFT_OPEN, text=text)
    return state


def parse_seen(text: str) -> State:
    """The position of a text that may leave something open, hands and turn included; IllegibleError for another.

    >>> text = "0|0:C?Y2??G?C3 w1,0;k? w?|k3,0E?"
    >>> format_state(parse_seen(text)) == text
    True
    """
    words = text.split()
    if len(words) not in (len(_WORDS.split()), len(_SEEN_WORDS.split())):
        raise IllegibleError(OTHER_WORDS, text=text, count=len(words), words=_WORDS)
    board, counts = _parse_board(words[0])
    miners = dict(_parse_miner(entry, board) for entry in words[1].split(";"))
    players = tuple(miners)
    if len(players) != len(words[1].split(";")) or len(players) < FEWEST_PLAYERS:
        raise _illegal(words[1], OTHER_PLAYERS)
    connectors = dict(_parse_connectors(group, board) for group in words[2].split("|"))
    given = words[3] if len(words) > len(_SEEN_WORDS.split()) else "|".join(f"{it}?" for it in players)
    hands = dict(_parse_hand(group) for group in given.split("|"))
    for word, named in ((words[2], connectors), (given, hands)):
        if tuple(named) != players or word.count("|") >= len(players):
            raise _illegal(word, OTHER_PLAYERS)
    turn = words[4] if len(words) == len(_WORDS.split()) else f"?{''.join(players)}.{Phase.MOVE}"
    player, seats, phase, begun = _parse_turn(turn, players, board)
    state = State(
        board,
        players,
        {field: count for field, count in counts.items() if count is not None},
        {it: place if isinstance(place, Field) else None for it, place in miners.items()},
        {it: laid for it, (laid, _) in connectors.items()},
        dict.fromkeys(players, NO_STONES),
        player,
        phase,
        begun,
        Unknown(
            stones=frozenset(field for field, count in counts.items() if count is None),
            miners=frozenset(it for it, place in miners.items() if place is UNREAD),
            networks=frozenset(it for it, (_, unread) in connectors.items() if unread is None),
            connections=frozenset(
                (it, connection) for it, (_, unread) in connectors.items() for connection in unread or ()
            ),
            seats=seats,
        ),
    )
    for it, possible in hands.items():
        state = state.with_hands(it, possible)
    return state


def format_state(state: State) -> str:
    """The text that `parse_seen` reads back, and `parse_state` where nothing is unknown."""
    unknown = state.unknown
    miners = ";".join(
        f"{player}{'?' if player in unknown.miners else state.miners[player] or '-'}"
        for player in state.players
    )
    sticks = "|".join(f"{player}{_sticks(state, player)}" for player in state.players)
    hands = "|".join(f"{player}{_hand(state, player)}" for player in state.players)
    seats = "".join(player for player in state.players if player in unknown.seats)
    owed = [_STONE] * state.begun.stone + sorted(map(str, state.begun.laid))
    acting = "" if seats and state.phase is not Phase.BUILD else str(state.player)
    turn = f"{acting}{f'?{seats}' if seats else ''}.{state.phase}" + ("+" + ";".join(owed) if owed else "")
    seen = f"{_format_board(state)} {miners} {sticks}"
    nobody_knows = all(state.possible_hands(player) is None for player in state.players)
    if nobody_knows and turn == f"?{''.join(state.players)}.{Phase.MOVE}":
        return seen
    return f"{seen} {hands} {turn}"


def _sticks(state: State, player: Player) -> str:
    unknown = state.unknown
    if player in unknown.networks:
        return "?"
    laid = [str(it) for it in state.connectors[player]]
    return (
        ";".join(sorted([*laid, *(f"{at}?" for owner, at in unknown.connections if owner is player)])) or "-"
    )


def _hand(state: State, player: Player) -> str:
    possible = state.possible_hands(player)
    return "?" if possible is None else "/".join(",".join(map(str, hand)) for hand in sorted(possible))


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


def _parse_board(word: str) -> tuple[Board, dict[Field, int | None]]:
    """The board, and the stones on its landscapes, None where they were not counted."""
    top, bar, rows = word.partition("|")
    if not bar or not _is_number(top):
        raise _unlike(word, "0|0:C2Y2C3")
    kinds: dict[Field, Kind] = {}
    stones: dict[Field, int | None] = {}
    for r, row in enumerate(rows.split("/"), start=int(top)):
        start, colon, tokens = row.partition(":")
        if not colon or not _is_number(start) or len(tokens) % 2:
            raise _unlike(row, "0:C2Y2C3")
        for q, at in enumerate(range(0, len(tokens), 2), start=int(start)):
            token = tokens[at : at + 2]
            if token == _NO_FIELD:
                continue
            kind = kinds[Field.at(q, r)] = _parse_kind(token)
            if isinstance(kind, Colour):
                stones[Field(q, r)] = None if token[1] == UNREAD else int(token[1])
    try:
        return Board.read(kinds), stones
    except IllegibleError as error:
        raise _illegal(word, error) from None


def _is_number(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 5


def _parse_kind(token: str) -> Kind:
    """A field's kind; after a landscape follows the number of its stones."""
    if token in (DESERT.value * 2, UNREAD.value * 2):
        return DESERT if token[0] == DESERT else UNREAD
    if token[0] == "C" and token[1] in "23456789" + _TEN + UNREAD:
        return City(10 if token[1] == _TEN else UNREAD_VALUE if token[1] == UNREAD else int(token[1]))
    if token[0] in list(Colour) and token[1] in "012" + UNREAD:
        return Colour(token[0])
    raise _unlike(token, "Y2", "C7", "CA", "##", "..")


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
        return f"{kind}{UNREAD if field in state.unknown.stones else state.stones[field]}"
    if isinstance(kind, City):
        return f"C{_TEN if kind.value == 10 else kind.value or UNREAD}"
    return kind.value * 2


def _illegal(text: str, reason: Message | Sentence | IllegibleError) -> IllegibleError:
    return IllegibleError(ILLEGAL_POSITION, text=text, reason=reason)


def _unlike(text: str, *examples: str) -> IllegibleError:
    return _illegal(text, Sentence(WRITTEN_LIKE, {"example": examples}))


def _player(group: str) -> tuple[Player, str]:
    """The player a group begins with, and the rest of it."""
    try:
        return Player(group[:1]), group[1:]
    except IllegibleError as error:
        raise _illegal(group, error) from None


def _parse_miner(entry: str, board: Board) -> tuple[Player, Field | Unread | None]:
    player, place = _player(entry)
    if place in ("-", UNREAD):
        return player, None if place == "-" else UNREAD
    field = Field.parse(place)
    if field not in board:
        raise _illegal(entry, OFF_BOARD)
    return player, field


def _parse_connectors(
    group: str, board: Board
) -> tuple[Player, tuple[frozenset[Connection], frozenset[Connection] | None]]:
    """A player's connectors, and where others of this player may lie: None for anywhere."""
    player, words = _player(group)
    if words == UNREAD:
        return player, (frozenset(), None)
    names = [] if words == "-" else words.split(";")
    laid = [_parse_connector(name.removesuffix(UNREAD), board) for name in names]
    if len(set(laid)) < len(laid):
        raise _illegal(group, LAID_TWICE)
    unread = frozenset(it for it, name in zip(laid, names, strict=True) if name.endswith(UNREAD))
    return player, (frozenset(laid) - unread, unread)


def _parse_connector(name: str, board: Board) -> Connection:
    connection = Connection.parse(name)
    if any(field not in board for field in connection.fields):
        raise _illegal(name, OFF_BOARD)
    return connection


def _parse_turn(
    word: str, players: tuple[Player, ...], board: Board
) -> tuple[Player, frozenset[Player], Phase, Begun]:
    """The player to act, the players whose turn in the order is not known, the phase, and what is to be finished."""
    acting, plus, owed = word.partition("+")
    letters, dot, phase = acting.partition(".")
    letter, _, others = letters.partition(UNREAD)
    try:
        seats = frozenset(map(Player, others))
        turn = Player(letter) if letter or not seats else players[0]
        doing = Phase(phase)
    except ValueError:
        raise _unlike(word, "w.p", "w.m", "w.b", "w.x") from None
    if not dot or turn not in players or not seats <= set(players):
        raise _illegal(word, OTHER_PLAYERS)
    names = owed.split(";") if plus else []
    laid = frozenset(_parse_connector(name, board) for name in names if name != _STONE)
    return turn, seats, doing, Begun(laid, _STONE in names) if names else FINISHED


def _parse_hand(group: str) -> tuple[Player, frozenset[Stones] | None]:
    """A player and all that may be in the hand; None for anything."""
    player, hands = _player(group)
    if hands == UNREAD:
        return player, None
    return player, frozenset(_parse_stones(group, hand) for hand in hands.split("/"))


def _parse_stones(group: str, numbers: str) -> Stones:
    counts = numbers.split(",")
    if len(counts) != len(Colour) or not all(_is_number(count) and count[0] != "-" for count in counts):
        raise _unlike(group, "w1,0,0,0,0")
    y, o, r, g, b = map(int, counts)
    return y, o, r, g, b
