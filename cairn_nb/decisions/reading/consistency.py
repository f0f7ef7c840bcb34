"""Does a report say what its rows say? Every aggregate that the rows can give is computed again and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cairn_nb.decisions.reading.earlier import comparable_rows, validity_bounds
from cairn_nb.decisions.reading.limits import DUST
from cairn_nb.metrics.reasons import is_given
from cairn_nb.metrics.sections import (
    MeasuredRows,
    abstention_section,
    answer_section,
    documents_section,
    failure_counts,
    operational_section,
    retrieval_section,
)
from cairn_nb.records import AXES, CaseRow, Record, Report, Status

TOLERANCE = 1e-6
TOLERANCE_MS = 1.0 + 1e-6
NAMED = 3
RETRIEVAL = ("ndcg_at_10", "mrr")
AT_K = ("recall_at_k", "precision_at_k", "hit_at_k", "mrr_at_k", "ndcg_at_k", "evidence_recall_at_k")
CONTEXT = ("context_recall", "context_precision")
ANSWER = ("token_f1", "judge_score", "citation_validity", "faithfulness")
METHOD_ANSWER = (
    *("token_f1_uncited", "exact_match_uncited", "keyword_recall", "answer_score"),
    *("claim_support_rate", "unsupported_claims"),
)
ABSTENTION = (
    *("answer_rate", "error_rate_answered", "unanswerable_abstained_rate", "answerable_answered_rate"),
    *("abstain_precision", "abstain_recall", "false_refusal_rate"),
)
COSTS = ("cost_usd_total", "cost_per_question_usd")
LATENCIES = ("latency_p50_ms", "latency_p95_ms")


@dataclass(frozen=True)
class _Number:
    """One aggregate as the report states it and as its rows give it.

    `optional` marks one that rows of an earlier cairn cannot give, or that a report may leave out.
    """

    key: str
    stated: float | None
    counted: float | None
    optional: bool = False
    tolerance: float = TOLERANCE

    @property
    def contradicts(self) -> bool:
        """Whether the two differ by more than rounding. An earlier cairn wrote 0 for a mean over nothing."""
        if self.stated is None and self.counted is None:
            return False
        if self.stated is None:
            return not self.optional
        if self.counted is None:
            return not self.optional and self.stated != 0
        return abs(self.stated - self.counted) > self.tolerance


def contradictions(report: Report) -> tuple[str, ...]:
    """Each aggregate that the report's own rows do not bear out, as a clause that names it."""
    if not report.per_case:
        return (*_left_out_rows(report), *_promise(report))
    rows = MeasuredRows.of(comparable_rows(report))
    numbers = [
        *_retrieval(report, rows),
        *_documents(report, rows),
        *_answer(report, rows),
        *_abstention(report, rows),
        *_operational(report, rows),
    ]
    wrong = [
        f"{number.key} says {_shown(number.stated)}, its rows give {_shown(number.counted)}"
        for number in numbers
        if number.contradicts
    ]
    return (*_counts(report), *_failures(report), *wrong, *_citation_range(report), *_claims(report), *_promise(report))


def _left_out_rows(report: Report) -> Iterator[str]:
    """An earlier cairn's numbers may come without rows; ours never do."""
    if not _is_earlier(report) and report.n_cases:
        yield f"n_cases says {report.n_cases}, it has no rows"


def _is_earlier(report: Report) -> bool:
    return report.schema_version is None


def _numbers(prefix: str, names: tuple[str, ...], stated: Record, counted: Record) -> Iterator[_Number]:
    for name in names:
        yield _Number(f"{prefix}.{name}", getattr(stated, name), getattr(counted, name))


def _retrieval(report: Report, rows: Sequence[CaseRow]) -> Iterator[_Number]:
    stated, counted = report.retrieval, retrieval_section(rows)
    yield _Number("retrieval.n_with_support", stated.n_with_support, counted.n_with_support, tolerance=0.0)
    for k, value in stated.recall_at_k.items():
        yield _Number(f"retrieval.recall_at_k.{k}", value, counted.recall_at_k.get(k), k not in counted.recall_at_k)
    yield from _numbers("retrieval", RETRIEVAL, stated, counted)


def _documents(report: Report, rows: Sequence[CaseRow]) -> Iterator[_Number]:
    stated, counted = report.documents, documents_section(rows)
    yield _Number("documents.n_labelled", stated.n_labelled, counted.n_labelled, tolerance=0.0)
    for name in AT_K:
        written, found = getattr(stated, name), getattr(counted, name)
        for k in found:
            yield _Number(f"documents.{name}.{k}", written.get(k), found[k])
    yield from _numbers("documents", CONTEXT, stated, counted)


