"""What follows from a view of a game, thought over once: as long as neither changes, it need not be again."""

from __future__ import annotations

from typing import Any

from engine.game import WatchedGame
from firmware.referee.conclusion import Conclusion
from firmware.referee.in_play import InPlay, Thought
from firmware.referee.scales import Scales
from firmware.referee.weighing import concluded, instead
from vision.game import Seen


def conclusion_of(seen: Seen, game: InPlay, rules: WatchedGame[Any, Any]) -> Conclusion | None:
    """What was done since the last change, None if nothing for certain."""
    course, thought = game.course, game.thought
    if thought is None or thought.seen is not seen or thought.state != course.state:
        course.learn(rules.parse_state(seen.position), game.hands)
        told = concluded(seen, _scales(game, rules), game.memory)
        thought = game.thought = Thought(seen, course.state, told)
    return thought.conclusion


def instead_of(seen: Seen, game: InPlay, rules: WatchedGame[Any, Any]) -> Conclusion | None:
    """What was done instead of what players have refused, None if nothing."""
    undecided = game.undecided
    if undecided.instead is None or undecided.instead[0] is not seen:
        told = instead(seen, _scales(game, rules), game.course.refused, game.memory)
        undecided.instead = seen, told
    return undecided.instead[1]


def _scales(game: InPlay, rules: WatchedGame[Any, Any]) -> Scales:
    # What was in doubt before the last turn, or the last hand, may have been done before it.
    course, turns_now = game.course, len(game.course.play.changes)
    before = {
        place: turns
        for place, (turns, then) in game.doubted.items()
        if turns < turns_now or then < game.hands
    }
    # Of what players are asked, that may look otherwise as well, a view says no more until it is remembered.
    asked = () if game.about_last is None else game.about_last.places
    return Scales(
        rules,
        course.play,
        doubted=before,
        at_rest=game.told_at_rest,
        hands=game.hands - game.hands_settled,
        warned=bool(course.contested),
        unseen=course.unseen,
        vouched=(*course.vouched, *asked) if game.memory is None else (),
        taken_back=course.taken_back,
        may_lack_a_turn=game.may_lack_a_turn,
    )
