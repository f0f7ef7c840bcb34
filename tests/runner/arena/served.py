"""Reports whose answers hold a number, and a judge's server that prefers the larger one."""

from __future__ import annotations

import json
import re
from typing import Any

from cairn_nb.config.model import EvaluationConfig
from cairn_nb.records import Report
from tests.providers.loopback import Behaviour, LoopbackServer, Received, answer, chat_completion
from tests.report_factory import answered_row, build_report, failed_row

CALL_USD = 60e-6 + 12 * 2e-6  # 60 tokens in at 1 USD a million, 12 out at 2
COMPARISON_USD = 2 * CALL_USD
SHOWN = re.compile(r"<answer_(\d)>\n.*?worth (-?\d+)", re.DOTALL)


def report(name: str, worth: int, *, n: int = 6, failed: int = 0, **changes: Any) -> Report:
    """A system whose answers are worth so much, the first few questions failed."""
    rows = [
        failed_row(f"c{i:02d}")
        if i < failed
        else answered_row(
            f"c{i:02d}",
            answer_text=f"{name}'s answer to {i}, worth {worth + i % 2}",
            answer_score=min(5.0, max(0.0, worth / 2)),
            expected_answer=f"right {i}",
            model=f"{name}-model",
        )
        for i in range(n)
    ]
    return build_report(rows, config_name=name, **changes)


def says(better: str, reason: str = "it is worth more") -> Behaviour:
    """One verdict."""
    return answer(chat_completion(json.dumps({"reason": reason, "better": better})))


def prefers_more(request: Received) -> Behaviour:
    """Whichever answer is worth more."""
    worth = {place: int(value) for place, value in SHOWN.findall(request.body["messages"][1]["content"])}
    one, two = worth["1"], worth["2"]
    return says("tie" if one == two else "1" if one > two else "2")


def provider(server: LoopbackServer, model: str) -> dict[str, Any]:
    params = {"model": model, "base_url": f"{server.url}/v1", "price": {"input": 1, "output": 2}}
    return {"name": "openai", "params": params}


def evaluation(server: LoopbackServer, *models: str, **values: Any) -> EvaluationConfig:
    """One judge, or a panel of several."""
    names = models or ("judge-x",)
    if len(names) == 1:
        judge: dict[str, Any] = {"name": "llm", "params": {"provider": provider(server, names[0])}}
    else:
        judge = {"name": "panel", "params": {"judges": [{"provider": provider(server, name)} for name in names]}}
    usual = {"concurrency": 2, "case_timeout_s": 10, "attempt_timeout_s": 5, "max_attempts": 2}
    return EvaluationConfig.model_validate({**usual, "axes_judge": judge, **values})
