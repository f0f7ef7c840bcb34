"""One judgement of one model: asked, and asked once more with the bad reply when that could not be read."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from cairn_nb.errors import AuthenticationError, MalformedReplyError, ProviderError
from cairn_nb.judges.axes.reply import AxesReply, parse_axes
from cairn_nb.judges.axes.request import asked_again
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.records import ChatReply, ChatRequest

RETRIES = 1
LATE = "no judgement within the time of a case"


@dataclass
class Sample:
    """What became of it; `replies` are all that were paid for, whether or not there is a judgement.

    `parse_error` says what was wrong with the last reply that could not be read, `error` why there was no reply.
    """

    judgement: AxesReply | None = None
    parse_error: str | None = None
    error: str | None = None
    retries: int = 0
    replies: list[ChatReply] = field(default_factory=list)


async def ask(model: ChatModel, request: ChatRequest, *, deadline: float | None) -> Sample:
    """One judgement, or the reason why there is none.

    Raises
    ------
    AuthenticationError
        If there is no key or it was refused: no other answer could be judged either.
    """
    sample = Sample()
    try:
        async with asyncio.timeout_at(deadline):
            await _converse(model, request, sample)
    except AuthenticationError:
        raise
    except TimeoutError:
        sample.error = LATE
    except ProviderError as error:
        sample.error = f"{type(error).__name__}: {error}"
    return sample


async def _converse(model: ChatModel, request: ChatRequest, sample: Sample) -> None:
    for sample.retries in range(RETRIES + 1):
        reply = await model.complete(request)
        sample.replies.append(reply)
        try:
            sample.judgement = parse_axes(reply.text)
        except MalformedReplyError as error:
            sample.parse_error = str(error)
            request = asked_again(request, reply.text, sample.parse_error)
        else:
            return
