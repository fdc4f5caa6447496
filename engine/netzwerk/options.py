"""The options of the rules: what a table may have agreed on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from engine.illegible import NO_SUCH_RULE, IllegibleError
from engine.messages import Message

OTHER_CHOICE = Message("{name} may be {one} or {other}, not {given!r}")


@dataclass(frozen=True, slots=True)
class Options:
    """build_limit: "one" or "free" (N-6.2, N-6.3); chain_rule: N-6.4; city_city: "forbidden" or "any_one" (N-7.4)."""

    build_limit: str = "one"
    chain_rule: bool = False
    city_city: str = "forbidden"

    def __post_init__(self) -> None:
        """Refuse what is no option."""
        for name, given, known in (
            ("build_limit", self.build_limit, ("one", "free")),
            ("chain_rule", self.chain_rule, (False, True)),
            ("city_city", self.city_city, ("forbidden", "any_one")),
        ):
            if given not in known:
                one, other = (str(it).lower() for it in known)
                raise IllegibleError(OTHER_CHOICE, name=name, one=one, other=other, given=given)

    @classmethod
    def named(cls, names: Iterable[str]) -> Options:
        """The rules as written but for what is named, as `build_limit=free`; IllegibleError for another."""
        return cls().but(names)

    def but(self, names: Iterable[str]) -> Options:
        """These with some set otherwise, each by a text such as `build_limit=free`; IllegibleError for another."""
        return Options.from_json(asdict(self) | dict(map(_option, names)))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Options:
        """Options of a JSON object, those left out as by default; IllegibleError for what is no option."""
        if unknown := set(data) - {field.name for field in fields(cls)}:
            known = tuple(field.name for field in fields(cls))
            raise IllegibleError(NO_SUCH_RULE, name=repr(min(unknown)), known=known)
        return cls(**data)


def _option(text: str) -> tuple[str, str | bool]:
    name, _, value = text.partition("=")
    if name not in (field.name for field in fields(Options)):
        raise IllegibleError(NO_SUCH_RULE, name=repr(text), known=HOUSE_RULES)
    return name, {"true": True, "false": False}.get(value.lower(), value)


BOOK = Options()
"""The rules as written."""

HOUSE_RULES = ("build_limit=free", "chain_rule=true", "city_city=any_one")
"""What may be agreed on besides, as it is named."""

LENIENT = ("build_limit=free", "city_city=any_one", "chain_rule=false")
"""What makes more legal than another choice does."""
