"""The checks of claims and refusals with their real prompts and a model that needs no server, as an estimate runs them.

Every answer is taken to make four claims.
"""

from __future__ import annotations

import json

from cairn_nb.config.model import Config
from cairn_nb.judges.axes.protocol import AxesJudge
from cairn_nb.judges.refusal_model import ModelRefusalDetector
from cairn_nb.providers.catalog import deciding
from cairn_nb.providers.pricing.token_estimate import estimated_tokens
from cairn_nb.records.answer import Usage
from cairn_nb.records.chat import ChatReply, ChatRequest, TokenChance
from cairn_nb.systems.checks import Checks, Placed, claim_checker, claims_provider, refusal_provider

ASSUMED_CLAIMS = 4
CLAIM = "The value that the question asks about is the one that the document states, number {number} of its kind."
SPLIT = json.dumps({"claims": [CLAIM.format(number=number) for number in range(1, ASSUMED_CLAIMS + 1)]})
STATED = '{"probability": 0.02}'
NO = (TokenChance(token="no", logprob=0.0),)


def offline_checks(config: Config, axes: AxesJudge) -> Checks:
    """The checks that `config` asks for, with the judge of the axes given."""
    claims, refusals = claims_provider(config), refusal_provider(config)
    return Checks(
        axes=axes,
        claims=claim_checker(config, None if claims is None else FixedDecisions(claims)),
        refusals=None if refusals is None else ModelRefusalDetector(deciding(FixedDecisions(refusals))),
    )


class FixedDecisions:
    """Takes every answer apart into four claims and says no to every question, in the form that it is asked for."""

    model: str | None = "stub"

    def __init__(self, standing_in_for: Placed) -> None:
        self.name = standing_in_for.component.name

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The reply."""
        text = "no" if request.top_logprobs else SPLIT if request.schema_name == "claims" else STATED
        sent = estimated_tokens(message.content for message in request.messages)
        return ChatReply(
            text=text,
            model="stub",
            usage=Usage(input_tokens=sent, output_tokens=estimated_tokens((text,))),
            cost_usd=0.0,
            finish_reason="stop",
            first_token=NO if request.top_logprobs else None,
        )

    async def aclose(self) -> None:
        """Nothing is open."""
