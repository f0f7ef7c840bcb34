"""A judge's server for whole runs: each model says what a test tells it to, and every request is remembered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from cairn_nb.records.axis_verdict import AXES
from tests.providers.loopback import Behaviour, LoopbackServer, Received, answer, chat_completion

QUESTION = re.compile(r"<question>\n(.*?)\n</question>", re.DOTALL)
CALL_USD = 60e-6 + 12 * 2e-6  # 60 tokens in at 1 USD a million, 12 out at 2
Says = Callable[[str, str], float | str]


def judging(says: Says) -> Callable[[Received], Behaviour]:
    """What the server does: `says` turns model and question into a score for all axes, or a whole reply."""

    def usual(request: Received) -> Behaviour:
        found = QUESTION.search(request.body["messages"][1]["content"])
        said = says(request.body["model"], found[1] if found else "")
        return answer(chat_completion(said if isinstance(said, str) else reply(said)))

    return usual


def reply(score: float) -> str:
    flags = {"is_supported_by_context": True, "is_hallucinated": False}
    return json.dumps({"reasoning": f"worth {score}", **dict.fromkeys(AXES, score), **flags})


def provider(server: LoopbackServer, model: str) -> dict[str, Any]:
    params = {"model": model, "base_url": f"{server.url}/v1", "price": {"input": 1, "output": 2}}
    return {"name": "openai", "params": params}


def panel(server: LoopbackServer, *models: str, **params: Any) -> dict[str, Any]:
    """An `evaluation.axes_judge`."""
    judges = [{"provider": provider(server, model)} for model in models]
    return {"name": "panel", "params": {"judges": judges, **params}}


def single(server: LoopbackServer, model: str, **params: Any) -> dict[str, Any]:
    return {"name": "llm", "params": {"provider": provider(server, model), **params}}
