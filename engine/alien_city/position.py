"""What cannot be right about a city as it stands, with no history known.

A camera often sees a table in the middle of a game. A fault is named only when no legal game leads to
the city, however its unknown lots, guilds and corners turn out. In a game the lots that pass R4 only become
fewer; so a lot that passes once a structure is taken away passed when that structure came, whatever was built
since. That is how a misplaced dome and a prematurely built icon lot give themselves away.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Flag, auto

from engine.alien_city.city import City
from engine.alien_city.faults import MOST_NAMED
from engine.alien_city.house_rules import BOOK, HouseRules
from engine.alien_city.lots import Lot
from engine.alien_city.pieces import BOX, CAPS_EACH, Colour, Kind, Player, Structure
from engine.alien_city.streets import beside, lots_in, main_network, networks
from engine.alien_city.survey import TILE_SETS, Survey
from engine.alien_city.tiles import TILE_LOTS, TILES_EACH, icon_lot
from engine.alien_city.words import COLOURS, PIECE_NAMES, PLAYERS, name_of
from engine.game import Fault
from engine.messages import ENGLISH, Language, Message


class CityFault(Flag):
    """The kinds of fault a city can have."""

    TILES = auto()
    SUPPLY = auto()
    CAPS = auto()
    FOREIGN_DOME = auto()
    FOREIGN_TOWER = auto()
    THIN_FALLBACK = auto()
    STREETS_SPLIT = auto()
    NO_STREET = auto()
    ICON_LOT = auto()


TOO_MANY_TILES = Message("there are {count} {guild} tiles, more than the {most} of a guild.")
TOO_MANY_PIECES = Message("{piece}: {count} stand, there are only {most}.")
TOO_MANY_CAPS = Message("{count} caps of {player} are on the board; there are only {most}.")
FOREIGN_DOME = Message(
    "the {piece} on {lot} stands on a {guild} tile although {open} of its own colour could still be built on."
)
FOREIGN_TOWER = Message(
    "the {piece} on {lot} cannot have been built: before it, its {guild} tile held fewer than two structures."
)
THIN_FALLBACK = Message(
    "the {piece} on {lot} cannot have been built by your house rule: "
    "before it, its {guild} tile held fewer than two structures of its own."
)
STREETS_SPLIT = Message(
    "{places} is cut off from the other streets.", "{places} are cut off from the other streets."
)
STRUCTURES_APART = Message("no street network reaches every structure; {places} are apart.")
NO_STREET = Message("the {piece} on {lot} touches no street.")
ICON_LOT = Message("the icon lot {lot} is built on although {places} of its tile could still be built on.")


@dataclass(frozen=True, slots=True)
class CityFaults:
    """All faults of a city at once: one by one with the lots that prove them, and as flags to ask for a rule."""

    flags: CityFault
    details: tuple[Fault, ...]

    def __bool__(self) -> bool:
        """Whether anything is wrong."""
        return bool(self.details)

    def sentences(self, language: Language = ENGLISH) -> list[str]:
        """One sentence a fault."""
        return [fault.sentence(language) for fault in self.details]


def position_faults(city: City, house_rules: HouseRules = BOOK) -> CityFaults:
    """Everything that cannot be right about the city, whatever its unknowns hide."""
    survey = Survey(city, house_rules)
    split = _street_faults(survey)
    found = [
        *((CityFault.TILES, fault) for fault in _tile_faults(city)),
        *((CityFault.SUPPLY, fault) for fault in _supply_faults(city)),
        *((CityFault.CAPS, fault) for fault in _cap_faults(city)),
        *_thin_tile_faults(survey),
        *((CityFault.STREETS_SPLIT, fault) for fault in split),
        *((CityFault.NO_STREET, fault) for fault in _no_street_faults(survey)),
    ]
    if not split:
        # Once the streets are split, the lots that pass R4 say little about earlier moments.
        found += [(CityFault.FOREIGN_DOME, fault) for fault in _foreign_dome_faults(survey)]
        found += [(CityFault.ICON_LOT, fault) for fault in _icon_faults(survey)]
    flags = CityFault(0)
    for flag, _ in found:
        flags |= flag
    return CityFaults(flags, tuple(fault for _, fault in found))


def _tile_faults(city: City) -> list[Fault]:
    counts = Counter(tile.guild for tile in city.tiles)
    faults = []
    for guild in Colour:
        if counts[guild] > TILES_EACH:
            corners = tuple(
                str(TILE_LOTS[number][0]) for number, tile in enumerate(city.tiles) if tile.guild is guild
            )
            facts = {"count": counts[guild], "guild": COLOURS[guild], "most": TILES_EACH}
            faults.append(Fault("tiles", "P1", TOO_MANY_TILES, facts, corners))
    return faults


def _supply_faults(city: City) -> list[Fault]:
    faults = []
    for piece, most in BOX.items():
        places = tuple(str(lot) for lot, structure in city.structures() if structure.piece == piece)
        if len(places) > most:
            facts = {"count": len(places), "piece": PIECE_NAMES[piece], "most": most}
            faults.append(Fault("supply", "P3", TOO_MANY_PIECES, facts, places))
    return faults


def _cap_faults(city: City) -> list[Fault]:
    faults = []
    for player in Player:
        places = tuple(str(lot) for lot, structure in city.structures() if structure.cap is player)
        if len(places) > CAPS_EACH:
            facts = {"count": len(places), "player": PLAYERS[player], "most": CAPS_EACH}
            faults.append(Fault("no-caps", "C3", TOO_MANY_CAPS, facts, places))
    return faults


def _guilds(city: City) -> list[tuple[int, Colour]]:
    """The tiles whose guild is known, by number."""
    return [(number, tile.guild) for number, tile in enumerate(city.tiles) if tile.guild is not None]


def _on_tile(city: City, number: int) -> list[tuple[Lot, Structure]]:
    pairs = ((lot, city[lot]) for lot in TILE_LOTS[number])
    return [(lot, content) for lot, content in pairs if isinstance(content, Structure)]


def _thin_tile_faults(survey: Survey) -> list[tuple[CityFault, Fault]]:
    """R3 looked at backwards: two structures not of this kind must have stood before the first foreign tower.

    By the house rule `fallback_keeps_r3` the same holds for the first foreign dome.
    """
    city = survey.city
    found: list[tuple[CityFault, Fault]] = []
    for number, guild in _guilds(city):
        if guild is Colour.BLACK:
            continue
        standing = _on_tile(city, number)
        unread = (TILE_SETS[number] & survey.unread).bit_count()
        waiting = [
            (lot, it)
            for lot, it in standing
            if it.colour is not guild and (it.is_tower or survey.house_rules.fallback_keeps_r3)
        ]
        if len(standing) - len(waiting) + unread >= 2:
            continue
        for lot, structure in waiting:
            facts = {"piece": name_of(structure), "lot": str(lot), "guild": COLOURS[guild]}
            if structure.is_tower:
                flag, message = CityFault.FOREIGN_TOWER, FOREIGN_TOWER
            else:
                flag, message = CityFault.THIN_FALLBACK, THIN_FALLBACK
            found.append((flag, Fault("3", "R3", message, facts, (str(lot),))))
    return found


def _before(survey: Survey, lot: Lot) -> Survey:
    """The city as if the structure on a lot had come last."""
    return Survey(survey.city.with_lot(lot, None), survey.house_rules)


def _foreign_dome_faults(survey: Survey) -> list[Fault]:
    """R2 looked at backwards: the fallback, once on, stays on (A2), so if it ever was, it is on without the dome."""
    faults = []
    for number, guild in _guilds(survey.city):
        for lot, structure in _on_tile(survey.city, number):
            if structure.kind is Kind.TOWER or structure.colour is guild:
                continue
            before = _before(survey, lot)
            open_lots = tuple(
                str(other) for other in lots_in(before.surely_passing & before.of_guild[structure.colour])
            )
            if not open_lots:
                continue
            facts = {
                "piece": name_of(structure),
                "lot": str(lot),
                "guild": COLOURS[guild],
                "open": open_lots[:MOST_NAMED],
            }
            faults.append(Fault("2", "R2", FOREIGN_DOME, facts, (str(lot), *open_lots)))
    return faults


def _street_faults(survey: Survey) -> list[Fault]:
    """R4 (a), or what the house rule `cut_off_lots` leaves of it."""
    passable = survey.streets | survey.unread
    if survey.house_rules.cut_off_lots:
        main = max(networks(passable), key=lambda part: (beside(part) & survey.built).bit_count(), default=0)
        apart = tuple(str(lot) for lot in lots_in(survey.built & beside(passable) & ~beside(main)))
        return [Fault("4", "R4", STRUCTURES_APART, {"places": apart}, apart)] if apart else []
    if not passable:
        return []
    cut_off = tuple(str(lot) for lot in lots_in(survey.streets & ~main_network(passable, survey.streets)))
    facts = {"places": cut_off, "count": len(cut_off)}
    return [Fault("4", "R4", STREETS_SPLIT, facts, cut_off)] if cut_off else []


def _no_street_faults(survey: Survey) -> list[Fault]:
    """R4 (b)."""
    faults = []
    for lot in lots_in(survey.built & ~beside(survey.streets | survey.unread)):
        structure = survey.city[lot]
        if isinstance(structure, Structure):
            facts = {"piece": name_of(structure), "lot": str(lot)}
            faults.append(Fault("4", "R4", NO_STREET, facts, (str(lot),)))
    return faults


def _icon_faults(survey: Survey) -> list[Fault]:
    """R5 looked at backwards."""
    faults = []
    for number, tile in enumerate(survey.city.tiles):
        if tile.corner is None:
            continue
        icon = icon_lot(number, tile.corner)
        if not survey.built >> icon & 1:
            continue
        open_lots = tuple(str(lot) for lot in _before(survey, icon).open_on_tile(icon))
        if open_lots:
            facts = {"lot": str(icon), "places": open_lots}
            faults.append(Fault("5", "R5", ICON_LOT, facts, (str(icon), *open_lots)))
    return faults
