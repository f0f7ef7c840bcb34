"""Small reports with their evidence, and the views and payloads made of them, for one, two and three runs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from typing import Any

from cairn_nb.explorer.packing.folded import unfolded
from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.payload import Payload
from cairn_nb.metrics import sections
from cairn_nb.records import (
    CalibrationRecord,
    CaseRow,
    Citation,
    Claim,
    Evidence,
    GridPoint,
    Outcome,
    Passage,
    Report,
    Step,
    Usage,
    Verdict,
)
from tests.report_factory import abstained_row, answered_row, build_report, failed_row

EvidenceByCase = dict[tuple[str, int], Evidence]
CATEGORIES = ("billing", "returns", "warranty")
SENTENCES = (
    "The rim brake of the cargo bicycle must be adjusted every 500 km by an authorised workshop.",
    "Returns are accepted within thirty days of delivery when the frame number is legible.",
    "The battery keeps 80% of its capacity for 600 full cycles; after that a warranty claim is void.",
    "Invoices are sent on the first working day of the month and are due after fourteen days.",
)


def claim(text: str, chunk_id: str, *, supported: bool = True) -> Claim:
    """A claim that quotes the first five words of its passage; an unsupported one quotes what no passage says."""
    quote = " ".join(text.split()[:5]) if supported else "a quote that stands nowhere"
    start = len("Section 7. ") if supported else 0
    place = {"start": start, "end": start + len(quote)} if supported else {}
    return Claim(
        text=text,
        supported=supported,
        support_score=0.91 if supported else 0.12,
        problem=None if supported else "the quote is not in the passage",
        citations=(Citation(chunk_id=chunk_id, quote=quote, resolved=supported, **place),),
    )


def case_row(i: int, **changes: Any) -> CaseRow:
    """Case `i`: every seventh is unanswerable, of the others every fifth abstains and every fourth is wrong."""
    sentence = SENTENCES[i % len(SENTENCES)]
    usual: dict[str, Any] = {
        "category": CATEGORIES[i % 3],
        "answer_type": "number" if i % 2 else "text",
        "tags": ("long",) if i % 4 == 0 else (),
        "question": f"What does the manual say about matter {i}?",
        "expected_answer": sentence,
        "confidence": round(0.3 + 0.65 * ((i * 37) % 100) / 100, 3),
        "retrieved_support_rank": None if i % 6 == 5 else 1 + i % 4,
        "latency_ms": 80.0 + 13.7 * (i % 11),
        "cost_usd": 0.0004 + 0.00005 * (i % 7),
        "latency_by_stage_ms": {"retrieve": 9.5, "generate": 70.5 + i, "verify": 1.25},
        "cost_by_stage_usd": {"generate": 0.0004, "verify": 0.0},
        "signals": {"top_score": 0.71, "margin": 0.05 * (i % 5), "claims": 1.0},
        "cluster_id": f"manual-{i % 12}.md",
    }
    if i % 7 == 6:
        usual |= {"answerable": False, "expected_answer": None, "retrieved_support_rank": None}
        return abstained_row(f"c{i:03d}", **{**usual, "support_located": False, **changes})
    if i % 5 == 4:
        return abstained_row(f"c{i:03d}", **{**usual, **changes})
    wrong = i % 4 == 3
    claims = (claim(sentence, f"k{i:03d}-0"), claim("It is also blue.", f"k{i:03d}-1", supported=not wrong))
    usual |= {
        "judge": 0.2 if wrong else 0.9,
        "f1": 0.31 if wrong else 0.83,
        "claims": (1 if wrong else 2, 2),
        "answer_text": f"It is blue, whatever matter {i} is." if wrong else sentence,
        "outcomes": {"judge_score": Outcome.SCORED},
        "judge_reason": "contradicts the reference" if wrong else "says what the reference says",
    }
    built = answered_row(f"c{i:03d}", **{**usual, **changes})
    return built.changed(claims=claims) if "claims" not in changes else built


def case_evidence(row: CaseRow) -> Evidence:
    """Four passages of a row, the first a labelled support, the last never shown; steps; the judge's word."""
    i = int(row.case_id[1:])
    passages = tuple(
        Passage(
            chunk_id=f"k{i:03d}-{rank - 1}",
            source=f"manual-{(i + rank) % 12}.md",
            text=f"Section 7. {SENTENCES[(i + rank - 1) % len(SENTENCES)]} It is also blue, as matter {i} shows.",
            rank=rank,
            score=round(1 / (60 + rank), 6),
            components={"bm25": 12.5 - rank, "dense": 0.9 - 0.1 * rank},
            page=rank if rank % 2 else None,
            heading="Upkeep > Brakes" if rank == 1 else None,
            shown=rank < 4,
        )
        for rank in (1, 2, 3, 4)
    )
    usage = Usage(input_tokens=412, output_tokens=38)
    steps = (
        Step(stage="retrieve", latency_ms=9.5, cost_usd=0.0, spent_usd=0.0),
        Step(stage="generate", latency_ms=70.5, model="stub", usage=usage, cost_usd=0.0004, spent_usd=0.0, cached=True),
        Step(stage="verify", latency_ms=1.25),
    )
    verdict = None
    if row.judge_score is not None:
        verdict = Verdict(
            outcome=Outcome.SCORED, score=row.judge_score, correct=bool(row.correct), reason=row.judge_reason
        )
    supporting = (f"k{i:03d}-0",) if row.answerable else ()
    return Evidence(
        case_id=row.case_id, trial=row.trial, passages=passages, steps=steps, verdict=verdict, supporting_ids=supporting
    )


