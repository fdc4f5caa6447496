"""The contract between a game and the rest, and Alien City keeping it."""

from __future__ import annotations

import inspect
import struct
from pathlib import Path

import pytest

from engine.alien_city import AlienCity, CityScore, Player, State, Turn
from engine.alien_city.state import FULL_HANDS, Hand
from engine.game import Game, Score
from engine.messages import ENGLISH, Language, Message
from engine.play import Play
from engine.template import TEMPLATE, all_messages, pot

from .play import random_city, random_turns


def test_alien_city_has_everything_the_contract_asks_for() -> None:
    game: Game[State, Turn] = AlienCity()
    score: type[Score] = CityScore
    for contract, kept in ((Game, type(game)), (Score, score)):
        for name, asked in vars(contract).items():
            if name.startswith("_"):
                continue
            given = getattr(kept, name)
            if inspect.isfunction(asked):
                assert list(inspect.signature(given).parameters) == list(inspect.signature(asked).parameters)
            else:
                assert isinstance(given, property)


def test_a_game_can_be_played_by_the_contract_alone() -> None:
    start, turns = random_turns(3)
    play: Play[State, Turn] = Play(AlienCity(), start)
    for turn in turns:
        assert play.to_move == turn.player
        assert turn in list(play.game.legal(play.state))
        assert play.play(play.game.parse_change(play.game.format_change(turn))).legal
    assert play.end is not None
    assert play.to_move is None
    assert list(play.game.legal(play.state)) == []
    assert play.game.faults(play.state) == ()
    score = play.score()
    assert set(score.totals) == set(play.game.players)
    assert set(score.winners) <= set(play.game.players)
    assert score.lines()


@pytest.mark.parametrize("hands", [FULL_HANDS, None])
@pytest.mark.parametrize("to_move", [Player.WHITE, None])
def test_every_turn_listed_as_legal_is_judged_so_whatever_is_not_known(
    hands: tuple[Hand, Hand] | None, to_move: Player | None
) -> None:
    game, state = AlienCity(), State(random_city(7, 8), hands, to_move)
    turns = list(game.legal(state))
    assert all(game.judge(state, turn).legal for turn in turns)
    owners = {turn.cap.owner for turn in turns if turn.cap}
    assert owners == ({to_move} if to_move else set(Player))


def test_the_template_for_translators_is_up_to_date() -> None:
    messages = list(all_messages())
    assert TEMPLATE.read_text(encoding="utf-8") == pot(messages), "run `python -m engine.template`"
    assert Message("{lot} is already built on.") in messages


def compiled(translations: dict[str, str]) -> bytes:
    """The bytes of an ``.mo`` file, as GNU msgfmt writes them; a plural's forms are parted by zero bytes."""
    pairs = sorted((key.encode(), text.encode()) for key, text in translations.items())
    first_text = 28 + 16 * len(pairs)
    tables, texts = [b"", b""], b""
    for column in (0, 1):
        for pair in pairs:
            tables[column] += struct.pack("<II", len(pair[column]), first_text + len(texts))
            texts += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + tables[0] + tables[1] + texts


def test_a_language_is_only_a_file(tmp_path: Path) -> None:
    occupied = Message("{lot} is already built on.")
    illegal = Message("{count} turn was illegal.", "{count} turns were illegal.")
    folder = tmp_path / "cs" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    head = (
        "Content-Type: text/plain; charset=UTF-8\n"
        "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\n"
    )
    texts = {
        "": head,
        occupied.text: "Na {lot} už něco stojí.",
        f"{illegal.text}\0{illegal.plural}": "{count} chybný tah.\0{count} chybné tahy.\0{count} chybných tahů.",
    }
    (folder / "engine.mo").write_bytes(compiled(texts))

    czech = Language.of("cs", folder=tmp_path)
    assert czech.say(occupied, {"lot": "C7"}) == "Na C7 už něco stojí."
    said = [czech.say(illegal, {"count": count}) for count in (1, 2, 5)]
    assert said == ["1 chybný tah.", "2 chybné tahy.", "5 chybných tahů."]
    assert czech.say(Message("A draw.")) == "A draw."
    other = Language.of("xx", folder=tmp_path)
    assert other.say(occupied, {"lot": "C7"}) == ENGLISH.say(occupied, {"lot": "C7"})
