"""Whether an answer is about what was asked."""

from __future__ import annotations

from cairn_nb.judges.heuristic.overlap import all_stems, share_in, stems
from cairn_nb.records import Answer, Case

AN_ANSWER = 0.2  # 1 of 5 points for saying anything


def relevance_share(case: Case, answer: Answer, covered: float) -> float:
    """The share of the question's content words in the answer, or `covered` where that is larger; 0.2 at least."""
    asked = share_in(stems(case.question), all_stems(answer.text)) or 0.0
    return max(AN_ANSWER, asked, covered)
