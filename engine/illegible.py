"""Why a text or a file cannot be read, said once for all that reads one."""

from __future__ import annotations

from json import JSONDecodeError

from engine.messages import Message, Sentence, ToldError

IN_LINE = Message("line {number}: {reason}")
ILLEGAL_TURN = Message("illegal turn: {text!r} ({reason})")
ILLEGAL_POSITION = Message("illegal position: {text!r} ({reason})")
WRITTEN_LIKE = Message("it is written like {example}")
LACKS_FORMAT = Message('it lacks "format": "{format}"')
MISSING = Message("{name!r} is missing")
NOT_TEXT = Message("it is not text in UTF-8")
NOT_JSON = Message("it is not JSON from sign {place} on")
TOO_DEEP = Message("it has brackets in brackets, too deep to be read")
OF_ANOTHER_KIND = Message("a value is of another kind than it has to be")

ILLEGIBLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What values from a file raise that are not those of what they should be: too large, too deep, of another kind."""


class IllegibleError(ToldError, ValueError):
    """A text that stands for nothing, or values that are not those of what they should be."""


def why(error: Exception) -> ToldError | Sentence | Message:
    """What an error says that values from a file gave, for a sentence in whatever language.

    >>> IllegibleError(IN_LINE, number=3, reason=why(KeyError("tiles")))
    IllegibleError("line 3: 'tiles' is missing")
    """
    match error:
        case ToldError():
            return error
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
