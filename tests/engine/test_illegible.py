"""What cannot be read is complained of in the players' language, down to the innermost reason."""

from __future__ import annotations

import errno
import json
import os
import pickle
from pathlib import Path

import pytest

from engine.alien_city.counting import UnreadLotsError
from engine.alien_city.lots import Lot
from engine.illegible import REFUSALS, IllegibleError, why
from engine.judged import answers
from engine.messages import ENGLISH, Language, Message, ToldError
from engine.positions import parse_position
from engine.recorded import replays, summed_up
from tests.engine.alien_city.cities import TILES
from tests.engine.netzwerk.vectors import lines

SLOVAK, CZECH = Language.of("sk"), Language.of("cs")
PPN_HEAD = "GameType:\n  Name: Alien City\n  Tiles: C^S^SvA>/M>S>M>A^/CvM>M>Av/C<S^CvC^/A<M^A^Sv\n...\n"
NETZWERK = lines("games.jsonl")[0]


@pytest.mark.parametrize(
    ("text", "slovak", "czech"),
    [
        (
            PPN_HEAD + "1. B3x@e6 1... Q3x@f5",
            "pri čítaní ako PPN, hra 1: 1. ťah Bieleho: 'Q3x@f5' sa nedá prečítať "
            "(píše sa R3x@f5, S@c7 alebo K1x@e6)",
            "při čtení jako PPN, hra 1: 1. tah Bílého: 'Q3x@f5' se nedá přečíst "
            "(píše se R3x@f5, S@c7 nebo K1x@e6)",
        ),
        (
            "hello\n",
            "pri čítaní ako PPN, hra 1: v hlavičke je 'hello', a to nie je 'názov: hodnota'",
            "při čtení jako PPN, hra 1: v hlavičce je 'hello', a to není 'název: hodnota'",
        ),
        (
            PPN_HEAD + f"{'1' * 5000}. B3x@e6",
            "pri čítaní ako PPN, hra 1: niektorá hodnota je iného druhu, než má byť",
            "při čtení jako PPN, hra 1: některá hodnota je jiného druhu, než má být",
        ),
        (
            f"kibitz-record 1\ngame: alien-city\ntiles: {TILES}\nblack Gd@A22\n",
            "riadok 4: ťah 'black Gd@A22' sa nedá prečítať (umiestnenie 'Gd@A22' sa nedá prečítať "
            "(políčko 'A22' neexistuje (políčka sú A1 až H10)))",
            "řádek 4: tah 'black Gd@A22' se nedá přečíst (umístění 'Gd@A22' se nedá přečíst "
            "(políčko 'A22' neexistuje (políčka jsou A1 až H10)))",
        ),
        (
            f"kibitz-record 1\ngame: alien-city\ntiles: {TILES}\nhouse-rules: all\n",
            "hra, ktorá sa začína v riadku 1: také domáce pravidlo nie je: 'all' "
            "(sú tieto: cut_off_lots, fallback_keeps_r3)",
            "hra, která začíná na řádku 1: takové domácí pravidlo není: 'all' "
            "(jsou tato: cut_off_lots, fallback_keeps_r3)",
        ),
        (
            json.dumps({"tiles": TILES, "turns": [{"player": "black"}]}),
            'riadok 1: ťah 1: {"player": "black"} sa nedá prečítať (chýba \'place\')',
            'řádek 1: tah 1: {"player": "black"} se nedá přečíst (chybí \'place\')',
        ),
        (
            json.dumps(NETZWERK | {"turns": [{"player": "w"}]}),
            "riadok 1: chýba 'to'",
            "řádek 1: chybí 'to'",
        ),
        (
            json.dumps(NETZWERK | {"players": ["w", "z"]}),
            "riadok 1: hráč 'z' neexistuje (hráči sú w, k, g a n)",
            "řádek 1: hráč 'z' neexistuje (hráči jsou w, k, g a n)",
        ),
        (
            json.dumps(NETZWERK | {"options": {"build_limit": "two"}}),
            "riadok 1: build_limit môže byť one alebo free, nie 'two'",
            "řádek 1: build_limit může být one nebo free, ne 'two'",
        ),
        (
            json.dumps(NETZWERK) + '\n{"id": ',
            "riadok 2: od znaku 8 to nie je JSON",
            "řádek 2: od znaku 8 to není JSON",
        ),
    ],
)
def test_a_faulty_record(text: str, slovak: str, czech: str) -> None:
    with pytest.raises(IllegibleError) as refused:
        replays(text)
    assert refused.value.sentence(SLOVAK) == slovak
    assert refused.value.sentence(CZECH) == czech


