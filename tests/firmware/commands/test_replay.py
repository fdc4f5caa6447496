"""`kibitz replay` tells recorded games in words and as JSON lines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.messages import ENGLISH
from firmware.commands import replay
from firmware.terminal.arguments import Parser
from tests.engine.netzwerk.vectors import lines

RECORD = """kibitz-record 1
game: alien-city
id: kitchen
tiles: G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K<

black Rt@C1 x@C1
white Rt@A1
black Gd@A2
"""


def kibitz_replay(*words: str) -> int:
    parser = Parser(language=ENGLISH)
    replay.add_arguments(parser)
    return replay.run(parser.parse_args(words))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "kitchen.txt"
    path.write_text(RECORD)
    return path


def test_a_record_is_told_turn_by_turn_with_faults_in_words(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kibitz_replay(str(record)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        "Game kitchen",
        "1. Black: red tower on C1, cap on C1",
        "2. White: red tower on A1",
        "   Illegal: R3: this green tile holds fewer than two structures, "
        "so only a green tower may stand on A1.",
    ]
    assert lines[lines.index("The game is not over.") + 1] == "Score if the game ended now"
    assert lines[-4].startswith("   Black's red tower on C1: 1 customer (A2) x 1 to A1 = 1 (walk B1)")
    assert lines[-1] == "   Black wins."


def test_a_file_may_begin_with_a_mark_of_its_encoding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "netzwerk.jsonl"
    path.write_text(json.dumps(lines("games.jsonl")[0]), "utf-8-sig")
    assert kibitz_replay("--json", str(path)) == 0
    assert json.loads(capsys.readouterr().out)["faults"] == []


def test_json_is_one_line_a_game(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kibitz_replay("--json", str(record), str(record)) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == second
    assert list(first) == ["game", "id", "positions", "legal", "caps", "faults", "end", "score"]
    assert first["faults"] == [{"turn": 1, "violates": ["3"]}]
    assert first["caps"] == [["C1"], ["A1"], ["A1"]]
    assert first["score"]["winner"] == "black"


def test_a_bad_file_gets_one_line_and_the_others_are_still_replayed(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(RECORD.replace("Gd@A2", "Gd@A22"))
    binary = tmp_path / "photo.jpg"
    binary.write_bytes(b"\xff\xd8\xff")
    long = tmp_path / "long.txt"
    long.write_text("\n" * 100_000 + "x" * 100_000)
    files = (bad, tmp_path / "none.txt", binary, long, record)
    assert kibitz_replay(*map(str, files)) == 1
    heard = capsys.readouterr()
    complaints = heard.err.splitlines()
    assert len(complaints) == 4
    assert "bad.txt: line 8: illegal turn: 'black Gd@A22'" in complaints[0]
    assert "none.txt: cannot be read: No such file or directory" in complaints[1]
    assert "photo.jpg: not text in UTF-8" in complaints[2]
    assert "long.txt: read as PPN, game 1: the head holds 'xxx" in complaints[3]
    assert complaints[3].endswith("xxx', which is not 'name: value'; correct that and replay it again")
    assert len(complaints[3]) < 1000
    assert heard.out.startswith("Game kitchen")


def test_what_is_wrong_with_a_file_is_said_in_the_players_language(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record.write_text(RECORD.replace("Gd@A2", "pass x@C1"))
    monkeypatch.setenv("LANGUAGE", "sk")
    assert kibitz_replay(str(record)) == 1
    assert capsys.readouterr().err == (
        f"kibitz replay: {record}: riadok 8: ťah 'black pass x@C1' sa nedá prečítať "
        "(po pasovaní ani po samotnej čiapočke už nič nenasleduje); opravte to a prehrajte znova\n"
    )


def test_a_house_rule_can_be_asked_for(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kibitz_replay(str(record), "--house-rule", "cut_off_lots") == 0
    assert "House rules: cut_off_lots" in capsys.readouterr().out
    assert kibitz_replay(str(record), "--house-rule", "no_towers") == 1
    assert capsys.readouterr().err == (
        f"kibitz replay: {record}: no such house rule: 'no_towers' (there are: cut_off_lots, fallback_keeps_r3); "
        "name another with --house-rule, or none\n"
    )


def test_the_command_is_light_to_import() -> None:
    program = (
        "import sys; import firmware.commands.replay; "
        "print([name for name in sys.modules if name.startswith(('engine.alien_city', 'vision', 'numpy', 'cv2'))])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_games_are_summed_up_as_a_match(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(json.dumps(lines("games.jsonl")[0]))
    assert kibitz_replay(str(path), "--match") == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("begins the next game.")
    assert kibitz_replay(str(record), "--match") == 1
    assert "games of alien-city make no match" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        kibitz_replay(str(path), "--match", "--json")
