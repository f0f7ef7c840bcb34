"""What `cairn eval` and `cairn score` print of models that judged."""

from __future__ import annotations

from typing import Any

from cairn_nb.decisions.wording.judging_lines import judging_lines
from cairn_nb.metrics.estimates import estimates
from cairn_nb.records import Estimate
from cairn_nb.records.judging import AxesJudgeMember, JudgingSection
from tests.report_factory import answered_row, build_report

AXES = ("correctness", "faithfulness", "completeness", "relevance", "citation_quality")
JUDGES = (AxesJudgeMember(judge="a:claude"), AxesJudgeMember(judge="b:gpt"))
ALPHA = Estimate(value=0.5, low=0.25, high=0.75)


def lines(*, agreement: dict[str, Estimate] | None = None, judged: bool = True, **fields: Any) -> dict[str, str]:
    section = JudgingSection(name="panel", prompt_version="axes-1-x", judges=JUDGES, agreement=agreement or {})
    rows = [answered_row(f"c{i}", axes=dict.fromkeys(AXES, 4.0), answer_score=4.0, **fields) for i in range(2)]
    report = build_report(rows, judging=section if judged else None, estimates=estimates(rows, n_boot=50))
    return dict(judging_lines(report))


def test_nothing_where_no_model_judged() -> None:
    assert lines(judged=False) == {}


def test_the_score_its_judges_and_what_they_cost() -> None:
    found = lines(judge_cost_usd=0.002)  # twice 0.002
    assert found.pop("answer score (0 to 5)").startswith("4.000 [")
    assert found == {"judges": "a:claude, b:gpt", "cost of judging (USD)": "0.004000"}


def test_a_panels_agreement_with_its_interval() -> None:
    assert lines(agreement={"answer_score": ALPHA})["judges' agreement"] == "0.500 [0.250, 0.750]"


def test_claims_that_were_checked_are_told_without_a_judge_of_the_axes() -> None:
    found = lines(judged=False, claim_support_rate=0.5, unsupported_claims=1)
    assert list(found) == ["claims supported", "unsupported claims"]
    assert found["claims supported"].startswith("0.500 [") and found["unsupported claims"].startswith("1.000")
