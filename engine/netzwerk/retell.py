"""Turns told as what the players did: put and moved miners, built, took back, passed, or broke a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Account, Act, Fault, Happening, Verdict
from engine.messages import Message, Sentence
from engine.netzwerk.conduct import OF_THE_TURN_BEFORE, play
from engine.netzwerk.fields import Connection, Field
from engine.netzwerk.material import Colour, Player
from engine.netzwerk.options import Options
from engine.netzwerk.routes import SUPERFLUOUS, TOO_FEW_CITIES, TWICE_IN_A_CITY, routes
from engine.netzwerk.state import Phase, State
from engine.netzwerk.text import format_state
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import COLOURS, NAMES, PLAYERS

SET_UP = Message("The landscape is laid out.")
JOINED = Message("Joined in the middle: what the players hold, and whose turn it is, isn't known.")
WENT = Message("{player}: miner to {field}")
WENT_AND_TOOK = Message("{player}: miner to {field}, {stone} taken")
NOT_ANOTHER = Message("{player}, not {other}")
TOOK = Message("{player}: {stone} taken on {field}")
BUILT = Message("{player} builds {connections}")
BUILT_BETWEEN = Message("{player} builds {connections} (cities {cities})")
STAYED = Message("{player}'s miner stays")
LEFT = Message("{player}'s turn is over")
TAKEN_BACK = Message("{places} taken back")

_OF_THE_BUILD = {
    "off_board",
    "not_adjacent",
    "desert",
    "duplicate",
    "city_city",
    "parallel_2p",
    "supply",
    "build",
    "empty",
    TOO_FEW_CITIES,
    TWICE_IN_A_CITY,
    SUPERFLUOUS,
    "several_routes",
    "joins_three",
    "not_chain",
    "cost",
    "payment_wrong",
}
"""Codes of the faults that are told with what was built, and not with the miner's move."""


def tell_start(start: State) -> Happening:
    """The set-up of a game; a game that was joined in the middle is told with what lay there."""
    text = format_state(start)
    board, *rest = text.split()
    facts = {"board": board}
    if not start.unknown.seats:
        facts["players"] = " ".join(NAMES[player] for player in start.players)
    if start.occupied or any(start.connectors.values()) or start.unknown.hands:
        return Happening(Act.SETUP, {**facts, "joined": " ".join((board, *rest))}, JOINED)
    return Happening(Act.SETUP, facts, SET_UP)


def retell(
    state: State, undone: Sequence[tuple[Turn, Verdict]], account: Account[Turn], options: Options
) -> list[Happening]:
    """What the players did, when the turns undone since that state gave way to those of the account.

    Of a turn made again with more or fewer connectors only these are told; if its stone is taken by now, only that.
    What a player left undone is told when the next one's miner moves, and not again when that turn goes on.
    """
    told: list[Happening] = []
    again, gone = _paired([turn for turn, _ in undone], account.changes)
    # Where another player is now said to stand, a miner was misnamed, and nothing was taken back.
    standing = {turn.to for turn in account.changes if turn.to is not None and not turn.build}
    for turn in reversed(gone):
        if turn.to in standing and not turn.build:
            continue
        told += _taken_back(turn, () if turn.to is None else (str(turn.to),), turn.build)
    for turn, before in again:
        told += _taken_back(turn, (), tuple(sorted(set(before.build) - set(turn.build))))
    known = dict(again)
    named: dict[Field | None, Player] = {turn.to: turn.player for turn in gone if turn.to in standing}
    told_before = {_what(fault) for _, verdict in undone for fault in verdict.faults}
    for turn, verdict in zip(account.changes, account.verdicts, strict=True):
        before_it, state = state, play(state, turn, options).after
        left = [it for it in verdict.faults if it.code in OF_THE_TURN_BEFORE and not _is_own(it, turn)]
        told += _left_undone(before_it, [it for it in left if _what(it) not in told_before])
        faults = tuple(fault for fault in verdict.faults if fault not in left)
        told += _told(before_it, state, turn, faults, known.get(turn), named.get(turn.to))
    return told


