"""What is too large for a report: passages, traces and judges' reasoning, keyed by case."""

from __future__ import annotations

from cairn_nb.records.answer import Passage, Step
from cairn_nb.records.base import Record
from cairn_nb.records.verdict import Verdict


class Evidence(Record):
    """Everything one case's row rests on. Passages' texts are stored once per file, by digest.

    `steps` are the answer's, `judge_steps` what looking at it took: one a model, of grading, the five axes, refusal and
    claims, with the second tries, samples and claims that it was asked for added up.
    """

    case_id: str
    trial: int = 0
    passages: tuple[Passage, ...] = ()
    steps: tuple[Step, ...] = ()
    judge_steps: tuple[Step, ...] = ()
    verdict: Verdict | None = None
    supporting_ids: tuple[str, ...] = ()
