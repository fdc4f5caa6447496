"""Turns judged, and what comes of them: whole turns, and those seen while they go on (N-4, N-5, N-6, N-8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from engine.game import Fault, Verdict
from engine.messages import Message
from engine.netzwerk.building import built, judge_build, possible_connectors, with_connectors
from engine.netzwerk.fields import Field
from engine.netzwerk.material import DESERT, UNREAD, Colour
from engine.netzwerk.miners import moved, moves, perhaps_took, places
from engine.netzwerk.options import BOOK, LENIENT, Options
from engine.netzwerk.paying import with_paid
from engine.netzwerk.reach import may_afford
from engine.netzwerk.seats import ended, seated
from engine.netzwerk.state import FINISHED, Begun, Phase, State
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import COLOURS, PLAYERS

NOT_THEIR_TURN = Message("it is {player}'s turn.")
GAME_OVER = Message("the game is over; nobody moves any more.")
OFF_BOARD = Message("a miner cannot be put on {field}: there is no field.")
ON_DESERT = Message("a miner cannot be put on {field}: that is a desert.")
TAKEN = Message("a miner cannot be put on {field}: another miner stands there.")
NO_WAY = Message("from {start} the miner cannot go to {field} by a step or a jump.")
NO_JUMP = Message(
    "from {start} no jump leads to {field}: it goes over up to three miners in a row, onto the free field behind."
)
MUST_MOVE = Message("the miner has to move as long as it can.")
TOOK_WRONG = Message("on {field} the stone to take is: {stone}.")
TOOK_NOTHING_THERE = Message("on {field} there is no stone to take.")
TOOK_UNMOVED = Message("a stone is taken only where the miner goes.")
TOOK_TOO_MANY = Message("one stone is taken on {field}, and no more.")
LEFT_STONE = Message("{player} has not taken the stone on {field}.")
LEFT_ROUTE = Message("{player}'s turn is over, and what was begun with {connections} is no route yet.")
MUST_PLACE = Message("the miner has to be put on the board.")
HAS_MOVED = Message("the miner has moved already in this turn.")
PAID_FOR_NOTHING = Message("stones are paid, and nothing is built.")
NO_BUILDING_YET = Message("nothing is built in the turn in which the miner is put on the board.")

OF_THE_TURN_BEFORE = ("untaken", "unfinished")
"""Codes of the faults of a player whose turn is ended by another's, with something left undone."""


@dataclass(frozen=True, slots=True)
class Played:
    """A turn judged. verdict: all faults; after: the position that the table then shows."""

    turn: Turn
    verdict: Verdict
    after: State


def judge(state: State, turn: Turn, options: Options = BOOK) -> Verdict:
    """All faults of a turn, and the fewest options by which it would have none."""
    verdict = play(state, turn, options).verdict
    if verdict.legal:
        return verdict
    for count in range(1, len(LENIENT) + 1):
        for names in combinations(LENIENT, count):
            if play(state, turn, options.but(names)).verdict.legal:
                return Verdict(verdict.faults, names)
    return verdict


def targets(state: State) -> dict[Field, int]:
    """Where the miner of the player to act may be put or go, and over how many others it jumps."""
    if state.phase is Phase.PLACE:
        return dict.fromkeys(places(state), 0)
    return dict(moves(state, state.player)) if state.phase is Phase.MOVE else {}


def play(state: State, turn: Turn, options: Options = BOOK) -> Played:
    """Judge a turn and make it: play goes on from what is against the rules, as on a real table.

    A turn that was seen goes on as long as nothing is built, or what is built is no route yet but may become one;
    it ends when another player's miner moves. A player out of turn may move the own miner, or lay connectors during
    somebody else's turn. When the game is over nothing changes any more.
    """
    faults: list[Fault] = []
    is_over = state.phase is Phase.OVER
    if not is_over:
        state = seated(state, turn.player, together=turn.together)
        if _ends_turn_before(state, turn):
            faults += _left_undone(state)
            state = seated(_closed(state), turn.player, together=turn.together)
            is_over = state.phase is Phase.OVER
    if is_over:
        return Played(turn, Verdict((*faults, Fault("over", "N-9.2", GAME_OVER))), state)
    if turn.player is not state.player:
        faults.append(Fault("turn", "N-3.7", NOT_THEIR_TURN, {"player": PLAYERS[state.player]}))
        if turn.player not in state.players:
            return Played(turn, Verdict(tuple(faults)), state)
        if turn.to is None and turn.build:
            return _laid_beside(state, turn, options, faults)
        state = replace(state, player=turn.player, begun=FINISHED)
    return _in_turn(state, turn, options, faults)


