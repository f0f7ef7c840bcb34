"""One piece of work: answer the question, decide, and grade what was answered, within one deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from cairn_nb.judges.protocol import Judge, without_judging
from cairn_nb.records.answer import Answer
from cairn_nb.records.outcome import Outcome
from cairn_nb.records.verdict import Verdict
from cairn_nb.runner.asked import asked
from cairn_nb.runner.checking import axes_of, claims_of, refusal_of
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.pieces import Piece
from cairn_nb.systems.checks import NO_CHECKS, Checks
from cairn_nb.systems.decide import Rule, decide
from cairn_nb.systems.protocol import Expects, System


@dataclass(frozen=True)
class CaseWork:
    """How every piece of one run is done.

    Parameters
    ----------
    threshold, rule, abstain_text
        How a draft becomes an answer or an abstention.
    case_timeout_s
        Seconds for one piece, answer and grade together.
    checks
        What looks at answers beside the judge.
    """

    system: System
    judge: Judge
    threshold: float | None
    rule: Rule
    abstain_text: str
    case_timeout_s: float
    checks: Checks = NO_CHECKS

    def expect(self, pieces: Sequence[Piece]) -> None:
        """Let the system know what it will be asked, where that saves it work."""
        if isinstance(self.system, Expects):
            self.system.expect((piece.case.question, piece.trial) for piece in pieces)

    async def __call__(self, piece: Piece) -> Finished:
        """The piece's answer and grade; a failure of this piece alone is its status.

        Raises
        ------
        AuthenticationError
            If a key is missing or refused: every other piece would fail too.
        """
        deadline = asyncio.get_running_loop().time() + self.case_timeout_s
        answer = await self._answer(piece, deadline)
        refusal = await refusal_of(self.checks, answer, deadline=deadline)
        verdict = without_judging(piece.case, answer) or await self._grade(piece, answer, deadline)
        return Finished(
            case_id=piece.case.id,
            trial=piece.trial,
            answer=answer,
            verdict=verdict,
            axes=await axes_of(self.checks, piece.case, answer, refusal, deadline=deadline),
            refusal=refusal,
            claim_check=await claims_of(self.checks, answer, refusal, deadline=deadline),
        )

    async def _answer(self, piece: Piece, deadline: float) -> Answer:
        draft = await asked(self.system, piece.case.question, trial=piece.trial, deadline=deadline)
        return decide(draft, threshold=self.threshold, rule=self.rule, abstain_text=self.abstain_text)

    async def _grade(self, piece: Piece, answer: Answer, deadline: float) -> Verdict:
        try:
            async with asyncio.timeout_at(deadline):
                return await self.judge.grade(piece.case, answer)
        except TimeoutError:
            reason = f"no grade within the {self.case_timeout_s:g} s of a case"
            return Verdict(outcome=Outcome.TIMEOUT, reason=reason)
