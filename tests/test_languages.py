"""All that players read is in one catalogue, whole and right in every language."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo, write_mo

from engine.alien_city import (
    AlienCity,
    City,
)
from engine.messages import DOMAIN, Language, Message
from firmware.cli import main
from scripts import languages

SAMPLE = Path(__file__).parents[1] / "vision" / "samples" / "wooden_tiles.jpg"
TILES = "G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<"
OUT_OF_DATE = "run `python -m scripts.languages`"
NAMED = pytest.mark.parametrize("language", languages.languages())


def city(lots: str) -> City:
    return City.parse(f"{TILES} {lots}")


EMPTY = city("8/8/8/8/8/8/8/8/8/8")
CORNER = city("8/8/8/8/8/8/8/8/r7/8")


# The catalogue.


def test_the_template_lists_every_message_of_the_code() -> None:
    assert languages.TEMPLATE.read_bytes() == languages.template_text(), OUT_OF_DATE
    rooms = {path.partition("/")[0] for _, path in languages.messages()}
    assert rooms == {"engine", "firmware"}


def test_words_made_from_the_names_of_players_are_in_the_catalogue() -> None:
    written_out = {message for message, _ in languages.messages()}
    assert {Message(player.capitalize()) for player in AlienCity().players} <= written_out


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
