"""A server that takes answers apart, decides claims and refusals, and grades, as a test tells it to."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any

from tests.providers.loopback import Behaviour, LoopbackServer, Received, answer, chat_completion, failure

CALL_USD = 60e-6 + 12 * 2e-6  # 60 tokens in at 1 USD a million, 12 out at 2
GRADE = json.dumps({"reason": "fine", "score": 1, "correct": True})
Decides = Callable[[str], float | None]
Splits = Callable[[str], tuple[str, ...] | None]
_ANSWER = re.compile(r"<answer>\n(.*?)\n</answer>", re.DOTALL)
_STATEMENT = re.compile(r"<statement>\n(.*?)\n</statement>", re.DOTALL)


def checking(
    *, split: Splits, supports: Decides, refuses: Decides = lambda _: 0.0, logprobs: bool = True
) -> Callable[[Received], Behaviour]:
    """What the server does; None stands for a reply that cannot be read."""

    def usual(request: Received) -> Behaviour:
        system, material = (message["content"] for message in request.body["messages"])
        said = _ANSWER.search(material)
        if "take one answer to a question apart" in system:
            claims = split(said[1] if said else "")
            return answer(chat_completion("sorry" if claims is None else json.dumps({"claims": claims})))
        statement = _STATEMENT.search(material)
        if statement is not None:
            return _decided(request.body, supports(statement[1]), logprobs)
        if "declines to answer" in system:
            return _decided(request.body, refuses(said[1] if said else ""), logprobs)
        return answer(chat_completion(GRADE))

    return usual


def _decided(body: dict[str, Any], probability: float | None, logprobs: bool) -> Behaviour:
    if "logprobs" not in body:
        return answer(chat_completion("who knows" if probability is None else json.dumps({"probability": probability})))
    if not logprobs:
        return failure(400, "unknown parameter", param="logprobs")
    shares = (("Well", 0.9),) if probability is None else (("yes", probability), ("no", 1 - probability))
    chances = [{"token": token, "logprob": math.log(max(share, 1e-9))} for token, share in shares]
    completion = chat_completion("yes")
    completion["choices"][0]["logprobs"] = {"content": [{**chances[0], "top_logprobs": chances}]}
    return answer(completion)


def provider(server: LoopbackServer, model: str = "checker") -> dict[str, Any]:
    params = {"model": model, "base_url": f"{server.url}/v1", "price": {"input": 1, "output": 2}}
    return {"name": "openai", "params": params}


def judge(server: LoopbackServer) -> dict[str, Any]:
    """A configuration's judge, which is then asked about claims and refusals too."""
    return {"name": "llm", "params": {"provider": provider(server)}}


def n_of(server: LoopbackServer, word: str) -> int:
    """How many requests had this word in their instructions."""
    return sum(word in request.body["messages"][0]["content"] for request in server.received)
