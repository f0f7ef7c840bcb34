"""A finished piece of work, and its line in the ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.records.answer import Answer, Step
from cairn_nb.records.axis_verdict import AxisVerdict
from cairn_nb.records.base import Record
from cairn_nb.records.checked_claim import ClaimCheck
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.records.refusal import RefusalVerdict
from cairn_nb.records.verdict import Verdict
from cairn_nb.runner.pieces import Key

TextOf = Callable[[str], str | None]
ASIDE = "move the ledger away"
SETTLED = (Outcome.SCORED, Outcome.ABSTAINED, Outcome.NOT_APPLICABLE)
WITHOUT_TEXTS = {"answer": {"passages": {"__all__": {"text"}}}}


class Finished(Record):
    """One piece's answer, its grade, and its axes; null where nobody graded it, or only the heuristic judge.

    `refusal` and `claim_check` are null where no model was asked, and claims were not checked.
    """

    case_id: str
    trial: int
    answer: Answer
    verdict: Verdict | None = None
    axes: AxisVerdict | None = None
    refusal: RefusalVerdict | None = None
    claim_check: ClaimCheck | None = None

    @property
    def key(self) -> Key:
        """The piece it belongs to."""
        return self.case_id, self.trial

    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything that was done for it, the judges' steps last."""
        return (*self.answer.steps, *self.judge_steps)

    @property
    def judge_steps(self) -> tuple[Step, ...]:
        """The judges' calls."""
        single = (self.verdict, self.refusal, self.claim_check)
        steps = (found.step for found in single if found is not None and found.step is not None)
        return (*steps, *(() if self.axes is None else self.axes.steps))

    @property
    def failure(self) -> str | None:
        """What kept it from its answer, or from the grade it should have had: the kind; None when nothing did."""
        if self.answer.status is Status.ERROR:
            return self.answer.error_kind or "unknown"
        if self.verdict is None or self.verdict.outcome in SETTLED:
            return None
        return f"judge {self.verdict.outcome}"

    @property
    def reason(self) -> str | None:
        """The failure in words."""
        if self.answer.status is Status.ERROR:
            return self.answer.error
        return self.verdict.reason if self.verdict is not None else None


def to_line(finished: Finished, text_of: TextOf) -> str:
    """One line of JSON; a passage's text is left out where the index has the same."""
    same = all(text_of(passage.chunk_id) == passage.text for passage in finished.answer.passages)
    return finished.model_dump_json(exclude=WITHOUT_TEXTS if same else None)


def from_row(row: Mapping[str, Any], text_of: TextOf) -> Finished:
    """The piece that a ledger's row holds.

    Raises
    ------
    InputError
        If the row is not one of ours.
    """
    try:
        answer = dict(row["answer"])
        answer["passages"] = [{"text": text_of(p["chunk_id"]), **p} for p in answer["passages"]]
        return Finished.model_validate({**row, "answer": answer})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"a ledger row that cannot be read: {where}: {first['msg']}", hint=ASIDE) from error
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"a ledger row that cannot be read: {error}", hint=ASIDE) from error
