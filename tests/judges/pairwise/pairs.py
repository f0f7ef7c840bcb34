"""A pair and replies of a judge, for tests of the arena."""

from __future__ import annotations

import json
from typing import Any

from cairn_nb.judges.pairwise.pair import Contestant, Pair


def pair(**values: Any) -> Pair:
    """`words` shown first against `meaning`."""
    fields: dict[str, Any] = {
        "case_id": "q1",
        "question": "How long may goods be sent back?",
        "answerable": True,
        "reference": "within 30 days",
        "first": Contestant("words", "Within 30 days.", "gpt", 5.0),
        "second": Contestant("meaning", "Within 14 days.", "claude", 2.0),
    }
    return Pair(**{**fields, **values})


def reply(better: str, **values: Any) -> str:
    """What a judge says."""
    return json.dumps({"reason": "the first is right", "better": better, **values})
