"""Who plays at a landscape, and in which order: known from the start, found out by who moves, or joined."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace

import pytest

from engine.netzwerk.conduct import play
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.material import DESERT, Player
from engine.netzwerk.recording import replayed
from engine.netzwerk.replay import Replay, replay
from engine.netzwerk.score import score
from engine.netzwerk.settling import settled
from engine.netzwerk.text import parse_seen
from engine.netzwerk.turns import Turn
from engine.netzwerk.words import NAMES
from firmware.events import Event, Status, What
from tests.engine.netzwerk.vectors import game
from tests.firmware.landscapes import SeenLandscape, sight
from tests.firmware.referee.landscape_table import Table, begun, told
from vision.game import Memory, Names


def test_a_button_passes_no_turn_before_it_is_known_who_plays() -> None:
    truth = game(4)
    for turns, can_pass in ((0, False), (12, True)):
        table, _ = begun(truth, turns)
        assert table.referee.standing.can_pass is can_pass
        before = table.referee.standing.state
        table.referee.confirm(table.seconds, "picture")
        assert (table.referee.standing.state != before) is can_pass


@pytest.mark.parametrize("number", [4, 24])
def test_a_confirmation_leaves_it_open_who_plays_as_long_as_nobody_knows(number: int) -> None:
    truth = game(number)
    plain, pressed = Table(Netzwerk(truth.record.options)), Table(Netzwerk(truth.record.options))
    for table in (plain, pressed):
        table.show(truth.states[0])
    (turn,) = pressed.referee.confirm(pressed.seconds, "picture")
    assert (turn.what, turn.facts.get("player")) == (What.TURN, None)
    for state in truth.states[1:8]:
        assert told(pressed.play(state)) == told(plain.play(state))


def test_a_game_in_which_nobody_has_come_yet_is_not_counted_as_one_of_four_players() -> None:
    truth = game(4)
    table, _ = begun(truth, 0)
    assert table.referee.end_game(table.seconds, "picture") == []
    assert told(table.play(truth.states[1])) == [("placed", "grey")]
    (end,) = table.referee.end_game(table.seconds, "picture")
    assert (end.what, end.facts["score"]) == (What.OVER, {"grey": 0})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_miners_put_down_between_two_looks_get_their_seats_by_how_they_move_on(players: int) -> None:
    truth = next(it for it in map(game, range(40)) if _of_so_many_out_of_order(it, players))
    table = Table(Netzwerk(truth.record.options))
    table.show(truth.states[0])
    events = table.play(truth.states[players])
    assert [event.what for event in events] == [What.PLACED] * players
    assert table.referee.standing.player == ""
    table.referee.go_on(Event.from_json(events[-1].to_json()))
    for state in truth.states[players + 1 : players + 13]:
        events += table.play(state)
    assert What.ILLEGAL not in [event.what for event in events]
    assert list(table.referee.standing.totals) == list(score(truth.states[-1]).totals)
    kept = events[-1]
    rules = [f"{name}={str(value).lower()}" for name, value in asdict(truth.record.options).items()]
    written = settled(replayed("seen", kept.start, kept.turns, rules))
    assert written.start.players == truth.record.start.players
    assert all(it.verdict.legal for it in replay(written).turns)


def _of_so_many_out_of_order(truth: Replay, players: int) -> bool:
    """Whether so many players sit otherwise than their colours are named."""
    seats = truth.record.start.players
    return len(seats) == players and seats != tuple(it for it in Player if it in seats)


@pytest.mark.parametrize("number", [11, 25])
def test_who_comes_after_miners_whose_order_nobody_saw_sits_after_them(number: int) -> None:
    truth = game(number)
    table = Table(Netzwerk(truth.record.options))
    table.show(truth.states[0])
    events = table.play(truth.states[2])
    for state in truth.states[3:17]:
        events += table.play(state)
    assert What.ILLEGAL not in [event.what for event in events]
    assert list(table.referee.standing.totals) == list(score(truth.states[-1]).totals)


def test_the_second_of_four_players_who_move_in_a_game_that_was_joined_may_be_any_of_them() -> None:
    truth = game(8)
    table = Table(Netzwerk(truth.record.options))
    table.show(truth.states[20], 4.0)
    for state in truth.states[21:27]:
        assert What.ILLEGAL not in [event.what for event in table.play(state)]
    assert len(table.referee.standing.totals) == 4
    assert table.referee.standing.player


@pytest.mark.parametrize(("number", "turns"), [(4, 13), (4, 16), (4, 20), (24, 13), (24, 16)])
def test_a_game_may_be_joined_in_the_middle(number: int, turns: int) -> None:
    truth = game(number)
    table = Table(Netzwerk(truth.record.options))
    (setup,) = table.show(truth.states[turns], 4.0)
    assert parse_seen(setup.facts["joined"]) == parse_seen(sight(truth.states[turns]))
    assert table.referee.standing.totals == score(truth.states[turns]).totals
    assert told(table.play(truth.states[turns + 1]))[0][0] == "moved"


def test_a_miner_that_could_not_be_made_out_when_the_game_was_joined_is_learnt() -> None:
    truth = game(24)
    half = len(truth.states) // 2
    board, miners, sticks = sight(truth.states[half]).split()
    white = miners.split(";")[0]
    table = Table(Netzwerk(truth.record.options))
    (joined,) = table.show(f"{board} {miners.replace(white, 'w?')} {sticks}", 10.0)
    assert "w?" in joined.facts["joined"]
    later = [event for state in truth.states[half + 1 :] for event in table.play(state)]
    moved = [event.facts["player"] for event in later if event.what is What.MOVED]
    turns = [it.turn.player.name.lower() for it in truth.turns[half:]]
    assert moved == turns[-len(moved) :]
    assert len(moved) >= len(turns) - 2, "what is learnt from is not told"


def test_a_stone_that_is_overlooked_before_anybody_came_makes_no_game_that_is_joined() -> None:
    truth = game(4)
    start = truth.states[0]
    table = Table(Netzwerk(truth.record.options))
    far = next(field for field in start.stones if field != truth.states[1].miners[start.player])
    events = table.show(replace(start, stones={**start.stones, far: 1}), 4.0)
    assert "joined" not in events[0].facts
    assert told(table.play(truth.states[1]))[0][0] == "placed"


@dataclass(frozen=True)
class Mistaken:
    """The table after a first turn whose miner looks rather like another player's."""

    seen: SeenLandscape
    first: str
    other: str


