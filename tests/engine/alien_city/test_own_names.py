"""A set of other colours than the game's is spoken of in its owner's own words."""

from __future__ import annotations

import pytest

from engine.alien_city import AlienCity, State, Turn, score
from engine.alien_city.names import OwnNames
from engine.game import Account
from engine.illegible import IllegibleError
from engine.messages import ENGLISH, Language
from tests.engine.alien_city.cities import EMPTY, city

NAMES = OwnNames.parse("green=yellow, white cap=clear, black cap=purple")
OWN = ENGLISH.calling(NAMES.words)


def told(turn: str, language: Language) -> list[str]:
    """What a first turn is told as."""
    game, start = AlienCity(), State(EMPTY)
    change = Turn.parse(turn)
    account = Account(0, (change,), (game.judge(start, change),))
    return [it.sentence(language) for it in game.retell(start, [], account)]


def test_what_is_built_and_capped_is_told_in_the_owners_words() -> None:
    assert told("black Gd@A1", OWN) == ["A1 yellow dome"]
    assert told("black Rt@C1 x@C1", OWN) == ["C1 red tower", "C1 purple cap"]
    assert told("black Rt@C1 x@C1", ENGLISH) == ["C1 red tower", "C1 capped by Black"]


def test_what_is_against_the_rules_is_told_of_pieces_and_tiles_alike() -> None:
    (fault,) = AlienCity().judge(State(EMPTY), Turn.parse("? Gd@C1")).faults
    said = "R2: a yellow dome belongs on a yellow tile, and C1 is on a black one; A1, B1, E1 can still be built on."
    assert fault.sentence(OWN) == said
    assert "green dome" in fault.sentence(), "records keep the game's words"


def test_the_score_calls_the_towers_of_a_bonus_so() -> None:
    lines = score(city("8/8/8/8/8/8/8/8/8/GRo6")).lines(OWN)
    assert "No bonus from the yellow tower on A1: there is no blue tower to walk to" in lines
    assert not any("green" in line for line in lines)


def test_free_words_are_put_into_every_language_as_they_are() -> None:
    slovak = Language.of("sk").calling(OwnNames.parse("green=žltá, black cap=fialová").words)
    assert told("black Gd@A1", slovak) == ["A1 žltá kupola"]
    assert told("black Gt@A1 x@A1", slovak) == ["A1 žltá veža", "A1 fialová čiapočka"]


def test_two_colours_may_change_their_names() -> None:
    swapped = ENGLISH.calling(OwnNames.parse("red=blue, blue=red").words)
    assert told("black Rt@C1", swapped) == ["C1 blue tower"]
    assert told("black Bt@C1", swapped) == ["C1 red tower"]


def test_names_are_written_as_they_are_read() -> None:
    assert OwnNames.parse(" Green = dark  yellow,white  cap=clear, ").names == {
        "green": "dark  yellow",
        "white cap": "clear",
    }
    assert OwnNames.parse(str(NAMES)) == NAMES
    assert OwnNames.parse("").words == {}
    assert ENGLISH.calling({}).say(next(iter(NAMES.words))) == "green tower"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("yellow", "'yellow' names nothing"),
        (
            "teal=yellow",
            "'teal=yellow' names nothing|can be given to: red, blue, green, black, white cap, black cap",
        ),
        ("white=clear", "'white=clear' names nothing"),
        ("green=", "'' is no name"),
        ("green=a=b", "'a=b' is no name"),
        ("green=" + "y" * 21, "is no name: it is made of 1 to 20 letters"),
        ("green=a\nb", "is no name"),
        ("green=yellow, green=lime", "green is named twice"),
        ("green=Red", "Red would be the name of both red and green"),
        ("white cap=clear, black cap=clear", "clear would be the name of both white cap and black cap"),
    ],
)
def test_what_can_be_no_name_is_refused_with_one_line(text: str, reason: str) -> None:
    with pytest.raises(IllegibleError) as refused:
        OwnNames.parse(text)
    for part in reason.split("|"):
        assert part in str(refused.value)


def test_the_legend_says_which_colour_plays_which() -> None:
    choose, signs = (ENGLISH.say(it.message, it.facts) for it in OwnNames({}).legend)
    assert choose.startswith("Choose once which of your own colours plays red (R), blue (B), green (G)")
    assert "r b g k a dome" in signs
    chosen, again = (OWN.say(it.message, it.facts) for it in NAMES.legend)
    assert chosen == "Your colours: R red, B blue, G yellow, K black. Your caps: o clear cap, x purple cap."
    assert again == signs
