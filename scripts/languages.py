"""Brings the catalogue up to date with the code: the template, each language's .po, and the .mo that Kibitz reads.

Run `python -m scripts.languages` after changing a message or a translation. An empty folder
`engine/locale/<language>/LC_MESSAGES` begins another language.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from engine.messages import DOMAIN, LOCALE, Message

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "vision", "calibration", "firmware")
"""The rooms that speak to players."""
TEMPLATE = LOCALE / f"{DOMAIN}.pot"
HEAD = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
WIDTH = 118


def messages() -> Iterator[tuple[Message, str]]:
    """Every message that is written out in the code, and the file it is written in."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            code = ast.parse(path.read_text("utf-8"))
            calls = [node for node in ast.walk(code) if isinstance(node, ast.Call)]
            for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
                if isinstance(call.func, ast.Name) and call.func.id == Message.__name__:
                    given = [*call.args, *(word.value for word in call.keywords)]
                    texts = [str(it.value) for it in given if isinstance(it, ast.Constant)]
                    # What is not written out is a word made from a name; its game has it written out.
                    if texts:
                        yield Message(*texts), str(path.relative_to(ROOT))


def template() -> Catalog:
    """The catalogue that translators start from: every message once, with the files it is in."""
    catalog = Catalog()
    for message, path in messages():
        # Without a line, so that the template doesn't change with every line of code.
        catalog.add(key(message), locations=[(path, None)])  # type: ignore[list-item]
    return catalog


def key(message: Message) -> str | tuple[str, str]:
    """The message as Babel knows it."""
    return message.text if message.plural is None else (message.text, message.plural)


def template_text() -> bytes:
    """The template as a file. It holds no dates, so that it changes with the messages alone."""
    written = io.BytesIO()
    write_po(written, template(), width=WIDTH, omit_header=True)
    return HEAD + written.getvalue()


def languages() -> list[str]:
    """The languages of the catalogue besides English."""
    return sorted(folder.parent.name for folder in LOCALE.glob("*/LC_MESSAGES"))


def translation(language: str) -> Path:
    """The file that a translator edits; its .mo lies beside it."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def translated(language: str) -> Catalog:
    """The translation of a language as its file has it."""
    with translation(language).open("rb") as file:
        return read_po(file, locale=language)


def untranslated(catalog: Catalog) -> list[str]:
    """The English texts that a language lacks, a single form of them even."""
    return [str(it.id) for it in catalog if it.id and not all(forms(it.string))]


def forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """The forms of a text; most have one."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def main() -> None:
    """Write the files anew. New messages are left for a translator, those gone from the code are dropped."""
    TEMPLATE.write_bytes(template_text())
    for language in languages():
        path = translation(language)
        catalog = (
            translated(language)
            if path.exists()
            else Catalog(language, DOMAIN, project="Kibitz", fuzzy=False)
        )
        fresh = template()
        fresh.creation_date = catalog.creation_date
        catalog.update(fresh, no_fuzzy_matching=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=WIDTH, ignore_obsolete=True)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)
        print(f"{path.relative_to(ROOT)}: {len(untranslated(catalog))} not translated")


if __name__ == "__main__":
    main()
