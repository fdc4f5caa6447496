"""Kibitz sets itself up once, and anew where it was moved, copied or given another Python."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.places import ROOT

SETUP = ROOT / "scripts" / "setup"
PYTHON = """#!/bin/sh
echo "$@" >> "$CALLS"
case "$*" in
*"-m venv"*) for folder; do :; done; mkdir -p "$folder/bin"; ln -sf "$0" "$folder/bin/python" ;;
esac
"""


class Checkout:
    """A folder with what setting up needs, and a Python that only writes down what it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.root, self.calls, self.bin = folder / "kibitz", folder / "calls", folder / "bin"
        (self.root / "scripts").mkdir(parents=True)
        shutil.copy(SETUP, self.root / "scripts")
        for name in ("pyproject.toml", "requirements.lock"):
            (self.root / name).touch()
        self.give_python("python3.11")

    def give_python(self, name: str) -> None:
        self.bin.mkdir(exist_ok=True)
        (self.bin / name).write_text(PYTHON)
        (self.bin / name).chmod(0o755)
        (self.bin / "python3").unlink(missing_ok=True)
        (self.bin / "python3").symlink_to(name)

    def set_up(self, *extra: str) -> list[str]:
        """What Python was asked for."""
        self.calls.write_text("")
        environ = {"PATH": f"{self.bin}:{os.environ['PATH']}", "CALLS": str(self.calls)}
        subprocess.run(
            [self.root / "scripts" / "setup", *extra],
            env=environ,
            check=True,
            capture_output=True,
            timeout=20,
        )
        return [line for line in self.calls.read_text().splitlines() if line.startswith("-m")]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_it_is_set_up_once(checkout: Checkout) -> None:
    venv, pip = checkout.set_up()
    assert venv == f"-m venv --clear {checkout.root}/.venv"
    assert pip.startswith("-m pip install")
    assert checkout.set_up() == []


def test_an_extra_comes_into_what_is_there(checkout: Checkout) -> None:
    checkout.set_up()
    (pip,) = checkout.set_up("dev")
    assert pip.endswith(f"--editable {checkout.root}[dev]")
    assert checkout.set_up("dev") == checkout.set_up() == []


def test_what_it_needs_may_change(checkout: Checkout) -> None:
    checkout.set_up()
    later = (checkout.root / ".venv/.done").stat().st_mtime + 10
    os.utime(checkout.root / "requirements.lock", (later, later))
    (pip,) = checkout.set_up()
    assert pip.startswith("-m pip install")


def test_a_folder_that_was_moved_or_copied_is_set_up_anew(checkout: Checkout, tmp_path: Path) -> None:
    checkout.set_up()
    copy = tmp_path / "a copy"
    shutil.copytree(checkout.root, copy, symlinks=True)
    checkout.root = copy
    venv, _ = checkout.set_up()
    assert venv == f"-m venv --clear {copy}/.venv"
    assert checkout.set_up() == []


def test_what_a_link_leads_to_is_left_alone(checkout: Checkout, tmp_path: Path) -> None:
    checkout.set_up()
    others = tmp_path / "others"
    (checkout.root / ".venv").rename(others)
    (checkout.root / ".venv").symlink_to(others)
    (others / ".made-for").write_text("another checkout")
    before = sorted(others.rglob("*"))
    venv, _ = checkout.set_up()
    assert "--clear" in venv
    assert not (checkout.root / ".venv").is_symlink()
    assert sorted(others.rglob("*")) == before
    assert checkout.set_up() == []


def test_it_is_set_up_anew_for_another_python(checkout: Checkout) -> None:
    checkout.set_up()
    (checkout.bin / "python3.11").unlink()
    checkout.give_python("python3.13")
    venv, _ = checkout.set_up()
    assert "--clear" in venv
    assert checkout.set_up() == []


def test_what_it_needs_is_packed_with_the_source() -> None:
    needed = set(re.findall(r'"\$root/(\w[\w.]+)"', SETUP.read_text()))
    assert needed == {"pyproject.toml", "requirements.lock"}
    packed = (ROOT / "MANIFEST.in").read_text().split()
    assert needed - {"pyproject.toml"} <= set(packed), "setuptools packs the other one by itself"
