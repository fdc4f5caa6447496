"""The account of a replay that a person reads: turns, faults in words, the end, the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.alien_city.conduct import End
from engine.alien_city.words import PIECE_NAMES, PLAYERS
from engine.messages import ENGLISH, Language, Message
from engine.telling import ALL_LEGAL, ILLEGAL, NOT_OVER, SCORE_SO_FAR, SOME_ILLEGAL, TITLE

if TYPE_CHECKING:
    from engine.alien_city.replay import Replay, Step

HOUSE_RULES = Message("House rules: {names}")
BUILT = Message("{number}. {player}: {piece} on {lot}")
BUILT_AND_CAPPED = Message("{number}. {player}: {piece} on {lot}, cap on {cap}")
CAPPED = Message("{number}. {player}: cap on {cap}")
PASSED = Message("{number}. {player} passes")
SOMEBODY = Message("Somebody")
LEGAL_BY_HOUSE_RULE = Message("Legal by the house rule {names}.")
ALL_LEGAL_BY_HOUSE_RULE = Message(
    "{count} turn was illegal by the book and legal by the house rule {names}.",
    "{count} turns were illegal by the book and legal by the house rule {names}.",
)
ENDS = {
    End.ALL_BUILT: Message("The game is over: everything is built."),
    End.NO_LOT: Message("The game is over: no lot is left that keeps the streets whole."),
    End.NO_FIT: Message("The game is over: none of the pieces left fits on a lot left."),
}
SCORE = Message("Score")
NOT_COUNTED = Message(
    "Score not counted: {count} lot unread ({lots}).",
    "Score not counted: {count} lots unread ({lots}).",
)

INDENT = "   "


def account(replay: Replay, language: Language = ENGLISH) -> list[str]:
    """The lines of the account."""
    say = language.say
    lines = [say(TITLE, {"id": replay.record.id})]
    if replay.house_rules.names:
        lines.append(say(HOUSE_RULES, {"names": replay.house_rules.names}))
    for number, step in enumerate(replay.steps, 1):
        lines.append(_turn_line(number, step, language))
        remarks = [say(ILLEGAL, {"sentence": fault.sentence(language)}) for fault in step.verdict.faults]
        if step.verdict.house_rules:
            remarks.append(say(LEGAL_BY_HOUSE_RULE, {"names": step.verdict.house_rules}))
        lines += [f"{INDENT}{remark}" for remark in remarks]
    lines.append(_summary(replay, language))
    lines.append(say(ENDS[replay.end] if replay.end else NOT_OVER))
    if replay.score is not None:
        lines.append(say(SCORE if replay.end else SCORE_SO_FAR))
        lines += [f"{INDENT}{line}" for line in replay.score.lines(language)]
    else:
        unread = replay.state.city.unknown_lots()
        lines.append(say(NOT_COUNTED, {"count": len(unread), "lots": tuple(map(str, unread))}))
    return lines


def _turn_line(number: int, step: Step, language: Language) -> str:
    turn = step.turn
    player = turn.player or step.before.to_move
    facts: dict[str, object] = {"number": number, "player": PLAYERS[player] if player else SOMEBODY}
    if turn.cap is not None:
        facts["cap"] = str(turn.cap.lot)
    if turn.placement is None:
        return language.say(CAPPED if turn.cap else PASSED, facts)
    facts |= {"piece": PIECE_NAMES[turn.placement.piece], "lot": str(turn.placement.lot)}
    return language.say(BUILT_AND_CAPPED if turn.cap else BUILT, facts)


def _summary(replay: Replay, language: Language) -> str:
    illegal = sum(not step.verdict.legal for step in replay.steps)
    if not illegal:
        return language.say(ALL_LEGAL)
    facts: dict[str, object] = {"count": illegal, "names": replay.agreed_house_rules}
    return language.say(ALL_LEGAL_BY_HOUSE_RULE if replay.agreed_house_rules else SOME_ILLEGAL, facts)
