"""What is wrong with a placement or a cap, in facts, sentences and the lots that prove it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.alien_city.city import City
from engine.alien_city.lots import Lot
from engine.alien_city.pieces import Player, Structure
from engine.alien_city.streets import beside, lots_in, main_network, networks, parts_left
from engine.alien_city.survey import Rule, Survey
from engine.alien_city.turns import Cap, Placement
from engine.alien_city.words import COLOURS, PIECE_NAMES, PLAYERS, name_of
from engine.game import Fault
from engine.messages import Message

OCCUPIED = Message("{lot} is already built on.")
HOME_TILE_OPEN = Message(
    "a {piece} belongs on a {colour} tile, and {lot} is on a {guild} one; {open} can still be built on."
)
THIN_TILE = Message(
    "this {guild} tile holds fewer than two structures, so only a {guild} tower may stand on {lot}."
)
THIN_TILE_FOR_DOME = Message(
    "this {guild} tile holds fewer than two structures, "
    "so by your house rule no {piece} may stand on {lot} yet."
)
CUTS_OFF = Message("a structure on {lot} would cut off {places} from the other streets.")
LAST_STREET = Message("{lot} is the last street of the {structure} on {other}.")
NO_STREET = Message("a structure on {lot} would touch no street.")
CUT_OFF_ALREADY = Message("{lot} is cut off from the streets of the city.")
DISCONNECTS = Message("with a structure on {lot}, no street network would reach every structure.")
ICON = Message("{lot} is an icon lot, closed as long as {places} of its tile can be built on.")

MOST_NAMED = 3
"""The most open lots that a sentence names; the places that prove the fault are all of them."""

NONE_LEFT = Message("{player} has no {piece} left.")
ALL_BUILT = Message("every {piece} there is stands already.")
NOT_THEIR_TURN = Message("it is {player}'s turn.")
MUST_BUILD = Message("{player} can build and so may not pass.")
GAME_OVER = Message("the game is over; nobody passes any more.")

NO_TOWER = Message("no tower stands on {lot}; only towers bear caps.")
CLAIMED = Message("the tower on {lot} bears a cap already.")
NO_CAPS = Message("{player} has no cap left.")
LAST_ACTION = Message("nobody can build after this, and a cap may not be the last action of the game.")
NOT_THEIR_CAP = Message("{player} may lay none but their own caps; this one is {owner}'s.")
NOT_BUILT = Message("a cap is laid only right after building, one a turn.")


def _names(lots: Iterable[Lot]) -> tuple[str, ...]:
    return tuple(str(lot) for lot in lots)


def placement_faults(survey: Survey, placement: Placement) -> list[Fault]:
    """All that R1 to R5 certainly hold against the placement, in the order of the rules."""
    broken = survey.violated(placement)
    faults = []
    if Rule.R1 in broken:
        lot = str(placement.lot)
        faults.append(Fault("1", "R1", OCCUPIED, {"lot": lot}, (lot,)))
    if Rule.R2 in broken:
        faults.append(_foreign_dome(survey, placement))
    if Rule.R3 in broken:
        faults.append(_thin_tile(survey, placement))
    if Rule.R4 in broken:
        faults += _street_faults(survey, placement.lot)
    if Rule.R5 in broken:
        lot, open_lots = str(placement.lot), _names(survey.open_on_tile(placement.lot))
        faults.append(Fault("5", "R5", ICON, {"lot": lot, "places": open_lots}, (lot, *open_lots)))
    return faults


def _guild_word(city: City, lot: Lot) -> Message:
    guild = city.tile_at(lot).guild
    if guild is None:
        raise AssertionError(f"a rule about guilds was held against {lot}, whose guild is not known")
    return COLOURS[guild]


def _foreign_dome(survey: Survey, placement: Placement) -> Fault:
    piece, lot = placement.piece, placement.lot
    open_lots = _names(lots_in(survey.surely_passing & survey.of_guild[piece.colour]))
    facts = {
        "piece": PIECE_NAMES[piece],
        "colour": COLOURS[piece.colour],
        "lot": str(lot),
        "guild": _guild_word(survey.city, lot),
        "open": open_lots[:MOST_NAMED],
    }
    return Fault("2", "R2", HOME_TILE_OPEN, facts, (str(lot), *open_lots))


def _thin_tile(survey: Survey, placement: Placement) -> Fault:
    lot = str(placement.lot)
    message = THIN_TILE_FOR_DOME if survey.fallback_dome(placement) else THIN_TILE
    facts = {
        "guild": _guild_word(survey.city, placement.lot),
        "piece": PIECE_NAMES[placement.piece],
        "lot": lot,
    }
    return Fault("3", "R3", message, facts, (lot,))


def _street_faults(survey: Survey, lot: Lot) -> list[Fault]:
    """Why the lot fails R4: each reason with the lots that prove it."""
    name, bit = str(lot), 1 << lot
    streets = survey.streets | survey.unread
    faults = []
    if not beside(bit) & streets:
        faults.append(Fault("4", "R4", NO_STREET, {"lot": name}, (name,)))
    for other in lots_in(beside(bit) & survey.built):
        structure = survey.city[other]
        if beside(1 << other) & streets == bit and isinstance(structure, Structure):
            facts = {"lot": name, "structure": name_of(structure), "other": str(other)}
            faults.append(Fault("4", "R4", LAST_STREET, facts, (str(other), name)))
    if survey.house_rules.cut_off_lots:
        return faults or [_disconnecting(survey, lot)]
    network = main_network(streets, survey.streets)
    if not network & bit:
        return faults or [Fault("4", "R4", CUT_OFF_ALREADY, {"lot": name}, (name,))]
    parts = parts_left(network, lot, survey.streets)
    if len(parts) > 1:
        largest = max(parts, key=lambda part: (part & survey.streets).bit_count())
        cut_off = _names(
            other for part in parts if part != largest for other in lots_in(part & survey.streets)
        )
        facts = {"lot": name, "places": cut_off}
        faults.append(Fault("4", "R4", CUTS_OFF, facts, (*cut_off, name)))
    return faults


def _disconnecting(survey: Survey, lot: Lot) -> Fault:
    """R4 under the house rule `cut_off_lots`: the structures that lose the rest prove it."""
    bit = 1 << lot
    built = survey.built | bit
    parts = networks((survey.streets | survey.unread) & ~bit)
    main = max(parts, key=lambda part: (beside(part) & built).bit_count(), default=0)
    lost = _names(lots_in(built & ~beside(main)))
    return Fault("4", "R4", DISCONNECTS, {"lot": str(lot)}, lost or (str(lot),))


def none_left(player: Player | None, placement: Placement) -> Fault:
    """The piece is not there to be built (P3): the player has none left, or nobody has, where no player is given."""
    piece, places = PIECE_NAMES[placement.piece], (str(placement.lot),)
    if player is None:
        return Fault("supply", "P3", ALL_BUILT, {"piece": piece}, places)
    return Fault("supply", "P3", NONE_LEFT, {"player": PLAYERS[player], "piece": piece}, places)


def not_their_turn(to_move: Player, placement: Placement | None) -> Fault:
    """It is the other player's turn (T1)."""
    places = (str(placement.lot),) if placement else ()
    return Fault("turn", "T1", NOT_THEIR_TURN, {"player": PLAYERS[to_move]}, places)


