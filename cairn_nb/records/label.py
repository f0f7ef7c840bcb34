"""A person's word on one answer: what a label file holds, and how a label is tied to the answer it is about."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Literal

from pydantic import Field, field_validator

from cairn_nb.records.base import Record

LabelVerdict = Literal["right", "wrong", "unsure"]


class Label(Record):
    """What a person said of one answer of one run.

    `run_id` is null where the report has none, `rater` where nobody gave a name. `rated_at` is a time in UTC,
    ``2026-01-31T12:00:00.000Z``. `answer_sha256` is `answer_digest` of the answer's text: a label whose
    digest differs is about another answer, and must not be counted for this one.
    """

    case_id: str
    trial: int = Field(ge=0)
    config_name: str
    run_id: str | None
    verdict: LabelVerdict
    note: str
    rater: str | None
    rated_at: str = Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$")
    answer_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")

    @field_validator("rated_at")
    @classmethod
    def _is_a_time(cls, text: str) -> str:
        datetime.fromisoformat(text)
        return text


def answer_digest(text: str) -> str:
    """The sha256 of an answer's UTF-8 bytes, in hex; half a surrogate pair counts as U+FFFD, as in a browser."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return hashlib.sha256(whole.encode("utf-8")).hexdigest()
