"""The YAML head of a PPN game: as much of YAML as occurs there.

Read are ``name: value`` lines, one level of indented ones below a name, ``{name: value, ...}`` in one
line, quoted values, values that go on in deeper lines, and ``#`` comments.
"""

from __future__ import annotations

import re

Head = dict[str, "str | dict[str, str]"]

_FIELD = re.compile(r"(\s*)([A-Za-z][\w -]*?)\s*:(?:\s+(.*))?$")
_COMMENT = re.compile(r"""(^|\s)\#[^"']*$""")


def is_field(line: str) -> bool:
    """Whether a line is ``name: value``."""
    return _FIELD.match(line.rstrip()) is not None


def parse_head(lines: list[str]) -> Head:
    """The fields of a head, names in small letters; ValueError for a line that is none."""
    head: Head = {}
    outer, inner, indent = "", "", 0
    for line in lines:
        content = _COMMENT.sub("", line).rstrip()
        if not content:
            continue
        field = _FIELD.match(content)
        if field is None:
            _append(head, outer, inner, content.strip())
            continue
        name, value = field[2].lower(), (field[3] or "").strip()
        deeper = len(field[1])
        if outer and deeper > indent:
            below = head[outer]
            if isinstance(below, str):
                if below:
                    raise ValueError(f"{outer!r} in the head has a value and fields below it: {content!r}")
                below = head[outer] = {}
            below[name] = _unquoted(value)
            inner = name
        else:
            outer, inner, indent = name, "", deeper
            head[name] = _flow(value) if value.startswith("{") else _unquoted(value)
    return head


def _append(head: Head, outer: str, inner: str, text: str) -> None:
    below = head.get(outer)
    if isinstance(below, dict) and inner:
        below[inner] = f"{below[inner]} {_unquoted(text)}".strip()
    elif isinstance(below, str):
        head[outer] = f"{below} {_unquoted(text)}".strip()
    else:
        raise ValueError(f"the head holds {text!r}, which is not 'name: value'")


def _flow(value: str) -> dict[str, str]:
    fields = {}
    for part in value.strip("{} ").split(","):
        name, colon, content = part.partition(":")
        if not colon:
            raise ValueError(f"the head holds {part.strip()!r}, which is not 'name: value'")
        fields[_unquoted(name.strip()).lower()] = _unquoted(content.strip())
    return fields


def _unquoted(value: str) -> str:
    if value in (">", ">-", "|", "|-"):
        return ""
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value
