"""Kibitz can be stopped from its first moment on."""

from __future__ import annotations

import builtins
import sys
from typing import Any

import pytest

from firmware.start import main


def test_ctrl_c_while_it_is_loaded_stops_it_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    load = builtins.__import__

    def interrupted(name: str, *rest: Any) -> Any:
        if name == "firmware.cli":
            raise KeyboardInterrupt
        return load(name, *rest)

    monkeypatch.setattr(builtins, "__import__", interrupted)
    assert main() == 130
    assert capsys.readouterr() == ("", "")


def test_it_does_what_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["kibitz", "--help"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert "kibitz COMMAND --help" in capsys.readouterr().out