@pytest.mark.parametrize(
    ("text", "slovak", "czech"),
    [
        (
            f"{TILES} 7z/8/8/8/8/8/8/8/8/8",
            "'z' v riadku '7z' nič neznamená",
            "'z' v řádku '7z' nic neznamená",
        ),
        (
            "0|0:C2Y2C3 w9,9;k- w-|k- w1,0,0,0,0|k0,0,0,0,0 k.p",
            "v pozícii sa 'w9,9' nedá prečítať (leží mimo plánu)",
            "v pozici se 'w9,9' nedá přečíst (leží mimo plán)",
        ),
        (
            "0|0:C2Y2C3 w1,0;k- w-|k- w1,0|k0,0,0,0,0 k.p",
            "v pozícii sa 'w1,0' nedá prečítať (píše sa ako w1,0,0,0,0)",
            "v pozici se 'w1,0' nedá přečíst (píše se jako w1,0,0,0,0)",
        ),
    ],
)
def test_a_faulty_position(text: str, slovak: str, czech: str) -> None:
    with pytest.raises(IllegibleError) as refused:
        parse_position(text)
    assert refused.value.sentence(SLOVAK) == slovak
    assert refused.value.sentence(CZECH) == czech


@pytest.mark.parametrize(
    ("line", "slovak", "czech"),
    [
        ("[]", "riadok 1: otázka je objekt JSON", "řádek 1: otázka je objekt JSON"),
        (
            json.dumps({"id": "x", "position": f"{TILES} ?7/8/8/8/8/8/8/8/8/G7"}),
            "riadok 1: skóre sa nepočíta: 1 neprečítané políčko (A10)",
            "řádek 1: skóre se nepočítá: 1 nepřečtené políčko (A10)",
        ),
    ],
)
def test_a_faulty_question(line: str, slovak: str, czech: str) -> None:
    with pytest.raises(IllegibleError) as refused:
        list(answers(line))
    assert refused.value.sentence(SLOVAK) == slovak
    assert refused.value.sentence(CZECH) == czech


def test_games_that_are_no_match() -> None:
    unfinished = replays(json.dumps(NETZWERK | {"turns": []}))
    with pytest.raises(IllegibleError) as refused:
        summed_up(unfinished)
    assert refused.value.sentence(SLOVAK) == f"hra {NETZWERK['id']} sa neskončila"
    assert refused.value.sentence(CZECH) == f"hra {NETZWERK['id']} neskončila"
    twice = replays("\n".join([json.dumps(NETZWERK)] * 2))
    with pytest.raises(IllegibleError) as refused:
        summed_up(twice)
    assert (
        refused.value.sentence(SLOVAK)
        == f"hru {NETZWERK['id']} by mali hrať Hnedý, Biely a začať ju má Biely"
    )


def test_whatever_values_from_a_file_raise_is_said_in_the_players_language() -> None:
    def said(text: bytes) -> str:
        try:
            float(json.loads(text.decode())["made"])
        except (KeyError, TypeError, ValueError) as error:
            return SLOVAK.word(why(error))
        return ""

    assert said(b'{"made": 1}') == ""
    assert said(b"\xff") == "nie je to text v UTF-8"
    assert said(b'{"made" 1}') == "od znaku 9 to nie je JSON"
    assert said(b"{}") == "chýba 'made'"
    for value in (b"[]", b'"x"'):
        assert said(b'{"made": %s}' % value) == "niektorá hodnota je iného druhu, než má byť"
    told = ToldError(Message("A draw."))
    assert why(told) is told


@pytest.mark.parametrize(
    ("name", "slovak", "czech"),
    [
        ("none", "taký súbor ani priečinok neexistuje", "takový soubor ani složka neexistuje"),
        (".", "je to priečinok", "je to složka"),
        ("file/inside", "nie je to priečinok", "není to složka"),
        ("n" * 300, "názov súboru je príliš dlhý", "název souboru je příliš dlouhý"),
    ],
)
def test_what_the_system_says_of_a_file_is_put_into_the_players_language(
    tmp_path: Path, name: str, slovak: str, czech: str
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="Errno") as refused:
        (tmp_path / name).read_bytes()
    assert ENGLISH.word(why(refused.value)) == refused.value.strerror
    assert (SLOVAK.word(why(refused.value)), CZECH.word(why(refused.value))) == (slovak, czech)


def test_the_refusals_are_in_the_systems_own_words() -> None:
    assert {errno.ENOENT, errno.EEXIST, errno.EACCES, errno.ENOSPC} <= set(REFUSALS)
    assert {number: message.text for number, message in REFUSALS.items()} == {
        number: os.strerror(number) for number in REFUSALS
    }


def test_an_error_that_was_put_away_says_the_same_in_any_language() -> None:
    for error in (UnreadLotsError([Lot.parse("A1"), Lot.parse("B2")]), ToldError(Message("A draw."))):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), SLOVAK.word(again)) == (str(error), SLOVAK.word(error))
