"""Turns told as what the players did: built, capped, moved, took back, passed, or broke a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.alien_city.pieces import Player
from engine.alien_city.state import State
from engine.alien_city.tiles import format_tiles
from engine.alien_city.turns import Cap, Placement, Turn
from engine.alien_city.words import CAP_NAMES, PIECE_NAMES, PLAYERS
from engine.game import Account, Act, Fault, Happening, Verdict
from engine.messages import Message

SET_UP = Message("The city is laid out.")
JOINED = Message("Joined in the middle: who built what isn't known.")
STANDS = Message("{lot} {piece}")
CAPPED = Message("{lot} capped by {player}")
TAKEN_BACK = Message("{lot} taken back")
CAP_TAKEN_OFF = Message("{lot}: cap taken off")
MOVED = Message("{before} to {lot}")
PASSED = Message("{player} passes")

_ABOUT_CAPS = {"C1", "C2", "C3", "C4"}


def tell_start(start: State) -> Happening:
    """The set-up of a game; a game that was joined in the middle is told with what stood there."""
    facts = {"tiles": format_tiles(start.city.tiles)}
    if start.hands is None:
        return Happening(Act.SETUP, {**facts, "joined": str(start.city)}, JOINED)
    return Happening(Act.SETUP, facts, SET_UP)


def retell(undone: Sequence[tuple[Turn, Verdict]], account: Account[Turn]) -> list[Happening]:
    """What the players did, when the turns undone gave way to those of the account.

    A turn done again with a cap more or less is told as that cap alone. A structure that went to another lot
    instead is told as moved, if both placements were legal.
    """
    again = {turn.placement: turn for turn, _ in undone if turn.placement in _placements(account.changes)}
    gone = [(turn, verdict) for turn, verdict in undone if turn.placement not in again]
    caps_before, caps_now = {turn.cap for turn in again.values()}, {turn.cap for turn in account.changes}
    told: list[Happening] = []
    moved = _moved(gone, account)
    for turn, _ in reversed(gone):
        if turn.placement is not None and moved is None:
            told.append(_taken_back(str(turn.placement.lot)))
        if turn.cap is not None and (turn.placement is None or turn.placement.lot != turn.cap.lot):
            told.append(_taken_back(str(turn.cap.lot), CAP_TAKEN_OFF))
    for turn, verdict in zip(account.changes, account.verdicts, strict=True):
        before = again.get(turn.placement) if turn.placement else None
        if before is None:
            told += [moved] if moved else _placement(turn, verdict)
        elif before.cap is not None and before.cap not in caps_now:
            told.append(_taken_back(str(before.cap.lot), CAP_TAKEN_OFF))
        if turn.cap is not None and turn.cap not in caps_before:
            told.append(_cap(turn, turn.cap, verdict))
    return told


def _placements(turns: Sequence[Turn]) -> set[Placement]:
    return {turn.placement for turn in turns if turn.placement is not None}


def _moved(gone: Sequence[tuple[Turn, Verdict]], account: Account[Turn]) -> Happening | None:
    """The move of one structure to another lot, if that and nothing else was done."""
    built = [(turn, verdict) for turn, verdict in gone if turn.placement is not None]
    if len(built) != 1 or len(account.changes) != 1 or not account.legal or not built[0][1].legal:
        return None
    (before, _), now = built[0], account.changes[0]
    old, new = before.placement, now.placement
    if old is None or new is None or old.piece != new.piece or before.cap is not None:
        return None
    facts = {**_who(now.player), "from": str(old.lot), "lot": str(new.lot), "piece": _piece(new)}
    words = {"before": str(old.lot), "lot": str(new.lot)}
    return Happening(Act.MOVED, facts, MOVED, (str(new.lot),), message_facts=words)


def _placement(turn: Turn, verdict: Verdict) -> Iterator[Happening]:
    if turn.is_pass:
        player = PLAYERS[turn.player] if turn.player else Message("?")
        yield Happening(Act.PASSED, _who(turn.player), PASSED, message_facts={"player": player})
    if turn.placement is None:
        return
    faults = tuple(fault for fault in verdict.faults if fault.rule not in _ABOUT_CAPS)
    lot = str(turn.placement.lot)
    facts = {"lot": lot, "piece": _piece(turn.placement), **_who(turn.player)}
    words = {"lot": lot, "piece": PIECE_NAMES[turn.placement.piece]}
    yield Happening(Act.PLACED, facts, STANDS, (lot,), faults, words)


def _cap(turn: Turn, cap: Cap, verdict: Verdict) -> Happening:
    faults: tuple[Fault, ...] = tuple(fault for fault in verdict.faults if fault.rule in _ABOUT_CAPS)
    if turn.placement is None:
        faults = verdict.faults
    lot = str(cap.lot)
    facts = {"lot": lot, "piece": CAP_NAMES[cap.owner].text, **_who(cap.owner)}
    words = {"lot": lot, "player": PLAYERS[cap.owner], "cap": CAP_NAMES[cap.owner]}
    return Happening(Act.CAPPED, facts, CAPPED, (lot,), faults, words)


def _taken_back(lot: str, message: Message = TAKEN_BACK) -> Happening:
    return Happening(Act.TAKEN_BACK, {"lot": lot}, message, (lot,), message_facts={"lot": lot})


def _who(player: Player | None) -> dict[str, str]:
    return {} if player is None else {"player": player.value}


def _piece(placement: Placement) -> str:
    return PIECE_NAMES[placement.piece].text