def must_build(player: Player) -> Fault:
    """A pass of a player who can build (T2, T4)."""
    return Fault("pass", "T4", MUST_BUILD, {"player": PLAYERS[player]})


def game_over() -> Fault:
    """A pass after the end (E3)."""
    return Fault("pass", "E3", GAME_OVER)


def cap_faults(
    city: City, cap: Cap, player: Player | None, caps_left: int, is_last_action: bool
) -> list[Fault]:
    """All that C2 to C4 hold against a cap laid in `city`, the city with the new structure standing.

    `caps_left` are the caps of the cap's owner; `is_last_action` says that nobody can build any more.
    """
    lot = str(cap.lot)
    target = city[cap.lot]
    faults = []
    if player is not None and cap.owner is not player:
        facts = {"player": PLAYERS[player], "owner": PLAYERS[cap.owner]}
        faults.append(Fault("not-yours", "C3", NOT_THEIR_CAP, facts, (lot,)))
    if target is None or (isinstance(target, Structure) and not target.is_tower):
        faults.append(Fault("no-tower", "C2", NO_TOWER, {"lot": lot}, (lot,)))
    elif isinstance(target, Structure) and target.cap is not None:
        faults.append(Fault("claimed", "C2", CLAIMED, {"lot": lot}, (lot,)))
    if caps_left <= 0:
        faults.append(Fault("no-caps", "C3", NO_CAPS, {"player": PLAYERS[cap.owner]}, (lot,)))
    if is_last_action:
        faults.append(Fault("last-action", "C4", LAST_ACTION, {}, (lot,)))
    return faults


def cap_without_building(cap: Cap) -> Fault:
    """A cap in a turn without a placement (C1)."""
    return Fault("not-built", "C1", NOT_BUILT, {}, (str(cap.lot),))
