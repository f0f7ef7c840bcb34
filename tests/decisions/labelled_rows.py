"""Rows with documents and axes: what failure types and the audit of the labels go by."""

from __future__ import annotations

from typing import Any

from cairn_nb.records import AXES, CaseRow
from tests.report_factory import answered_row

RIGHT, WRONG = (5, 5, 5, 5, 5), (1, 4, 1, 3, 2)


def axes(grades: tuple[float, ...]) -> dict[str, Any]:
    """Correctness, faithfulness, completeness, relevance and citation quality, and their mean."""
    return {"axes": dict(zip(AXES, grades, strict=True)), "answer_score": sum(grades) / 5}


def answer(grades: tuple[float, ...], case_id: str = "q", **changes: Any) -> CaseRow:
    """An answer to a question with one relevant document, `a`, which the generator was given unless changed."""
    usual = {
        "relevant_documents": {"a": 1.0},
        "ranked_documents": ("a", "b", "c"),
        "given_documents": ("a", "b"),
        "refused": False,
        "is_supported_by_context": True,
        "is_hallucinated": False,
    }
    return answered_row(case_id, **{**usual, **axes(grades), **changes})


def refusal(case_id: str = "q", **changes: Any) -> CaseRow:
    """An answer that declines in words."""
    usual = {"refused": True, "answer_text": "I could not find the answer."}
    return answer((0, 5, 0, 2, 0), case_id, **{**usual, **changes})


def missed(**changes: Any) -> dict[str, Any]:
    """The generator was given `b` and `c` alone, and nothing else was ranked."""
    return {"ranked_documents": ("b", "c"), "given_documents": ("b", "c"), **changes}
