"""Whether a class keeps a contract where mypy doesn't look: it lets positional parameters have other names."""

from __future__ import annotations

import inspect


def assert_kept(contract: type, kept: type) -> None:
    """Every method takes what the contract gives, by the same names."""
    methods = {name: it for name, it in vars(contract).items() if inspect.isfunction(it)}
    assert methods
    for name, asked in methods.items():
        if not name.startswith("_"):
            taken = [it.lstrip("_") for it in inspect.signature(getattr(kept, name)).parameters]
            assert taken == list(inspect.signature(asked).parameters), name
