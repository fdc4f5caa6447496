"""Alien City as a game that the rest of Kibitz can play: the contract of `engine/game.py` kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.alien_city.advice import may_build
from engine.alien_city.chart import chart
from engine.alien_city.city import UNKNOWN, City
from engine.alien_city.conduct import End, end, judge, legal_placements, legal_turns
from engine.alien_city.counting import score
from engine.alien_city.drawing import drawing
from engine.alien_city.explain import explain
from engine.alien_city.house_rules import BOOK, HouseRules
from engine.alien_city.lots import LOTS, Lot
from engine.alien_city.mend import mended
from engine.alien_city.pieces import Player
from engine.alien_city.position import position_faults
from engine.alien_city.retell import retell, tell_start
from engine.alien_city.score import CityScore
from engine.alien_city.sketch import sketch
from engine.alien_city.state import FULL_HANDS, State
from engine.alien_city.text import format_state, parse_state
from engine.alien_city.tiles import Tile
from engine.alien_city.tries import tries
from engine.alien_city.turns import Turn
from engine.alien_city.words import BRIEF
from engine.chance import Chance
from engine.game import NOTHING_FIRST, Account, Fault, Happening, Verdict
from engine.messages import ENGLISH, Language, Message
from engine.spots import Spot

NAME = "alien-city"


@dataclass(frozen=True, slots=True)
class AlienCity:
    """The rules of Alien City under a choice of house rules.

    >>> game = AlienCity()
    >>> start = State.start("G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<")
    >>> for fault in game.judge(start, Turn.parse("black Rt@A1")).faults:
    ...     print(fault)
    R3: this green tile holds fewer than two structures, so only a green tower may stand on A1.
    """

    house_rules: HouseRules = BOOK

    @property
    def name(self) -> str:
        """The name in records and settings."""
        return NAME

    def players(self, _state: State, /) -> tuple[str, ...]:
        """Black, who begins, and White (T1)."""
        return tuple(player.value for player in Player)

    def to_move(self, state: State) -> str | None:
        """The player to move; None when the game is over or it is not known."""
        return None if self.end(state) or state.to_move is None else state.to_move.value

    def legal(self, state: State) -> Iterator[Turn]:
        """Every legal turn, with each legal cap and without; the pass where it is forced."""
        return legal_turns(state, self.house_rules)

    def tries(self, state: State, chance: Chance) -> Iterator[Turn]:
        """Any piece that the player to move has, on any lot where nothing stands."""
        return tries(state, chance)

    def judge(self, state: State, change: Turn) -> Verdict:
        """All faults of a turn."""
        return judge(state, change, self.house_rules)

    def play(self, state: State, change: Turn) -> State:
        """The state after a turn, legal or not."""
        return state.played(change)

    def faults(self, state: State) -> tuple[Fault, ...]:
        """What cannot be right about the city as it stands."""
        return position_faults(state.city, self.house_rules).details

    def end(self, state: State) -> End | None:
        """Why the game is over (E1)."""
        return end(state, self.house_rules)

    def score(self, state: State) -> CityScore:
        """The score of the city; UnreadLotsError when lots could not be read."""
        return score(state.city)

    def parse_state(self, text: str) -> State:
        """The state of a text: position text, then perhaps the player to move, then both hands."""
        return parse_state(text)

    def format_state(self, state: State) -> str:
        """The text that `parse_state` reads back."""
        return format_state(state)

    def opening(self, table: State) -> State:
        """The start of a game on the tiles of a city."""
        return State(City.empty(table.city.tiles), FULL_HANDS, Player.BLACK)

    def in_play(self, state: State) -> tuple[str, ...]:
        """The lots that are built on."""
        city = state.city
        return tuple(str(lot) for lot in LOTS if city[lot] is not None and city[lot] is not UNKNOWN)

    def tell_start(self, start: State) -> Happening:
        """The set-up, told by its tiles."""
        return tell_start(start)

    def due(self, state: State) -> Message | None:  # noqa: ARG002 - other games need it
        """Nothing but to move: whoever may still lay a cap need not."""
        return None

    def explain(
        self,
        states: Sequence[State],
        table: State,
        first: Mapping[str, int] = NOTHING_FIRST,
        unseen: Collection[int] = (),
    ) -> list[Account[Turn]]:
        """The ways in which a game of these states may have come to the city on the table."""
        return explain(states, table.city, self.house_rules, first, unseen)

    def informed(self, state: State, table: State, before: State) -> State:
        """The state with what was not known of tiles and lots as the table has and had it."""
        tiles = [
            Tile(
                known.guild or (now.guild if now.guild == then.guild else None),
                known.corner or (now.corner if now.corner == then.corner else None),
            )
            for known, now, then in zip(state.city.tiles, table.city.tiles, before.city.tiles, strict=True)
        ]
        lots = [
            now if known is UNKNOWN and now == then else known
            for known, now, then in zip(state.city.lots, table.city.lots, before.city.lots, strict=True)
        ]
        return State(City(tuple(tiles), tuple(lots)), state.hands, state.to_move)

    def closed(self, state: State, _table: State) -> tuple[str, ...]:
        """The lots where nothing can be built: at the start the icon lots (R5)."""
        open_lots = {placement.lot for placement in legal_placements(state, None, self.house_rules)}
        return tuple(str(lot) for lot in LOTS if lot not in open_lots)

    def unread(self, state: State, places: Iterable[str]) -> State:
        """The state with nothing known of what stands on some lots."""
        city = state.city
        for name in places:
            city = city.with_lot(Lot.parse(name), UNKNOWN)
        return State(city, state.hands, state.to_move)

    def mended(self, changes: Sequence[Turn], table: State, places: Sequence[str]) -> tuple[Turn, ...] | None:
        """The turns with the pieces that stand on these lots; None when a turn can't explain them."""
        return mended(changes, table.city, [Lot.parse(place) for place in places])

    def renamed(
        self,
        start: State,
        changes: Sequence[Turn],
        names: Mapping[str, str],  # noqa: ARG002 - other games need it
    ) -> tuple[State, Sequence[Turn]]:
        """The same: nobody plays in any other colours than white and black, and those are told by their caps."""
        return start, changes

    def skip(self, state: State) -> Turn | None:
        """A pass of the player to move; None while nobody knows who that is."""
        return None if state.to_move is None else Turn(state.to_move)

    def retell(
        self, _state: State, undone: Sequence[tuple[Turn, Verdict]], account: Account[Turn]
    ) -> list[Happening]:
        """What the players did, when the turns undone, with their verdicts, gave way to those of the account."""
        return retell(undone, account)

    def sketch(self, state: State) -> str:
        """The city from above, drawn in text."""
        return sketch(state.city)

    def chart(self, state: State) -> list[Spot]:
        """The 80 lots and what stands on them, for a small map."""
        return chart(state.city)

    def match_lines(self, _scores: Sequence[Mapping[str, int]], _language: Language = ENGLISH) -> list[str]:
        """Nothing: each game stands for itself."""
        return []

    def drawing(self, state: State, language: Language = ENGLISH) -> str:
        """The city from above, and whose turn it is, as SVG."""
        return drawing(state, language)

    def advice(self, state: State, language: Language = ENGLISH) -> list[str]:
        """Where each piece may be built now."""
        return may_build(state, self.house_rules, language)

    @property
    def briefs(self) -> Mapping[str, Message]:
        """What each rule is about in a few words, for a small display."""
        return BRIEF

    def parse_change(self, text: str) -> Turn:
        """The turn of a text such as `black Bt@E6 x@E6`."""
        return Turn.parse(text)

    def format_change(self, change: Turn) -> str:
        """The text that `parse_change` reads back."""
        return str(change)
