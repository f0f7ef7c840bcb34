"""Claims by a language model: one request that takes the answer apart, then one yes/no question a claim."""

from __future__ import annotations

import asyncio

from cairn_nb.errors import AuthenticationError, DeadlineError, MalformedReplyError, ProviderError
from cairn_nb.judges.claims.protocol import AnswerInContext
from cairn_nb.judges.claims.split_reply import CLAIMS_SCHEMA, parse_claims
from cairn_nb.judges.rubric import load_prompt
from cairn_nb.providers.deciding.decision import DecisionModel, DecisionReply, YesNoQuestion
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.providers.wire.deadline import awaited_by
from cairn_nb.records.answer import Step
from cairn_nb.records.chat import ChatRequest, Message
from cairn_nb.records.checked_claim import CheckedClaim, ClaimCheck
from cairn_nb.records.outcome import Outcome
from cairn_nb.records.steps import one_step
from cairn_nb.text.delimiters import neutralise
from cairn_nb.text.uncited import reading_without_citations

STAGE = "claims"
SPLIT_TOKENS = 1500
NO_CONTEXT = "there is no context"


class ModelClaimChecker:
    """Splits with a chat model and checks with a decision model; what both cost is in the check's step.

    Parameters
    ----------
    chat, decisions
        Who splits and who checks; closed by whoever made them.
    max_claims
        The most that are checked of one answer.
    """

    def __init__(self, chat: ChatModel, decisions: DecisionModel, *, max_claims: int) -> None:
        self._chat = chat
        self._decisions = decisions
        self._max_claims = max_claims
        self._split_by = load_prompt("claims-split-1")
        self._check_by = load_prompt("claims-check-1")

    @property
    def name(self) -> str:
        """The chat model's name."""
        return self._chat.name

    @property
    def model(self) -> str | None:
        """The chat model's model."""
        return self._chat.model

    @property
    def version(self) -> str:
        """The labels of both instructions."""
        return f"{self._split_by.label} {self._check_by.label}"

    async def check(self, answer: AnswerInContext) -> ClaimCheck:
        """The claims with their verdicts; raises as `ClaimChecker.check`.

        Nothing is asked about claims without a context: nothing supports them.
        """
        steps: list[Step] = []
        try:
            texts = await self._split(answer, steps)
        except AuthenticationError:
            raise
        except ProviderError as error:
            return self._failed(error, steps)
        kept = texts[: self._max_claims]
        claims = await self._checked(kept, answer, steps)
        outcome = _outcome(claims)
        return ClaimCheck(
            outcome=outcome,
            claims=claims,
            n_unchecked=len(texts) - len(kept),
            reason="no claim has a usable probability" if outcome is Outcome.UNPARSED else None,
            checker=self.name,
            version=self.version,
            step=one_step(steps),
        )

    async def _split(self, answer: AnswerInContext, steps: list[Step]) -> tuple[str, ...]:
        frames = _frames(question=answer.question, answer=reading_without_citations(answer.text))
        request = ChatRequest(
            purpose=STAGE,
            messages=(
                Message(role="system", content=self._split_by.text),
                Message(role="user", content=frames),
            ),
            max_tokens=SPLIT_TOKENS,
            json_schema=CLAIMS_SCHEMA,
            schema_name="claims",
            trial=answer.trial,
        )
        reply = await awaited_by(answer.deadline, self._chat.complete(request))
        steps.append(reply.step(STAGE))
        return parse_claims(reply.text)

    async def _checked(
        self, texts: tuple[str, ...], answer: AnswerInContext, steps: list[Step]
    ) -> tuple[CheckedClaim, ...]:
        if not any(part.strip() for part in answer.context):
            return tuple(CheckedClaim(text=text, supported=False, probability=0.0, reason=NO_CONTEXT) for text in texts)
        passage = "\n\n".join(answer.context)
        found = await asyncio.gather(*(self._decided(text, passage, answer) for text in texts))
        steps += [step for reply in found if (step := reply.step(STAGE)) is not None]
        return tuple(
            CheckedClaim(text=text, supported=reply.is_yes, probability=reply.probability, reason=reply.reason)
            for text, reply in zip(texts, found, strict=True)
        )

    async def _decided(self, text: str, passage: str, answer: AnswerInContext) -> DecisionReply:
        question = YesNoQuestion(
            instructions=self._check_by.text,
            material=_frames(passage=passage, statement=text),
            purpose=STAGE,
            trial=answer.trial,
        )
        try:
            return await awaited_by(answer.deadline, self._decisions.decide(question))
        except DeadlineError as error:
            return DecisionReply(None, reason=str(error))

    def _failed(self, error: ProviderError, steps: list[Step]) -> ClaimCheck:
        """An answer that could not be taken apart."""
        outcome = Outcome.TIMEOUT if isinstance(error, DeadlineError) else Outcome.ERROR
        return ClaimCheck(
            outcome=Outcome.UNPARSED if isinstance(error, MalformedReplyError) else outcome,
            split_failed=True,
            reason=f"{type(error).__name__}: {error}",
            checker=self.name,
            version=self.version,
            step=one_step(steps),
        )


def _outcome(claims: tuple[CheckedClaim, ...]) -> Outcome:
    if not claims:
        return Outcome.NOT_APPLICABLE
    return Outcome.UNPARSED if all(claim.supported is None for claim in claims) else Outcome.SCORED


def _frames(**parts: str) -> str:
    return "\n\n".join(f"<{name}>\n{neutralise(text)}\n</{name}>" for name, text in parts.items())
