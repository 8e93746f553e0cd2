"""The answer to take away: what is written can be read, and gives the same numbers."""

import csv
import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from seis_lab.games.seis import SeisRules
from seis_lab.widgets.export import to_csv, to_latex, to_python, write_new
from seis_lab.widgets.rule_answers import Comparison, compare
from seis_lab.widgets.rule_lab import RuleLab
from seis_lab.widgets.seis_bench import LIVE, ask

BEFORE = SeisRules(wildcards={})
AFTER = SeisRules(
    row=(1, 2, 2),
    die=["1/12", "1/4", "1/6", "1/6", "1/6", "1/6"],
    wildcards={"NUMERAL": 1, "DADO": 1},
    numeral_wrap=True,
)


def comparison(question: str = "turns", after: SeisRules = AFTER) -> Comparison:
    return compare(ask(question, BEFORE), ask(question, after))


@pytest.mark.parametrize("question", LIVE)
def test_the_lines_of_python_give_the_same_answers(question: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = comparison(question)
    names: dict[str, Any] = {}
    exec(to_python(made), names)
    assert capsys.readouterr().out == f"{names['before']}\n{names['after']}\n"
    for side, answer in (("before", made.before), ("after", made.after)):
        result = names[side]
        match question:
            case "turns":
                assert result == answer.lines[0].amount
            case "duel":
                assert result == answer.lines[0].amount
            case "race":
                assert list(result) == [line.amount for line in answer.lines]
            case _:
                assert result.lines[0].turns - result.lines[-1].turns == answer.lines[-1].amount


def test_csv_holds_every_digit() -> None:
    made = comparison()
    rows = list(csv.DictReader(io.StringIO(to_csv(made, "en"))))
    assert rows[0]["quantity"] == "mean"
    assert Fraction(int(rows[0]["before_numerator"]), int(rows[0]["before_denominator"])) == Fraction(147, 10)
    law = [row for row in rows if row["quantity"].startswith("P(T = ")]
    for (n, _, after), row in zip(made.law(), law, strict=True):
        assert row["quantity"] == f"P(T = {n})"
        assert Fraction(int(row["after_numerator"]), int(row["after_denominator"])) == after
        assert float(row["after_decimal"]) == float(after)


def test_a_law_with_longer_fractions_than_python_writes_is_exported_and_cut() -> None:
    die = [f"1/{10**15}", f"{10**15 - 1}/{10**15}"]  # P(T = 300) is below 10**(15 * 300)
    rare = ask("turns", SeisRules(faces=2, row=[1], die=die, wildcards={}))
    made = compare(ask("turns", SeisRules(faces=2, row=[1], wildcards={})), rare)
    last = to_csv(made, "en").splitlines()[-1].split(",")
    assert (last[0], last[6]) == ("P(T = 300)", "1" + "0" * 15 * 300)
    assert float(last[7]) == pytest.approx(1e-15, rel=1e-9)  # (1 - 10**-15)**299 * 10**-15
    assert r"\begin{tabular}" in to_latex(made, "en")


def test_csv_leaves_a_number_out_that_one_side_does_not_have() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(comparison("worth"), "en"))))
    numeral = next(row for row in rows if row["quantity"] == "NUMERAL no. 1")
    assert (numeral["before_numerator"], numeral["difference_decimal"]) == ("", "") and numeral["after_numerator"]


def test_latex_has_the_fractions_and_takes_signs_literally() -> None:
    latex = to_latex(comparison(after=SeisRules()), "en")
    assert r"\frac{147}{10} \approx 14.7000" in latex and r"\frac{65633}{9000} \approx 7.2926" in latex
    assert r"-\frac{66667}{9000} \approx -7.4074" in latex
    assert latex.count(r"\begin{tabular}{lrrr}") == latex.count(r"\end{tabular}") == 1
    lines = [line for line in latex.splitlines() if "&" in line]
    assert all(line.count("&") == 3 and line.endswith(r"\\") for line in lines)


def test_a_file_is_written_once_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "answer.csv"
    assert write_new(str(path), "one") == path
    with pytest.raises(FileExistsError):
        write_new(str(path), "two")
    assert path.read_text() == "one"


def test_the_panel_shows_writes_and_explains(tmp_path: Path) -> None:
    lab = RuleLab("seis", before=BEFORE)
    panel = lab.export
    assert panel.shown.layout.display == "none"
    panel.form.value = "latex"
    assert r"\frac{147}{10}" in panel.words.value
    panel.name.value = str(tmp_path / "answer.tex")
    panel.write()
    assert panel.said.words.startswith("Written: ") and (tmp_path / "answer.tex").read_text() == panel.words.value
    panel.write()
    assert "exists already" in panel.said.words
    panel.name.value = " "
    panel.write()
    assert panel.said.words == "Give the file a name."
    panel.name.value = str(tmp_path / "no" / "<b>.tex")
    panel.write()
    assert "could not be written" in panel.said.words and "<b>" not in panel.said.words
    panel.form.value = "python"
    assert panel.words.value == to_python(lab.comparison)
    lab.set(wildcards={"NUMERAL": 1})
    assert panel.words.value == to_python(lab.comparison)