def small_report(n: int = 60, *, name: str = "default", shift: int = 0, **changes: Any) -> Report:
    """A report of `n` cases with estimates; `shift` makes another system of it, which is right elsewhere."""
    rows = [_other(case_row(i), i, shift) for i in range(n)]
    if n > 9:
        rows[9] = failed_row("c009", question=rows[9].question, category=rows[9].category, error_kind="timeout")
    return build_report(rows, config_name=name, **{"estimates": sections.estimates(rows, n_boot=200), **changes})


def _other(row: CaseRow, i: int, shift: int) -> CaseRow:
    """Every tenth case differs: a right answer turns wrong, a wrong one right, an abstention into an answer."""
    if not shift or (i + shift) % 10:
        return row
    if not row.answerable:
        return answered_row(row.case_id, answerable=False, question=row.question, category=row.category)
    if row.judge_score is None:
        return _answered_instead(row)
    right = row.judge_score >= 0.5
    return row.changed(
        judge_score=0.1 if right else 0.95,
        correct=not right,
        token_f1=0.2 if right else 0.9,
        answer_text="It is green." if right else row.expected_answer or "",
        latency_ms=row.latency_ms * (3 if right else 1),
        cost_usd=(row.cost_usd or 0) * (2 if right else 1),
    )


def _answered_instead(row: CaseRow) -> CaseRow:
    return answered_row(
        row.case_id,
        question=row.question,
        category=row.category,
        expected_answer=row.expected_answer,
        answer_text="Now there is an answer.",
        latency_ms=row.latency_ms,
        cluster_id=row.cluster_id,
    )


def evidence_of(report: Report) -> EvidenceByCase:
    """Evidence of every row that did not fail."""
    return {(row.case_id, row.trial): case_evidence(row) for row in report.per_case if row.status.value != "error"}


def reports(mode: str, n: int = 60) -> list[Report]:
    """The reports of mode ``one``, ``two`` or ``many``."""
    names = {"one": ("default",), "two": ("default", "hybrid"), "many": ("default", "hybrid", "bm25")}[mode]
    return [small_report(n, name=name, shift=place * 3) for place, name in enumerate(names)]


def calibrated(*grid: GridPoint) -> CalibrationRecord:
    """A calibration that tested these thresholds."""
    return CalibrationRecord(
        config_name="default", config_hash="0" * 16, alpha=0.2, delta=0.05, unit="document", threshold=0.5,
        n_calibration=40, n_units=20, n_answered_at_threshold=30, empirical_error_at_threshold=0.1,
        bound_at_threshold=0.19, abstain_always=False, statement="", method="", grid=grid, corpus_hash="0" * 64,
        golden_hash="0", case_ids_hash="0", judge="stub", rubric_version="1", provider="stub", cairn_version="0",
        created_at="2026-01-01T00:00:00.000000Z",
    )  # fmt: skip


def payload(mode: str, n: int = 60, *, with_evidence: bool = True, **options: Any) -> Payload:
    """The packed data of `reports(mode)`."""
    found = reports(mode, n)
    return pack(found, [evidence_of(report) if with_evidence else None for report in found], **options)


def view(mode: str, n: int = 60, **options: Any) -> dict[str, Any]:
    """The view as the front end reads it."""
    found: dict[str, Any] = unpacked(payload(mode, n, **options).index)
    return found


def unpacked(block: bytes) -> Any:
    """A packed block's value."""
    return json.loads(gzip.decompress(block))


def every(blocks: Sequence[bytes]) -> list[Any]:
    """The values of all blocks, as packed."""
    return [item for block in blocks for item in unfolded(unpacked(block))]


def selected(view: dict[str, Any], chosen: dict[str, Any]) -> list[str]:
    """The ids of the rows that a filter selects, as the front end selects them."""
    columns = {column["name"]: column for column in view["columns"]}

    def cell(name: str, i: int) -> Any:
        column = columns[name]
        cells = view["cases"] if column["run"] is None else view["rows"][column["run"]]
        return cells[column["key"]][i]

    def holds(i: int) -> bool:
        listed = chosen["ids"] is None or view["cases"]["id"][i] in chosen["ids"]
        facets = all(_among(cell(name, i), wanted) for name, wanted in chosen["facets"].items())
        ranges = all(_within(cell(name, i), *bounds) for name, bounds in chosen["ranges"].items())
        return listed and facets and ranges and all(cell(name, i) is None for name in chosen["missing"])

    return [row_id for i, row_id in enumerate(view["cases"]["id"]) if holds(i)]


def _among(value: Any, wanted: list[str]) -> bool:
    return bool(set(value) & set(wanted)) if isinstance(value, list) else value in wanted


def _within(value: float | None, low: float | None, high: float | None) -> bool:
    return value is not None and (low is None or value >= low) and (high is None or value <= high)
