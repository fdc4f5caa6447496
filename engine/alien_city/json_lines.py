"""Games as JSON lines, one object a line: `tiles` and `turns`, and `id` and `house_rules` where given.

Instead of `tiles` there is `position` where the start of the game was not seen, as AlienCity.parse_state
reads it. A turn is `{"player", "place", "cap"}` or `{"player", "pass": true}`; the player is null where
not known; `place` is `{"kind", "colour", "lot"}`, a short form such as `"Rt@C7"`, or null where only a
cap was laid; `cap` is a lot, `"x@C7"` or `"o@C7"` where it is not the player's own, or null. Whatever
else an object holds is left alone.
"""

from __future__ import annotations

import json
from typing import Any

from engine.alien_city.game import AlienCity
from engine.alien_city.house_rules import HouseRules
from engine.alien_city.lots import Lot
from engine.alien_city.pieces import Colour, Kind, Piece, Player
from engine.alien_city.records import Record, RecordError, starts_from_empty
from engine.alien_city.state import State
from engine.alien_city.tiles import format_tiles
from engine.alien_city.turns import Cap, Placement, Turn
from engine.illegible import IN_LINE, IllegibleError, why
from engine.messages import Message, Sentence, ToldError
from engine.numbered import numbered_lines

NOT_JSON = Message("line {number} is not JSON by itself, a game a line; look at column {column}")
TOO_DEEP = Message("line {number} holds brackets in brackets, too deep for a game")
NO_OBJECT = Message("a game is an object in braces")
NO_LIST_OF_RULES = Message("'house_rules' is a list of names")
NO_TILES_OR_TURNS = Message("a game has 'tiles', a string, and 'turns', a list")
NO_TURN = Message("turn {number}: cannot read {text} ({reason})")
LIKE_TURN = Message("a turn is like {example}")
NOTHING_DONE = Message("neither a placement nor a cap nor a pass")
WHOSE_CAP = Message("whose cap is on {lot!r}, as in 'x@C7'")

_EXAMPLE = '{"player": "black", "place": "Rt@C7", "cap": null}'


def read_json_lines(text: str) -> list[Record]:
    """The games of a file of JSON lines; RecordError naming the line that cannot be read."""
    records: list[Record] = []
    for number, line in numbered_lines(text):
        try:
            records.append(read_json_game(json.loads(line), str(len(records) + 1)))
        except json.JSONDecodeError as error:
            raise RecordError(NOT_JSON, number=number, column=error.colno) from None
        except RecursionError:
            raise RecordError(TOO_DEEP, number=number) from None
        except ValueError as error:
            raise RecordError(IN_LINE, number=number, reason=why(error)) from None
    return records


def read_json_game(game: Any, default_id: str) -> Record:
    """The game of a line; ValueError saying why it is none."""
    if not isinstance(game, dict):
        raise IllegibleError(NO_OBJECT)
    tiles, position, turns = game.get("tiles"), game.get("position"), game.get("turns")
    names = game.get("house_rules", [])
    if not isinstance(names, list):
        raise IllegibleError(NO_LIST_OF_RULES)
    house_rules = HouseRules.named(map(str, names))
    if isinstance(tiles, str) and isinstance(turns, list):
        start = State.start(tiles)
    elif isinstance(position, str) and isinstance(turns, list):
        start = AlienCity(house_rules).parse_state(position)
    else:
        raise IllegibleError(NO_TILES_OR_TURNS)
    played = tuple(_turn(turn, number) for number, turn in enumerate(turns, 1))
    return Record(str(game.get("id", default_id)), start, played, house_rules)


def _turn(turn: Any, number: int) -> Turn:
    try:
        player = None if turn["player"] is None else Player(turn["player"])
        if turn.get("pass"):
            return Turn(player)
        cap = _cap(turn.get("cap"), player)
        if turn["place"] is None and cap is None:
            raise IllegibleError(NOTHING_DONE)
        return Turn(player, _placement(turn["place"]), cap)
    except (KeyError, ToldError) as error:
        reason = why(error)
    except (TypeError, AttributeError, ValueError):
        reason = Sentence(LIKE_TURN, {"example": _EXAMPLE})
    raise IllegibleError(NO_TURN, number=number, text=json.dumps(turn), reason=reason)


def _cap(cap: Any, player: Player | None) -> Cap | None:
    if not cap:
        return None
    if "@" in cap:
        return Cap.parse(cap)
    if player is None:
        raise IllegibleError(WHOSE_CAP, lot=cap)
    return Cap(player, Lot.parse(cap))


def _placement(place: Any) -> Placement | None:
    if place is None:
        return None
    if isinstance(place, str):
        return Placement.parse(place)
    kind, colour = Kind(place["kind"]), Colour(place["colour"])
    return Placement(Piece.parse(f"{colour}{kind[0]}"), Lot.parse(place["lot"]))


def write_json_line(record: Record) -> str:
    """The record as one line of JSON, with its line break."""
    game: dict[str, Any] = {"id": record.id}
    if starts_from_empty(record.start):
        game["tiles"] = format_tiles(record.start.city.tiles)
    else:
        game["position"] = AlienCity().format_state(record.start)
    if record.house_rules.names:
        game["house_rules"] = list(record.house_rules.names)
    return json.dumps({**game, "turns": [_plain(turn) for turn in record.turns]}) + "\n"


def _plain(turn: Turn) -> dict[str, Any]:
    """A turn as `_turn` reads it back."""
    player, cap = turn.player, turn.cap
    if turn.is_pass:
        return {"player": player, "pass": True}
    return {
        "player": player,
        "place": str(turn.placement) if turn.placement else None,
        "cap": cap and str(cap.lot if cap.owner is player else cap),
    }
