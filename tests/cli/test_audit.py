"""`cairn audit`: the sheet, filled, to the report; labels to the certificate. 0 done, 1 not certified, 2 misuse."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import cairn_nb as cairn
from cairn_nb.files.bench_run import BenchFolder
from cairn_nb.files.labels import write_labels
from cairn_nb.files.reports import write_report
from cairn_nb.records import AXES, Report
from cairn_nb.records.audit import JudgeAudit
from tests.cli.conftest import Verb
from tests.decisions.audit.judged import graded, label, run

SCORES = [0.5, 2.5, 4.5] * 8


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bench run of two systems, 24 questions each."""
    monkeypatch.chdir(tmp_path)
    folder = BenchFolder(tmp_path / "run")
    folder.keep([run("a", SCORES, run_id="r1"), run("b", SCORES[::-1], run_id="r2")])
    cairn.report(folder.folder)
    return folder.folder


def filled(sheet: Path, target: Path, points: str = "4", **cells: str) -> Path:
    """The sheet with points on every axis; `cells` override the first row's."""
    rows = list(csv.DictReader(sheet.open(encoding="utf-8", newline="")))
    for row in rows:
        row.update(dict.fromkeys(AXES, points))
    rows[0].update(cells)
    with target.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return target


def test_from_the_sheet_to_the_report(bench: Path, verb: Verb) -> None:
    drawn = verb("audit", str(bench), "--sample", "12")
    assert drawn.code == 0
    assert drawn.out.splitlines()[0].startswith("12 of 48 answers drawn")
    ran = verb(
        "audit", str(bench), "--labels", str(filled(bench / "judge_audit_sheet.csv", bench / "f.csv")), "--headless"
    )
    assert (ran.code, ran.err) == (0, "")
    # Two answers of each of six groups: judge 0.5, 2.5 and 4.5, people 4, so the bias is -1.5.
    assert ran.out.splitlines()[0].endswith("n 12, bias -1.5")
    audit = JudgeAudit.model_validate_json((bench / "judge_audit.json").read_text(encoding="utf-8"))
    assert audit.sentence == ran.out.splitlines()[0]
    assert (bench / "judge_audit.md").read_text(encoding="utf-8").startswith("# Judge audit\n\n**judge audited: ")


def test_the_bench_runs_pages_lead_to_the_audit(bench: Path, verb: Verb) -> None:
    verb("audit", str(bench), "--sample", "12")
    verb("audit", str(bench), "--labels", str(filled(bench / "judge_audit_sheet.csv", bench / "f.csv")), "--headless")
    assert "bias -1.5 ([more](judge_audit.md))" in (bench / "leaderboard.md").read_text(encoding="utf-8")
    summary = json.loads((bench / "run_summary.json").read_text(encoding="utf-8"))
    assert summary["judge_audits"][0].endswith("bias -1.5")
    assert {"judge_audit.json", "judge_audit.md"} <= set(summary["outputs"])


def test_verb_and_function_give_the_same_and_equal_inputs_equal_bytes(bench: Path, verb: Verb) -> None:
    first = cairn.audit(bench, sample=12)
    sheet = (bench / "judge_audit_sheet.csv").read_bytes()
    ran = verb("audit", str(bench), "--sample", "12", "--json")
    assert ran.json == first.model_dump(mode="json")
    assert (bench / "judge_audit_sheet.csv").read_bytes() == sheet
    labels = filled(bench / "judge_audit_sheet.csv", bench / "f.csv")
    ran = verb("audit", str(bench), "--labels", str(labels), "--headless", "--json")
    assert ran.json == cairn.audit(bench, labels=labels).model_dump(mode="json")


def test_a_filled_sheet_is_not_drawn_over(bench: Path, verb: Verb) -> None:
    verb("audit", str(bench), "--sample", "12")
    place = bench / "judge_audit_sheet.csv"
    kept = filled(place, place).read_bytes()
    ran = verb("audit", str(bench), "--sample", "12")
    assert ran.code == 2
    assert "there is a sheet of another draw, or one that is filled in" in ran.err
    assert place.read_bytes() == kept


