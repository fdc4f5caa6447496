"""What was most likely played, joining what is seen with what the rules would make of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from engine.game import Account, Happening
from engine.play import Play
from firmware.patience import Patience
from vision.game import Seen


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The likeliest account of what lies on the table, what it tells, and its lead in nats over the next best."""

    account: Account[Any]
    happenings: tuple[Happening, ...]
    lead: float

    @property
    def legal(self) -> bool:
        """Whether nothing is told that is against the rules."""
        return not any(happening.faults for happening in self.happenings)

    @property
    def places(self) -> tuple[str, ...]:
        """Where something was done or can't be explained, each place once."""
        told = (place for happening in self.happenings for place in happening.places)
        return tuple(dict.fromkeys((*self.account.unexplained, *told)))


def concluded(seen: Seen, play: Play[Any, Any], patience: Patience) -> Conclusion | None:
    """What must have been played since the last state of `play`; None when nothing has changed for certain."""
    rules = play.game
    weighed: list[tuple[float, Account[Any], tuple[Happening, ...]]] = []
    best = -math.inf
    for alternative in seen.against(rules.format_state(play.state)):
        if alternative.nats <= best - patience.margin:
            continue  # whatever it means, it is too far behind to count
        accounts = [
            (account, tuple(rules.retell(play.changes[account.kept :], account)))
            for account in rules.explain(play.states, rules.parse_state(alternative.position))
        ]
        # Who of several did what may stay open as long as the table is clear.
        cost, account, happenings = min(
            ((_cost(play, account, told, patience), account, told) for account, told in accounts),
            key=lambda it: it[0],
        )
        weighed.append((alternative.nats - cost, account, happenings))
        best = max(best, weighed[-1][0])
    weighed.sort(key=lambda it: -it[0])
    changed = next((it for it in weighed if not _is_nothing(it[1], play)), None)
    if changed is None:
        return None
    weight, account, happenings = changed
    lead = weight - max((it[0] for it in weighed if it is not changed), default=-math.inf)
    return None if lead <= -patience.margin else Conclusion(account, happenings, lead)


def _is_nothing(account: Account[Any], play: Play[Any, Any]) -> bool:
    return account.kept == len(play.changes) and not account.changes and not account.unexplained


def _cost(
    play: Play[Any, Any], account: Account[Any], happenings: tuple[Happening, ...], patience: Patience
) -> float:
    """What an account has against it before anything is seen."""
    undone_legal = all(verdict.legal for _, verdict in play.changes[account.kept :])
    cost = patience.unexplained * len(account.unexplained)
    for happening in happenings:
        if happening.kind == "taken back":
            cost += patience.undone if undone_legal else patience.illegal_undone
        elif happening.faults:
            cost += patience.illegal
        elif happening.kind != "passed":
            cost += patience.legal
    return cost
