"""An answer against the reference answer and the keywords of its case."""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.judges.containment import stands_in
from cairn_nb.judges.heuristic.overlap import all_stems, share_in, stems
from cairn_nb.metrics.answer import keyword_recall, token_f1_uncited
from cairn_nb.records import Case
from cairn_nb.text.negation import same_polarity
from cairn_nb.text.numbers import missing_numbers
from cairn_nb.text.uncited import without_citations

LACKS_A_NUMBER = 0.4  # 2 of 5 points
DENIES = 0.2  # 1 of 5 points


@dataclass(frozen=True, slots=True)
class ReferenceShares:
    """How far an answer states what the reference does, and how much of it; 0 to 1 each."""

    correct: float
    covered: float
    reason: str


def reference_shares(case: Case, text: str) -> ReferenceShares | None:
    """The two shares of an answer; None where the case has neither a reference answer nor keywords.

    Each is the mean of what the reference and the keywords say, or what the one says that there is.
    """
    spoken = without_citations(text)
    reference = (case.expected_answer or "").strip()
    by_reference = _by_reference(reference, spoken) if reference else None
    by_keywords = keyword_recall(case.keywords, spoken)
    if by_reference is None or by_keywords is None:
        return by_reference or _by_keywords(by_keywords)
    correct = min((by_reference.correct + by_keywords) / 2, _cap(by_reference))
    return ReferenceShares(correct, (by_reference.covered + by_keywords) / 2, by_reference.reason)


def _by_keywords(recall: float | None) -> ReferenceShares | None:
    return None if recall is None else ReferenceShares(recall, recall, f"it has {recall:.0%} of the keywords")


def _cap(found: ReferenceShares) -> float:
    """Keywords do not make up for a number that is missing or a denial."""
    return found.correct if found.correct in (LACKS_A_NUMBER, DENIES) else 1.0


def _by_reference(reference: str, text: str) -> ReferenceShares:
    if stands_in(reference, text):
        return ReferenceShares(1.0, 1.0, "the reference answer stands in it")
    covered = share_in(stems(reference), all_stems(text)) or 0.0
    overlap = max(token_f1_uncited(text, reference), covered)
    missing = missing_numbers(reference, text)
    if missing:
        return ReferenceShares(min(overlap, LACKS_A_NUMBER), covered, f"it does not say {', '.join(missing[:3])}")
    if overlap > 0 and not same_polarity(reference, text):
        return ReferenceShares(min(overlap, DENIES), covered, "it and the reference differ in what they deny")
    return ReferenceShares(overlap, covered, f"it has {overlap:.0%} of the reference's words")
