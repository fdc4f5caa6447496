"""What routes and cities are worth, and who wins (N-10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.illegible import IllegibleError
from engine.messages import ENGLISH, Language, Message
from engine.netzwerk.board import Board
from engine.netzwerk.fields import Connection
from engine.netzwerk.material import Player
from engine.netzwerk.routes import routes
from engine.netzwerk.seats import playing
from engine.netzwerk.state import State
from engine.netzwerk.words import NAMES, PLAYERS

ROUTE = Message("{player}'s route between cities {cities}: {count} x {fewer} = {points}")
CITIES = Message("{player}'s cities: {sum} = {points}")
TOTAL = Message("{player}: {total}")
WINS = Message("{player} wins.")
SHARED = Message("{players} share the win.")
UNREAD = Message("connectors or cities are unread")


@dataclass(frozen=True, slots=True)
class RouteScore:
    """A route by the values of its cities, sorted, and the number of its connectors."""

    cities: tuple[int, ...]
    connectors: int

    @property
    def points(self) -> int:
        """n x (n - 1) for n cities (N-10.1)."""
        return len(self.cities) * (len(self.cities) - 1)


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's routes, the most valuable first, and the cities they connect, each once (N-10.2)."""

    routes: tuple[RouteScore, ...]
    cities: tuple[int, ...]

    @property
    def route_points(self) -> int:
        """Points of the routes."""
        return sum(route.points for route in self.routes)

    @property
    def city_points(self) -> int:
        """Values of the cities."""
        return sum(self.cities)

    @property
    def total(self) -> int:
        """All points."""
        return self.route_points + self.city_points

    def to_json(self) -> dict[str, Any]:
        """The working as plain values."""
        return {
            "routes": [
                {
                    "cities": list(route.cities),
                    "n": len(route.cities),
                    "connectors": route.connectors,
                    "points": route.points,
                }
                for route in self.routes
            ],
            "route_points": self.route_points,
            "cities": list(self.cities),
            "city_points": self.city_points,
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class NetzwerkScore:
    """The scores of all players, in seat order."""

    players: Mapping[Player, PlayerScore]

    @property
    def totals(self) -> dict[str, int]:
        """Points by player."""
        return {NAMES[player]: score.total for player, score in self.players.items()}

    @property
    def winners(self) -> tuple[str, ...]:
        """All with the highest total, in seat order (N-10.3)."""
        return leaders(self.totals)

    def lines(self, language: Language = ENGLISH) -> list[str]:
        """The working, line by line, as a player reads it; who wins is told once somebody has anything."""
        lines = []
        for player, score in self.players.items():
            name = PLAYERS[player]
            for route in score.routes:
                facts = {"player": name, "cities": tuple(map(str, route.cities)), "points": route.points}
                facts |= {"count": len(route.cities), "fewer": len(route.cities) - 1}
                lines.append(language.say(ROUTE, facts))
            if score.cities:
                values = " + ".join(map(str, score.cities))
                facts = {"player": name, "sum": values, "points": score.city_points}
                lines.append(language.say(CITIES, facts))
            lines.append(language.say(TOTAL, {"player": name, "total": score.total}))
        if not any(self.totals.values()):
            return lines
        winners = tuple(PLAYERS[player] for player in self._leading)
        shared = language.say(SHARED, {"players": winners})
        lines.append(shared if len(winners) > 1 else language.say(WINS, {"player": winners[0]}))
        return lines

    def to_json(self) -> dict[str, Any]:
        """The working as plain values."""
        return {
            "players": {str(player): score.to_json() for player, score in self.players.items()},
            "winners": [str(player) for player in self._leading],
        }

    @property
    def _leading(self) -> list[Player]:
        return [player for player in self.players if NAMES[player] in self.winners]


def score(state: State) -> NetzwerkScore:
    """The score if the game ended now; IllegibleError where connectors or the cities that they reach are unread."""
    unknown = state.unknown
    laid = frozenset().union(*state.connectors.values())
    if (
        unknown.networks
        or unknown.connections
        or state.board.unread & {at for it in laid for at in it.fields}
    ):
        raise IllegibleError(UNREAD)
    return NetzwerkScore(
        {player: player_score(state.board, state.connectors[player]) for player in playing(state)}
    )


def player_score(board: Board, connectors: frozenset[Connection]) -> PlayerScore:
    """One player's score. What does not connect two cities yet is no route (N-6.5a), and doesn't count; nor does what
    lies on a desert (N-6.7)."""
    parts = routes(board, (it for it in connectors if not board.is_on_desert(it)))
    joining = [route for route in parts if len(route.cities) > 1]
    found = [RouteScore(board.city_values(route.cities), len(route.connectors)) for route in joining]
    found.sort(key=lambda route: (-route.points, route.cities, route.connectors))
    # By field: on a wrong landscape, two cities may have the same value.
    return PlayerScore(tuple(found), board.city_values(city for route in joining for city in route.cities))


def leaders(totals: Mapping[str, int]) -> tuple[str, ...]:
    """All with the highest sum, in the order given."""
    return tuple(player for player, total in totals.items() if total == max(totals.values()))
