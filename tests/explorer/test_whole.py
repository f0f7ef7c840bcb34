"""The front end reads from the packed blocks what the reports hold: answers, claims, passages and their texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.records import CaseRow, Claim, Evidence, Passage
from tests.browser import browser, open_page
from tests.explorer import views
from tests.explorer.detail_page import write_page
from tests.report_factory import answered_row, build_report

pytestmark = pytest.mark.browser

EVERYTHING = """async () => {
  const rows = await Promise.all(view.ids.map((_, i) => view.read("details", i)));
  const texts = run => Promise.all((run?.passages ?? []).map(passage => view.read("chunks", passage.text)));
  return Promise.all(rows.map(({ runs }) => Promise.all(runs.map(async run => run && {
    answer: run.answer, claims: run.claims.map(claim => claim.text), texts: await texts(run),
    ids: (run.passages ?? []).map(({ id, source, page, heading }) => [id, source, page, heading]),
  }))));
}"""


def expected(row: CaseRow, known: Evidence | None) -> dict[str, Any]:
    passages = () if known is None else known.passages
    return {
        "answer": row.answer_text,
        "claims": [claim.text for claim in row.claims],
        "texts": [passage.text for passage in passages],
        "ids": [[p.chunk_id, p.source, p.page, p.heading] for p in passages],
    }


def odd_report() -> tuple[Any, dict[tuple[str, int], Evidence]]:
    """An emoji before a claim, a claim that is not in its answer, one text under two names, half a pair."""
    row = answered_row("a", answer_text="🚲 It is blue.").changed(
        claims=(Claim(text="It is blue."), Claim(text="no \u2028"))
    )
    passages = [Passage(chunk_id=name, source="s", text="same", rank=1, score=1) for name in ("x", "y")]
    other = answered_row("__proto__", signals={"__proto__": 1.0})
    return build_report([row, other]), {("a", 0): Evidence(case_id="a", passages=tuple(passages))}


def test_what_is_read_is_what_the_reports_hold(playwright: Any, tmp_path: Path) -> None:
    reports = views.reports("many", 270)
    evidence: list[Any] = [views.evidence_of(report) for report in reports]
    odd, known = odd_report()
    with browser(playwright) as context:
        for name, (given, kept) in {"many": (reports, evidence), "odd": ([odd], [known])}.items():
            path = write_page(tmp_path / f"{name}.html", pack(given, kept))
            watched = open_page(context, path)
            watched.page.wait_for_selector("body[data-ready]")
            read = watched.page.evaluate(EVERYTHING)
            for report, one, place in zip(given, kept, range(len(given)), strict=True):
                for row, found in zip(report.per_case, read, strict=True):
                    assert found[place] == expected(row, one.get((row.case_id, row.trial)))
            watched.assert_quiet()
