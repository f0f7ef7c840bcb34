"""One server for every model of a run: it answers, embeds, reorders and judges, and asks for a key."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tests.providers.loopback import Behaviour, LoopbackServer, Received, answer, chat_completion, failure
from tests.runner.axes_server import reply as axes_reply
from tests.runner.checks_server import checking

KEY_ENV = "REPLAY_TEST_KEY"
KEY = "key-that-stays-in-the-environment"
QUESTION = re.compile(r"<question>\n?(.*?)\n?</question>", re.DOTALL)
PRICE = {"input": 1, "output": 2}


def usual(request: Received) -> Behaviour:
    """What each of the models says; the answering one refuses a few questions by failing."""
    assert request.headers["authorization"] == f"Bearer {KEY}"
    if request.path.endswith("/embeddings"):
        return answer(_embedded(request.body["input"]))
    if request.path.endswith("/rerank"):
        texts = request.body["documents"]
        results = [{"index": place, "relevance_score": 1 / (1 + len(text) % 7)} for place, text in enumerate(texts)]
        return answer({"results": results, "usage": {"total_tokens": 30}})
    shown = QUESTION.search("\n".join(message["content"] for message in request.body["messages"][1:]))
    question = shown[1].strip() if shown else ""
    if request.body["model"] == "checking":
        return checked(request)
    if request.body["model"] != "answering":
        return answer(chat_completion(axes_reply(float(len(question) % 5))))
    if "amber" in question and "budget" in question:
        return failure(400, "not this one")
    return answer(chat_completion(_answered(question)))


checked = checking(
    split=lambda text: (f"first: {text}", f"second: {text}"),
    supports=lambda text: 0.9 if text.startswith("first") else 0.2,
)


def _answered(question: str) -> str:
    said = {"answer": f"About: {question}", "claims": [], "confidence_self": (len(question) % 10) / 10}
    return json.dumps({**said, "abstain": len(question) % 7 == 0})


def _embedded(texts: list[str]) -> dict[str, Any]:
    vectors = [[float(len(text) % 11 + 1), float(text.count("e") + 1), float(ord(text[-2]) % 13)] for text in texts]
    data = [{"index": place, "embedding": vector} for place, vector in enumerate(vectors)]
    return {"data": data, "usage": {"prompt_tokens": 5 * len(texts), "total_tokens": 5 * len(texts)}}


def slow(behave: Callable[[Received], Behaviour], delay_s: float) -> Callable[[Received], Behaviour]:
    """The same, with a latency that can be seen."""

    def later(request: Received) -> Behaviour:
        said = behave(request)
        return Behaviour(status=said.status, body=said.body, headers=said.headers, delay_s=delay_s)

    return later


def sections(server: LoopbackServer) -> dict[str, Any]:
    """An experiment's keys that have every model asked at this server."""

    def params(model: str, **more: Any) -> dict[str, Any]:
        return {"model": model, "base_url": f"{server.url}/v1", "api_key_env": KEY_ENV, "price": PRICE, **more}

    judges = [{"provider": {"name": "openai", "params": params(name)}} for name in ("claude-a", "gpt-b")]
    return {
        "embedding": {"name": "openai", "params": params("embedding", dim=3)},
        "generation": {"provider": {"name": "openai", "params": params("answering")}},
        "retrieval": {"rerank": {"name": "jina", "params": {**params("reordering"), "base_url": server.url}}},
        "evaluation": {
            "axes_judge": {"name": "panel", "params": {"judges": judges}},
            "latency_probe_questions": 3,
            "max_error_rate": 0.5,
            "max_attempts": 1,
        },
    }
