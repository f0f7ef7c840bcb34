"""The data fit where they are asked to, what is left out is said, and 4,000 rows with passages stay small."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.payload import Payload
from cairn_nb.records import CaseRow, Citation, Claim, Evidence, Passage, Report, Step
from cairn_nb.records.label import answer_digest
from tests.explorer import views
from tests.report_factory import answered_row, build_report

PAGES = sorted((Path(__file__).parents[2] / "docs").rglob("*.md"))
MOST_MB = 3.0
EMPTY_PAGE_MB = 0.06
LONG = "a long answer, word by word; " * 200


def limited(limit_mb: float, report: Report, *, with_evidence: bool = True) -> tuple[Payload, dict[str, Any]]:
    evidence = views.evidence_of(report) if with_evidence else None
    payload = pack([report], [evidence], max_embedded_mb=limit_mb)
    return payload, views.unpacked(payload.index)


def sizes() -> Iterator[tuple[float, list[str]]]:
    """Every size to which the same report is packed as the limit falls, with what its page says."""
    report = long_report()
    limit = 10.0
    for _ in range(7):
        payload, index = limited(limit, report)
        yield payload.embedded_mb, index["reductions"]
        limit = payload.embedded_mb - 1e-4  # the limit is in a sentence of the page, and its digits compress unlike


def long_report() -> Report:
    words = " ".join(page.read_text(encoding="utf-8") for page in PAGES).split()
    rng = Random(1)
    rows = [
        row.changed(answer_text=" ".join(rng.choices(words, k=600)), claims=(), question=f"{i} {LONG}")
        for i, row in enumerate(views.small_report(40).per_case)
    ]
    return build_report(rows)


def test_passages_go_first_then_traces_then_the_ends_of_texts_and_each_is_said() -> None:
    found = list(sizes())
    assert all(before > after for (before, _), (after, _) in pairwise(found[:6]))
    said = [[sentence.split(" are ")[0] for sentence in sentences[:3]] for _, sentences in found]
    assert said[:4] == [[], ["Passages"], ["Passages", "Traces"], ["Passages", "Traces", "Texts"]]
    assert "Texts are cut to 2000 characters: the page may hold" in found[3][1][2]
    assert "report.max_embedded_mb" in found[1][1][0]
    assert found[6][1][-1].startswith("Even so the page holds ")


def test_a_limit_that_is_met_changes_nothing() -> None:
    report = views.small_report(30)
    payload, _ = limited(10.0, report)
    assert payload == pack([report], [views.evidence_of(report)])


def test_without_evidence_only_texts_can_go() -> None:
    _, index = limited(0.02, long_report(), with_evidence=False)
    assert {sentence.split(" are ")[0] for sentence in index["reductions"][:-1]} <= {"Texts"}


def test_a_text_that_was_cut_ends_in_an_ellipsis_and_its_answer_keeps_its_digest() -> None:
    report = build_report(
        [answered_row("a", answer_text="short"), answered_row("b", answer_text="x" * 5000 + "é\ud800")]
    )
    whole = report.per_case[1].answer_text
    _, index = limited(0.000001, report, with_evidence=False)
    cells = index["rows"][0]
    assert cells["answer"] == ["short", "x" * 100 + "…"]
    assert cells["answer_sha256"] == [None, answer_digest(whole)]


# As four systems over one corpus: 3,000 passages of 110 words, eight of them retrieved for each of 1,000 questions.
N_CASES, N_SYSTEMS, N_PASSAGES = 1000, 4, 3000
STAGES = ("embed", "search", "generate", "verify", "judge")


class Made:
    """Text and numbers that compress as real ones do: words of our own documents, scores with all their digits."""

    def __init__(self) -> None:
        self.rng = Random(0)
        self.words = " ".join(page.read_text(encoding="utf-8") for page in PAGES).split()
        self.passages = [self.passage(i) for i in range(N_PASSAGES)]

    def text(self, n: int) -> str:
        start = self.rng.randrange(len(self.words) - n)
        chosen = self.words[start : start + n]
        for _ in range(max(1, n // 12)):
            chosen[self.rng.randrange(n)] = self.rng.choice(self.words)
        return " ".join(chosen)

    def passage(self, i: int) -> Passage:
        heading = f"Upkeep > {self.text(3)}"
        names = {"chunk_id": f"{self.rng.getrandbits(64):016x}", "source": f"manual-{i % 200}.md", "heading": heading}
        return Passage(**names, text=self.text(110), rank=1, score=1.0, page=i % 40 + 1)

    def row(self, i: int, question: str, expected: str, cited: Passage) -> CaseRow:
        sentences = [f"{self.text(17)}.", f"{self.text(16)}."]
        citation = Citation(chunk_id=cited.chunk_id, quote=cited.text[20:100], resolved=True, start=20, end=100)
        return answered_row(
            f"case-{i:04d}",
            judge=round(self.rng.random(), 2),
            f1=round(self.rng.random(), 6),
            question=question,
            expected_answer=expected,
            answer_text=" ".join(sentences),
            confidence=round(self.rng.random(), 6),
            latency_ms=round(self.rng.random() * 2000, 3),
            cost_usd=self.rng.random() / 1000,
            signals={"retrieval": self.rng.random(), "self": 0.8, "citation": 1.0},
            judge_reason=self.text(18),
            latency_by_stage_ms={stage: round(self.rng.random() * 500, 3) for stage in STAGES},
            cost_by_stage_usd={"generate": self.rng.random() / 1000, "verify": 0.0},
        ).model_copy(update={"claims": tuple(Claim(text=s, supported=True, citations=(citation,)) for s in sentences)})

    def evidence(self, row: CaseRow, retrieved: list[Passage]) -> Evidence:
        scores = [{"dense": self.rng.random(), "bm25": 20 * self.rng.random(), "rrf": 1 / (60 + k)} for k in range(8)]
        ranked = tuple(
            passage.model_copy(update={"rank": k + 1, "score": scores[k]["rrf"], "components": scores[k]})
            for k, passage in enumerate(retrieved)
        )
        steps = tuple(Step(stage=stage, latency_ms=ms) for stage, ms in row.latency_by_stage_ms.items())
        return Evidence(case_id=row.case_id, passages=ranked, steps=steps, supporting_ids=(retrieved[0].chunk_id,))


@pytest.mark.slow
def test_a_thousand_cases_of_four_systems_with_passages_are_at_most_three_megabytes() -> None:
    made = Made()
    asked = [(made.text(14), made.text(22), made.rng.sample(made.passages, 12)) for _ in range(N_CASES)]
    reports, evidence = [], []
    for system in range(N_SYSTEMS):
        rows, known = [], {}
        for i, (question, expected, near) in enumerate(asked):
            retrieved = made.rng.sample(near, 8)
            row = made.row(i, question, expected, retrieved[0])
            rows.append(row)
            known[row.case_id, 0] = made.evidence(row, retrieved)
        reports.append(build_report(rows, config_name=f"system {system}"))
        evidence.append(known)
    payload = pack(reports, evidence)
    shown = sum(len(table.to_html()) for table in payload.fallback) / 1e6
    assert payload.embedded_mb + shown + EMPTY_PAGE_MB <= MOST_MB
