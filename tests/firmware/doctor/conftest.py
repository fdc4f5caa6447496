"""Pins on a computer that has none, for the process in which the doctor tries them."""

from __future__ import annotations

from pathlib import Path

import pytest

LGPIO = """
import sys, types
from gpiozero.pins.mock import MockFactory
sys.modules["gpiozero.pins.lgpio"] = types.SimpleNamespace(LGPIOFactory=MockFactory)
"""


@pytest.fixture
def pretend_lgpio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for PYTHONPATH, with which lgpio reaches gpiozero's pretend pins."""
    folder = tmp_path_factory.mktemp("pretend")
    (folder / "sitecustomize.py").write_text(LGPIO)
    return folder
