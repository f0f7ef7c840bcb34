"""Five grades of an answer, 0 to 5 each, from words alone: deterministic, free, and blind to meaning.

It stands in where no language model judges: offline, and for a reply of one that could not be read. Its grades show
that a pipeline works and sort answers coarsely; they are no measure of quality. The rules are in
`docs/definitions.md`, section "The five axes"; each module here holds one of them.
"""

from __future__ import annotations

from cairn_nb.judges.heuristic.citing import citation_share
from cairn_nb.judges.heuristic.context import Support, support_in_context
from cairn_nb.judges.heuristic.reference import reference_shares
from cairn_nb.judges.heuristic.relevance import relevance_share
from cairn_nb.records import Answer, Case, Outcome, Status
from cairn_nb.records.axis_verdict import AXES, AxisVerdict
from cairn_nb.records.section import MOST_POINTS
from cairn_nb.text.refusal import is_refusal

JUDGE = "heuristic"
PROMPT_VERSION = "heuristic-1"
DECIMALS = 4
RIGHT = 0.7  # 3.5 of 5 points, the bar of the failure type `no_failure`
HALF = 0.5


def judge(case: Case, answer: Answer, *, refused: bool | None = None) -> AxisVerdict:
    """The five grades of one answer, or the outcome ``error`` for one that ended in an error.

    Parameters
    ----------
    case
        The question, with its reference answer, keywords and supporting documents as far as there are any.
    answer
        What the system returned. Only its passages that the generator was shown are read.
    refused
        Whether its text declines to answer, where that is known; else its wording says so.

    Returns
    -------
    AxisVerdict
        Grades of 0 to 5. An answer to a case without reference and keywords is graded against the context alone; a
        refusal by whether the case is answerable; a blank answer gets 0 on every axis.
    """
    if answer.status is Status.ERROR:
        return _verdict(Outcome.ERROR, reason=answer.error)
    if answer.status is Status.ABSTAINED or answer.refused or _declines(answer, refused):
        return _refused(case)
    if not answer.text.strip():
        return _graded((0, 0, 0, 0, 0), supported=False, hallucinated=False, reason="the answer is blank")
    return _answered(case, answer)


def _declines(answer: Answer, refused: bool | None) -> bool:
    return is_refusal(answer.text) if refused is None else refused


def _refused(case: Case) -> AxisVerdict:
    """A refusal asserts nothing, so it is faithful; right where there is no answer, worthless where there is one."""
    shares = (0, 1, 0, 0, 0) if case.answerable else (1, 1, 1, 1, 1)
    reason = "it refuses to answer" if case.answerable else "it refuses, and there is no answer"
    return _graded(shares, supported=True, hallucinated=False, reason=reason)


def _answered(case: Case, answer: Answer) -> AxisVerdict:
    support = support_in_context(case.question, answer)
    if not case.answerable:
        shares = (0, support.share, 0, relevance_share(case, answer, 0.0), 0)
        reason = "it answers a question that has no answer"
        return _graded(shares, supported=support.whole, hallucinated=not support.whole, reason=reason)
    return _answered_answerable(case, answer, support)


def _answered_answerable(case: Case, answer: Answer, support: Support) -> AxisVerdict:
    found = reference_shares(case, answer.text)
    relevance = relevance_share(case, answer, found.covered if found else 0.0)
    correctness = found.correct if found else support.share
    completeness = found.covered if found else min(support.share, relevance)
    shares = (correctness, support.share, completeness, relevance, citation_share(case, answer))
    hallucinated = support.share < HALF and (found is None or correctness < RIGHT)
    reason = found.reason if found else "graded against the context alone"
    return _graded(shares, supported=support.whole, hallucinated=hallucinated, reason=reason)


def _graded(
    shares: tuple[float, float, float, float, float], *, supported: bool, hallucinated: bool, reason: str
) -> AxisVerdict:
    """The verdict of five shares of 0 to 1, in the order of the axes."""
    axes = {axis: round(MOST_POINTS * share, DECIMALS) for axis, share in zip(AXES, shares, strict=True)}
    return _verdict(Outcome.SCORED, axes, supported=supported, hallucinated=hallucinated, reason=reason)


def _verdict(
    outcome: Outcome,
    axes: dict[str, float] | None = None,
    *,
    supported: bool | None = None,
    hallucinated: bool | None = None,
    reason: str | None = None,
) -> AxisVerdict:
    return AxisVerdict(
        outcome=outcome,
        axes=axes or {},
        is_supported_by_context=supported,
        is_hallucinated=hallucinated,
        reason=reason,
        judge=JUDGE,
        prompt_version=PROMPT_VERSION,
    )
