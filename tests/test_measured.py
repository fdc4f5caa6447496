"""The README and the guide to calibration tell of what was measured as the page of all figures does."""

from __future__ import annotations

import re
from itertools import takewhile

import pytest

from tests.places import ROOT

MEASURED = (ROOT / "docs" / "measured.md").read_text()


def flowing(path: str) -> str:
    """A text without its line breaks."""
    return " ".join((ROOT / path).read_text().split())


def numbers(cell: str) -> list[int]:
    """Those of a cell of a table."""
    return [int(number) for number in re.findall(r"\d+", cell.replace(",", "").replace("none", "0"))]


def batches(heading: str, condition: str) -> list[list[str]]:
    """The cells of the rows of a table of games that were played under a condition; the first ones without any."""
    section = MEASURED.partition(f"\n## {heading}\n")[2].partition("\n\n|")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines()]
    begins = next(n for n, row in enumerate(rows) if row[0].startswith(condition or "---"))
    group = list(takewhile(lambda row: any(row[1:]), rows[begins + 1 :]))
    assert group, condition
    return group


@pytest.mark.parametrize(
    ("glance", "heading", "condition"),
    [
        ("Alien City, games", "Games of Alien City", ""),
        ("Netzwerk, games", "Games of Netzwerk", "**Nobody answers**"),
        ("the same, where players answer", "Games of Netzwerk", "**Players answer**"),
        ("the same, where the settings say", "Games of Netzwerk", "**It is said who plays**"),
    ],
)
def test_what_games_come_to_at_a_glance_is_the_sum_of_their_batches(
    glance: str, heading: str, condition: str
) -> None:
    group = batches(heading, condition)
    rows = list(takewhile(lambda row: not row[0].startswith("**all"), group))
    columns = zip(*(row[2:] for row in rows), strict=True)
    sums = [[sum(of) for of in zip(*map(numbers, column), strict=True)] for column in columns]
    (right, expected), (false_warnings,), _ = sums
    pattern = rf"^\| {glance}.* \| {right} of {expected}, and {false_warnings} false warnings \|$"
    assert re.search(pattern, MEASURED, re.MULTILINE)
    if len(rows) < len(group):
        games, _, *told = group[len(rows)]
        assert numbers(games) == [sum(numbers(row[0])[0] for row in rows)]
        assert [numbers(cell) for cell in told] == sums


def test_the_readme_tells_how_much_of_netzwerk_is_left_open() -> None:
    stones, miners = (
        re.search(rf"^\| {what}.*\| \d+ \(one in (\w+)\) \|$", MEASURED, re.MULTILINE)
        for what in ("stones", "miners")
    )
    assert stones is not None
    assert miners is not None
    assert f"one stone in {stones[1]} and one miner in {miners[1]} are left open" in flowing("README.md")


def test_the_readme_tells_how_many_events_of_netzwerk_are_told_rightly() -> None:
    rows = re.findall(r"\| 499 in 500 \| (\d+) of (\d+),", MEASURED)
    wrong = [int(expected) / (int(expected) - int(right)) for right, expected in rows]
    usually, if_answered, if_told = map(round, wrong)
    said = (
        f"one in {usually} is told wrongly or not at all, one in {if_answered} where players answer what they are "
        f"asked, one in {if_told} where the settings say who plays"
    )
    assert said in flowing("README.md")


def test_the_guide_tells_how_much_it_helps_to_show_a_set() -> None:
    row = re.search(r"^\| ten made up,.*\| (\d+) \| (\w+) \| (\d+) \| [^|]+ \|$", MEASURED, re.MULTILINE)
    assert row is not None
    boards, before, after = row.groups()
    said = flowing("docs/calibration.md")
    assert f"Of {boards} boards of ten sets made up to try this, {before} was read without a mistake" in said
    assert f"and {after} were afterwards" in said


def test_the_guide_tells_how_many_mistakes_of_laying_are_found() -> None:
    table = MEASURED.partition("| laid wrongly | noticed |")[2].partition("\n\n")[0]
    rows = [
        (int(found), int(tried)) for found, tried in re.findall(r"\| (\d+) of (\d+) \|$", table, re.MULTILINE)
    ]
    found, tried = (sum(column) for column in zip(*rows, strict=True))
    said = flowing("docs/calibration.md")
    assert f"Of {tried} arrangements in which" in said
    assert f"{found} were found" in said
