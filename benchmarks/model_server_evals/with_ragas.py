"""ragas' evaluation of `calls` answers by one metric of one call each; prints what it took as JSON.

python with_ragas.py URL CALLS CONCURRENCY
"""

from __future__ import annotations

import json
import sys
import time

import httpx
from langchain_openai import ChatOpenAI
from ragas import EvaluationDataset, RunConfig, evaluate
from ragas.llms import LangchainLLMWrapper
from ragas.metrics import AspectCritic


def main() -> None:
    url, calls, concurrency = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])

    def run(count: int) -> None:
        # Each evaluation has an event loop of its own, a client belongs to one, and the default client is shared.
        client = httpx.AsyncClient(limits=httpx.Limits(max_connections=1000, max_keepalive_connections=100))
        chat = ChatOpenAI(model="slow", base_url=url, api_key="none", max_retries=0, http_async_client=client)
        model = LangchainLLMWrapper(chat)
        metric = AspectCritic(name="says_when", definition="Does the response say when it leaves?", llm=model)
        rows = [
            {"user_input": f"Question {number}: when does it leave?", "response": "At 9:30."} for number in range(count)
        ]
        settings = RunConfig(max_workers=concurrency, max_retries=1)
        found = evaluate(
            EvaluationDataset.from_list(rows),
            metrics=[metric],
            run_config=settings,
            show_progress=False,
            raise_exceptions=True,
        )
        assert [row["says_when"] for row in found.scores] == [1] * count

    run(10)
    started, cpu = time.perf_counter(), time.process_time()
    run(calls)
    print(json.dumps({"wall_s": time.perf_counter() - started, "cpu_s": time.process_time() - cpu}))


if __name__ == "__main__":
    main()
