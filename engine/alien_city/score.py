"""The score with its whole working: customers, competition, walks and bonuses (S, B)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.alien_city.lots import Lot
from engine.alien_city.pieces import Colour, Kind, Piece, Player
from engine.alien_city.words import PIECE_NAMES, PLAYERS
from engine.messages import ENGLISH, Language, Message

DRAW = "draw"


class BonusReason(StrEnum):
    """Why a bonus is paid or not."""

    PAID = "paid"
    UNCLAIMED = "unclaimed"
    TIE = "tie"
    TOO_FAR = "too-far"
    NO_TOWER = "no-tower"


TOWER = Message(
    "{owner}'s {tower} on {lot}: {count} customer ({customers}) x {distance} to {competitors} = {points}",
    "{owner}'s {tower} on {lot}: {count} customers ({customers}) x {distance} to {competitors} = {points}",
)
NO_CUSTOMERS = Message("{owner}'s {tower} on {lot}: no customers within 2 streets = 0")
NO_COMPETITION = Message(
    "{owner}'s {tower} on {lot}: {count} customer ({customers}), but no other {tower} to walk to: 0 (rule A7)",
    "{owner}'s {tower} on {lot}: {count} customers ({customers}), but no other {tower} to walk to: 0 (rule A7)",
)
WALK = Message("walk {walk}")
BONUS_PAID = Message(
    "Bonus of the {giver} on {green}: the nearest {tower}, {distance} away on {nearest}, is {owner}'s: "
    "10 - 2 x {distance} = {points}"
)
BONUS_REFUSED = {
    BonusReason.UNCLAIMED: Message(
        "No bonus from the {giver} on {green}: the nearest {tower}, on {nearest}, bears no cap (rule B3)"
    ),
    BonusReason.TIE: Message(
        "No bonus from the {giver} on {green}: several are nearest ({nearest}), and not every "
        "{tower} of them bears a cap of the same player (rule B3)"
    ),
    BonusReason.TOO_FAR: Message(
        "No bonus from the {giver} on {green}: the nearest {tower}, on {nearest}, is {distance} away (rule B6)"
    ),
    BonusReason.NO_TOWER: Message("No bonus from the {giver} on {green}: there is no {tower} to walk to"),
}
TOTAL = Message("{player}: {total}")
TOTAL_OF = Message("{player}: {sum} = {total}")
WINS = Message("{player} wins.")
DRAWN = Message("A draw.")


@dataclass(frozen=True, slots=True)
class Nearest:
    """The nearest towers of a colour: their lots, how far, and the streets of one shortest walk there.

    `distance` is None when there is none that can be walked to; `walk` leads to the first of `lots`.
    """

    lots: tuple[Lot, ...]
    distance: int | None
    walk: tuple[Lot, ...]


@dataclass(frozen=True, slots=True)
class TowerScore:
    """What a capped tower is worth (S2-S4)."""

    lot: Lot
    colour: Colour
    owner: Player
    customers: tuple[Lot, ...]
    competition: Nearest

    @property
    def points(self) -> int:
        """Customers x distance to the competition; nothing when there is none (A7)."""
        return len(self.customers) * (self.competition.distance or 0)


@dataclass(frozen=True, slots=True)
class Bonus:
    """What an uncapped green tower pays for its nearest red or blue tower, and why (B1-B6).

    `owners` are the owners of the caps on `nearest.lots`, in that order.
    """

    green: Lot
    colour: Colour
    nearest: Nearest
    owners: tuple[Player | None, ...]
    paid_to: Player | None
    points: int
    why: BonusReason


@dataclass(frozen=True, slots=True)
class CityScore:
    """The score of a city (S5, S6), towers and bonuses in the order of their lots' names."""

    towers: tuple[TowerScore, ...]
    bonuses: tuple[Bonus, ...]

    def towers_of(self, player: Player) -> list[TowerScore]:
        """The capped towers of a player."""
        return [tower for tower in self.towers if tower.owner is player]

    def bonuses_of(self, player: Player) -> list[Bonus]:
        """The bonuses paid to a player."""
        return [bonus for bonus in self.bonuses if bonus.paid_to is player]

    @property
    def totals(self) -> dict[str, int]:
        """Points by player (S5)."""
        totals: dict[str, int] = {player.value: 0 for player in Player}
        for tower in self.towers:
            totals[tower.owner] += tower.points
        for bonus in self.bonuses:
            if bonus.paid_to is not None:
                totals[bonus.paid_to] += bonus.points
        return totals

    @property
    def winner(self) -> Player | None:
        """Who has more points; None for a draw (S6, A9)."""
        totals = self.totals
        lead = totals[Player.BLACK] - totals[Player.WHITE]
        if lead == 0:
            return None
        return Player.BLACK if lead > 0 else Player.WHITE

    @property
    def winners(self) -> tuple[str, ...]:
        """The winner, or both players of a draw."""
        return (self.winner.value,) if self.winner else tuple(player.value for player in Player)

    def lines(self, language: Language = ENGLISH) -> list[str]:
        """The working as players read it."""
        lines = [_tower_line(tower, language) for player in Player for tower in self.towers_of(player)]
        lines += [_bonus_line(bonus, language) for bonus in self.bonuses]
        for player in Player:
            points = [tower.points for tower in self.towers_of(player)]
            points += [bonus.points for bonus in self.bonuses_of(player)]
            facts = {"player": PLAYERS[player], "sum": " + ".join(map(str, points)), "total": sum(points)}
            lines.append(language.say(TOTAL_OF if len(points) > 1 else TOTAL, facts))
        if self.winner:
            lines.append(language.say(WINS, {"player": PLAYERS[self.winner]}))
        else:
            lines.append(language.say(DRAWN))
        return lines

    def to_json(self) -> dict[str, Any]:
        """The working as plain values, in the shape of records and test vectors."""
        return {
            **{player.value: self._player_json(player) for player in Player},
            "bonuses": [
                {
                    "green": str(bonus.green),
                    "colour": bonus.colour.value,
                    "nearest": list(map(str, bonus.nearest.lots)),
                    "distance": bonus.nearest.distance,
                    "owners": [owner and owner.value for owner in bonus.owners],
                    "paid_to": bonus.paid_to and bonus.paid_to.value,
                    "points": bonus.points,
                    "why": bonus.why.value,
                }
                for bonus in self.bonuses
            ],
            "winner": self.winner.value if self.winner else DRAW,
        }

    def _player_json(self, player: Player) -> dict[str, Any]:
        towers = self.towers_of(player)
        tower_points = sum(tower.points for tower in towers)
        bonus_points = sum(bonus.points for bonus in self.bonuses_of(player))
        return {
            "towers": [
                {
                    "lot": str(tower.lot),
                    "colour": tower.colour.value,
                    "customers": list(map(str, tower.customers)),
                    "base": len(tower.customers),
                    "distance": tower.competition.distance,
                    "competitors": list(map(str, tower.competition.lots)),
                    "points": tower.points,
                }
                for tower in towers
            ],
            "tower_points": tower_points,
            "bonus_points": bonus_points,
            "total": tower_points + bonus_points,
        }