def mistaken_at_table(less_likely: float) -> tuple[Table, Mistaken, str]:
    """A table to which somebody has just come, how it looks and where the miner stands; by so many nats it looks
    less like theirs."""
    truth = game(24)
    first = truth.record.turns[0].player
    as_it_is = sight(truth.states[1])
    at = truth.states[1].miners[first]
    other = next(it for it in Player if it not in truth.states[0].players)
    board, miners, sticks = as_it_is.split()
    named = miners.replace(f"{first}{at}", f"{first}-").replace(f"{other}-", f"{other}{at}")
    seen = replace(SeenLandscape.of(f"{board} {named} {sticks}"), or_else=as_it_is, less_likely=less_likely)
    table = Table()
    table.show(truth.states[0])
    table.show(None, 0.8)
    return table, Mistaken(seen, NAMES[first], NAMES[other]), str(at)


def test_a_miner_taken_for_another_players_is_given_its_name_by_two_presses() -> None:
    table, mistaken, at = mistaken_at_table(less_likely=4.0)
    first, other = mistaken.first, mistaken.other
    (wrong, *rest) = table.show(mistaken.seen)
    assert (wrong.what, wrong.facts["player"], wrong.facts["field"]) == (What.PLACED, other, at)
    assert What.UNSURE not in {it.what for it in rest}, "it is plain enough"
    table.referee.take_back(table.seconds, "picture")
    (question,) = table.show(mistaken.seen, 4.0)
    assert question.facts["asks"]["player"] == first
    assert question.facts["says"].startswith(first.capitalize())
    (right, *_) = table.referee.confirm(table.seconds, "picture")
    assert (right.what, right.facts["player"], right.facts["field"]) == (What.PLACED, first, at)


