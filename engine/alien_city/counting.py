"""Counting the score of a city: walks as floods over the streets (S, B)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.alien_city.city import UNKNOWN, City
from engine.alien_city.lots import LOTS, Lot
from engine.alien_city.pieces import Colour, Kind, Player
from engine.alien_city.score import Bonus, BonusReason, CityScore, Nearest, TowerScore
from engine.alien_city.streets import EVERYWHERE, LotSet, beside, lots_in
from engine.messages import Message, ToldError

UNREAD = Message(
    "score not counted: {count} lot unread ({lots})", "score not counted: {count} lots unread ({lots})"
)

CUSTOMER_REACH = 2
"""How far customers come from (S2)."""

BONUS_BASE = 10
BONUS_STEP = 2
"""B4: a bonus is 10 - 2 x distance, as long as that is more than nothing (B6)."""


class UnreadLotsError(ToldError, ValueError):
    """A score cannot be counted because lots could not be read; `lots` are those."""

    def __init__(self, lots: Sequence[Lot]) -> None:
        """Name the unread lots."""
        self.lots = tuple(lots)
        super().__init__(UNREAD, count=len(self.lots), lots=self.lots)


def score(city: City) -> CityScore:
    """The score of the city as it stands, at whatever moment.

    Raises UnreadLotsError when lots could not be read: each of them may be a street on a walk.
    """
    ground = _Ground(city)
    return CityScore(tuple(ground.tower_scores()), tuple(ground.bonuses()))


class _Ground:
    """The streets of a city, its structures and towers by colour, and its caps."""

    def __init__(self, city: City) -> None:
        streets = EVERYWHERE
        of_colour: dict[Colour, LotSet] = dict.fromkeys(Colour, 0)
        towers: dict[Colour, LotSet] = dict.fromkeys(Colour, 0)
        self.caps: dict[Lot, tuple[Colour, Player]] = {}
        self.open_greens: list[Lot] = []
        for lot, structure in enumerate(city.lots):
            if structure is None:
                continue
            if structure is UNKNOWN:
                raise UnreadLotsError(city.unknown_lots())
            bit, colour = 1 << lot, structure.colour
            streets ^= bit
            of_colour[colour] |= bit
            if structure.kind is Kind.TOWER:
                towers[colour] |= bit
                if structure.cap is not None:
                    self.caps[LOTS[lot]] = colour, structure.cap
                elif colour is Colour.GREEN:
                    self.open_greens.append(LOTS[lot])
        self.streets, self.of_colour, self.towers = streets, of_colour, towers

    def tower_scores(self) -> Iterator[TowerScore]:
        """Every capped tower."""
        for lot in _by_name(self.caps):
            colour, owner = self.caps[lot]
            rivals = self.towers[colour] & ~(1 << lot)
            walks = _Walks(lot, self.streets, (rivals,), CUSTOMER_REACH)
            near = 0
            for touched in walks.touched[:CUSTOMER_REACH]:
                near |= touched
            customers = near & ~self.streets & ~self.of_colour[colour]
            yield TowerScore(lot, colour, owner, _by_name(lots_in(customers)), walks.nearest(rivals))

    def bonuses(self) -> Iterator[Bonus]:
        """Every uncapped green tower with blue and with red, paid or not."""
        blue, red = self.towers[Colour.BLUE], self.towers[Colour.RED]
        for green in _by_name(self.open_greens):
            walks = _Walks(green, self.streets, (blue, red))
            yield self._bonus(green, Colour.BLUE, walks.nearest(blue))
            yield self._bonus(green, Colour.RED, walks.nearest(red))

    def _bonus(self, green: Lot, colour: Colour, nearest: Nearest) -> Bonus:
        distance = nearest.distance
        if distance is None:
            return Bonus(green, colour, nearest, (), None, 0, BonusReason.NO_TOWER)
        owners = tuple([self.caps[lot][1] if lot in self.caps else None for lot in nearest.lots])
        if owners[0] is None or owners.count(owners[0]) < len(owners):
            why = BonusReason.TIE if len(owners) > 1 else BonusReason.UNCLAIMED
            return Bonus(green, colour, nearest, owners, None, 0, why)
        points = BONUS_BASE - BONUS_STEP * distance
        if points <= 0:
            return Bonus(green, colour, nearest, owners, None, 0, BonusReason.TOO_FAR)
        return Bonus(green, colour, nearest, owners, owners[0], points, BonusReason.PAID)


class _Walks:
    """The streets around a lot by distance, as far out as asked (S1).

    `steps[n]` are the streets after `n + 1` lots of walking, `touched[n]` all that touches them.
    """

    __slots__ = ("steps", "touched")

    def __init__(self, start: Lot, streets: LotSet, wanted: tuple[LotSet, ...], at_least: int = 0) -> None:
        """Walk out from `start` until each wanted set is touched, but `at_least` lots far."""
        self.steps: list[LotSet] = []
        self.touched: list[LotSet] = []
        missing = [lots for lots in wanted if lots]
        around = beside(1 << start)
        while (missing or len(self.steps) < at_least) and (step := around & streets):
            streets ^= step
            around = beside(step)
            self.steps.append(step)
            self.touched.append(around)
            missing = [lots for lots in missing if not lots & around]

    def nearest(self, wanted: LotSet) -> Nearest:
        """Which of the wanted lots are nearest, and a shortest walk to the first of them."""
        for distance, touched in enumerate(self.touched, 1):
            if found := touched & wanted:
                lots = _by_name(lots_in(found))
                return Nearest(lots, distance, self._walk(distance, lots[0]))
        return NOWHERE

    def _walk(self, distance: int, goal: Lot) -> tuple[Lot, ...]:
        """One shortest walk to the goal: looking back from it, always by the lowest lot."""
        walk = []
        around = beside(1 << goal)
        for step in self.steps[distance - 1 :: -1]:
            lots = around & step
            here = (lots & -lots).bit_length() - 1
            around = _BESIDE[here]
            walk.append(LOTS[here])
        return tuple(walk[::-1])


NOWHERE = Nearest((), None, ())
"""No such tower, or none that can be walked to."""

_BESIDE = tuple(beside(1 << lot) for lot in LOTS)
_NAMES = tuple(map(str, LOTS))


def _by_name(lots: Iterable[Lot]) -> tuple[Lot, ...]:
    return tuple(sorted(lots, key=_NAMES.__getitem__))
