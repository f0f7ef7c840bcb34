"""One answer made elsewhere, looked at by models: whether it refuses, the five axes, what its claims rest on."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from cairn_nb.judges.protocol import without_judging
from cairn_nb.providers.cassette.session import working_on
from cairn_nb.records.checked_claim import ClaimCheck
from cairn_nb.records.golden import Case
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.runner.checking import axes_of, claims_of, refusal_of
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.pieces import Key, Piece
from cairn_nb.runner.score.join import Pairing
from cairn_nb.systems.checks import Checks

UNREAD = ClaimCheck(outcome=Outcome.NOT_APPLICABLE, reason="the file does not say what the generator read")


@dataclass(frozen=True)
class CheckWork:
    """How every answer of one file is looked at.

    Parameters
    ----------
    name
        What the system is called.
    checks
        Who looks.
    given, finished
        What the file says, and what became of it, by piece.
    case_timeout_s
        Seconds for one answer.
    """

    name: str
    checks: Checks
    given: Mapping[Key, Pairing]
    finished: Mapping[Key, Finished]
    case_timeout_s: float

    async def __call__(self, piece: Piece) -> Finished:
        """The answer with the verdicts on it.

        Raises
        ------
        AuthenticationError
            If a key is missing or refused: every other answer would fail too.
        """
        with working_on(f"{self.name} case {piece.case.id} trial {piece.trial}"):
            return await self._checked(piece)

    async def _checked(self, piece: Piece) -> Finished:
        deadline = asyncio.get_running_loop().time() + self.case_timeout_s
        done, said = self.finished[piece.key], self.given[piece.key].given
        refusal = await refusal_of(self.checks, done.answer, deadline=deadline)
        if refusal is not None and refusal.refused and (said is None or said.status is None):
            done = _withheld(done, piece.case)
        axes = await axes_of(self.checks, piece.case, done.answer, refusal, deadline=deadline)
        if self.checks.claims is not None and (said is None or said.contexts is None):
            return done.changed(refusal=refusal, axes=axes, claim_check=UNREAD)
        claims = await claims_of(self.checks, done.answer, refusal, deadline=deadline)
        return done.changed(refusal=refusal, axes=axes, claim_check=claims)


def _withheld(done: Finished, case: Case) -> Finished:
    """Read as an abstention, as a refusal in words is where the file does not say what an answer is."""
    answer = done.answer.model_copy(update={"status": Status.ABSTAINED, "claims": (), "refused": True})
    return done.changed(answer=answer, verdict=without_judging(case, answer))
