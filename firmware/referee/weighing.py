"""What was most likely played, joining what is seen with what the rules would make of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from firmware.referee.conclusion import Conclusion
from firmware.referee.scales import Scales, Weighed
from vision.game import Memory, Seen


def concluded(seen: Seen, scales: Scales, memory: Memory = None) -> Conclusion | None:
    """What must have been played since the last state of a game; None when nothing has changed for certain.

    memory: how the table looked in that state.
    """
    rules, play, weights = scales.rules, scales.play, scales.weights
    weighed: list[Weighed] = []
    best = float("-inf")
    for alternative in seen.against(rules.format_state(play.state), memory):
        if alternative.nats + scales.most_credit <= best - max(weights.margin, weights.or_else):
            continue  # whatever explains it, it is too far behind to count
        weighed.append(scales.weighed(alternative))
        best = max(best, weighed[-1].weight)
    rivals = sorted((it for it in weighed if it.weight > best - weights.margin), key=lambda it: -it.weight)
    clear = _without_slips(rivals)
    # Where all rivals warn of the same, the likeliest one is taken for the details.
    warns_alike = clear.warning is not None and all(it.warning == clear.warning for it in rivals)
    doubtful = () if warns_alike else _doubtful(rivals, weighed, weights.margin)
    # What all rivals agree on is clear, whatever else isn't; and what no turn explains must not hold up the rest.
    if doubtful:
        clear = scales.weighed(clear.alternative, doubtful)
    aside = clear.account.unexplained
    if aside:
        clear = scales.weighed(clear.alternative, (*doubtful, *aside))
    if not clear.changes_nothing(play):
        is_certain, least = _is_certain(clear, rivals, scales), clear.weight - weights.or_else
        others = (it for it in weighed if it.weight > least and clear.is_much_like(it))
        or_else = max(others, key=lambda it: it.weight, default=None)
        return clear.conclusion(doubtful, is_clear=is_certain, aside=aside, or_else=or_else)
    changed = next((it for it in rivals if not it.changes_nothing(play)), None)
    if changed is None:
        return None
    is_rather_nothing = rivals[0].changes_nothing(play)
    return replace(changed.conclusion(doubtful, is_clear=False), is_rather_nothing=is_rather_nothing)


def instead(
    seen: Seen, scales: Scales, refused: Collection[object], memory: Memory = None
) -> Conclusion | None:
    """What else was most likely done since the last state, where players say that some changes were not made.

    None where it looks more like nothing was. memory: as for `concluded`. A less likely position that adds something
    to a refused one is refused too.
    """
    rules, play = scales.rules, scales.play
    likeliest: Weighed | None = None
    passed_over: list[Mapping[str, str]] = []
    for alternative in seen.against(rules.format_state(play.state), memory):
        if likeliest is not None and alternative.nats + scales.most_credit <= likeliest.weight:
            continue
        told = scales.weighed(alternative)
        if told.changes_nothing(play):
            told = replace(told, weight=told.weight - scales.weights.nothing)
        account = told.account
        is_refused = any(it.items() < alternative.changed.items() for it in passed_over)
        if any(change in refused for change in account.changes):
            passed_over.append(alternative.changed)
            is_refused = True
        if account.kept < len(play.changes) or account.unexplained or is_refused:
            continue
        if likeliest is None or told.weight > likeliest.weight:
            likeliest = told
    if likeliest is None or likeliest.changes_nothing(play):
        return None
    return likeliest.conclusion((), is_clear=True)


def _is_certain(clear: Weighed, rivals: Sequence[Weighed], scales: Scales) -> bool:
    """Whether this change may be told now, given its rivals."""
    if not clear.legal and any(it.legal for it in rivals):
        return False  # nobody is warned as long as it may be legal
    if clear.undoes and any(it.legal and not it.undoes for it in rivals):
        return False  # what stands there rightly is rather covered, by a cap, say, than taken away
    # Without a hand, nothing comes onto the table or leaves it.
    outweighs = clear.weight >= scales.weights.margin + scales.weights.by_itself
    return outweighs or not (scales.at_rest and (clear.undoes or clear.puts_down))


def _without_slips(rivals: Sequence[Weighed]) -> Weighed:
    """The likeliest rival; if it has a slip in it, rather one without that sees the same places changed, if any."""
    likeliest = rivals[0]
    if not likeliest.account.slips:
        return likeliest
    places = likeliest.alternative.changed.keys()
    alike = (it for it in rivals if it.alternative.changed.keys() == places and not it.account.slips)
    return next(alike, likeliest)


def _doubtful(rivals: Sequence[Weighed], weighed: Sequence[Weighed], margin: float) -> tuple[str, ...]:
    """The places that rivals disagree on: what sees a change there, taken together, is not ahead by `margin` nats of
    what sees none."""
    places = dict.fromkeys(place for rival in rivals for place in rival.alternative.changed)

    def ahead(place: str) -> float:
        at = [it.weight for it in weighed if place in it.alternative.changed]
        elsewhere = [it.weight for it in weighed if place not in it.alternative.changed]
        return float(np.logaddexp.reduce(at) - np.logaddexp.reduce(elsewhere)) if elsewhere else float("inf")

    return tuple(place for place in places if ahead(place) < margin)
