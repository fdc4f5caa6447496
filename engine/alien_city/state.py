"""A moment of a game: the city, what the players hold, and who is to move (T, C, E)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.alien_city.city import City
from engine.alien_city.pieces import BOX, CAPS_EACH, PIECES, SUPPLIES, Piece, Player, Structure
from engine.alien_city.turns import Turn

Hand = tuple[int, ...]
"""How many a player has left of each piece, in the order of PIECES."""

FULL_HANDS: tuple[Hand, Hand] = (
    tuple(SUPPLIES[Player.BLACK].values()),
    tuple(SUPPLIES[Player.WHITE].values()),
)


@dataclass(frozen=True, slots=True)
class State:
    """A city with both hands (Black's first) and the player to move.

    Where the start of the game was not seen, `hands` is None: who built what cannot be told from a
    city (P4). `to_move` is None where it is not known.
    """

    city: City
    hands: tuple[Hand, Hand] | None = None
    to_move: Player | None = None

    @classmethod
    def start(cls, tiles: str) -> State:
        """The start of a game on the tiles of a tile string (P3, T1)."""
        return cls(City.empty(tiles), FULL_HANDS, Player.BLACK)

    def hand(self, player: Player) -> dict[Piece, int] | None:
        """What the player still has; None where the start was not seen."""
        if self.hands is None:
            return None
        return dict(zip(PIECES, self.hands[player is Player.WHITE], strict=True))

    def caps_left(self, player: Player) -> int:
        """Caps the player still has: caps never move, so those not on the board (C3)."""
        return CAPS_EACH - sum(structure.cap is player for _, structure in self.city.structures())

    def pieces_left(self) -> tuple[Piece, ...]:
        """The pieces that at least one player still has."""
        if self.hands is not None:
            black, white = self.hands
            return tuple(piece for piece, b, w in zip(PIECES, black, white, strict=True) if b > 0 or w > 0)
        left = dict(BOX)
        for _, structure in self.city.structures():
            left[structure.piece] -= 1
        return tuple(piece for piece in PIECES if left[piece] > 0)

    def pieces_of(self, player: Player | None) -> tuple[Piece, ...]:
        """The pieces the player may still have; all that are left where that is not known."""
        if self.hands is None or player is None:
            return self.pieces_left()
        hand = self.hands[player is Player.WHITE]
        return tuple(piece for piece, count in zip(PIECES, hand, strict=True) if count > 0)

    def played(self, turn: Turn) -> State:
        """The state after the turn, legal or not: what the table then shows.

        A structure put on a built lot and a cap laid on a capped tower hide what was there; a cap laid
        where no tower stands changes nothing. A player who laid a cap and built nothing still has to build (T2).
        """
        city, hands = self.city, self.hands
        player = turn.player or self.to_move
        if turn.placement is not None:
            city = city.with_lot(turn.placement.lot, turn.placement.structure)
            if hands is not None and player is not None:
                hands = _without(hands, player, turn.placement.piece)
        if turn.cap is not None:
            target = city[turn.cap.lot]
            if isinstance(target, Structure) and target.is_tower:
                city = city.with_lot(turn.cap.lot, target.capped(turn.cap.owner))
        if turn.placement is None and turn.cap is not None:
            return State(city, hands, self.to_move)
        return State(city, hands, player.opponent if player else None)


def _without(hands: tuple[Hand, Hand], player: Player, piece: Piece) -> tuple[Hand, Hand]:
    black, white = hands
    place = PIECES.index(piece)
    hand = white if player is Player.WHITE else black
    hand = (*hand[:place], max(0, hand[place] - 1), *hand[place + 1 :])
    return (black, hand) if player is Player.WHITE else (hand, white)