def _ends_turn_before(state: State, turn: Turn) -> bool:
    """Whether a turn ends that of another player, who might still have built: its miner moves, or it is next and
    can't move, so that its player may build at once (N-5.6)."""
    if state.phase is not Phase.BUILD:
        return False
    if turn.player is state.player:
        # When several moved between two looks, the turn that goes on need not be that of the last one told.
        return turn.to is not None and turn.player in state.unknown.seats and not state.begun.stone
    after = seated(ended(state), turn.player, together=turn.together)
    return turn.to is not None or (
        after.player is turn.player and after.phase is Phase.MOVE and not targets(after)
    )


def _in_turn(state: State, turn: Turn, options: Options, faults: list[Fault]) -> Played:
    """A turn of the player to act; faults: those found so far."""
    is_seen = turn.payment is None
    if not turn.build and any(turn.payment or ()):
        faults.append(Fault("payment_wrong", "N-7.2", PAID_FOR_NOTHING))
    if state.phase is Phase.BUILD and turn.to is None and not turn.build and not is_seen:
        faults += (*_wrong_stone(state, turn, None), *_left_undone(state))
        paid = with_paid(state, state.player, (), turn.payment)
        return Played(turn, Verdict(tuple(faults)), _closed(paid))
    faults += _miner_faults(state, turn)
    due, after = moved(state, turn.to), _moved_as_seen(state, turn)
    owes_stone = is_seen and turn.took is None and due.took is not None
    if not owes_stone:
        faults += _wrong_stone(state, turn, due.took)
    if state.phase is Phase.PLACE:
        if turn.build:
            faults.append(Fault("build", "N-4.3", NO_BUILDING_YET, {}, tuple(map(str, turn.build))))
        if owes_stone:
            after = replace(after, player=turn.player, phase=Phase.BUILD, begun=Begun(stone=True))
        return Played(turn, Verdict(tuple(faults)), after)
    if is_seen:
        return _seen(turn, options, faults, due.state, replace(after, begun=_begun(after, owes_stone)))
    if turn.build:
        faults += judge_build(due.state, state.player, turn.build, options, turn.payment).faults
    return Played(turn, Verdict(tuple(faults)), built(after, turn.build, turn.payment))


def _seen(turn: Turn, options: Options, faults: list[Fault], due: State, after: State) -> Played:
    """A turn as far as it was seen. due: the position in which the rules judge its build; after: the real one."""
    player, begun = turn.player, after.begun
    if not turn.build:
        is_done = begun == FINISHED and not may_afford(after, player, options)
        return Played(turn, Verdict(tuple(faults)), ended(after) if is_done else after)
    # What was laid before in this turn belongs to the same build.
    build = tuple(sorted(begun.laid.union(turn.build)))
    ruling = judge_build(_unlaid(due), player, build, options)
    faults += ruling.so_far
    if ruling.can_grow and not faults:
        laid = with_connectors(after, player, possible_connectors(after, build))
        return Played(turn, Verdict(), replace(laid, begun=replace(begun, laid=frozenset(build))))
    if begun.stone:
        faults += _stone_left(after)
    after = built(_unlaid(after), build, None)
    if after.phase is Phase.OVER and may_afford(after, player, options):
        after = replace(after, phase=Phase.BUILD)
    return Played(turn, Verdict(tuple(faults)), after)


def _laid_beside(state: State, turn: Turn, options: Options, faults: list[Fault]) -> Played:
    """Connectors that a player lays while it is another's turn."""
    acting = replace(state, player=turn.player, phase=Phase.BUILD, begun=FINISHED)
    ruling = judge_build(acting, turn.player, turn.build, options, turn.payment)
    faults += ruling.so_far
    after = built(acting, turn.build, turn.payment)
    after = replace(after, player=state.player, phase=state.phase, begun=state.begun)
    return Played(turn, Verdict(tuple(faults)), after)


def _begun(state: State, owes_stone: bool) -> Begun:
    return replace(state.begun, stone=state.begun.stone or owes_stone)