def test_where_it_is_hardly_likelier_one_players_it_is_asked_and_one_press_is_enough() -> None:
    table, mistaken, at = mistaken_at_table(less_likely=2.0)
    first, other = mistaken.first, mistaken.other
    (wrong, *_, question) = table.show(mistaken.seen)
    assert (wrong.what, wrong.facts["player"], wrong.facts["field"]) == (What.PLACED, other, at)
    assert (question.what, question.facts["asks"]["player"]) == (What.UNSURE, other)
    assert question.facts["says"].endswith(f'? Press "back" if it was {first.capitalize()}')
    assert table.referee.standing.status is Status.UNSURE
    (right, *_) = table.referee.take_back(table.seconds, "picture")
    assert (right.what, right.facts["player"], right.facts["field"]) == (What.PLACED, first, at)
    assert right.vouched == (at,)
    assert table.referee.standing.status is not Status.UNSURE


def test_whose_miner_it_is_is_asked_until_somebody_says_that_it_is_so() -> None:
    table, mistaken, at = mistaken_at_table(less_likely=1.0)
    table.show(mistaken.seen, 5.0)
    first, other = mistaken.first.capitalize(), mistaken.other.capitalize()
    assert table.referee.standing.brief == f'by {other}? "back": {first}'
    assert table.referee.standing.goes_on, "nobody need wait"
    assert not table.referee.is_settled
    state = table.referee.standing.state
    (turn,) = table.referee.confirm(table.seconds, "picture")
    assert (turn.what, turn.vouched) == (What.TURN, (at,))
    assert table.referee.standing.state == state, "no turn is passed"
    assert table.referee.is_settled
    assert table.show(mistaken.seen, 5.0) == []


def test_back_does_not_say_whose_miner_it_is_while_something_else_is_asked() -> None:
    table, mistaken, at = mistaken_at_table(less_likely=1.0)
    table.show(mistaken.seen)
    stones = game(24).states[1].stones
    far = next(it for it, count in stones.items() if count == 2 and str(it) != at)
    odd = sight(replace(game(24).states[1], stones={**stones, far: 0}))
    board = odd.split()[0]
    table.show(None, 0.8)
    table.show(" ".join([board, *mistaken.seen.position.split()[1:]]), 4.0)
    assert table.referee.standing.places == (str(far),)
    (answered, *_) = table.referee.take_back(table.seconds, "picture")
    assert (answered.what, answered.turns) == (What.TAKEN_BACK, ())


@pytest.mark.parametrize("is_so", [True, False])
def test_whose_miner_it_is_is_still_asked_after_a_power_cut(is_so: bool) -> None:
    table, mistaken, at = mistaken_at_table(less_likely=1.0)
    *_, question = table.show(mistaken.seen)
    away = Table()
    away.referee.go_on(Event.from_json(json.loads(json.dumps(question.to_json()))))
    assert away.show(mistaken.seen, 4.0) == []
    before, now = table.referee.standing, away.referee.standing
    assert (now.status, now.because, now.brief) == (Status.UNSURE, before.because, before.brief)
    press = away.referee.confirm if is_so else away.referee.take_back
    (answered, *_) = press(away.seconds, "picture")
    assert answered.vouched == (at,)
    assert NAMES[Turn.parse(answered.turns[0]).player] == (mistaken.other if is_so else mistaken.first)
    assert away.referee.standing.status is not Status.UNSURE


@pytest.mark.parametrize(
    "damaged",
    [
        {"otherwise": {"kept": 0, "turns": [3]}},
        {"otherwise": {"kept": 0, "turns": []}},
        {"otherwise": {"kept": 2, "turns": ["k -2,2 B - ?"]}},
        {"otherwise": "k"},
        {"asks": "grey"},
        {"asks": None},
        {"places": None},
        {"places": 5},
    ],
)
def test_a_damaged_question_is_no_game_to_go_on_with(damaged: dict[str, object]) -> None:
    table, mistaken, _ = mistaken_at_table(less_likely=1.0)
    *_, question = table.show(mistaken.seen)
    with pytest.raises(ValueError, match="not a question"):
        Table().referee.go_on(Event.from_json({**question.to_json(), **damaged}))


def test_who_plays_on_while_the_power_is_out_has_said_whose_miner_it_was() -> None:
    table, mistaken, _ = mistaken_at_table(less_likely=1.0)
    *_, question = table.show(mistaken.seen)
    away = Table()
    away.referee.go_on(question)
    turn, now = game(24).record.turns[1], game(24).states[2]
    board, _, sticks = sight(now).split()
    miners = mistaken.seen.position.split()[1].replace(f"{turn.player}-", f"{turn.player}{turn.to}")
    assert told(away.show(f"{board} {miners} {sticks}", 4.0)) == [("placed", NAMES[turn.player])]
    assert away.referee.standing.status is Status.TO_MOVE


