"""Sentences for players: messages with named placeholders, put into a language by gettext.

A message is written in English where it is said: a game's beside its rules, the device's in firmware. All are in
one catalogue, so that a sentence can be made of words of both. A language is a file: a translation of
`engine/locale/kibitz.pot`, compiled to `engine/locale/<language>/LC_MESSAGES/kibitz.mo`.

>>> stones = Message("{player} has {count} stone left", "{player} has {count} stones left")
>>> ENGLISH.say(stones, {"player": Message("white"), "count": 2})
'white has 2 stones left'
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

DOMAIN = "kibitz"
LOCALE = Path(__file__).parent / "locale"
ENGLISH_CODES = {"en", "C", "POSIX"}
"""English, and what systems call no language in particular."""


@dataclass(frozen=True, slots=True)
class Message:
    """An English text with placeholders such as `{lot}`, and its form for more than one.

    Where `plural` is given, the fact `count` decides between the two.
    """

    text: str
    plural: str | None = None


@dataclass(frozen=True)
class Sentence:
    """A message with what fills its placeholders, to be said in whatever language."""

    message: Message
    facts: Mapping[str, object]


DECIMAL = Message("{whole}.{rest}")
PERCENT = Message("{number}%")
"""How a language writes its numbers: others have "4,9" and "3 %"."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that was measured, to be written as a language does.

    digits: how many stand behind the decimal sign. is_share: whether it is said in percent.

    >>> ENGLISH.say(Message("{share} of it is white"), {"share": Number(0.0112, 1, is_share=True)})
    '1.1% of it is white'
    """

    value: float
    digits: int = 0
    is_share: bool = False


class Language:
    """A language to say messages in.

    `Language()` is English; `Language.of("cs")` is Czech as far as a translation is installed.
    """

    def __init__(
        self,
        translations: gettext.NullTranslations | None = None,
        own_words: Mapping[Message, Sentence] | None = None,
    ) -> None:
        """English, or the language of these translations; own_words: as in `calling`."""
        self._translations = translations or gettext.NullTranslations()
        self._own_words = dict(own_words or {})

    @classmethod
    def of(cls, *codes: str, folder: Path = LOCALE) -> Language:
        """The first language of these that is English or has a translation in `folder`, else English."""
        # English needs no file, and gettext would pass it over for a later language that has one.
        foreign = list(takewhile(lambda code: code.partition("_")[0] not in ENGLISH_CODES, codes))
        return cls(gettext.translation(DOMAIN, folder, foreign, fallback=True))

    @property
    def code(self) -> str:
        """The code of the language, "en" for English."""
        return self._translations.info().get("language", "en")

    def calling(self, own_words: Mapping[Message, Sentence]) -> Language:
        """The same language with some messages said in players' own words.

        >>> yellow = Sentence(Message("{colour} dome"), {"colour": "yellow"})
        >>> ENGLISH.calling({Message("green dome"): yellow}).say(Message("green dome"))
        'yellow dome'
        """
        return Language(self._translations, own_words)

    def say(self, message: Message, facts: Mapping[str, object] | None = None) -> str:
        """The message with its facts filled in.

        A fact that is itself a Message, a Sentence or an error made of one is translated; a Number is written as the
        language does; a tuple of places becomes a list of words.
        """
        facts = facts or {}
        if (own := self._own_words.get(message)) is not None:
            return self.say(own.message, {**own.facts, **facts})
        if message.plural is None:
            text = self._translations.gettext(message.text)
        else:
            count = facts["count"]
            if not isinstance(count, int):
                raise TypeError(f"the fact 'count' of {message.text!r} is not a number: {count!r}")
            text = self._translations.ngettext(message.text, message.plural, count)
        return text.format(**{name: self.word(fact) for name, fact in facts.items()})

    def word(self, fact: object) -> str:
        """A fact as a message says it."""
        if isinstance(fact, Message):
            return self.say(fact)
        if isinstance(fact, Sentence):
            return self.say(fact.message, fact.facts)
        if isinstance(fact, ToldError):
            return fact.sentence(self)
        if isinstance(fact, Number):
            return self._number(fact)
        if isinstance(fact, tuple):
            return ", ".join(self.word(part) for part in fact)
        return str(fact)

    def _number(self, number: Number) -> str:
        value = 100 * number.value if number.is_share else number.value
        whole, _, rest = f"{value:.{number.digits}f}".partition(".")
        written = self.say(DECIMAL, {"whole": whole, "rest": rest}) if rest else whole
        return self.say(PERCENT, {"number": written}) if number.is_share else written


ENGLISH = Language()


class ToldError(Exception):
    """An error whose text is a message: one line that says what is wrong and, where it can, what to do.

    >>> class LostError(ToldError, ValueError):
    ...     pass
    >>> str(LostError(Message("{what} is lost"), what="the dice"))
    'the dice is lost'
    """

    def __init__(self, message: Message, **facts: object) -> None:
        """The error of a message and what fills its placeholders."""
        super().__init__(ENGLISH.say(message, facts))
        self.message, self.facts = message, facts

    def __reduce__(self) -> tuple[object, ...]:
        """How to make the error again when it is unpickled: with its message and facts, not from its text alone."""
        return type(self).__new__, (type(self), *self.args), self.__dict__

    def sentence(self, language: Language = ENGLISH) -> str:
        """The line in a language."""
        return language.say(self.message, self.facts)
