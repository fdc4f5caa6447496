"""Streets as bit sets: walking, networks, and rule R4 for all lots at once.

A set of lots is an int; bit `n` stands for the lot with number `n`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.alien_city.lots import COLUMNS, LOTS, ROWS, Lot

LotSet = int

EVERYWHERE: LotSet = (1 << COLUMNS * ROWS) - 1
_COLUMN_A: LotSet = sum(1 << row * COLUMNS for row in range(ROWS))
_NOT_A: LotSet = EVERYWHERE ^ _COLUMN_A
_NOT_H: LotSet = EVERYWHERE ^ (_COLUMN_A << COLUMNS - 1)


def lots_in(lots: LotSet) -> Iterator[Lot]:
    """The lots of a set, lowest number first."""
    while lots:
        lowest = lots & -lots
        yield LOTS[lowest.bit_length() - 1]
        lots ^= lowest


def lot_set(lots: Iterable[Lot]) -> LotSet:
    """The set of these lots."""
    result = 0
    for lot in lots:
        result |= 1 << lot
    return result


def beside(lots: LotSet) -> LotSet:
    """The lots that touch at least one lot of the set on one of the four sides."""
    return (lots << COLUMNS | lots >> COLUMNS | (lots & _NOT_H) << 1 | (lots & _NOT_A) >> 1) & EVERYWHERE


def touching_once_or_more(lots: LotSet) -> tuple[LotSet, LotSet]:
    """The lots that touch exactly one lot of the set, and those that touch at least one."""
    above, below = lots << COLUMNS, lots >> COLUMNS
    right, left = (lots & _NOT_H) << 1, (lots & _NOT_A) >> 1
    some = (above | below | right | left) & EVERYWHERE
    several = above & below | right & left | (above | below) & (right | left)
    return some & ~several, some


_NEIGHBOURS: tuple[tuple[tuple[int, LotSet], ...], ...] = tuple(
    tuple((neighbour, 1 << neighbour) for neighbour in lots_in(beside(1 << lot))) for lot in LOTS
)


def reached(start: LotSet, streets: LotSet) -> LotSet:
    """Every street that can be walked to from the streets in `start`."""
    found = start & streets
    frontier = found
    while frontier:
        frontier = beside(frontier) & streets & ~found
        found |= frontier
    return found


def networks(streets: LotSet) -> list[LotSet]:
    """The connected parts of the streets, that of the lowest lot first."""
    parts = []
    while streets:
        part = reached(streets & -streets, streets)
        parts.append(part)
        streets &= ~part
    return parts


def main_network(streets: LotSet, seen: LotSet) -> LotSet:
    """The connected part with the most lots of `seen`, the lowest such part on a tie."""
    part = reached(streets & -streets, streets)
    if part == streets:
        return part
    return max(networks(streets), key=lambda part: (part & seen).bit_count())


def cut_lots(streets: LotSet) -> LotSet:
    """The streets whose closing would split a network: cut vertices, by one depth-first walk.

    Tarjan's low-link method (R. Tarjan, Depth-first search and linear graph algorithms, 1972).
    """
    cut = 0
    unseen = streets
    depth = [0] * (COLUMNS * ROWS)

    def walk(lot: int, came_from: int, here: int) -> int:
        """Walk on from `lot`; the least depth that can be reached again from there onwards (its low-link)."""
        nonlocal cut, unseen
        depth[lot] = low = here
        unseen &= ~(1 << lot)
        for neighbour, bit in _NEIGHBOURS[lot]:
            if unseen & bit:
                reach = walk(neighbour, lot, here + 1)
                if reach >= here:
                    cut |= 1 << lot
                if reach < low:
                    low = reach
            elif streets & bit and neighbour != came_from and depth[neighbour] < low:
                low = depth[neighbour]
        return low

    while unseen:
        root = unseen & -unseen
        start = root.bit_length() - 1
        depth[start] = 1
        unseen ^= root
        ways = 0
        for neighbour, bit in _NEIGHBOURS[start]:
            if unseen & bit:
                walk(neighbour, start, 2)
                ways += 1
        if ways > 1:
            cut |= root
    return cut


def keeping_streets_whole(streets: LotSet, built: LotSet, seen: LotSet) -> LotSet:
    """The lots that pass R4 as it is written: no street is cut off, no structure loses its last one.

    `seen` are the streets that certainly are streets; only they can be cut off. Where the streets
    are split already (an illegal placement was left standing), the main network counts, and a
    placement is charged only with what it breaks itself.
    """
    if not streets:
        return 0
    network = main_network(streets, seen)
    cut = cut_lots(network)
    if streets != seen:
        cut = lot_set(lot for lot in lots_in(cut) if len(parts_left(network, lot, seen)) > 1)
    only_one, some = touching_once_or_more(streets)
    return network & some & ~cut & ~beside(only_one & built)


def parts_left(network: LotSet, lot: Lot, seen: LotSet) -> list[LotSet]:
    """The parts that a network falls into when `lot` is built on, those without a lot of `seen` left out."""
    return [part for part in networks(network & ~(1 << lot)) if part & seen]


def keeping_structures_connected(streets: LotSet, built: LotSet) -> LotSet:
    """The lots that pass R4 under the house rule `cut_off_lots`.

    With the structure standing, one network of streets touches every structure; streets that no
    structure needs may be cut off. Structures that are off the main network already don't count.
    """
    parts = networks(streets)
    main = max(parts, key=lambda part: ((beside(part) & built).bit_count(), part.bit_count()), default=0)
    joined = built & beside(main)
    passing = 0
    for lot in lots_in(streets):
        bit = 1 << lot
        if any(not (joined | bit) & ~beside(part) for part in networks(streets & ~bit)):
            passing |= bit
    return passing