def test_who_plays_on_has_said_whose_miner_it_was() -> None:
    table, mistaken, _ = mistaken_at_table(less_likely=1.0)
    table.show(mistaken.seen, 5.0)
    turn, now = game(24).record.turns[1], game(24).states[2]
    board, _, sticks = sight(now).split()
    miners = mistaken.seen.position.split()[1].replace(f"{turn.player}-", f"{turn.player}{turn.to}")
    assert told(table.play(f"{board} {miners} {sticks}")) == [("placed", NAMES[turn.player])]
    assert table.referee.standing.status is Status.TO_MOVE


@pytest.mark.parametrize(("number", "again"), [(7, 14), (24, 3)])
def test_who_comes_to_where_a_miner_was_named_by_a_press_is_seen_after_a_power_cut_too(
    number: int, again: int
) -> None:
    truth = game(number)
    first, later = truth.record.turns[0], truth.record.turns[again]
    assert first.to == later.to
    first_come = sight(truth.states[1])
    other = next(it for it in Player if it not in truth.record.start.players)
    board, miners, sticks = first_come.split()
    named = miners.replace(f"{first.player}{first.to}", f"{first.player}-")
    or_else = f"{board} {named.replace(f'{other}-', f'{other}{first.to}')} {sticks}"
    table = Table(Netzwerk(truth.record.options))
    table.show(truth.states[0])
    table.show(None, 0.8)
    table.show(replace(SeenLandscape.of(first_come), or_else=or_else, less_likely=1.0))
    (turn,) = table.referee.confirm(table.seconds, "picture")
    assert turn.vouched == (str(first.to),)
    events = [event for state in truth.states[2 : again + 1] for event in table.play(state)]
    assert events[-1].vouched == (), "the miner has left"
    away = Table(Netzwerk(truth.record.options))
    away.referee.go_on(Event.from_json(events[-1].to_json()))
    assert told(away.show(truth.states[again + 1], 4.0))[:1] == [("moved", NAMES[later.player])]


@dataclass(frozen=True, eq=False)
class Naming(SeenLandscape):
    """A landscape of which is remembered of whom it is known who they are."""

    def keeps(self, _state: str, _memory: Memory, named: Collection[str]) -> Memory:
        return named

    def otherwise_named(self, state: str, memory: Memory = None) -> Mapping[Names, float]:
        """Whoever is not known may be brown."""
        state_now = parse_seen(state)
        here = [it for it in state_now.players if state_now.miners[it] is not None]
        return {((NAMES[it], "brown"),): 9.0 for it in here if NAMES[it] not in (*(memory or ()), "brown")}


@pytest.mark.parametrize("is_so", [True, False])
def test_who_was_named_by_a_press_is_called_so_after_a_power_cut_too_wherever_the_miner_has_gone(
    is_so: bool,
) -> None:
    truth = game(24)
    table, mistaken, _ = mistaken_at_table(less_likely=1.0)
    looks, may_be = mistaken.seen.position, mistaken.seen.or_else
    table.show(replace(mistaken.seen, position=may_be, or_else=looks) if is_so else mistaken.seen)
    press = table.referee.confirm if is_so else table.referee.take_back
    (answered, *_) = press(table.seconds, "picture")
    assert answered.named == (mistaken.first,)
    *_, last = [event for state in truth.states[2:6] for event in table.play(state)]
    assert last.vouched == (), "the miner has left"
    away = Table()
    away.referee.go_on(Event.from_json(json.loads(json.dumps(last.to_json()))))
    seen = Naming.of(sight(truth.states[5]))
    renamed = [
        it.facts["names"]
        for _ in range(4)
        for it in away.show(seen) + away.show(None, 0.8)
        if "names" in it.facts
    ]
    assert renamed == [{"white": "brown"}], "nobody has said who that is"


