"""An owner's own words for a set of other colours: yellow for the green of the game, clear for its white caps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.alien_city.pieces import PIECES, Colour, Kind, Piece, Player
from engine.alien_city.retell import CAPPED
from engine.alien_city.sketch import SIGNS
from engine.alien_city.words import CAP_NAMES, CAPPED_NAMES, COLOURS, ICON_NAMES, PIECE_NAMES
from engine.illegible import IllegibleError
from engine.messages import Message, Sentence

GUILDS = {COLOURS[colour].text: colour for colour in Colour}
CAPS = {CAP_NAMES[player].text: player for player in (Player.WHITE, Player.BLACK)}
NAMEABLE = (*GUILDS, *CAPS)
"""What can be given a name: the four colours of guilds and pieces, and the caps."""
LONGEST = 20
"""Letters: a display is 128 pixels wide."""

COLOUR = Message("{colour}")
TOWER = Message("{colour} tower")
DOME = Message("{colour} dome")
CAP = Message("{colour} cap")
CAPPED_TOWER = Message("{tower} ({cap})")
ICON = Message("icon of {colour} tiles")
LAID = Message("{lot} {cap}")

CHOOSE = Message(
    "Choose once which of your own colours plays red (R), blue (B), green (G) and black (K), and which cap is the "
    "white one (o) and which the black one (x), and keep to it, here and in every game. --names {example} makes "
    "Kibitz use your own words."
)
CHOSEN = Message(
    "Your colours: R {red}, B {blue}, G {green}, K {black}. Your caps: o {white}, x {black_cap}."
)
EXAMPLE = Message('"green=yellow, white cap=clear"')

NO_NAMES = Message(
    "{text!r} names nothing; names are written like green=yellow, white cap=clear, and can be given to: {nameable}"
)
NAMED_TWICE = Message("{what} is named twice")
BAD_NAME = Message("{name!r} is no name: it is made of 1 to {most} letters on one line, without = and ,")
ONE_NAME = Message("{name} would be the name of both {one} and {other}")


@dataclass(frozen=True)
class OwnNames:
    """Names by what they are for, of NAMEABLE; whatever has none is called as in the game.

    >>> str(OwnNames.parse("green = yellow, white cap=clear"))
    'green=yellow, white cap=clear'

    Raises IllegibleError with what cannot be a name, or is one of two things.
    """

    names: Mapping[str, str]

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        for what, name in self.names.items():
            if what not in NAMEABLE:
                raise IllegibleError(NO_NAMES, text=what, nameable=NAMEABLE)
            if not (isinstance(name, str) and 0 < len(name) <= LONGEST and name.isprintable()):
                raise IllegibleError(BAD_NAME, name=name, most=LONGEST)
        self._refuse_one_name_for_two(GUILDS)
        self._refuse_one_name_for_two(CAPS)

    @classmethod
    def parse(cls, text: str) -> OwnNames:
        """The names of a text such as "green=yellow, white cap=clear"; none of an empty one."""
        names: dict[str, str] = {}
        for part in filter(str.strip, text.split(",")):
            what, is_named, name = part.partition("=")
            what = " ".join(what.lower().split())
            if not is_named or what not in NAMEABLE:
                raise IllegibleError(NO_NAMES, text=part.strip(), nameable=NAMEABLE)
            if what in names:
                raise IllegibleError(NAMED_TWICE, what=what)
            if "=" in name:
                raise IllegibleError(BAD_NAME, name=name.strip(), most=LONGEST)
            names[what] = name.strip()
        return cls(names)

    def __str__(self) -> str:
        """The text that `parse` reads back."""
        return ", ".join(f"{what}={name}" for what, name in self.names.items())

    @property
    def words(self) -> dict[Message, Sentence]:
        """How the game's messages for pieces, caps and guilds are said instead."""
        words: dict[Message, Sentence] = {}
        for what, colour in GUILDS.items():
            if what in self.names:
                words |= _of_guild(colour, self.names[what])
        for what, player in CAPS.items():
            if what in self.names:
                words[CAP_NAMES[player]] = Sentence(CAP, {"colour": self.names[what]})
        if any(what in self.names for what in CAPS):
            words[CAPPED] = Sentence(LAID, {})
        for (colour, player), capped in CAPPED_NAMES.items():
            tower, cap = PIECE_NAMES[_tower(colour)], CAP_NAMES[player]
            if tower in words or cap in words:
                words[capped] = Sentence(CAPPED_TOWER, {"tower": tower, "cap": cap})
        return words

    @property
    def legend(self) -> tuple[Sentence, ...]:
        """What an owner has to know before the first arrangement: which colour plays which, and how it is drawn."""
        if not self.names:
            return Sentence(CHOOSE, {"example": EXAMPLE}), Sentence(SIGNS, {})
        colours = {what: COLOURS[colour] for what, colour in GUILDS.items()}
        caps = {"white": CAP_NAMES[Player.WHITE], "black_cap": CAP_NAMES[Player.BLACK]}
        return Sentence(CHOSEN, {**colours, **caps}), Sentence(SIGNS, {})

    def _refuse_one_name_for_two(self, things: Iterable[str]) -> None:
        taken: dict[str, str] = {}
        for what in things:
            name = self.names.get(what, what)
            if (other := taken.setdefault(name.casefold(), what)) != what:
                raise IllegibleError(ONE_NAME, name=name, one=other, other=what)


def _of_guild(colour: Colour, name: str) -> dict[Message, Sentence]:
    facts = {"colour": name}
    pieces = {
        PIECE_NAMES[piece]: Sentence(TOWER if piece.kind is Kind.TOWER else DOME, facts)
        for piece in PIECES
        if piece.colour is colour
    }
    return {
        **pieces,
        COLOURS[colour]: Sentence(COLOUR, facts),
        ICON_NAMES[colour]: Sentence(ICON, facts),
    }


def _tower(colour: Colour) -> Piece:
    return Piece(Kind.TOWER, colour)
