"""One question, answered as an evaluation would answer it."""

from __future__ import annotations

import asyncio
import logging
import math

from cairn_nb.config.model import Config
from cairn_nb.errors import GoldenError, InputError
from cairn_nb.golden.load import load_golden
from cairn_nb.providers.cassette.session import working_on
from cairn_nb.records.answer import Answer
from cairn_nb.runner.decision import GIVEN, Decision, decision_for, uncalibrated
from cairn_nb.runner.parts import AnsweringParts, open_answering_parts
from cairn_nb.systems.decide import decide

LOG = logging.getLogger(__name__)


async def aask(config: Config, question: str, *, threshold: float | None = None) -> Answer:
    """Answer a question, or abstain and keep the closest passages.

    Without a golden set a calibration record cannot be checked, and the model's own flag decides.

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
    async with open_answering_parts(config) as parts:
        decision = _decision(parts, threshold)
        for warning in decision.warnings:
            LOG.warning("%s", warning)
        async with asyncio.timeout(config.evaluation.case_timeout_s):
            with working_on(f"{config.name} question {question!r}"):
                draft = await parts.system.answer(question, trial=0)
    return decide(draft, threshold=decision.threshold, rule=decision.rule, abstain_text=config.generation.abstain_text)


def _decision(parts: AnsweringParts, threshold: float | None) -> Decision:
    if threshold is not None:
        return Decision("threshold", threshold, GIVEN)
    try:
        golden = load_golden(parts.config.golden_path)
    except GoldenError as error:
        return uncalibrated(f"the golden set of a calibration record cannot be checked: {error}")
    return decision_for(parts.config, parts.stamps_with(golden))
