"""Whether a row's answer is right and grounded, by the judge's axes, and by what stands in for them."""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.records import CaseRow, Status

RIGHT_CORRECTNESS, RIGHT_FAITHFULNESS = 3.5, 3.0
WELL_SUPPORTED = 4.0
# The lowest of the bands of scores: below 2, 2 to 4, 4 and up.
BADLY_WRONG = 2.0
ZERO, FULL = 0.0, 5.0


@dataclass(frozen=True)
class AnswerGrades:
    """The two grades that decide, 0 to 5, null where nothing says; and whether the context supports the answer."""

    correctness: float | None
    faithfulness: float | None
    supported: bool | None = None

    @property
    def wrong(self) -> bool:
        """Whether the answer does not state what the reference states."""
        return self.correctness is not None and self.correctness < RIGHT_CORRECTNESS

    @property
    def unfaithful(self) -> bool:
        """Whether too much of it lacks support."""
        return self.faithfulness is not None and self.faithfulness < RIGHT_FAITHFULNESS

    @property
    def right(self) -> bool:
        """Whether nothing that was graded lies below the bar."""
        return not self.wrong and not self.unfaithful

    @property
    def invented(self) -> bool:
        """Whether it is badly wrong and the context does not support it: by the judge's flag, else by its grade."""
        unsupported = self.unfaithful if self.supported is None else not self.supported
        return self.correctness is not None and self.correctness < BADLY_WRONG and unsupported


def answer_grades(row: CaseRow) -> AnswerGrades:
    """The judge's axes.

    Where a row has none, the ends of the scale stand in: `correct` for correctness, a claim that could not be
    verified for a faithfulness of 0; a refusal is not correct.
    """
    if row.axes:
        return AnswerGrades(row.axes.get("correctness"), row.axes.get("faithfulness"), row.is_supported_by_context)
    if is_refused(row):
        return AnswerGrades(ZERO, None)
    correctness = None if row.correct is None else FULL if row.correct else ZERO
    return AnswerGrades(correctness, ZERO if _has_unverified_claim(row) else None)


def is_refused(row: CaseRow) -> bool:
    """Whether the answer declines to answer; of an earlier report's row, whether it abstained."""
    return row.status is Status.ABSTAINED if row.refused is None else row.refused


def is_well_supported(row: CaseRow) -> bool:
    """Whether an answer was given and judged right and grounded: answer score and faithfulness of at least 4.

    Never without the judge's axes: nothing stands in for an answer score.
    """
    score, faithfulness = row.answer_score, row.axes.get("faithfulness")
    if score is None or faithfulness is None or is_refused(row):
        return False
    return score >= WELL_SUPPORTED and faithfulness >= WELL_SUPPORTED


def _has_unverified_claim(row: CaseRow) -> bool:
    if row.claims_total is not None and row.claims_supported is not None:
        return row.claims_supported < row.claims_total
    return row.citation_validity is not None and row.citation_validity < 1