def _answer(report: Report, rows: Sequence[CaseRow]) -> Iterator[_Number]:
    stated, counted = report.answer, answer_section(rows)
    earlier = _is_earlier(report)
    match = counted.exact_match
    yield _Number("answer.exact_match", stated.exact_match, match, optional=earlier and match is None)
    for number in _numbers("answer", ANSWER, stated, counted):
        pooled = earlier and number.key.endswith("citation_validity") and number.counted is None
        yield _Number(number.key, number.stated, number.counted, optional=pooled)
    yield from _numbers("answer", METHOD_ANSWER, stated, counted)
    for axis in AXES:
        yield _Number(f"answer.axes.{axis}", stated.axes.get(axis), counted.axes.get(axis))


def _abstention(report: Report, rows: Sequence[CaseRow]) -> Iterator[_Number]:
    stated = report.abstention
    counted = abstention_section(rows, alpha=stated.alpha, threshold=stated.threshold)
    yield from _numbers("abstention", ABSTENTION, stated, counted)


def _operational(report: Report, rows: Sequence[CaseRow]) -> Iterator[_Number]:
    stated, counted = report.operational, operational_section(rows)
    for name in COSTS:
        before, after = getattr(stated, name), getattr(counted, name)
        yield _Number(f"operational.{name}", before, after, before is None, TOLERANCE * (after or 0.0))
    for name in LATENCIES:
        before, after = getattr(stated, name), getattr(counted, name)
        yield _Number(f"operational.{name}", before, after, before is None, TOLERANCE_MS)
    tokens = counted.tokens_total
    yield _Number("operational.tokens_total", stated.tokens_total, tokens, optional=True, tolerance=0.0)


def _counts(report: Report) -> Iterator[str]:
    rows = report.per_case
    if report.n_cases not in (len(rows), len({row.case_id for row in rows})):
        yield f"n_cases says {report.n_cases}, it has {len(rows)} rows"
    seen = Counter((row.case_id, row.trial) for row in rows)
    twice = [case_id for (case_id, _), count in seen.items() if count > 1]
    if twice:
        yield f"{len(twice)} cases stand in it twice ({', '.join(twice[:NAMED])})"
    failed = [row.case_id for row in rows if row.status is Status.ERROR]
    if report.n_errors not in (len(failed), len(set(failed))):
        yield f"n_errors says {report.n_errors}, {len(failed)} of its rows ended in an error"


def _failures(report: Report) -> Iterator[str]:
    counted = failure_counts(report.per_case)
    wrong = [name for name in {**report.failures, **counted} if report.failures.get(name, 0) != counted.get(name, 0)]
    if wrong:
        name = wrong[0]
        yield f"failures.{name} says {report.failures.get(name, 0)}, its rows give {counted.get(name, 0)}"


def _citation_range(report: Report) -> Iterator[str]:
    """A mean over claims lies between the best and the worst answer's, also where claims are not counted."""
    bounds, stated = validity_bounds(report.per_case), report.answer.citation_validity
    if bounds is None or stated is None:
        return
    low, high = bounds
    if not low - TOLERANCE <= stated <= high + TOLERANCE:
        yield f"answer.citation_validity says {stated:.3f}, its rows lie between {low:.3f} and {high:.3f}"


def _claims(report: Report) -> Iterator[str]:
    """What a row says of its citations in three places is one and the same; those of a refusal are not counted."""
    torn = [row.case_id for row in report.per_case if is_given(row) and _is_torn(row)]
    if torn:
        yield f"{len(torn)} rows count other claims than they show ({', '.join(torn[:NAMED])})"


def _is_torn(row: CaseRow) -> bool:
    if row.claims_total is None or row.claims_supported is None:
        return bool(row.claims)
    supported = sum(claim.supported for claim in row.claims)
    if row.claims and (len(row.claims), supported) != (row.claims_total, row.claims_supported):
        return True
    share = row.claims_supported / row.claims_total if row.claims_total else None
    if share is None or row.citation_validity is None:
        return share is not row.citation_validity
    return abs(share - row.citation_validity) > TOLERANCE


def _promise(report: Report) -> Iterator[str]:
    section = report.abstention
    rate, met = section.error_rate_answered, section.guarantee_met
    if met and rate is None:
        yield "abstention.guarantee_met says true, it has no error rate among answered"
    if met is None or rate is None or abs(rate - section.alpha) <= DUST:
        return
    if met != (rate <= section.alpha):
        yield (
            f"abstention.guarantee_met says {str(met).lower()}, its error rate among answered is {rate:.3f} "
            f"against alpha {section.alpha:.3f}"
        )


def _shown(value: float | None) -> str:
    return "nothing" if value is None else f"{value:.6g}"