def _paired(undone: Sequence[Turn], now: Sequence[Turn]) -> tuple[list[tuple[Turn, Turn]], list[Turn]]:
    """The turns that are there again, each with what it was before, and the old ones that are not."""
    left, again = list(undone), []
    for turn in now:
        before = next((it for it in left if (it.player, it.to) == (turn.player, turn.to)), None)
        if before is not None:
            left.remove(before)
            again.append((turn, before))
    return again, left


def _told(
    before: State,
    after: State,
    turn: Turn,
    faults: tuple[Fault, ...],
    known: Turn | None,
    other: Player | None,
) -> Iterator[Happening]:
    """What a turn tells. known: the turn as it was told before; other: whose miner was said to have come there."""
    fresh = tuple(it for it in turn.build if known is None or it not in known.build)
    of_the_build = tuple(it for it in faults if it.code in _OF_THE_BUILD)
    others = tuple(it for it in faults if it.code not in _OF_THE_BUILD)
    is_miner_told = known is None or known.taken != turn.taken or bool(others and not fresh)
    if fresh and (turn.to is None or not is_miner_told):
        of_the_build, others = faults, ()
    if turn.to is not None and is_miner_told:
        yield _miner(before, turn, others, known, other)
    elif turn.to is None and not turn.build:
        words = {"player": PLAYERS[turn.player]}
        has_moved = before.phase is Phase.BUILD and before.player is turn.player
        yield Happening(Act.PASSED, _who(turn), LEFT if has_moved else STAYED, (), faults, words)
    if fresh:
        yield _build(after, turn, fresh, of_the_build)


def _miner(
    before: State, turn: Turn, faults: tuple[Fault, ...], known: Turn | None, other: Player | None
) -> Happening:
    field = str(turn.to)
    facts = {**_who(turn), "field": field}
    player: object = PLAYERS[turn.player]
    if other not in (None, turn.player):
        player = Sentence(NOT_ANOTHER, {"player": player, "other": PLAYERS[other]})
    words: dict[str, object] = {"player": player, "field": field}
    message = WENT
    if isinstance(turn.took, Colour):
        facts["stone"] = COLOURS[turn.took].text
        words["stone"] = COLOURS[turn.took]
        message = WENT_AND_TOOK if known is None else TOOK
    start = before.miners.get(turn.player)
    if start is not None:
        facts["from"] = str(start)
    return Happening(Act.PLACED if start is None else Act.MOVED, facts, message, (field,), faults, words)


def _build(after: State, turn: Turn, fresh: tuple[Connection, ...], faults: tuple[Fault, ...]) -> Happening:
    names = tuple(map(str, sorted(fresh)))
    facts = {**_who(turn), "connections": ";".join(names)}
    words: dict[str, object] = {"player": PLAYERS[turn.player], "connections": names}
    touched = (it for it in routes(after.board, after.connectors[turn.player]) if it.connectors & set(fresh))
    values = after.board.city_values(city for route in touched for city in route.cities)
    message = BUILT
    if values:
        facts["cities"] = " ".join(map(str, values))
        words["cities"] = tuple(map(str, values))
        message = BUILT_BETWEEN
    return Happening(Act.BUILT, facts, message, names, faults, words)


def _is_own(fault: Fault, turn: Turn) -> bool:
    """Whether a fault is that of the player whose turn it is: a build ends a turn too."""
    return fault.facts["player"] == PLAYERS[turn.player]


def _what(fault: Fault) -> tuple[str, object, tuple[str, ...]]:
    """What a fault is about: the same one is told once."""
    return fault.code, fault.facts.get("player"), fault.places


def _left_undone(before: State, faults: Sequence[Fault]) -> Iterator[Happening]:
    """What the player before has left undone, whose turn ends with this one."""
    if faults:
        player = before.player
        places = tuple(place for fault in faults for place in fault.places)
        yield Happening(
            Act.PASSED, {"player": NAMES[player]}, LEFT, places, tuple(faults), {"player": PLAYERS[player]}
        )


def _taken_back(turn: Turn, fields: tuple[str, ...], connectors: Sequence[Connection]) -> Iterator[Happening]:
    places = (*fields, *map(str, connectors))
    if places:
        facts = {**_who(turn), "places": " ".join(places)}
        yield Happening(Act.TAKEN_BACK, facts, TAKEN_BACK, places, (), {"places": places})


def _who(turn: Turn) -> dict[str, str]:
    return {"player": NAMES[turn.player]}
