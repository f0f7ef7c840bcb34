"""`cairn report` makes a bench run's files again, byte by byte, and names what it cannot read."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import cairn_nb as cairn
from tests.cli.conftest import Verb


@pytest.fixture
def folder(project: Path, verb: Verb) -> Path:
    """A bench run of two configurations, one skipped."""
    (project / "configs/words.yaml").write_text(
        "extends: small.yaml\nname: words\nretrieval: {mode: bm25}\n", encoding="utf-8"
    )
    (project / "configs/broken.yaml").write_text("extends: small.yaml\nname: broken\nk: 3\n", encoding="utf-8")
    ran = verb("bench", "--headless", "--baseline", "words", "--json")
    return Path(ran.json["folder"])


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_file_is_made_again_from_the_reports_and_the_summary(folder: Path, verb: Verb) -> None:
    before = content(folder)
    for path in folder.iterdir():
        if path.is_file() and path.name != "run_summary.json":
            path.unlink()
    ran = verb("report", str(folder))
    assert ran.code == 0
    assert content(folder) == before
    assert "17 files in" in ran.out and "compared with words" in ran.out
    assert "answer_score: small no clear difference" in ran.out


def test_without_the_summary_the_rest_is_made_all_the_same(folder: Path, verb: Verb) -> None:
    (folder / "run_summary.json").unlink()
    summary = verb("report", str(folder), "--json").json
    assert [entry["system"] for entry in summary["systems"]] == ["small", "words"]
    assert (summary["skipped"], summary["baseline"]["source"]) == ([], "the cheapest by cost per question")


def test_another_baseline(folder: Path, verb: Verb) -> None:
    assert verb("report", str(folder), "--baseline", "small", "--json").json["baseline"]["system"] == "small"
    ran = verb("report", str(folder), "--baseline", "smal")
    assert ran.code == 2 and "there is no system 'smal' (one of small, words)" in ran.err


def test_a_missing_and_a_damaged_report_are_named_and_nothing_is_written(folder: Path, verb: Verb) -> None:
    before = content(folder)
    report = folder / "reports/small.json"
    report.write_bytes(before["reports/small.json"][:2000])
    ran = verb("report", str(folder))
    assert (ran.code, ran.out) == (2, "") and f"{report}:" in ran.err
    report.unlink()
    ran = verb("report", str(folder))
    assert ran.code == 2 and f"{report}: is listed in the summary and missing" in ran.err
    del before["reports/small.json"]
    assert content(folder) == before


@pytest.mark.usefixtures("folder")
def test_reports_by_themselves_go_into_the_folder_that_is_named(verb: Verb) -> None:
    latest = [f"reports/latest/{name}.json" for name in ("words", "small")]
    assert verb("report", *latest, "--out", "mine").code == 0
    assert json.loads(Path("mine/run_summary.json").read_text(encoding="utf-8"))["systems"][0]["system"] == "words"
    ran = verb("report", *latest)
    assert ran.code == 2 and "name the folder to write" in ran.err
    ran = verb("report", latest[0], "--out", "mine")
    assert ran.code == 2 and "holds a bench run of other systems (small)" in ran.err
    ran = verb("report", latest[0], "--out", latest[1])
    assert ran.code == 2 and "is a file, not a folder" in ran.err


def test_a_place_without_a_report_is_refused(in_project: Verb) -> None:
    ran = in_project("report", "configs", "--out", "mine")
    assert ran.code == 2 and "holds no report" in ran.err and not Path("mine").exists()


def test_a_policy_that_was_asked_for_stays_when_the_files_are_made_again(folder: Path, verb: Verb) -> None:
    assert verb("recommend", "--run", str(folder), "--min-answer-score", "5").code == 1
    assert not (folder / "winner.yaml").exists()
    assert verb("report", str(folder)).code == 0
    found = json.loads((folder / "recommendation.json").read_text(encoding="utf-8"))
    assert found["winner"] is None and not (folder / "winner.yaml").exists()


def test_a_run_is_read_as_it_lies_and_as_tables(folder: Path) -> None:
    before = content(folder)
    run = cairn.read_bench(folder)
    assert list(run.metrics["system"]) == ["small", "words"]
    assert set(run.significance["verdict"]) == {"no clear difference"}
    assert list(run.cost_breakdown["judge_cost"]) == [0.0, 0.0]
    assert set(run.pareto.front) <= {"small", "words"} and [report.config_name for report in run.reports] == [
        "small",
        "words",
    ]
    assert run.summary.asked_baseline == "words"
    assert content(folder) == before
    views = (cairn.tables.metrics, cairn.tables.significance, cairn.tables.cost_by_stage, cairn.tables.failure_types)
    for view in views:
        assert view(run.tables).rows
    (folder / "run_summary.json").unlink()
    with pytest.raises(cairn.CairnError, match="is missing or no summary"):
        cairn.read_bench(folder)


def test_reports_by_themselves_are_read_as_a_run_and_nothing_is_written(folder: Path) -> None:
    before = content(folder)
    alone, held = cairn.read_bench(folder / "reports", baseline="words"), cairn.read_bench(folder)
    assert alone.folder is None and content(folder) == before
    assert alone.significance.equals(held.significance) and alone.pareto == held.pareto
    assert [row.config for row in alone.board.rows] == [row.config for row in held.board.rows]
    assert alone.recommendation is not None and held.recommendation is not None
    assert alone.recommendation.winner == held.recommendation.winner
    kept = json.loads((folder / "recommendation.json").read_text(encoding="utf-8"))
    assert json.loads(held.recommendation.model_dump_json()) == kept


def test_another_baseline_may_be_looked_at_and_one_that_is_none_is_refused(folder: Path) -> None:
    assert cairn.read_bench(folder, baseline="small").tables.baseline.system == "small"
    for place in (folder, folder / "reports"):
        with pytest.raises(cairn.CairnError, match=r"no system 'smal'.*small, words"):
            cairn.read_bench(place, baseline="smal")


def test_a_moved_folder_keeps_its_name(folder: Path, verb: Verb) -> None:
    before = content(folder)
    shutil.move(folder, "elsewhere")
    assert verb("report", "elsewhere", "--json").json["run_id"] == folder.name
    assert content(Path("elsewhere"))["metrics_summary.csv"] == before["metrics_summary.csv"]
