"""One question put to a system: the draft or the failure, with every call that it took among its steps."""

from __future__ import annotations

import asyncio

from cairn_nb.providers.pricing.meter import metering, untracked
from cairn_nb.records.answer import Answer
from cairn_nb.runner.failures import OF_ALL_CASES, OF_ONE_CASE, failed_answer
from cairn_nb.systems.protocol import System


async def asked(system: System, question: str, *, trial: int, deadline: float) -> Answer:
    """The draft; where this question alone failed, an answer of status error.

    A call to a model that the system left out of its trace is added as a step ``untracked``, so that the steps'
    costs add up to what the answer cost.

    Parameters
    ----------
    deadline
        In the running loop's time.

    Raises
    ------
    AuthenticationError
        If a key is missing or refused: every other question would fail too.
    """
    loop = asyncio.get_running_loop()
    started = loop.time()
    with metering() as meter:
        try:
            async with asyncio.timeout_at(deadline):
                answer = await system.answer(question, trial=trial)
        except OF_ALL_CASES:
            raise
        except OF_ONE_CASE as error:
            answer = failed_answer(question, error, trial=trial, latency_ms=1000 * (loop.time() - started))
    left_out = untracked(meter, answer.steps)
    return answer.model_copy(update={"steps": (*answer.steps, *left_out)}) if left_out else answer
