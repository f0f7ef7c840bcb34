"""The folder of a bench run: names that nobody else has, reports kept whole with their evidence, and read back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.errors import InputError, ReportError
from cairn_nb.files.atomic import write_json
from cairn_nb.files.bench_run import BenchFolder, compared_hash, is_bench_folder
from cairn_nb.files.evidence import read_evidence_of, write_evidence
from cairn_nb.files.reports import read_report, write_report
from cairn_nb.records import Evidence, Report
from tests.report_factory import answered_rows, build_report

WHEN = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def report(name: str, **changes: Any) -> Report:
    return build_report(answered_rows(2), config_name=name, config_hash=name.ljust(16, "0"), **changes)


def saved(folder: Path, name: str) -> Report:
    """A report on disk with its evidence beside it."""
    evidence = write_evidence(
        folder / f"{name}-run.evidence.jsonl.gz", [Evidence(case_id="c00"), Evidence(case_id="c01")]
    )
    write_report(report(name, evidence=evidence), folder / f"{name}-run.json")
    return read_report(folder / f"{name}-run.json")


def test_a_runs_name_is_its_time_and_what_is_compared_and_is_never_taken_twice(tmp_path: Path) -> None:
    reports = [report("a"), report("b")]
    first, second = (BenchFolder.new(tmp_path, reports, WHEN) for _ in range(2))
    assert first.run_id == f"20260304T050607Z-{compared_hash(reports)}"
    assert second.run_id == f"{first.run_id}-2"
    assert compared_hash(reports) == compared_hash(reports[::-1]) != compared_hash(reports[:1])


def test_reports_and_evidence_are_kept_and_what_happens_to_the_originals_does_not_matter(tmp_path: Path) -> None:
    original = saved(tmp_path / "reports", "a")
    folder = BenchFolder(tmp_path / "bench")
    folder.keep([original, report("b")])
    for path in (tmp_path / "reports").iterdir():
        path.unlink()
    [kept, other] = folder.read()
    assert kept == original.model_copy(update={"source": folder.report_path("a")})
    assert set(read_evidence_of(kept) or {}) == {("c00", 0), ("c01", 0)}
    assert other.config_name == "b" and is_bench_folder(folder.folder)


def test_keeping_again_replaces_evidence_of_the_same_name(tmp_path: Path) -> None:
    folder = BenchFolder(tmp_path / "bench")
    folder.keep([saved(tmp_path, "a")])
    evidence = write_evidence(tmp_path / "a-run.evidence.jsonl.gz", [Evidence(case_id="c00", trial=1)])
    write_report(report("a", evidence=evidence), tmp_path / "a-run.json")
    folder.keep([read_report(tmp_path / "a-run.json")])
    assert set(read_evidence_of(folder.read()[0]) or {}) == {("c00", 1)}


def test_a_folder_kept_into_itself_stays_as_it_is(tmp_path: Path) -> None:
    folder = BenchFolder(tmp_path / "bench")
    folder.keep([saved(tmp_path, "a")])
    before = {path: path.read_bytes() for path in folder.reports_dir.iterdir()}
    folder.keep(folder.read())
    assert {path: path.read_bytes() for path in folder.reports_dir.iterdir()} == before


def test_a_name_that_is_no_files_name_is_kept_under_one_that_is(tmp_path: Path) -> None:
    folder = BenchFolder(tmp_path / "bench")
    folder.keep([report("gpt/4:mini"), report("b")])
    assert {found.config_name for found in folder.read()} == {"gpt/4:mini", "b"}
    with pytest.raises(InputError, match="two systems would have this report"):
        folder.keep([report("x/y"), report("x:y")])


def test_the_order_is_the_summarys_else_by_file_name(tmp_path: Path) -> None:
    folder = BenchFolder(tmp_path / "bench")
    folder.keep([report("b"), report("a"), report("c")])
    assert [found.config_name for found in folder.read()] == ["a", "b", "c"]
    write_json(folder.summary, {"systems": [{"system": "c"}, {"system": "a"}]})
    assert [found.config_name for found in folder.read()] == ["c", "a", "b"]


def test_what_is_missing_or_damaged_is_named(tmp_path: Path) -> None:
    folder = BenchFolder(tmp_path / "bench")
    with pytest.raises(InputError, match="is no bench run: it holds no reports"):
        folder.read()
    folder.keep([report("a"), report("b")])
    write_json(folder.summary, {"systems": [{"system": "a"}, {"system": "gone"}]})
    with pytest.raises(ReportError, match=r"gone\.json: is listed in the summary and missing"):
        folder.read()
    write_json(folder.summary, {"systems": [{"name": "a"}]})
    with pytest.raises(InputError, match=r"run_summary\.json: systems: does not name its systems"):
        folder.read()
    folder.summary.write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match="is no summary of a run"):
        folder.read()
    folder.summary.unlink()
    folder.report_path("b").write_text("{", encoding="utf-8")
    with pytest.raises(ReportError, match=r"b\.json"):
        folder.read()