def _unlaid(state: State) -> State:
    """The position without the connectors that are no route yet."""
    laid = state.connectors[state.player] - state.begun.laid
    return replace(state, connectors={**state.connectors, state.player: laid}, begun=FINISHED)


def _closed(state: State) -> State:
    """The position when the turn ends as it is: what lies there is paid for.

    A stone that seems to have been left may have been taken all the same, unseen: players who play on after the
    warning are saying so.
    """
    player, at = state.player, state.miners[state.player]
    begun = tuple(state.begun.laid)
    paid = with_paid(_unlaid(state), player, begun, None) if begun else state
    if state.begun.stone and at is not None:
        paid = perhaps_took(paid, player, state.board.colour_of(at))
    return ended(with_connectors(paid, player, state.begun.laid))


def _left_undone(state: State) -> list[Fault]:
    """What a turn that ends now lacks (N-5.5, N-6.10)."""
    faults = list(_stone_left(state)) if state.begun.stone else []
    if state.begun.laid:
        places = tuple(map(str, sorted(state.begun.laid)))
        facts = {"player": PLAYERS[state.player], "connections": places}
        faults.append(Fault("unfinished", "N-6.10", LEFT_ROUTE, facts, places))
    return faults


def _stone_left(state: State) -> Iterator[Fault]:
    field = str(state.miners[state.player])
    facts = {"player": PLAYERS[state.player], "field": field}
    yield Fault("untaken", "N-5.5", LEFT_STONE, facts, (field,))


def _moved_as_seen(state: State, turn: Turn) -> State:
    """The position with the miner moved, and as many stones taken as the turn says."""
    if turn.to is None:
        return moved(state, None).state
    colour = state.board.colour_of(turn.to) if turn.to in state.board else None
    if turn.took is not UNREAD:
        return moved(state, turn.to, turn.taken if turn.took is colour else 0).state
    after = moved(state, turn.to).state
    is_open = turn.to in state.unknown.stones or state.board.kinds.get(turn.to) is UNREAD
    return perhaps_took(after, turn.player, colour) if is_open else after


def _miner_faults(state: State, turn: Turn) -> list[Fault]:
    may: Collection[Field] = targets(state)
    if state.unknown.miners and state.phase is Phase.MOVE:
        # With miners unseen, any free field may have been reached, and a miner that stayed may be blocked.
        may = [] if turn.to is None else places(state)
    if turn.to is None and may:
        is_placing = state.phase is Phase.PLACE
        return [Fault("place", "N-4.1", MUST_PLACE) if is_placing else Fault("stay", "N-5.1", MUST_MOVE)]
    if turn.to is None or turn.to in may:
        return []
    place = (str(turn.to),)
    if state.phase is Phase.PLACE:
        kind = state.board.kinds.get(turn.to)
        why = OFF_BOARD if kind is None else ON_DESERT if kind is DESERT else TAKEN
        return [Fault("place", "N-4.1", why, {"field": str(turn.to)}, place)]
    if state.phase is Phase.BUILD:
        return [Fault("move", "N-5.4", HAS_MOVED, {}, place)]
    start = state.miners[state.player]
    facts = {"start": str(start), "field": str(turn.to)}
    if start is not None and start.is_in_line(turn.to) and turn.to not in start.neighbours():
        return [Fault("move", "N-5.3", NO_JUMP, facts, place)]
    return [Fault("move", "N-5.2", NO_WAY, facts, place)]


def _wrong_stone(state: State, turn: Turn, due: Colour | None) -> Iterator[Fault]:
    """Stones taken or left against the rules, as far as that can be told (N-5.5)."""
    if turn.to is None:
        if turn.took not in (None, UNREAD):
            yield Fault("took", "N-5.5", TOOK_UNMOVED)
        return
    field = str(turn.to)
    if turn.surplus:
        yield Fault("took", "N-5.5", TOOK_TOO_MANY, {"field": field}, (field,))
    if turn.took in (due, UNREAD):
        return
    if turn.to in state.unknown.stones or state.board.kinds.get(turn.to) is UNREAD:
        return
    elif due is None:
        yield Fault("took", "N-5.5", TOOK_NOTHING_THERE, {"field": field}, (field,))
    else:
        yield Fault("took", "N-5.5", TOOK_WRONG, {"field": field, "stone": COLOURS[due]}, (field,))
