"""Counting the score of a city: walks as floods over the streets (S, B)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .city import City
from .lots import LOTS, Lot
from .pieces import Colour, Kind, Player, Structure
from .score import Bonus, BonusReason, CityScore, Nearest, TowerScore
from .streets import EVERYWHERE, LotSet, beside, lots_in

CUSTOMER_REACH = 2
"""How far customers come from (S2)."""

BONUS_BASE = 10
BONUS_STEP = 2
"""B4: a bonus is 10 - 2 x distance, as long as that is more than nothing (B6)."""

_NAMES = tuple(map(str, LOTS))


class UnreadLotsError(ValueError):
    """A score cannot be counted because lots could not be read; ``lots`` are those."""

    def __init__(self, lots: Sequence[Lot]) -> None:
        """Name the unread lots."""
        self.lots = tuple(lots)
        what = "1 lot" if len(self.lots) == 1 else f"{len(self.lots)} lots"
        super().__init__(f"score not counted: {what} unread ({', '.join(map(str, self.lots))})")


def score(city: City) -> CityScore:
    """The score of the city as it stands, at whatever moment.

    Raises UnreadLotsError when lots could not be read: each of them may be a street on a walk.
    """
    if unread := city.unknown_lots():
        raise UnreadLotsError(unread)
    ground = _Ground(city)
    return CityScore(tuple(ground.tower_scores()), tuple(ground.bonuses()))


class _Ground:
    """The streets, structures by colour and towers by colour of a city, as sets of lots."""

    def __init__(self, city: City) -> None:
        self.streets = EVERYWHERE
        self.of_colour: dict[Colour, LotSet] = dict.fromkeys(Colour, 0)
        self.towers: dict[Colour, LotSet] = dict.fromkeys(Colour, 0)
        self.caps: dict[Lot, tuple[Structure, Player]] = {}
        self.open_greens: list[Lot] = []
        bit = 1
        for lot, structure in enumerate(city.lots):
            if isinstance(structure, Structure):
                self.streets ^= bit
                self.of_colour[structure.colour] |= bit
                if structure.kind is Kind.TOWER:
                    self.towers[structure.colour] |= bit
                    if structure.cap is not None:
                        self.caps[LOTS[lot]] = (structure, structure.cap)
                    elif structure.colour is Colour.GREEN:
                        self.open_greens.append(LOTS[lot])
            bit <<= 1

    def tower_scores(self) -> Iterable[TowerScore]:
        """Every capped tower."""
        for lot in _by_name(self.caps):
            tower, owner = self.caps[lot]
            steps: list[LotSet] = []
            competition = self._nearest(lot, self.towers[tower.colour], steps)
            while len(steps) < CUSTOMER_REACH and self._step(lot, steps):
                pass
            near = 0
            for step in steps[:CUSTOMER_REACH]:
                near |= beside(step)
            others = EVERYWHERE & ~self.streets & ~self.of_colour[tower.colour]
            yield TowerScore(lot, tower.colour, owner, _by_name(lots_in(near & others)), competition)

    def bonuses(self) -> Iterable[Bonus]:
        """Every uncapped green tower with blue and with red, paid or not."""
        for green in _by_name(self.open_greens):
            steps: list[LotSet] = []
            for colour in (Colour.BLUE, Colour.RED):
                yield self._bonus(green, colour, steps)

    def _bonus(self, green: Lot, colour: Colour, steps: list[LotSet]) -> Bonus:
        nearest = self._nearest(green, self.towers[colour], steps)
        owners = tuple(self.caps[lot][1] if lot in self.caps else None for lot in nearest.lots)
        points = 0 if nearest.distance is None else max(0, BONUS_BASE - BONUS_STEP * nearest.distance)
        if nearest.distance is None:
            why = BonusReason.NO_TOWER
        elif owners[0] is None or len(set(owners)) > 1:
            why = BonusReason.TIE if len(owners) > 1 else BonusReason.UNCLAIMED
        else:
            why = BonusReason.PAID if points else BonusReason.TOO_FAR
        if why is not BonusReason.PAID:
            return Bonus(green, colour, nearest, owners, None, 0, why)
        return Bonus(green, colour, nearest, owners, owners[0], points, why)

    def _step(self, start: Lot, steps: list[LotSet]) -> LotSet:
        """Walk one street further; ``steps`` gains the streets at that distance from ``start``."""
        if not steps:
            step = beside(1 << start) & self.streets
        else:
            before = steps[-2] if len(steps) > 1 else 0
            step = beside(steps[-1]) & self.streets & ~steps[-1] & ~before
        if step:
            steps.append(step)
        return step

    def _nearest(self, start: Lot, wanted: LotSet, steps: list[LotSet]) -> Nearest:
        """The nearest of the wanted lots, walking on from the ``steps`` already walked (S1)."""
        wanted &= ~(1 << start)
        distance = 0
        while wanted:
            if distance == len(steps) and not self._step(start, steps):
                break
            distance += 1
            if found := beside(steps[distance - 1]) & wanted:
                lots = _by_name(lots_in(found))
                return Nearest(lots, distance, _walk(steps[:distance], lots[0]))
        return Nearest((), None, ())


def _walk(steps: Sequence[LotSet], goal: Lot) -> tuple[Lot, ...]:
    """One shortest walk to the goal, always by the lowest lot, looking back from the goal."""
    walk: list[Lot] = []
    here = 1 << goal
    for step in reversed(steps):
        lots = beside(here) & step
        here = lots & -lots
        walk.append(LOTS[here.bit_length() - 1])
    return tuple(reversed(walk))


def _by_name(lots: Iterable[Lot]) -> tuple[Lot, ...]:
    return tuple(sorted(lots, key=_NAMES.__getitem__))
