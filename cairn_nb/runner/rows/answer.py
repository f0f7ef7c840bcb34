"""What was said, as parts of a row: by its words, its citations, the judge's grade and the five axes."""

from __future__ import annotations

from typing import Any

from cairn_nb.judges.heuristic.judge import judge
from cairn_nb.metrics.answer import keyword_recall, match_and_f1, match_and_f1_uncited
from cairn_nb.metrics.citation import citation_validity, faithful
from cairn_nb.records.answer import Answer
from cairn_nb.records.axis_verdict import AxisVerdict
from cairn_nb.records.golden import Case
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.records.verdict import Verdict
from cairn_nb.runner.rows.part import RowPart, rounded, without

NONE = Outcome.NOT_APPLICABLE
TEXTS = ("exact_match", "token_f1", "exact_match_uncited", "token_f1_uncited")


def text_part(case: Case, answer: Answer, reason: Outcome | None) -> RowPart:
    """The answer's words against the expected ones; `reason` says why an answer has no content to measure."""
    if reason is None and not (case.answerable and case.expected_answer):
        reason = Outcome.NOT_APPLICABLE
    if reason is not None or case.expected_answer is None:
        return without(TEXTS, reason or Outcome.NOT_APPLICABLE)
    found = (*match_and_f1(answer.text, case.expected_answer), *match_and_f1_uncited(answer.text, case.expected_answer))
    values = {name: rounded(float(value)) for name, value in zip(TEXTS, found, strict=True)}
    return RowPart(values, dict.fromkeys(TEXTS, Outcome.SCORED))


def keywords_part(case: Case, answer: Answer, reason: Outcome | None) -> RowPart:
    """The share of the expected keywords; nothing at all for a case without any."""
    if not case.keywords or not case.answerable:
        return RowPart({})
    if reason is not None:
        return without(("keyword_recall",), reason)
    value = rounded(keyword_recall(case.keywords, answer.text))
    return RowPart({"keyword_recall": value}, {"keyword_recall": Outcome.SCORED if value is not None else NONE})


def grade_part(case: Case, verdict: Verdict | None, reason: Outcome | None) -> RowPart:
    """The judge's grade; an answered unanswerable case is wrong by definition."""
    if reason is not None:
        return without(("judge_score", "correct"), reason)
    if not case.answerable:
        return RowPart({"correct": False}, {"judge_score": NONE, "correct": Outcome.SCORED})
    if verdict is None:
        return without(("judge_score", "correct"), NONE)
    values = {"judge_score": rounded(verdict.score), "correct": verdict.correct, "judge_reason": verdict.reason}
    return RowPart(values, dict.fromkeys(("judge_score", "correct"), verdict.outcome))


def citations_part(answer: Answer, reason: Outcome | None) -> RowPart:
    """The answer's claims, and how many of them are verified."""
    if reason is not None:
        return without(("citation_validity", "faithful"), reason)
    validity = citation_validity(answer.claims)
    values: dict[str, Any] = {
        "claims_total": len(answer.claims),
        "claims_supported": sum(claim.supported for claim in answer.claims),
        "faithful": faithful(answer.claims),
        "citation_validity": rounded(validity),
    }
    outcome = NONE if validity is None else Outcome.SCORED
    return RowPart(values, {"citation_validity": outcome, "faithful": Outcome.SCORED})


def axes_part(
    case: Case, answer: Answer, given: AxisVerdict | None, reason: Outcome | None, *, refused: bool | None
) -> RowPart:
    """The five axes with their flags, from the heuristic judge where no other gave them; a refusal has them too."""
    if answer.status is Status.ERROR and reason is not None:
        return without(("answer_score",), reason)
    verdict = given or judge(case, answer, refused=refused)
    values = {
        "answer_score": rounded(verdict.answer_score),
        "axes": verdict.axes,
        "is_supported_by_context": verdict.is_supported_by_context,
        "is_hallucinated": verdict.is_hallucinated,
        "axes_judge": verdict.judge or None if verdict.axes else None,
        "answer_judge": verdict.metadata,
    }
    return RowPart(values, {"answer_score": verdict.outcome})
