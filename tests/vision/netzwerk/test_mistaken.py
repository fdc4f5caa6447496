"""A miner that may be two players' is told by the next one that comes."""

from __future__ import annotations

from dataclasses import replace

from engine.netzwerk.fields import Field
from engine.netzwerk.material import Player
from engine.netzwerk.text import parse_seen, parse_state
from tests.vision.netzwerk.readings import HANDS, TEXT, sure
from tests.vision.netzwerk.readings import looking as as_always
from vision.netzwerk.compare import alternatives
from vision.netzwerk.memory import remembered
from vision.netzwerk.mistaken import mistakes
from vision.netzwerk.owners import usual_sayings
from vision.netzwerk.reading import MINERS, NOBODY, Reading

PLACED = TEXT.replace("w0,0E;1,0E;2,0E", "w-")
STATE = parse_state(PLACED + HANDS)
WHITES, NEW = Field(4, 1), Field(1, 1)


def looking(reading: Reading, field: Field, nobody: float = 1e-4, **chances: float) -> Reading:
    """A field on which somebody is seen, by players' names, so probably."""
    miners = reading.miners.copy()
    row = miners[reading.fields.index(field)]
    row[:] = 1e-4
    row[NOBODY] = nobody
    for name, chance in chances.items():
        row[MINERS.index(Player[name.upper()])] = chance
    return replace(reading, miners=miners / miners.sum(axis=1, keepdims=True))


def test_a_miner_that_may_be_anothers_is_thought_of_under_both_names() -> None:
    (mistake,) = mistakes(looking(sure(PLACED), WHITES, white=0.5, grey=0.5), STATE, usual_sayings())
    assert (mistake.player, mistake.other, mistake.field) == (Player.WHITE, Player.GREY, WHITES)
    assert [*mistakes(sure(PLACED), STATE, usual_sayings())] == [], "it is plainly white"
    laid = parse_state(TEXT + HANDS)
    assert [*mistakes(looking(sure(TEXT), WHITES, white=0.5, grey=0.5), laid, usual_sayings())] == [], (
        "white has built"
    )


def test_so_is_one_that_is_hardly_seen_but_none_that_is_not_seen_at_all() -> None:
    hardly = looking(sure(PLACED), WHITES, nobody=0.94, white=0.03, grey=0.03)
    assert [it.other for it in mistakes(hardly, STATE, usual_sayings())] == [Player.GREY]
    gone = looking(sure(PLACED), WHITES, nobody=0.998, white=0.001, grey=0.001)
    assert [*mistakes(gone, STATE, usual_sayings())] == []


def test_a_name_alone_is_not_thought_of_unless_it_is_plain() -> None:
    def nats(**chances: float) -> float:
        told = alternatives(looking(sure(PLACED), WHITES, **chances), STATE)
        return max(it.nats for it in told if it.changed == {str(WHITES): str(Player.GREY)})

    best, *_ = alternatives(looking(sure(PLACED), WHITES, white=0.4, grey=0.6), STATE)
    assert best.changed == {}
    assert nats(white=0.3, grey=0.7) < -5.0, "nobody could answer whose it is"
    assert nats(white=1e-3, grey=0.998) > 2.0


def test_when_who_was_white_comes_the_first_one_was_grey() -> None:
    memory = remembered(looking(as_always(PLACED, 1), WHITES, white=0.5, grey=0.5), STATE, None)
    doubtful = looking(as_always(PLACED, 2, otherwise=(NEW,)), WHITES, white=0.5, grey=0.5)
    best, *_ = alternatives(looking(doubtful, NEW, white=0.98, grey=0.01), STATE, memory)
    now = parse_seen(best.position)
    assert (now.miners[Player.GREY], now.miners[Player.WHITE]) == (WHITES, NEW)
    assert best.changed[str(WHITES)] == str(Player.GREY)


def test_even_a_rather_sure_name_gives_way_to_a_plain_one() -> None:
    """Told by itself it was grey, twenty to one; but then the next one can only be grey."""
    seen = {"white": 0.045, "grey": 0.95}
    before = parse_state(PLACED.replace("w4,1", "w-").replace("g-;", "g4,1;") + HANDS)
    memory = remembered(looking(as_always(PLACED, 1), WHITES, **seen), before, None)
    next_one = looking(
        looking(as_always(PLACED, 2, otherwise=(NEW,)), WHITES, **seen), NEW, white=0.004, grey=0.99
    )
    best, *_ = alternatives(next_one, before, memory)
    now = parse_seen(best.position)
    assert (now.miners[Player.WHITE], now.miners[Player.GREY]) == (WHITES, NEW)