def _tower_line(tower: TowerScore, language: Language) -> str:
    facts = {
        "owner": PLAYERS[tower.owner],
        "tower": PIECE_NAMES[Piece(Kind.TOWER, tower.colour)],
        "lot": str(tower.lot),
        "count": len(tower.customers),
        "customers": tuple(map(str, tower.customers)),
        "distance": tower.competition.distance,
        "competitors": tuple(map(str, tower.competition.lots)),
        "points": tower.points,
    }
    if not tower.customers:
        return language.say(NO_CUSTOMERS, facts)
    if tower.competition.distance is None:
        return language.say(NO_COMPETITION, facts)
    walk = language.say(WALK, {"walk": " ".join(map(str, tower.competition.walk))})
    return f"{language.say(TOWER, facts)} ({walk})"


def _bonus_line(bonus: Bonus, language: Language) -> str:
    facts: dict[str, object] = {
        "green": str(bonus.green),
        "giver": PIECE_NAMES[Piece(Kind.TOWER, Colour.GREEN)],
        "tower": PIECE_NAMES[Piece(Kind.TOWER, bonus.colour)],
        "nearest": tuple(map(str, bonus.nearest.lots)),
        "distance": bonus.nearest.distance,
        "points": bonus.points,
    }
    if bonus.paid_to is None:
        return language.say(BONUS_REFUSED[bonus.why], facts)
    return language.say(BONUS_PAID, facts | {"owner": PLAYERS[bonus.paid_to]})
