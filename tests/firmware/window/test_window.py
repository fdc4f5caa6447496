"""`kibitz watch --window`: a game on a page, with buttons, where there is no device."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_a_game_is_shown_said_and_ended_on_a_page(tmp_path: Path) -> None:
    journal = str(tmp_path / "games.sqlite3")
    command = ["watch", "--camera", "simulated:7", "--window", "--json", "--journal", journal]
    with subprocess.Popen(
        [sys.executable, "-m", "firmware", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said = next(line for line in process.stderr if "http:" in line)
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+", said)
        assert any('"placed"' in line for line in process.stdout)
        with urllib.request.urlopen(f"{address}/said", timeout=30) as stream:
            assert stream.readline().startswith(b"data: ")
        with urllib.request.urlopen(f"{address}/pictures", timeout=30) as stream:
            assert stream.readline().strip() == b"--kibitz"
        asked = urllib.request.Request(f"{address}/press", b"press=end", {"Origin": address})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            assert answer.status == 204
        assert any('"over"' in line for line in process.stdout)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