@pytest.mark.parametrize(("number", "pair"), [(1, 2), (4, 2), (5, 3)])
def test_nobody_is_warned_of_an_order_that_nobody_saw(number: int, pair: int) -> None:
    """Two come between two looks, and so do they move."""
    truth = game(number)
    players = len(truth.record.start.players)
    table = Table(Netzwerk(truth.record.options))
    table.show(truth.states[0])
    for turn in range(1, 4 * players):
        if turn not in (pair, players + pair):
            events = [*table.play(truth.states[turn]), *table.show(truth.states[turn], 3.4)]
            assert not [event for event in events if event.what in (What.ILLEGAL, What.UNSURE)]
    assert seats_of(table, truth.record.start.players[0]) == list(truth.record.start.players)


@pytest.mark.parametrize(("number", "who"), [(2, 0), (2, 1)])
def test_who_leaves_the_stone_where_a_miner_came_is_warned_and_ends_no_round(number: int, who: int) -> None:
    truth = game(number)
    players = truth.record.start.players
    at = truth.record.turns[who].to
    assert at is not None
    table = Table(Netzwerk(truth.record.options))
    table.show(truth.states[0])
    warned = []
    for turn in range(1, len(players) + 3):
        state = truth.states[turn]
        left = state.stones[at] + (turn > who)
        events = table.play(replace(state, stones={**state.stones, at: left}))
        warned += [event.facts["rules"] for event in events if event.what is What.ILLEGAL]
    assert warned == [["N-5.5"]]
    assert seats_of(table, players[0]) == list(players)


def seats_of(table: Table, first: Player) -> list[Player]:
    """Who plays, round the table from one of them."""
    players = list(parse_seen(table.referee.standing.state).players)
    at = players.index(first)
    return [*players[at:], *players[:at]]


def test_who_was_blocked_as_the_first_to_move_stays_also_while_a_fourth_may_still_come() -> None:
    state = parse_seen(
        "-2|2:G2O2B2/-1:Y2C4Y2C2##/-1:B2B2C5C9##/-1:R2Y2O2O2/-2:##C7G2R2/-3:G2O2R2O2C3/-4:Y2##CAB2G2B2/-3:##R2G2C6Y2/"
        "-4:R2C8 k-;w-;n- k-|w-|n- k0,0,0,0,0|w0,0,0,0,0|n0,0,0,0,0 k.p"
    )
    table, events = Table(), []
    table.show(state)
    for text in ("k -4,6 R", "w -1,4 B", "n -3,6 -", "k - -", "w -2,5 R", "n -1,4 B", "k -3,6 -"):
        turn = Turn.parse(text)
        done = play(state, turn)
        assert done.verdict.legal
        state = done.after
        if turn.to is not None:
            events += table.play(state) + table.show(state, 4.0)
    assert [event.what for event in events if event.what in (What.UNSURE, What.ILLEGAL)] == []
    assert table.referee.standing.player == "white"


def test_a_landscape_on_which_stones_are_still_being_laid_is_none_that_is_joined() -> None:
    truth = game(24)
    table, full = Table(Netzwerk(truth.record.options)), truth.states[0]
    bare = replace(full, stones=dict.fromkeys(full.stones, 0))
    half = replace(full, stones={field: 2 * (n % 2) for n, field in enumerate(full.stones)})
    (set_up,) = table.show(bare, 12.0)
    assert (set_up.what, "joined" in set_up.facts) == (What.SETUP, False)
    assert [*table.play(half), *table.show(half, 12.0), *table.play(full), *table.show(full, 12.0)] == []
    for number in (1, 2, 3):
        turn = truth.record.turns[number - 1]
        ((what, player),) = told(table.play(truth.states[number]))
        assert (what, player) == ("moved" if number > 2 else "placed", NAMES[turn.player])


def test_a_miner_that_was_left_on_a_desert_is_of_no_game_once_it_is_gone() -> None:
    truth = game(4)
    full = truth.states[0]
    desert = next(field for field in full.board if full.board[field] is DESERT)
    table = Table(Netzwerk(truth.record.options))
    (joined,) = table.show(replace(full, miners={**full.miners, Player.BLACK: desert}), 6.0)
    assert "joined" in joined.facts, "nobody may come there"
    assert [event.what for event in table.play(full) + table.show(full, 8.0)] == [What.SETUP]
    ((what, player),) = told(table.play(truth.states[1]))
    assert (what, player) == ("placed", NAMES[truth.record.turns[0].player])
