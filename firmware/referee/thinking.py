"""What follows from a view of a game, worked out once for as long as neither of them changes."""

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
    """What was done instead of what players have refused, None if nothing was."""
    undecided = game.undecided
    if undecided.instead is None or undecided.instead[0] is not seen:
        told = instead(seen, _scales(game, rules), game.course.refused, game.memory)
        undecided.instead = seen, told
    return undecided.instead[1]


def _scales(game: InPlay, rules: WatchedGame[Any, Any]) -> Scales:
    # Something may have been done before the last turn, or the last hand, at places that were in doubt by then.
    course, turns_now = game.course, len(game.course.play.changes)
    before = {
        place: turns
        for place, (turns, then) in game.doubted.items()
        if turns < turns_now or then < game.hands
    }
    # Places that players are being asked about can be read in two ways: they don't count until they are remembered.
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
