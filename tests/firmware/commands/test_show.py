"""`kibitz show` draws positions and says what they come to."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware.cli import main

LANDSCAPE = "0|0:C2Y2R2C4 w1,0;k- w-|k- w1,1,1,0,0|k0,0,0,0,0 w.b"
CITY = "G^R^K^R^/R<B<GvB^/B<R^K<B</GvR^K>B>/G>K>G>K< 8/8/8/8/8/8/8/8/8/8 black"


def test_a_landscape_is_drawn_counted_and_advised_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "landscape.svg"
    assert main(["show", LANDSCAPE, "--for", "2,4", "--svg", str(picture)]) == 0
    said = capsys.readouterr().out
    assert "C2        Y2.w      R2        C4" in said
    assert "White: 0" in said
    assert "White can't build anything with the stones in hand." in said
    assert "to join cities 2, 4, White builds 0,0E, 1,0E, 2,0E and lacks: " in said
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_a_city_is_shown_with_its_faults_and_where_pieces_may_stand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", *CITY.split()]) == 0
    said = capsys.readouterr().out
    assert "red dome: C3, D3, D4" in said
    assert main(["show", CITY.replace("8/8/8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8/8/k7")]) == 0
    assert "Against the rules: R" in capsys.readouterr().out


def test_a_landscape_laid_at_random_can_be_laid_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["show", "--deal", "2", "--seed", "7"]) == 0
    first = capsys.readouterr().out
    assert main(["show", "--deal", "2", "--seed", "7"]) == 0
    assert capsys.readouterr().out == first
    monkeypatch.setattr("sys.stdin", io.StringIO(first.splitlines()[0]))
    assert main(["show", "-"]) == 0
    assert capsys.readouterr().out in first


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "give a position text"),
        ([CITY, "--seed", "3"], "leave out --seed: it goes with --deal"),
        (["nonsense"], "illegal"),
        ([LANDSCAPE, "--for", "9"], "no such city: 9"),
        ([LANDSCAPE.replace("C4", "C?"), "--for", "0"], "no such city: 0"),
        ([LANDSCAPE, "--for", "x"], "no such cities: x; name them by their values"),
        ([LANDSCAPE, "--for", "9" * 5000], "9999; name them by their values"),
        (
            [LANDSCAPE, "--house-rule", "foo"],
            "no such house rule: 'foo' (there are: build_limit=free, chain_rule=true, city_city=any_one); leave out",
        ),
        ([CITY, "--house-rule", "foo"], "kibitz show: no such house rule: 'foo' (there are: cut_off_lots"),
        (["\0x" * 5000], " … "),
        ([CITY, "--for", "9"], "kibitz show: no cities are joined in alien-city; leave out --for"),
        (["--deal", "3", "--house-rule", "chain_rule=perhaps"], "chain_rule may be"),
        ([LANDSCAPE, "--svg", "/nowhere/at/all.svg"], "cannot be written"),
    ],
)
def test_what_cannot_be_shown_gets_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", *arguments]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line
    assert len(line) < 500
