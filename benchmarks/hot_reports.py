"""Writing, reading and gating large reports, and building the explorer's page."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from scaling_corpus import write
from timing import cpu_ms, show

import cairn_nb
from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.page.page import explorer_slot, page
from cairn_nb.files.evidence import read_evidence_of
from cairn_nb.files.reports import write_report
from cairn_nb.metrics import sections
from cairn_nb.records import CaseRow, Report

QUESTIONS, GATED_ROWS, PAGE_ROWS = 500, 10_000, 5_000


def measure() -> None:
    """Two tables."""
    with tempfile.TemporaryDirectory() as folder:
        config = cairn_nb.load_config(write(Path(folder) / "project", chunks=1000, questions=QUESTIONS))
        cairn_nb.ingest(config)
        report = cairn_nb.evaluate(config, split="all", reports_dir=Path(folder) / "reports")
        _gating(report, Path(folder))
        _page(report)


def _gating(report: Report, folder: Path) -> None:
    large, path, plain = repeated(report, GATED_ROWS), folder / "large.json", folder / "plain.json"
    write_report(large, path)
    data = json.loads(path.read_text(encoding="utf-8"))
    verdict = cairn_nb.gate(large, large)
    assert verdict.promote is not None, verdict.undecided
    measured = cpu_ms(
        {
            "json.dumps and write alone": lambda: plain.write_text(json.dumps(data), encoding="utf-8"),
            "json.loads alone": lambda: json.loads(path.read_text(encoding="utf-8")),
            "write_report": lambda: write_report(large, path),
            "read_report": lambda: cairn_nb.read_report(path),
            "gate": lambda: cairn_nb.gate(large, large),
        }
    )
    show(f"a report of {GATED_ROWS} rows, {path.stat().st_size / 1e6:.0f} MB", measured)


def _page(report: Report) -> None:
    large = repeated(report, PAGE_ROWS)
    found = read_evidence_of(report)
    assert found is not None
    by_id = {case_id: evidence for (case_id, _), evidence in found.items()}
    evidence = {(row.case_id, row.trial): by_id[row.case_id] for row in large.per_case}
    body = explorer_slot(0)
    built = page("benchmark", body, [pack([large], [evidence])])
    measured = cpu_ms(
        {
            "the report as JSON": lambda: large.model_dump_json(),
            "page with passages": lambda: page("benchmark", body, [pack([large], [evidence])]),
            "page without passages": lambda: page("benchmark", body, [pack([large])]),
        }
    )
    show(f"the explorer's page of {PAGE_ROWS} rows, {len(built) / 1e6:.1f} MB with passages", measured)


def repeated(report: Report, n_rows: int) -> Report:
    """The report's rows as so many trials, with aggregates that follow from them."""
    times = -(-n_rows // len(report.per_case))
    rows: tuple[CaseRow, ...] = tuple(
        row.model_copy(update={"trial": trial}) for trial in range(times) for row in report.per_case
    )[:n_rows]
    abstention, operational = report.abstention, report.operational
    return report.changed(
        per_case=rows,
        n_cases=len(rows),
        retrieval=sections.retrieval_section(rows),
        answer=sections.answer_section(rows),
        abstention=sections.abstention_section(rows, alpha=abstention.alpha, threshold=abstention.threshold),
        operational=sections.operational_section(
            rows, spent_usd=operational.spent_usd, avoided_usd=operational.avoided_usd
        ),
        estimates={},
        outcomes=sections.outcome_counts(rows),
        documents=sections.documents_section(rows),
        failures=sections.failure_counts(rows),
    )
