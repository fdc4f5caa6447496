"""All that players read is in one catalogue, whole and right in every language."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo, write_mo

from engine.alien_city import (
    City,
    CityScore,
    Colour,
    Lot,
    Player,
    State,
    TowerScore,
    Turn,
    judge,
    position_faults,
    score,
)
from engine.alien_city.score import Nearest
from engine.illegible import REFUSALS
from engine.messages import DOMAIN, Language, Message, Number
from engine.netzwerk.drawing import TO_PLAY
from engine.recorded import replayed
from engine.telling import SOME_ILLEGAL
from firmware.calibrate.arranging import GOES_ON, TAKEN
from firmware.cli import main
from firmware.doctor.texts import NO_GLARE, SHARP
from firmware.referee.course import AWAY, ILLEGAL
from firmware.referee.doubts import DOUBTFUL, TAKE_BACK, UNEXPLAINED
from firmware.sayings import TO_MOVE
from scripts import languages
from tests.engine.alien_city.cities import CORNER, EMPTY, TILES, city
from tests.places import SAMPLES

SAMPLE = SAMPLES / "wooden_tiles.jpg"
OUT_OF_DATE = "run `python -m scripts.languages`"
NAMED = pytest.mark.parametrize("language", languages.languages())


# The catalogue.


def test_the_template_lists_every_message_of_the_code() -> None:
    assert languages.TEMPLATE.read_bytes() == languages.template_text(), OUT_OF_DATE
    rooms = {path.partition("/")[0] for _, path in languages.messages()}
    assert rooms == set(languages.ROOMS)


def test_words_made_from_the_names_of_players_are_in_the_catalogue() -> None:
    written_out = {message for message, _ in languages.messages()}
    assert {Message(player.capitalize()) for player in Player} <= written_out


def test_the_doctor_names_no_piece_that_only_one_game_has() -> None:
    pieces = re.compile(r"\b(tower|dome|cap|miner|connector)s?\b")
    said_by = "firmware/doctor/", "firmware/calibrated.py"
    texts = [it.text for it, path in languages.messages() if path.startswith(said_by)]
    assert texts
    assert [text for text in texts if pieces.search(text)] == []


def test_slovak_and_czech_are_spoken() -> None:
    assert {"sk", "cs"} <= set(languages.languages())


@NAMED
def test_a_language_has_every_message_and_no_other(language: str) -> None:
    catalog = languages.translated(language)
    asked = {it.id for it in languages.template() if it.id}
    assert {it.id for it in catalog if it.id} == asked, OUT_OF_DATE
    assert not catalog.obsolete, OUT_OF_DATE
    assert languages.untranslated(catalog) == []
    assert [it.id for it in catalog if it.fuzzy] == []


OTHER_NAMES = {"sk": r"\bdlaždic|\bako doska|\barch", "cs": r"\bdlaždic|\bjako deska|\barch"}
"""Words for tiles, boards and sheets that are called otherwise everywhere else."""


@pytest.mark.parametrize("language", OTHER_NAMES)
def test_a_thing_has_one_name(language: str) -> None:
    said = [text for it in languages.translated(language) if it.id for text in forms(it.string)]
    assert [text for text in said if re.search(OTHER_NAMES[language], text)] == []


def forms(string: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [string] if isinstance(string, str) else [*(string or ())]


def placeholders(text: str) -> set[tuple[str, str | None, str | None]]:
    return {(name, spec, form) for _, name, spec, form in Formatter().parse(text) if name is not None}


@NAMED
def test_a_translation_has_the_placeholders_of_the_english_text(language: str) -> None:
    for message in languages.translated(language):
        for english in languages.forms(message.id):
            for text in languages.forms(message.string) if english else ():
                assert placeholders(text) == placeholders(english), message.id


@NAMED
def test_what_is_read_at_the_table_is_what_was_translated(language: str) -> None:
    def texts(catalog: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
        return {languages.forms(it.id): languages.forms(it.string) for it in catalog if it.id}

    with languages.translation(language).with_suffix(".mo").open("rb") as file:
        assert texts(read_mo(file)) == texts(languages.translated(language)), OUT_OF_DATE


@NAMED
def test_a_language_has_a_form_for_each_way_of_counting(language: str) -> None:
    catalog = languages.translated(language)
    for message in catalog:
        if message.pluralizable:
            assert len(languages.forms(message.string)) == catalog.num_plurals


@NAMED
def test_a_translation_begins_with_a_capital_where_the_english_text_does(language: str) -> None:
    of_the_system = {message.text for message in REFUSALS.values()}  # said in the middle of a sentence
    for message in languages.translated(language):
        for english, text in zip(languages.forms(message.id), languages.forms(message.string), strict=False):
            if english[:1].isupper() and english not in of_the_system:
                assert not text[:1].islower(), message.id


@NAMED
def test_players_are_addressed_politely(language: str) -> None:
    familiar = re.compile(
        r"(?i)\b(tvoj[aeiu]?|tvojej|tvojich|tvůj|tv[áéý]|teba|tebe|môžeš|můžeš|máš|vezmi|si na|nejsi)\b"
    )
    for message in languages.translated(language):
        for text in languages.forms(message.string):
            assert not familiar.search(text), text


# Which language is spoken.


def test_a_language_is_only_a_file(tmp_path: Path) -> None:
    occupied = Message("{lot} is already built on.")
    file = tmp_path / "de" / "LC_MESSAGES" / f"{DOMAIN}.mo"
    file.parent.mkdir(parents=True)
    catalog = Catalog("de")
    catalog.add(occupied.text, "{lot} ist schon bebaut.")
    with file.open("wb") as written:
        write_mo(written, catalog)
    german = Language.of("de_AT", folder=tmp_path)
    assert german.say(occupied, {"lot": "C7"}) == "C7 ist schon bebaut."
    assert german.say(Message("A draw.")) == "A draw."


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (("sk_SK",), "Remíza."),
        (("xx", "cs"), "Remíza."),
        (("en_GB", "sk"), "A draw."),
        (("C",), "A draw."),
        (("xx",), "A draw."),
        ((), "A draw."),
    ],
)
def test_the_dearest_language_that_is_there_is_spoken(codes: tuple[str, ...], said: str) -> None:
    assert Language.of(*codes).say(Message("A draw.")) == said


def test_commands_speak_the_language_of_the_settings_before_that_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "sk")
    assert main(["read", str(SAMPLE)]) == 0
    assert "Keby sa hra skončila teraz:" in capsys.readouterr().out
    settings = tmp_path / "kibitz" / "kibitz.toml"
    settings.parent.mkdir()
    settings.write_text('[players]\nlanguage = "cs"\n')
    assert main(["read", str(SAMPLE)]) == 0
    assert "Kdyby hra skončila teď:" in capsys.readouterr().out
    assert main(["games", "--journal", str(tmp_path / "none")]) == 1
    assert "deník ještě neexistuje" in capsys.readouterr().err
    settings.write_text("[players]\nlanguage = 7\n")
    assert main(["games", "--journal", str(tmp_path / "none")]) == 1
    assert "denník ešte neexistuje" in capsys.readouterr().err


# How sentences sound.

SLOVAK, CZECH = Language.of("sk"), Language.of("cs")


def said(position: City | None, turn: str, language: Language) -> list[str]:
    """What is wrong with a turn, in words; without a position it is the first of a game."""
    state = State.start(TILES) if position is None else State(position)
    return [fault.sentence(language) for fault in judge(state, Turn.parse(turn)).faults]


def test_the_rules_are_explained_in_slovak() -> None:
    assert said(CORNER, "? Gd@A2", SLOVAK) == ["R1: na A2 už niečo stojí."]
    assert said(EMPTY, "? Gd@C1", SLOVAK) == [
        "R2: zelená kupola nepatrí na C1: doštička je čierna, má byť zelená; ešte sa dá stavať na A1, B1, E1."
    ]
    assert said(EMPTY, "? Rt@G3", SLOVAK) == [
        "R3: táto modrá doštička má menej než dve stavby, preto na G3 smie stáť len modrá veža."
    ]
    assert said(CORNER, "? Kd@B1", SLOVAK)[1:] == ["R4: stavba na B1 by odrezala A1 od ostatných ulíc."]
    assert said(city("8/8/8/8/8/8/8/8/g7/g7"), "? Gt@B1", SLOVAK) == [
        "R4: B1 je posledná ulica, ktorej sa dotýka zelená kupola na A1."
    ]
    assert said(EMPTY, "? Gt@B2", SLOVAK) == [
        "R5: B2 je políčko s ikonou; stavať sa naň smie, až keď sa na jeho doštičke nedá stavať inde "
        "(ešte sa dá: A1, B1, A2)."
    ]
    assert "T1: na ťahu je Čierny." in said(None, "white Kd@C1", SLOVAK)
    assert said(None, "black pass", SLOVAK) == ["T4: Čierny môže stavať, preto nesmie pasovať."]
    assert said(None, "black Kd@C1 o@C1", SLOVAK) == [
        "C3: Čierny kladie len vlastné čiapočky; majiteľ tejto je Biely.",
        "C2: na C1 nestojí veža; čiapočka patrí len na vežu.",
    ]


def test_the_rules_are_explained_in_czech() -> None:
    assert said(CORNER, "? Gd@A2", CZECH) == ["R1: na A2 už něco stojí."]
    assert said(EMPTY, "? Gd@C1", CZECH) == [
        "R2: zelená kupole nepatří na C1: destička je černá, má být zelená; ještě lze stavět na A1, B1, E1."
    ]
    assert said(EMPTY, "? Rt@G3", CZECH) == [
        "R3: tato modrá destička má méně než dvě stavby, proto na G3 smí stát jen modrá věž."
    ]
    assert said(CORNER, "? Kd@B1", CZECH)[1:] == ["R4: stavba na B1 by odřízla A1 od ostatních ulic."]
    assert said(city("8/8/8/8/8/8/8/8/g7/g7"), "? Gt@B1", CZECH) == [
        "R4: B1 je poslední ulice, které se dotýká zelená kupole na A1."
    ]
    assert said(EMPTY, "? Gt@B2", CZECH) == [
        "R5: B2 je políčko s ikonou; stavět se na něm smí, až když na jeho destičce nelze stavět jinde "
        "(ještě lze: A1, B1, A2)."
    ]
    assert "T1: na tahu je Černý." in said(None, "white Kd@C1", CZECH)
    assert said(None, "black pass", CZECH) == ["T4: Černý může stavět, proto nesmí pasovat."]
    assert said(None, "black Kd@C1 o@C1", CZECH) == [
        "C3: Černý klade jen vlastní čepičky; majitel téhle je Bílý.",
        "C2: na C1 nestojí věž; čepička patří jen na věž.",
    ]


def test_a_piece_that_is_used_up() -> None:
    state = State(EMPTY, ((0,) * 7, (1,) * 7), Player.BLACK)
    faults = judge(state, Turn.parse("black Kd@C1")).faults
    assert "P3: Čierny už nemá v zásobe tento kameň: čierna kupola." in [it.sentence(SLOVAK) for it in faults]
    assert "P3: Černý už nemá v zásobě tento kámen: černá kupole." in [it.sentence(CZECH) for it in faults]


def test_one_lot_or_several_are_cut_off() -> None:
    one, two = (position_faults(city(f"8/8/8/8/8/8/8/8/{rows}")) for rows in ("g7/1g6", "gG6/2G5"))
    assert "R4: políčko A1 je odrezané od ostatných ulíc." in one.sentences(SLOVAK)
    assert "R4: políčka A1, B1 sú odrezané od ostatných ulíc." in two.sentences(SLOVAK)
    assert "R4: políčko A1 je odříznuté od ostatních ulic." in one.sentences(CZECH)
    assert "R4: políčka A1, B1 jsou odříznutá od ostatních ulic." in two.sentences(CZECH)


def test_the_score_counts_customers_as_people_do() -> None:
    lot, walk = Lot.parse, Nearest((Lot.parse("F5"),), 3, (Lot.parse("D5"), Lot.parse("E5")))

    def score(customers: str) -> CityScore:
        tower = TowerScore(lot("C5"), Colour.RED, Player.WHITE, tuple(map(lot, customers.split())), walk)
        return CityScore((tower,), ())

    assert score("D4").lines(SLOVAK) == [
        "Biely, červená veža na C5: 1 zákazník (D4) x vzdialenosť 3 (konkurencia: F5) = 3 (cesta D5 E5)",
        "Čierny: 0",
        "Biely: 3",
        "Biely vyhráva.",
    ]
    assert ": 2 zákazníci (D4, B4) x vzdialenosť 3 " in score("D4 B4").lines(SLOVAK)[0]
    assert ": 5 zákazníkov (D4, B4, C4, A5, E6) x " in score("D4 B4 C4 A5 E6").lines(SLOVAK)[0]
    assert (
        score("").lines(SLOVAK)[0] == "Biely, červená veža na C5: žiadni zákazníci do vzdialenosti 2 ulíc = 0"
    )
    assert score("D4").lines(CZECH) == [
        "Bílý, červená věž na C5: 1 zákazník (D4) x vzdálenost 3 (konkurence: F5) = 3 (cesta D5 E5)",
        "Černý: 0",
        "Bílý: 3",
        "Bílý vyhrává.",
    ]
    assert ": 2 zákazníci (D4, B4) x vzdálenost 3 " in score("D4 B4").lines(CZECH)[0]
    assert ": 5 zákazníků (D4, B4, C4, A5, E6) x " in score("D4 B4 C4 A5 E6").lines(CZECH)[0]
    assert score("").lines(CZECH)[0] == "Bílý, červená věž na C5: žádní zákazníci do vzdálenosti 2 ulic = 0"


@pytest.mark.parametrize(("code", "rule"), [("en", "rule"), ("sk", "pravidlo"), ("cs", "pravidlo")])
def test_no_rule_in_the_score_could_be_taken_for_a_lot(code: str, rule: str) -> None:
    lone, refused, *_ = score(city("8/8/Ro7/1G1B4/8/8/8/8/8/8")).lines(Language.of(code))
    assert lone.endswith(f": 0 ({rule} A7)")
    assert refused.endswith(f" ({rule} B3)")


@pytest.mark.parametrize(
    ("count", "slovak", "czech"),
    [
        (1, "1 ťah bol proti pravidlám.", "1 tah byl proti pravidlům."),
        (2, "2 ťahy boli proti pravidlám.", "2 tahy byly proti pravidlům."),
        (5, "5 ťahov bolo proti pravidlám.", "5 tahů bylo proti pravidlům."),
        (21, "21 ťahov bolo proti pravidlám.", "21 tahů bylo proti pravidlům."),
    ],
)
def test_turns_are_counted_as_people_do(count: int, slovak: str, czech: str) -> None:
    assert SLOVAK.say(SOME_ILLEGAL, {"count": count}) == slovak
    assert CZECH.say(SOME_ILLEGAL, {"count": count}) == czech


def test_a_game_is_told_turn_by_turn() -> None:
    game = replayed("alien-city", "1", f"{EMPTY} black", ["black Rt@C1 x@C1", "white Gd@A1"])
    assert game.account(SLOVAK)[:4] == [
        "Hra 1",
        "1. Čierny: červená veža na C1, čiapočka na C1",
        "2. Biely: zelená kupola na A1",
        "Všetky ťahy boli podľa pravidiel.",
    ]
    assert game.account(CZECH)[:4] == [
        "Hra 1",
        "1. Černý: červená věž na C1, čepička na C1",
        "2. Bílý: zelená kupole na A1",
        "Všechny tahy byly podle pravidel.",
    ]


@pytest.mark.parametrize(
    ("message", "slovak", "czech"),
    [
        (TO_MOVE, "Na ťahu je Biely", "Na tahu je Bílý"),
        (TO_PLAY, "Na ťahu je Biely", "Na tahu je Bílý"),
        (AWAY, "kým som bol preč: C7 červená veža", "zatímco jsem byl pryč: C7 červená věž"),
        (ILLEGAL, "C7 červená veža: proti pravidlám", "C7 červená věž: proti pravidlům"),
        (
            UNEXPLAINED,
            "zmenu na C7, D4 nevysvetľuje žiadny ťah; dajte to do poriadku, alebo stlačte „potvrdiť“ "
            "a pokračujte odtiaľto",
            "změnu na C7, D4 nevysvětluje žádný tah; dejte to do pořádku, nebo stiskněte „potvrdit“ "
            "a pokračujte odtud",
        ),
        (
            DOUBTFUL,
            "na C7, D4 nevidím s istotou, čo stojí; stlačte „potvrdiť“ a vezmem to pravdepodobnejšie",
            "na C7, D4 nevidím s jistotou, co stojí; stiskněte „potvrdit“ a vezmu to pravděpodobnější",
        ),
        (
            TAKE_BACK,
            "vezmite, prosím, späť, čo sa stalo na C7, D4; ak sa tam nič nestalo, stlačte „späť“, ak to má ostať, "
            "„potvrdiť“",
            "vezměte prosím zpět, co se stalo na C7, D4; pokud se tam nic nestalo, stiskněte „zpět“, pokud to má "
            "zůstat, „potvrdit“",
        ),
    ],
)
def test_the_referee_speaks_to_the_players(message: Message, slovak: str, czech: str) -> None:
    for language, sentence in ((SLOVAK, slovak), (CZECH, czech)):
        tower = language.say(Message("red tower"))
        facts = {"player": Message("White"), "places": ("C7", "D4"), "what": f"C7 {tower}"}
        assert language.say(message, facts) == sentence


def test_arrangements_are_counted_as_people_do() -> None:
    facts = {"number": 2, "count": 6}
    assert SLOVAK.say(TAKEN, facts) == "Rozostavenie 2 zo 6 je odfotené."
    assert CZECH.say(TAKEN, facts) == "Rozestavení 2 ze 6 je vyfocené."
    assert SLOVAK.say(GOES_ON, {"count": 4}).startswith("Pokračuje sa, z minula sú 4 rozostavenia;")
    assert CZECH.say(GOES_ON, {"count": 4}).startswith("Pokračuje se, z minula jsou 4 rozestavení;")


def test_numbers_are_written_as_people_write_them() -> None:
    white = {"percent": Number(0.0112, 1, is_share=True)}
    assert Language().say(NO_GLARE, white) == "1.1% of the board is plain white"
    assert CZECH.say(NO_GLARE, white) == "úplně bílé plochy plánu je 1,1 %"
    wide = {"pixels": Number(4.94, 1)}
    assert Language().say(SHARP, wide) == "sharp: edges reach over 4.9 pixels"
    assert CZECH.say(SHARP, wide) == "dobrá: hrany mají šířku 4,9 px"
    assert [it.word(Number(0.299, is_share=True)) for it in (SLOVAK, CZECH)] == ["30 %", "30 %"]
