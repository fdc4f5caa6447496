"""Why a text or a file cannot be read, or a file not written, in words that all games share."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from json import JSONDecodeError
from typing import TypeVar

from engine.messages import Message, Sentence, ToldError

RulesT = TypeVar("RulesT")

IN_LINE = Message("line {number}: {reason}")
ILLEGAL_TURN = Message("illegal turn: {text!r} ({reason})")
ILLEGAL_POSITION = Message("illegal position: {text!r} ({reason})")
WRITTEN_LIKE = Message("it is written like {example}")
LACKS_FORMAT = Message('it lacks "format": "{format}"')
NO_SUCH_RULE = Message("no such house rule: {name} (there are: {known})")
MISSING = Message("{name!r} is missing")
NOT_TEXT = Message("it is not text in UTF-8")
NOT_JSON = Message("it is not JSON from character {place} on")
TOO_DEEP = Message("it has brackets in brackets, too deep to be read")
OF_ANOTHER_KIND = Message("a value is of another kind than it has to be")

REFUSALS = {
    errno.ENOENT: Message("No such file or directory"),
    errno.EEXIST: Message("File exists"),
    errno.ENOTDIR: Message("Not a directory"),
    errno.EISDIR: Message("Is a directory"),
    errno.EACCES: Message("Permission denied"),
    errno.EPERM: Message("Operation not permitted"),
    errno.EROFS: Message("Read-only file system"),
    errno.ENOSPC: Message("No space left on device"),
    errno.ENAMETOOLONG: Message("File name too long"),
    errno.EIO: Message("Input/output error"),
    errno.EPIPE: Message("Broken pipe"),
    errno.ELOOP: Message("Too many levels of symbolic links"),
}
"""What the system says of a file, in our words: its own come in no language but that of the whole machine."""

ILLEGIBLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What is raised by values from a file that are not what they should be: too large, too deep, of another kind."""


class IllegibleError(ToldError, ValueError):
    """A text that stands for nothing, or values that cannot be what they are given for."""


class AskedRuleError(IllegibleError):
    """A house rule that the game doesn't have, and that was asked for rather than read in a text."""


def asked(named: Callable[[Iterable[str]], RulesT], names: Iterable[str]) -> RulesT:
    """House rules of these names, by `HouseRules.named`; AskedRuleError for a name that the game doesn't have."""
    try:
        return named(names)
    except ToldError as error:
        raise AskedRuleError(error.message, **error.facts) from error


def why(error: Exception) -> ToldError | Sentence | Message | str:
    """The reason that an error from a file, or from the values in it, gives, for a sentence in whatever language.

    >>> IllegibleError(IN_LINE, number=3, reason=why(KeyError("tiles")))
    IllegibleError("line 3: 'tiles' is missing")
    """
    match error:
        case ToldError():
            return error
        case OSError():
            return REFUSALS.get(error.errno or 0) or error.strerror or str(error)
        case KeyError():
            return Sentence(MISSING, {"name": error.args[0]})
        case UnicodeDecodeError():
            return NOT_TEXT
        case JSONDecodeError():
            return Sentence(NOT_JSON, {"place": error.pos + 1})
        case RecursionError():
            return TOO_DEEP
        case _:
            return OF_ANOTHER_KIND
