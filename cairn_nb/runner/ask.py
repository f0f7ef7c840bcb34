"""One question, answered as an evaluation would answer it."""

from __future__ import annotations

import asyncio
import logging
import math

from cairn_nb.config.model import Config
from cairn_nb.errors import InputError
from cairn_nb.records.answer import Answer
from cairn_nb.runner.decision import GIVEN, Decision, decision_for
from cairn_nb.runner.parts import Parts, open_parts
from cairn_nb.systems.decide import decide

LOG = logging.getLogger(__name__)


async def aask(config: Config, question: str, *, threshold: float | None = None) -> Answer:
    """Answer a question, or abstain and keep the closest passages.

    Parameters
    ----------
    threshold
        In place of the calibrated one; from 0 to 1.

    Raises
    ------
    InputError
        For an empty question or a threshold that is not a number from 0 to 1.
    ProviderError
        If the model gives no answer.
    """
    if not question.strip():
        raise InputError("the question is empty")
    if threshold is not None and not (math.isfinite(threshold) and 0 <= threshold <= 1):
        raise InputError(f"must be a number from 0 to 1, not {threshold}", key="threshold")
    async with open_parts(config) as parts:
        decision = _decision(parts, threshold)
        for warning in decision.warnings:
            LOG.warning("%s", warning)
        async with asyncio.timeout(config.evaluation.case_timeout_s):
            draft = await parts.system.answer(question, trial=0)
    return decide(draft, threshold=decision.threshold, rule=decision.rule, abstain_text=config.generation.abstain_text)


def _decision(parts: Parts, threshold: float | None) -> Decision:
    if threshold is None:
        return decision_for(parts.config, parts.stamps)
    return Decision("threshold", threshold, GIVEN)
