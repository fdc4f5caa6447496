"""Every fault of a build is said in a sentence that names its rule, and a score shows its working."""

from __future__ import annotations

from itertools import chain

import pytest

from engine.messages import Language
from engine.netzwerk.building import built, judge_build
from engine.netzwerk.fields import Connection
from engine.netzwerk.material import NO_STONES, Player, Stones, stones_of
from engine.netzwerk.options import Options
from engine.netzwerk.questions import connection_of
from engine.netzwerk.score import score
from engine.netzwerk.text import parse_state
from tests.engine.netzwerk.vectors import examples, lines

CODES = (
    *("off_board", "not_adjacent", "desert", "duplicate", "city_city", "parallel_2p", "supply"),
    *("route_a", "route_b", "route_c", "several_routes", "joins_three", "not_chain", "cost", "payment_wrong"),
)


def faults() -> dict[str, list[str]]:
    """Sentences of all the vectors, by their codes."""
    found: dict[str, list[str]] = {code: [] for code in CODES}
    asked = chain(
        ((it["position"], it["player"], it["options"], it["proposals"]) for it in lines("positions.jsonl")),
        (
            (it["position"], it["player"], it.get("options", {}), [it])
            for it in examples()["examples"]
            if it["type"] == "build"
        ),
    )
    for position, player, options, proposals in asked:
        state = parse_state(position)
        for it in proposals:
            payment = stones_of(it["payment"]) if "payment" in it else None
            build = [connection_of(name) for name in it["build"]]
            ruling = judge_build(state, Player(player), build, Options.from_json(options), payment)
            for fault in ruling.faults:
                found[fault.code].append(fault.sentence())
    return found


def test_every_rule_has_its_sentence_with_its_number() -> None:
    for code, sentences in faults().items():
        assert sentences, code
        for sentence in sentences:
            assert sentence.startswith("N-")
            assert sentence.endswith(".")
            assert "{" not in sentence


def test_nothing_is_no_build() -> None:
    state = parse_state(lines("positions.jsonl")[0]["position"])
    (fault,) = judge_build(state, state.player, []).faults
    assert (fault.code, str(fault)) == ("empty", "N-6.1: no connector is laid.")


@pytest.mark.parametrize("payment", [NO_STONES, None], ids=["paid", "seen"])
def test_more_connectors_than_anybody_has_are_no_build_whatever_they_would_cost(
    payment: Stones | None,
) -> None:
    row = "YRGOB" * 20
    fields = "".join(f"{colour}2" for colour in row)
    state = parse_state(f"0|0:C2{fields}C3 w1,0;k2,0 w-|k- w1,0,0,0,0|k0,0,0,0,0 w.b")
    build = [Connection.parse(f"{q},0E") for q in range(len(row) + 1)]
    ruling = judge_build(state, Player.WHITE, build, payment=payment)
    assert list(map(str, ruling.faults)) == ["N-6.8: connectors to be laid: 101, left: 20."]
    assert (ruling.payments, ruling.kind) == (None, None)
    after = built(state, build, payment)
    assert after.connectors[Player.WHITE] == set(build)
    again = judge_build(after, Player.WHITE, [Connection.parse("0,0E")])
    assert again.reasons == ("duplicate",)
    assert after.connectors_left(Player.WHITE) == 0


def test_what_is_missing_is_named() -> None:
    position = (
        "0|0:C2Y2G2C4B2Y2C6Y2##R2O2/0:R2O2C3##R2C5B2G2C7##/0:O2G2B2O2R2##Y2O2R2/0:C8##Y2G2C9B2CAG2B2 "
        "w4,1;k0,1;g1,2 w-|k-|g- w0,0,0,1,0|k0,0,0,0,0|g0,0,0,0,0 w.b"
    )
    build = [Connection.parse(name) for name in ("2,0SE", "2,0E")]
    (fault,) = judge_build(parse_state(position), Player.WHITE, build).faults
    assert str(fault) == "N-7.5: the stones in hand do not pay for it: green missing."
    assert fault.places == ("2,0SE", "2,0E")
    assert fault.sentence(Language.of("cs")) == "N-7.5: kameny v ruce na to nestačí, chybí: zelená."


@pytest.mark.parametrize("number", range(3))
def test_a_score_shows_every_route_and_every_city(number: int) -> None:
    game = lines("games.jsonl")[number]
    found = score(parse_state(game["end"]["position"]))
    said = "\n".join(found.lines())
    for player in found.players.values():
        for route in player.routes:
            assert f"{len(route.cities)} x {len(route.cities) - 1} = {route.points}" in said
        assert f": {player.total}" in said
    assert said.splitlines()[-1].endswith((" wins.", " share the win."))
