"""Landscapes that can be cut into triangles of three fields, as the pieces of the box most likely are (N-2.1, R1).

Nobody sees where one piece ends and the next begins. But once a place too many is taken for a field, or one too few,
a landscape of triangles can hardly be cut into them any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush

from engine.netzwerk.fields import Field

_MOST_TRIED = 5000
"""Landscapes begun: one or two hundred are usual, and more than these take longer than they are worth."""


def in_triangles(
    nats: Mapping[Field, float], counts: Collection[int], most: float
) -> tuple[frozenset[Field], float] | None:
    """The likeliest fields that can be cut into triangles, as many as one of `counts`, and what is lost by that.

    nats: what speaks for each place being a field, or against it where negative; what speaks for anything else than
    was chosen is lost. None where that is `most` or more, or nothing is found in good time.
    """
    bits = {place: 1 << n for n, place in enumerate(it for it, gain in nats.items() if gain > -most)}
    lost = {bit: max(-nats[place], 0.0) for place, bit in bits.items()}
    costs = {sum(it): sum(lost[bit] for bit in it) for place in bits for it in _triangles(place, bits)}
    gains = {bits[place]: nats[place] for place in bits if nats[place] > 0}
    pieces = {bit: [it for it in costs if it & bit] for bit in gains}
    # What is lost, which places are open, which are covered. What loses least comes first, then what leaves least.
    waiting = [(0.0, sum(bits.values()), 0)]
    begun: set[tuple[int, int]] = set()
    while waiting and len(begun) < _MOST_TRIED:
        loss, left, covered = heappop(waiting)
        fitting = {bit: [it for it in pieces[bit] if it & left == it] for bit in gains if bit & left}
        if not fitting:
            if covered.bit_count() in counts:
                return frozenset(it for it, bit in bits.items() if bit & covered), loss
            continue
        bit = min(fitting, key=lambda it: len(fitting[it]))
        steps = [(costs[it], left ^ it, covered | it) for it in fitting[bit]]
        for more, open_still, laid in (*steps, (gains[bit], left ^ bit, covered)):
            if loss + more < most and (open_still, laid) not in begun:
                begun.add((open_still, laid))
                heappush(waiting, (loss + more, open_still, laid))
    return None


def _triangles(place: Field, bits: Mapping[Field, int]) -> Iterator[tuple[int, int, int]]:
    """The triangles of places with a bit that one of these may be part of, as their bits: up to six."""
    around = [bits.get(it, 0) for it in place.neighbours()]
    for first, second in zip(around, [*around[1:], around[0]], strict=True):
        if first and second:
            yield bits[place], first, second
