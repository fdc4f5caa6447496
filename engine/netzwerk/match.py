"""Games played one after the other, summed up: how a match stands, and who wins it (N-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.messages import ENGLISH, Language, Message
from engine.netzwerk.material import Player
from engine.netzwerk.score import SHARED, leaders
from engine.netzwerk.words import NAMES, PLAYERS

MATCH_POINTS = 200

SUM = Message("{player} after {count} game: {total}", "{player} after {count} games: {total}")
BEGINS = Message("{player} begins the next game.")
WINS_MATCH = Message("{player} wins the match.")


@dataclass(frozen=True, slots=True)
class Match:
    """Games played one after the other, whose points are summed up (N-11).

    seats: the letters of the players clockwise, the one who began the first game first; games: the totals of each.
    """

    seats: tuple[str, ...]
    games: tuple[Mapping[str, int], ...] = ()

    @property
    def totals(self) -> dict[str, int]:
        """The sums so far."""
        return {player: sum(game[player] for game in self.games) for player in self.seats}

    @property
    def is_over(self) -> bool:
        """Whether somebody has enough points (N-11.1)."""
        return max(self.totals.values()) >= MATCH_POINTS

    @property
    def next_to_begin(self) -> str | None:
        """Who begins the next game: it goes round clockwise (N-11.2); None when the match is over."""
        return None if self.is_over else self.seats[len(self.games) % len(self.seats)]

    def goes_on_with(self, seats: Sequence[str]) -> bool:
        """Whether a game that is played in this order is the next one (N-11.2)."""
        if self.next_to_begin is None:
            return False
        at = self.seats.index(self.next_to_begin)
        return tuple(seats) == (*self.seats[at:], *self.seats[:at])

    @property
    def winners(self) -> Sequence[str]:
        """All with the highest sum; nobody while the match goes on (N-11.3)."""
        return leaders(self.totals) if self.is_over else ()

    def lines(self, language: Language = ENGLISH) -> list[str]:
        """The sums, and who begins the next game or has won, as a player reads it."""
        lines = [
            language.say(SUM, {"player": PLAYERS[Player(seat)], "total": total, "count": len(self.games)})
            for seat, total in self.totals.items()
        ]
        if (beginner := self.next_to_begin) is not None:
            return [*lines, language.say(BEGINS, {"player": PLAYERS[Player(beginner)]})]
        winners = tuple(PLAYERS[Player(winner)] for winner in self.winners)
        if len(winners) > 1:
            return [*lines, language.say(SHARED, {"players": winners})]
        return [*lines, language.say(WINS_MATCH, {"player": winners[0]})]


def latest_match(scores: Sequence[Mapping[str, int]]) -> Match:
    """The match that the last of some games belongs to.

    scores: points by the players' names, in the order of play, of each game; at least one game. Other players,
    another one to begin, or enough points begin another match. An earlier game without a score, or with unknown
    players, belongs to no match.
    """
    letters = {name: str(player) for player, name in NAMES.items()}
    match: Match | None = None
    for score_ in scores:
        if not score_ or not score_.keys() <= letters.keys():
            match = None
            continue
        totals = {letters[name]: points for name, points in score_.items()}
        if match is None or not match.goes_on_with(tuple(totals)):
            match = Match(tuple(totals))
        match = Match(match.seats, (*match.games, totals))
    if match is None:
        raise ValueError("no game, no match")
    return match
