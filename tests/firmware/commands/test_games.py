"""`kibitz games` lists what was played, shows it turn by turn, and exports it so that it can be replayed."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from pwd import getpwnam
from tempfile import TemporaryDirectory
from unittest.mock import Mock

import pytest

from engine.alien_city import AlienCity, State
from engine.netzwerk.game import Netzwerk
from engine.netzwerk.options import Options
from engine.netzwerk.records import read_records
from engine.recorded import replays
from engine.registry import entries
from firmware.cli import main
from firmware.events import Event, What
from firmware.journal import Journal
from tests.engine.netzwerk.vectors import lines
from tests.firmware.journal.damaged import with_last_entry
from tests.firmware.journal.kept import EVENING, journal_at, keep
from tests.firmware.played import game_events

BEGAN = f"{datetime.fromtimestamp(EVENING):%Y-%m-%d %H:%M}"
PLAYED, STOPPED = game_events(1), game_events(2, 7)
JOINED_START = "B<R^K^R^/B>KvG^R^/R>GvKvB>/K>K<G^Gv/B>RvGvB> 8/8/8/2r5/8/8/1RoR5/8/g7/8 white"


def netzwerk_over() -> Event:
    """The last event of a game of Netzwerk that was played with all that is free to build."""
    known = (it for line in lines("games.jsonl") for it in read_records(json.dumps(line)))
    record = next(it for it in known if it.options == Options(build_limit="free"))
    rules = Netzwerk(record.options)
    turns = tuple(map(rules.format_change, record.turns))
    return Event(What.OVER, 9.0, "9.jpg", {"score": {}}, rules.format_state(record.start), turns)


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """One game played to its end, one not, and one that was joined in its middle."""
    joined = Event(What.SETUP, 1.0, "1.jpg", {}, JOINED_START)
    placed = Event(What.PLACED, 2.0, "2.jpg", {"lot": "H10"}, JOINED_START, ("white Bd@H10",))
    keep(tmp_path / "games.sqlite3", [*PLAYED, *STOPPED, joined, placed])
    return str(tmp_path / "games.sqlite3")


def test_games_are_listed_with_their_scores(journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--journal", journal]) == 0
    score = PLAYED[-1].facts["score"]
    assert capsys.readouterr().out.splitlines() == [
        "Game  Began             Kind        Turns  Score",
        f"   1  {BEGAN}  alien-city     {len(PLAYED[-1].turns)}  "
        f"Black {score['black']}, White {score['white']}",
        f"   2  {BEGAN}  alien-city      7  not over",
        f"   3  {BEGAN}  alien-city      1  not over",
    ]


def test_a_game_is_shown_turn_by_turn_with_its_score_and_the_city(
    journal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "show", "1", "--journal", journal]) == 0
    lines = capsys.readouterr().out.splitlines()
    turns = PLAYED[-1].turns
    assert lines[0] == f"Game 1 ({BEGAN})"
    assert lines[1].startswith("1. Black: ")
    assert [line.split(".")[0] for line in lines[1 : len(turns) + 1]] == [
        str(number) for number in range(1, len(turns) + 1)
    ]
    assert "Every turn was legal." in lines
    score = PLAYED[-1].facts["score"]
    assert any(line.startswith("   Black: ") and line.endswith(str(score["black"])) for line in lines)
    game = AlienCity()
    state: State = game.parse_state(PLAYED[-1].start)
    for turn in turns:
        state = game.play(state, game.parse_change(turn))
    assert "\n".join(lines).endswith(game.sketch(state))


def test_a_game_that_the_players_ended_is_shown_to_be_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    score = {"black": 3, "white": 8}
    ended = replace(STOPPED[-1], what=What.OVER, facts={"score": score})
    keep(tmp_path / "games.sqlite3", [*STOPPED, ended])
    for command, said in (([], "Black 3, White 8"), (["show", "1"], "that was the score: Black 3, White 8")):
        assert main(["games", *command, "--journal", str(tmp_path / "games.sqlite3")]) == 0
        assert said in capsys.readouterr().out
    keep(tmp_path / "other.sqlite3", STOPPED)
    assert main(["games", "show", "1", "--journal", str(tmp_path / "other.sqlite3")]) == 0
    assert "ended" not in capsys.readouterr().out.replace("if the game ended now", "")


def test_the_journal_may_be_named_before_or_behind_the_action(
    journal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "show", "--journal", journal, "2"]) == 0
    behind = capsys.readouterr().out
    assert main(["games", "--journal", journal, "show", "2"]) == 0
    assert capsys.readouterr().out == behind


def test_the_journal_of_other_settings_is_found_by_these(
    journal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "other.toml"
    settings.write_text(f'[journal]\npath = "{journal}"\n[players]\nlanguage = "sk"\n')
    assert main(["games", "--settings", str(settings)]) == 0
    assert capsys.readouterr().out.startswith("Hra  ")
    assert main(["games", "show", "--settings", str(settings), "2"]) == 0
    assert capsys.readouterr().out
    settings.write_text("[journal]\npat = 1\n")
    assert main(["games", "--settings", str(settings)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "journal.path" in line


@pytest.mark.parametrize("form", ["ppn", "json"])
@pytest.mark.parametrize(("number", "events"), [(1, PLAYED), (2, STOPPED)])
def test_an_exported_game_is_replayed_as_it_was_played(
    journal: str,
    form: str,
    number: int,
    events: list[Event],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["games", "--journal", journal, "export", str(number), "--format", form]) == 0
    file = tmp_path / f"game.{form}"
    file.write_text(capsys.readouterr().out)
    assert main(["replay", "--json", str(file)]) == 0
    replayed = json.loads(capsys.readouterr().out)
    assert replayed["id"] == f"{number} ({BEGAN})"
    assert len(replayed["positions"]) == len(events[-1].turns)
    assert replayed["faults"] == []
    if score := events[-1].facts.get("score"):
        assert {player: replayed["score"][player]["total"] for player in score} == score
    assert main(["replay", str(file)]) == 0
    account = capsys.readouterr().out
    assert main(["games", "--journal", journal, "show", str(number)]) == 0
    assert capsys.readouterr().out.startswith(account)


def test_games_are_told_by_their_house_rules_in_a_format_that_knows_their_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite3"
    with Journal(path, "alien-city", lambda: EVENING, ["cut_off_lots"]) as journal:
        journal.append(PLAYED[-1])
    for house_rules in (["build_limit=free"], []):
        with Journal(path, "netzwerk", lambda: EVENING, house_rules) as journal:
            journal.begin()
            journal.append(netzwerk_over())

    def exported(number: int) -> str:
        assert main(["games", "export", str(number), "--journal", str(path)]) == 0
        return capsys.readouterr().out

    assert "HouseRules: cut_off_lots" in exported(1)
    assert json.loads(exported(2))["options"]["build_limit"] == "free"
    assert main(["games", "show", "2", "--journal", str(path)]) == 0
    assert "Every turn was legal." in capsys.readouterr().out
    assert main(["games", "show", "3", "--journal", str(path)]) == 0
    assert "N-6.2" in capsys.readouterr().out


def test_what_ppn_cannot_say_can_be_exported_as_json(
    journal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "export", "3", "--journal", journal]) == 1
    assert capsys.readouterr().err == (
        "kibitz games: game 3 cannot be written as ppn: the beginning of the game was not seen; "
        "try another --format, or look at it with `kibitz games show 3`\n"
    )
    assert main(["games", "export", "3", "--format", "json", "--journal", journal]) == 0
    (replayed,) = replays(capsys.readouterr().out)
    assert len(replayed.to_json()["positions"]) == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("sk", "hra sa neskončila"),
        ("cs", "hra neskončila"),
    ],
)
def test_why_a_game_cannot_be_exported_is_said_in_the_players_language(
    language: str,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, over = tmp_path / "games.sqlite3", netzwerk_over()
    with Journal(path, "netzwerk", lambda: EVENING, ["build_limit=free"]) as journal:
        journal.append(replace(over, what=What.TURN, turns=over.turns[:-1]))
    monkeypatch.setenv("LANGUAGE", language)
    assert main(["games", "export", "1", "--journal", str(path)]) == 1
    assert f": {said}; " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("form", "reason"), [("json", "the game is not over"), ("ppn", "ppn knows no games of netzwerk")]
)
def test_of_a_game_that_no_format_knows_no_other_format_is_advised(
    form: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, over = tmp_path / "games.sqlite3", netzwerk_over()
    with Journal(path, "netzwerk", lambda: EVENING, ["build_limit=free"]) as journal:
        journal.append(replace(over, what=What.TURN, turns=over.turns[:-1]))
    assert main(["games", "export", "1", "--format", form, "--journal", str(path)]) == 1
    assert capsys.readouterr().err == (
        f"kibitz games: game 1 cannot be written as a file yet: {reason}; look at it with "
        "`kibitz games show 1`\n"
    )


def test_a_game_that_is_not_there_or_was_not_set_up_is_named(
    journal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with journal_at(Path(journal)) as it:
        it.begin()
        it.append(Event(What.UNSURE, 1.0, "1.jpg"))
    assert main(["games", "show", "9", "--journal", journal]) == 1
    assert main(["games", "show", "4", "--journal", journal]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "kibitz games: there is no game 9; `kibitz games` lists those there are",
        "kibitz games: game 4 was not set up; there is nothing to tell of it",
    ]


def test_a_game_of_another_kind_gets_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.sqlite3"
    with Journal(path, "go", lambda: EVENING) as journal:
        journal.append(replace(STOPPED[-1], start="a board", turns=("black D4",)))
    assert main(["games", "--journal", str(path)]) == 0
    assert "go" in capsys.readouterr().out
    assert main(["games", "export", "1", "--journal", str(path)]) == 1
    assert "the game is 'go'" in capsys.readouterr().err
    assert main(["games", "show", "1", "--journal", str(path)]) == 1
    known = sorted(entry.rules(()).name for entry in entries())
    assert capsys.readouterr().err == (
        "kibitz games: game 1 cannot be played through: the game is 'go'; this Kibitz knows "
        f"{', '.join(known)}; a newer Kibitz may be needed\n"
    )


def test_no_journal_an_empty_one_and_a_damaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    path = tmp_path / "kibitz" / "games.sqlite3"
    assert main(["games"]) == 1
    assert capsys.readouterr().err == (
        f"kibitz games: {path}: no journal yet; `kibitz watch` keeps one of a live camera, "
        "and of others with --journal FILE\n"
    )
    monkeypatch.setattr("firmware.commands.games.is_closed_to_us", lambda: True)
    assert main(["games"]) == 1
    assert "the games of the service are told by `sudo kibitz games`" in capsys.readouterr().err
    keep(path, [])
    assert main(["games"]) == 0
    assert capsys.readouterr().out == "No games yet.\n"
    for bytes_of_old in (b"", b"no journal\n" * 1000):
        path.write_bytes(bytes_of_old)
        status = main(["games"])
        heard = capsys.readouterr()
        if bytes_of_old:
            assert status == 1
            assert heard.err == (
                f"kibitz games: {path}: damaged; `kibitz watch` sets it aside and saves what can be read of it\n"
            )
        else:
            assert (status, heard.out) == (0, "No games yet.\n")
        assert path.read_bytes() == bytes_of_old
    refused = PermissionError(errno.EACCES, "Permission denied", str(path))
    monkeypatch.setattr("firmware.commands.games.past_games", Mock(side_effect=refused))
    assert main(["games"]) == 1
    assert "cannot be read (Permission denied); check the disk" in capsys.readouterr().err


@pytest.mark.parametrize("is_in_settings", [False, True])
def test_of_a_folder_nobody_is_told_to_check_the_disk(
    tmp_path: Path, is_in_settings: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "kibitz.toml"
    settings.write_text(f'[journal]\npath = "{tmp_path}"\n')
    named = ["--settings", str(settings)] if is_in_settings else ["--journal", str(tmp_path)]
    assert main(["games", *named]) == 1
    said = f"kibitz games: {tmp_path}: is no journal of Kibitz; name another file with --journal\n"
    assert capsys.readouterr().err == said


def test_a_journal_that_holds_entries_still_is_a_damaged_one_wherever_it_was_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite3"
    keep(path, STOPPED)
    # SQLite's message has the schema in it, which is no longer UTF-8.
    path.write_bytes(path.read_bytes().replace(b"CREATE", b"CRE\xb8TE"))
    assert main(["games", "--journal", str(path)]) == 1
    said = "damaged; `kibitz watch` sets it aside and saves what can be read of it"
    assert capsys.readouterr().err == f"kibitz games: {path}: {said}\n"


def test_a_journal_in_which_another_version_wrote_is_said_to_be_that_and_not_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite3"
    keep(path, STOPPED[:1])
    with_last_entry(path, lambda content: content["event"].update(event="sung to"))
    assert main(["games", "--journal", str(path)]) == 1
    assert capsys.readouterr().err == (
        f"kibitz games: {path}: another version of Kibitz wrote in it, which can read it; `kibitz watch` of this one "
        "sets it aside and saves what it can read of it\n"
    )


def test_a_file_that_is_no_journal_is_not_said_to_be_a_damaged_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no journal\n" * 1000)
    assert main(["games", "--journal", str(path)]) == 1
    said = f"kibitz games: {path}: is no journal of Kibitz; name another file with --journal\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("is_cut", [False, True])
def test_nothing_is_left_beside_a_file_that_was_looked_at(
    tmp_path: Path, is_cut: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "recipes.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE recipes (name TEXT)")
    path.write_bytes(path.read_bytes()[: 5000 if is_cut else None])
    assert main(["games", "--journal", str(path)]) == 1
    assert "is no journal of Kibitz" in capsys.readouterr().err
    keep(tmp_path / "games.sqlite3", STOPPED)
    assert main(["games", "--journal", str(tmp_path / "games.sqlite3")]) == 0
    assert sorted(it.name for it in tmp_path.iterdir()) == ["games.sqlite3", "recipes.sqlite3"]


def test_another_users_journal_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    """The service's journal lies in a folder that players may read and not write."""
    if os.geteuid():
        pytest.skip("this needs to become another user, which is for root")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        keep(path, STOPPED)
        Path(folder).chmod(0o755)
        os.seteuid(getpwnam("nobody").pw_uid)
        try:
            status = main(["games", "--journal", str(path)])
        finally:
            os.seteuid(0)
        heard = capsys.readouterr()
        assert (status, heard.err) == (0, "")
        assert "not over" in heard.out
        assert [it.name for it in Path(folder).iterdir()] == [path.name]


def test_the_command_needs_no_opencv() -> None:
    code = (
        "import sys; import firmware.commands.games, firmware.games; print({'cv2', 'numpy'} & {*sys.modules})"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"
