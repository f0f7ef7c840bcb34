"""A case, its answer and a judge's replies, for tests of the judges of the five axes."""

from __future__ import annotations

import json
from typing import Any

from cairn_nb.records import Answer, Case, Citation, Claim, Passage, Status
from cairn_nb.records.axis_verdict import AXES

CASE = Case(
    id="c",
    question="How long may goods be sent back?",
    answerable=True,
    expected_answer="within 30 days",
    support=(),
)
UNANSWERABLE = Case(id="u", question="Who owns the moon?", answerable=False)


def passage(chunk_id: str, text: str, *, shown: bool = True) -> Passage:
    return Passage(chunk_id=chunk_id, source=f"{chunk_id}.md", text=text, rank=1, score=1.0, shown=shown)


def answered(text: str = "Goods may be sent back within 30 days.", **values: Any) -> Answer:
    fields: dict[str, Any] = {
        "question": CASE.question,
        "status": Status.ANSWERED,
        "text": text,
        "claims": (Claim(text=text, citations=(Citation(chunk_id="terms", quote="within 30 days"),), supported=True),),
        "passages": (
            passage("terms", "Goods may be sent back within 30 days of delivery."),
            passage("deeper", "Nobody was shown this.", shown=False),
        ),
        "trial": 2,
    }
    return Answer(**{**fields, **values})


def reply(*scores: float, **values: Any) -> str:
    """A judge's reply: one score for all axes, or five."""
    axes = dict(zip(AXES, scores * len(AXES) if len(scores) == 1 else scores, strict=False))
    flags = {"is_supported_by_context": True, "is_hallucinated": False}
    return json.dumps({"reasoning": "because", **axes, **flags, **values})