def test_a_cell_that_does_not_fit_is_named(bench: Path, verb: Verb) -> None:
    verb("audit", str(bench), "--sample", "12")
    labels = filled(bench / "judge_audit_sheet.csv", bench / "f.csv", relevance="7")
    ran = verb("audit", str(bench), "--labels", str(labels), "--headless")
    assert ran.code == 2
    assert f"{labels}:2: row a01, column relevance: must be a number from 0 to 5, not '7'" in ran.err
    assert not (bench / "judge_audit.json").exists()


def labelled(folder: Path, report: Report, said: list[bool], first: int = 0) -> Path:
    place = folder / f"labels-{first}.jsonl"
    write_labels(place, [label(report, first + i, "right" if right else "wrong") for i, right in enumerate(said)])
    return place


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Report]:
    """A report whose judge calls the first 30 of every 60 answers right."""
    monkeypatch.chdir(tmp_path)
    report = graded("a", ([True] * 30 + [False] * 30) * 2, run_id="r1")
    write_report(report, tmp_path / "a.json")
    return tmp_path / "a.json", report


def test_certified_once_and_never_again_on_the_same_labels(judged: tuple[Path, Report], verb: Verb) -> None:
    place, report = judged
    labels = labelled(place.parent, report, [True] * 30 + [False] * 30)
    ask = ("audit", str(place), "--labels", str(labels), "--headless", "--purpose", "certify")
    first = verb(*ask)
    assert first.code == 0
    assert "certified: with 95% confidence each, sensitivity is at least 0.905" in first.out
    again = verb(*ask)
    assert again.code == 2
    assert "60 of the 60 labelled answers were used for certifying this judge and rubric before" in again.err
    fresh = labelled(place.parent, report, [True] * 30 + [False] * 30, first=60)
    assert verb("audit", str(place), "--labels", str(fresh), "--headless", "--bar", "0.9").code == 0


def test_a_bar_that_is_not_reached_is_a_no(judged: tuple[Path, Report], verb: Verb) -> None:
    place, report = judged
    labels = labelled(place.parent, report, [True] * 30 + [False] * 30)
    ran = verb("audit", str(place), "--labels", str(labels), "--headless", "--bar", "0.95", "--json")
    assert (ran.code, ran.json["certification"]["certified"]) == (1, False)


def test_labels_for_tuning_certify_nobody(judged: tuple[Path, Report], verb: Verb) -> None:
    place, report = judged
    labels = labelled(place.parent, report, [True] * 30 + [False] * 30)
    assert verb("audit", str(place), "--labels", str(labels), "--headless", "--purpose", "tune").code == 0
    ran = verb("audit", str(place), "--labels", str(labels), "--headless", "--bar", "0.8")
    assert ran.code == 2
    assert "60 of the 60 labelled answers were used for tuning llm (stub-1)" in ran.err


def test_a_look_at_the_judge_uses_nothing_up(judged: tuple[Path, Report], verb: Verb) -> None:
    place, report = judged
    labels = labelled(place.parent, report, [True] * 30 + [False] * 30)
    assert verb("audit", str(place), "--labels", str(labels), "--headless").code == 0
    assert verb("audit", str(place), "--labels", str(labels), "--headless", "--bar", "0.8").code == 0


def test_a_look_at_one_judge_keeps_the_labels_from_certifying_the_next(judged: tuple[Path, Report], verb: Verb) -> None:
    place, report = judged
    labels = labelled(place.parent, report, [True] * 30 + [False] * 30)
    assert verb("audit", str(place), "--labels", str(labels), "--headless").code == 0
    write_report(report.changed(notes={**report.notes, "rubric_version": "stub-2"}), place)
    mended = verb("audit", str(place), "--labels", str(labels), "--headless", "--bar", "0.8")
    assert mended.code == 2
    assert "were looked at for another judge or rubric before, llm (stub-1)" in mended.err
    assert verb("audit", str(place), "--labels", str(labels), "--headless").code == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--bar", "1.5"), "bar: must lie strictly between 0 and 1, not 1.5"),
        (("--bar", "0.8", "--purpose", "tune"), "a bar is for certifying"),
        (("--labels", "nowhere.csv"), "nowhere.csv"),
    ],
)
def test_misuse(judged: tuple[Path, Report], verb: Verb, options: tuple[str, ...], said: str) -> None:
    ran = verb("audit", str(judged[0]), "--headless", *options)
    assert ran.code == 2
    assert said in ran.err
