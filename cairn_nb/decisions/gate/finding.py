"""What one check found."""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.records import CheckResult, Comparison, Reason


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One check's reasons against the candidate, what it could not decide, and what is worth knowing.

    A check that is off, or does not apply to these two reports, is not `gated`.
    """

    check: str
    reasons: tuple[Reason, ...] = ()
    undecided: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    gated: bool = True

    @property
    def result(self) -> CheckResult:
        """The outcome alone, with its sentences."""
        sentences = (*(reason.sentence for reason in self.reasons), *self.undecided)
        if self.reasons:
            return CheckResult(check=self.check, outcome="failed", sentences=sentences)
        if self.undecided:
            return CheckResult(check=self.check, outcome="undecided", sentences=sentences)
        return CheckResult(check=self.check, outcome="passed" if self.gated else "not_gated")


def failure(check: str, sentence: str, case_ids: tuple[str, ...] = ()) -> Reason:
    """A reason against the candidate."""
    return Reason(check=check, sentence=sentence, case_ids=case_ids)
