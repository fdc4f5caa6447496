"""The YAML head of a PPN game: as much of YAML as occurs there.

Read are `name: value` lines, one level of indented ones below a name, `{name: value, ...}` in one
line, quoted values, values that go on in deeper lines, and `#` comments.
"""

from __future__ import annotations

import re

from engine.illegible import IllegibleError
from engine.messages import Message

VALUE_AND_FIELDS = Message("{name!r} in the head has a value and fields below it: {text!r}")
NO_FIELD = Message("the head holds {text!r}, which is not 'name: value'")

Head = dict[str, "str | dict[str, str]"]

_NAME = re.compile(r"(\s*)([A-Za-z][\w -]*)")
_COMMENT = re.compile(r"(^|\s)#")


def is_field(line: str) -> bool:
    """Whether a line is `name: value`."""
    return _field(line) is not None


def _field(line: str) -> tuple[int, str, str] | None:
    """How deep a line is indented, its name and its value; None when it is not `name: value`."""
    before, colon, value = line.rstrip().partition(":")
    name = _NAME.fullmatch(before.rstrip())
    if not colon or name is None or (value and not value[0].isspace()):
        return None
    return len(name[1]), name[2].lower(), value.strip()


def _without_comment(line: str) -> str:
    """The line up to a `#`, which in front of a quote may as well be part of a quoted value."""
    if line.lstrip().startswith("#"):
        return ""
    comment = _COMMENT.search(line, max(line.rfind('"'), line.rfind("'")) + 1)
    return line[: comment.start()] if comment else line


def parse_head(lines: list[str]) -> Head:
    """The fields of a head, names in small letters; IllegibleError for a line that is none."""
    head: Head = {}
    outer, inner, indent = "", "", 0
    for line in lines:
        content = _without_comment(line).rstrip()
        if not content:
            continue
        field = _field(content)
        if field is None:
            _append(head, outer, inner, content.strip())
            continue
        depth, name, value = field
        if outer and depth > indent:
            below = head[outer]
            if isinstance(below, str):
                if below:
                    raise IllegibleError(VALUE_AND_FIELDS, name=outer, text=content)
                below = head[outer] = {}
            below[name] = _unquoted(value)
            inner = name
        else:
            outer, inner, indent = name, "", depth
            head[name] = _flow(value) if value.startswith("{") else _unquoted(value)
    return head


def _append(head: Head, outer: str, inner: str, text: str) -> None:
    below = head.get(outer)
    if isinstance(below, dict) and inner:
        below[inner] = f"{below[inner]} {_unquoted(text)}".strip()
    elif isinstance(below, str):
        head[outer] = f"{below} {_unquoted(text)}".strip()
    else:
        raise IllegibleError(NO_FIELD, text=text)


def _flow(value: str) -> dict[str, str]:
    fields = {}
    for part in value.strip("{} ").split(","):
        name, colon, content = part.partition(":")
        if not colon:
            raise IllegibleError(NO_FIELD, text=part.strip())
        fields[_unquoted(name.strip()).lower()] = _unquoted(content.strip())
    return fields


def _unquoted(value: str) -> str:
    if value in (">", ">-", "|", "|-"):
        return ""
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value
